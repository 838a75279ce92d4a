"""What a BPE model may be, and where merging starts."""

from __future__ import annotations

import pytest

from app.errors import InvalidInput
from app.tokenization.bpe.model import (
    BYTE_ALPHABET,
    MAX_MARKER,
    BpeModel,
    Unit,
    alphabet_of,
    start_symbols,
)
from app.tokenization.bpe.rules import encode_with_rules
from app.tokenization.bpe.trainer import BpeConfig


def test_the_byte_alphabet_is_in_the_order_of_gpt2() -> None:
    assert len(set(BYTE_ALPHABET)) == 256
    assert BYTE_ALPHABET[:3] == ("!", '"', "#")
    # GPT-2's ids: 0 is "!", 187 the last printable byte "ÿ", 188 "Ā" (NUL), 220 the space "Ġ".
    assert (BYTE_ALPHABET[187], BYTE_ALPHABET[188], BYTE_ALPHABET[220]) == ("ÿ", "Ā", "Ġ")
    assert alphabet_of(["a"], Unit.BYTE, None) == BYTE_ALPHABET


def test_the_mark_is_a_letter_of_the_alphabet() -> None:
    assert alphabet_of(["ba"], Unit.CHARACTER, "</w>") == ("</w>", "a", "b")
    assert start_symbols("", Unit.CHARACTER, "</w>") == ["</w>"]


def test_pieces_are_in_order_of_ids() -> None:
    model = BpeModel(("</w>", "a"), (("a", "a"), ("aa", "</w>")), marker="</w>")
    assert model.pieces == ("</w>", "a", "aa", "aa</w>")
    assert model.stop_reason is None


@pytest.mark.parametrize(
    ("merges", "message"),
    [
        ((("a", "b"), ("a", "b")), "Rule 2 makes “ab” a second time"),
        ((("a", "b"), ("ab", "a"), ("b", "a"), ("a", "ba")), "Rule 4 makes “aba” a second time"),
        ((("a", "c"),), "Rule 1 uses “c”"),
        ((("ab", "a"), ("a", "b")), "Rule 1 uses “ab”"),
    ],
)
def test_impossible_merges_are_refused(merges: tuple[tuple[str, str], ...], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        BpeModel(("a", "b"), merges)


@pytest.mark.parametrize("marker", ["", "x" * (MAX_MARKER + 1)])
def test_a_mark_that_would_multiply_the_text_is_refused(marker: str) -> None:
    with pytest.raises(InvalidInput, match="end-of-word mark"):
        BpeConfig(marker=marker)
    with pytest.raises(InvalidInput, match="end-of-word mark"):
        encode_with_rules([], "a b", marker=marker)


def test_half_a_character_in_a_mark_is_replaced() -> None:
    assert BpeConfig(marker="\ud800").marker == "\ufffd"
    assert encode_with_rules([], "a", marker="\ud800").final.words == (("a", "\ufffd"),)
