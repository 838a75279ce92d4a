"""The queue of candidates against sorting all pairs anew."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.bpe.pair_queue import PairQueue, Ties, tie_breaker
from app.tokenization.bpe.segmented import SegmentedCorpus, unpack


@settings(max_examples=150, deadline=None)
@given(
    words=st.lists(st.text("abc", min_size=1, max_size=10), min_size=1, max_size=8),
    ties=st.sampled_from(Ties),
    picks=st.lists(st.integers(0, 3), max_size=6),
)
def test_the_best_are_the_best_of_all(words: list[str], ties: Ties, picks: list[int]) -> None:
    pieces = ["a", "b", "c"]
    corpus = SegmentedCorpus(
        [["abc".index(char) for char in word] for word in words], [1] * len(words)
    )
    queue = PairQueue(corpus, ties, pieces)
    for pick in picks:
        tie_break = tie_breaker(ties, corpus, pieces)
        ranked = sorted(corpus.counts, key=lambda pair: (-corpus.counts[pair], tie_break(pair)))
        best = [pair for _, _, pair in queue.best(4)]
        assert best == ranked[:4]
        if not best:
            break
        pair = best[pick % len(best)]
        left, right = unpack(pair)
        pieces.append(f"({pieces[left]}{pieces[right]})")
        queue.add(corpus.merge(pair, len(pieces) - 1).created)


def test_lexicographic_reads_pieces_and_smallest_pair_reads_ids() -> None:
    corpus = SegmentedCorpus([[2, 1], [1, 0]], [1, 1])
    pieces = ["c", "b", "a"]
    orders = {
        ties: [unpack(pair) for _, _, pair in PairQueue(corpus, ties, pieces).best(2)]
        for ties in Ties
    }
    assert orders == {
        Ties.FIRST_SEEN: [(2, 1), (1, 0)],
        Ties.SMALLEST_PAIR: [(1, 0), (2, 1)],
        Ties.LEXICOGRAPHIC: [(2, 1), (1, 0)],
    }
