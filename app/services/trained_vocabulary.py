"""What a run learned, to take away as a file or to use in the playground like any vocabulary."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from enum import StrEnum

from app.errors import N_, InvalidInput
from app.services.train_tokenizer import Trained
from app.services.training_request import AnyModel
from app.tokenization.bpe.export import bpe_tokenizer_json, tiktoken_ranks
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.corpus import Split
from app.tokenization.pipeline import Tokenizer
from app.tokenization.tokenizer_json import unknown_name
from app.tokenization.unigram.export import unigram_tokenizer_json
from app.tokenization.unigram.model import UnigramModel
from app.tokenization.vocabulary import PieceVocabulary
from app.tokenization.wordpiece.export import wordpiece_tokenizer_json
from app.tokenization.wordpiece.model import WordPieceModel
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.tokenizer_json.reader import load_tokenizer_json


class FileFormat(StrEnum):
    """A file a vocabulary can be taken away as; the value is the end of its name."""

    TOKENIZER_JSON = "json"
    TIKTOKEN = "tiktoken"


def formats(model: AnyModel) -> tuple[FileFormat, ...]:
    """The formats that can hold what was learned.

    >>> formats(WordPieceModel(("a",)))
    (<FileFormat.TOKENIZER_JSON: 'json'>,)
    """
    if isinstance(model, BpeModel):
        if model.marker is not None and model.split is not Split.WHITESPACE:
            return ()
        both = (FileFormat.TOKENIZER_JSON, FileFormat.TIKTOKEN)
        return both if model.unit is Unit.BYTE else both[:1]
    return (FileFormat.TOKENIZER_JSON,) if isinstance(model, WordPieceModel | UnigramModel) else ()


def as_file(model: AnyModel, format: FileFormat) -> str:
    """The content of the file. Raises InvalidInput when the format cannot hold it."""
    if format is FileFormat.TIKTOKEN:
        if not isinstance(model, BpeModel):
            raise InvalidInput(
                N_("A .tiktoken file holds tokens made of bytes; train BPE on bytes to get one.")
            )
        return tiktoken_ranks(model)
    if isinstance(model, BpeModel):
        content = bpe_tokenizer_json(model)
    elif isinstance(model, WordPieceModel):
        content = wordpiece_tokenizer_json(model)
    elif isinstance(model, UnigramModel):
        content = unigram_tokenizer_json(model)
    else:
        raise InvalidInput(
            N_("Gage's algorithm compresses one text; it leaves no vocabulary to cut others with.")
        )
    return json.dumps(content, ensure_ascii=False, indent=1)


def as_vocabulary(trained: Trained, title: str) -> tuple[Tokenizer, VocabularyInfo]:
    """A tokenizer as read back from the exported file, so that both give the same ids.

    Raises InvalidInput for a compressor's archive.
    """
    content = as_file(trained.run.model, FileFormat.TOKENIZER_JSON).encode()
    loaded = load_tokenizer_json(content)
    tokenizer = _with_marker(loaded.tokenizer, trained.run.model)
    info = VocabularyInfo(
        id="",
        title=title,
        algorithm=loaded.algorithm,
        size=len(list(tokenizer.vocabulary.ids())),
        source="trained here",
        licence="-",
        sha256=hashlib.sha256(content).hexdigest(),
    )
    return tokenizer, info


def _with_marker(tokenizer: Tokenizer, model: AnyModel) -> Tokenizer:
    """Pieces written with the end-of-word mark as it was trained: the file writes one sign for it."""
    if not isinstance(model, BpeModel) or model.marker is None:
        return tokenizer
    ids = {piece: id for id, piece in enumerate(model.pieces)}
    unknown = unknown_name("<unk>", ids)
    ids[unknown] = len(ids)
    vocabulary = PieceVocabulary(ids, unknown=unknown, suffix=model.marker)
    return replace(tokenizer, vocabulary=vocabulary)
