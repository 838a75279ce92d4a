"""Encoding with WordPiece: at each position the longest piece that fits, or the word is unknown.

One loop, `iter_matches`, serves both uses: `segment` drains it, a page observes it step by step.
Sources: google-research/bert `tokenization.py` (WordpieceTokenizer); huggingface/tokenizers
`models/wordpiece`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.tokenization.budget import Budget
from app.tokenization.segment_cache import cached
from app.tokenization.types import Segment, TokenKind


class Match(NamedTuple):
    """What was found at `start`: the piece that ends at `end`, or nothing (`id` None).

    `tried_from` is the end of the longest candidate that was looked up; from there candidates get
    shorter by one character, down to `end`.
    """

    start: int
    end: int
    tried_from: int
    id: int | None


class WordPiece:
    """Longest match first over one word.

    `pieces`: piece -> id; pieces that continue a word are written with `prefix`. A word with a
    part that has no piece, or of more than `max_characters`, is one `unknown` token as a whole.
    Raises KeyError when `unknown` is not a piece.
    """

    def __init__(
        self,
        pieces: Mapping[str, int],
        unknown: str = "[UNK]",
        prefix: str = "##",
        max_characters: int = 100,
    ) -> None:
        self.pieces = pieces
        self.unknown_id = pieces[unknown]
        self.prefix = prefix
        self.max_characters = max_characters
        # Longest piece by its first character: nothing longer is ever looked up.
        self._longest_first: dict[str, int] = {}
        self._longest_inner: dict[str, int] = {}
        for piece in pieces:
            _note_length(self._longest_first, piece)
            if piece.startswith(prefix):
                _note_length(self._longest_inner, piece[len(prefix) :])
        self.segment = cached(self._segment)

    @property
    def detail(self) -> str:
        return self.prefix

    def is_too_long(self, word: str) -> bool:
        """True when the word is unknown only because of its length."""
        return len(word) > self.max_characters

    def iter_matches(self, word: str) -> Iterator[Match]:
        """The matches from left to right; the last one has no id when nothing fits there.

        >>> pieces = {"[UNK]": 0, "ni": 1, "niñ": 2, "##o": 3, "##os": 4}
        >>> for match in WordPiece(pieces).iter_matches("niños"): print(match)
        Match(start=0, end=3, tried_from=3, id=2)
        Match(start=3, end=5, tried_from=5, id=4)
        """
        get = self.pieces.get
        start, length = 0, len(word)
        while start < length:
            longest = (self._longest_inner if start else self._longest_first).get(word[start], 0)
            mark = self.prefix if start else ""
            tried_from = end = min(length, start + longest)
            while end > start:
                id = get(mark + word[start:end])
                if id is not None:
                    yield Match(start, end, tried_from, id)
                    break
                end -= 1
            else:
                yield Match(start, start, tried_from, None)
                return
            start = end

    def candidates(self, word: str, match: Match) -> Iterator[tuple[str, int, int | None]]:
        """What was looked up for a match: (as written, end, id), from longest to the one that fits.

        >>> wordpiece = WordPiece({"[UNK]": 0, "sol": 1, "so": 2, "sople": 3})
        >>> list(wordpiece.candidates("soles", next(wordpiece.iter_matches("soles"))))
        [('soles', 5, None), ('sole', 4, None), ('sol', 3, 1)]
        """
        mark = self.prefix if match.start else ""
        for end in range(match.tried_from, max(match.end, match.start + 1) - 1, -1):
            written = mark + word[match.start : end]
            yield written, end, self.pieces.get(written)

    def _segment(self, piece: str, budget: Budget | None = None) -> tuple[Segment, ...]:
        """Cut one word.

        >>> wordpiece = WordPiece({"[UNK]": 0, "te": 1, "x": 2, "##a": 3, "##s": 4})
        >>> [s.id for s in wordpiece.segment("teas")], [s.id for s in wordpiece.segment("texas")]
        ([1, 3, 4], [0])
        """
        if not self.is_too_long(piece):
            segments: list[Segment] = []
            for start, end, _, id in (budget or Budget()).watch(self.iter_matches(piece)):
                if id is None:
                    break
                kind = TokenKind.UNKNOWN if id == self.unknown_id else TokenKind.NORMAL
                segments.append(Segment(id, start, end, kind))
            else:
                return tuple(segments)
        return (Segment(self.unknown_id, 0, len(piece), TokenKind.UNKNOWN),)


def _note_length(longest: dict[str, int], piece: str) -> None:
    if piece:
        longest[piece[0]] = max(longest.get(piece[0], 0), len(piece))
