"""The BPE trainer against the naive recount, Hugging Face `tokenizers`, and exact traces."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from app.errors import InvalidInput
from app.tokenization.bpe import trainer
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.bpe.trainer import BpeConfig, train
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split, from_counts, read_corpus
from app.tokenization.training import StopReason, TrainingRun, collect
from tests.shared import SHARED, cases, golden, needs_shared
from tests.tokenization.bpe.reference import naive_rules

Run = TrainingRun[BpeConfig, TrainStep, BpeModel]

corpora = st.sampled_from(["ab", "abc", "abñ😀", "aabcdefg"]).flatmap(
    lambda letters: st.lists(st.text(letters, min_size=1, max_size=9), min_size=1, max_size=25)
)


def run(corpus: Corpus, budget: Budget | None = None, **options: Any) -> Run:
    config = BpeConfig(**options)
    return collect(config, corpus, train(corpus, config, budget))


def rules(run: Run) -> list[tuple[str, str, int]]:
    return [(step.left, step.right, step.count) for step in run.steps]


def expected(steps: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return [(step["left"], step["right"], step["count"]) for step in steps]


def hugging_face_merges(
    texts: list[str], size: int, min_frequency: int = 0
) -> list[tuple[str, str]]:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    judge = trainers.BpeTrainer(vocab_size=size, min_frequency=min_frequency, show_progress=False)
    tokenizer.train_from_iterator(texts, judge)
    return [tuple(merge) for merge in json.loads(tokenizer.to_str())["model"]["merges"]]


@settings(max_examples=150, deadline=None)
@given(
    words=corpora,
    ties=st.sampled_from(Ties),
    marker=st.sampled_from([None, "</w>"]),
    min_frequency=st.integers(1, 3),
)
def test_equals_counting_everything_anew(
    words: list[str], ties: Ties, marker: str | None, min_frequency: int
) -> None:
    corpus = read_corpus(" ".join(words))
    trained = run(corpus, merges=40, ties=ties, marker=marker, min_frequency=min_frequency)
    assert rules(trained) == naive_rules(
        corpus, 40, ties, marker=marker, min_frequency=min_frequency
    )


@settings(max_examples=40, deadline=None)
@given(words=corpora, ties=st.sampled_from(Ties))
def test_equals_counting_everything_anew_over_bytes(words: list[str], ties: Ties) -> None:
    corpus = read_corpus(" ".join(words), Split.GPT2)
    trained = run(corpus, merges=25, ties=ties, unit=Unit.BYTE)
    assert rules(trained) == naive_rules(corpus, 25, ties, unit=Unit.BYTE)
    assert len(trained.model.alphabet) == 256


@settings(max_examples=150, deadline=None)
@given(words=corpora, extra=st.integers(0, 30), min_frequency=st.integers(1, 3))
def test_smallest_pair_equals_tokenizers(words: list[str], extra: int, min_frequency: int) -> None:
    text = " ".join(words)
    size = len(set(text) - {" "}) + extra
    trained = run(
        read_corpus(text),
        vocabulary_size=size,
        ties=Ties.SMALLEST_PAIR,
        min_frequency=min_frequency,
    )
    assert list(trained.model.merges) == hugging_face_merges([text], size, min_frequency)


@needs_shared
@pytest.mark.books
def test_smallest_pair_equals_tokenizers_on_a_book() -> None:
    text = (SHARED / "corpora" / "quijote-es.txt").read_text(encoding="utf-8")
    trained = run(read_corpus(text), merges=5_000, ties=Ties.SMALLEST_PAIR)
    size = len(trained.model.pieces)
    assert len(trained.steps) == 5_000
    assert list(trained.model.merges) == hugging_face_merges([text], size)


@needs_shared
@pytest.mark.books
def test_first_seen_equals_counting_anew_on_60_000_characters() -> None:
    text = (SHARED / "corpora" / "quijote-es.txt").read_text(encoding="utf-8")
    corpus = read_corpus(text[100_000:160_000])
    assert rules(run(corpus, merges=600)) == naive_rules(corpus, 600, Ties.FIRST_SEEN)


@needs_shared
def test_trace_with_an_end_of_word_mark() -> None:
    data = golden("training")["end_of_word"]
    trained = run(read_corpus(data["corpus"]), marker="</w>", merges=len(data["merges"]))
    assert rules(trained) == expected(data["merges"])
    assert trained.stop_reason is StopReason.TARGET_REACHED


@needs_shared
def test_trace_without_mark() -> None:
    data = golden("training")["no_marker"]
    corpus = read_corpus("\n".join(data["lines"]))
    assert len(corpus.words) == data["distinct_words"]
    assert rules(run(corpus, merges=len(data["merges"]))) == expected(data["merges"])


@needs_shared
@pytest.mark.parametrize(
    ("ties", "key"),
    [(Ties.FIRST_SEEN, "merges_first_seen"), (Ties.LEXICOGRAPHIC, "merges_lexicographic")],
)
def test_trace_of_weighted_words(ties: Ties, key: str) -> None:
    data = golden("training")["weighted_words"]
    trained = run(from_counts(data["words"]), ties=ties)
    assert rules(trained) == expected(data[key])
    assert trained.stop_reason is StopReason.NOTHING_LEFT


def case(id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    found = {case["id"]: case for case in cases("trainers")}[id]
    return ast.literal_eval(found["input"]), found["expected"]


@needs_shared
def test_case_ties_do_not_depend_on_the_order_with_smallest_pair() -> None:
    given, right = case("tr-ties")
    for corpus in (given["corpus_1"], given["corpus_2"]):
        trained = run(read_corpus(corpus[0]), ties=Ties.SMALLEST_PAIR)
        merges = [list(merge) for merge in trained.model.merges]
        assert merges == right["hf_merges (ties: lowest ids, i.e. code-point order at first)"]
    first = [
        run(read_corpus(given[key][0]), merges=1).model.merges[0]
        for key in ("corpus_1", "corpus_2")
    ]
    assert ["+".join(merge) for merge in first] == [
        right["first_seen_rule_differs"]["corpus_1_first_merge"],
        right["first_seen_rule_differs"]["corpus_2_first_merge"],
    ]


@needs_shared
def test_case_a_size_below_the_alphabet_is_refused_with_the_least_size() -> None:
    given, right = case("tr-small-vocab")
    corpus = read_corpus("\n".join(given["corpus"]))
    with pytest.raises(InvalidInput) as refused:
        run(corpus, vocabulary_size=given["vocab_size"])
    letters = len(set("".join(given["corpus"])) - {" "})
    assert letters == right["hf_bpe_returns"]
    assert refused.value.values == {"size": 10, "alphabet": letters}
    assert not run(corpus, vocabulary_size=letters).steps


@needs_shared
@pytest.mark.parametrize("frequency", [1, 2, 3, 4])
def test_case_minimum_frequency_is_the_count_when_merged(frequency: int) -> None:
    given, right = case("tr-min-frequency")
    trained = run(
        read_corpus("\n".join(given["corpus"])),
        vocabulary_size=given["vocab_size"],
        min_frequency=frequency,
        ties=Ties.SMALLEST_PAIR,
    )
    assert [list(merge) for merge in trained.model.merges] == right[str(frequency)]
    if frequency == 4:
        assert trained.stop_reason is StopReason.BELOW_MIN_FREQUENCY


@needs_shared
def test_case_asking_for_more_than_the_corpus_gives_stops_and_says_so() -> None:
    given, right = case("tr-too-big")
    trained = run(
        read_corpus("\n".join(given["corpus"])),
        vocabulary_size=given["vocab_size"],
        ties=Ties.SMALLEST_PAIR,
    )
    assert [list(merge) for merge in trained.model.merges] == right["hf_bpe"]["merges"]
    assert trained.steps[-1].vocabulary_size == right["hf_bpe"]["size"]
    assert len(trained.model.pieces) == right["hf_bpe"]["size"]
    assert trained.stop_reason is StopReason.NOTHING_LEFT


def test_overlapping_pairs_are_counted_twice_and_merged_once() -> None:
    step = run(read_corpus("aaaaa"), merges=1).steps[0]
    assert (step.count, step.merged, step.pieces, step.words_changed) == (4, 2, 3, 1)


def test_a_step_names_the_pairs_that_would_have_been_next() -> None:
    step = run(from_counts({"bajo": 3, "baja": 2, "bajada": 1}), merges=1).steps[0]
    named = [(pair.left, pair.right, pair.count) for pair in step.runner_ups]
    assert named == [("a", "j", 6), ("j", "o", 3), ("j", "a", 3)]
    assert step.tied


def test_the_budget_stops_and_keeps_what_was_learned() -> None:
    corpus = read_corpus("hola mundo hola luna")
    assert run(corpus, Budget(max_steps=2)).stop_reason is StopReason.BUDGET_STEPS
    seconds = iter([0.0, 1.0, 2.0, 3.0]).__next__
    trained = run(corpus, Budget(seconds=2.5, clock=seconds))
    assert trained.stop_reason is StopReason.BUDGET_SECONDS
    assert len(trained.steps) == len(trained.model.merges) == 2


def test_a_finished_run_is_not_blamed_on_the_budget() -> None:
    assert run(read_corpus("ab"), Budget(max_steps=1)).stop_reason is StopReason.NOTHING_LEFT
    trained = run(read_corpus("abc"), Budget(max_steps=1), merges=1)
    assert trained.stop_reason is StopReason.TARGET_REACHED


def test_stopping_by_hand_keeps_what_was_learned() -> None:
    corpus, config = read_corpus("hola mundo"), BpeConfig()
    answers = iter([False, True])
    trained = collect(config, corpus, train(corpus, config), lambda: next(answers))
    assert trained.stop_reason is StopReason.CANCELLED
    assert len(trained.steps) == len(trained.model.merges) == 2


@pytest.mark.parametrize(
    ("text", "steps", "reason"),
    [
        ("a", 0, StopReason.NOTHING_LEFT),
        ("a a a", 0, StopReason.NOTHING_LEFT),
        ("👩‍👩‍👧", 3, StopReason.NOTHING_LEFT),
        ("a\0b a\0b", 2, StopReason.NOTHING_LEFT),
        ("שלום abc مرحبا", 9, StopReason.NOTHING_LEFT),
    ],
)
def test_odd_corpora_have_a_defined_end(text: str, steps: int, reason: StopReason) -> None:
    trained = run(read_corpus(text))
    assert len(trained.steps) == steps
    assert trained.stop_reason is reason
    assert all(word.text in trained.model.pieces for word in trained.corpus.words)


def test_one_megabyte_without_spaces() -> None:
    trained = run(read_corpus("abcdefghij" * 100_000, Split.NONE), merges=12)
    assert trained.stop_reason is StopReason.TARGET_REACHED
    assert trained.steps[8].piece == "abcdefghij"
    assert trained.steps[8].pieces == 100_000
    assert trained.steps[9].count == 99_999 and trained.steps[9].merged == 50_000


def test_the_mark_may_not_stand_in_the_corpus() -> None:
    with pytest.raises(InvalidInput, match="itself contains the end-of-word mark “</w>”"):
        run(read_corpus("un </w> dentro"), marker="</w>")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"marker": ""}, "mark is empty"),
        ({"marker": "</w>", "unit": Unit.BYTE}, "goes with letters"),
        ({"merges": -1}, "cannot be negative; -1"),
        ({"vocabulary_size": 0}, "at least one piece; 0"),
        ({"min_frequency": 0}, "starts at 1; 0"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        BpeConfig(**options)


def test_pieces_as_long_as_the_text_stop_before_memory_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trainer, "MAX_PIECE_CHARACTERS", 500)
    letters = "".join(chr(0x4E00 + at) for at in range(100))
    trained = run(read_corpus(letters, Split.NONE))
    assert trained.stop_reason is StopReason.PIECES_TOO_LONG
    assert sum(len(piece) for piece in trained.model.pieces) <= 500
    assert len(trained.steps) == len(trained.model.merges) == 26
