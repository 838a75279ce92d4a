"""The WordPiece trainer against a naive recount in exact fractions, and exact traces."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from app.errors import InvalidInput
from app.tokenization.bpe.counting import count_pairs, merge_pair
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split, from_counts, read_corpus
from app.tokenization.training import StopReason, TrainingRun, collect
from app.tokenization.wordpiece import trainer as trainer_module
from app.tokenization.wordpiece.model import WordPieceModel, join, start_symbols
from app.tokenization.wordpiece.steps import WordPieceStep
from app.tokenization.wordpiece.trainer import Score, WordPieceConfig, train
from tests.shared import SHARED, cases, golden, needs_shared

Run = TrainingRun[WordPieceConfig, WordPieceStep, WordPieceModel]


def run(corpus: Corpus, budget: Budget | None = None, **options: Any) -> Run:
    config = WordPieceConfig(**options)
    return collect(config, corpus, train(corpus, config, budget))


def rule(step: WordPieceStep) -> dict[str, Any]:
    chosen = step.chosen
    return {
        "left": chosen.left,
        "right": chosen.right,
        "piece": step.piece,
        "pair_count": chosen.count,
        "left_count": chosen.left_count,
        "right_count": chosen.right_count,
        "score": f"{chosen.score.numerator}/{chosen.score.denominator}",
        "bpe": (step.bpe_choice.left, step.bpe_choice.right),
    }


def naive_rules(
    corpus: Corpus, merges: int, score: Score, min_frequency: int
) -> list[dict[str, Any]]:
    """Count everything anew before each merge, and compare exact fractions."""
    words = [(start_symbols(word.text), word.count) for word in corpus.words]
    rules: list[dict[str, Any]] = []
    while len(rules) < merges:
        singles: dict[str, int] = {}
        for pieces, count in words:
            for piece in pieces:
                singles[piece] = singles.get(piece, 0) + count
        counts = count_pairs(words)
        candidates = [pair for pair, count in counts.items() if count >= min_frequency]
        if not candidates:
            break
        fractions = {
            (left, right): Fraction(counts[left, right], singles[left] * singles[right])
            for left, right in candidates
        }
        frequent = max(candidates, key=lambda pair: counts[pair])
        # max keeps the first of equals, and dicts the order of first occurrence.
        best = (
            max(candidates, key=lambda pair: fractions[pair])
            if score is Score.LIKELIHOOD
            else frequent
        )
        left, right = best
        shown = fractions[best] if score is Score.LIKELIHOOD else Fraction(counts[best])
        piece = join(left, right)
        rules.append(
            {
                "left": left,
                "right": right,
                "piece": piece,
                "pair_count": counts[best],
                "left_count": singles[left],
                "right_count": singles[right],
                "score": f"{shown.numerator}/{shown.denominator}",
                "bpe": frequent,
            }
        )
        words = [(merge_pair(pieces, left, right, piece), count) for pieces, count in words]
    return rules


@settings(max_examples=200, deadline=None)
@given(
    words=st.sampled_from(["ab", "abc", "aabcdefg"]).flatmap(
        lambda letters: st.lists(st.text(letters, min_size=1, max_size=9), min_size=1, max_size=30)
    ),
    score=st.sampled_from(Score),
    min_frequency=st.integers(1, 3),
)
def test_equals_counting_everything_anew(
    words: list[str], score: Score, min_frequency: int
) -> None:
    corpus = read_corpus(" ".join(words))
    trained = run(corpus, merges=40, score=score, min_frequency=min_frequency)
    assert [rule(step) for step in trained.steps] == naive_rules(corpus, 40, score, min_frequency)


@needs_shared
@pytest.mark.books
@pytest.mark.parametrize("score", Score)
def test_equals_counting_everything_anew_on_a_text(score: Score) -> None:
    text = (SHARED / "corpora" / "la-regenta.txt").read_text(encoding="utf-8")[50_000:70_000]
    corpus = read_corpus(text)
    trained = run(corpus, merges=150, score=score)
    assert [rule(step) for step in trained.steps] == naive_rules(corpus, 150, score, 1)


def golden_corpora() -> list[tuple[str, Corpus]]:
    data = golden("training")
    return [
        ("weighted_words", from_counts(data["weighted_words"]["words"])),
        ("end_of_word_corpus", read_corpus(data["end_of_word"]["corpus"])),
        ("no_marker_corpus", read_corpus("\n".join(data["no_marker"]["lines"]))),
    ]


@needs_shared
@pytest.mark.parametrize("index", [0, 1, 2])
def test_exact_traces(index: int) -> None:
    name, corpus = golden_corpora()[index]
    expected = golden("training")["wordpiece_likelihood"][name]
    trained = run(corpus, merges=len(expected))
    shown = [{key: rule(step)[key] for key in expected[0]} for step in trained.steps]
    assert shown == expected


def test_a_step_says_what_bpe_would_have_done_and_who_came_next() -> None:
    step = run(from_counts({"bajo": 3, "baja": 2, "bajada": 1}), merges=1).steps[0]
    assert (step.left, step.right, step.count) == ("##j", "##o", 3)
    assert (step.bpe_choice.left, step.bpe_choice.right, step.bpe_choice.count) == ("b", "##a", 6)
    assert step.differs_from_bpe and not step.tied
    following = [(pair.left, pair.right, str(pair.score)) for pair in step.runner_ups]
    assert following == [("b", "##a", "1/10"), ("##a", "##j", "1/10"), ("##a", "##d", "1/10")]
    assert str(step.chosen.score) == "1/6"


def test_frequency_scores_by_the_count() -> None:
    step = run(read_corpus("ab ab ac"), merges=1, score=Score.FREQUENCY).steps[0]
    assert (step.chosen.score, step.differs_from_bpe) == (Fraction(2), False)


@needs_shared
def test_case_a_size_below_the_alphabet_is_refused_with_the_least_size() -> None:
    found = {case["id"]: case for case in cases("trainers")}["tr-small-vocab"]
    given_input = ast.literal_eval(found["input"])
    with pytest.raises(InvalidInput) as refused:
        run(read_corpus(given_input["corpus"][0]), vocabulary_size=given_input["vocab_size"])
    # Hugging Face's 40 count [UNK] too.
    assert int(refused.value.values["alphabet"]) + 1 == found["expected"]["hf_wordpiece_returns"]
    hugging_face = Tokenizer(models.WordPiece(unk_token="[UNK]"))  # noqa: S106
    hugging_face.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(
        vocab_size=10, special_tokens=["[UNK]"], show_progress=False
    )
    hugging_face.train_from_iterator(given_input["corpus"], trainer)
    alphabet = run(read_corpus(given_input["corpus"][0]), merges=0).model.pieces
    assert set(hugging_face.get_vocab()) == {"[UNK]", *alphabet}


@pytest.mark.parametrize(("text", "steps"), [("a", 0), ("😀😀", 1), ("a\0b", 2), ("שלום abc", 5)])
def test_odd_corpora_have_a_defined_end(text: str, steps: int) -> None:
    trained = run(read_corpus(text))
    assert len(trained.steps) == steps
    assert trained.stop_reason is StopReason.NOTHING_LEFT


def test_one_megabyte_without_spaces() -> None:
    trained = run(read_corpus("abcdefghij" * 100_000, Split.NONE), merges=5)
    assert trained.stop_reason is StopReason.TARGET_REACHED
    learned = [step.piece for step in trained.steps]
    assert learned == ["ab", "##ab", "abc", "##abc", "abcd"]


def test_every_reason_to_stop() -> None:
    corpus = read_corpus("hola mundo hola luna")
    assert run(corpus, merges=1).stop_reason is StopReason.TARGET_REACHED
    assert run(corpus, min_frequency=9).stop_reason is StopReason.BELOW_MIN_FREQUENCY
    assert run(corpus, Budget(max_steps=1)).stop_reason is StopReason.BUDGET_STEPS
    config = WordPieceConfig()
    stopped = collect(config, corpus, train(corpus, config), lambda: True)
    assert stopped.stop_reason is StopReason.CANCELLED
    assert len(stopped.steps) == 1


def test_a_word_that_looks_like_a_continuation_is_refused() -> None:
    with pytest.raises(InvalidInput, match="The word “##Título” starts with"):
        run(read_corpus("##Título uno"))
    assert run(read_corpus("##Título uno"), prefix="@@", merges=1).steps


def test_an_empty_continuation_mark_is_refused() -> None:
    with pytest.raises(InvalidInput, match="mark is empty"):
        WordPieceConfig(prefix="")


def test_pieces_as_long_as_the_text_stop_before_memory_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trainer_module, "MAX_PIECE_CHARACTERS", 900)
    letters = "".join(chr(0x4E00 + at) for at in range(100))
    trained = run(read_corpus(letters, Split.NONE))
    assert trained.stop_reason is StopReason.PIECES_TOO_LONG
    assert trained.steps and sum(len(piece) for piece in trained.model.pieces) <= 900
