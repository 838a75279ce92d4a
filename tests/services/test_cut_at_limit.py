"""Cuts at a limit: golden, against bytes, and never inside a character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.services.cut_at_limit import cut_at_limit, cut_text
from app.tokenization.types import Encoding, Token, TokenKind
from tests.services.small_tokenizer import byte_tokenizer
from tests.shared import golden, needs_shared


def byte_tokens(text: str, size: int) -> Encoding:
    """The text in tokens of `size` bytes each, as a byte-level vocabulary may cut it."""
    data = text.encode()
    of_byte = [index for index, char in enumerate(text) for _ in char.encode()]
    tokens = []
    for start in range(0, len(data), size):
        piece = data[start : start + size]
        begin, end = of_byte[start], of_byte[start + len(piece) - 1] + 1
        tokens.append(Token(0, "", piece, begin, end, TokenKind.NORMAL, False, 0))
    return Encoding(text, tuple(tokens), len(tokens))


def pieces(text: str, parts: list[str]) -> Encoding:
    """Tokens that are stretches of the text, in order; spaces between them have no token."""
    tokens, at = [], 0
    for part in parts:
        at = text.index(part, at)
        end = at + len(part)
        tokens.append(Token(0, part, part.encode(), at, end, TokenKind.NORMAL, False, 0))
        at = end
    return Encoding(text, tuple(tokens), len(tokens))


@needs_shared
def test_golden() -> None:
    known = golden("training")["no_marker"]
    case = known["cut_at_limit"]
    parts = [piece for word in known["encode_after_60"][case["text"]] for piece in word]
    found = cut_at_limit(pieces(case["text"], parts), case["limit"])
    assert found.total == case["tokens"]
    assert found.kept == case["kept"]
    assert found.kept_tokens == case["limit"] and not found.mid_character


@given(st.text(max_size=30), st.integers(1, 5), st.integers(0, 40))
def test_keeps_exactly_the_whole_characters_of_the_first_tokens(
    text: str, size: int, limit: int
) -> None:
    encoding = byte_tokens(text, size)
    found = cut_at_limit(encoding, limit)
    stopped = text.encode()[: limit * size]
    assert found.kept == stopped.decode("utf-8", "ignore")
    assert found.kept.encode() + found.broken == stopped
    assert found.mid_character == bool(found.broken)
    assert found.is_cut == (limit < encoding.count)


def test_an_emoji_over_three_tokens() -> None:
    encoding = byte_tokens("🙂", 2)
    assert [cut_at_limit(encoding, limit).kept for limit in range(3)] == ["", "", "🙂"]
    assert cut_at_limit(encoding, 1).broken == b"\xf0\x9f"


def test_a_character_spelled_out_by_normalisation_is_not_cut_in_two() -> None:
    tokens = tuple(
        Token(0, piece, piece.encode(), 0, 1, TokenKind.NORMAL, True, 0) for piece in ("1", "⁄2")
    )
    found = cut_at_limit(Encoding("½", tokens, 2), 1)
    assert (found.kept, found.mid_character, found.broken) == ("", True, b"")


def test_an_accent_left_behind_is_told() -> None:
    found = cut_at_limit(pieces("cafe\u0301", ["cafe", "\u0301"]), 1)
    assert found.kept == "cafe" and found.mid_grapheme and not found.mid_character


def test_tokens_without_characters_count_towards_the_limit() -> None:
    mark = Token(0, "▁", b" ", 0, 0, TokenKind.NORMAL, False, 0)
    word = Token(1, "sol", b"sol", 0, 3, TokenKind.NORMAL, False, 0)
    found = cut_at_limit(Encoding("sol", (mark, word), 2), 1)
    assert (found.kept, found.kept_tokens) == ("", 1)


def test_an_encoding_without_the_next_token_is_refused() -> None:
    whole = byte_tokens("abcdef", 1)
    with pytest.raises(ValueError, match="cannot be cut"):
        cut_at_limit(Encoding(whole.text, whole.tokens[:3], 6), 3)


@pytest.mark.parametrize("limit", [-1, 10**7])
def test_impossible_limits(limit: int) -> None:
    with pytest.raises(InvalidInput):
        cut_text(byte_tokenizer(), "hola", limit)


def test_from_text() -> None:
    found = cut_text(byte_tokenizer(), "año nuevo", 2)
    assert (found.kept, found.total, found.broken) == ("a", 10, b"\xc3")
