"""Models by themselves: options, old files, limits."""

from __future__ import annotations

import json
from typing import Any

from app.vocabularies.info import Algorithm
from app.vocabularies.tokenizer_json import load_tokenizer_json
from app.vocabularies.tokenizer_json.document import Node
from app.vocabularies.tokenizer_json.models import byte_ids, read_unigram, read_word_piece

UNKNOWN = "?"


def model(**parts: Any) -> Node:
    return Node(parts, "model")


def test_word_piece_options() -> None:
    read = read_word_piece(
        model(
            vocab={"?": 0, "a": 1, "@b": 2},
            unk_token=UNKNOWN,
            continuing_subword_prefix="@",
            max_input_chars_per_word=3,
        ),
        10,
    )
    assert [s.id for s in read.segmenter.segment("abb")] == [1, 2, 2]
    assert [s.id for s in read.segmenter.segment("abbb")] == [0]


def test_unigram_adds_in_double_precision_and_falls_back_on_bytes() -> None:
    pieces: list[list[Any]] = [["?", 0.0], ["a", -1.0]]
    pieces += [[f"<0x{byte:02X}>", -5.0] for byte in range(256)]
    read = read_unigram(model(vocab=pieces, unk_id=0, byte_fallback=True), 300)
    assert [s.id for s in read.segmenter.segment("añ")] == [1, 2 + 0xC3, 2 + 0xB1]


def test_falling_back_without_byte_pieces_is_no_fallback() -> None:
    assert byte_ids(model(), {"a": 0}, True) is None
    assert byte_ids(model(), {"a": 0}, False) is None


def test_old_files_do_not_name_the_type() -> None:
    for parts, algorithm in [
        ({"vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}, Algorithm.CHARACTER_BPE),
        ({"vocab": {"?": 0}, "unk_token": "?", "max_input_chars_per_word": 9}, Algorithm.WORDPIECE),
        ({"vocab": [["a", 0.0]], "unk_id": 0}, Algorithm.UNIGRAM),
        ({"vocab": {"?": 0}, "unk_token": "?"}, Algorithm.WORD_LEVEL),
    ]:
        read = load_tokenizer_json(json.dumps({"model": parts}).encode())
        assert read.algorithm is algorithm
