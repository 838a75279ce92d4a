"""The seven vocabularies that Tokenario knows, composed: which stages, in which order, with which ids.

Each constructor says where the make-up is published; the data comes from `data/` or the hub.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.tokenization.bpe.encoder import PieceBpe
from app.tokenization.charsmap import CharsmapNormalizer
from app.tokenization.decoders import MetaspaceDecoder
from app.tokenization.normalizers import PrependSpaceMarker
from app.tokenization.pipeline import Tokenizer
from app.tokenization.post_processors import SpecialTokenTemplate
from app.tokenization.pre_tokenizers import MarkerSplit, WholeText
from app.tokenization.special_tokens import AddedToken
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.vocabularies import rank_tokenizer
from app.vocabularies.hub import HubFiles
from app.vocabularies.info import HubSource, ShippedFile, Sources, VocabularyInfo, sources
from app.vocabularies.integrity import read_shipped
from app.vocabularies.normalization_table import read_table
from app.vocabularies.rank_file import read_rank_file
from app.vocabularies.registry import Registry
from app.vocabularies.vocab_txt import read_vocab_txt

END_OF_TEXT = "<|endoftext|>"


def _llama_3_special() -> dict[str, int]:
    """The 256 special tokens of Llama 3 (llama-models, `llama_models/llama3/tokenizer.py`)."""
    named = [
        "<|begin_of_text|>",
        "<|end_of_text|>",
        "<|reserved_special_token_0|>",
        "<|reserved_special_token_1|>",
        "<|finetune_right_pad_id|>",
        "<|step_id|>",
        "<|start_header_id|>",
        "<|end_header_id|>",
        "<|eom_id|>",
        "<|eot_id|>",
        "<|python_tag|>",
        "<|image|>",
    ]
    reserved = [f"<|reserved_special_token_{number}|>" for number in range(2, 258 - len(named))]
    return {token: 128_000 + at for at, token in enumerate([*named, *reserved])}


RANK_VOCABULARIES: dict[str, tuple[str, dict[str, int]]] = {
    "gpt2": ("gpt2", {END_OF_TEXT: 50256}),
    "cl100k_base": (
        "cl100k",
        {
            END_OF_TEXT: 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
    "o200k_base": ("o200k", {END_OF_TEXT: 199999, "<|endofprompt|>": 200018}),
    "llama-3": ("llama3", _llama_3_special()),
}
"""Vocabularies made of a rank file: their splitting pattern and special tokens.

Source: openai/tiktoken, `tiktoken_ext/openai_public.py`; for Llama 3, llama-models.
"""


def _from_ranks(id: str, file: ShippedFile) -> Tokenizer:
    pattern, special = RANK_VOCABULARIES[id]
    before = (128_000,) if id == "llama-3" else ()
    ranks = read_rank_file(read_shipped(file.path, file.sha256))
    return rank_tokenizer.compose(ranks, SPLIT_PATTERNS[pattern].regex, special, before)


def _llama_2(file: ShippedFile) -> Tokenizer:
    """Llama 2: SentencePiece BPE that falls back on bytes, and makes every space a `▁`.

    No piece has a `▁` after another character, so the text may be cut before every run of them.
    """
    model = json.loads(read_shipped(file.path, file.sha256))["model"]
    ids: dict[str, int] = model["vocab"]
    merges = {(left, right): rank for rank, (left, right) in enumerate(model["merges"])}
    special = ("<unk>", "<s>", "</s>")
    vocabulary = PieceVocabulary(
        ids, PieceStyle.METASPACE, special=special, unknown="<unk>", byte_pieces=True
    )
    return Tokenizer(
        vocabulary=vocabulary,
        pre_tokenizer=MarkerSplit(),
        segmenter=PieceBpe(
            ids,
            rank_of=lambda left, right: merges.get((left, right)),
            unknown_id=ids["<unk>"],
            byte_ids=vocabulary.byte_ids,
            fuse_unknown=True,
        ),
        decoder=MetaspaceDecoder(),
        normalizers=(PrependSpaceMarker(),),
        post_processor=SpecialTokenTemplate([ids["<s>"]]),
        added_tokens=tuple(AddedToken(piece, ids[piece]) for piece in special),
    )


def _xlm_roberta(file: ShippedFile, table: ShippedFile) -> Tokenizer:
    """XLM-R: SentencePiece Unigram with fairseq's ids (fairseq, `models/roberta`).

    The five special tokens are in no text: their scores in the file say nothing.
    """
    lines = read_shipped(file.path, file.sha256).decode("utf-8").removesuffix("\n").split("\n")
    rows = [line.rpartition("\t") for line in lines]
    ids = {piece: id for id, (piece, _, _) in enumerate(rows)}
    pieces = {piece: (id, float(score)) for id, (piece, _, score) in enumerate(rows)}
    special = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
    for piece in special:
        del pieces[piece]
    return Tokenizer(
        vocabulary=PieceVocabulary(ids, PieceStyle.METASPACE, special=special, unknown="<unk>"),
        pre_tokenizer=WholeText(),
        segmenter=Unigram(pieces, ids["<unk>"]),
        decoder=MetaspaceDecoder(),
        normalizers=(CharsmapNormalizer(read_table(read_shipped(table.path, table.sha256))),),
        post_processor=SpecialTokenTemplate([ids["<s>"]], [ids["</s>"]]),
        added_tokens=tuple(
            AddedToken(piece, ids[piece], lstrip=piece == "<mask>") for piece in special
        ),
    )


def build_registry(folder: Path, hub: HubFiles | None = None) -> Registry:
    """A registry of the seven, in the order of SOURCES.toml.

    `folder` is where the one that is not shipped is kept; `hub` gets it (tests pass their own).
    """
    hub = hub or HubFiles(folder)
    known = sources()
    registry = Registry()
    for info in known.vocabularies:
        if info.id in known.hub:
            _register_fetched(registry, info, known.hub[info.id], hub)
        else:
            _register_shipped(registry, info, known)
    return registry


def _register_fetched(
    registry: Registry, info: VocabularyInfo, source: HubSource, hub: HubFiles
) -> None:
    registry.register(
        info,
        construct=lambda: read_vocab_txt(hub.read(source), cased=True).tokenizer,
        available=lambda: hub.available(source),
        fetch=lambda: hub.fetch(source),
    )


def _register_shipped(registry: Registry, info: VocabularyInfo, known: Sources) -> None:
    file = known.files[info.id]
    construct: Callable[[], Tokenizer]
    if info.id in RANK_VOCABULARIES:
        construct = partial(_from_ranks, info.id, file)
    elif info.id == "llama-2":
        construct = partial(_llama_2, file)
    else:
        construct = partial(_xlm_roberta, file, known.files["nmt_nfkc-2019"])
    registry.register(info, construct, file.path.is_file, fetch=lambda: file.path)
