"""Rewriting a text by edits while remembering where each character came from."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import repeat
from typing import NamedTuple

from app.tokenization.growth import check_growth
from app.tokenization.types import NormalizedText


class Edit(NamedTuple):
    """Characters `start:end` become `replacement`. An empty span inserts; an empty text removes."""

    start: int
    end: int
    replacement: str


def rewrite(text: str, edits: Iterable[Edit]) -> NormalizedText:
    """Apply edits, given in order and without overlap; the rest of the text is kept.

    Each new character stands for the whole span of its edit. Linear in text and edits. The
    alignment is None when every edit puts one character in the place of one. Raises BudgetExceeded
    when the text would grow beyond all measure.

    >>> changed = rewrite("ﬁn…", [Edit(0, 1, "fi"), Edit(2, 3, "...")])
    >>> changed.text, list(changed.starts), list(changed.ends)
    ('fin...', [0, 0, 1, 2, 2, 2], [1, 1, 2, 3, 3, 3])
    >>> rewrite("a b", [Edit(1, 2, "▁")])
    NormalizedText(text='a▁b', starts=None, ends=None)
    """
    ordered = list(edits)
    if not ordered:
        return NormalizedText(text)
    gained = sum([len(replacement) - (end - start) for start, end, replacement in ordered])
    check_growth(len(text), len(text) + gained)
    parts: list[str] = []
    at = 0
    one_to_one = True
    for start, end, replacement in ordered:
        if at < start:
            parts.append(text[at:start])
        parts.append(replacement)
        at = end
        if end - start != 1 or len(replacement) != 1:
            one_to_one = False
    parts.append(text[at:])
    joined = "".join(parts)
    if one_to_one:
        return NormalizedText(joined)
    # Slices of one identity array: copying them is much faster than counting again.
    identity = array("i", range(len(text) + 1))
    starts, ends = array("i"), array("i")
    at = 0
    for start, end, replacement in ordered:
        if at < start:
            starts.extend(identity[at:start])
            ends.extend(identity[at + 1 : start + 1])
        if len(replacement) == 1:
            starts.append(start)
            ends.append(end)
        elif replacement:
            starts.extend(repeat(start, len(replacement)))
            ends.extend(repeat(end, len(replacement)))
        at = end
    starts.extend(identity[at:-1])
    ends.extend(identity[at + 1 :])
    return NormalizedText(joined, starts, ends)
