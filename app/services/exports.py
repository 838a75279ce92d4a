"""Tokens to take away: as text, ids, JSON, Python and CSV; several readings as JSON and CSV.

Pure string building.

An encoding may hold only some of its tokens (the page shows them in parts); whoever offers an
export encodes the whole text first, or says what was left out (`count` is always of the whole).
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from app.tokenization.alignment import cells
from app.tokenization.types import Encoding, Token

SEPARATOR = "|"
CSV_COLUMNS = (
    "position",
    "id",
    "piece",
    "text",
    "bytes",
    "start",
    "end",
    "kind",
    "splits_character",
)


class ExportFormat(StrEnum):
    """What tokens can be taken away as; the value is also the end of a file's name."""

    TEXT = "txt"
    IDS = "ids"
    JSON = "json"
    PYTHON = "py"
    CSV = "csv"

    @property
    def media_type(self) -> str:
        return _MEDIA_TYPES[self]


_MEDIA_TYPES = {
    ExportFormat.TEXT: "text/plain; charset=utf-8",
    ExportFormat.IDS: "text/plain; charset=utf-8",
    ExportFormat.JSON: "application/json",
    ExportFormat.PYTHON: "text/x-python; charset=utf-8",
    ExportFormat.CSV: "text/csv; charset=utf-8",
}


def export(encoding: Encoding, format: ExportFormat, vocabulary: str) -> str:
    """The tokens in a format, with the name of their vocabulary where the format has room."""
    return _WRITERS[format](encoding, vocabulary)


def as_text(encoding: Encoding, _: str = "") -> str:
    """The text with a bar where a token ends; a split character stands once, then its bytes.

    >>> from app.tokenization.types import TokenKind
    >>> def token(data: bytes, start: int, end: int) -> Token:
    ...     return Token(0, "", data, start, end, TokenKind.NORMAL, False, 0)
    >>> tokens = (token(b"a", 0, 1), token(b"\\xc3", 1, 2), token(b"\\xb1", 1, 2))
    >>> as_text(Encoding("añ", tokens, 3))
    'a|ñ(c3|b1)'
    """
    tokens = encoding.tokens
    start = min((token.start for token in tokens), default=0)
    end = max((token.end for token in tokens), default=0)
    parts: list[str] = []
    last: int | None = None
    for cell in cells(encoding.text, tokens, start, end):
        if parts and cell.tokens and cell.tokens[0] != last:
            parts.append(SEPARATOR)
        parts.append(cell.text)
        if len(cell.tokens) > 1:
            spelled = SEPARATOR.join(tokens[index].bytes.hex() for index in cell.tokens)
            parts.append(f"({spelled})")
        if cell.tokens:
            last = cell.tokens[-1]
    return "".join(parts)


def as_ids(encoding: Encoding, _: str = "") -> str:
    """The ids, as the decoder of the playground reads them back.

    >>> as_ids(Encoding("", (), 0))
    ''
    """
    return ", ".join(map(str, encoding.ids))


def as_json(encoding: Encoding, vocabulary: str) -> str:
    """Everything, for programs; bytes in hexadecimal, positions in code points."""
    document = {"vocabulary": vocabulary, "text": encoding.text, **_reading(encoding)}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def as_json_of_all(readings: Sequence[tuple[str, Encoding]]) -> str:
    """One text and its readings, each with the id of its vocabulary."""
    document = {
        "text": readings[0][1].text if readings else "",
        "readings": [{"vocabulary": id, **_reading(encoding)} for id, encoding in readings],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def as_python(encoding: Encoding, vocabulary: str) -> str:
    """Python source: the ids, and the bytes that each stands for.

    >>> print(as_python(Encoding("", (), 0), "gpt2"), end="")
    # gpt2: 0 tokens
    text = ''
    ids = []
    tokens = []
    """
    name = "".join(char if char.isprintable() else "?" for char in vocabulary)
    return (
        f"# {name}: {encoding.count} tokens\n"
        f"text = {encoding.text!r}\n"
        f"ids = {encoding.ids!r}\n"
        f"tokens = {[token.bytes for token in encoding.tokens]!r}\n"
    )


def as_csv(encoding: Encoding, _: str = "") -> str:
    """One line a token. Pieces and texts are JSON strings: white space is seen, and no spreadsheet
    takes one that begins with `=` for a formula. Bytes are apart, or some would pass for numbers.
    """
    return _csv([CSV_COLUMNS, *_lines(encoding)])


def as_csv_of_all(readings: Sequence[tuple[str, Encoding]]) -> str:
    """As `as_csv`, with the id of the vocabulary before each line.

    >>> as_csv_of_all([("gpt2", Encoding("", (), 0))]).partition(",")[0]
    'vocabulary'
    """
    lines = ((id, *line) for id, encoding in readings for line in _lines(encoding))
    return _csv([("vocabulary", *CSV_COLUMNS), *lines])


def _csv(lines: Sequence[tuple[object, ...]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(lines)
    return out.getvalue()


def _lines(encoding: Encoding) -> Iterator[tuple[object, ...]]:
    for position, token in enumerate(encoding.tokens):
        yield (
            position,
            token.id,
            _quoted(token.piece),
            _quoted(encoding.text[token.start : token.end]),
            token.bytes.hex(" "),
            token.start,
            token.end,
            token.kind.value,
            int(token.splits_character),
        )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _reading(encoding: Encoding) -> dict[str, object]:
    return {
        "count": encoding.count,
        "ids": encoding.ids,
        "tokens": [_token(token, encoding.text) for token in encoding.tokens],
    }


def _token(token: Token, text: str) -> dict[str, object]:
    return {
        "id": token.id,
        "piece": token.piece,
        "text": text[token.start : token.end],
        "bytes": token.bytes.hex(),
        "start": token.start,
        "end": token.end,
        "kind": token.kind.value,
        "splits_character": token.splits_character,
    }


_WRITERS: dict[ExportFormat, Callable[[Encoding, str], str]] = {
    ExportFormat.TEXT: as_text,
    ExportFormat.IDS: as_ids,
    ExportFormat.JSON: as_json,
    ExportFormat.PYTHON: as_python,
    ExportFormat.CSV: as_csv,
}
