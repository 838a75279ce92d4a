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

from app.errors import N_, InvalidInput


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

    @property
    def expression(self) -> str:
        expression = re.escape(self.content)
        if self.single_word:
            expression = rf"(?<!\w){expression}(?!\w)"
        return (r"\s*" if self.lstrip else "") + expression + (r"\s*" if self.rstrip else "")


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
    """All tokens as one alternation, longest first."""

    def __init__(self, tokens: list[AddedToken]) -> None:
        self._tokens = tokens
        self._pattern = (
            re.compile("|".join(f"({token.expression})" for token in tokens)) if tokens else None
        )

    def find(self, text: str) -> Iterator[tuple[int, int, AddedToken]]:
        if self._pattern is None:
            return
        for match in self._pattern.finditer(text):
            if match.lastindex is not None and match.end() > match.start():
                yield match.start(), match.end(), self._tokens[match.lastindex - 1]
