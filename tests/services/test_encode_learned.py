from __future__ import annotations

from typing import Any

import pytest

from app.errors import InputTooLarge
from app.services.encode_learned import (
    LONGEST_TEXT,
    read_with,
    rule_trace,
    sibling,
    side_by_side,
    unknown_words,
)
from app.services.train_tokenizer import Trained, TrainingLimits
from app.services.training_request import Learner, TrainingOptions, TrainingRequest
from app.services.training_runs import TrainingRuns
from app.tokenization.baselines import Baseline
from tests.shared import golden, needs_shared

LIMITS = TrainingLimits(1_000_000, 1_000, 60)
TEXT = "el niño juega en el jardín\nla niña juega en el jardín"


@pytest.fixture
def runs() -> TrainingRuns:
    return TrainingRuns(LIMITS, 1, 10_000_000)


def trained(runs: TrainingRuns, learner: Learner = Learner.BPE, **more: Any) -> Trained:
    return runs.trained(TrainingRequest(learner, **{"text": TEXT, "merges": 12, **more}))


@needs_shared
def test_words_that_the_corpus_lacked(runs: TrainingRuns) -> None:
    data = golden("training")["end_of_word"]
    run = trained(runs, text=data["corpus"])
    expected = data["unknown_words_of_word_vocabulary"]
    assert list(unknown_words(run, expected["text"])) == expected["unknown"]


def test_only_bpe_has_a_list_of_rules(runs: TrainingRuns) -> None:
    trace = rule_trace(trained(runs), "el niñero")
    assert trace is not None
    assert trace.letters == 8
    assert rule_trace(trained(runs, Learner.SUPERBPE), "el") is not None
    assert rule_trace(trained(runs, Learner.WORDPIECE), "el") is None
    assert rule_trace(trained(runs, Learner.UNIGRAM), "el") is None


def test_all_algorithms_read_the_text_in_full(runs: TrainingRuns) -> None:
    readings = side_by_side(runs, trained(runs), "la niñera juega")
    assert [reading.kind for reading in readings] == [
        Learner.BPE,
        Learner.WORDPIECE,
        Learner.UNIGRAM,
        Learner.SUPERBPE,
        *Baseline,
    ]
    by_kind = {reading.kind: reading for reading in readings}
    assert by_kind[Baseline.WORD].tokens == 3
    assert by_kind[Baseline.WORD].unknown == 1
    assert by_kind[Baseline.CHARACTER].tokens == 13
    assert by_kind[Baseline.BYTE].tokens == 14
    assert by_kind[Baseline.BYTE].unknown == 0
    assert all(reading.error is None and reading.size for reading in readings)


def test_words_with_counts_have_no_spaces_to_cross(runs: TrainingRuns) -> None:
    run = trained(runs, text=None, words={"sol": 3, "sal": 2})
    kinds = [reading.kind for reading in side_by_side(runs, run, "sol")]
    assert Learner.SUPERBPE not in kinds
    assert Learner.UNIGRAM in kinds


def test_an_algorithm_that_cannot_says_why_and_the_others_go_on(runs: TrainingRuns) -> None:
    letters = len(set(TEXT) - {" ", "\n"})
    run = trained(runs, merges=None, size=letters)
    by_kind = {reading.kind: reading for reading in side_by_side(runs, run, "el")}
    error = by_kind[Learner.WORDPIECE].error
    assert error is not None
    assert "cannot hold" in str(error)
    assert by_kind[Learner.BPE].tokens == 2


def test_of_a_long_corpus_only_what_is_kept_is_read(runs: TrainingRuns) -> None:
    text = " ".join(f"palabra{number}" for number in range(3_000))
    run = trained(runs, text=text)
    kinds = [reading.kind for reading in side_by_side(runs, run, "palabra")]
    assert kinds == [Learner.BPE, *Baseline]
    trained(runs, Learner.WORDPIECE, text=text)
    kinds = [reading.kind for reading in side_by_side(runs, run, "palabra")]
    assert kinds == [Learner.BPE, Learner.WORDPIECE, *Baseline]


def test_the_others_are_asked_for_as_much(runs: TrainingRuns) -> None:
    options = TrainingOptions(marker="</w>", min_frequency=3)
    run = trained(runs, merges=None, options=options)
    other = sibling(run, Learner.UNIGRAM)
    assert other.merges == len(run.run.steps)
    assert other.options.min_frequency is None
    assert sibling(run, Learner.SUPERBPE).options.marker is None


def test_unknown_pieces_are_marked(runs: TrainingRuns) -> None:
    for learner, unknown in (
        (Learner.BPE, ["<unk>", "<unk>"]),
        (Learner.WORDPIECE, ["[UNK]"]),
        (Learner.UNIGRAM, ["<unk>"]),
    ):
        words = read_with(trained(runs, learner).run.model, "zz")
        assert [piece.text for word in words for piece in word if piece.unknown] == unknown


def test_a_compressed_text_is_no_vocabulary(runs: TrainingRuns) -> None:
    run = trained(runs, Learner.GAGE)
    with pytest.raises(TypeError):
        read_with(run.run.model, "a")


def test_a_long_text_is_refused(runs: TrainingRuns) -> None:
    with pytest.raises(InputTooLarge, match="up to"):
        rule_trace(trained(runs), "a" * (LONGEST_TEXT + 1))
