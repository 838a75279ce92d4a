from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient


@pytest.mark.parametrize(
    ("language", "heading"), [("es", "Sobre Tokenario"), ("en", "About Tokenario")]
)
def test_the_page_in_both_languages(client: TestClient, language: str, heading: str) -> None:
    response = client.get("/about", params={"lang": language})
    page = BeautifulSoup(response.text, "html.parser")
    assert response.headers["Content-Language"] == language
    assert page.html is not None and page.html["lang"] == language
    assert [title.get_text() for title in page.find_all("h1")] == [heading]


def test_programs_find_the_api_from_here(client: TestClient) -> None:
    page = BeautifulSoup(client.get("/about").text, "html.parser")
    described = page.select_one('a[href="/api/v1/openapi.json"]')
    assert described is not None
    assert client.get(str(described["href"])).status_code == 200
    example = page.select_one("pre")
    assert example is not None
    body = example.text.partition("--json '")[2].rstrip("'")
    answer = client.post(
        "/api/v1/count", content=body, headers={"content-type": "application/json"}
    )
    assert answer.json()["results"] == [{"vocabulary": "o200k_base", "count": 2}]
