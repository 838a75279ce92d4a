"""Reference tokenizers built for tests: what ours are compared with."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import cache
from typing import Any

import sentencepiece

from tests.shared import SHARED

# -- sentencepiece ---------------------------------------------------------------------------

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6


def sentencepiece_model(
    pieces: Iterable[tuple[str, float, int]],
    *,
    charsmap: bytes = b"",
    add_dummy_prefix: bool = True,
    remove_extra_whitespaces: bool = True,
    escape_whitespaces: bool = True,
    byte_fallback: bool = False,
    model_type: int = 1,
) -> bytes:
    """A sentencepiece `ModelProto`, written field by field (1: Unigram, 2: BPE).

    `pieces` are (piece, score, type) in id order.
    """
    out = bytearray()
    for piece, score, kind in pieces:
        body = _bytes(1, piece.encode()) + b"\x15" + struct.pack("<f", score) + _int(3, kind)
        out += _bytes(1, body)
    out += _bytes(2, _int(3, model_type) + _int(35, byte_fallback))
    spaces = _int(3, add_dummy_prefix) + _int(4, remove_extra_whitespaces)
    out += _bytes(3, _bytes(2, charsmap) + spaces + _int(5, escape_whitespaces))
    return bytes(out)


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes((*out, number))


def _int(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _bytes(field: int, body: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(body)) + body


@cache
def xlm_r_pieces() -> tuple[tuple[str, float], ...]:
    """The 250,002 pieces of XLM-R with their scores, in id order."""
    table = (SHARED / "vocabularies" / "xlm-roberta-base.tsv").read_text(encoding="utf-8")
    rows = (line.rsplit("\t", 1) for line in table.split("\n") if line)
    return tuple((piece, float(score)) for piece, score in rows)


@cache
def xlm_r_charsmap() -> bytes:
    """The normalisation table of 2019 that XLM-R was made with."""
    return (SHARED / "vocabularies" / "nmt_nfkc-2019.charsmap.bin").read_bytes()


class SentencePieceXlmR:
    """sentencepiece itself on the pieces and the table of XLM-R; ids are XLM-R's."""

    def __init__(self) -> None:
        pieces = [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL), ("</s>", 0.0, CONTROL)]
        pieces += [(piece, score, NORMAL) for piece, score in xlm_r_pieces()[4:-1]]
        model = sentencepiece_model(pieces, charsmap=xlm_r_charsmap())
        self.processor: Any = sentencepiece.SentencePieceProcessor(model_proto=model)

    @staticmethod
    def _id(id: int) -> int:
        return id + 1 if id else 3

    def ids(self, text: str) -> list[int]:
        return [self._id(id) for id in self.processor.encode(text)]

    def tokens(self, text: str) -> list[tuple[int, int, int]]:
        """(id, start, end) of each token, in code points of the text, by sentencepiece's alignment."""
        _, origins = self.normalize(text)
        at, found = 0, []
        for id, piece in zip(
            self.ids(text), self.processor.encode(text, out_type=str), strict=True
        ):
            found.append((id, origins[at], origins[at + len(piece)]))
            at += len(piece)
        return found

    def normalize(self, text: str) -> tuple[str, list[int]]:
        """The normalised text, and where each of its characters (and its end) comes from."""
        return sentencepiece_normalize(self.processor, text)


def sentencepiece_normalize(processor: Any, text: str) -> tuple[str, list[int]]:
    normalized, origins = processor.normalize(text, with_offsets=True)
    return normalized, list(origins)


@cache
def sentencepiece_xlm_r() -> SentencePieceXlmR:
    return SentencePieceXlmR()
