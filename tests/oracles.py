"""Reference tokenizers built for tests: what ours are compared with."""

from __future__ import annotations

import struct
from base64 import b64decode
from collections.abc import Iterable
from functools import cache
from typing import Any
from unittest.mock import patch

import sentencepiece
import tiktoken
import tokenizers
from tiktoken_ext import openai_public  # type: ignore[import-untyped]
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from tests.shared import SHARED

# -- sentencepiece ---------------------------------------------------------------------------

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6


def sentencepiece_model(
    pieces: Iterable[tuple[str, float, int]],
    *,
    charsmap: bytes = b"",
    add_dummy_prefix: bool = True,
    remove_extra_whitespaces: bool = True,
    escape_whitespaces: bool = True,
    byte_fallback: bool = False,
    model_type: int = 1,
) -> bytes:
    """A sentencepiece `ModelProto`, written field by field (1: Unigram, 2: BPE).

    `pieces` are (piece, score, type) in id order.
    """
    out = bytearray()
    for piece, score, kind in pieces:
        body = _bytes(1, piece.encode()) + b"\x15" + struct.pack("<f", score) + _int(3, kind)
        out += _bytes(1, body)
    out += _bytes(2, _int(3, model_type) + _int(35, byte_fallback))
    spaces = _int(3, add_dummy_prefix) + _int(4, remove_extra_whitespaces)
    out += _bytes(3, _bytes(2, charsmap) + spaces + _int(5, escape_whitespaces))
    return bytes(out)


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes((*out, number))


def _int(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _bytes(field: int, body: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(body)) + body


@cache
def xlm_r_pieces() -> tuple[tuple[str, float], ...]:
    """The 250,002 pieces of XLM-R with their scores, in id order."""
    table = (SHARED / "vocabularies" / "xlm-roberta-base.tsv").read_text(encoding="utf-8")
    rows = (line.rsplit("\t", 1) for line in table.split("\n") if line)
    return tuple((piece, float(score)) for piece, score in rows)


@cache
def xlm_r_charsmap() -> bytes:
    """The normalisation table of 2019 that XLM-R was made with."""
    return (SHARED / "vocabularies" / "nmt_nfkc-2019.charsmap.bin").read_bytes()


class SentencePieceXlmR:
    """sentencepiece itself on the pieces and the table of XLM-R; ids are XLM-R's."""

    def __init__(self) -> None:
        pieces = [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL), ("</s>", 0.0, CONTROL)]
        pieces += [(piece, score, NORMAL) for piece, score in xlm_r_pieces()[4:-1]]
        model = sentencepiece_model(pieces, charsmap=xlm_r_charsmap())
        self.processor: Any = sentencepiece.SentencePieceProcessor(model_proto=model)

    @staticmethod
    def _id(id: int) -> int:
        return id + 1 if id else 3

    def ids(self, text: str) -> list[int]:
        return [self._id(id) for id in self.processor.encode(text)]

    def tokens(self, text: str) -> list[tuple[int, int, int]]:
        """(id, start, end) of each token, in code points of the text, by sentencepiece's alignment."""
        _, origins = self.normalize(text)
        at, found = 0, []
        for id, piece in zip(
            self.ids(text), self.processor.encode(text, out_type=str), strict=True
        ):
            found.append((id, origins[at], origins[at + len(piece)]))
            at += len(piece)
        return found

    def normalize(self, text: str) -> tuple[str, list[int]]:
        """The normalised text, and where each of its characters (and its end) comes from."""
        return sentencepiece_normalize(self.processor, text)


def sentencepiece_normalize(processor: Any, text: str) -> tuple[str, list[int]]:
    normalized, origins = processor.normalize(text, with_offsets=True)
    return normalized, list(origins)


@cache
def sentencepiece_xlm_r() -> SentencePieceXlmR:
    return SentencePieceXlmR()


# -- the other six ---------------------------------------------------------------------------


class TiktokenOracle:
    """tiktoken on the rank file of a vocabulary, with the pattern that tiktoken gives it."""

    def __init__(self, file: str, pattern: str, special: dict[str, int]) -> None:
        lines = (SHARED / "vocabularies" / file).read_bytes().splitlines()
        ranks = {b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
        self.encoding = tiktoken.Encoding(
            file, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special
        )

    def ids(self, text: str) -> list[int]:
        return self.encoding.encode_ordinary(text)

    def ids_with_specials(self, text: str) -> list[int]:
        return self.encoding.encode(text, allowed_special="all")


class TokenizersOracle:
    """Hugging Face tokenizers; nothing put around the text."""

    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        self.tokenizer = tokenizer

    def ids(self, text: str) -> list[int]:
        return self._ids(text, specials_as_text=True)

    def ids_with_specials(self, text: str) -> list[int]:
        return self._ids(text, specials_as_text=False)

    def _ids(self, text: str, specials_as_text: bool) -> list[int]:
        self.tokenizer.encode_special_tokens = specials_as_text
        return self.tokenizer.encode(text, add_special_tokens=False).ids


LLAMA_3_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""llama-models, `llama_models/llama3/tokenizer.py`."""


def tiktoken_pattern(encoding: str) -> tuple[str, dict[str, int]]:
    """The pattern and special tokens that tiktoken itself has for one of its encodings."""
    with patch.object(openai_public, "load_tiktoken_bpe", return_value={}):
        made = openai_public.ENCODING_CONSTRUCTORS[encoding]()
    return made["pat_str"], made["special_tokens"]


@cache
def reference(id: str) -> TiktokenOracle | TokenizersOracle | SentencePieceXlmR:
    """The reference library's tokenizer for one of the seven vocabularies."""
    folder = SHARED / "vocabularies"
    if id == "gpt2":
        return TiktokenOracle("r50k_base.tiktoken", *tiktoken_pattern("r50k_base"))
    if id in ("cl100k_base", "o200k_base"):
        return TiktokenOracle(f"{id}.tiktoken", *tiktoken_pattern(id))
    if id == "llama-3":
        special = {"<|begin_of_text|>": 128_000, "<|eot_id|>": 128_009}
        return TiktokenOracle("llama-3.tiktoken", LLAMA_3_PATTERN, special)
    if id == "llama-2":
        path = str(folder / "llama-2.tokenizer.json")
        return TokenizersOracle(tokenizers.Tokenizer.from_file(path))
    if id == "xlm-roberta-base":
        return sentencepiece_xlm_r()
    pieces = WordPiece.read_file(str(folder / "bert-base-multilingual-cased.vocab.txt"))
    bert = tokenizers.Tokenizer(WordPiece(pieces, unk_token="[UNK]"))  # noqa: S106 - a piece
    bert.normalizer = BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=False
    )
    bert.pre_tokenizer = BertPreTokenizer()
    return TokenizersOracle(bert)
