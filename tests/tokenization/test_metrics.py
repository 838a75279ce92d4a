"""Figures against a slow count over the cells of the whole encoding."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.alignment import cells
from app.tokenization.metrics import Metrics, count_words, measure
from app.tokenization.pipeline import Tokenizer
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import TokenKind
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry


@cache
def registry() -> Registry:
    return build_registry(Path("nowhere"))


def slow(tokenizer: Tokenizer, text: str) -> tuple[int, int, int]:
    encoding = tokenizer.encode(text)
    unknowns = sum(token.kind is TokenKind.UNKNOWN for token in encoding.tokens)
    split = sum(
        len(cell.text) for cell in cells(encoding.text, encoding.tokens) if len(cell.tokens) > 1
    )
    return encoding.count, unknowns, split


@pytest.mark.parametrize("vocabulary", ["gpt2", "llama-2", "xlm-roberta-base"])
@settings(deadline=None, max_examples=60)
@given(text=st.text(st.sampled_from("aeñ 🙂漢½ﬁ\u0301\n☃ꙮ"), max_size=25))
def test_agrees_with_the_cells(vocabulary: str, text: str) -> None:
    tokenizer = registry().tokenizer(vocabulary)
    found = measure(tokenizer, text)
    assert (found.tokens, found.unknowns, found.split_characters) == slow(tokenizer, text)


def test_the_sentence_of_the_front_page() -> None:
    found = measure(registry().tokenizer("gpt2"), "El niño juega en el jardín.")
    assert found == Metrics(6, 27, 29, 12, 0, 0)
    assert found.tokens_per_word == 2.0


def test_an_emoji_is_one_split_character() -> None:
    assert measure(registry().tokenizer("gpt2"), "🙂").split_characters == 1


def test_nothing_divides_by_zero() -> None:
    empty = measure(registry().tokenizer("gpt2"), "")
    assert empty.tokens_per_word is empty.characters_per_token is empty.unknown_share is None


def test_special_tokens_are_counted_as_asked() -> None:
    text = "fin<|endoftext|>"
    gpt2 = registry().tokenizer("gpt2")
    assert measure(gpt2, text).tokens > measure(gpt2, text, SpecialPolicy.AS_SPECIAL).tokens == 2


def test_lone_surrogates_are_measured_as_what_they_turn_into() -> None:
    assert measure(registry().tokenizer("gpt2"), "\ud83d").bytes == 3


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), ("  ", 0), ("a\u00a0b", 2), ("¡Hola, tú!", 2)]
)
def test_words(text: str, words: int) -> None:
    assert count_words(text) == words
