"""Files of every kind read by us and by tokenizers: ids, spans, decoded text, added tokens."""

from __future__ import annotations

from functools import cache

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.pre_tokenizers import MarkerSplit
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import TokenKind
from app.vocabularies.info import Algorithm
from app.vocabularies.loaded import LoadedVocabulary
from app.vocabularies.tokenizer_json import load_tokenizer_json
from tests.shared import SHARED, golden, needs_shared
from tests.tokenization.hostile import hostile_text
from tests.vocabularies.tokenizer_json.trained import CORPUS, TRAINED

texts = hostile_text | st.lists(
    st.sampled_from([*" ".join(CORPUS).split(" "), " ", "  ", "\n", "<s>", "</s>", "<unk>"])
).map("".join)
every_kind = pytest.mark.parametrize("name", TRAINED)


@cache
def theirs(name: str) -> tokenizers.Tokenizer:
    return TRAINED[name]()


@cache
def ours(name: str) -> LoadedVocabulary:
    return load_tokenizer_json(theirs(name).to_str().encode())


@every_kind
@settings(max_examples=150, deadline=None)
@given(text=texts)
def test_ids_equal_tokenizers(name: str, text: str) -> None:
    encoding = ours(name).tokenizer.encode(text, SpecialPolicy.AS_SPECIAL, add_special_tokens=True)
    expected = theirs(name).encode(text)
    assert encoding.ids == expected.ids


@every_kind
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_spans_equal_tokenizers(name: str, text: str) -> None:
    expected = theirs(name).encode(text, add_special_tokens=False)
    tokens = ours(name).tokenizer.encode(text, SpecialPolicy.AS_SPECIAL).tokens
    for token, (start, end) in zip(tokens, expected.offsets, strict=True):
        # Theirs gives what was put in to the next character, and of a composed character only the
        # first source; ours has an empty span, the white space it stands for, and all the sources.
        if token.start == token.end:
            assert start <= token.start <= end
        elif token.piece.startswith("▁"):
            assert token.start <= start and token.end in (start, end)
        else:
            assert token.start <= start and end <= token.end
            if name not in ("continued", "end_of_word", "bert_uncased", "clip"):
                assert (token.start, token.end) == (start, end)


@every_kind
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_decoded_text_equals_tokenizers(name: str, text: str) -> None:
    ids = theirs(name).encode(text).ids
    decoded = ours(name).tokenizer.decode(ids)
    expected = theirs(name).decode(ids, skip_special_tokens=False)
    # Theirs shows stray bytes its own way; ours says that they are there.
    assert decoded.text == expected or not decoded.complete


@every_kind
def test_as_text_special_tokens_are_cut_like_text(name: str) -> None:
    tokens = ours(name).tokenizer.encode("el<s>niño</s>").tokens
    assert not any(token.kind is TokenKind.SPECIAL for token in tokens)


def test_the_algorithm_is_named() -> None:
    assert ours("gpt2").algorithm is Algorithm.BYTE_LEVEL_BPE
    assert ours("llama_2").algorithm is Algorithm.SENTENCEPIECE_BPE
    assert ours("end_of_word").algorithm is Algorithm.CHARACTER_BPE
    assert ours("t5").algorithm is Algorithm.UNIGRAM
    assert ours("bert_cased").algorithm is Algorithm.WORDPIECE
    assert ours("word_level").algorithm is Algorithm.WORD_LEVEL


def test_what_an_id_means_inside_a_text() -> None:
    for name, piece, meaning in [
        ("gpt2", "Ġde", b" de"),
        ("llama_2", "▁de", b" de"),
        ("llama_2", "<0xC3>", b"\xc3"),
        ("bert_cased", "##a", b"a"),
        ("end_of_word", "de</w>", b"de"),
        ("continued", "##a", b"a"),
        ("word_level", "de", b"de"),
        ("clip", "niÃ±a</w>", "niña".encode()),
        ("clip", "</s>", b"</s>"),
    ]:
        vocabulary = ours(name).tokenizer.vocabulary
        id = vocabulary.id_of(piece)
        assert id is not None and vocabulary.bytes_of(id) == meaning, (name, piece)


def test_without_a_pre_tokenizer_words_are_cut_apart_where_that_changes_nothing() -> None:
    tokenizer = ours("llama_2").tokenizer
    assert isinstance(tokenizer.pre_tokenizer, MarkerSplit)
    assert tokenizer.count(" ".join(CORPUS) * 500) > 10_000


@needs_shared
def test_llama_2() -> None:
    path = SHARED / "vocabularies" / "llama-2.tokenizer.json"
    tokenizer = load_tokenizer_json(path.read_bytes()).tokenizer
    for case in golden("real_vocabularies")["cases"]:
        assert tokenizer.ids(case["text"]) == case["ids"]["llama-2"], case["text"]
        # A mark that was typed comes back as a space: they are the same to SentencePiece.
        expected = case["text"].replace("▁", " ")
        assert tokenizer.decode(case["ids"]["llama-2"]).text == expected
