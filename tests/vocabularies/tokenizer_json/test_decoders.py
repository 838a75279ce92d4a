"""Decoders read from the file against the very components that wrote it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, decoders

from app.tokenization.decoders import to_text
from app.tokenization.vocabulary import PieceVocabulary
from app.vocabularies.tokenizer_json.decoders import read_decoder
from app.vocabularies.tokenizer_json.document import Node, parse
from tests.vocabularies.tokenizer_json.components import written

PIECES = ["▁el", "▁", "ni", "##ño", "ño</w>", "<0xC3>", "<0xB1>", "Ġde", "Ã±", " .", "  a  "]
VOCABULARY = PieceVocabulary({piece: id for id, piece in enumerate(PIECES)})
COMPONENTS = {
    "llama": decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.ByteFallback(),
            decoders.Fuse(),
            decoders.Strip(" ", 1, 0),
        ]
    ),
    "byte level": decoders.ByteLevel(),
    "metaspace": decoders.Metaspace(),
    "metaspace, never": decoders.Metaspace(prepend_scheme="never"),
    "wordpiece": decoders.WordPiece(),
    "wordpiece, own mark": decoders.WordPiece(prefix="▁", cleanup=False),
    "bpe": decoders.BPEDecoder(),
    "pattern": decoders.Replace(Regex("[▁Ġ]"), " "),
}


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS.keys())
@settings(max_examples=100, deadline=None)
@given(ids=st.lists(st.integers(0, len(PIECES) - 1), max_size=6))
def test_text_equals_tokenizers(component: decoders.Decoder, ids: list[int]) -> None:
    decoded = to_text(read_decoder(written(component)).decode(ids, VOCABULARY))
    assert decoded.text == component.decode([PIECES[id] for id in ids]) or not decoded.complete


def test_without_one_pieces_stand_apart() -> None:
    assert read_decoder(Node(None, "decoder")).decode([2, 9], VOCABULARY) == b"ni  ."


def test_old_files_say_add_prefix_space() -> None:
    old = parse(b'{"type": "Metaspace", "add_prefix_space": false}')
    assert read_decoder(old).decode([0], VOCABULARY) == b" el"
