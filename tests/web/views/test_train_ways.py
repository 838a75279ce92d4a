from __future__ import annotations

from math import isclose

import pytest

from app.tokenization.unigram.lattice import Lattice
from app.tokenization.unigram.piece_table import PieceTable
from app.web.train_state import Temperature
from app.web.views.train_ways import DRAWS, WAYS_SHOWN, Draw, WaysView, ways_view

SCORES = {"a": -2.0, "b": -2.5, "ab": -3.0, "ba": -4.0, "aba": -7.5}


def ways(text: str, seed: int = 1, temperature: Temperature = Temperature.ONE) -> WaysView:
    table = PieceTable({p: (i, s) for i, (p, s) in enumerate(SCORES.items(), 1)}, unknown_id=0)
    draw = Draw(seed, temperature, lambda n, t: f"{n} at {t}")
    return ways_view(Lattice(table, text), draw)


def test_the_best_ways_come_first_with_their_probability() -> None:
    view = ways("aba")
    assert [row.pieces for row in view.rows] == [
        ("ab", "a"),
        ("a", "ba"),
        ("a", "b", "a"),
        ("aba",),
    ]
    assert view.others is None
    assert isclose(sum([row.probability for row in view.rows]), 1.0)
    assert sum([row.drawn for row in view.rows]) == DRAWS


def test_ways_that_are_not_shown_are_counted_together() -> None:
    view = ways("abababab")
    assert len(view.rows) == WAYS_SHOWN
    assert view.others is not None
    rows = (*view.rows, view.others)
    assert isclose(sum([row.probability for row in rows]), 1.0)
    assert sum([row.drawn for row in rows]) == DRAWS


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    assert ways("aba", 7) == ways("aba", 7)
    assert [row.drawn for row in ways("aba", 7).rows] != [row.drawn for row in ways("aba", 8).rows]


def test_a_low_temperature_leaves_the_best_and_a_high_one_evens_them_out() -> None:
    best = [ways("aba", temperature=one).rows[0] for one in Temperature]
    assert [row.probability for row in best] == sorted([r.probability for r in best], reverse=True)
    assert best[0].drawn > 90
    assert best[-1].drawn < 50


def test_links_lead_to_another_seed_or_temperature() -> None:
    view = ways("aba", 3, Temperature.TWO)
    assert view.again == "4 at 2"
    assert [one.href for one in view.temperatures] == [f"3 at {one}" for one in Temperature]
    assert [one.value for one in view.temperatures if one.chosen] == [2.0]


@pytest.mark.parametrize("text", ["a", "b"])
def test_a_word_with_one_way_is_always_cut_so(text: str) -> None:
    view = ways(text)
    assert [(row.pieces, row.probability, row.drawn) for row in view.rows] == [
        ((text,), 1.0, DRAWS)
    ]
    assert view.others is None
