from __future__ import annotations

from typing import Any

import pytest

from app.services.train_tokenizer import Trained, TrainingLimits
from app.services.training_request import Learner, TrainingRequest, merging_run
from app.services.training_runs import TrainingRuns
from app.tokenization.bpe.steps import TrainStep
from app.web.views.train_frame import (
    CURVE_HEIGHT,
    CURVE_POINTS,
    CURVE_WIDTH,
    RULES_AFTER,
    RULES_BEFORE,
    MergeFrame,
    curve,
    merge_frame,
    rules_around,
)

WORDS = {"bajo": 3, "baja": 2, "bajada": 1}
MANY = " ".join(f"palabra{number}" for number in range(300))


@pytest.fixture
def runs() -> TrainingRuns:
    return TrainingRuns(TrainingLimits(100_000, 1_000, 60), 1, 10_000_000)


def frame(runs: TrainingRuns, number: int, learner: Learner = Learner.BPE, **m: Any) -> MergeFrame:
    trained = runs.trained(TrainingRequest(learner, **({"words": WORDS} | m)))
    return draw(runs, trained, number, "##" if learner is Learner.WORDPIECE else "")


def draw(runs: TrainingRuns, trained: Trained, number: int, prefix: str = "") -> MergeFrame:
    run = merging_run(trained.run)
    assert run is not None
    return merge_frame(runs.frame(trained, number), run.steps, False, prefix, str)


def texts(frame: MergeFrame) -> list[str]:
    return [
        " ".join("".join(run.text for run in chip.runs) for chip in row.chips)
        for row in frame.words
    ]


def test_before_any_rule_words_are_letters_and_the_pairs_are_those_to_come(
    runs: TrainingRuns,
) -> None:
    drawn = frame(runs, 0)
    assert drawn.piece == ""
    assert texts(drawn) == ["b a j o", "b a j a", "b a j a d a"]
    assert (drawn.pieces, drawn.pieces_before) == (26, 26)
    assert drawn.vocabulary == drawn.vocabulary_before == 5
    assert (drawn.pairs[0].left, drawn.pairs[0].right, drawn.pairs[0].count) == ("b", "a", 6)


def test_a_rule_lights_what_it_made_as_two_halves(runs: TrainingRuns) -> None:
    drawn = frame(runs, 2)
    assert texts(drawn) == ["baj o", "baj a", "baj a d a"]
    lit = [chip for row in drawn.words for chip in row.chips if chip.lit]
    assert len(lit) == 3
    assert ("".join(r.text for r in lit[0].left), lit[0].right[0].text) == ("ba", "j")
    assert (drawn.pieces_before, drawn.pieces) == (20, 14)
    assert (drawn.vocabulary_before, drawn.vocabulary) == (6, 7)


def test_a_pieces_right_half_is_drawn_without_its_prefix(runs: TrainingRuns) -> None:
    drawn = frame(runs, 1, Learner.WORDPIECE)
    joined = next(chip for row in drawn.words for chip in row.chips if chip.lit)
    assert joined.right[0].text == "o"
    assert drawn.scored


def test_of_a_large_corpus_the_words_that_change_are_drawn(runs: TrainingRuns) -> None:
    drawn = frame(runs, 1, words=None, text=MANY)
    assert drawn.changed_only
    assert drawn.words_total == 300
    assert drawn.words_shown == len(drawn.words) == 40
    assert all(row.changed for row in drawn.words)
    assert not frame(runs, 0, words=None, text=MANY).changed_only


def steps(count: int) -> list[TrainStep]:
    return [
        TrainStep(n, "a", f"b{n}", f"ab{n}", 1, 1, 1, (), n, 10 * count - n)
        for n in range(1, count + 1)
    ]


@pytest.mark.parametrize("number", [0, 1, 9, 10, 11, 50, 95, 100])
def test_the_rules_around_the_present_one(number: int) -> None:
    rows = rules_around(steps(100), number, False, str)
    assert len(rows) == RULES_BEFORE + RULES_AFTER + 1
    assert [row.number for row in rows if row.current] == ([number] if number else [])
    assert rows[0].href == str(rows[0].number)


def test_a_short_list_of_rules_is_whole() -> None:
    assert [row.number for row in rules_around(steps(3), 2, False, str)] == [1, 2, 3]


def test_the_curve_falls_from_corner_to_corner_in_few_points() -> None:
    drawn = curve(steps(1_000), 1_000)
    assert drawn is not None
    points = drawn.points.split()
    assert len(points) <= CURVE_POINTS + 1
    assert points[0] == "0.0,0.0"
    assert points[-1] == f"{float(CURVE_WIDTH)},{float(CURVE_HEIGHT)}"
    assert (drawn.x, drawn.y) == (CURVE_WIDTH, CURVE_HEIGHT)
    assert curve([], 0) is None
