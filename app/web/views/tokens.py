"""Tokens as a reader sees them: cells of characters, with every token of a split character shown.

Pure builders from `Encoding` to what the template draws; nothing is escaped or translated here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from app.tokenization.alignment import cells
from app.tokenization.types import Cell, Encoding, Token, TokenKind

COLOURS = 6

_MARKED = regex.compile(r"[\p{Z}\p{C}\u115F\u1160\u3164\uFFA0\u034F]|^\p{M}+", regex.MULTILINE)
_SIGNS = {" ": "·", "\t": "→", "\n": "↵", "\r": "␍", "\xa0": "⍽", "\u202f": "⍽", "\u3000": "□"}
_NAMES = {
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u2060": "WJ",
    "\ufeff": "BOM",
    "\u00ad": "SHY",
    "\u200e": "LRM",
    "\u200f": "RLM",
}


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a chip's text. `mark` is the sign drawn for an invisible character, empty for
    ordinary text; `wide` when the character has no width of its own to draw it in."""

    text: str
    mark: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One token under a split character: its number, its classes, and what it brings: bytes in
    hexadecimal, or its whole piece when a normaliser changed the character."""

    token: int
    css: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """A cell drawn: `kind` is "token", "split", "ghost" (no token) or "bare" (no character).

    `token` is the number of the (first) token in `TokenRow.tokens`; `parts` are the tokens of a
    split character; `starts` is False where the chip goes on with the token before it.
    """

    kind: str
    css: str
    runs: tuple[Run, ...]
    token: int = -1
    parts: tuple[Part, ...] = ()
    starts: bool = True


def colour(number: int) -> str:
    """The colour class of a token by its position, so that neighbours always differ.

    >>> colour(0), colour(7)
    ('c0', 'c1')
    """
    return f"c{number % COLOURS}"


def css_of(token: Token, number: int) -> str:
    """The classes of a token: its colour, and its kind when it is not an ordinary one."""
    return colour(number) if token.kind is TokenKind.NORMAL else f"{colour(number)} {token.kind}"


def chips(encoding: Encoding, start: int, end: int) -> Iterator[Chip]:
    """The characters `start:end` of the text as chips, in order."""
    tokens = encoding.tokens
    first = encoding.first
    seen: set[int] = set()
    for cell in cells(encoding.text, tokens, start, end):
        numbers = [first + index for index in cell.tokens]
        fresh = not seen.issuperset(numbers)
        seen.update(numbers)
        if not numbers:
            yield Chip("ghost", "", runs(cell.text))
        elif len(numbers) > 1:
            parts = tuple(_parts(cell, tokens, first, encoding.text))
            yield Chip("split", colour(numbers[0]), runs(cell.text), numbers[0], parts, fresh)
        else:
            token = tokens[cell.tokens[0]]
            css = css_of(token, numbers[0])
            if cell.text:
                yield Chip("token", css, runs(cell.text), numbers[0], starts=fresh)
            else:
                yield Chip("bare", css, (Run(token.piece),), numbers[0])


def _parts(cell: Cell, tokens: Sequence[Token], first: int, text: str) -> Iterator[Part]:
    """The tokens of a split character with the bytes each brings to it."""
    shares = _byte_shares(cell, tokens, text)
    for index in cell.tokens:
        token = tokens[index]
        share = shares.get(index)
        labels = tuple(share.hex(" ").split()) if share else (token.piece,)
        yield Part(first + index, css_of(token, first + index), labels)


def _byte_shares(cell: Cell, tokens: Sequence[Token], text: str) -> dict[int, bytes]:
    """Which bytes of the cell's characters each of its tokens holds.

    Known when the tokens that overlap one another spell exactly the characters they cover (byte
    vocabularies, byte fallback); otherwise nothing (a normaliser changed the characters).
    """
    low, high = cell.tokens[0], cell.tokens[-1]
    while low > 0 and tokens[low].splits_character and tokens[low - 1].end > tokens[low].start:
        low -= 1
    last = len(tokens) - 1
    while (
        high < last and tokens[high].splits_character and tokens[high + 1].start < tokens[high].end
    ):
        high += 1
    covered = text[tokens[low].start : tokens[high].end].encode("utf-8", "replace")
    if b"".join(token.bytes for token in tokens[low : high + 1]) != covered:
        return {}
    skipped = text[tokens[low].start : cell.start].encode("utf-8", "replace")
    begin = len(skipped)
    stop = begin + len(cell.text.encode("utf-8", "replace"))
    shares: dict[int, bytes] = {}
    at = 0
    for index in range(low, high + 1):
        after = at + len(tokens[index].bytes)
        if index in cell.tokens:
            shares[index] = covered[max(at, begin) : min(after, stop)]
        at = after
    return shares


@lru_cache(maxsize=16_384)
def runs(text: str) -> tuple[Run, ...]:
    """A chip's text cut where a character needs a sign to be seen.

    >>> [(r.text, r.mark) for r in runs(" año\\u200d")]
    [(' ', '·'), ('año', ''), ('\\u200d', 'ZWJ')]
    """
    found: list[Run] = []
    at = 0
    for match in _MARKED.finditer(text):
        if at < match.start():
            found.append(Run(text[at : match.start()]))
        found.append(_signed(match[0]))
        at = match.end()
    if at < len(text):
        found.append(Run(text[at:]))
    return tuple(found)


def _signed(char: str) -> Run:
    """An invisible character with its sign; HTML cannot carry NUL, so that it is written ␀."""
    if char in _SIGNS:
        return Run(char, _SIGNS[char])
    if unicodedata.category(char[0]).startswith("M"):
        return Run(char, "◌")
    if char < "\x20":
        return Run("␀" if char == "\0" else char, _CONTROLS[ord(char)], wide=True)
    return Run(char, _NAMES.get(char, f"U+{ord(char):04X}"), wide=True)


_CONTROLS = (
    *("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR"),
    *("SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB"),
    *("ESC", "FS", "GS", "RS", "US"),
)
