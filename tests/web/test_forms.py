"""Forms through a small application: what arrives is what the reader typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.responses import JSONResponse
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.deps import FormDep
from app.web.forms import MAX_FIELDS, parse_urlencoded

URLENCODED = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def echo(settings: Settings) -> Iterator[TestClient]:
    app: FastAPI = create_app(settings.model_copy(update={"max_request_bytes": 3_000_000}))

    @app.post("/echo")
    async def read(form: FormDep) -> JSONResponse:
        files = {name: (await file.read()).decode() for name, file in form.files.items()}
        names = {name: file.filename for name, file in form.files.items()}
        return JSONResponse({"fields": form.fields, "files": files, "names": names})

    with TestClient(app) as client:
        yield client


def fields(client: TestClient, body: bytes, **headers: str) -> list[list[str]]:
    response = client.post("/echo", content=body, headers={**URLENCODED, **headers})
    assert response.status_code == 200
    found: list[list[str]] = response.json()["fields"]
    return found


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"text=\xc3\xb1", "ñ"),
        (b"text=%C3%B1", "ñ"),
        (b"text=a%FFb", "a\ufffdb"),
        (b"text=a\xffb", "a\ufffdb"),
        (b"text=", ""),
        (b"text=++a++%0A", "  a  \n"),
        (b"text=a%0D%0Ab", "a\r\nb"),
        (b"text=a%00b", "a\0b"),
        (b"text=2%2B2%3D4%26%25", "2+2=4&%"),
        (b"text=100%", "100%"),
        (b"text=a=b", "a=b"),
        (b"text=%F0%9F%98%80", "😀"),
        (b"text=%ED%A0%BD", "\ufffd\ufffd\ufffd"),
    ],
)
def test_urlencoded_text_is_exact(echo: TestClient, body: bytes, text: str) -> None:
    assert fields(echo, body) == [["text", text]]


def test_a_large_urlencoded_text_is_exact(echo: TestClient) -> None:
    text = "ñandú 😀\n" * 20_000
    response = echo.post("/echo", data={"text": text})
    assert response.json()["fields"] == [["text", text]]


def test_nothing_sent_is_an_empty_form(echo: TestClient) -> None:
    assert echo.post("/echo").json()["fields"] == []
    assert fields(echo, b"&&") == []


def multipart(*parts: tuple[str, bytes], charset: str = "") -> tuple[bytes, dict[str, str]]:
    body = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="'
        + name.encode()
        + b'"\r\n\r\n'
        + value
        + b"\r\n"
        for name, value in parts
    )
    return body + b"--edge--\r\n", {"content-type": f"multipart/form-data; boundary=edge{charset}"}


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", ";"])
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("  niño\r\n".encode(), "  niño\r\n"),
        (b"", ""),
        (b"a\xffb", "a\ufffdb"),
        ("😀".encode(), "😀"),
    ],
)
def test_multipart_text_is_exact(echo: TestClient, value: bytes, text: str, charset: str) -> None:
    body, headers = multipart(("año", value), charset=charset)
    response = echo.post("/echo", content=body, headers=headers)
    assert response.json()["fields"] == [["año", text]]


def test_files_keep_their_names_and_an_empty_choice_is_no_file(echo: TestClient) -> None:
    response = echo.post(
        "/echo",
        data={"text": "hola"},
        files={"file": ("añil.txt", "contenido ñ".encode()), "none": ("", b"")},
    )
    answer = response.json()
    assert answer["files"] == {"file": "contenido ñ"}
    assert answer["names"] == {"file": "añil.txt"}
    assert ["text", "hola"] in answer["fields"]


@pytest.mark.parametrize(
    ("content_type", "body", "status"),
    [
        ("multipart/form-data", b"", 400),
        ("multipart/form-data; boundary=edge", b"--edge\r\nbroken\r\n\r\n\r\n", 400),
        ("application/x-www-form-urlencoded", b"a&" * (MAX_FIELDS + 1), 400),
        ("application/json", b"{}", 415),
        ("text/plain", b"text=a", 415),
    ],
)
def test_what_is_no_form_is_refused(
    echo: TestClient, content_type: str, body: bytes, status: int
) -> None:
    response = echo.post("/echo", content=body, headers={"content-type": content_type})
    assert response.status_code == status


def test_too_large_is_said_with_the_limit(echo: TestClient) -> None:
    response = echo.post("/echo?lang=en", content=b"text=" + b"a" * 3_000_000, headers=URLENCODED)
    assert response.status_code == 413
    assert "3,000,000 bytes" in response.text


def test_decoding_is_linear() -> None:
    body = b"text=" + b"%C3%B1" * 400_000
    assert parse_urlencoded(body) == [("text", "ñ" * 400_000)]
