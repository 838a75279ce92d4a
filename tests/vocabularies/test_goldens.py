"""The seven vocabularies against recorded ids and against the reference libraries.

References: tiktoken for the first four, tokenizers for Llama 2 and multilingual BERT, sentencepiece
for XLM-R (see `tests/oracles.py`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization import alignment
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import TokenKind
from app.vocabularies.registry import Registry
from tests.oracles import TiktokenOracle, TokenizersOracle, reference
from tests.shared import SHARED, golden, needs_shared
from tests.tokenization.hostile import hostile_text

pytestmark = needs_shared

BYTE_LEVEL = ["gpt2", "cl100k_base", "o200k_base", "llama-3"]
NORMALISING = ["llama-2", "bert-base-multilingual-cased", "xlm-roberta-base"]
SEVEN = [*BYTE_LEVEL, *NORMALISING]
BOOKS = ["quijote-es", "la-regenta", "amar-es-vencer", "quixote-en"]

every_vocabulary = pytest.mark.parametrize("id", SEVEN)


@cache
def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = golden("real_vocabularies")["cases"]
    return found


@every_vocabulary
def test_the_recorded_ids(registry: Registry, id: str) -> None:
    tokenizer = registry.tokenizer(id)
    assert len(cases()) == 48
    for case in cases():
        assert tokenizer.ids(case["text"]) == case["ids"][id], case["text"]


@every_vocabulary
@settings(deadline=None)
@given(text=hostile_text)
def test_hostile_text_has_the_ids_of_the_reference(registry: Registry, id: str, text: str) -> None:
    assert registry.tokenizer(id).ids(text) == reference(id).ids(text)


@every_vocabulary
@settings(deadline=None)
@given(text=st.text(max_size=80))
def test_any_text_has_the_ids_of_the_reference(registry: Registry, id: str, text: str) -> None:
    """Lone surrogates too: the text that is encoded has U+FFFD in their place."""
    encoding = registry.tokenizer(id).encode(text)
    assert encoding.ids == reference(id).ids(encoding.text)


@pytest.mark.parametrize("id", BYTE_LEVEL)
@settings(deadline=None)
@given(text=hostile_text)
def test_byte_level_text_comes_back(registry: Registry, id: str, text: str) -> None:
    tokenizer = registry.tokenizer(id)
    assert tokenizer.decode(tokenizer.ids(text)) == (text, True)


@settings(deadline=None)
@given(text=hostile_text)
def test_text_in_llama_2_comes_back_with_its_marks_as_spaces(registry: Registry, text: str) -> None:
    """Llama 2 writes a space as `▁`, so a `▁` that somebody typed comes back as a space."""
    tokenizer = registry.tokenizer("llama-2")
    assert tokenizer.decode(tokenizer.ids(text)) == (text.replace("▁", " "), True)


@pytest.mark.parametrize("id", NORMALISING[1:])
@settings(deadline=None)
@given(text=hostile_text)
def test_normalised_text_comes_back(registry: Registry, id: str, text: str) -> None:
    """Where nothing is unknown, the pieces joined are the normalised text, as far as it is shown."""
    tokenizer = registry.tokenizer(id)
    ids = tokenizer.ids(text)
    kinds = {tokenizer.vocabulary.kind(id) for id in ids}
    if TokenKind.UNKNOWN in kinds:
        return
    normalized = tokenizer.normalize(text).text
    if id == "xlm-roberta-base":
        assert tokenizer.decode(ids).text == normalized.replace("▁", " ").removeprefix(" ")
    else:
        pieces = [tokenizer.vocabulary.piece(id).removeprefix("##") for id in ids]
        words = [part.text for part in tokenizer.pre_tokenizer.split(normalized)]
        assert len("".join(pieces)) == len("".join(words))


@every_vocabulary
@settings(deadline=None)
@given(text=hostile_text)
def test_spans_and_cells_cover_the_text(registry: Registry, id: str, text: str) -> None:
    """Spans go forward and stay inside the text; the cells joined are the text, character by character."""
    encoding = registry.tokenizer(id).encode(text)
    assert encoding.count == len(encoding.tokens)
    previous = (0, 0)
    for token in encoding.tokens:
        assert 0 <= token.start <= token.end <= len(text)
        assert (token.start, token.end) >= previous
        previous = (token.start, token.end)
    cells = alignment.cells(encoding.text, encoding.tokens)
    assert "".join(cell.text for cell in cells) == text
    if id in BYTE_LEVEL:
        covered = {at for token in encoding.tokens for at in range(token.start, token.end)}
        assert covered == set(range(len(text)))
        for token in encoding.tokens:
            if not token.splits_character:
                assert token.bytes.decode() == text[token.start : token.end]


@pytest.mark.parametrize("id", BYTE_LEVEL)
@settings(deadline=None)
@given(
    parts=st.lists(
        st.one_of(
            hostile_text, st.sampled_from(["<|endoftext|>", "<|eot_id|>", "<|endofprompt|>"])
        ),
        max_size=5,
    )
)
def test_special_tokens_are_tokens_when_asked(
    registry: Registry, id: str, parts: list[str]
) -> None:
    theirs = reference(id)
    assert isinstance(theirs, TiktokenOracle | TokenizersOracle)
    text = "".join(parts)
    tokenizer = registry.tokenizer(id)
    assert tokenizer.ids(text, SpecialPolicy.AS_SPECIAL) == theirs.ids_with_specials(text)
    assert tokenizer.ids(text) == theirs.ids(text)


@pytest.mark.books
@every_vocabulary
@pytest.mark.parametrize("book", BOOKS)
def test_whole_books_have_the_ids_of_the_reference(registry: Registry, id: str, book: str) -> None:
    text = (SHARED / "corpora" / f"{book}.txt").read_text(encoding="utf-8")
    assert registry.tokenizer(id).ids(text) == reference(id).ids(text)
