"""The Unigram segmenter: of all ways to cut a text into pieces, the most likely one."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import frexp, inf, isfinite
from typing import NamedTuple

from app.errors import N_, VocabularyFileError
from app.tokenization.budget import Budget
from app.tokenization.segment_cache import CACHED_PIECES, LONGEST_CACHED_PIECE
from app.tokenization.types import Segment, TokenKind
from app.tokenization.unigram.piece_table import UNKNOWN_PENALTY, PieceTable
from app.tokenization.unigram.viterbi import DOUBLE, SINGLE, Arithmetic, Step, search

_WORDS = re.compile("▁+[^▁]*|[^▁]+")
_WORD_LIKE = re.compile("▁*[^▁]*")
_WHOLE = re.compile(".+", re.DOTALL)

LONGEST_PIECE = 256
"""Characters: sixteen times those of SentencePiece's own limit."""
MOST_BEGINNINGS = 50_000_000
"""Characters of all beginnings of pieces, which the table holds; XLM-R's have five million."""


class _Cut(NamedTuple):
    """The remembered cut of a word, and the running scores for which it is certain to stand."""

    segments: tuple[Segment, ...]
    scores: tuple[float, ...]
    limit: float


def _check_lengths(pieces: Mapping[str, object]) -> None:
    lengths = list(map(len, pieces))
    if max(lengths, default=0) > LONGEST_PIECE:
        raise VocabularyFileError(
            N_(
                "The vocabulary has a piece of %(size)s characters; those that we read have %(most)s."
            ),
            size=max(lengths),
            most=LONGEST_PIECE,
        )
    if sum([length**2 for length in lengths]) > 2 * MOST_BEGINNINGS:
        raise VocabularyFileError(N_("The vocabulary has more long pieces than we read."))


class Unigram:
    """Cuts text into the most likely pieces, exactly as the library of the vocabulary does.

    `pieces` maps every piece that text may match to its id and log-probability. Characters without
    a piece are unknown; neighbours join into one unknown token, or become byte tokens when
    `byte_ids` (the ids of the 256 bytes) is given.

    Raises VocabularyFileError for a score that is not a finite number, and for pieces so long that
    their beginnings fill the memory, or that looking ahead takes for ever.

    Give `segment` the whole normalised text: the arithmetic runs through it (see `viterbi`).
    Where no piece crosses the start of a word (`▁`), words are cut one by one and remembered; a
    remembered cut is used only where no rounding of the running score could change it.

    >>> pieces = {"▁": (1, -3.0), "▁el": (2, -2.0), "s": (3, -5.0), "ol": (4, -4.0)}
    >>> unigram = Unigram(pieces, unknown_id=0)
    >>> [(s.id, s.start, s.end) for s in unigram.segment("▁el▁solxy")]
    [(2, 0, 3), (1, 3, 4), (3, 4, 5), (4, 5, 7), (0, 7, 9)]
    """

    def __init__(
        self,
        pieces: Mapping[str, tuple[int, float]],
        unknown_id: int,
        *,
        unknown_score: float | None = None,
        byte_ids: Sequence[int] | None = None,
        arithmetic: Arithmetic = SINGLE,
    ) -> None:
        _check_lengths(pieces)
        stored = {}
        for piece, (id, score) in pieces.items():
            stored[piece] = id, arithmetic.rounded(score)
            if not isfinite(stored[piece][1]):
                raise VocabularyFileError(
                    N_("The score of the piece “%(piece)s” is not a finite number."), piece=piece
                )
        if unknown_score is None:
            unknown_score = min([score for _, score in stored.values()], default=0.0)
            unknown_score -= UNKNOWN_PENALTY
        self.table = PieceTable(stored, unknown_id, arithmetic.rounded(unknown_score))
        self.arithmetic = arithmetic
        self._byte_ids = byte_ids
        self._words = _WORDS if all(map(_WORD_LIKE.fullmatch, pieces)) else _WHOLE
        self._remembered = lru_cache(maxsize=CACHED_PIECES)(self._cut)

    def words(self, text: str) -> Iterator[tuple[int, int]]:
        """The stretches that are cut on their own: no piece crosses from one to the next."""
        return (match.span() for match in self._words.finditer(text))

    def segment(self, piece: str, budget: Budget | None = None) -> tuple[Segment, ...]:
        """The tokens of a whole normalised text (or of one part of it). Raises BudgetExceeded."""
        budget = budget or Budget()
        found: list[Segment] = []
        running = array(self.arithmetic.code, (0.0,))
        for match in budget.watch(self._words.finditer(piece)):
            start, end = match.span()
            word = match[0]
            cut = self._remembered(word) if end - start <= LONGEST_CACHED_PIECE else None
            if cut is not None and -cut.limit <= running[0] <= cut.limit:
                segments = cut.segments
                for score in cut.scores:
                    running[0] += score
            else:
                path = search(self.table, word, running[0], self.arithmetic, budget)
                segments, running[0] = self._segments(word, path.steps()), path.best[-1]
            if not start:
                found += segments
                continue
            if found[-1].kind is segments[0].kind is TokenKind.UNKNOWN:
                found[-1] = found[-1]._replace(end=start + segments[0].end)
                segments = segments[1:]
            found += [Segment(id, start + s, start + e, kind) for id, s, e, kind in segments]
        return tuple(found)

    def _cut(self, word: str) -> _Cut:
        """Cut a word and find up to which running score (either side of zero) the cut holds.

        A sum of n rounded additions is off by at most n half units in the last place; two paths by
        twice that, and the margin itself by as much again in 64 bits. While one unit times twice
        the length is below the margin, rounding changes nothing.
        """
        path = search(self.table, word, 0.0, DOUBLE)
        steps = path.steps()
        unit = min([path.margins[step.end] for step in steps]) / (2 * len(word) + 2)
        limit = self.arithmetic.reset_beyond
        if unit < inf:
            # Below 2**exponent the unit in the last place is at most 2**(exponent - bits).
            exponent = frexp(unit)[1] - 1 + self.arithmetic.bits if unit else -1
            limit = min(limit, 2.0 ** min(exponent, 1000))
        reach = max(map(abs, path.best))
        scores = tuple([step.score for step in steps])
        return _Cut(self._segments(word, steps), scores, limit - reach - 1.0)

    def _segments(self, text: str, steps: Sequence[Step]) -> tuple[Segment, ...]:
        """The path as tokens: unknown neighbours joined, or written as bytes."""
        found: list[Segment] = []
        unknown_id = self.table.unknown_id
        for start, end, id, _ in steps:
            if id != unknown_id:
                found.append(Segment(id, start, end))
            elif self._byte_ids is not None:
                for byte in text[start:end].encode("utf-8"):
                    found.append(Segment(self._byte_ids[byte], start, end, TokenKind.BYTE))
            elif found and found[-1].kind is TokenKind.UNKNOWN:
                found[-1] = found[-1]._replace(end=end)
            else:
                found.append(Segment(id, start, end, TokenKind.UNKNOWN))
        return tuple(found)
