"""Against sentencepiece itself, over models trained here and over models written field by field."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import MarkerSplit, WholeText
from app.tokenization.types import TokenKind
from app.vocabularies.sentencepiece_tokenizer import load_sentencepiece
from tests.oracles import CONTROL, NORMAL, UNKNOWN, UNUSED, sentencepiece_model
from tests.tokenization.hostile import hostile_text

CORPUS = [
    "El niño juega en el jardín y la niña lee un libro junto a la ventana.",
    "El jardín de la casa tiene un árbol, una fuente y un banco de piedra.",
    "¿Qué lee la niña? Lee la historia de un ingenioso hidalgo de la Mancha.",
    "En un lugar de la Mancha, de cuyo nombre no quiero acordarme…",
    "1234 5678 años después, el árbol y la piedra siguen en su lugar 😀.",
    "La casa es azul; el banco, verde; la fuente,  clara   como el agua.",
] * 4
SYMBOLS = ["<n>", "<nn>", "ñ", "el", "…", "▁▁", "n\u0303", "."]
TRAININGS: dict[str, dict[str, Any]] = {
    "unigram": {"model_type": "unigram", "vocab_size": 120},
    "unigram, bytes": {"model_type": "unigram", "vocab_size": 370, "byte_fallback": True},
    "unigram, no rules": {"vocab_size": 120, "normalization_rule_name": "identity"},
    "unigram, spaces kept": {
        "vocab_size": 120,
        "remove_extra_whitespaces": False,
        "add_dummy_prefix": False,
    },
    "bpe": {"model_type": "bpe", "vocab_size": 150},
    "bpe, bytes": {"model_type": "bpe", "vocab_size": 400, "byte_fallback": True},
    "bpe, spaces kept": {
        "model_type": "bpe",
        "vocab_size": 150,
        "remove_extra_whitespaces": False,
        "allow_whitespace_only_pieces": True,
        "normalization_rule_name": "identity",
    },
    "unigram, own symbols": {"vocab_size": 130, "user_defined_symbols": SYMBOLS},
    "bpe, own symbols": {
        "model_type": "bpe",
        "vocab_size": 160,
        "user_defined_symbols": SYMBOLS,
    },
    "bpe across words": {"model_type": "bpe", "vocab_size": 150, "split_by_whitespace": False},
    "bpe, few characters": {"model_type": "bpe", "vocab_size": 60, "character_coverage": 0.98},
}


@cache
def trained(name: str) -> tuple[Tokenizer, Any]:
    """A model trained with sentencepiece: ours and theirs."""
    written = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS),
        model_writer=written,
        minloglevel=2,
        num_threads=1,
        hard_vocab_limit=False,
        **TRAININGS[name],
    )
    data = written.getvalue()
    return load_sentencepiece(data).tokenizer, sentencepiece.SentencePieceProcessor(
        model_proto=data
    )


@pytest.mark.parametrize("name", TRAININGS)
@pytest.mark.parametrize(
    "text", ["", " ", "El niño juega en el jardín.", *CORPUS[:6], "ñandú ☃☃ x"]
)
def test_the_ids_are_those_of_sentencepiece(name: str, text: str) -> None:
    ours, theirs = trained(name)
    assert ours.ids(text) == theirs.encode(text)


@pytest.mark.parametrize("name", TRAININGS)
@settings(deadline=None)
@given(text=hostile_text)
def test_the_ids_of_hostile_text_are_those_of_sentencepiece(name: str, text: str) -> None:
    ours, theirs = trained(name)
    assert ours.ids(text) == theirs.encode(text)


symbols_and_text = st.lists(
    st.one_of(st.sampled_from(SYMBOLS), st.text("el niño<>\u0303  .", max_size=8)), max_size=8
).map("".join)


@pytest.mark.parametrize("name", ["unigram, own symbols", "bpe, own symbols"])
@settings(deadline=None)
@given(text=symbols_and_text)
def test_symbols_of_the_user_are_left_whole(name: str, text: str) -> None:
    ours, theirs = trained(name)
    assert ours.ids(text) == theirs.encode(text)


@pytest.mark.parametrize("name", TRAININGS)
@settings(deadline=None)
@given(text=st.text("el niñoabc  .", max_size=30))
def test_text_comes_back_as_sentencepiece_gives_it_back(name: str, text: str) -> None:
    ours, theirs = trained(name)
    ids = [id for id in theirs.encode(text) if id != theirs.unk_id()]
    assert ours.decode(ids).text == theirs.decode(ids)


def test_words_are_cut_one_by_one_only_where_no_piece_crosses_them() -> None:
    assert isinstance(trained("bpe")[0].pre_tokenizer, MarkerSplit)
    assert isinstance(trained("bpe across words")[0].pre_tokenizer, WholeText)


def test_equal_scores_merge_from_the_left() -> None:
    pieces = [("<unk>", 0.0, UNKNOWN), *((char, -9.0, NORMAL) for char in "▁ab")]
    pieces += [("ab", -1.0, NORMAL), ("ba", -1.0, NORMAL), ("aba", -1.0, NORMAL)]
    data = sentencepiece_model(pieces, model_type=2)
    theirs: Any = sentencepiece.SentencePieceProcessor(model_proto=data)
    ours = load_sentencepiece(data).tokenizer
    for text in ("aba", "bab", "baba", "ababa", "abba"):
        assert ours.ids(text) == theirs.encode(text)


def test_unused_pieces_are_never_found_and_control_pieces_only_when_asked() -> None:
    pieces = [("<unk>", 0.0, UNKNOWN), ("</s>", 0.0, CONTROL), ("▁", -3.0, NORMAL)]
    pieces += [("sol", -0.1, UNUSED), *((char, -4.0, NORMAL) for char in "sol<>/")]
    data = sentencepiece_model(pieces)
    theirs: Any = sentencepiece.SentencePieceProcessor(model_proto=data)
    ours = load_sentencepiece(data).tokenizer
    assert ours.ids("sol</s>") == theirs.encode("sol</s>") == [2, 4, 5, 6, 7, 9, 4, 8]
    assert [ours.vocabulary.kind(id) for id in range(3)] == [
        TokenKind.UNKNOWN,
        TokenKind.SPECIAL,
        TokenKind.NORMAL,
    ]
