"""The fast sums over a corpus against the readable lattice."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.unigram.expectation import (
    best_counts,
    best_pieces,
    expect,
    lay_out,
    stretches,
    without,
)
from app.tokenization.unigram.lattice import Lattice
from app.tokenization.unigram.piece_table import PieceTable

LETTERS = ("a", "b", "c")
vocabularies = st.dictionaries(
    st.text(alphabet="abc", min_size=1, max_size=5), st.floats(-14, -0.05), max_size=12
).map(lambda longer: dict.fromkeys(LETTERS, -6.0) | longer)
corpora = st.lists(
    st.tuples(st.text(alphabet="abc", min_size=1, max_size=12), st.integers(1, 5)), max_size=6
)


@given(vocabulary=vocabularies, corpus=corpora, factor=st.sampled_from([1.0, 60.0]))
@settings(max_examples=200, deadline=None)
def test_expected_counts_equal_the_lattices(
    vocabulary: dict[str, float], corpus: list[tuple[str, int]], factor: float
) -> None:
    """A factor of 60 makes words so improbable that the sums must go by logarithms."""
    pieces, scores = list(vocabulary), [score * factor for score in vocabulary.values()]
    table = PieceTable({p: (i, scores[i]) for i, p in enumerate(pieces)}, -1)
    found = expect(lay_out(corpus, pieces), scores)
    assert found is not None
    expected: Counter[int] = Counter()
    total = 0.0
    for word, count in corpus:
        lattice = Lattice(table, word)
        total += count * lattice.log_likelihood()
        for arc, share in lattice.marginals().items():
            expected[arc.id] += count * share  # type: ignore[assignment]
    assert found.log_likelihood == pytest.approx(total)
    assert list(found.counts) == pytest.approx([expected[i] for i in range(len(pieces))], abs=1e-9)


@given(vocabulary=vocabularies, corpus=corpora)
@settings(max_examples=200, deadline=None)
def test_best_segmentations_equal_the_lattices(
    vocabulary: dict[str, float], corpus: list[tuple[str, int]]
) -> None:
    pieces, scores = list(vocabulary), list(vocabulary.values())
    table = PieceTable({p: (i, scores[i]) for i, p in enumerate(pieces)}, -1)
    laid = lay_out(corpus, pieces)
    counts: Counter[int] = Counter()
    for (word, count), arcs in zip(corpus, laid, strict=True):
        best = [arc.id for arc in Lattice(table, word).best().arcs]
        assert best_pieces(arcs, scores) == best
        for id in best:
            counts[id] += count
    assert best_counts(laid, scores) == [counts[i] for i in range(len(pieces))]


@given(vocabulary=vocabularies, corpus=corpora, data=st.data())
@settings(max_examples=100, deadline=None)
def test_filtering_equals_laying_out_anew(
    vocabulary: dict[str, float], corpus: list[tuple[str, int]], data: st.DataObject
) -> None:
    pieces = list(vocabulary)
    gone = set(data.draw(st.lists(st.sampled_from(pieces)))) - set(LETTERS)
    stay = [piece for piece in pieces if piece not in gone]
    renumbered = [stay.index(piece) if piece in stay else -1 for piece in pieces]
    assert without(lay_out(corpus, pieces), renumbered) == lay_out(corpus, stay)


def test_the_best_way_without_a_piece() -> None:
    pieces = ["a", "b", "ab", "aba"]
    (word,) = lay_out([("aba", 1)], pieces)
    scores = [-2.0, -2.0, -3.0, -1.0]
    assert best_pieces(word, scores) == [3]
    assert best_pieces(word, scores, besides=3) == [2, 0]
    (letter,) = lay_out([("a", 1)], pieces)
    assert best_pieces(letter, scores, besides=0) == []


def test_stop_is_asked_every_thousand_words() -> None:
    laid = lay_out([("ab", 1)] * 1500, ["a", "b"])
    assert expect(laid, [-1.0, -1.0], lambda: True) is None
    assert expect(laid[:900], [-1.0, -1.0], lambda: True) is not None


def test_a_very_long_improbable_stretch_stays_finite() -> None:
    words = stretches([("ab" * 500, 1)])
    found = expect(lay_out(words, ["a", "b"]), [-600.0, -700.0])
    assert found is not None
    assert found.log_likelihood == pytest.approx(500 * -1300.0)
    assert list(found.counts) == pytest.approx([500, 500])
    assert math.isfinite(sum(found.counts))
