"""Files in every encoding that is told apart, and those that are refused."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InputTooLarge, InvalidInput
from app.services.text_input import GUESSED, MARK_LEFT_OUT, TextEncoding, read_text

SPANISH = "El pingüino añadió «azúcar».\r\n¿Y después? Nada.\n"
WINDOWS = "“Cuesta 5 €” — dijo…"


@pytest.mark.parametrize(
    ("data", "encoding", "had_mark", "note"),
    [
        (SPANISH.encode(), TextEncoding.UTF_8, False, None),
        (SPANISH.encode("utf-8-sig"), TextEncoding.UTF_8, True, MARK_LEFT_OUT),
        (SPANISH.encode("utf-16-le"), TextEncoding.UTF_16_LE, False, GUESSED),
        (SPANISH.encode("utf-16-be"), TextEncoding.UTF_16_BE, False, GUESSED),
        (
            codecs.BOM_UTF16_LE + SPANISH.encode("utf-16-le"),
            TextEncoding.UTF_16_LE,
            True,
            MARK_LEFT_OUT,
        ),
        (
            codecs.BOM_UTF16_BE + SPANISH.encode("utf-16-be"),
            TextEncoding.UTF_16_BE,
            True,
            MARK_LEFT_OUT,
        ),
        (
            codecs.BOM_UTF32_LE + SPANISH.encode("utf-32-le"),
            TextEncoding.UTF_32_LE,
            True,
            MARK_LEFT_OUT,
        ),
        (
            codecs.BOM_UTF32_BE + SPANISH.encode("utf-32-be"),
            TextEncoding.UTF_32_BE,
            True,
            MARK_LEFT_OUT,
        ),
        (SPANISH.encode("latin-1"), TextEncoding.LATIN_1, False, GUESSED),
    ],
)
def test_told_apart(data: bytes, encoding: TextEncoding, had_mark: bool, note: str | None) -> None:
    read = read_text(data)
    assert (read.text, read.encoding, read.had_mark) == (SPANISH, encoding, had_mark)
    assert read.note == note


def test_windows_1252_is_told_from_latin_1() -> None:
    read = read_text(WINDOWS.encode("cp1252"))
    assert (read.text, read.encoding) == (WINDOWS, TextEncoding.WINDOWS_1252)


def test_utf_16_with_japanese_in_it_keeps_its_mark_and_its_text() -> None:
    text = "日本語のテキスト 🙂"
    assert read_text(text.encode("utf-16")).text == text


def test_empty_and_plain_ascii() -> None:
    assert read_text(b"").text == ""
    assert read_text(b"hola\t\x1b[1m\x0c\n").encoding is TextEncoding.UTF_8


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_utf_8_round_trip(text: str) -> None:
    read = read_text(b"." + text.encode())
    assert read.text == "." + text


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n...",
        b"PK\x03\x04\x14\x00",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"\x1f\x8b\x08",
        b"{\\rtf1\\ansi",
        b"hola\x00mundo!",
        bytes(range(256)),
        b"\x01\x02\x03\x04" * 20 + b"hola",
        "\u0081\u008dabc".encode("latin-1"),
        codecs.BOM_UTF16_LE + b"a",
        codecs.BOM_UTF8 + b"\xff",
    ],
)
def test_what_is_not_text_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput):
        read_text(data)


def test_the_kind_of_a_known_file_is_named() -> None:
    with pytest.raises(InvalidInput, match="PDF"):
        read_text(b"%PDF-1.4")


def test_too_large() -> None:
    with pytest.raises(InputTooLarge, match="limit is 10"):
        read_text(b"x" * 11, max_bytes=10)
