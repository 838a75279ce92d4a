"""Reading a corpus: words, counts, and every way it can be impossible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.tokenization.corpus import (
    Corpus,
    Split,
    Word,
    from_counts,
    looks_weighted,
    read_corpus,
    read_weighted_words,
    split_text,
)


def pairs(corpus: Corpus) -> list[tuple[str, int]]:
    return [(word.text, word.count) for word in corpus.words]


@given(st.text(max_size=80), st.sampled_from([Split.GPT2, Split.CL100K, Split.O200K, Split.LINES]))
def test_patterns_keep_every_character(text: str, split: Split) -> None:
    assert "".join(split_text(text, split)) == text


@given(st.text(max_size=80))
def test_whitespace_drops_only_whitespace(text: str) -> None:
    words = split_text(text, Split.WHITESPACE)
    assert all(words)
    # Unicode's White_Space; Python counts four more controls as space.
    kept = "".join(char for char in text if not char.isspace() or char in "\x1c\x1d\x1e\x1f")
    assert "".join(words) == kept


def test_words_come_in_order_of_first_appearance() -> None:
    corpus = read_corpus("ba ab\tba\u00a0ab ba")
    assert pairs(corpus) == [("ba", 3), ("ab", 2)]
    assert (corpus.characters, corpus.occurrences) == (10, 5)


def test_whole_text_and_lines() -> None:
    assert pairs(read_corpus("a b\na", Split.NONE)) == [("a b\na", 1)]
    corpus = read_corpus("a b\n\na b\nc")
    assert pairs(corpus.lines()) == [("a b\n", 2), ("\n", 1), ("c", 1)]
    weighted = from_counts({"ab": 2})
    assert weighted.lines() is weighted


def test_lone_surrogates_become_the_replacement_character() -> None:
    assert pairs(read_corpus("a\ud83d b")) == [("a\ufffd", 1), ("b", 1)]
    assert pairs(from_counts({"a" + chr(0xD83D): 1, "a\ufffd": 2})) == [("a\ufffd", 3)]


@pytest.mark.parametrize("text", ["", " \n\t\u2003"])
def test_a_text_without_words_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="corpus is empty"):
        read_corpus(text)


def test_spaces_are_a_corpus_where_spaces_are_kept() -> None:
    assert pairs(read_corpus("  ", Split.NONE)) == [("  ", 1)]
    with pytest.raises(InvalidInput, match="corpus is empty"):
        read_corpus("", Split.NONE)


def test_words_with_counts() -> None:
    text = "bajo*3 baja*2\nbajada*1 a*b*4 bajo*1"
    assert looks_weighted(text)
    assert pairs(read_weighted_words(text)) == [
        ("bajo", 4),
        ("baja", 2),
        ("bajada", 1),
        ("a*b", 4),
    ]
    assert pairs(read_weighted_words("solo *5")) == [("solo", 1), ("*5", 1)]


@pytest.mark.parametrize("text", ["bajo*3 baja*2 bajada", "bajo*3, baja*2, bajada*1"])
def test_a_count_left_out_is_one_and_commas_part_words(text: str) -> None:
    assert looks_weighted(text)
    assert pairs(read_weighted_words(text)) == [("bajo", 3), ("baja", 2), ("bajada", 1)]


@pytest.mark.parametrize(
    "text", ["bajo*3 baja", "si a*2 = b, b es 6", "*3", "bajo*", "bajo*-1", "2*x", ""]
)
def test_texts_that_are_not_words_with_counts(text: str) -> None:
    assert not looks_weighted(text)


@pytest.mark.parametrize("text", ["bajo*0", "bajo*9999999999999"])
def test_impossible_counts_are_refused_with_the_word(text: str) -> None:
    with pytest.raises(InvalidInput, match="The count of “bajo” is"):
        read_weighted_words(text)


def test_impossible_words_are_refused() -> None:
    with pytest.raises(InvalidInput, match="A word of the corpus is empty"):
        from_counts({"": 1})
    with pytest.raises(InvalidInput, match="corpus is empty"):
        from_counts({})
    with pytest.raises(InvalidInput, match="is -1; counts go from 1"):
        from_counts({"a": -1})


def test_a_corpus_is_made_of_words() -> None:
    assert Corpus((Word("a", 1),)).split is Split.WHITESPACE
