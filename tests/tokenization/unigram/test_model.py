"""The model of a Unigram vocabulary."""

from __future__ import annotations

import math

import pytest

from app.errors import InvalidInput
from app.tokenization.corpus import Split
from app.tokenization.types import Segment, TokenKind
from app.tokenization.unigram.model import UnigramModel

MODEL = UnigramModel(("▁", "s", "o", "l", "▁sol"), (-2.0, -3.0, -3.0, -3.0, -4.0))


def test_words_are_marked_and_cut_at_marks() -> None:
    assert MODEL.words(" sol\tmar▁sol ▁s ") == ["▁sol", "▁mar", "▁sol", "▁s"]
    assert UnigramModel(("s",), (-1.0,), marked=False).words("sol s▁s") == ["sol", "s▁s"]
    assert UnigramModel((" s",), (-1.0,), False, Split.NONE).words("a s\n") == ["a s\n"]


def test_segments_have_ids_and_spans_within_their_word() -> None:
    assert MODEL.segments("sol sxx") == [
        ("▁sol", (Segment(5, 0, 4),)),
        ("▁sxx", (Segment(1, 0, 1), Segment(2, 1, 2), Segment(0, 2, 4, TokenKind.UNKNOWN))),
    ]


def test_the_lattice_is_of_the_marked_word() -> None:
    lattice = MODEL.lattice("sol")
    assert lattice.text == "▁sol"
    assert [found.pieces for found in lattice.n_best(2)] == [("▁sol",), ("▁", "s", "o", "l")]
    assert MODEL.lattice(" ").arcs == ()


@pytest.mark.parametrize(
    ("pieces", "scores", "message"),
    [
        (("a",), (), "one score for each piece"),
        (("",), (-1.0,), "is empty or its score"),
        (("a",), (math.nan,), "“a” is empty or its score"),
        (("a", "a"), (-1.0, -2.0), "there twice"),
    ],
)
def test_odd_vocabularies_are_refused(
    pieces: tuple[str, ...], scores: tuple[float, ...], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        UnigramModel(pieces, scores)
