from __future__ import annotations

from threading import Event

import pytest

from app.errors import BudgetExceeded, InputTooLarge, InvalidInput, NotFound
from app.services.train_tokenizer import QUICK_CHARACTERS, LiveRun, TrainingLimits
from app.services.training_request import AnyStep, Learner, TrainingRequest
from app.services.training_runs import REPLAYERS, TrainingRuns
from app.tokenization.training import StopReason

LIMITS = TrainingLimits(100_000, 1_000, 60)
PATIENCE = 30


def request(text: str = "niño niña", merges: int | None = None) -> TrainingRequest:
    return TrainingRequest(Learner.BPE, text, merges=merges)


def new_runs(most_live: int = 1, most_bytes: int = 10_000_000) -> TrainingRuns:
    return TrainingRuns(LIMITS, most_live, most_bytes)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Live runs wait after their first step until this is set."""
    gate = Event()
    watch = LiveRun._watch

    def held(run: LiveRun, step: AnyStep) -> None:
        watch(run, step)
        assert gate.wait(PATIENCE)

    monkeypatch.setattr(LiveRun, "_watch", held)
    return gate


def test_a_run_is_trained_once() -> None:
    runs = new_runs()
    assert runs.known(request()) is None
    first = runs.trained(request())
    assert runs.trained(request()) is first
    assert runs.known(request()) is first
    assert runs.result(request().key()) is first


def test_a_long_run_that_is_waited_for_takes_a_place_too(gate: Event) -> None:
    runs = new_runs(most_live=1)
    long = " ".join(f"palabra{number}" for number in range(QUICK_CHARACTERS // 8))
    taken = runs.start(request("uno uno"))
    with pytest.raises(BudgetExceeded):
        runs.trained(request(long, merges=3))
    gate.set()
    assert taken.finished.wait(PATIENCE)
    assert len(runs.trained(request(long, merges=3)).run.steps) == 3
    with pytest.raises(InvalidInput, match="cannot hold"):
        runs.trained(TrainingRequest(Learner.BPE, long, size=2))


def test_what_cannot_be_trained_is_not_kept() -> None:
    runs = new_runs()
    for _ in range(2):
        with pytest.raises(InvalidInput):
            runs.trained(request(" "))


def test_memory_is_bounded_and_the_newest_stays() -> None:
    runs = new_runs(most_bytes=1)
    first, second = request("uno"), request("dos")
    runs.trained(first)
    runs.trained(second)
    assert runs.known(first) is None
    assert runs.known(second) is not None
    weight = runs.trained(second).weight
    runs = new_runs(most_bytes=2 * weight + 10)
    for text in ("uno", "dos"):
        runs.trained(request(text))
    runs.trained(request("uno"))
    runs.trained(request("mes"))
    assert runs.known(request("dos")) is None
    assert runs.known(request("uno")) is not None


def test_only_so_many_live_runs_at_once(gate: Event) -> None:
    runs = new_runs(most_live=2)
    live = [runs.start(request(text)) for text in ("uno uno", "dos dos")]
    with pytest.raises(BudgetExceeded) as full:
        runs.start(request("tres"))
    assert full.value.values == {"count": 2, "quick": QUICK_CHARACTERS}
    gate.set()
    for run in live:
        assert run.finished.wait(PATIENCE)
    again = runs.start(request("tres"))
    assert again.finished.wait(PATIENCE)


def test_a_live_run_is_found_while_it_goes_on_and_its_result_after(gate: Event) -> None:
    runs = new_runs()
    run = runs.start(request())
    assert runs.live(run.id) is run
    gate.set()
    assert run.finished.wait(PATIENCE)
    assert runs.live(run.id) is None
    assert runs.result(run.id) is run.result
    # It ended by itself, so that the same request finds it.
    assert runs.known(request()) is run.result


def test_a_stopped_run_is_found_by_its_id_alone(gate: Event) -> None:
    runs = new_runs()
    run = runs.start(request())
    run.stop()
    gate.set()
    assert run.finished.wait(PATIENCE)
    assert runs.result(run.id).run.stop_reason is StopReason.CANCELLED
    assert runs.known(request()) is None
    assert runs.trained(request()).run.stop_reason is StopReason.NOTHING_LEFT


def test_what_is_gone_says_so() -> None:
    with pytest.raises(NotFound, match="not here any more"):
        new_runs().result("nothing")


def test_a_live_run_that_came_to_nothing_keeps_its_reason() -> None:
    runs = new_runs()
    run = runs.start(request(" "))
    assert run.finished.wait(PATIENCE)
    with pytest.raises(InvalidInput, match="The corpus is empty"):
        runs.result(run.id)


def test_a_live_run_over_the_limits_does_not_begin() -> None:
    runs = TrainingRuns(TrainingLimits(3, 10, 10), 1, 1_000)
    with pytest.raises(InputTooLarge):
        runs.start(request("uno dos"))
    assert runs.start(request("uno")).finished.wait(PATIENCE)


def test_frames_in_any_order_and_of_many_runs() -> None:
    runs = new_runs()
    all_trained = [runs.trained(request(f"niño niña {n}")) for n in range(REPLAYERS + 2)]
    for trained in (*all_trained, *reversed(all_trained)):
        last = len(trained.run.steps)
        for number in (last, 0, 1):
            frame = runs.frame(trained, number)
            assert frame.number == number
            assert frame.last == last


def test_only_merging_runs_have_frames() -> None:
    runs = new_runs()
    trained = runs.trained(TrainingRequest(Learner.GAGE, "ababab"))
    with pytest.raises(TypeError):
        runs.frame(trained, 0)
