from __future__ import annotations

from math import isclose

from app.services.training_request import UnigramRun
from app.web.views.train_lattice import ARCS_SHOWN, CELL, lattice_drawing, lattice_of
from app.web.views.train_unigram import scores_at


def test_the_lattice_has_every_letter_and_the_best_path_covers_it(long_run: UnigramRun) -> None:
    for number in (1, len(long_run.steps)):
        lattice = lattice_drawing(lattice_of(scores_at(long_run, number), "▁trabajo"))
        assert lattice.word == "▁trabajo"
        assert [letter.text for letter in lattice.letters] == list("▁trabajo")
        assert len(lattice.nodes) == len("▁trabajo") + 1
        assert "".join(lattice.best) == "▁trabajo"
        best = sorted([arc for arc in lattice.arcs if arc.best], key=lambda arc: arc.x)
        assert [arc.piece for arc in best] == list(lattice.best)
        assert lattice.width == CELL * len("▁trabajo")


def test_thickness_is_probability(long_run: UnigramRun) -> None:
    lattice = lattice_drawing(lattice_of(scores_at(long_run, 1), "▁bajada"))
    for arc in lattice.arcs:
        assert isclose(arc.thickness, 1 + 7 * arc.probability, abs_tol=0.01)
    assert lattice.arcs_hidden == 0
    assert len(lattice.arcs) <= ARCS_SHOWN
    # Every cut goes through one of the arcs that begin the word.
    starts = [arc for arc in lattice.arcs if arc.path.startswith("M3 ")]
    assert isclose(sum(arc.probability for arc in starts), 1, abs_tol=1e-6)
