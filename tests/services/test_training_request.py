from __future__ import annotations

from typing import Any

import pytest

from app.errors import InvalidInput
from app.services.train_tokenizer import TrainingLimits, train
from app.services.training_request import (
    Learner,
    TrainingOptions,
    TrainingRequest,
    gage_run,
    merging_run,
    unigram_run,
)
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.bpe.superbpe import SuperBpeConfig
from app.tokenization.corpus import Split
from app.tokenization.unigram.trainer import UnigramConfig

LIMITS = TrainingLimits(10_000, 1_000, 60)
TEXT = "el niño juega en el jardín"


def request(learner: Learner, **values: Any) -> TrainingRequest:
    return TrainingRequest(learner, **{"text": TEXT, **values})


@pytest.mark.parametrize(
    "other",
    [
        request(Learner.WORDPIECE),
        request(Learner.BPE, text=TEXT + " "),
        request(Learner.BPE, text=None, words={"el": 1}),
        request(Learner.BPE, merges=1),
        request(Learner.BPE, size=1),
        request(Learner.BPE, options=TrainingOptions(ties=Ties.SMALLEST_PAIR)),
        request(Learner.BPE, options=TrainingOptions(unit=Unit.BYTE)),
    ],
)
def test_the_key_tells_requests_apart(other: TrainingRequest) -> None:
    assert other.key() != request(Learner.BPE).key()
    assert request(Learner.BPE).key() == request(Learner.BPE).key()


def test_the_order_of_words_with_counts_decides_ties_and_so_the_key() -> None:
    one = request(Learner.BPE, text=None, words={"ab": 1, "ba": 1})
    other = request(Learner.BPE, text=None, words={"ba": 1, "ab": 1})
    assert one.key() != other.key()


def test_a_lone_surrogate_has_a_key() -> None:
    assert request(Learner.BPE, text="a\ud83d").key()


def test_typed_words_with_counts_are_words_except_for_a_compressor() -> None:
    options = TrainingOptions()
    typed = "bajo*3 baja*2"
    words = TrainingRequest.of_typed(Learner.BPE, typed, None, None, options)
    assert words.words == {"bajo": 3, "baja": 2}
    assert words.corpus().occurrences == 5
    assert TrainingRequest.of_typed(Learner.GAGE, typed, None, None, options).text == typed
    text = TrainingRequest.of_typed(Learner.BPE, "bajo*3 baja", None, None, options)
    assert text.text == "bajo*3 baja"


def test_superbpe_learns_half_inside_words_unless_told() -> None:
    by_rules = request(Learner.SUPERBPE, merges=10)
    config = by_rules.config(by_rules.corpus())
    assert isinstance(config, SuperBpeConfig)
    assert config.transition == 5
    letters = len(set(TEXT))
    by_size = request(Learner.SUPERBPE, size=letters + 8)
    config = by_size.config(by_size.corpus())
    assert isinstance(config, SuperBpeConfig)
    assert config.transition == 4
    open_ended = request(Learner.SUPERBPE)
    config = open_ended.config(open_ended.corpus())
    assert isinstance(config, SuperBpeConfig)
    assert config.transition >= len(TEXT) - 5


def test_pieces_beyond_the_letters_are_a_size_for_unigram() -> None:
    asked = request(Learner.UNIGRAM, merges=7)
    config = asked.config(asked.corpus())
    assert isinstance(config, UnigramConfig)
    # The letters of the text without its spaces, and the mark before each word.
    assert config.vocabulary_size == len(set(TEXT) - {" "}) + 1 + 7


def test_unigram_without_a_size_is_refused() -> None:
    asked = request(Learner.UNIGRAM)
    with pytest.raises(InvalidInput, match="say a size"):
        asked.config(asked.corpus())


def test_a_compressor_reads_the_whole_text() -> None:
    asked = request(Learner.GAGE, options=TrainingOptions(pre_tokenizer=Split.WHITESPACE))
    assert asked.corpus().split is Split.NONE
    assert asked.corpus().characters == len(TEXT)


@pytest.mark.parametrize("learner", Learner)
def test_a_run_is_told_by_its_kind(learner: Learner) -> None:
    run = train(request(learner, merges=3), LIMITS).run
    kinds = [merging_run(run), unigram_run(run), gage_run(run)]
    assert [kind is run for kind in kinds].count(True) == 1
