"""Exported vocabularies load in `tokenizers` and tiktoken, and give the same ids there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tiktoken
import tiktoken.load
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from app.errors import InvalidInput
from app.tokenization.bpe import superbpe
from app.tokenization.bpe import trainer as bpe
from app.tokenization.bpe.export import bpe_tokenizer_json, tiktoken_pattern, tiktoken_ranks
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.bpe.rules import encode_with_model
from app.tokenization.corpus import Split, read_corpus
from app.tokenization.training import collect
from tests.tokenization.export_texts import CORPUS, TEXTS


def bpe_model(**options: Any) -> BpeModel:
    split = options.pop("split", Split.WHITESPACE)
    corpus, config = read_corpus(CORPUS, split), bpe.BpeConfig(**options)
    return collect(config, corpus, bpe.train(corpus, config)).model


def own_ids(model: BpeModel, text: str) -> list[int]:
    ids = {piece: id for id, piece in enumerate((*model.pieces, "<unk>"))}
    return [ids[piece] for piece in encode_with_model(model, text).tokens()]


def load(content: dict[str, Any]) -> Tokenizer:
    return Tokenizer.from_str(json.dumps(content, ensure_ascii=False))


@pytest.mark.parametrize("split", Split)
@pytest.mark.parametrize("unit", Unit)
def test_tokenizers_gives_the_same_ids(split: Split, unit: Unit) -> None:
    model = bpe_model(split=split, unit=unit, merges=120)
    judge = load(bpe_tokenizer_json(model))
    assert judge.get_vocab_size() == len(model.pieces) + (unit is Unit.CHARACTER)
    for text in TEXTS:
        assert judge.encode(text).ids == own_ids(model, text), text


@pytest.mark.parametrize("marker", ["</w>", "·"])
def test_an_end_of_word_mark_survives(marker: str) -> None:
    model = bpe_model(marker=marker, merges=120)
    judge = load(bpe_tokenizer_json(model))
    for text in TEXTS:
        assert judge.encode(text).ids == own_ids(model, text), text
    assert judge.decode(judge.encode("el niño juega").ids) == "el niño juega"


@settings(max_examples=60, deadline=None)
@given(text=st.text("aábn 12.\n😀Ñ", max_size=40), split=st.sampled_from(Split))
def test_tokenizers_gives_the_same_ids_for_any_text(text: str, split: Split) -> None:
    model = bpe_model(split=split, merges=30)
    assert load(bpe_tokenizer_json(model)).encode(text).ids == own_ids(model, text)


def test_superbpe_loads_too() -> None:
    corpus = read_corpus("el niño juega\nel niño corre\n" * 3, Split.GPT2)
    for unit in Unit:
        config = superbpe.SuperBpeConfig(transition=8, merges=30, unit=unit)
        model = collect(config, corpus, superbpe.train(corpus, config)).model
        judge = load(bpe_tokenizer_json(model))
        for text in [*TEXTS, "el niño juega\n"]:
            assert judge.encode(text).ids == own_ids(model, text), text
        assert judge.decode(judge.encode("el niño juega\n").ids) == "el niño juega\n"


@pytest.mark.parametrize("split", Split)
def test_tiktoken_gives_the_same_ids(split: Split, tmp_path: Path) -> None:
    model = bpe_model(split=split, unit=Unit.BYTE, merges=150)
    path = tmp_path / "own.tiktoken"
    path.write_text(tiktoken_ranks(model), encoding="ascii")
    judge = tiktoken.Encoding(
        "own",
        pat_str=tiktoken_pattern(split),
        mergeable_ranks=tiktoken.load.load_tiktoken_bpe(str(path)),
        special_tokens={},
    )
    assert judge.n_vocab == 256 + len(model.merges)
    for text in TEXTS:
        assert judge.encode(text) == own_ids(model, text), text


def test_an_end_of_word_mark_needs_words_between_spaces() -> None:
    with pytest.raises(InvalidInput, match="split at whitespace"):
        bpe_tokenizer_json(bpe_model(marker="</w>", merges=3, split=Split.GPT2))


def test_letters_do_not_fit_a_rank_file() -> None:
    with pytest.raises(InvalidInput, match="train BPE on bytes"):
        tiktoken_ranks(bpe_model(merges=3))


def test_a_learned_piece_that_reads_like_the_unknown_token() -> None:
    corpus, config = read_corpus("<unk> <unk>"), bpe.BpeConfig()
    model = collect(config, corpus, bpe.train(corpus, config)).model
    content = bpe_tokenizer_json(model)
    assert content["model"]["unk_token"] == "<unk>_"  # noqa: S105
    assert load(content).encode("<unk> x").tokens == ["<unk>", "<unk>_"]
