"""oEmbed answers against the specification (https://oembed.com, sections 2.2 and 2.3)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.services.link_state import PageState
from app.services.page_kinds import PAGES, PageKind

BASE = "http://testserver"
PAGE = f"{BASE}/?model=gpt2&text=hola&lang=en"


def asked(site: TestClient, **parameters: Any) -> dict[str, Any]:
    answer = site.get("/oembed", params={"url": PAGE, **parameters})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


def frame_of(answer: dict[str, Any]) -> dict[str, str]:
    frame = BeautifulSoup(answer["html"], "html.parser").iframe
    assert frame is not None
    return {name: str(value) for name, value in frame.attrs.items()}


def test_the_required_fields_of_a_rich_answer(site: TestClient) -> None:
    answer = asked(site)
    assert answer["type"] == "rich"
    assert answer["version"] == "1.0"
    assert isinstance(answer["width"], int)
    assert isinstance(answer["height"], int)
    assert frame_of(answer)["src"] == f"{BASE}/embed/tokenize?v=1&model=gpt2&lang=en&text=hola"


def test_the_optional_fields_are_well_formed(site: TestClient) -> None:
    answer = asked(site)
    assert answer["title"] == "“hola” cut into tokens"
    assert answer["provider_name"] == "Tokenario"
    assert answer["provider_url"] == BASE
    assert int(answer["cache_age"]) > 0
    assert (answer["thumbnail_width"], answer["thumbnail_height"]) == (1200, 630)
    picture = urlsplit(answer["thumbnail_url"])
    assert site.get(f"{picture.path}?{picture.query}").headers["Content-Type"] == "image/png"


@pytest.mark.parametrize(("width", "height"), [(300, 200), (5_000, 5_000), (1, 1), (640, None)])
def test_sizes_are_honoured(site: TestClient, width: int, height: int | None) -> None:
    sizes = {"maxwidth": width} | ({"maxheight": height} if height else {})
    answer = asked(site, **sizes)
    assert answer["width"] <= width
    assert answer["height"] <= (height or 10_000)
    frame = frame_of(answer)
    assert (frame["width"], frame["height"]) == (str(answer["width"]), str(answer["height"]))
    small = width < 1200 or (height or 630) < 630
    thumbnail = {"thumbnail_url", "thumbnail_width", "thumbnail_height"}
    assert thumbnail & set(answer) == (set() if small else thumbnail)


@pytest.mark.parametrize("kind", [kind for kind in PAGES.values() if kind.embed])
def test_each_page_asks_for_the_height_that_its_embed_needs(
    site: TestClient, kind: PageKind
) -> None:
    answer = asked(site, url=f"{BASE}{kind.path}?text=hola&lang=en")
    assert answer["height"] == kind.height
    assert frame_of(answer)["height"] == str(kind.height)


def test_xml_says_the_same_as_json(site: TestClient) -> None:
    answer = site.get("/oembed", params={"url": PAGE, "format": "xml"})
    assert answer.headers["Content-Type"].startswith("text/xml")
    root = ElementTree.fromstring(answer.content)  # noqa: S314
    assert root.tag == "oembed"
    assert {child.tag: child.text for child in root} == {
        name: str(value) for name, value in asked(site).items()
    }


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_text_makes_well_formed_xml(site: TestClient, text: str) -> None:
    url = f"{BASE}/?{PageState.of('playground', model='gpt2', text=text).query()}"
    answer = site.get("/oembed", params={"url": url, "format": "xml"})
    html = ElementTree.fromstring(answer.content).findtext("html")  # noqa: S314
    assert html is not None
    assert "/embed/tokenize" in html


def test_another_format_is_not_implemented(site: TestClient) -> None:
    assert site.get("/oembed", params={"url": PAGE, "format": "yaml"}).status_code == 501


@pytest.mark.parametrize(
    "url",
    [
        "https://elsewhere.example/?text=a",
        f"{BASE}.evil.example/?text=a",
        "javascript:alert(1)",
        "ftp://testserver/",
        "/",
        f"{BASE}/about",
        f"{BASE}/s/nosuch",
        f"{BASE}/s/nosuch/picture.png",
        "",
    ],
)
def test_other_addresses_are_not_found(site: TestClient, url: str) -> None:
    assert site.get("/oembed", params={"url": url}).status_code == 404


def test_a_private_link_is_not_authorised(site: TestClient) -> None:
    url = f"{BASE}/?v=1&model=gpt2#v=1&text=hola"
    assert site.get("/oembed", params={"url": url}).status_code == 401


def test_an_address_is_asked_for(site: TestClient) -> None:
    assert site.get("/oembed").status_code == 422
    assert site.get("/oembed", params={"url": PAGE, "maxwidth": "wide"}).status_code == 422


def test_stored_links_and_embeds_are_known_too(site: TestClient) -> None:
    stored = site.post("/share/playground", data={"text": "hola", "store": "content"}).text
    link = BeautifulSoup(stored, "html.parser").select_one("#share-link")
    assert link is not None
    url = str(link["value"])
    src = frame_of(asked(site, url=url))["src"]
    assert src == url.replace("/s/", "/embed/s/")
    assert frame_of(asked(site, url=src))["src"] == src
    embed = f"{BASE}/embed/tokenize?v=1&model=gpt2&show=text&text=a"
    assert frame_of(asked(site, url=embed))["src"] == embed


def test_pages_say_where_to_ask(site: TestClient) -> None:
    head = BeautifulSoup(site.get("/?model=gpt2&text=hola&lang=en").text[:150_000], "html.parser")
    for kind, media in (("json", "application/json"), ("xml", "text/xml")):
        link = head.select_one(f'link[rel=alternate][type="{media}+oembed"]')
        assert link is not None
        address = urlsplit(str(link["href"]))
        answer = site.get(f"{address.path}?{address.query}")
        assert answer.headers["Content-Type"].startswith(media), kind
        assert "hola" in answer.text


def test_any_page_may_ask(site: TestClient) -> None:
    answer = site.get("/oembed", params={"url": PAGE}, headers={"Origin": "https://a.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
