"""Classes of characters, over every code point, as tiktoken's and tokenizers' engines see them."""

from __future__ import annotations

from functools import cache

import pytest
import tiktoken
from tokenizers import Regex
from tokenizers.pre_tokenizers import Split

from app.tokenization.bounded_pattern import BoundedPattern
from app.tokenization.unicode_age import in_unicode_16, is_assigned

EVERY_CHARACTER = "".join(chr(c) for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF)
CLASSES = [r"\s", r"\p{L}", r"\p{N}", r"\p{M}", r"\p{Lu}", r"\p{Ll}", r"\p{Lm}", r"(?i:[sdmtlvre])"]
"""The classes that the patterns are made of (Lt and Lo are what is left of L)."""


@cache
def ours(expression: str) -> str:
    spans = BoundedPattern(expression).spans(EVERY_CHARACTER)
    return "".join([EVERY_CHARACTER[start:end] for start, end in spans])


@pytest.mark.parametrize("expression", CLASSES)
def test_a_class_holds_what_it_holds_for_tiktoken(expression: str) -> None:
    """tiktoken encodes the matches and drops the rest; with bytes for tokens, they can be read off."""
    single_bytes = {bytes((byte,)): byte for byte in range(256)}
    reference = tiktoken.Encoding(
        "class", pat_str=expression, mergeable_ranks=single_bytes, special_tokens={}
    )
    matched = bytes(reference.encode_ordinary(EVERY_CHARACTER)).decode()
    assert set(matched) == set(ours(expression))


@pytest.mark.parametrize("expression", CLASSES)
def test_a_class_holds_what_it_holds_for_tokenizers(expression: str) -> None:
    reference = Split(Regex(expression), "removed", invert=True)
    matched = "".join(part for part, _ in reference.pre_tokenize_str(EVERY_CHARACTER))
    assert set(matched) == set(ours(expression))


def test_the_text_stays_as_long_and_known_characters_stay() -> None:
    seen = in_unicode_16(EVERY_CHARACTER)
    assert len(seen) == len(EVERY_CHARACTER)
    kept = [char for char, shown in zip(EVERY_CHARACTER, seen, strict=True) if char == shown]
    known = [char for char in EVERY_CHARACTER if is_assigned(char) and char != "\u0295"]
    assert set(kept) == {*known, "\u0378"}
    assert len(known) == 292_530
