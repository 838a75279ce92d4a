"""Ids back to text over HTTP: as a link, as a form, as a fragment; errors beside what was typed."""

from __future__ import annotations

import json

import pytest
from bs4 import BeautifulSoup, Tag
from starlette.testclient import TestClient

from app.vocabularies.registry import Registry

HTMX = {"HX-Request": "true"}


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def one(found: BeautifulSoup | Tag, selector: str) -> Tag:
    element = found.select_one(selector)
    assert element is not None, selector
    return element


def words(found: BeautifulSoup | Tag) -> str:
    return " ".join(found.get_text().split())


def test_a_link_opens_the_text_of_its_ids(site: TestClient) -> None:
    page = soup(site.get("/decode?model=gpt2&ids=464,3797&lang=en").text)
    assert one(page, "#decoded-text").text.strip() == "The cat"
    assert [chip.text for chip in page.select(".tokens .chip")] == ["The", " cat"]
    assert one(page, "select [selected]")["value"] == "gpt2"
    assert "gives the same ids back" in words(page)
    assert "text=The%20cat" in str(one(page, "#decoded a.button")["href"])


@pytest.mark.parametrize("ids", ["[464, 3797]", "464 3797", "464\r\n3797", "464,3797,"])
def test_ids_as_they_are_pasted_and_their_address(site: TestClient, ids: str) -> None:
    response = site.post("/decode?lang=en", data={"model": "gpt2", "ids": ids}, headers=HTMX)
    assert one(soup(response.text), "#decoded-text").text.strip() == "The cat"
    assert response.headers["HX-Replace-Url"] == "/decode?v=1&model=gpt2&lang=en&ids=464,3797"
    page = site.post("/decode?lang=en", data={"model": "gpt2", "ids": ids})
    assert one(soup(page.text), "textarea#ids").text.strip() == ids.replace("\r\n", "\n").strip()


def test_part_of_a_character_is_bytes_and_never_hidden(
    site: TestClient, registry: Registry
) -> None:
    ids = registry.tokenizer("cl100k_base").ids("a🙂")[:-1]
    page = soup(site.get(f"/decode?model=cl100k_base&ids={','.join(map(str, ids))}&lang=en").text)
    stray = one(page, ".cell.stray")
    shown = "".join(byte.text for byte in stray.select(".byte"))
    assert bytes.fromhex(shown) == "🙂".encode()[: len(shown) // 2] and shown
    assert "\ufffd" not in one(page, ".tokens").text
    assert "bytes of no whole character" in words(page)


def test_a_split_character_shows_the_bytes_of_each_token(
    site: TestClient, registry: Registry
) -> None:
    ids = registry.tokenizer("gpt2").ids("漢")
    page = soup(site.get(f"/decode?model=gpt2&ids={','.join(map(str, ids))}").text)
    cell = one(page, ".cell")
    assert one(cell, ".cell-char").text == "漢"
    assert [byte.text for byte in cell.select(".byte")] == ["e6", "bc", "a2"]
    assert {str(byte["data-token"]) for byte in cell.select(".byte")} == set(
        map(str, range(len(ids)))
    )


def test_the_inspector_gets_every_token(site: TestClient) -> None:
    page = soup(site.get("/decode?model=gpt2&ids=464,3797").text)
    assert json.loads(str(one(page, ".tokens")["data-tokens"])) == [
        [464, "The", "546865", 0, 3, "normal"],
        [3797, "Ġcat", "20636174", 3, 7, "normal"],
    ]


@pytest.mark.parametrize(
    ("model", "ids", "message"),
    [
        ("gpt2", "464, 50257", "GPT-2 has no token with id 50257, number 2 of the list"),
        ("gpt2", "464, hola", "“hola”, number 2 of the list, is not an id"),
        ("gpt9", "464", "There is no vocabulary with that id here"),
    ],
)
def test_errors_stand_beside_what_was_typed(
    site: TestClient, model: str, ids: str, message: str
) -> None:
    response = site.post("/decode?lang=en", data={"model": model, "ids": ids})
    assert response.status_code == 422
    page = soup(response.text)
    assert message in words(one(page, "#decoded [role=alert]"))
    box = one(page, "textarea#ids")
    assert box.text.strip() == ids and box["aria-invalid"] == "true"
    fragment = site.post("/decode?lang=en", data={"model": model, "ids": ids}, headers=HTMX)
    assert fragment.status_code == 200 and message in words(soup(fragment.text))


def test_an_address_too_long_leaves_the_ids_out(site: TestClient) -> None:
    ids = ",".join(["464"] * 2_000)
    response = site.post("/decode", data={"model": "gpt2", "ids": ids}, headers=HTMX)
    assert response.headers["HX-Replace-Url"] == "/decode?v=1&model=gpt2"
    assert len(soup(response.text).select(".chip")) == 2_000


def test_many_tokens_are_drawn_in_part_and_the_text_is_whole(site: TestClient) -> None:
    ids = ",".join(["464"] * 3_000)
    response = site.post("/decode?lang=en", data={"model": "gpt2", "ids": ids}, headers=HTMX)
    found = soup(response.text)
    assert len(found.select(".chip")) == 2_000 and "1,000 more tokens are not drawn" in words(found)
    assert one(found, "#decoded-text").text.strip() == "The" * 3_000


def test_nothing_typed_is_no_error(site: TestClient) -> None:
    for query in ("", "?ids=", "?model=llama-3"):
        page = site.get(f"/decode{query}")
        assert page.status_code == 200 and not soup(page.text).select("[role=alert]:not(#error)")
