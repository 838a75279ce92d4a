"""One part of a text and the tokens it was cut into, and where each stands in the original."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from app.tokenization.special_tokens import Section
from app.tokenization.types import NormalizedText, PreToken, Segment


class Cut(NamedTuple):
    """One part of the text and its tokens: what the loop yields.

    `pre` is a part of the `normalized` text of its `section`; `segments` are in code points of
    `pre.text`.
    """

    section: Section
    normalized: NormalizedText
    pre: PreToken
    segments: tuple[Segment, ...]

    @property
    def place(self) -> tuple[int, int]:
        """The span of the part in the original text."""
        start, end = self.normalized.origin(self.pre.start, self.pre.end)
        return self.section.start + start, self.section.start + end

    def within(self, window: tuple[int, int] | None) -> range:
        """The numbers of the segments that touch the window (all when there is none); an empty
        span counts where it stands."""
        if window is None:
            return range(len(self.segments))
        # Positions in the original only grow along the part, so both ends can be searched for.
        first = bisect_left(self.segments, window[0], key=lambda s: self.span(s)[1])
        while first < len(self.segments) and not _reaches(
            self.span(self.segments[first]), window[0]
        ):
            first += 1
        last = bisect_left(self.segments, window[1], lo=first, key=lambda s: self.span(s)[0])
        return range(first, last)

    def span(self, segment: Segment) -> tuple[int, int]:
        """Where a segment stands in the original text."""
        at = self.pre.start
        start, end = self.normalized.origin(at + segment.start, at + segment.end)
        return self.section.start + start, self.section.start + end


def _reaches(span: tuple[int, int], start: int) -> bool:
    """Whether a span has a character at `start` or after; an empty span counts where it stands."""
    return span[1] > start or span[0] == span[1] >= start
