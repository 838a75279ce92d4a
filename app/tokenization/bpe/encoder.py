"""Encoding with byte-pair encoding: apply the merge of lowest rank, leftmost first, until none fits.

One loop, `iter_merges`, serves both uses: `segment` drains it, a page observes it step by step.
Sources: Sennrich, Haddow & Birch 2016 (BPE for subwords); openai/tiktoken (ranks as the vocabulary);
huggingface/tokenizers `models/bpe` (merges, unknown and byte fallback).
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar

from app.tokenization.segment_cache import cached
from app.tokenization.types import Segment, TokenKind

S = TypeVar("S", str, bytes)


class Merge(NamedTuple, Generic[S]):
    """The merge just made: `parts[at]` took in the part that stood at `taken`."""

    at: int
    taken: int
    left: S
    right: S
    rank: int


def iter_merges(
    parts: list[S | None], rank_of: Callable[[S, S], int | None], prefix: int = 0
) -> Iterator[Merge[S]]:
    """Merge `parts` in place, one merge at a time; a part that was taken in becomes None.

    `rank_of(left, right)` is the priority of a pair (lower first) or None when the vocabulary has
    no such merge. `prefix` is the length of a continuation mark to drop from the right part.
    A heap and a linked list keep it at O(n log n) for any text, a run of one letter included.

    >>> ranks = {b"ab": 1, b"bc": 0, b"abc": 2}
    >>> parts = [b"a", b"b", b"c"]
    >>> [(m.left, m.right, m.rank) for m in iter_merges(parts, lambda l, r: ranks.get(l + r))]
    [(b'b', b'c', 0), (b'a', b'bc', 2)]
    >>> parts
    [b'abc', None, None]
    """
    end = len(parts)
    following = list(range(1, end + 1))
    preceding = list(range(-1, end - 1))
    # A rank and a place in one number: it sorts like the two, and much faster than a tuple.
    heap: list[int] = []
    for at in range(end - 1):
        left, right = parts[at], parts[at + 1]
        if left is not None and right is not None:
            rank = rank_of(left, right)
            if rank is not None:
                heap.append(rank * end + at)
    heapq.heapify(heap)
    while heap:
        rank, at = divmod(heapq.heappop(heap), end)
        left, taken = parts[at], following[at]
        right = parts[taken] if taken < end else None
        # An entry is stale when either side has changed since: the pair then has another rank.
        if left is None or right is None or rank_of(left, right) != rank:
            continue
        merged = left + right[prefix:]
        parts[at] = merged
        parts[taken] = None
        beyond = following[taken]
        following[at] = beyond
        yield Merge(at, taken, left, right, rank)
        if beyond < end:
            preceding[beyond] = at
            neighbour = parts[beyond]
            if neighbour is not None:
                rank_right = rank_of(merged, neighbour)
                if rank_right is not None:
                    heapq.heappush(heap, rank_right * end + at)
        before = preceding[at]
        if before >= 0:
            neighbour = parts[before]
            if neighbour is not None:
                rank_left = rank_of(neighbour, merged)
                if rank_left is not None:
                    heapq.heappush(heap, rank_left * end + before)


def drain(parts: list[S | None], rank_of: Callable[[S, S], int | None], prefix: int = 0) -> list[S]:
    """All merges at once: the parts that remain."""
    for _ in iter_merges(parts, rank_of, prefix):
        pass
    return [part for part in parts if part is not None]


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

    def parts(self, piece: str) -> list[bytes | None]:
        """Where merging starts: one part a byte."""
        return [bytes((byte,)) for byte in piece.encode("utf-8")]

    def is_whole(self, piece: str) -> bool:
        """True when the piece is taken whole, with no merge."""
        return self._whole_pieces and piece.encode("utf-8") in self.ids

    def _segment(self, piece: str) -> tuple[Segment, ...]:
        """Cut one piece.

        >>> ids = {bytes((b,)): b for b in range(256)} | {"ñ".encode(): 256}
        >>> [tuple(s)[:3] for s in ByteBpe(ids).segment("ñé")]
        [(256, 0, 1), (195, 1, 2), (169, 1, 2)]
        """
        data = piece.encode("utf-8")
        whole = self.ids.get(data) if self._whole_pieces else None
        if whole is not None:
            return (Segment(whole, 0, len(piece)),)
        parts = drain([bytes((byte,)) for byte in data], self.rank_of)
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

    def parts(self, piece: str) -> list[str | None]:
        """Where merging starts: one part a character, with the marks the vocabulary asks for."""
        parts: list[str | None] = [self.prefix + char for char in piece]
        if parts:
            parts[0] = piece[0]
            parts[-1] = f"{parts[-1]}{self.suffix}"
        return parts

    def is_whole(self, piece: str) -> bool:
        """True when the piece is taken whole, with no merge."""
        return self._whole_pieces and piece in self.ids

    def _segment(self, piece: str) -> tuple[Segment, ...]:
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
        parts = drain(self.parts(piece), self.rank_of, len(self.prefix))
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
