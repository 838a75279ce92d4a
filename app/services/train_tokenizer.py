"""Train a tokenizer within limits: at once, or in a thread that can be watched and stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import NamedTuple

from app.errors import N_, InputTooLarge, TokenarioError
from app.services.training_request import (
    AnyConfig,
    AnyModel,
    AnyRun,
    AnyStep,
    Learner,
    TrainingRequest,
)
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus
from app.tokenization.training import Cancelled, StopReason, TrainingRun

QUICK_CHARACTERS = 20_000
"""Up to this many characters a corpus is trained on at once, while the reader waits."""

NEWEST = 12
"""How many of the newest steps a progress report carries."""

_SLICE_SECONDS = 0.03
_REST_SECONDS = 0.003
"""A live run rests after each slice, so that other visitors' requests never wait long."""

ABANDONED_SECONDS = 15.0
"""A live run that was watched and is not any more goes on for this long."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class TrainingLimits:
    """What one run may take: characters of corpus, rules (or pieces) and seconds."""

    characters: int
    rules: int
    seconds: float

    def check(self, request: TrainingRequest) -> None:
        """Raises InputTooLarge for a corpus or a Unigram vocabulary over the limit.

        More rules than the limit may be asked for: training ends there and says so.
        """
        if request.characters > self.characters:
            raise InputTooLarge(
                N_(
                    "The corpus has %(size)s characters and the limit for training here is "
                    "%(limit)s. Take a part of it, or train with the command line, which has no limit."
                ),
                size=request.characters,
                limit=self.characters,
            )
        size = request.size or request.merges or 0
        if request.learner is Learner.UNIGRAM and size > self.rules:
            raise InputTooLarge(
                N_(
                    "Unigram vocabularies have up to %(limit)s pieces here; %(size)s were asked for."
                ),
                size=size,
                limit=self.rules,
            )


@dataclass(frozen=True, slots=True)
class Trained:
    """A finished run, what it was asked for and the seconds it took."""

    request: TrainingRequest
    run: AnyRun
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether the same request always ends so: no clock and no hand stopped it."""
        stopped = (StopReason.CANCELLED, StopReason.BUDGET_SECONDS)
        return self.run.stop_reason not in stopped

    @property
    def weight(self) -> int:
        """Roughly the bytes of memory it takes."""
        words = sum([200 + len(word.text) for word in self.run.corpus.words])
        steps = sum([_step_weight(step) for step in self.run.steps])
        return words + steps + 2 * len(self.run.corpus.text or "")


def _step_weight(step: AnyStep) -> int:
    weights = getattr(step, "scores", None) or getattr(step, "expected", None)
    return 900 if weights is None else 900 + 16 * len(weights)


def train(
    request: TrainingRequest,
    limits: TrainingLimits,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    watch: Callable[[AnyStep], None] = lambda _step: None,
    clock: Clock = time.monotonic,
) -> Trained:
    """Train while the caller waits. `watch` sees each step, `cancelled` is asked after it.

    Raises InvalidInput for what cannot be trained, InputTooLarge over the limits.
    """
    limits.check(request)
    begun = clock()
    budget = Budget(limits.rules, limits.seconds, clock)
    corpus = request.corpus()
    config = request.config(corpus)
    steps = request.steps(corpus, config, budget)
    taken: list[AnyStep] = []
    try:
        while True:
            step = next(steps)
            taken.append(step)
            watch(step)
            if cancelled():
                steps.throw(Cancelled())
    except StopIteration as stop:
        run = _run(config, corpus, taken, stop.value)
        return Trained(request, run, clock() - begun)


def _run(config: AnyConfig, corpus: Corpus, steps: list[AnyStep], model: AnyModel) -> AnyRun:
    # One request gives config, steps and model of one algorithm, which the type cannot say.
    run: AnyRun = TrainingRun(config, corpus, tuple(steps), model)  # type: ignore[assignment]
    return run


class Progress(NamedTuple):
    """How far a live run is: steps done, of how many at most (None: until nothing is left), the
    newest steps, and seconds since it began, of how many at most."""

    done: int
    goal: int | None
    newest: tuple[AnyStep, ...]
    seconds: float
    limit: float

    @property
    def seconds_left(self) -> float | None:
        """By the pace so far; None while there is no telling."""
        if not self.goal or not self.done:
            return None
        return min(self.limit, self.seconds / self.done * self.goal) - self.seconds


@dataclass(slots=True)
class LiveRun:
    """A run in a thread of its own. `finished` is set when there is a result or an error.

    Whoever shows it calls `enter` and `leave`; left alone it stops, and keeps what it has.
    """

    id: str
    request: TrainingRequest
    limits: TrainingLimits
    clock: Clock = time.monotonic
    finished: Event = field(default_factory=Event)
    result: Trained | None = None
    error: TokenarioError | None = None
    _steps: list[AnyStep] = field(default_factory=list)
    _stop: bool = False
    _watchers: int = 0
    _left_at: float | None = None
    _lock: Lock = field(default_factory=Lock)
    _begun: float = 0.0
    _slice: float = 0.0

    def start(self, ended: Callable[[], None] = lambda: None) -> None:
        """Begin; `ended` is called when it is over, however it ends."""
        self._begun = self._slice = self.clock()
        name = f"training-{self.id[:8]}"
        Thread(target=self._work, args=(ended,), name=name, daemon=True).start()

    def stop(self) -> None:
        """Stop at the next step; what was learned is kept."""
        self._stop = True

    def enter(self) -> None:
        with self._lock:
            self._watchers += 1
            self._left_at = None

    def leave(self) -> None:
        with self._lock:
            self._watchers -= 1
            if not self._watchers:
                self._left_at = self.clock()

    def progress(self) -> Progress:
        done = len(self._steps)
        goal = self.request.merges
        if self.request.learner is Learner.UNIGRAM:
            goal = None
        elif goal is None or goal > self.limits.rules:
            goal = self.limits.rules if goal or self.request.size else None
        return Progress(
            done,
            goal,
            tuple(self._steps[max(0, done - NEWEST) : done]),
            self.clock() - self._begun,
            self.limits.seconds,
        )

    def _work(self, ended: Callable[[], None]) -> None:
        try:
            self.result = train(
                self.request,
                self.limits,
                cancelled=self._cancelled,
                watch=self._watch,
                clock=self.clock,
            )
        except TokenarioError as error:
            self.error = error
        finally:
            ended()
            self.finished.set()

    def _watch(self, step: AnyStep) -> None:
        self._steps.append(step)
        if self.clock() - self._slice > _SLICE_SECONDS:
            time.sleep(_REST_SECONDS)
            self._slice = self.clock()

    def _cancelled(self) -> bool:
        left = self._left_at
        return self._stop or (left is not None and self.clock() - left > ABANDONED_SECONDS)
