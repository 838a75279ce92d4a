from __future__ import annotations

from app.locales import Language, locale_of
from app.services.train_tokenizer import TrainingLimits
from app.services.training_request import Learner
from app.web.reader import Reader
from app.web.train_state import TrainState
from app.web.views.train_form import form_view

LIMITS = TrainingLimits(500_000, 5_000, 60)
READER = Reader(locale_of(Language.EN), None, False, "/train", ())


def test_the_form_is_filled_with_the_state_and_folds_behind_a_frame() -> None:
    state = TrainState("ab", Learner.WORDPIECE, merges=None, size=30)
    form = form_view(state, LIMITS, READER)
    assert form.corpus == "ab"
    assert [one.value for one in form.learners if one.chosen] == ["wordpiece"]
    assert (form.amount, form.by_size, form.folded) == ("30", True, False)
    assert all(not one.chosen for one in form.corpora)
    assert form_view(TrainState("ab", step="3"), LIMITS, READER).folded
    ready = form_view(TrainState("ab", ready="ties-en"), LIMITS, READER)
    assert [one.title for one in ready.corpora if one.chosen] == ["Ties"]
    assert form_view(TrainState("ab", merges=None), LIMITS, READER).amount == ""
