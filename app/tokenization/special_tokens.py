"""Special tokens written in a text: read as text (the default), as tokens, or refused.

A playground must choose on every call: the same characters `<|endoftext|>` are seven tokens of
text to one program and one control token to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import regex

from app.errors import N_, InvalidInput
from app.tokenization.unicode_tables import WHITE_SPACE, character_class

_SPACE = re.compile(f"[{character_class(WHITE_SPACE)}]")
_WORD = regex.compile(r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]")


class SpecialPolicy(StrEnum):
    """What to do with the text of a special token."""

    AS_TEXT = "text"
    AS_SPECIAL = "special"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token matched in the raw text before anything else runs.

    `special=False` (Hugging Face's plain added tokens) is matched under every policy.
    `lstrip`/`rstrip` swallow white space beside it; `single_word` asks for word boundaries.
    """

    content: str
    id: int
    special: bool = True
    lstrip: bool = False
    rstrip: bool = False
    single_word: bool = False


class Section(NamedTuple):
    """A stretch of the text: plain (`token` None) or one added token."""

    text: str
    start: int
    token: AddedToken | None


class SpecialSplitter:
    """Cuts a text at its added tokens; the longest that fits wins.

    >>> splitter = SpecialSplitter([AddedToken("</s>", 2)])
    >>> [(s.text, s.token is None) for s in splitter.split("uno</s>dos", SpecialPolicy.AS_SPECIAL)]
    [('uno', True), ('</s>', False), ('dos', True)]
    >>> [s.text for s in splitter.split("uno</s>dos", SpecialPolicy.AS_TEXT)]
    ['uno</s>dos']
    """

    def __init__(self, tokens: Iterable[AddedToken]) -> None:
        self.tokens = sorted(tokens, key=lambda token: -len(token.content))
        self._always = _Matcher([token for token in self.tokens if not token.special])
        self._all = _Matcher(self.tokens)

    def split(self, text: str, policy: SpecialPolicy) -> Iterator[Section]:
        matcher = self._always if policy is SpecialPolicy.AS_TEXT else self._all
        at = 0
        for start, end, token in matcher.find(text):
            if policy is SpecialPolicy.REFUSE and token.special:
                raise InvalidInput(
                    N_(
                        "The text contains the special token %(token)s at character %(at)s. "
                        "Read special tokens as text or as tokens, or take it out."
                    ),
                    token=token.content,
                    at=start,
                )
            if at < start:
                yield Section(text[at:start], at, None)
            yield Section(text[start:end], start, token)
            at = end
        if at < len(text):
            yield Section(text[at:], at, None)


class _Matcher:
    """Finds the contents of all tokens at once, longest first; then looks at what stands beside."""

    def __init__(self, tokens: list[AddedToken]) -> None:
        # Listed the other way round, so that the first of two with one content counts.
        self._tokens = {token.content: token for token in reversed(tokens)}
        lengths: dict[str, dict[int, None]] = {}
        for token in tokens:
            lengths.setdefault(token.content[0], {})[len(token.content)] = None
        self._lengths = {first: tuple(sizes) for first, sizes in lengths.items()}
        firsts = "".join(map(re.escape, lengths))
        self._first = re.compile(f"[{firsts}]") if firsts else None

    def find(self, text: str) -> Iterator[tuple[int, int, AddedToken]]:
        """Each token with its span. Linear: white space is looked at once, from its token."""
        at = 0
        for start, token in self._contents(text):
            end = start + len(token.content)
            if start < at or (token.single_word and _touches_word(text, start, end)):
                continue
            while token.lstrip and start > at and _SPACE.match(text[start - 1]):
                start -= 1
            while token.rstrip and end < len(text) and _SPACE.match(text[end]):
                end += 1
            yield start, end, token
            at = end

    def _contents(self, text: str) -> Iterator[tuple[int, AddedToken]]:
        """Where contents stand: the leftmost, of those that begin there the longest, and on from
        its end. One look-up for each length, however many tokens there are.
        """
        at = 0
        while self._first is not None and (found := self._first.search(text, at)):
            start, at = found.start(), found.end()
            for length in self._lengths[found[0]]:
                token = self._tokens.get(text[start : start + length])
                if token is not None:
                    yield start, token
                    at = start + len(token.content)
                    break


def _touches_word(text: str, start: int, end: int) -> bool:
    """Whether a letter, digit or mark stands right before or after."""
    around = (text[start - 1] if start else "", text[end : end + 1])
    return any(_WORD.match(char) for char in around)
