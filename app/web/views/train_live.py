"""A run that goes on: how far it is, the newest rules, and the button that stops it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from app.locales import Locale
from app.services.train_tokenizer import LiveRun, Progress
from app.services.training_request import AnyStep
from app.tokenization.bpe.gage import GageStep
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.unigram.steps import EStep, MStep, PruneStep, SeedStep
from app.tokenization.wordpiece.steps import WordPieceStep
from app.web.reader import Reader
from app.web.train_state import TrainState
from app.web.views.page import View
from app.web.views.train_encode import NAMES
from app.web.views.train_words import shown


@dataclass(frozen=True, slots=True)
class LiveStep:
    """A step of a run that goes on: what was made of what, and how often."""

    number: int
    left: str
    right: str
    piece: str
    value: str | int


@dataclass(frozen=True, slots=True)
class LiveView:
    """How far a run is. `share` is of whichever limit is nearer; `goal` None when it is open.

    `next_best` are the pairs that come after the newest; `watch` is the address that streams the
    run, for a page opened while it goes on.
    """

    name: str
    done: int
    goal: int | None
    seconds: float
    limit: float
    left: float | None
    share: float
    newest: tuple[LiveStep, ...]
    next_best: tuple[LiveStep, ...]
    size: int
    pieces: int
    note: str
    stop: str
    watch: str
    address: str


@dataclass(frozen=True)
class TrainLiveView(View):
    """A run that goes on, as the stream shows it again and again."""

    template: ClassVar[str] = "partials/_train_live.html"

    live: LiveView


@dataclass(frozen=True)
class TrainProgressView(View):
    """The figures of a run that goes on, in place of those before."""

    template: ClassVar[str] = "partials/_train_progress.html"

    live: LiveView


def live_view(run: LiveRun, state: TrainState, reader: Reader) -> LiveView:
    """Draw a run as it is now. `state` is the one that its page has."""
    progress = run.progress()
    here = replace(state, run=run.id, step=None, word=None)
    bytes_shown = run.request.options.unit is Unit.BYTE
    newest = progress.newest[-1] if progress.newest else None
    merges = [_live_step(step, bytes_shown) for step in reversed(progress.newest)]
    size, pieces = _sizes(newest)
    return LiveView(
        name=reader.locale.gettext(NAMES[state.learner]),
        done=progress.done,
        goal=progress.goal,
        seconds=progress.seconds,
        limit=progress.limit,
        left=progress.seconds_left,
        share=_share(progress),
        newest=tuple(step for step in merges if step is not None),
        next_best=_next_best(newest, bytes_shown),
        size=size,
        pieces=pieces,
        note=_note(newest, reader.locale),
        stop=reader.link(f"/train/{run.id}/stop"),
        watch=here.address(reader, f"/train/{run.id}/stream"),
        address=here.address(reader),
    )


def _share(progress: Progress) -> float:
    """How much is done, by the nearer of the two limits.

    >>> _share(Progress(50, 100, (), 3.0, 30.0)), _share(Progress(0, None, (), 3.0, 30.0))
    (0.5, 0.1)
    """
    by_time = progress.seconds / progress.limit
    by_steps = progress.done / progress.goal if progress.goal else 0.0
    return min(1.0, max(by_time, by_steps))


def _live_step(step: AnyStep, bytes_shown: bool) -> LiveStep | None:
    if isinstance(step, TrainStep | WordPieceStep):
        value = str(step.chosen.score) if isinstance(step, WordPieceStep) else step.count
        return LiveStep(
            step.number,
            shown(step.left, bytes_shown),
            shown(step.right, bytes_shown),
            shown(step.piece, bytes_shown),
            value,
        )
    if isinstance(step, GageStep):
        left, right, code = (f"{byte:02X}" for byte in (step.left, step.right, step.code))
        return LiveStep(step.number, left, right, code, step.replaced)
    return None


def _next_best(step: AnyStep | None, bytes_shown: bool) -> tuple[LiveStep, ...]:
    if not isinstance(step, TrainStep | WordPieceStep):
        return ()
    scored = isinstance(step, WordPieceStep)
    return tuple(
        LiveStep(
            0,
            shown(pair.left, bytes_shown),
            shown(pair.right, bytes_shown),
            "",
            str(getattr(pair, "score", "")) if scored else pair.count,
        )
        for pair in step.runner_ups
    )


def _sizes(step: AnyStep | None) -> tuple[int, int]:
    """The vocabulary and the pieces of the corpus after a step; 0 where the algorithm has none."""
    if isinstance(step, TrainStep | WordPieceStep):
        return step.vocabulary_size, step.pieces
    if isinstance(step, GageStep):
        return 0, step.size
    if isinstance(step, EStep):
        return len(step.expected), round(step.tokens)
    return (0, 0) if step is None else (len(step.scores), 0)


def _note(step: AnyStep | None, locale: Locale) -> str:
    """What a step without a pair did."""
    if isinstance(step, SeedStep):
        return locale.say("Found %(count)s seeds.", count=len(step.scores))
    if isinstance(step, EStep | MStep):
        return locale.say("Round %(round)s: fitting probabilities.", round=step.round)
    if isinstance(step, PruneStep):
        return locale.say(
            "Round %(round)s: %(count)s pieces left the vocabulary.",
            round=step.round,
            count=len(step.removed),
        )
    return "" if step else locale.gettext("Reading the corpus and counting.")
