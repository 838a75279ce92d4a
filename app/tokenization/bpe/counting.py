"""The two operations BPE training is made of, written plainly. No trainer needs more to be right.

`segmented.SegmentedCorpus` does the same incrementally, and is tested against these.
Source: Sennrich, Haddow & Birch 2016, algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Pair = tuple[str, str]


def count_pairs(words: Iterable[tuple[Sequence[str], int]]) -> dict[Pair, int]:
    """Count neighbouring pieces over words with counts, in order of first occurrence.

    Overlapping pairs count each time: `aaa` holds (a, a) twice.

    >>> count_pairs([(["b", "a", "j", "o"], 3), (["b", "a"], 2)])
    {('b', 'a'): 5, ('a', 'j'): 3, ('j', 'o'): 3}
    >>> count_pairs([("aaa", 1)])
    {('a', 'a'): 2}
    """
    counts: dict[Pair, int] = {}
    for pieces, count in words:
        for pair in pairwise(pieces):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def merge_pair(
    pieces: Sequence[str], left: str, right: str, merged: str | None = None
) -> list[str]:
    """Replace each `left`, `right` by one piece, from left to right.

    >>> merge_pair(["a", "a", "a", "b"], "a", "a")
    ['aa', 'a', 'b']
    """
    new = left + right if merged is None else merged
    out: list[str] = []
    at = 0
    while at < len(pieces):
        if pieces[at] == left and at + 1 < len(pieces) and pieces[at + 1] == right:
            out.append(new)
            at += 2
        else:
            out.append(pieces[at])
            at += 1
    return out
