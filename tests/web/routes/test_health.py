from __future__ import annotations

from starlette.testclient import TestClient

from app import __version__


def test_the_service_says_that_it_lives(client: TestClient) -> None:
    response = client.get("/healthz")
    assert response.json() == {"status": "ok", "version": __version__}


def test_measurements_are_off_by_default(client: TestClient) -> None:
    assert client.get("/metrics").status_code == 404
