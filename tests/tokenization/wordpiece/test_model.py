"""What a WordPiece model may be, and where merging starts."""

from __future__ import annotations

import pytest

from app.errors import InvalidInput
from app.tokenization.wordpiece.model import WordPieceModel, alphabet_of, join, start_symbols


def test_symbols_and_pieces_carry_the_prefix_inside_words() -> None:
    assert start_symbols("año") == ["a", "##ñ", "##o"]
    assert start_symbols("a", "@@") == ["a"]
    assert join("a", "@@ñ", "@@") == "añ"
    assert join("@@a", "@@ñ", "@@") == "@@añ"


def test_every_letter_may_start_a_word() -> None:
    assert alphabet_of(["ba", "ca"]) == ("a", "b", "c", "##a")


def test_a_piece_comes_once() -> None:
    with pytest.raises(InvalidInput, match="“##a” is in the vocabulary twice"):
        WordPieceModel(("a", "##a", "##a"))
