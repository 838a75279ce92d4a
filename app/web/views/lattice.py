"""A Unigram lattice drawn under the letters of its word: geometry for SVG, nothing else.

Letters stand side by side; under them each piece is a bar from its first letter to its last, with
its score. Bars of one length share rows where they do not overlap, shorter ones above.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.tokenization.steps.types import Arc
from app.tokenization.types import TokenKind

CELL, BAR, GAP, HEAD = 64, 40, 8, 62
"""Width of a letter, height of a bar, space between bars, height of letters and scores."""


@dataclass(frozen=True, slots=True)
class Letter:
    x: int
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """A position between letters with the best score there."""

    x: int
    score: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A piece: `state` is "best" (chosen so far), "arriving" (compared in this frame), "ahead" (not
    reached yet) or "" ; `unknown` marks text without a piece."""

    x: int
    y: int
    width: int
    text: str
    score: float
    total: float
    state: str
    unknown: bool


@dataclass(frozen=True, slots=True)
class LatticeView:
    width: int
    height: int
    letters: tuple[Letter, ...]
    nodes: tuple[Node, ...]
    bars: tuple[Bar, ...]


def lattice_view(
    word: str,
    arcs: Sequence[Arc],
    scores: Sequence[float],
    best: Collection[tuple[int, int]],
    arriving: int | None,
) -> LatticeView:
    """Draw the arcs. `scores` are the best ones of the positions reached, `best` the spans chosen
    so far and `arriving` the position that this frame is about.

    >>> arc = Arc("so", 0, 2, 3, TokenKind.NORMAL, -5.0, -5.0)
    >>> view = lattice_view("so", [arc], [0.0, -4.0, -5.0], {(0, 2)}, 2)
    >>> [(bar.x, bar.width, bar.state) for bar in view.bars], [node.x for node in view.nodes]
    ([(4, 120, 'best')], [0, 64, 128])
    """
    rows: list[int] = []
    bars: list[Bar] = []
    for arc in sorted(arcs, key=lambda arc: (arc.end - arc.start, arc.start)):
        row = next((at for at, end in enumerate(rows) if end <= arc.start), len(rows))
        rows[row : row + 1] = [arc.end]
        bars.append(
            Bar(
                x=arc.start * CELL + GAP // 2,
                y=HEAD + row * (BAR + GAP),
                width=(arc.end - arc.start) * CELL - GAP,
                text=arc.written,
                score=arc.score,
                total=arc.total,
                state=_state(arc, best, arriving),
                unknown=arc.kind is TokenKind.UNKNOWN,
            )
        )
    return LatticeView(
        width=len(word) * CELL,
        height=HEAD + len(rows) * (BAR + GAP),
        letters=tuple(Letter(at * CELL + CELL // 2, letter) for at, letter in enumerate(word)),
        nodes=tuple(Node(at * CELL, score) for at, score in enumerate(scores)),
        bars=tuple(bars),
    )


def _state(arc: Arc, best: Collection[tuple[int, int]], arriving: int | None) -> str:
    if (arc.start, arc.end) in best:
        return "best"
    if arriving is None:
        return ""
    if arc.end == arriving:
        return "arriving"
    return "ahead" if arc.end > arriving else ""
