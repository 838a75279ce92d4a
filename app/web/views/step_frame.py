"""One frame drawn: the parts of the text, the pieces of the part at hand, and what decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from app.tokenization.steps.types import Frame, Pair, PieceSteps, StepEvent
from app.web.views.lattice import LatticeView, lattice_view
from app.web.views.piece_box import PieceBox, Style, one_line
from app.web.views.step_words import label
from app.web.views.tokens import Run

PAIRS_SHOWN = 24
LEAST_PROBABLE = 1e6
PARTS_AROUND = 20
"""Parts shown on either side of the one at hand."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair in the table of this frame."""

    left: str
    right: str
    merged: str
    rank: int
    wins: bool


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """A candidate under its word: `before` are the letters already cut."""

    before: str
    text: str
    written: str
    id: str


@dataclass(frozen=True, slots=True)
class WayRow:
    """A segmentation with its score; `times` is how many times likelier the best one is, None
    for the best itself and where it is over a million (`far`)."""

    boxes: tuple[PieceBox, ...]
    score: float
    behind: float
    times: float | None
    far: bool


@dataclass(frozen=True, slots=True)
class PartBox:
    """A part of the text: its tokens when it has been cut, else its text."""

    runs: tuple[Run, ...]
    boxes: tuple[PieceBox, ...]
    href: str
    current: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything that changes from frame to frame, besides the player.

    `absent` are pairs that are not in the table; `more_pairs` and `more_absent` count those left
    out of `pairs` and of `absent`.
    """

    event: StepEvent
    pieces: tuple[PieceBox, ...]
    pairs: tuple[PairRow, ...]
    more_pairs: int
    absent: tuple[str, ...]
    more_absent: int
    candidates: tuple[CandidateRow, ...]
    lattice: LatticeView | None
    ways: tuple[WayRow, ...]


def drawing(part: PieceSteps, frame: Frame, style: Style) -> Drawing:
    """Draw one frame of a part."""
    pairs, more, absent = _pairs(frame.pairs, frame.winner, style)
    return Drawing(
        event=frame.event,
        pieces=_boxes(frame, style),
        pairs=pairs,
        more_pairs=more,
        absent=tuple(absent[:PAIRS_SHOWN]),
        more_absent=max(0, len(absent) - PAIRS_SHOWN),
        candidates=_candidates(part, frame),
        lattice=_lattice(part, frame) if part.segmentations else None,
        ways=_ways(part, style) if frame.event in (StepEvent.PATH, StepEvent.FALL_BACK) else (),
    )


def _boxes(frame: Frame, style: Style) -> tuple[PieceBox, ...]:
    merging = frame.event is StepEvent.MERGE
    boxes: list[PieceBox] = []
    for index, piece in enumerate(frame.pieces):
        css = "made" if index == frame.made else ""
        if merging and frame.winner is not None and index - frame.winner in (0, 1):
            css = f"{css} joins".strip()
        box = style.box(piece, index, css)
        if index < len(frame.pairs):
            wins = merging and index == frame.winner
            box = replace(box, joint=True, rank=frame.pairs[index].rank, wins=wins)
        boxes.append(box)
    return tuple(boxes)


def _pairs(
    pairs: Sequence[Pair], winner: int | None, style: Style
) -> tuple[tuple[PairRow, ...], int, list[str]]:
    """Pairs of the table by rank (the first ones, and how many more), and all those not in it."""
    rows: list[tuple[int, int, PairRow]] = []
    absent: dict[str, None] = {}
    for index, pair in enumerate(pairs):
        left, right = label(pair.left, style.byte_level), label(pair.right, style.byte_level)
        if pair.rank is None:
            absent[f"{left} + {right}"] = None
            continue
        merged = label(pair.merged, style.byte_level)
        rows.append((pair.rank, index, PairRow(left, right, merged, pair.rank, index == winner)))
    rows.sort(key=lambda row: row[:2])
    shown = tuple(row for _, _, row in rows[:PAIRS_SHOWN])
    return shown, len(rows) - len(shown), list(absent)


def _candidates(part: PieceSteps, frame: Frame) -> tuple[CandidateRow, ...]:
    return tuple(
        CandidateRow(
            part.text[: candidate.start],
            part.text[candidate.start : candidate.end],
            candidate.written,
            "" if candidate.id is None else str(candidate.id),
        )
        for candidate in frame.candidates
    )


def _lattice(part: PieceSteps, frame: Frame) -> LatticeView | None:
    """The lattice of the part as this frame knows it."""
    if frame.event not in (StepEvent.LATTICE, StepEvent.BEST, StepEvent.PATH):
        return None
    reached = 0
    scores = [0.0]
    best: set[tuple[int, int]] = set()
    if frame.event is not StepEvent.LATTICE:
        best = {(piece.start, piece.end) for piece in frame.pieces if piece.id is not None}
        reached = (frame.position or 0) if frame.event is StepEvent.BEST else len(part.text)
    for other in part.frames:
        if other.event is StepEvent.BEST and (other.position or 0) <= reached:
            scores.append(other.arcs[other.winner or 0].total)
    arriving = frame.position if frame.event is StepEvent.BEST else None
    return lattice_view(part.text, part.frames[0].arcs, scores, best, arriving)


def _ways(part: PieceSteps, style: Style) -> tuple[WayRow, ...]:
    rows: list[WayRow] = []
    for way in part.segmentations:
        boxes = tuple(style.box(piece, index) for index, piece in enumerate(way.pieces))
        far = way.behind > 700 or exp(way.behind) > LEAST_PROBABLE
        times = None if far or not way.behind else exp(way.behind)
        rows.append(WayRow(boxes, way.score, way.behind, times, far))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class PartsRow:
    """The parts around the one at hand; `before` and `after` count those left out."""

    boxes: tuple[PartBox, ...]
    before: int
    after: int


def parts_row(
    parts: Sequence[PieceSteps],
    current: int,
    *,
    finished: bool,
    chosen: bool,
    address: str,
    style: Style,
) -> PartsRow:
    """The row of parts when part `current` is at hand.

    Those before it (and itself when `finished`) show their tokens, and so do those that repeat
    them; all of them when one was `chosen`. `address` holds `{part}` for the number of a part, counted from 1.
    """
    first = max(0, current - PARTS_AROUND)
    last = min(len(parts), current + PARTS_AROUND + 1)
    number = sum(len(part.tokens) for part in parts[:first])
    boxes: list[PartBox] = []
    for index in range(first, last):
        part = parts[index]
        source = index if part.same_as is None else part.same_as
        cut = chosen or source < current or (source == current and finished)
        tokens = tuple(style.box(token, number + at) for at, token in enumerate(part.tokens))
        number += len(tokens)
        here = index == current
        href = address.replace("{part}", str(index + 1))
        boxes.append(
            PartBox(one_line(part.text), tokens if cut else (), href, here, here and chosen)
        )
    return PartsRow(tuple(boxes), first, len(parts) - last)
