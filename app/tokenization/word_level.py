"""The word-level segmenter: each part is one token, or unknown."""

from __future__ import annotations

from collections.abc import Mapping

from app.tokenization.budget import Budget
from app.tokenization.types import Segment, TokenKind


class WordLevel:
    """A part that is a piece is that token; any other is the unknown token.

    Source: huggingface/tokenizers `models/wordlevel`.

    >>> words = WordLevel({"[UNK]": 0, "sol": 1}, unknown="[UNK]")
    >>> [s.id for s in words.segment("sol") + words.segment("luna")]
    [1, 0]
    """

    def __init__(self, pieces: Mapping[str, int], unknown: str) -> None:
        self.pieces = pieces
        self.unknown_id = pieces[unknown]

    def segment(self, piece: str, _budget: Budget | None = None) -> tuple[Segment, ...]:
        id = self.pieces.get(piece, self.unknown_id)
        kind = TokenKind.UNKNOWN if id == self.unknown_id else TokenKind.NORMAL
        return (Segment(id, 0, len(piece), kind),)
