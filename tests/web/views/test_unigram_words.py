from __future__ import annotations

import pytest

from app.locales import Language, locale_of
from app.services.train_tokenizer import TrainingLimits, train
from app.services.training_request import Learner, TrainingRequest, UnigramRun, unigram_run
from app.tokenization.training import STOP_SENTENCES
from app.tokenization.unigram.steps import EStep, MStep, PruneStep, SeedStep
from app.web.views.unigram_words import unigram_sentence

ENGLISH = locale_of(Language.EN)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a", "Seeds: 2 letters, which always stay; no string of several letters comes often"),
        (
            "el veloz elfo",
            "Seeds: the letters, which always stay (7), and the 2 strings that cover",
        ),
    ],
)
def test_unigram_counts_its_seeds(text: str, sentence: str) -> None:
    limits = TrainingLimits(10_000, 100, 60)
    run = unigram_run(train(TrainingRequest(Learner.UNIGRAM, text, merges=2), limits).run)
    assert run is not None
    assert unigram_sentence(run, 1, ENGLISH).startswith(sentence)


def test_every_kind_of_step_says_its_name_and_round(long_run: UnigramRun) -> None:
    names = {EStep: "expectation", MStep: "maximisation", PruneStep: "pruning"}
    for step in long_run.steps[1:]:
        assert not isinstance(step, SeedStep)
        said = unigram_sentence(long_run, step.number, ENGLISH)
        assert said.startswith(f"Round {step.round}, {names[type(step)]}: ")


def test_the_last_step_says_why_it_is_the_last(long_run: UnigramRun) -> None:
    assert long_run.stop_reason is not None
    end = STOP_SENTENCES[long_run.stop_reason]
    last = len(long_run.steps)
    assert unigram_sentence(long_run, last, ENGLISH).endswith(end)
    assert end not in unigram_sentence(long_run, last - 1, ENGLISH)
