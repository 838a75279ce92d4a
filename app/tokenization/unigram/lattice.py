"""All the ways to cut a text into pieces, as a graph: what the page draws and what probability needs.

Nodes are the positions between characters; an arc is a piece from one position to a later one.
A path from start to end is a segmentation, its score the sum of its log-probabilities. The best
path comes from the same `search` and the same table as the encoder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random

from app.errors import N_, InvalidInput
from app.tokenization.unigram.piece_table import PieceTable
from app.tokenization.unigram.viterbi import DOUBLE, Search, search

LEAST_TEMPERATURE = 0.01
MOST_TEMPERATURE = 100.0


@dataclass(frozen=True, slots=True)
class LatticeArc:
    """A piece between two positions. `score` is its natural log-probability."""

    start: int
    end: int
    id: int
    piece: str
    score: float


@dataclass(frozen=True, slots=True)
class Segmentation:
    """One path. `behind` is how far its score is below the best path's (0 for the best)."""

    arcs: tuple[LatticeArc, ...]
    score: float
    behind: float = 0.0

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple([arc.piece for arc in self.arcs])


class Lattice:
    """Every arc over a text. Meant for words and short texts: it keeps them all.

    >>> table = PieceTable({"a": (1, -2.0), "b": (2, -2.0), "ab": (3, -3.0)}, unknown_id=0)
    >>> lattice = Lattice(table, "ab")
    >>> lattice.best().pieces, [(s.pieces, s.behind) for s in lattice.n_best(5)]
    (('ab',), [(('ab',), 0.0), (('a', 'b'), 1.0)])
    """

    def __init__(self, table: PieceTable, text: str) -> None:
        self.text = text
        self.leaving: tuple[tuple[LatticeArc, ...], ...] = tuple(
            [
                tuple(
                    [
                        LatticeArc(at, at + size, id, text[at : at + size], score)
                        for size, id, score in table.arcs(text, at)
                    ]
                )
                for at in range(len(text))
            ]
        )
        self.arcs: tuple[LatticeArc, ...] = tuple([arc for arcs in self.leaving for arc in arcs])
        arriving: list[list[LatticeArc]] = [[] for _ in range(len(text) + 1)]
        for arc in self.arcs:
            arriving[arc.end].append(arc)
        self.arriving: tuple[tuple[LatticeArc, ...], ...] = tuple(map(tuple, arriving))
        self._search: Search = search(table, text, 0.0, DOUBLE)

    @property
    def best_scores(self) -> Sequence[float]:
        """The best score at each position, 0 to the length of the text."""
        return self._search.best

    @property
    def back_pointers(self) -> list[LatticeArc | None]:
        """The arc by which the best path arrives at each position; none at the start."""
        return [None, *map(self._arrival, range(1, len(self.text) + 1))]

    def best(self) -> Segmentation:
        """The best segmentation (Viterbi)."""
        path = tuple([self._arrival(step.end) for step in self._search.steps()])
        return Segmentation(path, self.best_scores[-1])

    def _arrival(self, at: int) -> LatticeArc:
        start = self._search.starts[at]
        return next(arc for arc in self.arriving[at] if arc.start == start)

    def n_best(self, count: int) -> list[Segmentation]:
        """The `count` best segmentations, best first: exact.

        Each position keeps its `count` best ways to arrive (score, arc, rank at the arc's start).
        Ties go to the earlier start, as in Viterbi, so the first one is `best()`.
        """
        ways: list[list[tuple[float, LatticeArc | None, int]]] = [[(0.0, None, 0)]]
        for arriving in self.arriving[1:]:
            candidates = [
                (score + arc.score, arc, rank)
                for arc in arriving
                for rank, (score, _, _) in enumerate(ways[arc.start])
            ]
            candidates.sort(key=lambda way: -way[0])
            ways.append(list(candidates[:count]))
        found: list[Segmentation] = []
        for score, last, rank in ways[-1][:count]:
            path: list[LatticeArc] = []
            arc = last
            while arc is not None:
                path.append(arc)
                _, arc, rank = ways[arc.start][rank]
            found.append(Segmentation(tuple(reversed(path)), score, ways[-1][0][0] - score))
        return found

    def paths(self) -> int:
        """How many segmentations there are.

        >>> Lattice(PieceTable({p: (1, -1.0) for p in ("a", "aa")}, unknown_id=0), "aaaa").paths()
        5
        """
        counts = [1]
        for arriving in self.arriving[1:]:
            counts.append(sum([counts[arc.start] for arc in arriving]))
        return counts[-1]

    def forward(self, temperature: float = 1.0) -> list[float]:
        """At each position, the log of the summed probability of all ways from the start to it.

        `temperature` divides every score: above 1 evens the ways out, towards 0 only the best is left.
        Raises InvalidInput for a temperature out of bounds.
        """
        if not LEAST_TEMPERATURE <= temperature <= MOST_TEMPERATURE:
            raise InvalidInput(
                N_("The temperature goes from %(least)s to %(most)s."),
                least=LEAST_TEMPERATURE,
                most=MOST_TEMPERATURE,
            )
        sums = [0.0]
        for arriving in self.arriving[1:]:
            sums.append(log_sum([sums[arc.start] + arc.score / temperature for arc in arriving]))
        return sums

    def backward(self) -> list[float]:
        """At each position, the log of the summed probability of all ways from it to the end."""
        sums = [0.0] * (len(self.text) + 1)
        for at in range(len(self.text) - 1, -1, -1):
            sums[at] = log_sum([arc.score + sums[arc.end] for arc in self.leaving[at]])
        return sums

    def log_likelihood(self) -> float:
        """The log-probability of the text: of all its segmentations together."""
        return self.forward()[-1]

    def marginals(self) -> dict[LatticeArc, float]:
        """How probable each arc is: the share of the segmentations through it."""
        forward, backward = self.forward(), self.backward()
        whole = forward[-1]
        return {
            arc: exp(forward[arc.start] + arc.score + backward[arc.end] - whole)
            for arc in self.arcs
        }

    def sample(self, random: Random, temperature: float = 1.0) -> Segmentation:
        """A segmentation drawn by its probability (at temperature 1), from the end to the start.

        Raises InvalidInput for a temperature out of bounds.
        """
        sums = self.forward(temperature)
        path: list[LatticeArc] = []
        at = len(self.text)
        while at:
            arriving = self.arriving[at]
            weights = [exp(sums[a.start] + a.score / temperature - sums[at]) for a in arriving]
            arc = random.choices(arriving, weights)[0]
            path.append(arc)
            at = arc.start
        path.reverse()
        score = sum([arc.score for arc in path])
        return Segmentation(tuple(path), score, self.best_scores[-1] - score)


def log_sum(logs: Sequence[float]) -> float:
    """The log of a sum of numbers given as logs, without leaving the range of floats.

    >>> round(log_sum([-1000.0, -1000.0]), 4)
    -999.3069
    """
    most = max(logs)
    return most + log(sum([exp(number - most) for number in logs]))
