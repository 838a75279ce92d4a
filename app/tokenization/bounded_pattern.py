"""Patterns that come with a vocabulary file, run under a time limit that grows with the text."""

from __future__ import annotations

import time
from collections.abc import Iterator

import regex

from app.errors import N_, BudgetExceeded
from app.tokenization.split_patterns import compiled
from app.tokenization.unicode_age import in_unicode_16

SECONDS = 2.0
SECONDS_PER_CHARACTER = 5e-6
"""Several times what the slowest real pattern needs; a pattern that backtracks without end stops."""


class BoundedPattern:
    """A regular expression of the `regex` module whose search is bounded in time.

    It sees the text as Unicode 16 knew it (see `unicode_age`), as the libraries of the vocabularies do.

    >>> list(BoundedPattern(r"\\d+").spans("a12b3"))
    [(1, 3), (4, 5)]
    """

    def __init__(self, expression: str, seconds: float = SECONDS) -> None:
        self.expression = expression
        self._compiled = compiled(expression)
        self._seconds = seconds
        self.groups = self._compiled.groups

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """The matches in order. Raises BudgetExceeded when the pattern takes too long."""
        for match in self.matches(text):
            yield match.span()

    def matches(self, text: str) -> Iterator[regex.Match[str]]:
        """The matches in order, to be read off the text by their spans. Raises BudgetExceeded.

        As in Oniguruma, and unlike Python: after an empty match the search goes on one character
        further, and an empty match that touches the match before it does not count.
        """
        known = in_unicode_16(text)
        deadline = time.monotonic() + self._limit(text)
        at, ended = 0, -1
        try:
            while at <= len(text):
                remaining = max(deadline - time.monotonic(), 0.001)
                for match in self._compiled.finditer(known, at, timeout=remaining):
                    start, end = match.span()
                    if start == end:
                        at = end + 1
                        if start != ended:
                            yield match
                        break
                    ended = end
                    yield match
                else:
                    return
        except TimeoutError as error:
            raise self._too_slow(text) from error

    def texts(self, text: str) -> list[str] | None:
        r"""The texts of all matches at once when they cover the whole text, else None.

        Several times as fast as `matches`. Raises BudgetExceeded.

        >>> BoundedPattern(r"\w+|\W").texts("a b"), BoundedPattern(r"\w+").texts("a b")
        (['a', ' ', 'b'], None)
        """
        if in_unicode_16(text) is not text:
            return None
        try:
            found: list[str] = self._compiled.findall(text, timeout=self._limit(text))
        except TimeoutError as error:
            raise self._too_slow(text) from error
        return found if sum(map(len, found)) == len(text) and "" not in found else None

    def _limit(self, text: str) -> float:
        return self._seconds + SECONDS_PER_CHARACTER * len(text)

    def _too_slow(self, text: str) -> BudgetExceeded:
        return BudgetExceeded(
            N_(
                "The pattern %(pattern)s of this vocabulary needed more than %(seconds)s "
                "seconds for this text, so it was stopped. Try a shorter text."
            ),
            pattern=self.expression,
            seconds=round(self._limit(text), 1),
        )
