from __future__ import annotations

from typing import cast

import pytest

from app.locales import Language, locale_of
from app.services.train_tokenizer import TrainingLimits
from app.services.training_request import (
    GageRun,
    Learner,
    TrainingOptions,
    TrainingRequest,
)
from app.services.training_runs import TrainingRuns
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.wordpiece.trainer import Score
from app.web.views.train_words import gage_sentence, merge_sentence

ENGLISH, SPANISH = locale_of(Language.EN), locale_of(Language.ES)


def said(
    request: TrainingRequest, number: int, byte_level: bool = False, spanish: bool = False
) -> str:
    runs = TrainingRuns(TrainingLimits(10_000, 100, 60), 1, 1_000_000)
    frame = runs.frame(runs.trained(request), number)
    return merge_sentence(frame, byte_level, SPANISH if spanish else ENGLISH)


def bpe(text: str, **options: object) -> TrainingRequest:
    return TrainingRequest(Learner.BPE, text, options=TrainingOptions(**options))  # type: ignore[arg-type]


def test_the_most_frequent_pair_and_the_next() -> None:
    assert said(bpe("ab ab ac"), 1) == (
        "Rule 1 of 2: “a” and “b”, together 2 times, become “ab”. It is the most frequent pair; "
        "next comes “a” + “c” with 1."
    )


def test_in_spanish() -> None:
    assert said(bpe("ab ab ac"), 1, spanish=True) == (
        "Regla 1 de 2: «a» y «b», juntas 2 veces, se fusionan en «ab». Ganó porque es el par que "
        "más se repite; le sigue «a» + «c» con 1."
    )


def test_the_only_pair_and_the_end() -> None:
    assert said(bpe("ab"), 1) == (
        "Rule 1 of 1: “a” and “b”, together 1 time, become “ab”. It was the only pair left. No "
        "pair is left: there is nothing more to merge."
    )


@pytest.mark.parametrize(
    ("ties", "reason"),
    [
        (Ties.FIRST_SEEN, "this one comes first in the corpus, in “ba”."),
        (Ties.SMALLEST_PAIR, "this one has the lower ids."),
        (Ties.LEXICOGRAPHIC, "this one comes first in alphabetical order of code points."),
    ],
)
def test_every_tie_rule_has_its_words(ties: Ties, reason: str) -> None:
    assert f"A tie with 1 other pair: {reason}" in said(bpe("ba ab", ties=ties), 1)


def test_overlaps_are_explained() -> None:
    assert "counted twice and merged once: 1 merge." in said(bpe("aaa"), 1)


def test_bytes_are_named_by_what_they_spell() -> None:
    assert "“C3” and “B1”, together 1 time, become “ñ”." in said(bpe("ñ", unit=Unit.BYTE), 1, True)


def test_spaces_can_be_seen_and_crossing_them_is_said() -> None:
    request = TrainingRequest(
        Learner.SUPERBPE, "a la a la", merges=3, options=TrainingOptions(transition=1)
    )
    text = said(request, 2)
    assert "“a” and “·”" in text
    assert "Merges may cross spaces now, and spaces are pieces too." in text
    assert "Merges may cross spaces now, and spaces are pieces too." not in said(request, 1)


def test_words_with_counts_have_no_spaces_to_cross() -> None:
    options = TrainingOptions(transition=1)
    request = TrainingRequest(Learner.SUPERBPE, words={"sal": 3, "sol": 2}, options=options)
    assert "Words with counts have no spaces that a merge could cross." in said(request, 2)
    assert "spaces" not in said(request, 1)


def test_wordpiece_names_score_and_the_choice_of_bpe() -> None:
    request = TrainingRequest(Learner.WORDPIECE, words={"bajo": 3, "baja": 2, "bajada": 1})
    text = said(request, 1)
    assert "Score: 3 / (6 · 3) = 1/6. It is the highest score; next comes “b” + “##a” with" in text
    assert "BPE would have chosen “b” + “##a”, which occurs 6 times." in text
    assert "Score: 2 / (2 · 2) = 1/2. A tie with" in said(
        TrainingRequest(Learner.WORDPIECE, "abc abc"), 1
    )


def test_wordpiece_by_frequency_has_no_fraction() -> None:
    options = TrainingOptions(score=Score.FREQUENCY)
    request = TrainingRequest(Learner.WORDPIECE, words={"bajo": 3, "baja": 2}, options=options)
    assert said(request, 2) == (
        "Rule 2 of 4: “ba” and “##j”, together 5 times, become “baj”. It is the most frequent pair; "
        "next comes “##j” + “##o” with 3. BPE would have chosen the same pair."
    )


def test_gage_says_one_byte() -> None:
    runs = TrainingRuns(TrainingLimits(10_000, 100, 60), 1, 1_000_000)
    run = runs.trained(TrainingRequest(Learner.GAGE, "a")).run
    assert gage_sentence(cast(GageRun, run), 0, SPANISH) == (
        "El texto tal cual: 1 byte. No queda ningún par: no hay nada más que fusionar."
    )


def test_before_any_rule() -> None:
    assert said(bpe("ab ab"), 0) == (
        "Before any rule, every word is in its smallest parts: 4 pieces in all, 2 in the "
        "vocabulary. The first pair to be merged will be “a” + “b”."
    )
    assert said(bpe("a"), 0).endswith("there is nothing more to merge.")
