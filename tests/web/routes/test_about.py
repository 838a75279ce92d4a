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
