"""A Unigram run that several views draw."""

from __future__ import annotations

import pytest

from app.services.train_tokenizer import TrainingLimits, train
from app.services.training_request import Learner, TrainingRequest, UnigramRun, unigram_run

TEXT = "bajo bajo baja baja bajada bajito jota jota jo trabajo trabajo trabajador, la la"


@pytest.fixture(scope="session")
def long_run() -> UnigramRun:
    """Rounds of every kind of step; words of two to ten letters."""
    limits = TrainingLimits(10_000, 1_000, 60)
    found = unigram_run(train(TrainingRequest(Learner.UNIGRAM, TEXT, merges=4), limits).run)
    assert found is not None
    return found
