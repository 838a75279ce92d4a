"""The lattice of a word in a Unigram run, drawn as arcs over its letters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.tokenization.unigram.lattice import Lattice, LatticeArc
from app.tokenization.unigram.piece_table import PieceTable
from app.tokenization.unigram.steps import Weights
from app.web.views.train_words import visible

ARCS_SHOWN = 36

CELL, LANE, BASE = 52, 34, 30
"""Width of a letter, height between lanes of arcs, height of the letters, in pixels."""


@dataclass(frozen=True, slots=True)
class ArcView:
    """A piece drawn as an arc over its letters. `thickness` is by probability; `best` is lit."""

    path: str
    x: float
    y: float
    piece: str
    probability: float
    thickness: float
    best: bool


@dataclass(frozen=True, slots=True)
class LetterView:
    x: float
    text: str


@dataclass(frozen=True, slots=True)
class LatticeDrawing:
    """The lattice of a word. `ways` is how many cuts there are, `likely` how probable the best is."""

    word: str
    width: int
    height: int
    baseline: int
    letters: tuple[LetterView, ...]
    nodes: tuple[float, ...]
    arcs: tuple[ArcView, ...]
    arcs_hidden: int
    best: tuple[str, ...]
    likely: float
    ways: int


def lattice_of(weights: Weights, word: str) -> Lattice:
    """The lattice of a word by these log-probabilities."""
    table = PieceTable(
        {p: (i, s) for i, (p, s) in enumerate(zip(weights.pieces, weights.values, strict=True), 1)},
        unknown_id=0,
    )
    return Lattice(table, word)


def lattice_drawing(lattice: Lattice) -> LatticeDrawing:
    """A lattice as it is drawn: its best arcs and the likeliest others."""
    word = lattice.text
    shares = lattice.marginals()
    best = lattice.best()
    lit = set(best.arcs)
    ranked = sorted(lattice.arcs, key=lambda arc: (arc not in lit, -shares[arc]))
    drawn = sorted(ranked[:ARCS_SHOWN], key=lambda arc: (arc.end - arc.start, arc.start))
    lanes = _lanes(drawn)
    tallest = max(lanes.values(), default=0) + 1
    baseline = tallest * LANE + 16
    return LatticeDrawing(
        word=word,
        width=len(word) * CELL,
        height=baseline + BASE + 8,
        baseline=baseline,
        letters=tuple(LetterView((i + 0.5) * CELL, visible(c)) for i, c in enumerate(word)),
        nodes=tuple(float(i * CELL) for i in range(len(word) + 1)),
        arcs=tuple(_arc(arc, lanes[arc], baseline, shares[arc], arc in lit) for arc in drawn),
        arcs_hidden=len(lattice.arcs) - len(drawn),
        best=tuple(map(visible, best.pieces)),
        likely=math.exp(best.score - lattice.log_likelihood()),
        ways=lattice.paths(),
    )


def _lanes(arcs: Sequence[LatticeArc]) -> dict[LatticeArc, int]:
    """The height of each arc, so that no two on one height overlap; short arcs lowest.

    >>> one, two = LatticeArc(0, 1, 1, "a", -1.0), LatticeArc(1, 2, 2, "b", -1.0)
    >>> list(_lanes([one, two, LatticeArc(0, 2, 3, "ab", -1.0)]).values())
    [0, 0, 1]
    """
    taken: list[list[LatticeArc]] = []
    lanes: dict[LatticeArc, int] = {}
    lowest: dict[int, int] = {}
    for arc in arcs:
        length = arc.end - arc.start
        lane = lowest.setdefault(length, len(taken))
        while lane < len(taken) and any(
            arc.start < other.end and other.start < arc.end for other in taken[lane]
        ):
            lane += 1
        while len(taken) <= lane:
            taken.append([])
        taken[lane].append(arc)
        lanes[arc] = lane
    return lanes


def _arc(arc: LatticeArc, lane: int, baseline: int, share: float, best: bool) -> ArcView:
    """The path of an arc: up from its first node, across at the height of its lane, and down."""
    left, right = arc.start * CELL + 3, arc.end * CELL - 3
    y = baseline - lane * LANE - 18
    bend = min(18, (right - left) / 2, baseline - y)
    path = (
        f"M{left} {baseline} V{y + bend} Q{left} {y} {left + bend} {y} "
        f"H{right - bend} Q{right} {y} {right} {y + bend} V{baseline}"
    )
    return ArcView(
        path=path,
        x=(left + right) / 2,
        y=y,
        piece=visible(arc.piece),
        probability=share,
        thickness=round(1 + 7 * share, 2),
        best=best,
    )
