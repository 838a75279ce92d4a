"""Form posts read exactly: nothing stripped, the empty text a text, raw UTF-8 read as UTF-8.

Starlette reads unescaped bytes of a form as Latin-1, and a multipart field that is not UTF-8 too;
here bytes are UTF-8 whichever way they come, and what is not UTF-8 becomes U+FFFD.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from urllib.parse import unquote, unquote_to_bytes

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser

MAX_FIELDS = 1_000
MAX_FILES = 4
# Below this many bytes decoding is quicker than handing it to a thread.
_SMALL = 64_000


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form in the order sent.

    >>> form = Form([("text", "a\\r\\nb"), ("vocabulary", "gpt2"), ("vocabulary", "llama-3")])
    >>> form.textarea("text"), form.text("text"), form.all("vocabulary"), form.text("none")
    ('a\\nb', 'a\\r\\nb', ['gpt2', 'llama-3'], '')
    """

    fields: list[tuple[str, str]]
    files: dict[str, UploadFile] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """The first value of a field, as sent."""
        return next((value for known, value in self.fields if known == name), default)

    def textarea(self, name: str, default: str = "") -> str:
        """A textarea's value as the reader saw it: browsers send each of its line ends as CR LF.

        A text whose line ends are others comes with `exact-<name>`, percent-encoded, which counts
        as long as the reader has not changed the text.

        >>> Form([("text", "a\\r\\nb"), ("exact-text", "a%0Db")]).textarea("text")
        'a\\rb'
        >>> Form([("text", "a\\r\\nc"), ("exact-text", "a%0Db")]).textarea("text")
        'a\\nc'
        """
        shown = _one_line_end(self.text(name, default))
        exact = unquote(self.text(f"exact-{name}"))
        return exact if exact and _one_line_end(exact) == shown else shown

    def all(self, name: str) -> list[str]:
        """All values of a field, for check boxes and lists."""
        return [value for known, value in self.fields if known == name]

    def has(self, name: str) -> bool:
        return any(known == name for known, _ in self.fields)


async def read_form(request: Request) -> AsyncIterator[Form]:
    """The form of a request; its files are closed when the answer has been sent.

    Raises HTTPException 400 for a body that is no form, 413 from the body limit, 415 for another
    media type and for a compressed body.
    """
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise HTTPException(415)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == "multipart/form-data":
        data = await _read_multipart(request)
        try:
            yield _multipart_form(data)
        finally:
            await data.close()
    elif media_type in ("application/x-www-form-urlencoded", ""):
        body = await request.body()
        if len(body) < _SMALL:
            yield Form(parse_urlencoded(body))
        else:
            yield Form(await run_in_threadpool(parse_urlencoded, body))
    else:
        raise HTTPException(415)


def parse_urlencoded(body: bytes) -> list[tuple[str, str]]:
    """Name and value pairs of an urlencoded body, escaped or raw.

    >>> parse_urlencoded("text=ñ&text=%C3%B1+%2B&empty=&bad=%FF".encode())
    [('text', 'ñ'), ('text', 'ñ +'), ('empty', ''), ('bad', '\ufffd')]
    """
    if not body:
        return []
    if body.count(b"&") >= MAX_FIELDS:
        raise HTTPException(400)
    pairs = (part.partition(b"=") for part in body.split(b"&") if part)
    return [(_unquoted(name), _unquoted(value)) for name, _, value in pairs]


def _one_line_end(text: str) -> str:
    """The text as a textarea holds it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unquoted(raw: bytes) -> str:
    return unquote_to_bytes(raw.replace(b"+", b" ")).decode("utf-8", "replace")


async def _read_multipart(request: Request) -> FormData:
    """Parse with every text field read as Latin-1, which keeps its bytes for `_multipart_form`."""
    content_type = request.headers["content-type"].rstrip("; ")
    parser = MultiPartParser(
        Headers({"content-type": f"{content_type}; charset=latin-1"}),
        request.stream(),
        max_files=MAX_FILES,
        max_fields=MAX_FIELDS,
        max_part_size=request.app.state.settings.max_request_bytes,
    )
    try:
        return await parser.parse()
    except MultiPartException as error:
        raise HTTPException(400) from error


def _multipart_form(data: FormData) -> Form:
    fields: list[tuple[str, str]] = []
    files: dict[str, UploadFile] = {}
    for name, value in data.multi_items():
        if isinstance(value, str):
            fields.append((_as_utf8(name), _as_utf8(value)))
        elif value.filename:
            value.filename = _as_utf8(value.filename)
            files[_as_utf8(name)] = value
    return Form(fields, files)


def _as_utf8(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")
