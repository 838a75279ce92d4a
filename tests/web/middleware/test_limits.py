"""Rates; the size of bodies is tested with the shapes of errors in test_error_handlers.py."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings


@pytest.fixture
def limited(settings: Settings) -> TestClient:
    return TestClient(create_app(settings.model_copy(update={"rate_limit": "2/hour"})))


def test_one_too_many_is_refused_with_the_time_to_wait(limited: TestClient) -> None:
    statuses = [limited.get("/api/v1/nowhere").status_code for _ in range(3)]
    assert statuses == [404, 404, 429]
    response = limited.get("/api/v1/nowhere")
    assert response.json()["error"]["code"] == "too_many_requests"
    assert 1 <= int(response.headers["Retry-After"]) <= 7_200


def test_posts_and_the_api_are_counted_together_and_pages_are_not(limited: TestClient) -> None:
    assert limited.post("/about").status_code == 405
    assert limited.get("/api/v1/nowhere").status_code == 404
    assert limited.post("/about").status_code == 429
    assert limited.get("/about").status_code == 200


def test_every_address_is_counted_by_itself(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"rate_limit": "1/hour"}))
    for address in ("10.0.0.1", "10.0.0.2"):
        client = TestClient(app, client=(address, 5_000))
        assert [client.post("/about").status_code for _ in range(2)] == [405, 429]


def test_an_empty_rate_is_no_limit(settings: Settings) -> None:
    client = TestClient(create_app(settings.model_copy(update={"rate_limit": ""})))
    assert {client.post("/about").status_code for _ in range(50)} == {405}
