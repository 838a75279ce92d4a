"""Tokens taken away: what each format holds, its type and its name; nothing left out unsaid."""

from __future__ import annotations

import ast
import csv
import io
import json

import pytest
from fastapi import FastAPI
from httpx2 import Response
from PIL import Image
from starlette.testclient import TestClient

TEXT = "El niño\njuega 🙂"
FORM: dict[str, str | list[str]] = {"text": TEXT, "model": ["gpt2", "llama-3"]}


def taken(site: TestClient, address: str, status: int = 200, **fields: str) -> Response:
    response = site.post(f"/export/{address}", data={**FORM, **fields})
    assert response.status_code == status, response.text
    return response


def name(response: Response) -> str:
    return str(response.headers["content-disposition"]).partition('filename="')[2].rstrip('"')


def test_ids_and_text_are_shown_plainly(site: TestClient) -> None:
    response = taken(site, "ids?of=gpt2&show=1")
    ids = [int(id) for id in response.text.split(", ")]
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert "content-disposition" not in response.headers
    decoded = site.post("/api/v1/decode", json={"vocabulary": "gpt2", "ids": ids}).json()
    assert decoded == {"text": TEXT, "complete": True}
    assert taken(site, "txt?of=gpt2&show=1").text.startswith("El| ni|ño")


def test_json_and_python_hold_all_of_it(site: TestClient) -> None:
    document = json.loads(taken(site, "json?of=gpt2").text)
    assert (document["vocabulary"], document["text"]) == ("gpt2", TEXT)
    assert b"".join(bytes.fromhex(each["bytes"]) for each in document["tokens"]) == TEXT.encode()
    source = taken(site, "py?of=gpt2").text
    assigned = {
        node.targets[0].id: ast.literal_eval(node.value)  # type: ignore[attr-defined]
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
    }
    assert assigned["ids"] == document["ids"] and b"".join(assigned["tokens"]) == TEXT.encode()


def test_csv_is_for_spreadsheets(site: TestClient) -> None:
    response = taken(site, "csv?of=gpt2")
    assert response.content.startswith(b"\xef\xbb\xbf")
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert name(response) == "tokenario-gpt2.csv"
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [row["piece"] for row in rows][:2] == ['"El"', '"Ġni"']


def test_all_the_rows_together(site: TestClient) -> None:
    rows = list(csv.DictReader(io.StringIO(taken(site, "csv").content.decode("utf-8-sig"))))
    assert [row["vocabulary"] for row in rows] == sorted(row["vocabulary"] for row in rows)
    assert {row["vocabulary"] for row in rows} == {"gpt2", "llama-3"}
    document = json.loads(taken(site, "json").text)
    assert [reading["vocabulary"] for reading in document["readings"]] == ["gpt2", "llama-3"]
    assert name(taken(site, "json")) == "tokenario.json"
    taken(site, "ids", status=422)


def test_pictures(site: TestClient) -> None:
    svg = taken(site, "svg?lang=en")
    assert svg.headers["content-type"] == "image/svg+xml" and name(svg) == "tokenario.svg"
    assert "GPT-2" in svg.text and "Llama 3" in svg.text and "Tokens of the text" in svg.text
    png = taken(site, "png?of=llama-3")
    picture = Image.open(io.BytesIO(png.content))
    assert (png.headers["content-type"], name(png)) == ("image/png", "tokenario-llama-3.png")
    assert picture.width == 1_200 and picture.height < 630


def test_a_picture_of_a_long_text_is_bounded(site: TestClient) -> None:
    long = "palabra larga\n" * 5_000
    picture = Image.open(io.BytesIO(taken(site, "png?of=gpt2", text=long).content))
    assert picture.height < 7_000
    assert len(taken(site, "svg?of=gpt2", text=long).content) < 3_000_000


def test_the_colours_of_the_reader(site: TestClient) -> None:
    assert "#16181d" in taken(site, "svg?of=gpt2&theme=dark").text.partition("<rect")[2][:80]


@pytest.mark.parametrize(
    ("address", "status"),
    [("exe?of=gpt2", 404), ("csv?of=gpt9", 422), ("csv?of=llama-2", 422)],
)
def test_what_cannot_be_taken(site: TestClient, address: str, status: int) -> None:
    taken(site, address, status)


def test_a_file_never_lacks_tokens_unsaid(app: FastAPI) -> None:
    app.state.settings = app.state.settings.model_copy(
        update={"max_api_tokens": 3, "max_text_characters": 50}
    )
    with TestClient(app) as client:
        response = taken(client, "csv?of=gpt2&lang=en", 413)
        assert "up to 3 are written to a file" in response.text
        taken(client, "csv?of=gpt2", 413, text="a" * 51)


def test_only_posts_of_this_site(site: TestClient) -> None:
    assert site.get("/export/csv").status_code == 405
    crossed = site.post("/export/csv", data=FORM, headers={"Sec-Fetch-Site": "cross-site"})
    assert crossed.status_code == 403
