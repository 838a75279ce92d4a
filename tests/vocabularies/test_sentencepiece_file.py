from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UnsupportedComponent, VocabularyFileError
from app.vocabularies import sentencepiece_file
from app.vocabularies.sentencepiece_file import (
    ModelType,
    Piece,
    PieceType,
    read_sentencepiece,
)
from tests.oracles import BYTE, CONTROL, NORMAL, UNKNOWN, UNUSED, sentencepiece_model

PIECES = [
    ("<unk>", 0.0, UNKNOWN),
    ("<s>", 0.0, CONTROL),
    ("▁el", -1.5, NORMAL),
    ("ñ", -2.0, NORMAL),
]
BYTE_PIECES = [(f"<0x{byte:02X}>", 0.0, BYTE) for byte in range(256)]


def field(number: int, payload: bytes) -> bytes:
    assert len(payload) < 128
    return bytes((number << 3 | 2, len(payload))) + payload


def test_a_model_is_read() -> None:
    model = read_sentencepiece(sentencepiece_model(PIECES, add_dummy_prefix=False))
    assert model.type is ModelType.UNIGRAM
    assert model.pieces[2] == Piece("▁el", -1.5, PieceType.NORMAL)
    assert model.unknown_id == 0
    assert not model.byte_fallback
    assert not model.normalizer.add_dummy_prefix
    assert model.normalizer.remove_extra_whitespaces
    assert [id for id, _ in model.of_type(PieceType.NORMAL)] == [2, 3]


def test_a_bpe_model_with_byte_fallback_is_read() -> None:
    data = sentencepiece_model([*PIECES, *BYTE_PIECES], model_type=2, byte_fallback=True)
    model = read_sentencepiece(data)
    assert model.type is ModelType.BPE
    assert model.byte_fallback


def test_what_a_model_leaves_out_has_the_defaults_of_the_format() -> None:
    model = read_sentencepiece(field(1, b"\x0a\x05<unk>\x18\x02") + field(1, b"\x0a\x01a"))
    assert model.type is ModelType.UNIGRAM
    assert model.pieces == (
        Piece("<unk>", 0.0, PieceType.UNKNOWN),
        Piece("a", 0.0, PieceType.NORMAL),
    )
    assert model.normalizer.add_dummy_prefix
    assert model.normalizer.escape_whitespaces
    assert model.normalizer.rules == {}


def test_settings_in_two_parts_count_together_and_the_last_one_wins() -> None:
    parts = field(2, b"\x18\x02") + field(3, b"\x18\x00") + field(3, b"\x20\x00\x18\x01")
    model = read_sentencepiece(sentencepiece_model(PIECES) + parts)
    assert model.type is ModelType.BPE
    assert model.normalizer.add_dummy_prefix
    assert not model.normalizer.remove_extra_whitespaces


@pytest.mark.parametrize(
    ("data", "component"),
    [
        (sentencepiece_model(PIECES, model_type=3), "model_type WORD"),
        (sentencepiece_model(PIECES, model_type=4), "model_type CHAR"),
        (sentencepiece_model(PIECES, model_type=9), "ModelType 9"),
        (sentencepiece_model([*PIECES, ("x", 0.0, 7)]), "PieceType 7"),
        (sentencepiece_model([*PIECES, ("x", 0.0, UNUSED)], model_type=2), "unused piece x"),
        (sentencepiece_model(PIECES) + field(2, b"\xc0\x01\x01"), "treat_whitespace_as_suffix"),
    ],
)
def test_what_is_not_supported_is_named(data: bytes, component: str) -> None:
    with pytest.raises(UnsupportedComponent, match=f"uses {component}"):
        read_sentencepiece(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "has 0 unknown pieces"),
        (sentencepiece_model(PIECES[1:]), "has 0 unknown pieces"),
        (sentencepiece_model([*PIECES, ("<UNK>", 0.0, UNKNOWN)]), "has 2 unknown pieces"),
        (sentencepiece_model([*PIECES, ("ñ", -9.0, NORMAL)]), "Piece 4 .* repeats piece 3, “ñ”"),
        (sentencepiece_model([*PIECES, ("", -9.0, NORMAL)]), "Piece 4 .* is empty"),
        (sentencepiece_model([*PIECES, ("x", math.nan, NORMAL)]), "score of piece 4"),
        (sentencepiece_model([*PIECES, ("x", math.inf, NORMAL)]), "score of piece 4"),
        (sentencepiece_model(PIECES, byte_fallback=True), "has no piece <0x00>"),
        (
            sentencepiece_model([*PIECES, *BYTE_PIECES[:-1]], byte_fallback=True),
            "has no piece <0xFF>",
        ),
        (sentencepiece_model(PIECES, charsmap=b"\x01"), "normalisation table is damaged"),
        (field(1, b"\x0a\x01\xff"), "not UTF-8"),
        (field(1, b"\x0d" + struct.pack("<f", 1.0)), "does not have the type"),
        (b"\x08\x01", "does not have the type"),
        (b'{"version": "1.0"}', "damaged"),
        (b"[PAD]\n[UNK]\n", "damaged"),
    ],
)
def test_damage_is_named(data: bytes, message: str) -> None:
    with pytest.raises(VocabularyFileError, match=message):
        read_sentencepiece(data)


def test_messages_in_messages_go_no_deeper_than_the_format() -> None:
    nested = b"\x0a\x01a"
    for _ in range(100):
        nested = field(9, nested[:120])
    model = read_sentencepiece(sentencepiece_model(PIECES) + nested)
    assert len(model.pieces) == len(PIECES)


def test_too_many_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentencepiece_file, "MAX_PIECES", 3)
    with pytest.raises(VocabularyFileError, match="more than 3 pieces"):
        read_sentencepiece(sentencepiece_model(PIECES))


@given(st.data())
def test_a_damaged_model_is_read_or_is_a_clear_error(data: st.DataObject) -> None:
    whole = sentencepiece_model([*PIECES, *BYTE_PIECES], model_type=2, byte_fallback=True)
    damaged = bytearray(whole[: data.draw(st.integers(0, len(whole)))])
    for at in data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=4)):
        if at < len(damaged):
            damaged[at] = data.draw(st.integers(0, 255))
    try:
        model = read_sentencepiece(bytes(damaged))
    except VocabularyFileError as error:
        assert str(error)
    else:
        assert model.pieces[model.unknown_id].type is PieceType.UNKNOWN
