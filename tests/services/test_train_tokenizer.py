from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from app.errors import InputTooLarge, InvalidInput
from app.services.train_tokenizer import ABANDONED_SECONDS, NEWEST, LiveRun, TrainingLimits, train
from app.services.training_request import AnyStep, Learner, TrainingRequest
from app.tokenization.training import StopReason
from tests.conftest import FakeClock

LIMITS = TrainingLimits(10_000, 1_000, 60)
WORDS = "niño niña niñas jardín jardines programar programación"
PATIENCE = 30


def request(learner: Learner = Learner.BPE, text: str = WORDS, **more: Any) -> TrainingRequest:
    return TrainingRequest(learner, text, **more)


def test_a_run_ends_at_what_was_asked_for() -> None:
    trained = train(request(merges=4), LIMITS)
    assert len(trained.run.steps) == 4
    assert trained.run.stop_reason is StopReason.TARGET_REACHED
    assert trained.complete


def test_more_rules_than_the_limit_end_at_the_limit_and_say_so() -> None:
    trained = train(request(merges=40), TrainingLimits(10_000, 5, 60))
    assert len(trained.run.steps) == 5
    assert trained.run.stop_reason is StopReason.BUDGET_STEPS
    assert trained.complete


def test_time_ends_a_run_and_it_keeps_what_it_has(clock: FakeClock) -> None:
    def watch(_step: AnyStep) -> None:
        clock.advance(1)

    trained = train(request(), TrainingLimits(10_000, 1_000, 3), watch=watch, clock=clock)
    assert len(trained.run.steps) == 3
    assert trained.seconds == 3
    assert trained.run.stop_reason is StopReason.BUDGET_SECONDS
    assert not trained.complete


@pytest.mark.parametrize("learner", Learner)
def test_every_algorithm_can_be_stopped_by_hand(learner: Learner) -> None:
    trained = train(request(learner, merges=30), LIMITS, cancelled=lambda: True)
    assert len(trained.run.steps) == 1
    assert trained.run.stop_reason is StopReason.CANCELLED
    assert not trained.complete


def test_the_corpus_has_a_limit() -> None:
    with pytest.raises(InputTooLarge, match="limit for training"):
        train(request(text="a" * 11), TrainingLimits(10, 10, 10))
    with pytest.raises(InputTooLarge, match="Unigram vocabularies"):
        train(request(Learner.UNIGRAM, merges=2_000), LIMITS)


def test_longer_runs_weigh_more() -> None:
    few, many = train(request(merges=1), LIMITS), train(request(merges=9), LIMITS)
    assert 0 < few.weight < many.weight


class Held:
    """A watch that stops the training thread after a number of steps until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
        self.reached, self.go_on = Event(), Event()
        watch = LiveRun._watch

        def held(run: LiveRun, step: AnyStep) -> None:
            watch(run, step)
            if len(run._steps) == after:
                self.reached.set()
                assert self.go_on.wait(PATIENCE)

        monkeypatch.setattr(LiveRun, "_watch", held)


def test_a_live_run_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> None:
    held = Held(monkeypatch, NEWEST + 3)
    run = LiveRun("abc", request(merges=20), LIMITS, clock)
    run.start()
    assert held.reached.wait(PATIENCE)
    clock.advance(3)
    progress = run.progress()
    assert progress.done == NEWEST + 3
    assert progress.goal == 20
    assert len(progress.newest) == NEWEST
    assert progress.newest[-1].number == NEWEST + 3
    assert progress.seconds == 3
    assert progress.seconds_left == 1
    held.go_on.set()
    assert run.finished.wait(PATIENCE)
    assert run.result is not None
    assert len(run.result.run.steps) == 20


def test_a_live_run_stops_and_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch, 3)
    run = LiveRun("abc", request(), LIMITS)
    run.start()
    assert held.reached.wait(PATIENCE)
    run.stop()
    held.go_on.set()
    assert run.finished.wait(PATIENCE)
    assert run.result is not None
    assert len(run.result.run.steps) == 3
    assert run.result.run.stop_reason is StopReason.CANCELLED


@pytest.mark.parametrize(("away", "stopped"), [(ABANDONED_SECONDS + 1, True), (1, False)])
def test_a_run_that_nobody_watches_any_more_stops(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock, away: float, stopped: bool
) -> None:
    held = Held(monkeypatch, 3)
    run = LiveRun("abc", request(), LIMITS, clock)
    run.enter()
    run.start()
    assert held.reached.wait(PATIENCE)
    run.leave()
    clock.advance(away)
    held.go_on.set()
    assert run.finished.wait(PATIENCE)
    assert run.result is not None
    assert (run.result.run.stop_reason is StopReason.CANCELLED) is stopped


def test_a_run_that_cannot_be_trained_keeps_its_error() -> None:
    run = LiveRun("abc", request(text=" "), LIMITS)
    ended = Event()
    run.start(ended.set)
    assert run.finished.wait(PATIENCE)
    assert ended.is_set()
    assert isinstance(run.error, InvalidInput)
    assert run.result is None


def test_a_live_run_rests_between_slices(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> None:
    rests: list[float] = []
    monkeypatch.setattr("time.sleep", rests.append)
    run = LiveRun("abc", request(merges=4), LIMITS, clock)
    run._slice = clock.now
    for _ in range(4):
        clock.advance(0.02)
        run._watch(train(request(merges=1), LIMITS).run.steps[0])
    assert len(rests) == 2
