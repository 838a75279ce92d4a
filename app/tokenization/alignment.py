"""Keeping track of where characters came from, and grouping them by the tokens that cover them."""

from __future__ import annotations

from collections.abc import Sequence

from app.tokenization.types import Cell, NormalizedText, Token


def compose(first: NormalizedText, second: NormalizedText) -> NormalizedText:
    """Two normalisations in a row as one: `second` was made from `first.text`.

    >>> nfc = NormalizedText("é ", [0, 2], [2, 3])
    >>> marked = NormalizedText("▁é▁", [0, 0, 1], [0, 1, 2])
    >>> both = compose(nfc, marked)
    >>> both.text, list(both.starts), list(both.ends)
    ('▁é▁', [0, 0, 2], [0, 2, 3])
    """
    if second.starts is None or second.ends is None:
        return NormalizedText(second.text, first.starts, first.ends)
    if first.starts is None or first.ends is None:
        return second
    starts: list[int] = []
    ends: list[int] = []
    for begin, stop in zip(second.starts, second.ends, strict=True):
        start, end = first.origin(begin, stop)
        starts.append(start)
        ends.append(end)
    return NormalizedText(second.text, starts, ends)


def cells(text: str, tokens: Sequence[Token], start: int = 0, end: int | None = None) -> list[Cell]:
    """The text as maximal runs of characters covered by the same tokens, in order.

    Covers `text[start:end]`; joined cells give that stretch back exactly. A character that no
    token covers stands in a cell without tokens; a token without characters in a cell without text.

    >>> from app.tokenization.types import TokenKind
    >>> def token(start: int, end: int) -> Token:
    ...     return Token(0, "", b"", start, end, TokenKind.NORMAL, False, None)
    >>> [(c.text, c.tokens) for c in cells("a🙂 b", [token(0, 2), token(1, 2), token(3, 4)])]
    [('a', (0,)), ('🙂', (0, 1)), (' ', ()), ('b', (2,))]
    """
    end = len(text) if end is None else end
    edges = {start, end}
    empty: dict[int, list[int]] = {}
    for index, token in enumerate(tokens):
        if token.start == token.end:
            empty.setdefault(min(max(token.start, start), end), []).append(index)
        edges.update(edge for edge in (token.start, token.end) if start < edge < end)
    result: list[Cell] = []
    bounds = sorted(edges | empty.keys())
    active: list[int] = []
    upcoming = 0
    for position, begin in enumerate(bounds):
        result += [Cell("", begin, begin, (index,)) for index in empty.get(begin, ())]
        if position + 1 == len(bounds):
            break
        stop = bounds[position + 1]
        active = [index for index in active if tokens[index].end > begin]
        while upcoming < len(tokens) and tokens[upcoming].start <= begin:
            if tokens[upcoming].end > begin:
                active.append(upcoming)
            upcoming += 1
        result.append(Cell(text[begin:stop], begin, stop, tuple(active)))
    return _joined(result)


def _joined(parts: list[Cell]) -> list[Cell]:
    """Neighbouring cells with the same tokens as one (an empty token between them may have cut)."""
    joined: list[Cell] = []
    for part in parts:
        last = joined[-1] if joined else None
        if last and last.text and part.text and last.tokens == part.tokens:
            joined[-1] = Cell(last.text + part.text, last.start, part.end, part.tokens)
        else:
            joined.append(part)
    return joined


def mark_splits(tokens: Sequence[tuple[int, int]]) -> list[bool]:
    """For each span in order, whether a neighbour covers part of the same character.

    >>> mark_splits([(0, 1), (0, 1), (1, 2)])
    [True, True, False]
    """
    splits = [False] * len(tokens)
    for index in range(1, len(tokens)):
        before, after = tokens[index - 1], tokens[index]
        if after[0] < before[1] and after[0] < after[1] and before[0] < before[1]:
            splits[index - 1] = splits[index] = True
    return splits
