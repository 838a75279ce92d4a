from __future__ import annotations

import pytest

from app.services.train_tokenizer import TrainingLimits, train
from app.services.training_request import Learner, TrainingRequest, UnigramRun, unigram_run
from app.tokenization.unigram.steps import PruneStep
from app.web.views.train_unigram import (
    LONGEST_WORD,
    UnigramFrame,
    unigram_frame,
    words_offered,
)

TEXT = "bajo bajo baja baja bajada bajito jota jota jo trabajo trabajo trabajador, la la"


@pytest.fixture(scope="module")
def run() -> UnigramRun:
    limits = TrainingLimits(10_000, 1_000, 60)
    found = unigram_run(train(TrainingRequest(Learner.UNIGRAM, TEXT, merges=4), limits).run)
    assert found is not None
    return found


def frame(run: UnigramRun, number: int, word: str | None = None) -> UnigramFrame:
    return unigram_frame(run, number, word, str, lambda word: f"?word={word}")


def test_the_kinds_of_steps_follow_each_other(run: UnigramRun) -> None:
    kinds = [frame(run, number).kind for number in range(1, len(run.steps) + 1)]
    assert kinds[:4] == ["seed", "expectation", "maximisation", "expectation"]
    assert "pruning" in kinds


def test_the_likelihood_never_falls_in_a_maximisation(run: UnigramRun) -> None:
    for number in range(1, len(run.steps) + 1):
        drawn = frame(run, number)
        if drawn.kind == "maximisation":
            assert drawn.before is not None
            assert drawn.after is not None
            assert drawn.after >= drawn.before - 1e-9


def test_pieces_that_leave_are_shown_with_their_loss(run: UnigramRun) -> None:
    number = next(step.number for step in run.steps if isinstance(step, PruneStep))
    drawn = frame(run, number)
    assert drawn.removed_total > 0
    losses = [row.loss for row in drawn.removed]
    assert losses == sorted(losses, reverse=True)
    assert all(row.instead for row in drawn.removed if row.count)
    assert frame(run, 1).removed == ()


def test_words_to_choose_from_are_whole_and_the_chosen_one_is_marked(run: UnigramRun) -> None:
    offered = words_offered(run)
    assert offered[0].isalpha()
    assert "la" not in offered
    assert all(len(word) <= LONGEST_WORD for word in offered)
    drawn = frame(run, 1, offered[1])
    assert [word.text for word in drawn.words if word.chosen] == [offered[1]]
    assert drawn.words[1].href == f"?word={offered[1]}"


def test_a_word_too_long_to_draw_gives_way_to_another(run: UnigramRun) -> None:
    lattice = frame(run, 1, "a" * 100).lattice
    assert lattice is not None
    assert lattice.word == "▁" + words_offered(run)[0]
