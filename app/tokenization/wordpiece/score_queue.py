"""Candidate pairs by WordPiece's score, best first, ties by first occurrence; exact.

Score of a pair: n(ab) / (n(a) n(b)), compared as integers: scaled by 2^bits and rounded down,
where two different scores differ by more than one (each denominator is below 2^(bits / 2)).

Merging x and y makes both rarer, so the score of *every* pair that holds one of them rises, not
only of the neighbours of the merge. All pairs with x, y or the new piece are put in anew after each
merge; no other score changes. An older entry of the same pair is told by identity and dropped.
"""

from __future__ import annotations

import heapq
from collections import defaultdict

from app.tokenization.bpe.segmented import Merged, SegmentedCorpus, unpack

Entry = tuple[int, int, int]
"""(-scaled score, position of the first occurrence, pair): the smallest is the best."""


def score_bits(symbol_counts: dict[int, int]) -> int:
    """How far to scale scores so that different ones stay different, now and after any merge.

    >>> score_bits({0: 5, 1: 3})
    12
    """
    return 4 * max(symbol_counts.values()).bit_length()


def scaled_score(count: int, left_count: int, right_count: int, bits: int) -> int:
    """n(ab) / (n(a) n(b)) as an integer that compares like the fraction.

    >>> scaled_score(3, 6, 3, 12) > scaled_score(6, 6, 10, 12)
    True
    """
    return (count << bits) // (left_count * right_count)


class ScoreQueue:
    """The pairs of a segmented corpus that occur at least `min_frequency` times, by likelihood."""

    def __init__(
        self, corpus: SegmentedCorpus, symbol_counts: dict[int, int], min_frequency: int
    ) -> None:
        self._corpus = corpus
        self._symbol_counts = symbol_counts
        self._min_frequency = min_frequency
        self._bits = score_bits(symbol_counts)
        self._heap: list[Entry] = []
        self._current: dict[int, Entry] = {}
        self._with: defaultdict[int, set[int]] = defaultdict(set)
        for pair in corpus.counts:
            self._register(pair)
            self._put(pair)
        heapq.heapify(self._heap)

    def _register(self, pair: int) -> None:
        for symbol in unpack(pair):
            self._with[symbol].add(pair)

    def _put(self, pair: int) -> bool:
        """Append the pair as it stands now; the caller restores the heap's order."""
        count = self._corpus.counts[pair]
        if count < self._min_frequency:
            self._current.pop(pair, None)
            return False
        left, right = unpack(pair)
        counts = self._symbol_counts
        scaled = scaled_score(count, counts[left], counts[right], self._bits)
        entry = (-scaled, self._corpus.first(pair), pair)
        self._current[pair] = entry
        self._heap.append(entry)
        return True

    def update(self, pair: int, merged: Merged) -> None:
        """Take in what merging `pair` changed; symbol counts are already those after it."""
        for created in merged.created:
            self._register(created)
        changed = set(merged.created)
        for symbol in unpack(pair):
            alive = {other for other in self._with[symbol] if other in self._corpus.counts}
            for dead in self._with[symbol] - alive:
                self._current.pop(dead, None)
            self._with[symbol] = alive
            changed |= alive
        fresh = 0
        for other in changed:
            fresh += self._put(other)
        self._restore(fresh)

    def _restore(self, fresh: int) -> None:
        """Make the list a heap again after `fresh` entries were appended."""
        if len(self._heap) > 4 * len(self._current) + 1000 or fresh * 8 > len(self._heap):
            current = self._current
            self._heap = [entry for entry in self._heap if current.get(entry[2]) is entry]
            heapq.heapify(self._heap)
            return
        appended = self._heap[len(self._heap) - fresh :]
        del self._heap[len(self._heap) - fresh :]
        for entry in appended:
            heapq.heappush(self._heap, entry)

    def best(self, number: int) -> list[Entry]:
        """The best pairs, at most `number`; they stay in the queue.

        >>> corpus = SegmentedCorpus([[0, 1], [0, 2], [0, 1]], [5, 1, 1])
        >>> queue = ScoreQueue(corpus, {0: 7, 1: 6, 2: 1}, 1)
        >>> [unpack(entry[2]) for entry in queue.best(2)]
        [(0, 1), (0, 2)]
        """
        found: list[Entry] = []
        while self._heap and len(found) < number:
            entry = heapq.heappop(self._heap)
            if self._current.get(entry[2]) is entry:
                found.append(entry)
        for entry in found:
            heapq.heappush(self._heap, entry)
        return found
