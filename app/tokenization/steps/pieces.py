"""Segments of a part as the pieces of its last frame."""

from __future__ import annotations

from collections.abc import Sequence

from app.tokenization.stages import Vocabulary
from app.tokenization.steps.types import Piece
from app.tokenization.types import Segment, TokenKind


def letter_tokens(
    part: str, segments: Sequence[Segment], vocabulary: Vocabulary
) -> tuple[Piece, ...]:
    """The segments as pieces; letters that the vocabulary drops stay, without an id.

    A byte token covers one byte of its letter; neighbours that are unknown may be one token.

    >>> from app.tokenization.vocabulary import PieceVocabulary
    >>> vocabulary = PieceVocabulary({"sol": 0})
    >>> [(p.written, p.id) for p in letter_tokens("¡sol!", [Segment(0, 1, 4)], vocabulary)]
    [('¡', None), ('sol', 0), ('!', None)]
    """
    found: list[Piece] = []
    at = 0
    for id, start, end, kind in segments:
        if at < start:
            dropped = part[at:start]
            found.append(Piece(dropped, dropped.encode("utf-8"), at, start, None, None))
        byte = kind is TokenKind.BYTE
        covered = vocabulary.bytes_of(id) if byte else part[start:end].encode("utf-8")
        found.append(Piece(vocabulary.piece(id), covered, start, end, id, kind))
        at = end
    if at < len(part):
        dropped = part[at:]
        found.append(Piece(dropped, dropped.encode("utf-8"), at, len(part), None, None))
    return tuple(found)


def byte_tokens(
    part: str, segments: Sequence[Segment], vocabulary: Vocabulary
) -> tuple[Piece, ...]:
    """The same for byte-level vocabularies, whose tokens may cover a part of a character."""
    return tuple(
        Piece(
            vocabulary.piece(id),
            vocabulary.bytes_of(id) if kind is TokenKind.NORMAL else part[start:end].encode(),
            start,
            end,
            id,
            kind,
        )
        for id, start, end, kind in segments
    )
