"""Whole words or unknown."""

from __future__ import annotations

import pytest

from app.tokenization.types import Segment, TokenKind
from app.tokenization.word_level import WordLevel


def test_a_known_word_and_an_unknown_one() -> None:
    words = WordLevel({"?": 0, "niño": 5}, unknown="?")
    assert words.segment("niño") == (Segment(5, 0, 4),)
    assert words.segment("niña") == (Segment(0, 0, 4, TokenKind.UNKNOWN),)
    assert words.segment("?") == (Segment(0, 0, 1, TokenKind.UNKNOWN),)


def test_the_unknown_piece_must_be_there() -> None:
    with pytest.raises(KeyError):
        WordLevel({"niño": 5}, unknown="?")
