"""The lattice against brute force: every segmentation of short texts written out."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.unigram.lattice import Lattice, log_sum
from app.tokenization.unigram.piece_table import PieceTable
from app.tokenization.unigram.viterbi import DOUBLE

scores = st.floats(-12, -0.01).map(lambda score: round(score, 3))
vocabularies = st.dictionaries(st.text(alphabet="abc", min_size=1, max_size=4), scores, max_size=12)
texts = st.text(alphabet="abc▁", min_size=1, max_size=9)


def table_of(vocabulary: dict[str, float]) -> PieceTable:
    return PieceTable({p: (id, s) for id, (p, s) in enumerate(vocabulary.items(), 1)}, 0)


def brute_force(vocabulary: dict[str, float], text: str) -> list[tuple[float, tuple[str, ...]]]:
    """Every segmentation with its score, best first: all ways to choose where to cut."""
    unknown = min(vocabulary.values(), default=0.0) - 10
    found = []
    for cuts in range(len(text)):
        for inner in combinations(range(1, len(text)), cuts):
            bounds = (0, *inner, len(text))
            pieces = tuple(text[a:b] for a, b in pairwise(bounds))
            if all(piece in vocabulary or len(piece) == 1 for piece in pieces):
                found.append((sum(vocabulary.get(piece, unknown) for piece in pieces), pieces))
    return sorted(found, key=lambda way: (-way[0], way[1]))


@given(vocabulary=vocabularies, text=texts)
@settings(max_examples=300, deadline=None)
def test_viterbi_and_n_best_equal_brute_force(vocabulary: dict[str, float], text: str) -> None:
    lattice = Lattice(table_of(vocabulary), text)
    expected = brute_force(vocabulary, text)
    assert lattice.paths() == len(expected)
    found = lattice.n_best(len(expected) + 5)
    assert {segmentation.pieces for segmentation in found} == {pieces for _, pieces in expected}
    assert len(found) == len(expected)
    for segmentation, (score, _) in zip(found, expected, strict=True):
        assert segmentation.score == pytest.approx(score)
        assert segmentation.behind == pytest.approx(expected[0][0] - score, abs=1e-9)
    assert lattice.best() == found[0]
    assert lattice.n_best(3) == found[:3]


@given(vocabulary=vocabularies, text=texts)
@settings(max_examples=200, deadline=None)
def test_probabilities_equal_brute_force(vocabulary: dict[str, float], text: str) -> None:
    lattice = Lattice(table_of(vocabulary), text)
    expected = brute_force(vocabulary, text)
    whole = sum(math.exp(score) for score, _ in expected)
    assert lattice.log_likelihood() == pytest.approx(math.log(whole))
    assert lattice.backward()[0] == pytest.approx(math.log(whole))
    through: Counter[tuple[int, str]] = Counter()
    for score, pieces in expected:
        at = 0
        for piece in pieces:
            through[at, piece] += math.exp(score) / whole  # type: ignore[assignment]
            at += len(piece)
    marginals = {(arc.start, arc.piece): share for arc, share in lattice.marginals().items()}
    assert marginals.keys() == through.keys()
    for key, share in marginals.items():
        assert share == pytest.approx(through[key])


@given(vocabulary=vocabularies, text=texts)
@settings(max_examples=200, deadline=None)
def test_the_encoder_takes_the_best_path(vocabulary: dict[str, float], text: str) -> None:
    """Unknown neighbours become one token in the encoder; the lattice shows each character."""
    pieces = {piece: (id, score) for id, (piece, score) in enumerate(vocabulary.items(), 1)}
    encoded = Unigram(pieces, 0, arithmetic=DOUBLE).segment(text)
    path: list[tuple[int, int, int]] = []
    for arc in Lattice(table_of(vocabulary), text).best().arcs:
        if path and path[-1][2] == arc.id == 0:
            path[-1] = (path[-1][0], arc.end, 0)
        else:
            path.append((arc.start, arc.end, arc.id))
    assert [(s.start, s.end, s.id) for s in encoded] == path


def test_best_scores_and_back_pointers_tell_the_path() -> None:
    table = table_of({"s": -3.0, "o": -3.0, "l": -3.0, "so": -4.0, "ol": -4.5, "sol": -9.0})
    lattice = Lattice(table, "sol")
    assert list(lattice.best_scores) == [0.0, -3.0, -4.0, -7.0]
    arcs = lattice.back_pointers
    assert [arc and (arc.start, arc.piece) for arc in arcs] == [
        None,
        (0, "s"),
        (0, "so"),
        (2, "l"),
    ]
    assert lattice.best().pieces == ("so", "l")
    assert [s.behind for s in lattice.n_best(4)] == [0.0, 0.5, 2.0, 2.0]


def test_the_empty_text_has_one_empty_way() -> None:
    lattice = Lattice(table_of({"a": -1.0}), "")
    assert lattice.best().arcs == ()
    assert [s.arcs for s in lattice.n_best(3)] == [()]
    assert lattice.log_likelihood() == 0.0
    assert lattice.sample(Random(1)).arcs == ()


# Critical value of chi-square at p = 0.001 for one to seven degrees of freedom (NIST handbook).
CHI_SQUARE = (10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_samples_follow_the_probabilities(temperature: float) -> None:
    vocabulary = {"a": -2.0, "b": -2.2, "ab": -3.1, "ba": -3.6, "aba": -5.0, "bab": -5.5}
    text, draws = "abab", 6000
    ways = brute_force(vocabulary, text)
    weights = {pieces: math.exp(score / temperature) for score, pieces in ways}
    random = Random(20)
    lattice = Lattice(table_of(vocabulary), text)
    drawn = Counter(lattice.sample(random, temperature).pieces for _ in range(draws))
    assert drawn.keys() <= weights.keys()
    whole = sum(weights.values())
    statistic = 0.0
    for pieces, weight in weights.items():
        expected = draws * weight / whole
        statistic += (drawn[pieces] - expected) ** 2 / expected
    assert len(ways) == 7
    assert statistic < CHI_SQUARE[len(ways) - 2]


def test_the_same_seed_draws_the_same() -> None:
    lattice = Lattice(table_of({"a": -1.0, "aa": -2.0}), "aaaaaa")
    first = [lattice.sample(Random(7)).pieces for _ in range(3)]
    assert first == [lattice.sample(Random(7)).pieces for _ in range(3)]


@pytest.mark.parametrize("temperature", [0.0, -1.0, 1e-300, 1e4, math.inf, math.nan])
def test_a_temperature_has_bounds(temperature: float) -> None:
    with pytest.raises(InvalidInput, match="temperature"):
        Lattice(table_of({"a": -1.0}), "aa").sample(Random(1), temperature)


def test_log_sum_of_far_apart_numbers() -> None:
    assert log_sum([0.0, -800.0]) == 0.0
    assert log_sum([-5000.0]) == -5000.0
