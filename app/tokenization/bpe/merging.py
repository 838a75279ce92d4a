"""The loop of byte-pair encoding: make the merge of lowest rank, leftmost first, until none fits.

`iter_merges` serves both uses: `drain` runs it to its end, a page observes it step by step. A long
piece is merged window by window, with the very same result (see `_in_windows`).
Source: Sennrich, Haddow & Birch 2016 (BPE for subwords).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from app.tokenization.budget import Budget

S = TypeVar("S", str, bytes)

WINDOW = 1024
"""Parts merged at once: small lists are fast ones. No common token is nearly as long."""
KEPT_WINDOWS = 64


class Merge(NamedTuple, Generic[S]):
    """The merge just made: `parts[at]` took in the part that stood at `taken`."""

    at: int
    taken: int
    left: S
    right: S
    rank: int


def iter_merges(
    parts: list[S | None], rank_of: Callable[[S, S], int | None], prefix: int = 0
) -> Iterator[Merge[S]]:
    """Merge `parts` in place, one merge at a time; a part that was taken in becomes None.

    `rank_of(left, right)` is the priority of a pair (lower first) or None when the vocabulary has
    no such merge. `prefix` is the length of a continuation mark to drop from the right part.
    A heap and a linked list keep it at O(n log n) for any text, a run of one letter included.

    >>> ranks = {b"ab": 1, b"bc": 0, b"abc": 2}
    >>> parts = [b"a", b"b", b"c"]
    >>> [(m.left, m.right, m.rank) for m in iter_merges(parts, lambda l, r: ranks.get(l + r))]
    [(b'b', b'c', 0), (b'a', b'bc', 2)]
    >>> parts
    [b'abc', None, None]
    """
    end = len(parts)
    following = list(range(1, end + 1))
    preceding = list(range(-1, end - 1))
    # A rank and a place in one number: it sorts like the two, and much faster than a tuple.
    heap: list[int] = []
    for at in range(end - 1):
        left, right = parts[at], parts[at + 1]
        if left is not None and right is not None:
            rank = rank_of(left, right)
            if rank is not None:
                heap.append(rank * end + at)
    heapq.heapify(heap)
    while heap:
        rank, at = divmod(heapq.heappop(heap), end)
        left, taken = parts[at], following[at]
        right = parts[taken] if taken < end else None
        # An entry is stale when either side has changed since: the pair then has another rank.
        if left is None or right is None or rank_of(left, right) != rank:
            continue
        merged = left + right[prefix:]
        parts[at] = merged
        parts[taken] = None
        beyond = following[taken]
        following[at] = beyond
        yield Merge(at, taken, left, right, rank)
        if beyond < end:
            preceding[beyond] = at
            neighbour = parts[beyond]
            if neighbour is not None:
                rank_right = rank_of(merged, neighbour)
                if rank_right is not None:
                    heapq.heappush(heap, rank_right * end + at)
        before = preceding[at]
        if before >= 0:
            neighbour = parts[before]
            if neighbour is not None:
                rank_left = rank_of(neighbour, merged)
                if rank_left is not None:
                    heapq.heappush(heap, rank_left * end + before)


def drain(
    parts: list[S],
    rank_of: Callable[[S, S], int | None],
    prefix: int = 0,
    *,
    budget: Budget | None = None,
    window: int = WINDOW,
) -> list[S]:
    """All merges at once: the parts that remain. Raises BudgetExceeded.

    >>> ranks = {b"ab": 1, b"bc": 0, b"abc": 2}
    >>> drain([b"a", b"b", b"c", b"a"], lambda l, r: ranks.get(l + r))
    [b'abc', b'a']
    """
    if len(parts) > window:
        return _in_windows(parts, rank_of, prefix, budget or Budget(), window)
    return list(_merged(parts, rank_of, prefix).values())


def _merged(parts: list[S], rank_of: Callable[[S, S], int | None], prefix: int) -> dict[int, S]:
    """The parts that remain, by the place where each starts."""
    merging: list[S | None] = list(parts)
    for _ in iter_merges(merging, rank_of, prefix):
        pass
    return {at: part for at, part in enumerate(merging) if part is not None}


class _Joint(NamedTuple):
    """A window taken up to its last sound token: where it and that token start, and how many
    tokens there were before the window."""

    start: int
    last: int
    before: int


def _in_windows(
    parts: list[S],
    rank_of: Callable[[S, S], int | None],
    prefix: int,
    budget: Budget,
    size: int,
) -> list[S]:
    """Merge a long piece one window after another, each from where the one before was cut.

    Tokens are those of the whole piece exactly when every two neighbours, merged on their own, stay
    the same two. For as long as no merge crosses a boundary, the choices between two neighbours are
    the same whether the rest is there or not: the lowest rank and then the leftmost of the whole is
    also that of the two. So the first merge to cross one would cross it between those two as well.
    Inside a window neighbours are sound, and at a joint the two are tried. Where they do not stand,
    the cut was wrong: the window before it is merged again, twice as long. (Source of the idea:
    github/rust-gems, `crates/bpe`.)
    """
    found: list[S] = []
    joints: list[_Joint] = []
    start = 0
    known: dict[tuple[S, ...], dict[int, S]] = {}
    tokens: dict[int, S]
    while True:
        budget.check()
        stretch = parts[start : start + size]
        # A text that repeats itself soon brings the same window again.
        key = tuple(stretch)
        if key not in known:
            if len(known) == KEPT_WINDOWS:
                known.clear()
            known[key] = _merged(stretch, rank_of, prefix)
        tokens = known[key]
        places = [*tokens, len(stretch)]
        if joints:
            last = joints[-1].last
            both = _merged(parts[last : start + places[1]], rank_of, prefix)
            if list(both) != [0, start - last]:
                start, _, before = joints.pop()
                del found[before:]
                size *= 2
                continue
        if start + size >= len(parts):
            return found + list(tokens.values())
        # The end of the piece is not there to be seen, so the tokens before it are not taken.
        sound = sum(place <= size - size // 8 for place in places) - 1
        if sound <= 0:
            size *= 2
            continue
        joints.append(_Joint(start, start + places[sound - 1], len(found)))
        found += list(tokens.values())[:sound]
        start += places[sound]
