"""Byte-pair encoding, merge by merge: the frames of `bpe.merging.iter_merges`, observed.

Frame k shows the pieces before merge k with every neighbouring pair: its rank, or that the table
has no such merge. The pair of lowest rank wins, the leftmost when equal. When no pair is left, the
last frames show the tokens: pieces that the vocabulary lacks fall back on bytes or on the
unknown token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from app.tokenization.bpe.encoder import ByteBpe, PieceBpe, char_of_each_byte
from app.tokenization.bpe.merging import iter_merges
from app.tokenization.bpe.printable import PrintableBpe
from app.tokenization.byte_alphabet import to_printable
from app.tokenization.stages import Vocabulary
from app.tokenization.steps.pieces import letter_tokens
from app.tokenization.steps.types import Frame, Pair, Piece, StepEvent
from app.tokenization.types import Segment, TokenKind

S = TypeVar("S", str, bytes)


def bpe_frames(
    segmenter: ByteBpe | PieceBpe, part: str, vocabulary: Vocabulary
) -> tuple[Frame, ...]:
    """The frames of one part.

    >>> from app.tokenization.vocabulary import PieceVocabulary
    >>> ids = {"s": 0, "o": 1, "l": 2, "ol": 3, "sol": 4}
    >>> merges = {("o", "l"): 0, ("s", "ol"): 1}
    >>> bpe = PieceBpe(ids, rank_of=lambda left, right: merges.get((left, right)))
    >>> for frame in bpe_frames(bpe, "sol", PieceVocabulary(ids)):
    ...     print(frame.event, [piece.written for piece in frame.pieces], frame.winner,
    ...           [pair.rank for pair in frame.pairs])
    merge ['s', 'o', 'l'] 1 [None, 0]
    merge ['s', 'ol'] 0 [1]
    merged ['sol'] None []
    """
    if segmenter.is_whole(part):
        (segment,) = segmenter.segment(part)
        written = vocabulary.piece(segment.id)
        whole = Piece(written, part.encode("utf-8"), 0, len(part), segment.id, segment.kind)
        return (Frame(StepEvent.WHOLE, (whole,), made=0),)
    if isinstance(segmenter, ByteBpe):
        frames = _merge_frames(_bytes(segmenter, part), segmenter.parts(part))
    else:
        frames = _merge_frames(_letters(segmenter, part), segmenter.parts(part))
    pieces = frames[-1].pieces
    if any(piece.id is None for piece in pieces):
        segments = segmenter.segment(part)
        if isinstance(segmenter, ByteBpe):
            tokens = _byte_tokens(pieces, segments, vocabulary)
        else:
            tokens = letter_tokens(part, segments, vocabulary)
        frames.append(Frame(StepEvent.FALL_BACK, tokens))
    return tuple(frames)


def printable_frames(
    segmenter: PrintableBpe, part: str, vocabulary: Vocabulary
) -> tuple[Frame, ...]:
    """The frames of a part whose bytes are merged as printable characters.

    >>> from app.tokenization.vocabulary import PieceVocabulary
    >>> ids = {"Ã": 0, "±": 1, "±</w>": 2, "Ã±</w>": 3}
    >>> bpe = PieceBpe(ids, rank_of=lambda l, r: 0 if l == "Ã" else None, suffix="</w>")
    >>> for frame in printable_frames(PrintableBpe(bpe), "ñ", PieceVocabulary(ids)):
    ...     print([(piece.written, piece.bytes.hex(), piece.end) for piece in frame.pieces])
    [('Ã', 'c3', 1), ('±</w>', 'b1', 1)]
    [('Ã±</w>', 'c3b1', 1)]
    """
    data = part.encode("utf-8")
    char_of = char_of_each_byte(data)

    def in_part(piece: Piece) -> Piece:
        covered, last = data[piece.start : piece.end], char_of[piece.end - 1]
        return piece._replace(bytes=covered, start=char_of[piece.start], end=last + 1)

    frames = bpe_frames(segmenter.printable, to_printable(data), vocabulary)
    return tuple(replace(f, pieces=tuple(map(in_part, f.pieces))) for f in frames)


class _Covered(NamedTuple):
    """What one piece covers of the part: its bytes, and the characters that it touches."""

    bytes: bytes
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Observed(Generic[S]):
    """What differs between merging bytes and merging letters."""

    rank_of: Callable[[S, S], int | None]
    ids: Mapping[S, int]
    prefix: int
    written: Callable[[S], str]
    covered: Callable[[Sequence[S]], Iterator[_Covered]]

    def pieces(self, parts: Sequence[S]) -> tuple[Piece, ...]:
        found: list[Piece] = []
        for part, covered in zip(parts, self.covered(parts), strict=True):
            id = self.ids.get(part)
            kind = None if id is None else TokenKind.NORMAL
            found.append(Piece(self.written(part), *covered, id, kind))
        return tuple(found)

    def pairs(self, parts: Sequence[S]) -> tuple[Pair, ...]:
        found: list[Pair] = []
        for at, (left, right) in enumerate(pairwise(parts)):
            merged = left + right[self.prefix :]
            rank, id = self.rank_of(left, right), self.ids.get(merged)
            written = self.written
            found.append(Pair(at, written(left), written(right), rank, written(merged), id))
        return tuple(found)


def _bytes(segmenter: ByteBpe, text: str) -> _Observed[bytes]:
    """Byte-level BPE: a piece is bytes; several pieces may touch one character."""
    char_of = char_of_each_byte(text.encode("utf-8"))

    def covered(parts: Sequence[bytes]) -> Iterator[_Covered]:
        at = 0
        for part in parts:
            after = at + len(part)
            yield _Covered(part, char_of[at], char_of[after - 1] + 1)
            at = after

    return _Observed(segmenter.rank_of, segmenter.ids, 0, to_printable, covered)


def _letters(segmenter: PieceBpe, text: str) -> _Observed[str]:
    """BPE over characters, with the marks that the vocabulary puts on pieces."""
    prefix, suffix = len(segmenter.prefix), len(segmenter.suffix)

    def covered(parts: Sequence[str]) -> Iterator[_Covered]:
        at = 0
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            after = at + len(part) - (prefix if index else 0) - (suffix if last else 0)
            yield _Covered(text[at:after].encode("utf-8"), at, after)
            at = after

    return _Observed(segmenter.rank_of, segmenter.ids, prefix, str, covered)


def _merge_frames(observed: _Observed[S], parts: list[S]) -> list[Frame]:
    """One frame before each merge, and one when no pair is left."""
    standing = list(parts)
    merging: list[S | None] = list(parts)
    frames: list[Frame] = []
    made: int | None = None
    for merge in iter_merges(merging, observed.rank_of, observed.prefix):
        at = sum(part is not None for part in merging[: merge.at])
        pieces, pairs = observed.pieces(standing), observed.pairs(standing)
        frames.append(Frame(StepEvent.MERGE, pieces, made, winner=at, pairs=pairs))
        standing[at : at + 2] = [merge.left + merge.right[observed.prefix :]]
        made = at
    pieces, pairs = observed.pieces(standing), observed.pairs(standing)
    frames.append(Frame(StepEvent.MERGED, pieces, made, pairs=pairs))
    return frames


def _byte_tokens(
    pieces: Sequence[Piece], segments: Sequence[Segment], vocabulary: Vocabulary
) -> tuple[Piece, ...]:
    """Bytes without a piece are the unknown token, or are dropped when there is none."""
    if len(segments) < len(pieces):
        return tuple(pieces)
    return tuple(
        piece
        if piece.id is not None
        else piece._replace(written=vocabulary.piece(s.id), id=s.id, kind=s.kind)
        for piece, s in zip(pieces, segments, strict=True)
    )
