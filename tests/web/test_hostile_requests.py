"""Requests that no browser sends: each gets an answer in its own shape, and none breaks the server."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.forms import MAX_FIELDS

FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"content-type": "application/json"}
HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "javascript:", "null", ""])
def test_an_origin_that_cannot_be_read_is_another_site(site: TestClient, origin: str) -> None:
    answer = site.post("/?lang=en", content="text=a", headers={**FORM, "Origin": origin})
    assert answer.status_code == 403
    assert "came from another site" in answer.text
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize("url", ["http://[", "http://[::1]:x/", "javascript:alert(1)", "", "\0"])
def test_oembed_knows_no_such_address(site: TestClient, url: str) -> None:
    assert site.get("/oembed", params={"url": url}).status_code == 404


def test_oembed_says_why_it_does_not_answer(site: TestClient) -> None:
    private = site.get("/oembed?lang=en", params={"url": "http://testserver/#text=a", "lang": "en"})
    assert private.status_code == 401 and "That link is private" in private.text
    other = site.get("/oembed", params={"url": "http://testserver/", "format": "x", "lang": "en"})
    assert other.status_code == 501 and "no answer in that format" in other.text


@pytest.mark.parametrize("height", ["9" * 5_000, "٣", "²", "-1", "1e9"])
def test_a_height_that_is_none(site: TestClient, height: str) -> None:
    answer = site.post("/share/playground", data={"text": "a", "height": height})
    assert answer.status_code == 422


def test_an_error_in_front_of_the_routes_has_the_shape_too(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bool:
        raise RuntimeError

    monkeypatch.setattr("app.web.middleware.security.SameSiteOnly.allows", fails)
    answer = TestClient(create_app(settings)).get("/api/v1/vocabularies")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "unexpected"
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("count", {"text": "a", "vocabularies": ["\ud800"]}),
        ("tokenize", {"text": "a", "vocabularies": ["a\udfffb"]}),
        ("decode", {"vocabulary": "\ud800", "ids": [1]}),
        ("steps", {"vocabulary": "\ud800", "text": "a"}),
        ("encode-steps", {"merges": [["\ud800", "b"], ["\ud800", "b"]], "text": "a"}),
    ],
)
def test_an_error_that_quotes_half_a_character(
    site: TestClient, path: str, body: dict[str, object]
) -> None:
    answer = site.post(f"/api/v1/{path}", content=json.dumps(body), headers=JSON)
    assert answer.status_code == 422
    assert "\ufffd" in answer.json()["error"]["message"]


def test_every_part_of_the_api_refuses_an_unknown_language(site: TestClient) -> None:
    for path, methods in site.get("/api/v1/openapi.json").json()["paths"].items():
        if path.startswith("/api/"):
            address = path.replace("{token_id}", "1").format(id="gpt2")
            for method in methods:
                answer = site.request(method, f"{address}?lang=xx", content="{}", headers=JSON)
                assert answer.status_code == 422, path


def test_a_body_of_separators_takes_no_memory(site: TestClient) -> None:
    body = b"&" * 20_000_000
    assert site.post("/", content=body, headers=FORM).status_code == 400
    assert site.post("/", content=b"a&" * (MAX_FIELDS - 1), headers=FORM).status_code == 200


def test_a_compressed_body_is_not_read_as_something_else(site: TestClient) -> None:
    headers = {**FORM, "Content-Encoding": "gzip"}
    assert site.post("/", content=b"\x1f\x8b", headers=headers).status_code == 415


@pytest.mark.parametrize("text", ["\ufffd", "\x01", "\u200b", "\x7f\x80"])
@pytest.mark.parametrize("path", ["/", "/embed/tokenize"])
def test_a_text_of_which_a_vocabulary_keeps_nothing(site: TestClient, path: str, text: str) -> None:
    assert site.get(path, params={"text": text}).status_code == 200
    for headers in ({}, HTMX):
        assert site.post(path, data={"text": text}, headers=headers).status_code == 200


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram", "superbpe"])
def test_a_count_of_a_thousand_digits(site: TestClient, algorithm: str) -> None:
    body = {"algorithm": algorithm, "words": {"ab": 10**1_000}, "merges": 1}
    answer = site.post("/api/v1/train", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "invalid_input"


def test_half_a_character_as_the_mark_of_a_word(site: TestClient) -> None:
    body = json.dumps({"corpus": "ab ab", "merges": 9, "options": {"marker": "\ud800"}})
    answer = site.post("/api/v1/train", content=body, headers=JSON)
    assert answer.status_code == 200
    assert "\ufffd" in answer.json()["vocabulary"]
