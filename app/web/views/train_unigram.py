"""One frame of a Unigram run: the likeliest pieces, those that leave, and the lattice of a word."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.services.training_request import UnigramRun
from app.tokenization.unigram.lattice import Lattice, LatticeArc
from app.tokenization.unigram.model import marked_parts
from app.tokenization.unigram.piece_table import PieceTable
from app.tokenization.unigram.steps import EStep, MStep, PruneStep, SeedStep, Weights
from app.web.views.train_words import visible

PIECES_SHOWN = 16
REMOVED_SHOWN = 24
ARCS_SHOWN = 36
LONGEST_WORD = 18
WORDS_OFFERED = 12

CELL, LANE, BASE = 52, 34, 30
"""Width of a letter, height between lanes of arcs, height of the letters, in pixels."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A piece with its probability, or its expected count in an expectation step."""

    piece: str
    value: float
    share: float


@dataclass(frozen=True, slots=True)
class RemovedRow:
    """A piece that leaves: how often the best cuts use it, what its loss costs, what replaces it."""

    piece: str
    count: int
    loss: float
    instead: str


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


@dataclass(frozen=True, slots=True)
class WordLink:
    text: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class UnigramStepRow:
    number: int
    kind: str
    round: int
    size: int
    likelihood: float | None
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class UnigramFrame:
    """What changes from frame to frame. `kind` is "seed", "expectation", "maximisation", "pruning"."""

    kind: str
    size: int
    pieces: tuple[PieceRow, ...]
    counted: bool
    before: float | None
    after: float | None
    removed: tuple[RemovedRow, ...]
    removed_total: int
    lattice: LatticeDrawing | None
    words: tuple[WordLink, ...]
    steps: tuple[UnigramStepRow, ...]


def unigram_frame(
    run: UnigramRun,
    number: int,
    word: str | None,
    link: Callable[[int], str],
    word_link: Callable[[str], str],
) -> UnigramFrame:
    """Draw step `number` (from 1). `word` is the one whose lattice is drawn."""
    step = run.steps[number - 1]
    words = words_offered(run)
    chosen = word if word is not None and 0 < len(word) <= LONGEST_WORD else (words or [""])[0]
    counted = isinstance(step, EStep)
    shown = step.expected if isinstance(step, EStep) else step.scores
    removed = step.removed if isinstance(step, PruneStep) else ()
    scores = scores_at(run, number)
    gone = sorted(removed, key=lambda one: -one.loss)
    return UnigramFrame(
        kind=kind_of(step),
        size=len(shown),
        pieces=_likeliest(shown, counted),
        counted=counted,
        before=step.before if isinstance(step, MStep | PruneStep) else None,
        after=_likelihood(step),
        removed=tuple(
            RemovedRow(visible(one.piece), one.count, one.loss, " ".join(map(visible, one.instead)))
            for one in gone[:REMOVED_SHOWN]
        ),
        removed_total=len(removed),
        lattice=_drawing(scores, marked(run, chosen)) if chosen else None,
        words=tuple(WordLink(w, word_link(w), w == chosen) for w in words),
        steps=_step_rows(run, number, link),
    )


def kind_of(step: SeedStep | EStep | MStep | PruneStep) -> str:
    names = {EStep: "expectation", MStep: "maximisation", PruneStep: "pruning", SeedStep: "seed"}
    return names[type(step)]


def _likelihood(step: SeedStep | EStep | MStep | PruneStep) -> float | None:
    if isinstance(step, SeedStep):
        return None
    return step.log_likelihood if isinstance(step, EStep) else step.after


def _step_rows(
    run: UnigramRun, number: int, link: Callable[[int], str]
) -> tuple[UnigramStepRow, ...]:
    """The steps around the present one."""
    first = max(0, min(number - 9, len(run.steps) - 16))
    return tuple(
        UnigramStepRow(
            number=step.number,
            kind=kind_of(step),
            round=0 if isinstance(step, SeedStep) else step.round,
            size=len(step.expected if isinstance(step, EStep) else step.scores),
            likelihood=_likelihood(step),
            href=link(step.number),
            current=step.number == number,
        )
        for step in run.steps[first : first + 16]
    )


def scores_at(run: UnigramRun, number: int) -> Weights:
    """The log-probabilities in force after a step: an expectation does not change them."""
    for step in reversed(run.steps[:number]):
        if not isinstance(step, EStep):
            return step.scores
    raise AssertionError("a run begins with its seeds")


def words_offered(run: UnigramRun) -> list[str]:
    """Words to draw: whole ones, the longer of the frequent ones first, as they have more to show."""
    words = [w for w in run.corpus.words if 3 <= len(w.text.strip()) <= LONGEST_WORD]
    words.sort(
        key=lambda word: (
            not word.text.strip().isalpha(),
            -(word.count**0.5) * min(len(word.text), 10) ** 2,
        )
    )
    return list(dict.fromkeys(word.text.strip() for word in words))[:WORDS_OFFERED]


def marked(run: UnigramRun, word: str) -> str:
    return (marked_parts(word, run.model.marked) or [""])[0]


def _likeliest(weights: Weights, counted: bool) -> tuple[PieceRow, ...]:
    order = sorted(range(len(weights)), key=lambda index: -weights.values[index])[:PIECES_SHOWN]
    values = [weights.values[i] if counted else math.exp(weights.values[i]) for i in order]
    most = max(values, default=1.0)
    return tuple(
        PieceRow(visible(weights.pieces[index]), value, value / most)
        for index, value in zip(order, values, strict=True)
    )


def _drawing(weights: Weights, word: str) -> LatticeDrawing:
    table = PieceTable(
        {p: (i, s) for i, (p, s) in enumerate(zip(weights.pieces, weights.values, strict=True), 1)},
        unknown_id=0,
    )
    lattice = Lattice(table, word)
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
