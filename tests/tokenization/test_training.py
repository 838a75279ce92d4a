"""Configurations, reasons to stop, and draining a trainer."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import pytest

from app.errors import InvalidInput
from app.tokenization.budget import Budget
from app.tokenization.corpus import read_corpus
from app.tokenization.training import (
    STOP_SENTENCES,
    Cancelled,
    StopReason,
    TrainingConfig,
    budget_reason,
    collect,
    drain,
)


@dataclass(frozen=True, slots=True)
class Model:
    stop_reason: StopReason | None


def counting(to: int, obeys: bool = True) -> Generator[int, None, Model]:
    for number in range(to):
        try:
            yield number
        except Cancelled:
            if obeys:
                return Model(StopReason.CANCELLED)
    return Model(StopReason.TARGET_REACHED)


def test_a_run_holds_everything_to_show_it_again() -> None:
    corpus, config = read_corpus("a"), TrainingConfig()
    run = collect(config, corpus, counting(3))
    assert (run.config, run.corpus, run.steps) == (config, corpus, (0, 1, 2))
    assert run.stop_reason is StopReason.TARGET_REACHED


def test_cancelling_keeps_what_was_learned() -> None:
    answers = iter([False, True])
    steps, model = drain(counting(9), lambda: next(answers))
    assert (steps, model.stop_reason) == ((0, 1), StopReason.CANCELLED)


def test_a_trainer_that_does_not_stop_is_a_defect() -> None:
    with pytest.raises(RuntimeError, match="went on after being cancelled"):
        drain(counting(9, obeys=False), lambda: True)


@pytest.mark.parametrize(
    ("size", "merges", "allowed"),
    [(None, None, None), (30, None, 8), (None, 5, 5), (30, 5, 5), (30, 50, 8), (22, None, 0)],
)
def test_the_limit_met_first_counts(
    size: int | None, merges: int | None, allowed: int | None
) -> None:
    config = TrainingConfig(vocabulary_size=size, merges=merges)
    assert config.allowed_merges(22) == allowed


def test_a_size_below_the_alphabet_is_refused() -> None:
    with pytest.raises(InvalidInput, match="ask for at least 22"):
        TrainingConfig(vocabulary_size=21).allowed_merges(22)


def test_the_budget_says_which_limit_was_met() -> None:
    now = iter([0.0, 1.0, 2.0]).__next__
    budget = Budget(max_steps=9, seconds=1.5, clock=now)
    assert budget_reason(budget, 1) is None
    assert budget_reason(budget, 2) is StopReason.BUDGET_SECONDS
    assert budget_reason(budget, 9) is StopReason.BUDGET_STEPS


def test_every_reason_has_its_sentence() -> None:
    assert set(STOP_SENTENCES) == set(StopReason)
