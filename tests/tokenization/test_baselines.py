"""Word, character and byte vocabularies: what they know, and what they cannot write."""

from __future__ import annotations

import pytest

from app.errors import InvalidInput
from app.tokenization.baselines import Baseline, learn_baseline
from app.tokenization.corpus import Split, from_counts, read_corpus
from tests.shared import golden, needs_shared


@needs_shared
def test_word_ids_follow_first_appearance_and_unseen_words_have_none() -> None:
    data = golden("training")["no_marker"]
    words = learn_baseline(Baseline.WORD, read_corpus("\n".join(data["lines"])))
    assert len(words.pieces) == data["distinct_words"]
    for text, ids in data["word_dictionary_ids"].items():
        assert [part.id for part in words.encode(text)] == ids


@needs_shared
def test_the_unknown_words_of_a_word_vocabulary() -> None:
    data = golden("training")["end_of_word"]
    words = learn_baseline(Baseline.WORD, read_corpus(data["corpus"]))
    expected = data["unknown_words_of_word_vocabulary"]
    assert list(words.unknown(expected["text"])) == expected["unknown"]


def test_characters_lack_only_unseen_letters() -> None:
    characters = learn_baseline(Baseline.CHARACTER, read_corpus("ñu un"))
    assert characters.pieces == ("ñ", "u", "n")
    assert [(part.text, part.id) for part in characters.encode("nuñ ó")] == [
        ("n", 2),
        ("u", 1),
        ("ñ", 0),
        ("ó", None),
    ]


def test_bytes_lack_nothing() -> None:
    single = learn_baseline(Baseline.BYTE, read_corpus("a", Split.NONE))
    text = "ñ 東 😀\0"
    assert [part.id for part in single.encode(text)] == list(text.encode("utf-8"))
    assert single.unknown(text) == ()


def test_a_size_keeps_the_most_frequent() -> None:
    corpus = from_counts({"raro": 1, "bajo": 3, "baja": 3, "bajada": 2})
    assert learn_baseline(Baseline.WORD, corpus, 2).pieces == ("bajo", "baja")
    assert learn_baseline(Baseline.WORD, corpus, 3).pieces == ("bajo", "baja", "bajada")
    assert learn_baseline(Baseline.CHARACTER, corpus, 1).pieces == ("a",)


@pytest.mark.parametrize(("kind", "size"), [(Baseline.WORD, 0), (Baseline.BYTE, 255)])
def test_an_impossible_size_is_refused(kind: Baseline, size: int) -> None:
    with pytest.raises(InvalidInput, match=f"{size} was asked for"):
        learn_baseline(kind, read_corpus("a"), size)
