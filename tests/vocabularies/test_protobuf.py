from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import VocabularyFileError
from app.vocabularies.protobuf import (
    BYTES,
    FIXED32,
    FIXED64,
    VARINT,
    Field,
    as_bytes,
    as_float,
    as_int,
    as_text,
    read_fields,
)


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


def written(field: Field) -> bytes:
    tag = varint(field.number << 3 | field.wire_type)
    if field.wire_type == VARINT:
        return tag + varint(field.integer)
    length = varint(len(field.payload)) if field.wire_type == BYTES else b""
    return tag + length + field.payload


numbers = st.integers(1, 2**29 - 1)
fields = st.one_of(
    st.builds(Field, numbers, st.just(VARINT), st.integers(0, 2**64 - 1), st.just(b"")),
    st.builds(Field, numbers, st.just(BYTES), st.just(0), st.binary(max_size=300)),
    st.builds(Field, numbers, st.just(FIXED32), st.just(0), st.binary(min_size=4, max_size=4)),
    st.builds(Field, numbers, st.just(FIXED64), st.just(0), st.binary(min_size=8, max_size=8)),
)


@given(st.lists(fields, max_size=8))
def test_fields_are_read_back(message: list[Field]) -> None:
    assert list(read_fields(b"".join(map(written, message)))) == message


@given(st.binary(max_size=200))
def test_any_bytes_are_fields_or_a_clear_error(data: bytes) -> None:
    try:
        found = list(read_fields(data))
    except VocabularyFileError as error:
        assert str(error).startswith("The model file is damaged")
    else:
        assert sum(len(field.payload) for field in found) <= len(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x80", "a number in it does not end"),
        (b"\xff" * 11, "a number in it does not end"),
        (b"\x08", "a number in it does not end"),
        (b"\x08\x80\x80", "a number in it does not end"),
        (b"\x0a\x05abc", "ends in the middle of a field"),
        (b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "ends in the middle of a field"),
        (b"\x0d\x00\x00", "ends in the middle of a field"),
        (b"\x09" + bytes(7), "ends in the middle of a field"),
        (b"\x0b\x0c", "a type that is not in use"),  # a group
        (b"\x0e", "a type that is not in use"),
        (b"\x00\x00", "has the number 0"),
    ],
)
def test_damage_is_named(data: bytes, message: str) -> None:
    with pytest.raises(VocabularyFileError, match=message):
        list(read_fields(data))


def test_values_have_the_type_that_they_should_have() -> None:
    text = Field(1, BYTES, 0, "niño".encode())
    number = Field(1, VARINT, 2**64 - 1, b"")
    single = Field(1, FIXED32, 0, struct.pack("<f", -1.5))
    assert as_text(text) == "niño"
    assert as_int(number) == -1
    assert as_float(single) == -1.5
    for read, wrong in (
        (as_text, number),
        (as_bytes, single),
        (as_int, text),
        (as_float, number),
        (as_float, Field(1, FIXED64, 0, bytes(8))),
    ):
        with pytest.raises(VocabularyFileError, match="does not have the type"):
            read(wrong)
    with pytest.raises(VocabularyFileError, match="not UTF-8"):
        as_text(Field(1, BYTES, 0, b"\xff"))
