"""A corpus cut into symbols, with its pair counts kept up to date merge by merge.

All words lie in one flat array, a boundary between them; each position links to its neighbours, so
a merge touches only the places where it happens, however long the word. A pair is packed into one
integer (`pack`): integers hash and compare faster than tuples, and order as (left, right).

Two facts make this exact and simple. A merge of x and y changes counts of old pairs only downwards,
and every pair that gains holds the new symbol: so the occurrences of a pair are all known when it
appears, in order, and afterwards only die.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

SHIFT = 24
MASK = (1 << SHIFT) - 1
BOUNDARY = -1
TAKEN = -2
"""The symbol at a position whose character now belongs to the piece on its left."""


def pack(left: int, right: int) -> int:
    """A pair of symbols as one integer.

    >>> unpack(pack(7, 9))
    (7, 9)
    """
    return left << SHIFT | right


def unpack(pair: int) -> tuple[int, int]:
    """The two symbols of a packed pair."""
    return pair >> SHIFT, pair & MASK


class Merged(NamedTuple):
    """What one merge did: `counted` before it, `merged` in fact (overlaps merge once), weighted.

    `words`: indexes of the words changed, ascending. `created`: the pairs with the new symbol.
    """

    counted: int
    merged: int
    words: list[int]
    created: list[int]


class SegmentedCorpus:
    """Words as symbols, and for each pair its weighted count and where it occurs.

    >>> corpus = SegmentedCorpus([[0, 1, 2], [0, 1]], [3, 2])
    >>> corpus.counts[pack(0, 1)], corpus.place(corpus.first(pack(1, 2)))
    (5, (0, 1))
    >>> corpus.merge(pack(0, 1), 3).merged, list(corpus.symbols(0)), corpus.pieces
    (5, [3, 2], 8)
    """

    def __init__(self, words: Iterable[Sequence[int]], weights: Sequence[int]) -> None:
        flat: list[int] = [BOUNDARY]
        word_at = array("i", (0,))
        starts = array("i")
        pieces = 0
        for index, word in enumerate(words):
            starts.append(len(flat))
            flat.extend(word)
            flat.append(BOUNDARY)
            word_at.extend([index] * (len(word) + 1))
            pieces += len(word) * weights[index]
        self.pieces = pieces
        """Symbols over all occurrences."""
        self.counts: dict[int, int] = {}
        """The weighted count of every pair that occurs."""
        self._symbols = flat
        self._starts = starts
        self._word_at = word_at
        self._weights = weights
        self._following = array("i", range(1, len(flat) + 1))
        self._preceding = array("i", range(-1, len(flat) - 1))
        self._occurrences: dict[int, array[int]] = {}
        self._count_all()

    def _count_all(self) -> None:
        occurrences = self._occurrences
        symbols, weights, word_at, counts = self._symbols, self._weights, self._word_at, self.counts
        left = BOUNDARY
        for at in range(1, len(symbols)):
            right = symbols[at]
            if left >= 0 and right >= 0:
                pair = left << SHIFT | right
                if pair in counts:
                    counts[pair] += weights[word_at[at]]
                    occurrences[pair].append(at - 1)
                else:
                    counts[pair] = weights[word_at[at]]
                    occurrences[pair] = array("i", (at - 1,))
            left = right

    def __len__(self) -> int:
        """Number of words."""
        return len(self._starts)

    def symbols(self, word: int) -> Iterator[int]:
        """The symbols of one word, in order."""
        symbols, following = self._symbols, self._following
        at = self._starts[word]
        while symbols[at] != BOUNDARY:
            yield symbols[at]
            at = following[at]

    def first(self, pair: int) -> int:
        """The position of the first occurrence of a pair that occurs.

        Positions follow the corpus: a smaller one is in an earlier word, or earlier in the word.
        """
        left, right = unpack(pair)
        symbols, following = self._symbols, self._following
        places = self._occurrences[pair]
        dead = 0
        at = places[0]
        while symbols[at] != left or symbols[following[at]] != right:
            dead += 1
            at = places[dead]
        if dead:
            del places[:dead]
        return at

    def place(self, position: int) -> tuple[int, int]:
        """A position as word index and offset, in the symbols the word started with."""
        word = self._word_at[position]
        return word, position - self._starts[word]

    def merge(self, pair: int, new: int) -> Merged:
        """Replace every occurrence of the pair by the symbol `new`, from left to right.

        `new` must be a symbol that the corpus does not hold.
        """
        left, right = unpack(pair)
        symbols, following, preceding = self._symbols, self._following, self._preceding
        counts, word_at, weights = self.counts, self._word_at, self._weights
        counted = counts.pop(pair)
        merged = 0
        words: list[int] = []
        last_word = -1
        lost: set[int] = set()
        created: dict[int, int] = {}
        places: dict[int, array[int]] = {}
        for at in self._occurrences.pop(pair):
            if symbols[at] != left:
                continue
            taken = following[at]
            if symbols[taken] != right:
                continue
            word = word_at[at]
            weight = weights[word]
            if word != last_word:
                words.append(word)
                last_word = word
            before = preceding[at]
            after = following[taken]
            neighbour = symbols[before]
            if neighbour >= 0:
                if neighbour == new:
                    created[new << SHIFT | left] -= weight
                else:
                    old = neighbour << SHIFT | left
                    counts[old] -= weight
                    lost.add(old)
                gained = neighbour << SHIFT | new
                if gained in created:
                    created[gained] += weight
                    places[gained].append(before)
                else:
                    created[gained] = weight
                    places[gained] = array("i", (before,))
            neighbour = symbols[after]
            if neighbour >= 0:
                old = right << SHIFT | neighbour
                if old != pair:
                    counts[old] -= weight
                    lost.add(old)
                gained = new << SHIFT | neighbour
                if gained in created:
                    created[gained] += weight
                    places[gained].append(at)
                else:
                    created[gained] = weight
                    places[gained] = array("i", (at,))
            symbols[at] = new
            symbols[taken] = TAKEN
            following[at] = after
            preceding[after] = at
            merged += weight
        self._settle(lost, created, places)
        self.pieces -= merged
        return Merged(counted, merged, words, [gained for gained in created if created[gained]])

    def _settle(
        self, lost: set[int], created: dict[int, int], places: dict[int, array[int]]
    ) -> None:
        """Forget pairs that no longer occur, and take in the new ones."""
        counts, occurrences = self.counts, self._occurrences
        for pair in lost:
            if not counts[pair]:
                del counts[pair], occurrences[pair]
        for pair, count in created.items():
            if count:
                counts[pair] = count
                occurrences[pair] = places[pair]
