from __future__ import annotations

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize("accepted", ["es", "en"])
def test_an_unknown_language_is_an_error_of_the_api(site: TestClient, accepted: str) -> None:
    response = site.get("/api/v1/vocabularies?lang=xx", headers={"Accept-Language": accepted})
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["code"] == "invalid_input"
    assert "es, en" in error["message"]


def test_a_known_language_is_not(site: TestClient) -> None:
    assert site.get("/api/v1/vocabularies?lang=en").status_code == 200
    assert site.get("/api/v1/vocabularies?theme=sepia").status_code == 200


def test_a_page_shows_a_notice_instead(site: TestClient) -> None:
    response = site.get("/about?lang=xx")
    assert response.status_code == 200
    assert "Ese idioma no está aquí" in response.text
