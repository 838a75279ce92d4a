"""Training runs: what to learn, from what, what happened at each step, and why it ended.

A trainer is a generator `train(corpus, config, budget) -> Generator[Step, None, Model]`: it yields
small steps (what changed, never a snapshot) and returns the model, whose `stop_reason` says why
training ended. `collect` drains one into a `TrainingRun`; `replay.replay` folds its steps back
into the state after any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from app.errors import N_, InvalidInput
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus


class StopReason(StrEnum):
    """Why training ended. Every run has one."""

    TARGET_REACHED = "target_reached"
    NOTHING_LEFT = "nothing_left"
    NO_MORE_STRINGS = "no_more_strings"
    BELOW_MIN_FREQUENCY = "below_min_frequency"
    PIECES_TOO_LONG = "pieces_too_long"
    NO_UNUSED_BYTE = "no_unused_byte"
    BUDGET_STEPS = "budget_steps"
    BUDGET_SECONDS = "budget_seconds"
    CANCELLED = "cancelled"


STOP_SENTENCES: dict[StopReason, str] = {
    StopReason.TARGET_REACHED: N_("The size asked for was reached."),
    StopReason.NOTHING_LEFT: N_("No pair is left: there is nothing more to merge."),
    StopReason.NO_MORE_STRINGS: N_(
        "The corpus repeats too few strings: there are fewer pieces than were asked for."
    ),
    StopReason.BELOW_MIN_FREQUENCY: N_(
        "No remaining pair is as frequent as the minimum asked for."
    ),
    StopReason.PIECES_TOO_LONG: N_(
        "The pieces have grown very long: together they would pass 20 million characters."
    ),
    StopReason.NO_UNUSED_BYTE: N_(
        "All 256 byte values are in use: there is none left to stand for a pair."
    ),
    StopReason.BUDGET_STEPS: N_("The limit of steps was reached before the size asked for."),
    StopReason.BUDGET_SECONDS: N_("The limit of time was reached before the size asked for."),
    StopReason.CANCELLED: N_("Training was stopped by hand; what was learned so far is kept."),
}
"""One sentence for each reason, for every surface to show (translated where it is shown)."""


MAX_PIECE_CHARACTERS = 20_000_000
"""Most characters that all learned pieces may have together. Where words are whole texts, each rule
can make a piece almost as long as the text, and the memory they take grows with its square."""


class Cancelled(Exception):
    """Thrown into a trainer (`generator.throw(Cancelled())`) to stop it: it returns what it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """What every merging trainer is told.

    `vocabulary_size` counts the letters (or bytes) and the merged pieces; `merges` counts rules.
    With both, the one met first ends training; with neither, it goes on until nothing is left.
    A pair is merged while its count is at least `min_frequency`.
    """

    vocabulary_size: int | None = None
    merges: int | None = None
    min_frequency: int = 1

    def __post_init__(self) -> None:
        if self.vocabulary_size is not None and self.vocabulary_size < 1:
            raise InvalidInput(
                N_("A vocabulary needs at least one piece; %(size)s was asked for."),
                size=self.vocabulary_size,
            )
        if self.merges is not None and self.merges < 0:
            raise InvalidInput(
                N_("The number of rules cannot be negative; %(merges)s was asked for."),
                merges=self.merges,
            )
        if self.min_frequency < 1:
            raise InvalidInput(
                N_("The minimum frequency starts at 1; %(frequency)s was asked for."),
                frequency=self.min_frequency,
            )

    def allowed_merges(self, alphabet: int) -> int | None:
        """How many rules may be learned on top of `alphabet` symbols; None means no limit.

        Raises InvalidInput when the size cannot even hold the alphabet: dropping letters would
        make them unreadable, and giving more pieces than asked for would be a silent lie.

        >>> TrainingConfig(vocabulary_size=30, merges=5).allowed_merges(22)
        5
        >>> TrainingConfig(vocabulary_size=10).allowed_merges(22)
        Traceback (most recent call last):
        app.errors.InvalidInput: A vocabulary of 10 pieces cannot hold the 22 different symbols \
this corpus starts with; ask for at least 22.
        """
        if self.vocabulary_size is None:
            return self.merges
        room = self.vocabulary_size - alphabet
        if room < 0:
            raise InvalidInput(
                N_(
                    "A vocabulary of %(size)s pieces cannot hold the %(alphabet)s different symbols "
                    "this corpus starts with; ask for at least %(alphabet)s."
                ),
                size=self.vocabulary_size,
                alphabet=alphabet,
            )
        return room if self.merges is None else min(room, self.merges)


def budget_reason(budget: Budget, steps: int) -> StopReason | None:
    """The budget's verdict after `steps` steps as a reason to stop.

    >>> budget_reason(Budget(max_steps=3), 3)
    <StopReason.BUDGET_STEPS: 'budget_steps'>
    """
    met = budget.exhausted(steps)
    if met is None:
        return None
    return StopReason.BUDGET_STEPS if met == "steps" else StopReason.BUDGET_SECONDS


class TrainedModel(Protocol):
    """What a trainer returns: any model that says why its training ended."""

    @property
    def stop_reason(self) -> StopReason | None: ...


ConfigT = TypeVar("ConfigT")
StepT = TypeVar("StepT")
ModelT = TypeVar("ModelT", bound=TrainedModel)


@dataclass(frozen=True, slots=True)
class TrainingRun(Generic[ConfigT, StepT, ModelT]):
    """A finished run: enough to show any of its frames again, since training is deterministic."""

    config: ConfigT
    corpus: Corpus
    steps: tuple[StepT, ...]
    model: ModelT

    @property
    def stop_reason(self) -> StopReason | None:
        """Why training ended; None only for a model that was not trained here."""
        return self.model.stop_reason


def drain(
    steps: Generator[StepT, None, ModelT], cancelled: Callable[[], bool] = lambda: False
) -> tuple[tuple[StepT, ...], ModelT]:
    """All steps of a trainer and what it returns; `cancelled` is asked after each step."""
    taken: list[StepT] = []
    try:
        while True:
            taken.append(next(steps))
            if cancelled():
                steps.throw(Cancelled())
                raise RuntimeError("a trainer went on after being cancelled")
    except StopIteration as stop:
        return tuple(taken), stop.value


def collect(
    config: ConfigT,
    corpus: Corpus,
    steps: Generator[StepT, None, ModelT],
    cancelled: Callable[[], bool] = lambda: False,
) -> TrainingRun[ConfigT, StepT, ModelT]:
    """Drain a trainer into a run; what was learned before being cancelled is kept."""
    taken, model = drain(steps, cancelled)
    return TrainingRun(config, corpus, taken, model)
