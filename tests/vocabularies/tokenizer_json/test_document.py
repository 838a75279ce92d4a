"""Typed values out of JSON."""

from __future__ import annotations

import pytest

from app.errors import VocabularyFileError
from app.vocabularies.tokenizer_json.document import Node, parse


def node(text: str) -> Node:
    return parse(text.encode())


def test_absent_and_null_read_the_same() -> None:
    document = node('{"a": null, "s": "x", "e": ""}')
    assert not document.child("a") and not document.child("b") and document.child("s")
    assert document.text("a", "default") == document.text("b", "default") == "default"
    assert document.sign("a", "default") == "default" and document.sign("e", "default") == ""
    assert document.flag("a", True) is True and document.whole_number("b", 7) == 7


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert parse(b'\xef\xbb\xbf{"a": 1}').whole_number("a") == 1


def test_errors_say_where() -> None:
    document = node('{"model": {"vocab": [["a", "b"]]}}')
    (entry,) = document.child("model").child("vocab").items()
    with pytest.raises(VocabularyFileError, match=r"model\.vocab\[0\] must be a number"):
        entry.number()


def test_numbers_are_finite_and_not_booleans() -> None:
    document = node('{"yes": true, "score": -3, "huge": 1e400}')
    assert document.child("score").number() == -3.0
    for key in ("yes", "huge"):
        with pytest.raises(VocabularyFileError, match="must be"):
            document.child(key).number()
    with pytest.raises(VocabularyFileError, match="whole number from 0"):
        document.whole_number("score")
