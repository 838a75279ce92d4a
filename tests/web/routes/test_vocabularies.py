"""The pages of vocabularies over HTTP: the list, each page, searches, and one's own files."""

from __future__ import annotations

import io
import json
import logging
from base64 import b64encode
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.vocabularies.info import sources
from tests.shared import cases, needs_shared

HTMX = {"HX-Request": "true"}
RANKS = "".join(f"{b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256)).encode()
PIECES = "[UNK]\nel\nniñ\n##o\n".encode()
WORDS = json.dumps(
    {"model": {"type": "WordLevel", "vocab": {"?": 0, "sol": 1}, "unk_token": "?"}}
).encode()


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def words(found: BeautifulSoup | Tag) -> str:
    return " ".join(found.get_text().split())


def opened(client: TestClient, path: str, status: int = 200, /, **query: str) -> BeautifulSoup:
    response = client.get(path, params={"lang": "en", **query})
    assert response.status_code == status, response.text
    return soup(response.text)


def brought(client: TestClient, data: bytes, name: str, **fields: str) -> Response:
    files = {"vocabulary": (name, io.BytesIO(data), "application/octet-stream")}
    return client.post("/vocabularies?lang=en", files=files, data=fields, follow_redirects=False)


def kept(client: TestClient, data: bytes = RANKS, name: str = "mine.tiktoken") -> str:
    """Bring a vocabulary; its id."""
    response = brought(client, data, name)
    assert response.status_code == 303, response.text
    return response.headers["location"].partition("?")[0].rpartition("/")[2]


def test_the_list_says_size_licence_source_and_attribution(site: TestClient) -> None:
    page = opened(site, "/vocabularies")
    lines = {
        str(line.code.get_text()): words(line)  # type: ignore[union-attr]
        for line in page.select(".vocabulary-line")
    }
    assert list(lines) == [info.id for info in sources().vocabularies]
    for info in sources().vocabularies:
        line = lines[info.id]
        for said in (info.title, f"{info.size:,}", info.algorithm, info.licence, info.source):
            assert said in line
    assert "Built with Meta Llama 3" in lines["llama-3"]
    assert [link.get_text() for link in page.select(".site-nav [aria-current]")] == ["Vocabularies"]


def test_a_vocabulary_that_was_not_fetched_says_so(settings: Settings, tmp_path: Path) -> None:
    bare = settings.model_copy(update={"vocabulary_dir": tmp_path / "none"})
    with TestClient(create_app(bare)) as client:
        assert "not on this server" in words(opened(client, "/vocabularies"))
        assert "no está en este servidor" in client.get("/vocabularies?lang=es").text


def test_gpt2_adds_up(site: TestClient) -> None:
    page = opened(site, "/vocabularies/gpt2")
    said = words(page)
    assert "50,257 = 256 single bytes + 50,000 merges + 1 special" in said
    assert "Ids go from 0 to 50256." in said
    assert "<|endoftext|>" in said
    assert "every byte has a token" in said
    assert "r50k_pat_str" in said
    assert "Latin" in said and "93.5%" in said
    assert "2 · 50,257 · 768 = 77,194,752 numbers" in said
    assert "None was found among 50,256 ordinary tokens" in said
    assert "glitch tokens" in said


@needs_shared
def test_ghosts_are_listed_with_their_reason(site: TestClient) -> None:
    page = opened(site, "/vocabularies/bert-base-multilingual-cased")
    ghosts = page.select(".ghosts li")
    assert words(ghosts[0]) == "[unused1] the text is always split inside it"
    assert len(ghosts) == 50
    assert "102 were found" in words(page)


def test_the_rows_of_a_model_for_the_width_that_is_typed(site: TestClient) -> None:
    response = site.get("/vocabularies/gpt2", params={"d": "1600", "lang": "en"}, headers=HTMX)
    assert "2 · 50,257 · 1,600 = 160,822,400 numbers" in words(soup(response.text))
    assert response.headers["HX-Replace-Url"] == "/vocabularies/gpt2?v=1&d=1600&lang=en"


@pytest.mark.parametrize("width", ["0", "-3", "abc", "1e9", "٣", "9999999"])
def test_an_impossible_width_is_said(site: TestClient, width: str) -> None:
    page = opened(site, "/vocabularies/gpt2", d=width)
    alert = page.select_one("#rows [role=alert]")
    assert alert is not None and "whole number from 1 to 100,000" in words(alert)
    assert "77,194,752" in words(page)


@pytest.mark.parametrize(
    "path", ["/vocabularies/{}", "/vocabularies/{}/search?q=a", "/vocabularies/{}/tokens/1"]
)
@pytest.mark.parametrize("language", ["es", "en"])
def test_an_unknown_vocabulary_is_not_echoed(site: TestClient, path: str, language: str) -> None:
    address = path.format("our site has moved, visit www.example.com")
    response = site.get(address, headers={"Accept-Language": language})
    assert response.status_code == 404
    assert "www.example.com" not in response.text and "moved" not in response.text
    assert "gpt2" in response.text


@pytest.mark.parametrize(
    "case",
    [case for case in cases("web-security") if case["id"] == "web-error-echo"],
    ids=lambda case: case["id"],
)
def test_reported_echo(site: TestClient, case: dict[str, object]) -> None:
    expected = case["expected"]
    assert isinstance(expected, dict)
    text = str(case["input"]).strip("'")
    for path in (f"/vocabularies/{text}", f"/vocabularies/{text}/search", f"/s/{text}"):
        response = site.get(path)
        assert response.status_code == expected["status"], path
        assert not [part for part in expected["html_lacks"] if part in response.text]


def test_search_finds_pieces_and_says_whether_it_is_one_token(site: TestClient) -> None:
    page = opened(site, "/vocabularies/o200k_base/search", q="strawberry", how="starts")
    found = page.select_one("#found")
    assert found is not None
    alone, spaced = found.select(".look-count")
    assert words(alone) == "3 tokens" and words(spaced) == "yes id 101830"
    everywhere = [str(link["href"]) for link in found.select("a") if "all the" in link.get_text()]
    assert everywhere == ["/vocabularies?q=strawberry&lang=en"]


def test_search_is_bounded_and_counts_all(site: TestClient) -> None:
    page = opened(site, "/vocabularies/gpt2/search", q="e")
    assert len(page.select(".found li")) == 200
    assert "here are the first 200, by id" in words(page)


def test_search_keeps_case_spaces_and_shows_them(site: TestClient) -> None:
    response = site.get(
        "/vocabularies/gpt2/search", params={"q": " Ni", "how": "exact", "lang": "en"}, headers=HTMX
    )
    found = soup(response.text)
    assert [str(id.get_text()) for id in found.select(".found-id")] == ["11556"]
    assert found.select_one('.found [data-mark="·"]') is not None
    assert "<html" not in response.text
    assert (
        response.headers["HX-Replace-Url"]
        == "/vocabularies/gpt2/search?v=1&how=exact&lang=en&q=%20Ni"
    )


@pytest.mark.parametrize(
    ("query", "problem"),
    [({"q": "a" * 201}, "up to 200 characters"), ({"q": "a", "how": "like"}, "“how” can be")],
)
def test_what_cannot_be_searched_is_said(
    site: TestClient, query: dict[str, str], problem: str
) -> None:
    page = opened(site, "/vocabularies/gpt2/search", **query)
    alert = page.select_one("#found [role=alert]")
    assert alert is not None and problem in words(alert)


def test_one_string_in_all_the_vocabularies(site: TestClient) -> None:
    page = opened(site, "/vocabularies", q="strawberry")
    rows = {words(row.th): row for row in page.select(".look-up tbody tr")}  # type: ignore[arg-type]
    assert len(rows) == 7
    cells = rows["GPT-2"].select(".look-count")
    assert [words(cell) for cell in cells] == ["3 tokens", "yes id 41236"]


@pytest.mark.parametrize("path", ["/vocabularies", "/vocabularies/gpt2/search"])
def test_hostile_text_stays_text(site: TestClient, path: str) -> None:
    nasty = "<script>alert(1)</script>\"'{{7*7}}"
    response = site.get(path, params={"q": nasty})
    assert "<script>alert" not in response.text
    box = soup(response.text).select_one("input[name=q]")
    assert box is not None and box["value"] == nasty
    typed = soup(response.text).select_one(".typed")
    assert typed is not None and typed.text == nasty


# One's own


@pytest.mark.parametrize(
    ("data", "name", "algorithm"),
    [
        (RANKS, "mine.tiktoken", "byte-level BPE"),
        (PIECES, "vocab.txt", "WordPiece"),
        (WORDS, "tokenizer.json", "word level"),
    ],
)
def test_a_file_becomes_a_page(client: TestClient, data: bytes, name: str, algorithm: str) -> None:
    page = opened(client, f"/vocabularies/{kept(client, data, name)}")
    said = words(page)
    assert name in said and algorithm in said
    assert "until 120 minutes have passed" in said


def test_what_was_assumed_is_said_unless_it_was_told(client: TestClient) -> None:
    guessed = opened(client, f"/vocabularies/{kept(client)}")
    assert "with the pattern of cl100k" in words(guessed)
    response = brought(client, RANKS, "mine.tiktoken", pattern="gpt2", letters="")
    told = soup(client.get(response.headers["location"]).text)
    assert "with the pattern of cl100k" not in words(told)


def test_it_is_on_no_list_but_everywhere_by_its_id(client: TestClient) -> None:
    id = kept(client)
    assert id not in client.get("/vocabularies").text
    assert id not in client.get("/api/v1/vocabularies").text
    assert id not in client.get("/").text
    counted = client.post("/api/v1/count", json={"text": "niño", "vocabularies": [id]})
    assert counted.json()["results"] == [{"vocabulary": id, "count": 5}]
    page = opened(client, "/", model=f"gpt2,{id}", text="niño")
    assert [str(row["id"]) for row in page.select(".reading")] == ["reading-gpt2", f"reading-{id}"]
    steps = opened(client, "/steps", model=id, text="niño", v="1")
    chosen = steps.select_one("select[name=model] [selected]")
    assert chosen is not None and chosen["value"] == id
    decoded = opened(client, "/decode", model=id, ids="110,105")
    assert "ni" in decoded.select_one("#decoded-text").text  # type: ignore[union-attr]
    words = opened(client, "/words", model=f"gpt2,{id}", words="niño")
    assert [str(box["value"]) for box in words.select("[name=model][checked]")] == ["gpt2", id]
    show = "text,vocabularies"
    framed = opened(client, "/embed/tokenize", model=id, text="niño", show=show)
    assert [str(box["value"]) for box in framed.select("[name=model][checked]")] == [id]
    framed = opened(client, "/embed/steps", model=id, text="niño", show=show)
    assert framed.select_one("select[name=model] [selected]")["value"] == id  # type: ignore[index]


def test_it_can_be_deleted_and_then_is_gone(client: TestClient) -> None:
    id, other = kept(client), kept(client)
    response = client.post(f"/vocabularies/{id}/delete?lang=en")
    assert "was deleted" in words(soup(response.text))
    assert "not here any more" in words(opened(client, f"/vocabularies/{id}", 404))
    opened(client, f"/vocabularies/{other}")
    assert client.post("/vocabularies/gpt2/delete").status_code == 404
    opened(client, "/vocabularies/gpt2")


@pytest.mark.parametrize(
    ("data", "name", "status", "message"),
    [
        (b"", "vocab.txt", 422, "The file is empty."),
        (b'{"model": ', "tokenizer.json", 422, "not JSON"),
        (b"[" * 100_000, "x.json", 422, "nested too deep"),
        (b"PK\x03\x04", "x.txt", 422, "looks like ZIP"),
        (b"\n\x05\xff\xff", "x.model", 422, "damaged"),
        (RANKS.replace(b"AA== 0\n", b""), "x.tiktoken", 422, "no token for the single byte 0x00"),
    ],
)
def test_a_bad_file_is_said_beside_the_form(
    client: TestClient, data: bytes, name: str, status: int, message: str
) -> None:
    response = brought(client, data, name)
    assert response.status_code == status
    alert = soup(response.text).select_one("#own [role=alert]")
    assert alert is not None and message in words(alert)


def test_a_file_over_the_limit_is_refused_and_the_limit_is_said_before(app: FastAPI) -> None:
    app.state.settings = app.state.settings.model_copy(update={"max_upload_bytes": 20_000})
    with TestClient(app) as client:
        limits = opened(client, "/vocabularies").select_one("#own-limits")
        assert limits is not None and "up to 0.02 MB" in words(limits)
        response = brought(client, PIECES * 2_000, "vocab.txt")
    assert response.status_code == 413
    assert "the limit is 20,000" in words(soup(response.text))


def test_no_file_is_said(client: TestClient) -> None:
    response = client.post("/vocabularies?lang=en", data={"pattern": ""})
    assert response.status_code == 422
    assert "Choose the file of a vocabulary first." in words(soup(response.text))


def test_neither_name_nor_content_is_logged(
    client: TestClient, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        brought(client, b"[UNK]\nsecretpiece\nsecretpiece\n", "secretname.txt")
        kept(client, b"[UNK]\nsecretpiece\n", "secretname.txt")
    written = caplog.text + "".join(capfd.readouterr())
    assert "secretpiece" not in written and "secretname" not in written


def test_the_playground_takes_a_file_and_keeps_everything_else(client: TestClient) -> None:
    fields = {"text": "niño", "model": "gpt2", "mode": "ids"}
    files = {"vocabulary": ("mine.tiktoken", RANKS)}
    response = client.post("/?lang=en", data=fields, files=files, headers=HTMX)
    found = soup(response.text)
    rows = [str(row["id"]) for row in found.select(".reading")]
    assert rows[0] == "reading-gpt2" and rows[1].startswith("reading-own-") and len(rows) == 2
    assert "Your vocabulary, mine.tiktoken, is one of the rows." in words(found)
    assert rows[1].removeprefix("reading-") in response.headers["HX-Replace-Url"]
    assert found.select_one('hx-partial[hx-target="#own-offer"]') is not None


def test_a_bad_file_in_the_playground_loses_nothing(client: TestClient) -> None:
    fields = {"text": "niño", "model": "gpt2"}
    files = {"vocabulary": ("x.json", b"{")}
    fragment = client.post("/?lang=en", data=fields, files=files, headers=HTMX)
    assert fragment.status_code == 200
    offer = soup(fragment.text).select_one('hx-partial[hx-target="#own-offer"] [role=alert]')
    assert offer is not None and "not JSON" in words(offer)
    page = client.post("/?lang=en", data=fields, files=files)
    assert page.status_code == 422
    box = soup(page.text).select_one("textarea#text")
    assert box is not None and box.text.strip() == "niño"
    assert "not JSON" in words(soup(page.text).select_one("#own-offer"))  # type: ignore[arg-type]
    assert len(soup(page.text).select(".reading")) == 1
