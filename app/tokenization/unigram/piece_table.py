"""The pieces of a Unigram vocabulary, findable in a text: every arc that leaves a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

UNKNOWN_PENALTY = 10.0
"""How far below the least likely piece an unknown character stands (sentencepiece, `kUnkPenalty`)."""


class Arc(NamedTuple):
    """One way on from a position: a piece of `length` characters, with its log-probability."""

    length: int
    id: int
    score: float


class PieceTable:
    """Pieces with ids and log-probabilities, looked up by longest and longer prefixes.

    Where no piece of one character fits, the character is an arc of its own under `unknown_id`,
    so every text has a way through. Looking ahead stops at the first string that starts no piece.

    >>> table = PieceTable({"s": (1, -3.0), "sol": (2, -1.0)}, unknown_id=0)
    >>> table.arcs("sola", 0)
    [Arc(length=1, id=1, score=-3.0), Arc(length=3, id=2, score=-1.0)]
    >>> table.arcs("sola", 3)
    [Arc(length=1, id=0, score=-13.0)]
    """

    def __init__(
        self,
        pieces: Mapping[str, tuple[int, float]],
        unknown_id: int,
        unknown_score: float | None = None,
    ) -> None:
        # A prefix that is no piece itself maps to None, so that one lookup tells all three cases.
        table: dict[str, Arc | None] = {}
        for piece, (id, score) in pieces.items():
            table[piece] = Arc(len(piece), id, score)
        for piece in pieces:
            for length in range(len(piece) - 1, 0, -1):
                prefix = piece[:length]
                if prefix in table:
                    break
                table[prefix] = None
        self._table = table
        least = min([score for _, score in pieces.values()], default=0.0)
        self.unknown_id = unknown_id
        self.unknown_score = least - UNKNOWN_PENALTY if unknown_score is None else unknown_score
        self._unknown = Arc(1, unknown_id, self.unknown_score)
        self.longest = max(map(len, pieces), default=1)

    def __contains__(self, piece: str) -> bool:
        return self._table.get(piece) is not None

    def arcs(self, text: str, start: int) -> list[Arc]:
        """The arcs that leave `start`, shortest first."""
        table = self._table
        found: list[Arc] = []
        end = start
        for end in range(start + 1, min(start + self.longest, len(text)) + 1):
            try:
                arc = table[text[start:end]]
            except KeyError:
                break
            if arc is not None:
                found.append(arc)
        if not found or found[0].length > 1:
            found.append(self._unknown)
        return found
