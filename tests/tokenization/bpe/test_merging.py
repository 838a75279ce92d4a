"""Merging window by window gives the very parts that merging the whole piece at once gives."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import BudgetExceeded
from app.tokenization.bpe.encoder import ByteBpe
from app.tokenization.bpe.merging import WINDOW, drain
from app.tokenization.budget import Budget

LETTERS = st.text("abc", min_size=1, max_size=60)
# Any ranks at all: pairs whose parts are ranked behind them, and wholes that nothing builds.
RANKS = st.dictionaries(st.text("abc", min_size=2, max_size=6), st.integers(0, 9), max_size=40)


def joined(ranks: dict[str, int]) -> Callable[[str, str], int | None]:
    return lambda left, right: ranks.get(left + right)


@given(LETTERS, RANKS, st.integers(1, 12))
def test_any_ranks_in_windows_of_any_size(text: str, ranks: dict[str, int], window: int) -> None:
    whole = drain(list(text), joined(ranks), window=len(text))
    assert "".join(whole) == text
    assert drain(list(text), joined(ranks), window=window) == whole


@given(
    LETTERS,
    st.dictionaries(
        st.tuples(*[st.text("abc", min_size=1, max_size=4)] * 2), st.integers(0, 9), max_size=60
    ),
    st.integers(1, 9),
)
def test_ranks_of_pairs_with_marks(
    text: str, merges: dict[tuple[str, str], int], window: int
) -> None:
    """Inner letters begin with `#` and the last one ends with `.`, as Hugging Face marks them."""
    parts = [text[0], *("#" + letter for letter in text[1:])]
    parts[-1] += "."

    def rank_of(left: str, right: str) -> int | None:
        return merges.get((left.strip("#."), right.strip("#.")))

    whole = drain(parts, rank_of, 1, window=len(parts))
    assert drain(parts, rank_of, 1, window=window) == whole


@pytest.mark.parametrize("length", [WINDOW, WINDOW + 1, 10 * WINDOW + 7])
def test_a_token_longer_than_a_window(length: int) -> None:
    """Halves merge into wholes up to a token of 4,096 letters, so every first cut is wrong."""
    ranks = {"a" * 2**power: power for power in range(1, 13)}
    parts = drain(["a"] * length, joined(ranks))
    full, rest = divmod(length, 4096)
    assert [len(part) for part in parts[:full]] == [4096] * full
    assert [len(part) for part in parts[full:]] == [
        2**power for power in range(11, -1, -1) if rest >> power & 1
    ]


def test_a_run_stays_in_step_with_its_beginning() -> None:
    """Which letter pairs with which depends on where the run began, thousands of letters back."""
    ranks = {"xa": 0, "ab": 1, "ba": 1}
    run = "ab" * (3 * WINDOW)
    at_once = drain(list("x" + run), joined(ranks), window=len(run) + 1)
    assert drain(list("x" + run), joined(ranks)) == at_once
    assert at_once[:3] == ["xa", "ba", "ba"]


def test_the_order_of_merges_is_that_of_the_whole() -> None:
    """Letters at random with the ranks of a trained table: pairs, then pairs of pairs."""
    chance = random.Random(7)
    pieces = ["a", "b", "c", "d"]
    ranks: dict[str, int] = {}
    while len(ranks) < 300:
        piece = chance.choice(pieces) + chance.choice(pieces)
        if piece not in ranks:
            ranks[piece] = len(ranks)
            pieces.append(piece)
    text = chance.choices("abcd", k=5 * WINDOW)
    assert drain(text, joined(ranks)) == drain(text, joined(ranks), window=len(text))


def test_a_long_piece_stops_when_the_time_is_up() -> None:
    clock = iter([0.0, 0.0, 0.5, 2.0]).__next__
    bpe = ByteBpe({bytes((byte,)): byte for byte in range(256)})
    with pytest.raises(BudgetExceeded):
        bpe.segment("ab" * (5 * WINDOW), Budget(seconds=1.0, clock=clock))
