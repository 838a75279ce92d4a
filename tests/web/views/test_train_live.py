from __future__ import annotations

from typing import Any

import pytest

from app.locales import Language, locale_of
from app.services.train_tokenizer import LiveRun, TrainingLimits, train
from app.services.training_request import Learner, TrainingOptions, TrainingRequest
from app.tokenization.bpe.model import Unit
from app.web.reader import Reader
from app.web.train_state import TrainState
from app.web.views.train_live import LiveView, live_view

TEXT = "el niño juega en el jardín la niña juega en el jardín"
LIMITS = TrainingLimits(10_000, 100, 30)
READER = Reader(locale_of(Language.EN), None, False, "/train", ())


def view(learner: Learner, steps: int | None = None, **more: Any) -> LiveView:
    """What is shown after a number of steps (all of them for None)."""
    request = TrainingRequest(learner, TEXT, **{"merges": 20, **more})
    taken = train(request, LIMITS).run.steps
    run = LiveRun("abc", request, LIMITS, lambda: 6.0)
    run._steps = list(taken[:steps])
    run._begun = 3.0
    return live_view(run, TrainState(TEXT, learner), READER)


def test_before_the_first_step() -> None:
    shown = view(Learner.BPE, 0)
    assert shown.note == "Reading the corpus and counting."
    assert (shown.done, shown.goal, shown.left, shown.newest) == (0, 20, None, ())
    assert shown.share == 0.1
    assert shown.stop == "/train/abc/stop"
    assert shown.address == "/train?v=1&run=abc"
    assert shown.watch == "/train/abc/stream?v=1&run=abc"


@pytest.mark.parametrize("learner", [Learner.BPE, Learner.SUPERBPE, Learner.WORDPIECE])
def test_the_newest_rules_come_first_and_the_next_in_line(learner: Learner) -> None:
    shown = view(learner, 10)
    assert [step.number for step in shown.newest] == list(range(10, 0, -1))
    assert shown.next_best
    assert shown.size > 10
    assert shown.pieces > 0
    assert shown.left == 3
    assert shown.share == 0.5


def test_bytes_are_named_by_what_they_spell() -> None:
    shown = view(Learner.BPE, 20, options=TrainingOptions(unit=Unit.BYTE))
    assert any("ñ" in step.piece for step in shown.newest)


def test_unigram_tells_its_rounds() -> None:
    assert view(Learner.UNIGRAM, 1).note.startswith("Found ")
    assert view(Learner.UNIGRAM, 2).note == "Round 1: fitting probabilities."
    notes = [view(Learner.UNIGRAM, steps, merges=2).note for steps in range(2, 12)]
    assert any(note.endswith("pieces left the vocabulary.") for note in notes)
    shown = view(Learner.UNIGRAM, 2)
    assert shown.goal is None
    assert shown.newest == ()
    assert shown.size > 20


def test_a_compressor_tells_its_bytes() -> None:
    shown = view(Learner.GAGE, 3)
    assert [step.piece for step in shown.newest] == ["FD", "FE", "FF"]
    assert shown.pieces < len(TEXT.encode())
    assert shown.size == 0


def test_a_size_is_a_goal_that_is_not_known_beforehand() -> None:
    assert view(Learner.BPE, 3, merges=None, size=40).goal == LIMITS.rules
    assert view(Learner.BPE, 3, merges=None).goal is None
    assert view(Learner.BPE, 3, merges=5_000).goal == LIMITS.rules
