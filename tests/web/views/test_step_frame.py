"""Frames drawn: boxes, pairs in order, what is left out, lattices as far as they are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.tokenization.steps.trace import text_steps
from app.tokenization.steps.types import Frame, Pair, PieceSteps, StepEvent
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry
from app.web.views.piece_box import Style
from app.web.views.step_frame import PAIRS_SHOWN, PARTS_AROUND, drawing, parts_row

BYTES = Style(True, "/t/{id}")
PIECES = Style(False, "/t/{id}")


@pytest.fixture(scope="module")
def registry(vocabulary_dir: Path) -> Registry:
    return build_registry(vocabulary_dir)


def part_of(registry: Registry, id: str, text: str) -> PieceSteps:
    return text_steps(registry.tokenizer(id), text).parts[0]


def test_boxes_show_text_or_bytes_and_where_they_lead(registry: Registry) -> None:
    part = part_of(registry, "gpt2", " 漢")
    last = drawing(part, part.frames[-1], BYTES).pieces
    assert [(box.hex, box.css) for box in last] == [("· E6", "c0 made"), ("BC", "c1"), ("A2", "c2")]
    assert last[0].href == f"/t/{last[0].id}"


def test_the_winner_and_its_two_pieces_are_marked(registry: Registry) -> None:
    part = part_of(registry, "cl100k_base", "dámelo")
    drawn = drawing(part, part.frames[2], BYTES)
    assert [box.css for box in drawn.pieces] == ["c0", "c1 made", "c2", "c3 joins", "c4 joins"]
    assert [box.rank for box in drawn.pieces] == [None, 36334, 28226, 20782, None]
    assert [box.joint for box in drawn.pieces] == [True, True, True, True, False]
    assert [box.wins for box in drawn.pieces] == [False, False, False, True, False]
    assert [(row.rank, row.wins) for row in drawn.pairs] == [
        (20782, True),
        (28226, False),
        (36334, False),
    ]
    assert drawn.absent == ("d + á",)


def test_many_pairs_are_cut_short_and_counted() -> None:
    pairs = tuple(Pair(at, "a", "b", 100 - at, "ab", None) for at in range(PAIRS_SHOWN + 3))
    frame = Frame(StepEvent.MERGE, (), winner=len(pairs) - 1, pairs=pairs)
    drawn = drawing(PieceSteps("", 0, 0, ()), frame, BYTES)
    assert (len(drawn.pairs), drawn.more_pairs) == (PAIRS_SHOWN, 3)
    assert drawn.pairs[0].wins and drawn.pairs[0].rank < drawn.pairs[1].rank
    strange = tuple(Pair(at, "a", f"{at}", None, "", None) for at in range(PAIRS_SHOWN + 2))
    drawn = drawing(PieceSteps("", 0, 0, ()), Frame(StepEvent.MERGED, (), pairs=strange), BYTES)
    assert (len(drawn.absent), drawn.more_absent) == (PAIRS_SHOWN, 2)


def test_what_is_not_cut_yet_is_no_token(registry: Registry) -> None:
    part = part_of(registry, "xlm-roberta-base", "dámelo")
    drawn = drawing(part, part.frames[4], PIECES)
    assert [(box.css, box.id, box.href) for box in drawn.pieces] == [
        ("c0 made", "31430", "/t/31430"),
        ("rest", "", ""),
    ]


def test_the_lattice_knows_the_best_scores_so_far(registry: Registry) -> None:
    part = part_of(registry, "xlm-roberta-base", "dámelo")
    reached = [drawing(part, frame, PIECES).lattice for frame in part.frames]
    assert [len(lattice.nodes) for lattice in reached if lattice] == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    fifth = reached[4]
    assert fifth is not None
    states = {bar.text: bar.state for bar in fifth.bars}
    assert (states["▁dám"], states["ám"], states["▁d"], states["elo"]) == (
        "best",
        "arriving",
        "",
        "ahead",
    )


def test_runners_up_come_with_the_way_back(registry: Registry) -> None:
    part = part_of(registry, "xlm-roberta-base", "dámelo")
    assert drawing(part, part.frames[3], PIECES).ways == ()
    best, second, *_ = drawing(part, part.frames[-1], PIECES).ways
    assert best.times is None and second.times is not None and second.times > 1


def test_a_part_without_text_steps_has_no_lattice(registry: Registry) -> None:
    part = part_of(registry, "gpt2", "sol")
    assert drawing(part, part.frames[0], BYTES).lattice is None


def test_only_the_parts_around_are_shown(registry: Registry) -> None:
    text = " ".join(f"{left}{right}z" for left in "abcdefghi" for right in "abcdefghi")
    parts = text_steps(registry.tokenizer("gpt2"), text).parts
    row = parts_row(parts, 50, finished=False, chosen=False, address="/s?w={part}", style=BYTES)
    assert (row.before, row.after) == (50 - PARTS_AROUND, len(parts) - 51 - PARTS_AROUND)
    here = row.boxes[PARTS_AROUND]
    assert (here.current, here.chosen, here.boxes, here.href) == (True, False, (), "/s?w=51")
    assert row.boxes[PARTS_AROUND - 1].boxes and not row.boxes[PARTS_AROUND + 1].boxes
    twice = text_steps(registry.tokenizer("gpt2"), "el sol, el sol").parts
    again = parts_row(twice, 1, finished=True, chosen=False, address="{part}", style=BYTES)
    assert [bool(box.boxes) for box in again.boxes] == [True, True, False, False, True]
    alone = parts_row(parts, 0, finished=False, chosen=True, address="{part}", style=BYTES)
    assert alone.before == 0 and all(box.boxes for box in alone.boxes)
