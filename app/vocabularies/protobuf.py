"""Reading protocol-buffer messages: just the wire format, with every length checked.

Source: the protocol buffers documentation, "Encoding". A message is a run of fields, each a number
and a wire type with its payload; a reader that knows the schema picks the fields that it wants.
Messages inside messages are only bytes here: who knows their schema reads them in turn, so the depth
is the schema's and never the file's.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from app.errors import N_, VocabularyFileError

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5

_MAX_VARINT_BYTES = 10


class Field(NamedTuple):
    """One field of a message: an integer (varint), or the bytes of its payload."""

    number: int
    wire_type: int
    integer: int
    payload: bytes


def read_fields(message: bytes) -> Iterator[Field]:
    """The fields of a message, in order.

    Raises VocabularyFileError when a number or length is cut short, reaches past the end, or has
    a wire type that messages of today do not have.

    >>> [(f.number, f.integer, f.payload) for f in read_fields(b"\\x08\\x96\\x01\\x12\\x02hi")]
    [(1, 150, b''), (2, 0, b'hi')]
    """
    at = 0
    end = len(message)
    while at < end:
        tag, at = _varint(message, at)
        number, wire_type = tag >> 3, tag & 7
        integer, length = 0, 0
        if wire_type == VARINT:
            integer, at = _varint(message, at)
        elif wire_type == BYTES:
            length, at = _varint(message, at)
        elif wire_type == FIXED32:
            length = 4
        elif wire_type == FIXED64:
            length = 8
        else:
            raise VocabularyFileError(
                N_("The model file is damaged: a field has a type that is not in use.")
            )
        if number == 0:
            raise VocabularyFileError(N_("The model file is damaged: a field has the number 0."))
        if length > end - at:
            raise VocabularyFileError(
                N_("The model file is damaged: it ends in the middle of a field.")
            )
        yield Field(number, wire_type, integer, message[at : at + length])
        at += length


def as_bytes(field: Field) -> bytes:
    """The payload of a field of bytes, text or message. Raises VocabularyFileError."""
    _expect(field, BYTES)
    return field.payload


def as_text(field: Field) -> str:
    """The text of a field. Raises VocabularyFileError."""
    try:
        return as_bytes(field).decode("utf-8")
    except UnicodeDecodeError as error:
        raise VocabularyFileError(
            N_("The model file is damaged: a piece of text is not UTF-8.")
        ) from error


def as_float(field: Field) -> float:
    """The 32-bit float of a field. Raises VocabularyFileError."""
    _expect(field, FIXED32)
    value: float = struct.unpack("<f", field.payload)[0]
    return value


def as_int(field: Field) -> int:
    """The signed integer of a field. Raises VocabularyFileError."""
    _expect(field, VARINT)
    return field.integer - (1 << 64) if field.integer >> 63 else field.integer


def _expect(field: Field, wire_type: int) -> None:
    if field.wire_type != wire_type:
        raise VocabularyFileError(
            N_("The model file is damaged: a field does not have the type that it should have.")
        )


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """The variable-length integer at a place, and the place after it."""
    if at < len(message) and message[at] < 0x80:
        return message[at], at + 1
    value = 0
    for offset, byte in enumerate(message[at : at + _MAX_VARINT_BYTES]):
        value |= (byte & 0x7F) << (7 * offset)
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at + offset + 1
    raise VocabularyFileError(N_("The model file is damaged: a number in it does not end."))
