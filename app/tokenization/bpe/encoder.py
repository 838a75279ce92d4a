"""Encoding with byte-pair encoding: what a piece starts as, and what its merged parts are called.

The merging itself is in `merging`. Sources: openai/tiktoken (ranks as the vocabulary);
huggingface/tokenizers `models/bpe` (merges, unknown and byte fallback).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from app.tokenization.bpe.merging import drain
from app.tokenization.budget import Budget
from app.tokenization.segment_cache import cached
from app.tokenization.types import Segment, TokenKind


class ByteBpe:
    """Byte-level BPE: a piece is its UTF-8 bytes; every byte is in the vocabulary.

    `ids` maps the bytes of each token to its id. `rank_of` gives a pair's priority; without it the
    ids are the ranks, as in tiktoken files. `whole_pieces`: a piece that is a token is taken whole
    without merging (tiktoken always; Hugging Face with `ignore_merges`).
    """

    def __init__(
        self,
        ids: Mapping[bytes, int],
        *,
        rank_of: Callable[[bytes, bytes], int | None] | None = None,
        whole_pieces: bool = True,
        unknown_id: int | None = None,
    ) -> None:
        self.ids = ids
        get = ids.get
        self.rank_of = rank_of or (lambda left, right: get(left + right))
        self._whole_pieces = whole_pieces
        self._unknown_id = unknown_id
        self.segment = cached(self._segment)

    def parts(self, piece: str) -> list[bytes]:
        """Where merging starts: one part a byte."""
        return [bytes((byte,)) for byte in piece.encode("utf-8")]

    def is_whole(self, piece: str) -> bool:
        """True when the piece is taken whole, with no merge."""
        return self._whole_pieces and piece.encode("utf-8") in self.ids

    def _segment(self, piece: str, budget: Budget | None = None) -> tuple[Segment, ...]:
        """Cut one piece.

        >>> ids = {bytes((b,)): b for b in range(256)} | {"ñ".encode(): 256}
        >>> [tuple(s)[:3] for s in ByteBpe(ids).segment("ñé")]
        [(256, 0, 1), (195, 1, 2), (169, 1, 2)]
        """
        data = piece.encode("utf-8")
        whole = self.ids.get(data) if self._whole_pieces else None
        if whole is not None:
            return (Segment(whole, 0, len(piece)),)
        parts = drain([bytes((byte,)) for byte in data], self.rank_of, budget=budget)
        # char_at[i]: the character that byte i belongs to.
        one_byte_each = len(data) == len(piece)
        char_at = range(len(data)) if one_byte_each else char_of_each_byte(data)
        segments: list[Segment] = []
        at = 0
        for part in parts:
            after = at + len(part)
            id = self.ids.get(part)
            start, end = char_at[at], char_at[after - 1] + 1
            if id is not None:
                segments.append(Segment(id, start, end))
            elif self._unknown_id is not None:
                segments.append(Segment(self._unknown_id, start, end, TokenKind.UNKNOWN))
            at = after
        return tuple(segments)


def char_of_each_byte(data: bytes) -> list[int]:
    """The index of the character that each byte of UTF-8 belongs to.

    >>> char_of_each_byte("aé".encode())
    [0, 1, 1]
    """
    return [n - 1 for n in accumulate((byte & 0xC0) != 0x80 for byte in data)]


class PieceBpe:
    """BPE over characters: SentencePiece's BPE and Hugging Face's, with byte fallback and unknowns.

    `ids`: piece -> id. `rank_of(left, right)`: priority of a merge or None. `byte_ids`: the 256
    byte pieces when the vocabulary falls back on bytes. `fuse_unknown`: neighbours that are
    unknown become one token. `prefix` / `suffix`: Hugging Face's continuation and end-of-word
    marks. A character with no piece, no bytes and no unknown token gets no segment.
    """

    def __init__(
        self,
        ids: Mapping[str, int],
        *,
        rank_of: Callable[[str, str], int | None],
        unknown_id: int | None = None,
        byte_ids: Sequence[int] | None = None,
        fuse_unknown: bool = False,
        prefix: str = "",
        suffix: str = "",
        whole_pieces: bool = False,
    ) -> None:
        self.ids = ids
        self.rank_of = rank_of
        self._unknown_id = unknown_id
        self._byte_ids = byte_ids
        self._fuse_unknown = fuse_unknown
        self.prefix = prefix
        self.suffix = suffix
        self._whole_pieces = whole_pieces
        self.segment = cached(self._segment)

    def parts(self, piece: str) -> list[str]:
        """Where merging starts: one part a character, with the marks the vocabulary asks for."""
        parts = [self.prefix + char for char in piece]
        if parts:
            parts[0] = piece[0]
            parts[-1] = f"{parts[-1]}{self.suffix}"
        return parts

    def is_whole(self, piece: str) -> bool:
        """True when the piece is taken whole, with no merge."""
        return self._whole_pieces and piece in self.ids

    def _segment(self, piece: str, budget: Budget | None = None) -> tuple[Segment, ...]:
        """Cut one piece.

        >>> ids = {"<unk>": 0, "▁": 1, "s": 2, "o": 3, "so": 4}
        >>> bpe = PieceBpe(ids, rank_of=lambda l, r: {"so": 0}.get(l + r), unknown_id=0)
        >>> [tuple(s)[:3] for s in bpe.segment("▁sol")]
        [(1, 0, 1), (4, 1, 3), (0, 3, 4)]
        """
        if self._whole_pieces:
            whole = self.ids.get(piece)
            if whole is not None:
                return (Segment(whole, 0, len(piece)),)
        parts = drain(self.parts(piece), self.rank_of, len(self.prefix), budget=budget)
        segments: list[Segment] = []
        at = 0
        for index, part in enumerate(parts):
            length = len(part) - (len(self.prefix) if index else 0)
            if index == len(parts) - 1:
                length -= len(self.suffix)
            id = self.ids.get(part)
            if id is not None:
                segments.append(Segment(id, at, at + length))
            else:
                self._fall_back(segments, piece, at, at + length)
            at += length
        return tuple(segments)

    def _fall_back(self, segments: list[Segment], piece: str, start: int, end: int) -> None:
        """Append what stands for characters `start:end`, which have no piece of their own."""
        if self._byte_ids is not None:
            for at in range(start, end):
                for byte in piece[at].encode("utf-8"):
                    segments.append(Segment(self._byte_ids[byte], at, at + 1, TokenKind.BYTE))
        elif self._unknown_id is not None:
            last = segments[-1] if segments else None
            if (
                self._fuse_unknown
                and last is not None
                and last.kind is TokenKind.UNKNOWN
                and last.end == start
            ):
                segments[-1] = last._replace(end=end)
            else:
                segments.append(Segment(self._unknown_id, start, end, TokenKind.UNKNOWN))


def rank_order(scores: Mapping[str, float]) -> dict[str, int]:
    """Merge priorities of a SentencePiece BPE model: the piece of highest score is merged first.

    Equal scores share a rank, so that the leftmost pair goes first.

    >>> rank_order({"ab": -1.0, "bc": -3.0, "cd": -1.0})
    {'ab': 0, 'bc': 1, 'cd': 0}
    """
    levels = sorted({-score for score in scores.values()})
    return {piece: bisect_right(levels, -score) - 1 for piece, score in scores.items()}
