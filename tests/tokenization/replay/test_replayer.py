"""Replay: any frame of a run equals what the plain operations give, and views say what they hide."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import NotFound
from app.tokenization.bpe import superbpe
from app.tokenization.bpe import trainer as bpe
from app.tokenization.bpe.counting import count_pairs, merge_pair
from app.tokenization.bpe.model import start_symbols
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.corpus import Corpus, from_counts, read_corpus
from app.tokenization.replay import (
    Bounds,
    BpeRun,
    Replayer,
    Run,
    SuperBpeRun,
    WinReason,
    WordPieceRun,
    replay,
)
from app.tokenization.training import StopReason, collect
from app.tokenization.wordpiece import trainer as wordpiece
from app.tokenization.wordpiece.model import join
from app.tokenization.wordpiece.model import start_symbols as wordpiece_symbols
from tests.shared import golden, needs_shared

EVERYTHING = Bounds(pairs=10_000, words=10_000, pieces=10_000)
texts = st.lists(st.text("abcñ", min_size=1, max_size=8), min_size=1, max_size=15).map(" ".join)


def bpe_run(corpus: Corpus, **options: Any) -> BpeRun:
    config = bpe.BpeConfig(**options)
    return collect(config, corpus, bpe.train(corpus, config))


def wordpiece_run(corpus: Corpus, **options: Any) -> WordPieceRun:
    config = wordpiece.WordPieceConfig(**options)
    return collect(config, corpus, wordpiece.train(corpus, config))


def super_run(corpus: Corpus, **options: Any) -> SuperBpeRun:
    config = superbpe.SuperBpeConfig(**options)
    return collect(config, corpus, superbpe.train(corpus, config))


def check_tables(run: Run) -> None:
    """The winner of each table is what the run merged next, with the counts the step gives."""
    replayer = Replayer(run, EVERYTHING)
    frames = [replayer.frame(number) for number in range(len(run.steps) + 1)]
    for before, frame in pairwise(frames):
        table, step = frame.chosen_from, frame.step
        assert table is not None and step is not None
        assert table == before.candidates
        winner = table.rows[0]
        assert (winner.left, winner.right, winner.count) == (step.left, step.right, step.count)
        following = [(pair.left, pair.right, pair.count) for pair in step.runner_ups]
        rows = [(row.left, row.right, row.count) for row in table.rows[1:4]]
        assert following == rows
        assert (table.tied > 1) == step.tied
        assert table.tied == sum(row.tied for row in table.rows)
        assert (frame.vocabulary_size, frame.pieces) == (step.vocabulary_size, step.pieces)
        assert len(frame.changed) == step.words_changed
        assert all(word.lit for word in frame.changed)
    assert frames[-1].stop_reason is run.stop_reason
    assert all(frame.stop_reason is None for frame in frames[:-1])


@settings(max_examples=60, deadline=None)
@given(text=texts, ties=st.sampled_from(Ties), marker=st.sampled_from([None, "</w>"]))
def test_bpe_frames_equal_the_plain_operations(text: str, ties: Ties, marker: str | None) -> None:
    corpus = read_corpus(text)
    run = bpe_run(corpus, ties=ties, marker=marker, merges=12)
    check_tables(run)
    words = [
        (start_symbols(word.text, run.config.unit, marker), word.count) for word in corpus.words
    ]
    for number in range(len(run.steps) + 1):
        if number:
            step = run.steps[number - 1]
            words = [(merge_pair(word, step.left, step.right), count) for word, count in words]
        frame = replay(run, number, EVERYTHING)
        assert [list(word.pieces) for word in frame.words] == [word for word, _ in words]
        shown = {(row.left, row.right): row.count for row in frame.candidates.rows}
        assert shown == count_pairs(words)
        assert frame.candidates.total == len(shown)


@settings(max_examples=60, deadline=None)
@given(text=texts, score=st.sampled_from(wordpiece.Score), min_frequency=st.integers(1, 2))
def test_wordpiece_frames_equal_the_plain_operations(
    text: str, score: wordpiece.Score, min_frequency: int
) -> None:
    corpus = read_corpus(text)
    run = wordpiece_run(corpus, score=score, merges=12, min_frequency=min_frequency)
    check_tables(run)
    words = [(wordpiece_symbols(word.text), word.count) for word in corpus.words]
    for step in run.steps:
        piece = join(step.left, step.right)
        words = [(merge_pair(word, step.left, step.right, piece), count) for word, count in words]
    frame = replay(run, len(run.steps), EVERYTHING)
    assert [list(word.pieces) for word in frame.words] == [word for word, _ in words]
    if run.steps:
        table = replay(run, 1).chosen_from
        assert table is not None
        top, step = table.rows[0], run.steps[0]
        chosen = step.chosen
        parts = (chosen.left_count, chosen.right_count)
        # A score by frequency is not made of how often the parts occur.
        asked = parts if score is wordpiece.Score.LIKELIHOOD else (0, 0)
        assert (top.score, top.left_count, top.right_count) == (chosen.score, *asked)


@settings(max_examples=60, deadline=None)
@given(text=texts, transition=st.integers(0, 6))
def test_superbpe_frames_turn_from_words_to_lines(text: str, transition: int) -> None:
    run = super_run(read_corpus(text + "\n" + text), transition=transition, merges=12)
    replayer = Replayer(run, EVERYTHING)
    for number in range(len(run.steps) + 1):
        frame = replayer.frame(number)
        assert frame == replay(run, number, EVERYTHING)
        if frame.step is not None:
            table = frame.chosen_from
            assert table is not None
            winner = table.rows[0]
            assert (winner.left, winner.right) == (frame.step.left, frame.step.right)
            assert frame.across_words == run.steps[number - 1].crosses_words
            assert frame.pieces == frame.step.pieces


@needs_shared
def test_the_table_at_the_start_and_why_the_winner_won() -> None:
    data = golden("training")["weighted_words"]
    corpus = from_counts(data["words"])
    run = bpe_run(corpus)
    table = replay(run, 0).candidates
    assert {f"{r.left} {r.right}": r.count for r in table.rows} == data["pair_counts_at_start"]
    assert (table.tied, table.reason) == (2, WinReason.FIRST_SEEN)
    assert [(row.word_text, row.offset) for row in table.rows[:2]] == [("bajo", 0), ("bajo", 1)]
    smallest = replay(bpe_run(corpus, ties=Ties.SMALLEST_PAIR), 1).chosen_from
    assert smallest is not None
    assert (smallest.rows[0].left, smallest.reason) == ("a", WinReason.SMALLEST_PAIR)
    alone = replay(bpe_run(read_corpus("ab ab ac")), 0).candidates
    assert (alone.tied, alone.reason) == (1, WinReason.HIGHEST)


def test_going_back_gives_the_same_frame() -> None:
    run = bpe_run(read_corpus("hola mundo hola luna"))
    replayer = Replayer(run)
    last = replayer.frame(len(run.steps))
    assert last.stop_reason is StopReason.NOTHING_LEFT and last.candidates.rows == ()
    for number in (4, 2, 2, 0, 3):
        assert replayer.frame(number) == replay(run, number)


def test_views_are_bounded_and_say_what_they_hide() -> None:
    run = bpe_run(read_corpus("abcdefgh " * 3 + "ijklmnop qrstuvwx"), merges=2)
    frame = replay(run, 1, Bounds(pairs=2, words=1, pieces=3))
    assert len(frame.candidates.rows) == 2
    assert frame.candidates.hidden == frame.candidates.total - 2 > 0
    assert (len(frame.words), frame.words_total) == (1, 3)
    word = frame.words[0]
    assert (word.text, word.pieces, word.hidden) == ("abc", ("ab", "c", "d"), 4)
    assert frame.changed_total == 1


def test_a_step_the_run_does_not_have_is_not_found() -> None:
    run = bpe_run(read_corpus("ab"))
    for number in (-1, 2):
        with pytest.raises(NotFound, match=f"no step {number}: its steps go from 0 to 1"):
            replay(run, number)


def test_a_run_without_steps_has_its_first_frame() -> None:
    frame = replay(bpe_run(read_corpus("a")), 0)
    assert (frame.step, frame.last, frame.candidates.total) == (None, 0, 0)
    assert frame.stop_reason is StopReason.NOTHING_LEFT
