"""Ids and pieces of a vocabulary, as its file writes them: bytes (tiktoken) or strings (the rest)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from app.errors import N_, IdOutOfRange
from app.tokenization.byte_alphabet import from_printable, to_printable
from app.tokenization.types import TokenKind

SPACE_MARK = "▁"
"""U+2581, which stands for a space in the pieces of SentencePiece and those who follow it."""

_BYTE_PIECE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_MARK_INSIDE = re.compile(f"[^{SPACE_MARK}]{SPACE_MARK}")


def crosses_words(piece: str) -> bool:
    """Whether a piece goes on into another word: a `▁` stands after some other character.

    >>> crosses_words("▁▁por"), crosses_words("▁por▁favor")
    (False, True)
    """
    return _MARK_INSIDE.search(piece) is not None


def _unknown_id(id: int, size: int, largest: int) -> IdOutOfRange:
    return IdOutOfRange(
        N_(
            "The vocabulary has no token with id %(id)s: it has %(size)s tokens, "
            "with ids from 0 to %(largest)s."
        ),
        # Ids are names, not quantities: written without separators.
        id=str(id),
        size=size,
        largest=str(largest),
    )


class ByteVocabulary:
    """Byte-level vocabulary: each token is bytes; special tokens are text with ids of their own.

    >>> vocabulary = ByteVocabulary({b" ni": 0, b"\\xc3": 1}, {"<|fin|>": 2})
    >>> vocabulary.piece(0), vocabulary.bytes_of(1), vocabulary.kind(2).value, len(vocabulary)
    ('Ġni', b'\\xc3', 'special', 3)
    """

    def __init__(self, ids: Mapping[bytes, int], special: Mapping[str, int]) -> None:
        self.token_ids = ids
        self.special = dict(special)
        self._bytes = {id: token for token, id in ids.items()}
        self._special = {id: text for text, id in special.items()}

    def __len__(self) -> int:
        return len(self._bytes) + sum(id not in self._bytes for id in self._special)

    def ids(self) -> Iterable[int]:
        return sorted(self._bytes.keys() | self._special.keys())

    def id_of(self, piece: str) -> int | None:
        if piece in self.special:
            return self.special[piece]
        try:
            return self.token_ids.get(from_printable(piece))
        except KeyError:
            return None

    def piece(self, id: int) -> str:
        if id in self._special:
            return self._special[id]
        return to_printable(self.bytes_of(id))

    def bytes_of(self, id: int) -> bytes:
        if id in self._special:
            return self._special[id].encode("utf-8")
        token = self._bytes.get(id)
        if token is None:
            largest = max(self._bytes.keys() | self._special.keys(), default=0)
            raise _unknown_id(id, len(self), largest)
        return token

    def kind(self, id: int) -> TokenKind:
        if id in self._special:
            return TokenKind.SPECIAL
        self.bytes_of(id)
        return TokenKind.NORMAL


class PieceStyle(StrEnum):
    """How pieces write what a text does not show."""

    METASPACE = "metaspace"  # ▁ is a space
    WORDPIECE = "wordpiece"  # ## continues a word
    PLAIN = "plain"  # pieces are the text


class PieceVocabulary:
    """A vocabulary of strings: SentencePiece, WordPiece, or plain.

    `special` names control tokens (they are among `ids`); `byte_pieces`: `<0x0A>` and its like
    stand for one byte; `prefix` is the continuation mark and `suffix` an end-of-word mark.

    >>> pieces = {"<unk>": 0, "</s>": 1, "<0xC3>": 2, "▁niño": 3}
    >>> vocabulary = PieceVocabulary(
    ...     pieces, PieceStyle.METASPACE, special={"</s>"}, unknown="<unk>", byte_pieces=True)
    >>> vocabulary.bytes_of(3).decode(), vocabulary.bytes_of(2), vocabulary.kind(0).value
    (' niño', b'\\xc3', 'unknown')
    """

    def __init__(
        self,
        ids: Mapping[str, int],
        style: PieceStyle = PieceStyle.PLAIN,
        *,
        special: Iterable[str] = (),
        unknown: str | None = None,
        byte_pieces: bool = False,
        prefix: str = "##",
        suffix: str = "",
    ) -> None:
        self.token_ids = ids
        self.style = style
        self.prefix = prefix
        self.suffix = suffix
        self.special = {piece: ids[piece] for piece in special if piece in ids}
        self.unknown_id = ids.get(unknown) if unknown is not None else None
        self._pieces = {id: piece for piece, id in ids.items()}
        self._special_ids = frozenset(self.special.values())
        self._byte_values = _byte_values(ids) if byte_pieces else {}

    @property
    def byte_ids(self) -> list[int] | None:
        """The ids of `<0x00>` to `<0xFF>`, or None unless all 256 are there."""
        by_byte = {byte: id for id, byte in self._byte_values.items()}
        return [by_byte[byte] for byte in range(256)] if len(by_byte) == 256 else None

    def __len__(self) -> int:
        return len(self._pieces)

    def ids(self) -> Iterable[int]:
        return sorted(self._pieces)

    def id_of(self, piece: str) -> int | None:
        return self.token_ids.get(piece)

    def piece(self, id: int) -> str:
        piece = self._pieces.get(id)
        if piece is None:
            raise _unknown_id(id, len(self), max(self._pieces, default=0))
        return piece

    def bytes_of(self, id: int) -> bytes:
        piece = self.piece(id)
        if id in self._byte_values:
            return bytes((self._byte_values[id],))
        if self.kind(id) is not TokenKind.NORMAL:
            return piece.encode("utf-8")
        if self.style is PieceStyle.METASPACE:
            piece = piece.replace(SPACE_MARK, " ")
        elif self.style is PieceStyle.WORDPIECE:
            piece = piece.removeprefix(self.prefix)
        if self.suffix and piece.endswith(self.suffix):
            piece = piece.removesuffix(self.suffix)
        return piece.encode("utf-8", "replace")

    def kind(self, id: int) -> TokenKind:
        if id == self.unknown_id:
            return TokenKind.UNKNOWN
        if id in self._special_ids:
            return TokenKind.SPECIAL
        if id in self._byte_values:
            return TokenKind.BYTE
        self.piece(id)
        return TokenKind.NORMAL


def _byte_values(ids: Mapping[str, int]) -> dict[int, int]:
    """The byte that each `<0xNN>` piece stands for, by id."""
    found: dict[int, int] = {}
    for piece, id in ids.items():
        match = _BYTE_PIECE.fullmatch(piece) if piece.startswith("<0x") else None
        if match:
            found[id] = int(match[1], 16)
    return found
