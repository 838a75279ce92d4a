"""Candidate pairs in order of preference: the most frequent first, ties by a stated rule.

A heap with lazy invalidation. Counts of a pair only fall once it exists (`segmented`), so an entry
never understates its pair: pop, compare with the count now, and put back what is stale.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from app.tokenization.bpe.segmented import SegmentedCorpus, unpack


class Ties(StrEnum):
    """Which of equally frequent pairs is merged.

    FIRST_SEEN: the one that occurs first in the corpus as segmented now, words in order of first
    appearance (Sennrich's and minbpe's habit). SMALLEST_PAIR: the smaller pair of ids, letters
    numbered in code-point order, as Hugging Face `tokenizers` does; the order of the corpus then
    does not matter. LEXICOGRAPHIC: the pair whose written pieces come first in code-point order,
    as textbooks do by hand (it differs from SMALLEST_PAIR once pieces are longer than a letter).
    """

    FIRST_SEEN = "first_seen"
    SMALLEST_PAIR = "smallest_pair"
    LEXICOGRAPHIC = "lexicographic"


TieBreak = int | tuple[str, str]
Entry = tuple[int, TieBreak, int]
"""(-count, tie-break, pair): the smallest is the best. Tie-breaks of one queue are of one type."""


def tie_breaker(
    ties: Ties, corpus: SegmentedCorpus, pieces: Sequence[str]
) -> Callable[[int], TieBreak]:
    """The key that orders equally frequent pairs; `pieces` maps symbols to what they read."""
    if ties is Ties.FIRST_SEEN:
        return corpus.first
    if ties is Ties.SMALLEST_PAIR:
        return lambda pair: pair

    def written(pair: int) -> tuple[str, str]:
        left, right = unpack(pair)
        return pieces[left], pieces[right]

    return written


class PairQueue:
    """The pairs of a segmented corpus, best first."""

    def __init__(self, corpus: SegmentedCorpus, ties: Ties, pieces: Sequence[str]) -> None:
        self._corpus = corpus
        self._tie_break = tie_breaker(ties, corpus, pieces)
        self._heap = [self.entry(pair) for pair in corpus.counts]
        heapq.heapify(self._heap)

    def entry(self, pair: int) -> Entry:
        """Where a pair stands now. A first occurrence moves only when it dies, and then the count
        falls: so an entry is right exactly while its count is."""
        return -self._corpus.counts[pair], self._tie_break(pair), pair

    def add(self, pairs: Iterable[int]) -> None:
        """Take in pairs that a merge created."""
        for pair in pairs:
            heapq.heappush(self._heap, self.entry(pair))

    def best(self, number: int) -> list[Entry]:
        """The best pairs, at most `number`; they stay in the queue until they no longer occur.

        >>> corpus = SegmentedCorpus([[1, 0], [0, 1]], [2, 2])
        >>> [pair for *_, pair in PairQueue(corpus, Ties.SMALLEST_PAIR, 'ab').best(2)] == [1, 1 << 24]
        True
        >>> [pair for *_, pair in PairQueue(corpus, Ties.FIRST_SEEN, 'ab').best(2)] == [1 << 24, 1]
        True
        """
        heap, counts = self._heap, self._corpus.counts
        found: list[Entry] = []
        while heap and len(found) < number:
            top = heap[0]
            count = counts.get(top[2])
            if count is None:
                heapq.heappop(heap)
            elif count != -top[0]:
                heapq.heapreplace(heap, self.entry(top[2]))
            else:
                found.append(heapq.heappop(heap))
        for entry in found:
            heapq.heappush(heap, entry)
        return found
