"""The page for teachers: its addresses open, and its code is that of `app.web.snippets`."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient

from app.web import snippets


@pytest.fixture(params=["/docentes?lang=es", "/teachers?lang=en"])
def page(site: TestClient, request: pytest.FixtureRequest) -> BeautifulSoup:
    answer = site.get(request.param)
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def code(page: BeautifulSoup) -> dict[str, str]:
    return {
        str(area["id"]).removeprefix("code-"): area.get_text().removeprefix("\n")
        for area in page.select("textarea")
    }


def test_there_is_a_recipe_for_each_system(page: BeautifulSoup) -> None:
    systems = {"html", "moodle", "canvas", "wordpress", "notion", "jupyter", "quarto", "reveal"}
    assert set(code(page)) == systems | {"listener", "sandbox"}
    assert code(page)["sandbox"] == snippets.SANDBOX
    assert code(page)["listener"] == snippets.listener("http://testserver")


def test_every_address_of_every_recipe_opens(site: TestClient, page: BeautifulSoup) -> None:
    for id, text in code(page).items():
        for address in re.findall(r"http://testserver[^\"\s<]*", text):
            parts = urlsplit(unescape(address))
            if parts.path:
                answer = site.get(f"{parts.path}?{parts.query}")
                assert answer.status_code == 200, id
                assert "chip" in answer.text, id


def test_the_table_names_the_parts_there_are(page: BeautifulSoup) -> None:
    rows = {row.th.text: row.td.text for row in page.select("tbody tr") if row.th and row.td}
    assert set(rows) == {"text", "model", "mode", "step", "lang", "theme", "show", "lock"}
    assert "text, vocabularies, mode, facts, link" in rows["show"]
