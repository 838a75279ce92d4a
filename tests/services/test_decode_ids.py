"""Ids back to text: lists read as pasted, characters with their tokens, no byte lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import IdOutOfRange, InputTooLarge, InvalidInput
from app.services.decode_ids import MAX_IDS, characters, decode_ids, placed, read_ids
from app.vocabularies.registry import Registry
from tests.shared import needs_shared


@pytest.mark.parametrize(
    "text",
    ["464, 3797, 12", "464 3797 12", "[464,3797,12]", " 464\n3797\r\n12\n", "[[464], [3797, 12]]"],
)
def test_ids_are_read_as_people_paste_them(text: str) -> None:
    assert read_ids(text) == [464, 3797, 12]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("464, hola", "“hola”, number 2 of"),
        ("-1", "“-1”, number 1 of"),
        ("1.5", "“1.5”, number 1 of"),
        ("٣", "“٣”, number 1 of"),
        ("99999999999", "“99999999999”, number 1 of"),
        ('"call 555 now!"', "“…”, number 1 of"),
    ],
)
def test_what_is_no_id_is_named(text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_ids(text)
    assert message in str(caught.value)


def test_too_many_ids_are_refused() -> None:
    with pytest.raises(InputTooLarge):
        read_ids("1 " * (MAX_IDS + 1))


@given(st.lists(st.binary(max_size=6), max_size=8))
def test_no_byte_and_no_token_is_lost(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    ends = placed(data, pieces)
    assert ends is not None
    found = list(characters(data, ends))
    assert b"".join(one.bytes for one in found) == data
    assert {token for one in found for token in one.tokens} == set(range(len(pieces)))
    numbers = [token for one in found for token in one.tokens]
    assert numbers == sorted(numbers)
    for one in found:
        assert one.text.encode() == one.bytes or (one.text == "" and len(one.bytes) == 1)
        if one.bytes:
            assert all(pieces[token] or len(one.tokens) > 1 for token in one.tokens)


@needs_shared
@pytest.mark.parametrize(
    "vocabulary",
    [
        "gpt2",
        "cl100k_base",
        "o200k_base",
        "llama-3",
        "llama-2",
        "xlm-roberta-base",
        "bert-base-multilingual-cased",
    ],
)
def test_a_text_comes_back_with_every_character_under_its_tokens(
    registry: Registry, vocabulary: str
) -> None:
    text = "El niño juega 🙂 漢字"
    ids = registry.tokenizer(vocabulary).ids(text)
    decoded = decode_ids(registry, vocabulary, ids)
    assert decoded.complete and decoded.exact
    assert [token.id for token in decoded.tokens] == ids
    assert "".join(one.text for one in decoded.characters) == decoded.text
    if vocabulary != "bert-base-multilingual-cased":
        assert decoded.text == text and decoded.same_ids


def test_a_cut_character_is_bytes(registry: Registry) -> None:
    ids = registry.tokenizer("cl100k_base").ids("a🙂")[:-1]
    decoded = decode_ids(registry, "cl100k_base", ids)
    assert not decoded.complete and decoded.same_ids is None
    stray = [one.bytes for one in decoded.characters if not one.text]
    assert b"".join(stray) == "🙂".encode()[: len(stray)] and stray


def test_ids_that_the_vocabulary_would_cut_otherwise_are_told_apart(registry: Registry) -> None:
    assert decode_ids(registry, "gpt2", [64, 65]).same_ids is False
    assert decode_ids(registry, "gpt2", [50256]).same_ids is True
    assert decode_ids(registry, "gpt2", []).same_ids is None


def test_an_id_that_is_not_there_is_named_with_its_place(registry: Registry) -> None:
    with pytest.raises(IdOutOfRange) as caught:
        decode_ids(registry, "gpt2", [464, 50257])
    assert "no token with id 50257, number 2 of the list" in str(caught.value)
    assert "from 0 to 50256" in str(caught.value)
