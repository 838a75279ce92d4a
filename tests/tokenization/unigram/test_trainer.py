"""Unigram training: likelihood, letters, size, order, reasons to stop, and quality on a book."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split, from_counts, read_corpus
from app.tokenization.training import StopReason, TrainingRun, collect
from app.tokenization.unigram.lattice import Lattice
from app.tokenization.unigram.model import UnigramModel
from app.tokenization.unigram.piece_table import PieceTable
from app.tokenization.unigram.steps import EStep, MStep, PruneStep, SeedStep, Step
from app.tokenization.unigram.trainer import UnigramConfig, train
from tests.shared import SHARED, needs_shared

Run = TrainingRun[UnigramConfig, Step, UnigramModel]

words = st.dictionaries(
    st.text(alphabet="abcñ", min_size=1, max_size=9), st.integers(1, 20), min_size=1, max_size=12
)


def run_on(corpus: Corpus, config: UnigramConfig, budget: Budget | None = None) -> Run:
    return collect(config, corpus, train(corpus, config, budget))


@given(counts=words, extra=st.integers(0, 30), iterations=st.integers(1, 4))
@settings(max_examples=150, deadline=None)
def test_invariants(counts: dict[str, int], extra: int, iterations: int) -> None:
    corpus = from_counts(counts)
    letters = set("▁").union(*counts)
    config = UnigramConfig(vocabulary_size=len(letters) + extra, iterations=iterations)
    run = run_on(corpus, config)
    assert [step.number for step in run.steps] == list(range(1, len(run.steps) + 1))
    seed, *rest = run.steps
    assert isinstance(seed, SeedStep)
    assert set(seed.scores.pieces[: seed.letters]) == letters
    weights = seed.scores
    for step in rest:
        if isinstance(step, EStep):
            assert step.expected.pieces == weights.pieces
            # Every character of the corpus is covered once by the expected tokens.
            covered = sum(len(p) * n for p, n in step.expected.as_dict().items())
            marked = sum((len(word) + 1) * count for word, count in counts.items())
            assert covered == pytest.approx(marked)
            assert step.tokens == pytest.approx(sum(step.expected.values))
            continue
        if isinstance(step, MStep):
            assert step.after >= step.before - 1e-7 * abs(step.before)
            assert step.scores.pieces == weights.pieces
        if isinstance(step, PruneStep):
            removed = [gone.piece for gone in step.removed]
            assert removed
            assert not letters & set(removed)
            assert set(step.scores.pieces) == set(weights.pieces) - set(removed)
            assert all("".join(r.instead) == r.piece for r in step.removed if r.count)
            losses = [gone.loss for gone in step.removed]
            assert losses == sorted(losses)
        assert isinstance(step, MStep | PruneStep)
        weights = step.scores
        assert math.fsum(map(math.exp, weights.values)) == pytest.approx(1.0)
    assert letters <= set(run.model.pieces)
    assert set(run.model.pieces) == set(weights.pieces)
    if run.stop_reason is StopReason.TARGET_REACHED:
        assert len(run.model.pieces) == config.vocabulary_size
    else:
        assert run.stop_reason is StopReason.NO_MORE_STRINGS
        assert len(run.model.pieces) < config.vocabulary_size
    assert run.model.scores == tuple(sorted(run.model.scores, reverse=True))
    assert run == run_on(corpus, config)


def test_a_long_piece_leaves_when_its_parts_are_likelier() -> None:
    """`abab` is the most frequent word, but `ab` twice costs less once `ab` is common enough."""
    corpus = from_counts({"abab": 10, "ab": 5, "ba": 2})
    run = run_on(corpus, UnigramConfig(vocabulary_size=4, marked=False))
    assert set(run.model.pieces) == {"a", "b", "ab", "ba"}
    removed = [gone for step in run.steps if isinstance(step, PruneStep) for gone in step.removed]
    assert [(gone.piece, gone.count) for gone in removed] == [("bab", 0), ("abab", 0)]
    assert run.model.encode("abab") == [["ab", "ab"]]


def test_losses_equal_their_definition() -> None:
    """Each use of the piece becomes the next best way to write it: what that costs in likelihood."""
    corpus = read_corpus("bajo baja bajos bajas bajada bajadas trabajo trabajos trabaja atajo " * 3)
    run = run_on(corpus, UnigramConfig(vocabulary_size=11))
    checked = 0
    for fitted, pruned in pairwise(run.steps):
        if not isinstance(pruned, PruneStep) or not isinstance(fitted, MStep):
            continue
        scores = fitted.scores.as_dict()
        table = PieceTable({p: (id, s) for id, (p, s) in enumerate(scores.items())}, -1)
        uses: Counter[str] = Counter()
        for word in corpus.words:
            for piece in Lattice(table, "▁" + word.text).best().pieces:
                uses[piece] += word.count
        total = sum(uses.values())
        for gone in pruned.removed:
            assert gone.count == uses[gone.piece]
            if not gone.count:
                continue
            instead = next(
                way.pieces
                for way in Lattice(table, gone.piece).n_best(2)
                if way.pieces != (gone.piece,)
            )
            assert gone.instead == instead
            grown = total + gone.count * (len(instead) - 1)
            without = sum(math.log((uses[part] + gone.count) / grown) for part in instead)
            loss = gone.count * (math.log(gone.count / total) - without)
            assert gone.loss == pytest.approx(loss)
            checked += 1
    assert checked > 3


def test_a_letter_seen_only_inside_pieces_still_writes_new_words() -> None:
    corpus = read_corpus("que queso quien quiso quema aquel aquello " * 30)
    model = run_on(corpus, UnigramConfig(vocabulary_size=24)).model
    assert "q" in model.pieces
    assert model.encode("qatar")[0][:2] == ["▁", "q"]
    least = min(model.scores)
    assert least > math.log(0.5 / corpus.characters) - 1


def test_size_below_the_alphabet_is_refused() -> None:
    corpus = read_corpus("el veloz murciélago hindú comía feliz cardillo y kiwi")
    with pytest.raises(InvalidInput, match="cannot hold the 23 different symbols"):
        run_on(corpus, UnigramConfig(vocabulary_size=10))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a", StopReason.NO_MORE_STRINGS),
        ("👍", StopReason.NO_MORE_STRINGS),
        ("\x00", StopReason.NO_MORE_STRINGS),
        ("אב ab", StopReason.NO_MORE_STRINGS),
        ("▁", StopReason.NO_MORE_STRINGS),
        ("a\u0301 a\u0301", StopReason.NO_MORE_STRINGS),
        ("🦙" * 500, StopReason.NO_MORE_STRINGS),
        ("a" * 100_000, StopReason.NO_MORE_STRINGS),
        ("文字" * 3000, StopReason.TARGET_REACHED),
    ],
)
def test_odd_corpora_have_a_clear_outcome(text: str, reason: StopReason) -> None:
    run = run_on(read_corpus(text), UnigramConfig(vocabulary_size=30))
    assert run.stop_reason is reason
    assert sum(len(p) for word in run.model.encode(text) for p in word) >= len(text.strip())
    assert all(s.id for _, found in run.model.segments(text) for s in found)


def test_other_splits_keep_their_spaces() -> None:
    corpus = read_corpus("el mar el mar el sol", Split.NONE)
    model = run_on(corpus, UnigramConfig(vocabulary_size=14)).model
    assert any(" " in piece.strip() for piece in model.pieces)
    assert "".join(model.encode("el sol")[0]) == "el sol"


def test_the_step_limit_keeps_what_was_learned() -> None:
    corpus = read_corpus("el mar y el sol y la sal " * 5)
    config = UnigramConfig(vocabulary_size=14)
    whole = run_on(corpus, config)
    part = run_on(corpus, config, Budget(max_steps=5))
    assert part.stop_reason is StopReason.BUDGET_STEPS
    assert part.steps == whole.steps[: len(part.steps)]
    assert 1 <= len(part.steps) <= 5
    assert part.model.encode("el sol")


def test_the_time_limit_ends_it_at_any_point() -> None:
    corpus = read_corpus("el mar y el sol y la sal " * 5)
    ends = set()
    for ticks in range(40):
        clock = iter([*range(ticks + 1)] + [1000] * 10_000).__next__
        run = run_on(corpus, UnigramConfig(vocabulary_size=14), Budget(seconds=500.0, clock=clock))
        ends.add(run.stop_reason)
        assert run.model.pieces
    assert ends == {StopReason.BUDGET_SECONDS, StopReason.TARGET_REACHED}


def test_cancelling_keeps_what_was_learned() -> None:
    corpus = read_corpus("el mar y el sol y la sal " * 5)
    config = UnigramConfig(vocabulary_size=14)
    asked = iter([False, False, True])
    run = collect(config, corpus, train(corpus, config), lambda: next(asked))
    assert run.stop_reason is StopReason.CANCELLED
    assert len(run.steps) == 3
    assert run.model.encode("el sol")


@pytest.mark.parametrize(
    "options",
    [
        {"longest_piece": 1},
        {"seeds_per_piece": 0},
        {"iterations": 0},
        {"keep": 1.0},
        {"keep": math.nan},
        {"min_frequency": 0},
        {"vocabulary_size": 0},
    ],
)
def test_options_out_of_bounds_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        UnigramConfig(**{"vocabulary_size": 10, **options})


@needs_shared
@pytest.mark.books
def test_a_book_is_cut_about_as_well_as_by_sentencepiece(tmp_path: Path) -> None:
    """8,000 pieces learned on one novel, counted on another: at most 3 % more tokens."""
    book = SHARED / "corpora" / "quijote-es.txt"
    sentencepiece.SentencePieceTrainer.train(
        input=str(book),
        model_prefix=str(tmp_path / "reference"),
        model_type="unigram",
        vocab_size=8000,
        character_coverage=1.0,
        normalization_rule_name="identity",
        split_by_unicode_script=False,
        split_by_number=False,
        bos_id=-1,
        eos_id=-1,
        num_threads=1,
        minloglevel=2,
    )
    reference = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "reference.model"))
    other = (SHARED / "corpora" / "la-regenta.txt").read_text(encoding="utf-8")
    theirs = len(reference.encode(" ".join(other.split())))
    corpus = read_corpus(book.read_text(encoding="utf-8"))
    run = run_on(corpus, UnigramConfig(vocabulary_size=7999))
    assert len(run.model.pieces) == 7999
    ours = sum(len(found) for _, found in run.model.segments(other))
    assert ours <= 1.03 * theirs
    rises = [step.after - step.before for step in run.steps if isinstance(step, MStep)]
    assert len(rises) > 4
    assert min(rises) > 0


@pytest.mark.parametrize("word", ["aa", "aaa", "aaaaa", "ab" * 8])
def test_letters_that_one_piece_had_made_all_but_impossible(word: str) -> None:
    corpus = from_counts({word: 2})
    letters = len({"▁", *word})
    for steps in range(1, 40):
        config = UnigramConfig(vocabulary_size=letters)
        model = run_on(corpus, config, Budget(max_steps=steps)).model
        assert {"▁", *word} <= set(model.pieces)
        assert all(score <= 0 for score in model.scores)
    assert model.stop_reason is StopReason.TARGET_REACHED
