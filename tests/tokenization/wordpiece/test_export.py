"""Exported WordPiece vocabularies load in `tokenizers`, and give the same ids there."""

from __future__ import annotations

import json

import pytest
from tokenizers import Tokenizer

from app.tokenization.corpus import Split, read_corpus, split_text
from app.tokenization.training import collect
from app.tokenization.wordpiece import trainer as wordpiece
from app.tokenization.wordpiece.encoder import WordPiece
from app.tokenization.wordpiece.export import wordpiece_tokenizer_json
from tests.tokenization.export_texts import CORPUS, TEXTS


@pytest.mark.parametrize("split", [Split.WHITESPACE, Split.GPT2, Split.CL100K, Split.O200K])
def test_wordpiece_gives_the_same_ids(split: Split) -> None:
    corpus, config = read_corpus(CORPUS, split), wordpiece.WordPieceConfig(merges=120)
    model = collect(config, corpus, wordpiece.train(corpus, config)).model
    content = wordpiece_tokenizer_json(model)
    judge = Tokenizer.from_str(json.dumps(content, ensure_ascii=False))
    own = WordPiece(content["model"]["vocab"])
    for text in TEXTS:
        ids = [s.id for word in split_text(text, split) for s in own.segment(word)]
        assert judge.encode(text).ids == ids, text
    assert content["model"]["vocab"]["[UNK]"] == len(model.pieces)
