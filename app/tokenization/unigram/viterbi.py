"""The most likely path through a text, in the arithmetic of the library a vocabulary came from.

The score of a path is the sum of its pieces' log-probabilities. sentencepiece adds in 32-bit floats
along the whole text (and sets the running score back to zero once it passes 100,000); Hugging Face
tokenizers adds in 64 bits. Far into a book a 32-bit sum is only good to 1/128, so two cuts of a
word that are that close come out either way: to give the same tokens one must round the same way.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

from app.tokenization.budget import Budget
from app.tokenization.unigram.piece_table import PieceTable


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How running scores are kept: array type, bits of the fraction, where they restart from zero."""

    code: Literal["f", "d"]
    bits: int
    reset_beyond: float = inf

    def rounded(self, number: float) -> float:
        """The number as this arithmetic stores it.

        >>> SINGLE.rounded(0.1), DOUBLE.rounded(0.1)
        (0.10000000149011612, 0.1)
        """
        return array(self.code, (number,))[0]


SINGLE = Arithmetic("f", 24, 100_000.0)
"""sentencepiece 0.2.3: `Model::EncodeOptimized` in `src/unigram_model.cc`."""

DOUBLE = Arithmetic("d", 53)
"""Hugging Face tokenizers: `models/unigram/model.rs`."""

CHECKED_EVERY = 256
"""Positions between two looks at the clock."""


class Step(NamedTuple):
    """One piece of a path."""

    start: int
    end: int
    id: int
    score: float


class Search(NamedTuple):
    """What Viterbi knows about every position of a text (0 to its length), as flat arrays.

    `best` is the best running score there; `starts`, `ids` and `scores` tell the piece that arrives
    with it (nothing arrives at 0), and `margins` by how much it wins over the next best arrival.
    """

    best: array[float]
    starts: array[int]
    ids: array[int]
    scores: array[float]
    margins: array[float]

    def arrival(self, end: int) -> Step:
        """The last piece of the best way to a position after 0."""
        return Step(self.starts[end], end, self.ids[end], self.scores[end])

    def steps(self) -> list[Step]:
        """The best path: from the end back along the best arrivals."""
        found: list[Step] = []
        end = len(self.best) - 1
        while end:
            found.append(self.arrival(end))
            end = self.starts[end]
        found.reverse()
        return found


def search(
    table: PieceTable,
    text: str,
    running: float,
    arithmetic: Arithmetic,
    budget: Budget | None = None,
) -> Search:
    """Viterbi: the best score at every position, left to right. `running` is the score before it.

    Of two equal ways to a position the one that starts earlier (its last piece is longer) stays,
    as in both libraries. Raises BudgetExceeded.

    >>> table = PieceTable({"a": (1, -1.0), "b": (2, -2.0), "ab": (3, -3.0)}, unknown_id=0)
    >>> found = search(table, "ab", 0.0, DOUBLE)
    >>> list(found.best), found.steps()
    ([0.0, -1.0, -3.0], [Step(start=0, end=2, id=3, score=-3.0)])
    """
    length = len(text)
    best = array(arithmetic.code, (-inf,)) * (length + 1)
    best[0] = running
    starts, ids = array("q", (0,)) * (length + 1), array("q", (0,)) * (length + 1)
    scores, margins = array("d", (0.0,)) * (length + 1), array("d", (inf,)) * (length + 1)
    frontier = 0
    budget = budget or Budget()
    for start in range(length):
        if start % CHECKED_EVERY == 0:
            budget.check()
        here = best[start]
        if not -arithmetic.reset_beyond <= here <= arithmetic.reset_beyond:
            for at in range(start, frontier + 1):
                best[at] -= here
            here = 0.0
        for size, id, score in table.arcs(text, start):
            end = start + size
            candidate = here + score
            so_far = best[end]
            if candidate > so_far:
                # Storing rounds; a candidate that rounds to what is there does not replace it.
                best[end] = candidate
                if best[end] > so_far:
                    starts[end], ids[end], scores[end] = start, id, score
                    margins[end] = candidate - so_far
                    if end > frontier:
                        frontier = end
                    continue
            if so_far - candidate < margins[end]:
                margins[end] = so_far - candidate
    return Search(best, starts, ids, scores, margins)
