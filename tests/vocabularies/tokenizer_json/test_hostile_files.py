"""Damaged, hostile and unsupported files: a clear error that says where, and never a hang."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import BudgetExceeded, UnsupportedComponent, VocabularyFileError
from app.vocabularies.tokenizer_json import load_tokenizer_json
from tests.vocabularies.tokenizer_json.trained import TRAINED

WORDS = {"type": "WordLevel", "vocab": {"?": 0, "sol": 1}, "unk_token": "?"}
BPE: dict[str, Any] = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}


def load(**parts: Any) -> Any:
    return load_tokenizer_json(json.dumps({"model": WORDS, **parts}).encode())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON text in UTF-8"),
        (b"\xff\xfe", "not JSON text in UTF-8"),
        (b'{"model": ', "not JSON text in UTF-8"),
        (b"[]", "tokenizer.json must be an object"),
        (b"{}", "tokenizer.json.model must be an object"),
        (b'{"model": {"type": 3}}', "model.type must be a string"),
        (b'{"a": 1, "a": 2}', "repeats the key “a”"),
        (b'{"model": NaN}', "NaN is no number"),
        (b'{"model": ' + b"1" * 5_000 + b"}", "not JSON text in UTF-8"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a":' * 100_000, "nested too deep"),
    ],
)
def test_what_is_no_such_file(data: bytes, message: str) -> None:
    with pytest.raises(VocabularyFileError, match=message):
        load_tokenizer_json(data)


def bpe(**changes: Any) -> dict[str, Any]:
    return {**BPE, **changes}


def unigram(vocab: Any, **changes: Any) -> dict[str, Any]:
    return {"type": "Unigram", "vocab": vocab, "unk_id": 0, **changes}


def many(name: str, part: dict[str, Any]) -> dict[str, Any]:
    """A hundred parts and one more, in two layers."""
    return {"type": "Sequence", name: [{"type": "Sequence", name: [part] * 51}] * 2}


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (bpe(vocab={"a": 0, "b": 0}), "gives the id 0 to two pieces: “a” and “b”"),
        (bpe(vocab={"a": -1}), "vocab.a must be a whole number from 0"),
        (bpe(vocab={"a": True}), "vocab.a must be a whole number"),
        (bpe(vocab={"a": 1.5}), "vocab.a must be a whole number"),
        (bpe(vocab={"a": 2**40}), "vocab.a must be a whole number"),
        (bpe(vocab=["a"]), "vocab must be an object"),
        (bpe(vocab={"\ud800": 1}), "text that UTF-8 can write"),
        (bpe(merges=["a c"]), r"merges\[0\] merges “a” and “c”, but “c” is not a piece"),
        (bpe(merges=["b a"]), "but “ba” is not a piece"),
        (bpe(merges=["ab"]), r"merges\[0\] must be a pair"),
        (bpe(merges=[["a", 1]]), r"merges\[0\] must be a pair"),
        (bpe(merges={"a": "b"}), "merges must be an array"),
        ({**BPE, "unk_token": "z"}, "unk_token names “z”, which is not a piece"),
        (bpe(byte_fallback=1), "byte_fallback must be true or false"),
        ({"type": "WordPiece", "vocab": {"a": 0}, "unk_token": "[UNK]"}, r"names “\[UNK\]”"),
        (
            {"type": "WordPiece", "vocab": {"u": 0}, "unk_token": "u",
             "max_input_chars_per_word": -1},
            "max_input_chars_per_word must be a whole number from 0",
        ),
        (unigram([["a", 0.0], ["a", 1.0]]), "repeats the piece “a”"),
        (unigram([["a", "x"]]), r"vocab\[0\] must be a number"),
        (unigram([["a", 1e400]]), "Infinity is no number"),
        (unigram([["a", 10**400]]), "must be a finite number"),
        (unigram([["a"]]), "must be a piece and its score"),
        (unigram([["", 0.0]]), "piece that is not empty"),
        (unigram([["a", 0.0]], unk_id=1), "unk_id must be the id of a piece"),
        ({"type": "Lattice"}, "uses Lattice"),
    ],
)  # fmt: skip
def test_damaged_models(model: dict[str, Any], message: str) -> None:
    with pytest.raises(VocabularyFileError, match=message):
        load(model=model)


def sequence(kind: str, *parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", kind: list(parts)}


WHITESPACE = {"type": "WhitespaceSplit"}


@pytest.mark.parametrize(
    ("parts", "component"),
    [
        ({"normalizer": {"type": "ByteLevel"}}, "ByteLevel"),
        ({"normalizer": sequence("normalizers", {"type": "Rot13"})}, "Rot13"),
        ({"pre_tokenizer": {"type": "UnicodeScripts"}}, "UnicodeScripts"),
        (
            {"pre_tokenizer": sequence("pretokenizers", {"type": "Digits"}, {"type": "Metaspace"})},
            "RegexSplit → Metaspace",
        ),
        (
            {"pre_tokenizer": sequence("pretokenizers", {"type": "ByteLevel"}, {"type": "Digits"})},
            "ByteLevel → Digits",
        ),
        (
            {"pre_tokenizer": sequence("pretokenizers", WHITESPACE, {"type": "ByteLevel"})},
            "WhitespaceSplit → ByteLevel add_prefix_space",
        ),
        ({"pre_tokenizer": {"type": "ByteLevel"}}, "ByteLevel + WordLevel"),
        ({"decoder": {"type": "CTC"}}, "CTC"),
        ({"post_processor": {"type": "Roberta3"}}, "Roberta3"),
        (
            {"post_processor": {"type": "TemplateProcessing", "special_tokens": {}, "single": []}},
            "TemplateProcessing without $A",
        ),
        ({"model": bpe(dropout=0.1)}, "BPE dropout"),
        ({"model": {**unigram([["a", 0.0]]), "unk_id": None}}, "Unigram unk_id null"),
        (
            {"model": bpe(vocab={"<0x00>": 0}, merges=[], byte_fallback=True)},
            "byte_fallback < 256",
        ),
        (
            {"normalizer": {"type": "Lowercase"},
             "added_tokens": [{"id": 5, "content": "ABC", "normalized": True}]},
            "ABC normalized",
        ),
    ],
)  # fmt: skip
def test_what_we_do_not_have_is_named(parts: dict[str, Any], component: str) -> None:
    with pytest.raises(UnsupportedComponent) as caught:
        load(**parts)
    assert caught.value.values["component"] == component


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"added_tokens": [{"id": 1, "content": "x"}]}, "“x” has the id 1 of the piece “sol”"),
        ({"added_tokens": [{"id": 7, "content": "sol"}]}, "“sol” has the id 7, but as a piece"),
        (
            {"added_tokens": [{"id": 7, "content": "x"}, {"id": 8, "content": "x"}]},
            "repeats the token “x” with another meaning",
        ),
        ({"added_tokens": {"x": 1}}, "added_tokens must be an array"),
        (
            {"post_processor": {"type": "BertProcessing", "cls": ["a", 9], "sep": ["b", 9]}},
            "post_processor must be made of ids that the vocabulary has",
        ),
        ({"post_processor": {"type": "BertProcessing", "cls": ["a"]}}, "cls must be a token and"),
        ({"pre_tokenizer": {"type": "FixedLength", "length": 0}}, "length must be more than 0"),
        (
            {"pre_tokenizer": {"type": "Metaspace", "replacement": "__"}},
            "replacement must be one character",
        ),
        (
            {"pre_tokenizer": {"type": "Metaspace", "prepend_scheme": "often"}},
            "must be one of: always, first, never",
        ),
        (
            {"pre_tokenizer": {"type": "Punctuation", "behavior": "Boiled"}},
            "behavior must be one of: Isolated",
        ),
        (
            {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(a"}}},
            "not a regular expression",
        ),
        ({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "·"}}, "must be base64"),
        ({"decoder": {"type": "Strip", "start": 10**6}}, "start must be at most"),
    ],
)
def test_damaged_parts(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(VocabularyFileError, match=message):
        load(**parts)


def test_limits_are_parameters() -> None:
    data = json.dumps({"model": WORDS}).encode()
    with pytest.raises(VocabularyFileError, match="larger than 10 bytes"):
        load_tokenizer_json(data, max_bytes=10)
    with pytest.raises(VocabularyFileError, match="more than 1 entries"):
        load_tokenizer_json(data, max_pieces=1)


def test_a_pattern_without_end_is_stopped_when_it_runs() -> None:
    hostile = {"type": "Split", "pattern": {"Regex": "(?:a|aa)+$"}, "behavior": "Isolated"}
    tokenizer = load(pre_tokenizer=hostile).tokenizer
    with pytest.raises(BudgetExceeded, match=r"\(\?:a\|aa\)\+"):
        tokenizer.ids("a" * 100 + "!")


def test_a_special_token_that_would_be_looked_for_normalised_gets_a_note() -> None:
    token = {"id": 5, "content": "<S>", "special": True, "normalized": True}
    loaded = load(normalizer={"type": "Lowercase"}, added_tokens=[token])
    assert "as written: <S>" in str(loaded.notes[0])
    assert load(truncation={"max_length": 128}).notes[0].values == {"limit": 128}


@cache
def whole_files() -> list[dict[str, Any]]:
    return [
        json.loads(TRAINED[name]().to_str()) for name in ("llama_3", "llama_2", "t5", "bert_cased")
    ]


@st.composite
def mutilated(draw: st.DrawFn) -> bytes:
    """A real file with a few of its values replaced by something else, or taken out."""
    document = copy.deepcopy(draw(st.sampled_from(whole_files())))
    for _ in range(draw(st.integers(1, 3))):
        place: Any = document
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = draw(st.sampled_from(keys[:40]))
            if not isinstance(place[key], dict | list) or draw(st.integers(0, 3)) == 0:
                if draw(st.booleans()) and isinstance(place, dict):
                    del place[key]
                else:
                    place[key] = draw(
                        st.sampled_from([None, True, -1, 10**30, 0.5, "", "x", "\ud800", [], {}])
                    )
                break
            place = place[key]
    return json.dumps(document).encode()


@settings(max_examples=300, deadline=None)
@given(data=mutilated())
def test_no_mutilation_gives_anything_but_a_clear_error(data: bytes) -> None:
    try:
        tokenizer = load_tokenizer_json(data).tokenizer
    except VocabularyFileError as error:
        assert error.message % error.values == str(error)
    else:
        text = "El niño <s> juega, 123"
        assert tokenizer.decode(tokenizer.ids(text)).text is not None


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"normalizer": {"type": "Prepend", "prepend": "x" * 101}}, "prepend has more than 100 ch"),
        (
            {"normalizer": {"type": "Replace", "pattern": {"String": "a"}, "content": "x" * 101}},
            "content has more than 100 characters",
        ),
        (
            {"decoder": {"type": "Replace", "pattern": {"Regex": "a"}, "content": "x" * 101}},
            "content has more than 100 characters",
        ),
        ({"decoder": {"type": "WordPiece", "prefix": "x" * 101}}, "prefix has more than 100 ch"),
        ({"decoder": {"type": "BPEDecoder", "suffix": "x" * 101}}, "suffix has more than 100 ch"),
        ({"model": bpe(continuing_subword_prefix="x" * 101)}, "prefix has more than 100 ch"),
        ({"model": bpe(end_of_word_suffix="x" * 101)}, "suffix has more than 100 characters"),
        ({"normalizer": many("normalizers", {"type": "NFC"})}, "normalizer has more than 100"),
        (
            {"pre_tokenizer": many("pretokenizers", {"type": "WhitespaceSplit"})},
            "pre_tokenizer has more than 100 entries",
        ),
        ({"decoder": many("decoders", {"type": "Fuse"})}, "decoder has more than 100 entries"),
    ],
)
def test_what_would_multiply_a_text_is_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(VocabularyFileError, match=message):
        load(**parts)


@pytest.mark.parametrize(
    "parts",
    [
        {"model": bpe(vocab={**BPE["vocab"], "z" * 100_001: 3})},
        {"model": {"type": "WordPiece", "unk_token": "u", "vocab": {"u": 0, "##" + "a" * 255: 1}}},
        {"model": unigram([["?", 0.0], ["a" * 257, -1.0]])},
        {"added_tokens": [{"id": 5, "content": "a" * 101}]},
    ],
    ids=["bpe", "wordpiece", "unigram", "added"],
)
def test_a_piece_too_long_to_be_real_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(VocabularyFileError, match="characters"):
        load(**parts)
