"""Trained vocabularies in the formats other programs load. Pure: gives dicts and text, writes nothing.

`tokenizer.json` is Hugging Face `tokenizers`' format; a `.tiktoken` file lists each token's bytes in
base64 with its rank. Loaded there, both give the ids we give (tests load both).
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Sequence
from typing import Any

from app.errors import N_, InvalidInput
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.byte_alphabet import from_printable
from app.tokenization.corpus import Split
from app.tokenization.wordpiece.model import WordPieceModel

MAX_WORD_CHARACTERS = 100
"""WordPiece: a longer word becomes the unknown token as a whole, as in BERT."""

_FIRST_PRIVATE = 0xE000

Json = dict[str, Any]


def unknown_name(wanted: str, pieces: Collection[str]) -> str:
    """The unknown token's name, made longer while a learned piece already reads so.

    >>> unknown_name("<unk>", {"a"}), unknown_name("<unk>", {"<unk>"})
    ('<unk>', '<unk>_')
    """
    while wanted in pieces:
        wanted += "_"
    return wanted


def bpe_tokenizer_json(model: BpeModel) -> Json:
    """A BPE model as the content of a `tokenizer.json`.

    Ids are those of `model.pieces`; for letters the unknown token comes after them (bytes need
    none). An end-of-word mark longer than one character is written as one private character
    (`tokenizers` starts from characters), which a normaliser puts behind each word; words must
    then be what stands between whitespace, else InvalidInput.

    >>> bpe_tokenizer_json(BpeModel(("a", "b"), (("b", "a"),)))["model"]["vocab"]
    {'a': 0, 'b': 1, 'ba': 2, '<unk>': 3}
    """
    if model.marker is not None and model.split is not Split.WHITESPACE:
        raise InvalidInput(
            N_("An end-of-word mark can only be exported when words are split at whitespace.")
        )
    sign = _marker_sign(model)

    def written(piece: str) -> str:
        if model.marker is None or not piece.endswith(model.marker):
            return piece
        return piece[: len(piece) - len(model.marker)] + sign

    vocabulary = {written(piece): id for id, piece in enumerate(model.pieces)}
    unknown: str | None = None
    if model.unit is Unit.CHARACTER:
        unknown = unknown_name("<unk>", vocabulary)
        vocabulary[unknown] = len(vocabulary)
    return _tokenizer(
        normalizer=_marking(sign) if sign else None,
        pre_tokenizer=_pre_tokenizer(model.split, model.unit),
        decoder=_bpe_decoder(model, sign),
        model={
            "type": "BPE",
            "dropout": None,
            "unk_token": unknown,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocabulary,
            "merges": [[written(left), written(right)] for left, right in model.merges],
        },
    )


def wordpiece_tokenizer_json(model: WordPieceModel) -> Json:
    """A WordPiece model as the content of a `tokenizer.json`; `[UNK]` comes after the pieces.

    >>> wordpiece_tokenizer_json(WordPieceModel(("a", "##b")))["model"]["vocab"]
    {'a': 0, '##b': 1, '[UNK]': 2}
    """
    vocabulary = {piece: id for id, piece in enumerate(model.pieces)}
    unknown = unknown_name("[UNK]", vocabulary)
    vocabulary[unknown] = len(vocabulary)
    return _tokenizer(
        normalizer=None,
        pre_tokenizer=_pre_tokenizer(model.split, Unit.CHARACTER),
        decoder={"type": "WordPiece", "prefix": model.prefix, "cleanup": False},
        model={
            "type": "WordPiece",
            "unk_token": unknown,
            "continuing_subword_prefix": model.prefix,
            "max_input_chars_per_word": MAX_WORD_CHARACTERS,
            "vocab": vocabulary,
        },
    )


def tiktoken_ranks(model: BpeModel) -> str:
    """A byte BPE model as a `.tiktoken` file: one token a line, ranks are ids.

    Load it with `tiktoken.load.load_tiktoken_bpe` and the pattern of `tiktoken_pattern`.
    Raises InvalidInput for a model over letters, whose tokens are not built from bytes.

    >>> from app.tokenization.bpe.model import BYTE_ALPHABET
    >>> model = BpeModel(BYTE_ALPHABET, (("Ã", "±"),), Unit.BYTE)
    >>> tiktoken_ranks(model).splitlines()[-1]
    'w7E= 256'
    """
    if model.unit is not Unit.BYTE:
        raise InvalidInput(
            N_("A .tiktoken file holds tokens made of bytes; train BPE on bytes to get one.")
        )
    return "".join(
        [
            f"{base64.b64encode(from_printable(piece)).decode('ascii')} {rank}\n"
            for rank, piece in enumerate(model.pieces)
        ]
    )


def tiktoken_pattern(split: Split) -> str:
    """The `pat_str` that makes tiktoken cut a text as the split does.

    >>> tiktoken_pattern(Split.NONE)
    '(?s:.+)'
    """
    return split.pattern or "(?s:.+)"


def _tokenizer(
    *, normalizer: Json | None, pre_tokenizer: Json | None, decoder: Json, model: Json
) -> Json:
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": decoder,
        "model": model,
    }


def _marker_sign(model: BpeModel) -> str:
    """The one character that stands for the end-of-word mark; empty without a mark."""
    if model.marker is None or len(model.marker) == 1:
        return model.marker or ""
    sign = _FIRST_PRIVATE
    while chr(sign) in model.alphabet:
        sign += 1
    return chr(sign)


def _marking(sign: str) -> Json:
    """A normaliser that puts the mark at the end of every word."""
    pattern = r"(?<=\P{White_Space})(?=\p{White_Space}|\z)"
    return {"type": "Replace", "pattern": {"Regex": pattern}, "content": sign}


def _pre_tokenizer(split: Split, unit: Unit) -> Json | None:
    parts: list[Json] = []
    if split is Split.WHITESPACE:
        parts.append({"type": "WhitespaceSplit"})
    elif split.pattern is not None:
        # `tokenizers` runs Oniguruma, where {1,3}+ repeats the repetition instead of forbidding to
        # give back; plain {1,3} matches the same here, since nothing follows it.
        pattern = split.pattern.replace("{1,3}+", "{1,3}")
        parts.append(
            {
                "type": "Split",
                "pattern": {"Regex": pattern},
                "behavior": "Isolated",
                "invert": False,
            }
        )
    if unit is Unit.BYTE:
        parts.append(
            {
                "type": "ByteLevel",
                "add_prefix_space": False,
                "trim_offsets": True,
                "use_regex": False,
            }
        )
    return _in_sequence(parts, "pretokenizers")


def _bpe_decoder(model: BpeModel, sign: str) -> Json:
    if model.unit is Unit.BYTE:
        return {
            "type": "ByteLevel",
            "add_prefix_space": True,
            "trim_offsets": True,
            "use_regex": True,
        }
    if not sign:
        return {"type": "Fuse"}
    parts: list[Json] = [
        {"type": "Replace", "pattern": {"String": sign}, "content": " "},
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 0, "stop": 1},
    ]
    return {"type": "Sequence", "decoders": parts}


def _in_sequence(parts: Sequence[Json], name: str) -> Json | None:
    if len(parts) > 1:
        return {"type": "Sequence", name: list(parts)}
    return parts[0] if parts else None
