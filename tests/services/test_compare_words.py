"""Words under several vocabularies: cells over the letters, shared cuts, a speaker's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import VocabularyUnavailable
from app.services.compare_words import ComparedWord, compare_words, typed_words
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry


@pytest.fixture(scope="module")
def registry(vocabulary_dir: Path) -> Registry:
    return build_registry(vocabulary_dir)


def compared(registry: Registry, word: str, *ids: str, spaced: bool = False) -> ComparedWord:
    (one,) = compare_words(registry, typed_words(word, 1), ids, spaced)
    return one


def test_cuts_are_places_between_letters(registry: Registry) -> None:
    found = compared(registry, "dá-me-lo", "cl100k_base", "xlm-roberta-base")
    assert [sorted(cut.cuts) for cut in found.cuts] == [[1, 3], [3]]
    assert (found.shared, found.agree, found.typed.own) == (
        frozenset({3}),
        False,
        frozenset({2, 4}),
    )


def test_vocabularies_that_cut_alike_agree(registry: Registry) -> None:
    found = compared(registry, "ferrocarril", "gpt2", "cl100k_base", "o200k_base")
    assert found.agree and found.shared == {3, 6, 9}


def test_a_mark_that_covers_no_letter_stands_apart(registry: Registry) -> None:
    (cut,) = compared(registry, "漢字", "xlm-roberta-base").cuts
    assert [token.piece for token in cut.before] == ["▁"]
    assert [cell.text for cell in cut.cells] == ["漢", "字"]


def test_inside_a_sentence_the_space_may_join_the_word(registry: Registry) -> None:
    (cut,) = compared(registry, "niño", "o200k_base", spaced=True).cuts
    assert [token.piece for token in cut.tokens] == ["ĠniÃ±o"]
    assert [(cell.text, cell.start, cell.end) for cell in cut.cells] == [("niño", 0, 4)]


def test_a_letter_split_over_tokens_is_one_cell(registry: Registry) -> None:
    (cut,) = compared(registry, "🙂", "gpt2").cuts
    assert [(cell.text, cell.tokens) for cell in cut.cells] == [("🙂", (0, 1))]
    assert cut.cuts == frozenset()


def test_a_vocabulary_that_is_not_here_says_why(tmp_path: Path) -> None:
    absent = build_registry(tmp_path)
    found = compared(absent, "sol", "gpt2", "bert-base-multilingual-cased")
    assert isinstance(found.cuts[1].error, VocabularyUnavailable)
    assert found.shared == found.cuts[0].cuts


@given(st.text("ábñ -|·\n🙂", max_size=20))
def test_marks_are_never_letters_and_lie_inside(text: str) -> None:
    for typed in typed_words(text, 5):
        assert typed.word and not set(typed.word) & set("-|· \n")
        assert all(0 < cut < len(typed.word) for cut in typed.own or ())
