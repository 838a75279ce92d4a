"""Looking strings up: the pieces of a vocabulary that hold one, and whether it is one token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.errors import N_, InputTooLarge, TokenarioError
from app.tokenization.stages import Vocabulary
from app.tokenization.types import Encoding, TokenKind
from app.tokenization.vocabulary import ByteVocabulary
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry

LONGEST = 200
"""Characters of a string that is looked up."""
MAX_FOUND = 200


class How(StrEnum):
    """How a piece has to fit what was typed."""

    CONTAINS = "contains"
    STARTS = "starts"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A piece that fits: its id, as the file writes it, what it decodes to, its kind."""

    id: int
    piece: str
    bytes: bytes
    kind: TokenKind


@dataclass(frozen=True, slots=True)
class PiecesFound:
    """The first pieces that fit, by ascending id, and how many do."""

    shown: tuple[FoundPiece, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Reading:
    """One vocabulary's tokens of a string, alone and after a space; or why there are none."""

    info: VocabularyInfo
    alone: Encoding | None = None
    spaced: Encoding | None = None
    error: TokenarioError | None = None


def check_length(text: str) -> None:
    """Raises InputTooLarge for what is no string to look up."""
    if len(text) > LONGEST:
        raise InputTooLarge(
            N_("A string of up to %(limit)s characters can be looked up; this one has %(size)s."),
            limit=LONGEST,
            size=len(text),
        )


def find_pieces(
    vocabulary: Vocabulary, wanted: str, how: How, most: int = MAX_FOUND
) -> PiecesFound:
    """The pieces whose text, or whose written form (`▁niño`, `##ño`, `Ġa`), fits. Case counts.

    >>> pieces = ByteVocabulary({b" ni": 0, b"ni": 1, b"nin": 2}, {})
    >>> [found.id for found in find_pieces(pieces, "ni", How.CONTAINS).shown]
    [0, 1, 2]
    >>> [found.id for found in find_pieces(pieces, "Ġni", How.EXACT).shown]
    [0]
    """
    if not wanted:
        return PiecesFound((), 0)
    fits = _FITS[how]
    text = wanted.encode("utf-8", "replace")
    by_bytes = isinstance(vocabulary, ByteVocabulary)
    # A piece of bytes is written with Ġ for a space and Ċ for a newline.
    written = wanted.replace("Ġ", " ").replace("Ċ", "\n").encode("utf-8", "replace")
    ids: list[int] = []
    for id in vocabulary.ids():
        data = vocabulary.bytes_of(id)
        if (
            fits(data, text)
            or (by_bytes and fits(data, written))
            or (not by_bytes and fits(vocabulary.piece(id).encode("utf-8", "replace"), text))
        ):
            ids.append(id)
    shown = tuple(
        FoundPiece(id, vocabulary.piece(id), vocabulary.bytes_of(id), vocabulary.kind(id))
        for id in ids[:most]
    )
    return PiecesFound(shown, len(ids))


def _contains(data: bytes, text: bytes) -> bool:
    return text in data


def _starts(data: bytes, text: bytes) -> bool:
    return data.startswith(text)


def _equals(data: bytes, text: bytes) -> bool:
    return data == text


_FITS: dict[How, Callable[[bytes, bytes], bool]] = {
    How.CONTAINS: _contains,
    How.STARTS: _starts,
    How.EXACT: _equals,
}


def read_each(registry: Registry, text: str, vocabularies: Sequence[str]) -> list[Reading]:
    """The string through each vocabulary, alone and after a space."""
    readings: list[Reading] = []
    for id in vocabularies:
        info = registry.info(id)
        try:
            tokenizer = registry.tokenizer(id)
            alone, spaced = tokenizer.encode(text), tokenizer.encode(f" {text}")
        except TokenarioError as error:
            readings.append(Reading(info, error=error))
        else:
            readings.append(Reading(info, alone, spaced))
    return readings
