"""Scores compare as integers exactly as they do as fractions."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.wordpiece.score_queue import scaled_score, score_bits

counts = st.integers(1, 5_000_000)


@given(st.tuples(counts, counts, counts), st.tuples(counts, counts, counts))
def test_scaled_scores_order_like_fractions(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    bits = score_bits(dict(enumerate((*one, *other))))
    exact = [Fraction(pair, left * right) for pair, left, right in (one, other)]
    scaled = [scaled_score(*terms, bits) for terms in (one, other)]
    assert (exact[0] > exact[1]) == (scaled[0] > scaled[1])
    assert (exact[0] == exact[1]) == (scaled[0] == scaled[1])


def test_scores_closer_than_a_float_can_tell() -> None:
    big = 4_000_037
    terms = [(big, big - 2, big - 4), (big - 1, big - 2, big - 5)]
    bits = score_bits({0: big})
    exact = [Fraction(pair, left * right) for pair, left, right in terms]
    scaled = [scaled_score(*term, bits) for term in terms]
    assert (exact[0] < exact[1]) == (scaled[0] < scaled[1])
    assert exact[0] != exact[1] and scaled[0] != scaled[1]
