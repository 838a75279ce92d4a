"""What the training page answers: when an address holds a corpus, and what a problem leaves open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.errors import InvalidInput
from app.locales import Language, locale_of
from app.services.train_tokenizer import TrainingLimits
from app.services.training_runs import TrainingRuns
from app.web.reader import Reader
from app.web.train_state import TrainState
from app.web.training import LONGEST_ADDRESS, linkable, problem_page, trained_of

READER = Reader(locale_of(Language.EN), None, False, "/train", ())


@pytest.fixture
def runs() -> TrainingRuns:
    return TrainingRuns(TrainingLimits(500_000, 5_000, 60), most_live=1, most_bytes=10_000_000)


def test_a_problem_leaves_the_form_open_where_a_frame_would_fold_it(runs: TrainingRuns) -> None:
    page = problem_page(TrainState("ab", step="3"), InvalidInput("Say a size."), runs, READER)
    assert (page.problem, page.form.folded, page.run) == ("Say a size.", False, None)


def test_a_corpus_that_no_address_holds_is_found_by_its_run(runs: TrainingRuns) -> None:
    short = TrainState("ba ba", merges=2)
    long = replace(short, corpus="ba " * LONGEST_ADDRESS)
    for state, by_run in ((short, False), (long, True)):
        _, trained = trained_of(state, runs)
        found = linkable(state, trained)
        assert (found.run is not None) is by_run
        again, same = trained_of(found, runs)
        assert (again.corpus, same) == (state.corpus, trained)
