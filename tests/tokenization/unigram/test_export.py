"""The exported tokenizer.json, loaded and used by Hugging Face tokenizers."""

from __future__ import annotations

import json
from functools import cache

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.corpus import Split, read_corpus
from app.tokenization.training import collect
from app.tokenization.unigram.export import unigram_tokenizer_json
from app.tokenization.unigram.model import UnigramModel
from app.tokenization.unigram.trainer import UnigramConfig, train
from app.tokenization.well_formed import well_formed
from tests.tokenization.hostile import hostile_text

TEXT = (
    "El niño juega en el jardín con la niña. La niña salta, el niño corre y los dos ríen: "
    "corren, saltan, juegan; ¡qué jardín! 文文字 文字 👍👍 a▁b 12 1234 corría saltaba jugaba"
)


@cache
def trained(marked: bool, split: Split = Split.WHITESPACE) -> UnigramModel:
    corpus = read_corpus(TEXT, split)
    config = UnigramConfig(vocabulary_size=70, marked=marked)
    return collect(config, corpus, train(corpus, config)).model


@cache
def loaded(marked: bool, split: Split = Split.WHITESPACE) -> tokenizers.Tokenizer:
    content = unigram_tokenizer_json(trained(marked, split))
    return tokenizers.Tokenizer.from_str(json.dumps(content))


texts = hostile_text | st.text(alphabet="niñojugaelrd ▁,.xq", max_size=40)


@given(text=texts.filter(lambda text: "<unk>" not in text), marked=st.booleans())
@settings(max_examples=300, deadline=None)
def test_tokenizers_encodes_the_same_ids(text: str, marked: bool) -> None:
    text = well_formed(text)
    ours = [segment.id for _, found in trained(marked).segments(text) for segment in found]
    assert ours == loaded(marked).encode(text).ids


def test_tokenizers_knows_the_same_pieces_and_decodes() -> None:
    tokenizer = loaded(True)
    model = trained(True)
    assert tokenizer.get_vocab_size() == len(model.pieces) + 1
    assert all(tokenizer.token_to_id(piece) == model.id_of(piece) for piece in model.pieces)
    text = "El niño juega en el jardín"
    assert tokenizer.decode(tokenizer.encode(text).ids) == text


@pytest.mark.parametrize("split", [split for split in Split if split is not Split.WHITESPACE])
@given(text=texts.filter(lambda text: "<unk>" not in text))
@settings(max_examples=100, deadline=None)
def test_words_that_keep_their_spaces_survive(split: Split, text: str) -> None:
    text = well_formed(text)
    ours = [segment.id for _, found in trained(True, split).segments(text) for segment in found]
    assert ours == loaded(True, split).encode(text).ids
