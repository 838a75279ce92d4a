"""One frame of a Unigram run: the likeliest pieces, those that leave, the words to look into."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from app.services.training_request import UnigramRun
from app.tokenization.unigram.model import marked_parts
from app.tokenization.unigram.steps import EStep, MStep, PruneStep, SeedStep, Weights
from app.web.views.train_lattice import LatticeDrawing, lattice_drawing, lattice_of
from app.web.views.train_ways import Draw, WaysView, ways_view
from app.web.views.train_words import visible

PIECES_SHOWN = 16
REMOVED_SHOWN = 24
LONGEST_WORD = 18
WORDS_OFFERED = 12


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
    """What changes from frame to frame. `kind` is "seed", "expectation", "maximisation", "pruning".

    `lattice` is of the chosen word, `ways` are the cuts of it; None for a corpus without a word that
    can be drawn.
    """

    kind: str
    size: int
    pieces: tuple[PieceRow, ...]
    counted: bool
    before: float | None
    after: float | None
    removed: tuple[RemovedRow, ...]
    removed_total: int
    lattice: LatticeDrawing | None
    ways: WaysView | None
    words: tuple[WordLink, ...]
    steps: tuple[UnigramStepRow, ...]


def unigram_frame(
    run: UnigramRun,
    number: int,
    word: str | None,
    link: Callable[[int], str],
    word_link: Callable[[str], str],
    draw: Draw,
) -> UnigramFrame:
    """Draw step `number` (from 1). `word` is the one whose lattice is drawn, and cut as `draw` says."""
    step = run.steps[number - 1]
    words = words_offered(run)
    chosen = word if word is not None and 0 < len(word) <= LONGEST_WORD else (words or [""])[0]
    counted = isinstance(step, EStep)
    shown = step.expected if isinstance(step, EStep) else step.scores
    removed = step.removed if isinstance(step, PruneStep) else ()
    lattice = lattice_of(scores_at(run, number), marked(run, chosen)) if chosen else None
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
        lattice=None if lattice is None else lattice_drawing(lattice),
        ways=None if lattice is None else ways_view(lattice, draw),
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
