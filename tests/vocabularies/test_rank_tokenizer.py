from __future__ import annotations

from base64 import b64encode

import pytest

from app.errors import InvalidInput, VocabularyFileError
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.info import Algorithm
from app.vocabularies.rank_tokenizer import compose, load_rank_file

TOKENS = [*(bytes((byte,)) for byte in range(256)), b" n", "ñ".encode(), " niñ".encode(), b"12"]
RANKS = {token: rank for rank, token in enumerate(TOKENS)}
FILE = "".join(f"{b64encode(token).decode()} {rank}\n" for token, rank in RANKS.items()).encode()


def test_a_file_is_read_with_the_usual_pattern_and_says_so() -> None:
    loaded = load_rank_file(FILE)
    assert loaded.algorithm is Algorithm.BYTE_LEVEL_BPE
    assert loaded.tokenizer.ids("año 1234") == [97, 257, 111, 32, 259, 51, 52]
    assert [note.values for note in loaded.notes] == [{"pattern": "cl100k"}]
    assert "without special tokens" in str(loaded.notes[0])


def test_a_file_is_read_with_the_pattern_that_is_named() -> None:
    loaded = load_rank_file(FILE, "gpt2")
    assert loaded.notes == ()
    assert loaded.tokenizer.ids(" niño") == [256, 105, 257, 111]


def test_a_pattern_that_does_not_exist_is_an_error_that_names_those_that_do() -> None:
    with pytest.raises(InvalidInput, match=r"no splitting pattern “gpt9”. There are: gpt2, cl100k"):
        load_rank_file(FILE, "gpt9")


def test_a_damaged_file_is_an_error() -> None:
    with pytest.raises(VocabularyFileError, match="Line 261"):
        load_rank_file(FILE + b"{}\n")


def test_a_part_that_is_a_token_is_taken_whole() -> None:
    """` niñ` cannot be reached by merges here; tiktoken finds it all the same."""
    assert compose(RANKS, r" ?\w+", {}).ids(" niñ niña") == [258, 256, 105, 257, 97]


def test_special_tokens_are_those_given() -> None:
    tokenizer = compose(RANKS, r" ?\w+", {"<|fin|>": 300}, before=(300,))
    assert tokenizer.ids("a<|fin|>", SpecialPolicy.AS_SPECIAL) == [97, 300]
    assert tokenizer.encode("a", add_special_tokens=True).ids == [300, 97]
