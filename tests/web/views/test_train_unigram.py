from __future__ import annotations

from app.services.training_request import UnigramRun
from app.tokenization.unigram.steps import PruneStep
from app.web.train_state import Temperature
from app.web.views.train_unigram import (
    LONGEST_WORD,
    UnigramFrame,
    unigram_frame,
    words_offered,
)
from app.web.views.train_ways import Draw


def frame(long_run: UnigramRun, number: int, word: str | None = None) -> UnigramFrame:
    draw = Draw(1, Temperature.ONE, lambda seed, temperature: f"?seed={seed}&{temperature}")
    return unigram_frame(long_run, number, word, str, lambda word: f"?word={word}", draw)


def test_the_kinds_of_steps_follow_each_other(long_run: UnigramRun) -> None:
    kinds = [frame(long_run, number).kind for number in range(1, len(long_run.steps) + 1)]
    assert kinds[:4] == ["seed", "expectation", "maximisation", "expectation"]
    assert "pruning" in kinds


def test_the_likelihood_never_falls_in_a_maximisation(long_run: UnigramRun) -> None:
    for number in range(1, len(long_run.steps) + 1):
        drawn = frame(long_run, number)
        if drawn.kind == "maximisation":
            assert drawn.before is not None
            assert drawn.after is not None
            assert drawn.after >= drawn.before - 1e-9


def test_pieces_that_leave_are_shown_with_their_loss(long_run: UnigramRun) -> None:
    number = next(step.number for step in long_run.steps if isinstance(step, PruneStep))
    drawn = frame(long_run, number)
    assert drawn.removed_total > 0
    losses = [row.loss for row in drawn.removed]
    assert losses == sorted(losses, reverse=True)
    assert all(row.instead for row in drawn.removed if row.count)
    assert frame(long_run, 1).removed == ()


def test_words_to_choose_from_are_whole_and_the_chosen_one_is_marked(long_run: UnigramRun) -> None:
    offered = words_offered(long_run)
    assert offered[0].isalpha()
    assert "la" not in offered
    assert all(len(word) <= LONGEST_WORD for word in offered)
    drawn = frame(long_run, 1, offered[1])
    assert [word.text for word in drawn.words if word.chosen] == [offered[1]]
    assert drawn.words[1].href == f"?word={offered[1]}"


def test_a_word_too_long_to_draw_gives_way_to_another(long_run: UnigramRun) -> None:
    lattice = frame(long_run, 1, "a" * 100).lattice
    assert lattice is not None
    assert lattice.word == "▁" + words_offered(long_run)[0]
