"""Reading a vocabulary file that somebody brings: which of the four kinds it is, and its tokenizer.

The content decides, for files are renamed (Llama 3's `tokenizer.model` is a rank file); where the
content does not say, the end of the name does. Neither name nor content is logged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from app.errors import N_, InputTooLarge, VocabularyFileError
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.integrity import sha256_hex
from app.vocabularies.loaded import LoadedVocabulary
from app.vocabularies.rank_tokenizer import load_rank_file
from app.vocabularies.sentencepiece_tokenizer import load_sentencepiece
from app.vocabularies.tokenizer_json.reader import load_tokenizer_json
from app.vocabularies.vocab_txt import read_vocab_txt

LONGEST_TITLE = 40
UPLOADED = "own file"
"""`VocabularyInfo.source` of a vocabulary that a visitor brought."""


class FileKind(StrEnum):
    """The kinds of file that are read; the value is the usual name."""

    TOKENIZER_JSON = "tokenizer.json"
    SENTENCEPIECE = "tokenizer.model"
    RANKS = "ranks.tiktoken"
    VOCAB_TXT = "vocab.txt"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file does not say of itself: the name of the splitting pattern of a rank file, and
    whether a `vocab.txt` keeps capital letters. None: as the file suggests."""

    pattern: str | None = None
    cased: bool | None = None


_BY_NAME = {
    ".json": FileKind.TOKENIZER_JSON,
    ".model": FileKind.SENTENCEPIECE,
    ".tiktoken": FileKind.RANKS,
    ".txt": FileKind.VOCAB_TXT,
}
_PACKED = {
    b"PK\x03\x04": "ZIP",
    b"\x1f\x8b": "gzip",
    b"\xfd7zXZ": "xz",
    b"BZh": "bzip2",
    b"7z\xbc\xaf": "7z",
    b"%PDF-": "PDF",
}
_RANK_LINE = re.compile(rb"[A-Za-z0-9+/]+={0,2} [0-9]+\r?(?:\n|\Z)")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def kind_of(data: bytes, name: str) -> FileKind:
    """Which kind a file is.

    Raises VocabularyFileError for an empty or a packed file and for one that is none of them.

    >>> kind_of(b'{"model": {}}', "x.bin").value, kind_of(b"IQ== 0\\nIg== 1\\n", "tokenizer.model").value
    ('tokenizer.json', 'ranks.tiktoken')
    """
    if not data:
        raise VocabularyFileError(N_("The file is empty."))
    for signature, packed in _PACKED.items():
        if data.startswith(signature):
            raise VocabularyFileError(
                N_(
                    "The file is packed or of another kind (it looks like %(kind)s). "
                    "Take the vocabulary file out of it and choose that one."
                ),
                kind=packed,
            )
    if data.removeprefix(b"\xef\xbb\xbf")[:256].lstrip().startswith(b"{"):
        return FileKind.TOKENIZER_JSON
    if _RANK_LINE.match(data):
        return FileKind.RANKS
    # A model is a run of messages: field 1 of bytes, with control characters for lengths.
    if data.startswith(b"\n") and _CONTROL.search(data[:256]):
        return FileKind.SENTENCEPIECE
    by_name = next((kind for end, kind in _BY_NAME.items() if name.lower().endswith(end)), None)
    if by_name is None:
        raise VocabularyFileError(
            N_(
                "The file is none of the kinds that are read here: tokenizer.json (Hugging Face), "
                ".model (SentencePiece), vocab.txt (BERT) and .tiktoken (ranks)."
            )
        )
    return by_name


def read_vocabulary_file(
    data: bytes, name: str, max_bytes: int, reading: Reading | None = None
) -> LoadedVocabulary:
    """The tokenizer of a file.

    Raises InputTooLarge; VocabularyFileError, or UnsupportedComponent, saying where; InvalidInput
    for an unknown splitting pattern.
    """
    reading = reading or Reading()
    if len(data) > max_bytes:
        raise InputTooLarge(
            N_("The file has %(size)s bytes; the limit is %(limit)s. Choose a smaller one."),
            size=len(data),
            limit=max_bytes,
        )
    match kind_of(data, name):
        case FileKind.TOKENIZER_JSON:
            return load_tokenizer_json(data, max_bytes=max_bytes)
        case FileKind.SENTENCEPIECE:
            return load_sentencepiece(data)
        case FileKind.RANKS:
            return load_rank_file(data, reading.pattern)
        case FileKind.VOCAB_TXT:
            return read_vocab_txt(data, cased=reading.cased, max_bytes=max_bytes)


def info_of(loaded: LoadedVocabulary, data: bytes, name: str) -> VocabularyInfo:
    """The facts about a file that was brought; the shelf gives it its id."""
    return VocabularyInfo(
        id="",
        title=title_of(name),
        algorithm=loaded.algorithm,
        size=len(loaded.tokenizer.vocabulary),
        source=UPLOADED,
        licence="-",
        sha256=sha256_hex(data),
    )


def title_of(name: str) -> str:
    """What a file is called on the page: its name without folders, on one short line.

    >>> title_of("C:\\\\tmp\\\\mi vocabulario.json"), title_of("..")
    ('mi vocabulario.json', '?')
    """
    last = re.split(r"[/\\]", name)[-1]
    title = " ".join(_UNSEEN.sub(" ", last).split()).strip(". ")
    if len(title) > LONGEST_TITLE:
        title = title[: LONGEST_TITLE - 1] + "…"
    return title or "?"
