from __future__ import annotations

import pytest

from app.services.train_tokenizer import TrainingLimits
from app.services.training_request import Learner, TrainingRequest
from app.services.training_runs import TrainingRuns
from app.web.views.train_pairs import PairRow, pair_rows


@pytest.fixture
def runs() -> TrainingRuns:
    return TrainingRuns(TrainingLimits(100_000, 1_000, 60), 1, 10_000_000)


def pairs_of(
    runs: TrainingRuns, number: int, learner: Learner = Learner.BPE
) -> tuple[PairRow, ...]:
    """What step `number` chose from."""
    words = {"bajo": 3, "baja": 2, "bajada": 1}
    frame = runs.frame(runs.trained(TrainingRequest(learner, words=words)), number)
    assert frame.chosen_from is not None
    assert frame.step is not None
    return pair_rows(frame.chosen_from, frame.step, False, frame.pieces + frame.step.merged)


def test_ties_are_marked_and_only_the_winner_wins(runs: TrainingRuns) -> None:
    pairs = pairs_of(runs, 1)
    assert [(pair.wins, pair.tied) for pair in pairs[:3]] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    assert pairs[2].share == 0.5


def test_wordpiece_rows_have_their_terms_and_the_choice_of_bpe(runs: TrainingRuns) -> None:
    pairs = pairs_of(runs, 1, Learner.WORDPIECE)
    best = pairs[0]
    assert (best.left, best.right, best.score) == ("##j", "##o", "1/6")
    assert (best.count, best.left_count, best.right_count) == (3, 6, 3)
    # 3 · 26 / (6 · 3) is 4 and a third: a little over 2 bits.
    assert round(best.bits, 2) == 2.12
    assert [pair.left for pair in pairs if pair.bpe] == ["b"]
