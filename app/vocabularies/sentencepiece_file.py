"""Own reader of SentencePiece `.model` files (Unigram and BPE).

Source: google/sentencepiece, `src/sentencepiece_model.proto`. Only the fields that encoding needs
are read; the settings of training are passed over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, TypeVar

from app.errors import N_, UnsupportedComponent, VocabularyFileError
from app.tokenization.charsmap import read_charsmap
from app.vocabularies.protobuf import Field, as_bytes, as_float, as_int, as_text, read_fields

E = TypeVar("E", bound=IntEnum)

MAX_PIECES = 2_000_000
"""Eight times the largest vocabulary in use."""


class ModelType(IntEnum):
    """`TrainerSpec.ModelType`: how the model cuts text."""

    UNIGRAM = 1
    BPE = 2
    WORD = 3
    CHAR = 4


class PieceType(IntEnum):
    """`SentencePiece.Type`: what a piece is."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


class Piece(NamedTuple):
    """One piece: its text, its score (log-probability, or minus the order of the merge), its type."""

    text: str
    score: float
    type: PieceType


@dataclass(frozen=True, slots=True)
class NormalizerSpec:
    """`NormalizerSpec`: the rules applied first and what is done with spaces."""

    rules: dict[str, str]
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True


@dataclass(frozen=True, slots=True)
class SentencePieceModel:
    """A model: its pieces in id order and how it is used."""

    type: ModelType
    pieces: tuple[Piece, ...]
    unknown_id: int
    byte_fallback: bool
    normalizer: NormalizerSpec

    def of_type(self, kind: PieceType) -> Iterator[tuple[int, Piece]]:
        """The pieces of one type, with their ids."""
        return ((id, piece) for id, piece in enumerate(self.pieces) if piece.type is kind)


def read_sentencepiece(data: bytes) -> SentencePieceModel:
    """The model in a `.model` file.

    Raises VocabularyFileError when the file is damaged or its pieces do not make a vocabulary, and
    UnsupportedComponent, naming it, when it needs something that we do not do.
    """
    pieces: list[Piece] = []
    trainer = _Trainer()
    # A message inside a message may come in several parts, which count as one after the other.
    normalizer = denormalizer = b""
    for field in read_fields(data):
        if field.number == 1:
            pieces.append(_piece(field, len(pieces)))
        elif field.number == 2:
            trainer.read(as_bytes(field))
        elif field.number == 3:
            normalizer += as_bytes(field)
        elif field.number == 5:
            denormalizer += as_bytes(field)
    if trainer.model_type not in (ModelType.UNIGRAM, ModelType.BPE):
        raise _unsupported(f"model_type {trainer.model_type.name}")
    if trainer.whitespace_suffix:
        raise _unsupported("treat_whitespace_as_suffix")
    if _normalizer(denormalizer).rules:
        raise _unsupported("denormalizer_spec")
    return SentencePieceModel(
        trainer.model_type,
        tuple(pieces),
        _check(pieces, trainer),
        trainer.byte_fallback,
        _normalizer(normalizer),
    )


class _Trainer:
    """The settings of training that encoding depends on."""

    def __init__(self) -> None:
        self.model_type = ModelType.UNIGRAM
        self.byte_fallback = False
        self.whitespace_suffix = False

    def read(self, message: bytes) -> None:
        for field in read_fields(message):
            if field.number == 3:
                self.model_type = _member(ModelType, as_int(field))
            elif field.number == 24:
                self.whitespace_suffix = bool(as_int(field))
            elif field.number == 35:
                self.byte_fallback = bool(as_int(field))


def _member(enum: type[E], value: int) -> E:
    """The member of an enumeration. Raises UnsupportedComponent for one of a later version."""
    try:
        return enum(value)
    except ValueError as error:
        raise _unsupported(f"{enum.__name__} {value}") from error


def _piece(field: Field, id: int) -> Piece:
    text, score, kind = "", 0.0, PieceType.NORMAL
    for part in read_fields(as_bytes(field)):
        if part.number == 1:
            text = as_text(part)
        elif part.number == 2:
            score = as_float(part)
        elif part.number == 3:
            kind = _member(PieceType, as_int(part))
    if id >= MAX_PIECES:
        raise VocabularyFileError(
            N_("The model file has more than %(limit)d pieces, the most that we read."),
            limit=MAX_PIECES,
        )
    if not text:
        raise VocabularyFileError(N_("Piece %(id)d of the model file is empty."), id=id)
    if not math.isfinite(score):
        raise VocabularyFileError(
            N_("The score of piece %(id)d of the model file is not a number."), id=id
        )
    return Piece(text, score, kind)


def _normalizer(message: bytes) -> NormalizerSpec:
    rules: dict[str, str] = {}
    switches = {3: True, 4: True, 5: True}
    for field in read_fields(message):
        if field.number == 2:
            rules = read_charsmap(as_bytes(field))
        elif field.number in switches:
            switches[field.number] = bool(as_int(field))
    return NormalizerSpec(rules, switches[3], switches[4], switches[5])


def _check(pieces: list[Piece], trainer: _Trainer) -> int:
    """Check that the pieces make a vocabulary, as sentencepiece does; the id of the unknown piece."""
    first: dict[str, int] = {}
    for id, piece in enumerate(pieces):
        if first.setdefault(piece.text, id) != id:
            raise VocabularyFileError(
                N_("Piece %(id)d of the model file repeats piece %(first)d, “%(piece)s”."),
                id=id,
                first=first[piece.text],
                piece=piece.text,
            )
        if piece.type is PieceType.UNUSED and trainer.model_type is ModelType.BPE:
            raise _unsupported(f"unused piece {piece.text}")
    unknown = [id for id, piece in enumerate(pieces) if piece.type is PieceType.UNKNOWN]
    if len(unknown) != 1:
        raise VocabularyFileError(
            N_("The model file has %(count)d unknown pieces; a model has one."), count=len(unknown)
        )
    if trainer.byte_fallback:
        bytes_found = {piece.text for piece in pieces if piece.type is PieceType.BYTE}
        missing = [byte for byte in range(256) if f"<0x{byte:02X}>" not in bytes_found]
        if missing:
            raise VocabularyFileError(
                N_("The model file falls back on bytes but has no piece %(piece)s."),
                piece=f"<0x{missing[0]:02X}>",
            )
    return unknown[0]


def _unsupported(component: str) -> UnsupportedComponent:
    return UnsupportedComponent(
        N_("The model file uses %(component)s, which we do not support."), component=component
    )
