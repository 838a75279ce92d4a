"""A trained BPE vocabulary in the formats that other programs load.

`tokenizer.json` is Hugging Face `tokenizers`' format; a `.tiktoken` file lists each token's bytes in
base64 with its rank. Loaded there, both give the ids we give (the tests load both).
"""

from __future__ import annotations

import base64

from app.errors import N_, InvalidInput
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.byte_alphabet import from_printable
from app.tokenization.corpus import Split
from app.tokenization.tokenizer_json import Json, document, in_sequence, split_steps, unknown_name

_FIRST_PRIVATE = 0xE000


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
    return document(
        normalizer=_marking(sign) if sign else None,
        pre_tokenizer=_pre_tokenizer(model),
        decoder=_decoder(model, sign),
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


def _pre_tokenizer(model: BpeModel) -> Json | None:
    steps = split_steps(model.split)
    if model.unit is Unit.BYTE:
        steps.append(
            {
                "type": "ByteLevel",
                "add_prefix_space": False,
                "trim_offsets": True,
                "use_regex": False,
            }
        )
    return in_sequence(steps, "pretokenizers")


def _decoder(model: BpeModel, sign: str) -> Json:
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
