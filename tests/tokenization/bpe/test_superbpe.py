"""SuperBPE: plain BPE up to the transition, then merges over whole lines."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.tokenization.bpe.counting import count_pairs, merge_pair
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.bpe.rules import encode_with_model
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.bpe.superbpe import SuperBpeConfig, train
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split, from_counts, read_corpus
from app.tokenization.training import StopReason, TrainingRun, collect
from tests.shared import SHARED, needs_shared
from tests.tokenization.bpe.reference import naive_rules


def run(
    corpus: Corpus, budget: Budget | None = None, **options: Any
) -> TrainingRun[SuperBpeConfig, TrainStep, BpeModel]:
    config = SuperBpeConfig(**options)
    return collect(config, corpus, train(corpus, config, budget))


def naive_super_rules(corpus: Corpus, transition: int, merges: int) -> list[tuple[str, str, int]]:
    rules = naive_rules(corpus, min(transition, merges), Ties.FIRST_SEEN)
    lines = [(list(line.text), line.count) for line in corpus.lines().words]
    for left, right, _ in rules:
        lines = [(merge_pair(pieces, left, right), count) for pieces, count in lines]
    while len(rules) < merges and (counts := count_pairs(lines)):
        left, right = max(counts, key=lambda pair: counts[pair])
        rules.append((left, right, counts[left, right]))
        lines = [(merge_pair(pieces, left, right), count) for pieces, count in lines]
    return rules


@settings(max_examples=150, deadline=None)
@given(
    lines=st.lists(st.text("ab ,", min_size=1, max_size=15), min_size=1, max_size=8),
    split=st.sampled_from([Split.WHITESPACE, Split.GPT2, Split.O200K]),
    transition=st.integers(0, 8),
    merges=st.integers(0, 25),
)
def test_equals_counting_everything_anew(
    lines: list[str], split: Split, transition: int, merges: int
) -> None:
    text = "\n".join(["a b", *lines])
    corpus = read_corpus(text, split)
    trained = run(corpus, transition=transition, merges=merges)
    rules = [(step.left, step.right, step.count) for step in trained.steps]
    assert rules == naive_super_rules(corpus, transition, merges)
    # What training leaves of a line is what encoding makes of it.
    left_over = run(corpus, transition=transition)
    assert encode_with_model(left_over.model, text).final.tokens == left_over.steps[-1].pieces


@needs_shared
def test_pieces_of_several_words_come_only_after_the_transition() -> None:
    text = (SHARED / "corpora" / "quijote-es.txt").read_text(encoding="utf-8")[200_000:300_000]
    trained = run(read_corpus(text, Split.GPT2), transition=400, merges=600)
    stages = [step.crosses_words for step in trained.steps]
    assert stages == [False] * 400 + [True] * 200
    assert not any(" " in step.piece[1:] for step in trained.steps[:400])
    assert any(" " in step.piece.strip() for step in trained.steps[400:])
    assert "".join(trained.model.alphabet).count(" ") == 1
    assert trained.model.split is Split.LINES


def test_no_piece_crosses_a_line_end() -> None:
    trained = run(read_corpus("por favor\npor favor\npor favor"), transition=3)
    assert trained.stop_reason is StopReason.NOTHING_LEFT
    assert "por favor\n" in trained.model.pieces
    assert not any("\n" in piece[:-1] for piece in trained.model.pieces)


def test_bytes() -> None:
    trained = run(read_corpus("sí sí sí", Split.GPT2), unit=Unit.BYTE, transition=2, merges=4)
    assert [step.piece for step in trained.steps] == ["sÃ", "sÃŃ", "sÃŃĠ", "sÃŃĠsÃŃĠ"]


def test_words_used_up_before_the_transition_start_the_second_stage() -> None:
    trained = run(read_corpus("ab ab"), transition=50, merges=3)
    assert [step.crosses_words for step in trained.steps] == [False, True, True]


def test_words_with_counts_have_no_spaces_to_cross() -> None:
    trained = run(from_counts({"ab": 2, "abc": 1}), transition=1)
    assert [step.piece for step in trained.steps] == ["ab", "abc"]


def test_the_budget_counts_over_both_stages() -> None:
    corpus = read_corpus("ab ab ab")
    assert run(corpus, Budget(max_steps=1), transition=1).stop_reason is StopReason.BUDGET_STEPS
    early = run(read_corpus("abc abc"), Budget(max_steps=1), transition=2)
    assert early.stop_reason is StopReason.BUDGET_STEPS and len(early.steps) == 1
    assert run(corpus, transition=1, merges=1).stop_reason is StopReason.TARGET_REACHED


def test_impossible_options_are_refused() -> None:
    with pytest.raises(InvalidInput, match="cannot be negative; -1"):
        SuperBpeConfig(transition=-1)
    with pytest.raises(InvalidInput, match="no end-of-word mark"):
        SuperBpeConfig(transition=1, marker="</w>")
