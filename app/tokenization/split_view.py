"""The cut before the cut: a splitting pattern over a text, naming the alternative that matched each part.

A pattern is a list of alternatives, and a regular expression takes the first that matches where it
stands; nothing follows the alternation, so no later failure can send it back to another one. The
alternative of a part is therefore the first that matches at its start, and it ends where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.tokenization.split_patterns import SplitPattern, compiled
from app.tokenization.unicode_age import in_unicode_16


class SplitPart(NamedTuple):
    """A part of the text and the name of the alternative that matched it.

    None: the pattern passes over this text (no real vocabulary's does).
    """

    text: str
    start: int
    end: int
    alternative: str | None


def split_view(pattern: SplitPattern, text: str) -> Iterator[SplitPart]:
    """The text part by part; joined parts give it back.

    >>> from app.tokenization.split_patterns import SPLIT_PATTERNS
    >>> for part in split_view(SPLIT_PATTERNS["cl100k"], "El año 2026 "):
    ...     print(repr(part.text), part.alternative)
    'El' letters
    ' año' letters
    ' ' space
    '202' digits
    '6' digits
    ' ' trailing_space
    """
    alternatives = [(name, compiled(expression)) for name, expression in pattern.alternatives]
    at, seen = 0, in_unicode_16(text)
    for match in compiled(pattern.regex).finditer(seen):
        start, end = match.span()
        if start == end:
            continue
        if at < start:
            yield SplitPart(text[at:start], at, start, None)
        name = next(name for name, one in alternatives if one.match(seen, start))
        yield SplitPart(text[start:end], start, end, name)
        at = end
    if at < len(text):
        yield SplitPart(text[at:], at, len(text), None)
