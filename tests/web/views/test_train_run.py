from __future__ import annotations

from typing import Any

import pytest

from app.errors import NotFound
from app.locales import Language, locale_of
from app.services.train_tokenizer import TrainingLimits
from app.services.training_request import Learner, TrainingOptions
from app.services.training_runs import TrainingRuns
from app.tokenization.bpe.model import Unit
from app.web.reader import Reader
from app.web.train_state import TrainState
from app.web.views.train_run import MARKS, RULES_LISTED, RunView, run_view

LIMITS = TrainingLimits(500_000, 5_000, 60)
READER = Reader(locale_of(Language.EN), None, False, "/train", ())


@pytest.fixture
def runs() -> TrainingRuns:
    return TrainingRuns(LIMITS, 1, 100_000_000)


def shown(runs: TrainingRuns, corpus: str = "sol sol sal", **more: Any) -> RunView:
    state = TrainState(corpus, **({"merges": None} | more))
    return run_view(runs.trained(state.request()), runs, state, READER)


def test_marks_are_where_whole_words_are_learned(runs: TrainingRuns) -> None:
    view = shown(runs)
    learned = {rule.number: rule.piece for rule in view.rules}
    assert [learned[mark] for mark in view.player.marks] == ["sol", "sal"]
    marked = shown(runs, options=TrainingOptions(marker="</w>"))
    learned = {rule.number: rule.piece for rule in marked.rules}
    assert [learned[mark] for mark in marked.player.marks] == ["sol</w>", "sal</w>"]


def test_a_long_run_has_marks_along_the_bar_and_the_first_rules(runs: TrainingRuns) -> None:
    corpus = " ".join(f"palabra{number}" for number in range(1_500))
    view = shown(runs, corpus)
    assert len(view.player.marks) <= MARKS + 1
    assert view.player.marks[-1] > view.player.last * 0.95
    assert len(view.rules) == RULES_LISTED
    assert view.rules_hidden == view.player.last - RULES_LISTED


def test_the_first_frame_is_the_first_rule_and_a_step_names_another(runs: TrainingRuns) -> None:
    assert shown(runs).player.step == 1
    assert shown(runs, step="0").player.step == 0
    assert shown(runs, "a").player.step == 0
    with pytest.raises(NotFound):
        shown(runs, step="99")


@pytest.mark.parametrize(
    ("learner", "kind"),
    [
        (Learner.BPE, "merge"),
        (Learner.SUPERBPE, "merge"),
        (Learner.WORDPIECE, "merge"),
        (Learner.UNIGRAM, "unigram"),
        (Learner.GAGE, "gage"),
    ],
)
def test_each_algorithm_is_drawn_in_its_own_way(
    runs: TrainingRuns, learner: Learner, kind: str
) -> None:
    view = shown(runs, "sol sol sal la la", learner=learner, merges=2)
    assert view.kind == kind
    drawn = {"merge": view.merge, "unigram": view.unigram, "gage": view.gage}
    assert [name for name, frame in drawn.items() if frame is not None] == [kind]
    assert bool(view.playground) is (learner is not Learner.GAGE)
    assert bool(view.files) is (learner is not Learner.GAGE)


def test_files_and_addresses_keep_the_state(runs: TrainingRuns) -> None:
    view = shown(runs, options=TrainingOptions(unit=Unit.BYTE), merges=2, step="2", text="sol")
    state = "v=1&algorithm=bpe&merges=2&unit=byte"
    assert view.address == f"/train?{state}&step=2&corpus=sol%20sol%20sal&text=sol"
    assert [file.href for file in view.files] == [
        f"/train/tokenizer.json?{state}&corpus=sol%20sol%20sal",
        f"/train/tokenizer.tiktoken?{state}&corpus=sol%20sol%20sal",
    ]
    assert view.encode_action == f"/train/encode?{state}&corpus=sol%20sol%20sal"
    assert view.player.link(1).startswith(f"/train?{state}&corpus")
