"""Decoding step by step over the written pieces, as Hugging Face's decoders do.

Source: huggingface/tokenizers `src/decoders`. A piece travels as a string; bytes that are not UTF-8
by themselves travel as the lone surrogates of PEP 383, so that nothing is lost before the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Protocol

from app.tokenization.bounded_pattern import BoundedPattern
from app.tokenization.byte_alphabet import from_printable
from app.tokenization.growth import check_growth
from app.tokenization.stages import Decoder, Vocabulary


class PieceStep(Protocol):
    """One step: the pieces before to the pieces after."""

    def apply(self, pieces: list[str]) -> list[str]: ...


class StepwiseDecoder(Decoder):
    """Runs the steps in order over the pieces of the ids and joins what comes out."""

    def __init__(self, steps: Iterable[PieceStep]) -> None:
        self.steps = tuple(steps)

    def decode(self, ids: Sequence[int], vocabulary: Vocabulary) -> bytes:
        pieces = [vocabulary.piece(id) for id in ids]
        before = sum(map(len, pieces))
        for step in self.steps:
            pieces = step.apply(pieces)
            check_growth(before, sum(map(len, pieces)))
        return "".join(pieces).encode("utf-8", "surrogateescape")


def _as_piece(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


class FromByteAlphabet:
    """GPT-2's printable bytes back to bytes, all pieces as one.

    >>> FromByteAlphabet().apply(["ni", "Ã±", "oĠ"])
    ['niño ']
    """

    def apply(self, pieces: list[str]) -> list[str]:
        return [_as_piece(b"".join(map(self._bytes, pieces)))]

    @staticmethod
    def _bytes(piece: str) -> bytes:
        try:
            return from_printable(piece)
        except KeyError:
            return piece.encode("utf-8", "surrogateescape")


class FromBytePieces:
    """`<0x0A>` and its like are bytes; neighbours belong together.

    >>> FromBytePieces().apply(["a", "<0xC3>", "<0xB1>"])
    ['a', 'ñ']
    """

    _BYTE = re.compile("<0x([0-9A-Fa-f]{2})>")

    def apply(self, pieces: list[str]) -> list[str]:
        decoded: list[str] = []
        for is_byte, run in groupby(pieces, lambda piece: bool(self._BYTE.fullmatch(piece))):
            if is_byte:
                decoded.append(_as_piece(bytes(int(piece[3:5], 16) for piece in run)))
            else:
                decoded += run
        return decoded


class FromMarkers:
    """`▁` is a space; those of the first piece are dropped when the text was given one.

    >>> FromMarkers("▁", drop_first=True).apply(["▁el", "▁niño"])
    ['el', ' niño']
    """

    def __init__(self, marker: str, *, drop_first: bool) -> None:
        self._marker = marker
        self._drop_first = drop_first

    def apply(self, pieces: list[str]) -> list[str]:
        first = "" if self._drop_first else " "
        return [
            piece.replace(self._marker, " " if index else first)
            for index, piece in enumerate(pieces)
        ]


class JoinWordPieces:
    """A space before each piece that does not continue a word; `cleanup` tidies English spacing.

    >>> JoinWordPieces("##", cleanup=True).apply(["el", "ni", "##ño", "."])
    ['el', ' ni', 'ño', '.']
    """

    _TIDY = (
        (" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'"), (" n't", "n't"),
        (" 'm", "'m"), (" do not", " don't"), (" 's", "'s"), (" 've", "'ve"), (" 're", "'re"),
    )  # fmt: skip

    def __init__(self, prefix: str, *, cleanup: bool) -> None:
        self._prefix = prefix
        self._tidy = self._TIDY if cleanup else ()

    def apply(self, pieces: list[str]) -> list[str]:
        return [self._piece(piece, first=not index) for index, piece in enumerate(pieces)]

    def _piece(self, piece: str, *, first: bool) -> str:
        if not first:
            continues = piece.startswith(self._prefix)
            piece = piece.removeprefix(self._prefix) if continues else f" {piece}"
        for untidy, tidy in self._tidy:
            piece = piece.replace(untidy, tidy)
        return piece


class JoinWithSpaces:
    """What is done when the file names no decoder.

    >>> JoinWithSpaces().apply(["el", "niño"])
    ['el', ' niño']
    """

    def apply(self, pieces: list[str]) -> list[str]:
        return [f" {piece}" if index else piece for index, piece in enumerate(pieces)]


class EndWords:
    """The mark at the end of a word is a space, except at the end of the text.

    >>> EndWords("</w>").apply(["el</w>", "ni", "ño</w>"])
    ['el ', 'ni', 'ño']
    """

    def __init__(self, suffix: str) -> None:
        self._suffix = suffix

    def apply(self, pieces: list[str]) -> list[str]:
        last = len(pieces) - 1
        return [
            piece.replace(self._suffix, "" if index == last else " ")
            for index, piece in enumerate(pieces)
        ]


class ReplaceIn:
    """Every occurrence of a string in a piece becomes another.

    >>> ReplaceIn("▁", " ").apply(["▁el"])
    [' el']
    """

    def __init__(self, found: str, replacement: str) -> None:
        self._found = found
        self._replacement = replacement

    def apply(self, pieces: list[str]) -> list[str]:
        return [piece.replace(self._found, self._replacement) for piece in pieces]


class ReplaceMatches:
    """Every match of a pattern in a piece becomes a string. Raises BudgetExceeded.

    >>> ReplaceMatches("_+", " ").apply(["el__niño"])
    ['el niño']
    """

    def __init__(self, expression: str, replacement: str) -> None:
        self._pattern = BoundedPattern(expression)
        self._replacement = replacement

    def apply(self, pieces: list[str]) -> list[str]:
        return [self._replaced(piece) for piece in pieces]

    def _replaced(self, piece: str) -> str:
        parts: list[str] = []
        at = 0
        for start, end in self._pattern.spans(piece):
            parts += [piece[at:start], self._replacement]
            at = end
        return "".join([*parts, piece[at:]])


class Fuse:
    """All pieces as one.

    >>> Fuse().apply(["el", " niño"])
    ['el niño']
    """

    def apply(self, pieces: list[str]) -> list[str]:
        return ["".join(pieces)]


class StripFrom:
    """Up to so many of a character are dropped at the start and at the end of each piece.

    >>> StripFrom(" ", start=1, stop=0).apply(["  el "])
    [' el ']
    """

    def __init__(self, content: str, *, start: int, stop: int) -> None:
        character = re.escape(content)
        self._start = re.compile(f"{character}{{0,{start}}}")
        self._stop = stop
        self._content = content

    def apply(self, pieces: list[str]) -> list[str]:
        return [self._stripped(piece) for piece in pieces]

    def _stripped(self, piece: str) -> str:
        match = self._start.match(piece)
        begin = match.end() if match else 0
        kept = len(piece.rstrip(self._content))
        return piece[begin : max(begin, kept, len(piece) - self._stop)]
