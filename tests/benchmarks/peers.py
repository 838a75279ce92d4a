"""The reference libraries, loaded from files as their users load them, behind one small interface.

`tests/oracles.py` builds the same tokenizers once for the tests; here building them is measured.
"""

from __future__ import annotations

import json
import shutil
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sentencepiece
import tiktoken
import tokenizers
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from app.settings import Settings
from app.vocabularies.info import sources
from app.vocabularies.integrity import read_shipped
from tests.oracles import (
    CONTROL,
    LLAMA_3_PATTERN,
    NORMAL,
    UNKNOWN,
    sentencepiece_model,
    tiktoken_pattern,
)
from tests.shared import SHARED

MBERT = "bert-base-multilingual-cased"


class Peer(ABC):
    """A loaded reference tokenizer."""

    @abstractmethod
    def ids(self, text: str) -> list[int]:
        """The ids, the fastest way the library has."""

    @abstractmethod
    def places(self, text: str, tokens: int) -> object:
        """The whole text cut, and where at least the first `tokens` tokens stand in it."""


class Tiktoken(Peer):
    def __init__(self, file: Path, pattern: str, special: dict[str, int]) -> None:
        lines = file.read_bytes().splitlines()
        ranks = {b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
        self._encoding = tiktoken.Encoding(
            file.name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special
        )

    def ids(self, text: str) -> list[int]:
        return self._encoding.encode_ordinary(text)

    def places(self, text: str, tokens: int) -> object:
        return self._encoding.decode_with_offsets(self.ids(text)[:tokens])


class Tokenizers(Peer):
    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        self._tokenizer = tokenizer
        tokenizer.encode_special_tokens = True  # special tokens in the text are text, as with us

    def ids(self, text: str) -> list[int]:
        return self._tokenizer.encode_batch_fast([text], add_special_tokens=False)[0].ids

    def places(self, text: str, tokens: int) -> object:
        return self._tokenizer.encode(text, add_special_tokens=False).offsets[:tokens]


class SentencePiece(Peer):
    def __init__(self, model: Path) -> None:
        self._processor: Any = sentencepiece.SentencePieceProcessor(model_file=str(model))

    def ids(self, text: str) -> list[int]:
        return [id + 1 if id else 3 for id in self._processor.encode(text)]  # fairseq's ids

    def places(self, text: str, tokens: int) -> object:  # noqa: ARG002 - gives all or none
        return self._processor.encode(text, return_type="offset_mapping")


@dataclass(frozen=True, slots=True)
class Reference:
    """A library for one vocabulary: `load` builds it from `file`; None when the file is not here."""

    id: str
    library: str
    load: Callable[[], Peer] | None


LIBRARIES: dict[str, str] = {
    "gpt2": "tiktoken",
    "cl100k_base": "tiktoken",
    "o200k_base": "tiktoken",
    "llama-3": "tiktoken",
    "llama-2": "tokenizers",
    MBERT: "tokenizers",
    "xlm-roberta-base": "sentencepiece",
}
"""Which library each vocabulary is compared with, in the order of the table."""


def references(folder: Path) -> list[Reference]:
    """A reference for each vocabulary, their files written out plain into `folder`.

    The fetched vocabulary is copied there under the name that ours is read by.
    """
    known = sources()
    for id, shipped in known.files.items():
        (folder / id).write_bytes(read_shipped(shipped.path, shipped.sha256))
    made = [Reference(id, library, _loader(id, folder)) for id, library in LIBRARIES.items()]
    assert {reference.id for reference in made} == {info.id for info in known.vocabularies}
    return made


def _loader(id: str, folder: Path) -> Callable[[], Peer] | None:
    file = folder / id
    if id == "llama-2":
        return lambda: Tokenizers(tokenizers.Tokenizer.from_file(str(file)))
    if id == "xlm-roberta-base":
        model = _sentencepiece_model(folder)
        return None if model is None else lambda: SentencePiece(model)
    if id == MBERT:
        copied = copy_of_mbert(folder)
        return None if copied is None else lambda: Tokenizers(_bert(copied))
    if id == "llama-3":
        return lambda: Tiktoken(file, LLAMA_3_PATTERN, {"<|end_of_text|>": 128_001})
    pattern, special = tiktoken_pattern("r50k_base" if id == "gpt2" else id)
    return lambda: Tiktoken(file, pattern, special)


def copy_of_mbert(folder: Path) -> Path | None:
    """The fetched vocabulary in `folder`, from the shared data or where it was fetched to."""
    name = sources().hub[MBERT].saved_as
    for place in (SHARED / "vocabularies", Settings().vocabulary_dir):
        if (place / name).is_file():
            return Path(shutil.copy(place / name, folder / name))
    return None


def _bert(vocabulary: Path) -> tokenizers.Tokenizer:
    model = WordPiece(WordPiece.read_file(str(vocabulary)), unk_token="[UNK]")  # noqa: S106
    made = tokenizers.Tokenizer(model)
    made.normalizer = BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=False
    )
    made.pre_tokenizer = BertPreTokenizer()
    return made


def _sentencepiece_model(folder: Path) -> Path | None:
    """XLM-R's pieces and table as the `.model` file that sentencepiece loads."""
    table = SHARED / "vocabularies" / "nmt_nfkc-2019.charsmap.bin"
    if not table.is_file():
        return None
    rows = (folder / "xlm-roberta-base").read_text(encoding="utf-8").split("\n")
    scored = [row.rsplit("\t", 1) for row in rows if row]
    pieces = [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL), ("</s>", 0.0, CONTROL)]
    pieces += [(piece, float(score), NORMAL) for piece, score in scored[4:-1]]
    model = folder / "xlm-r.model"
    model.write_bytes(sentencepiece_model(pieces, charsmap=table.read_bytes()))
    return model


def versions() -> dict[str, str]:
    """The libraries compared with, and their versions."""
    return {
        "tiktoken": tiktoken.__version__,
        "tokenizers": tokenizers.__version__,
        "sentencepiece": sentencepiece.__version__,
    }


def merges_of(tokenizer: tokenizers.Tokenizer) -> list[tuple[str, str]]:
    """The rules of a trained BPE."""
    return [(left, right) for left, right in json.loads(tokenizer.to_str())["model"]["merges"]]
