"""Files that visitors bring: told apart by their content, read, or refused with a clear message."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode

import pytest

from app.errors import InputTooLarge, InvalidInput, VocabularyFileError
from app.services.vocabulary_files import (
    LONGEST_TITLE,
    FileKind,
    Reading,
    info_of,
    kind_of,
    read_vocabulary_file,
    title_of,
)
from app.vocabularies.info import Algorithm
from tests.oracles import CONTROL, NORMAL, UNKNOWN, sentencepiece_model

LIMIT = 1_000_000
MODEL = sentencepiece_model(
    [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL), ("▁el", -1.5, NORMAL), ("ñ", -2.0, NORMAL)]
)
RANKS = "".join(f"{b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256)).encode()
WORDS = json.dumps(
    {"model": {"type": "WordLevel", "vocab": {"?": 0, "sol": 1}, "unk_token": "?"}}
).encode()
PIECES = "[UNK]\nel\nniñ\n##o\n".encode()


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (WORDS, "tokenizer.json", FileKind.TOKENIZER_JSON),
        (b"\xef\xbb\xbf\n {}", "x.txt", FileKind.TOKENIZER_JSON),
        (RANKS, "tokenizer.model", FileKind.RANKS),
        (RANKS.replace(b"\n", b"\r\n"), "x", FileKind.RANKS),
        (MODEL, "whatever.txt", FileKind.SENTENCEPIECE),
        (PIECES, "vocab.txt", FileKind.VOCAB_TXT),
        (b"damaged", "X.MODEL", FileKind.SENTENCEPIECE),
    ],
)
def test_the_content_tells_the_kind_and_else_the_name(
    data: bytes, name: str, kind: FileKind
) -> None:
    assert kind_of(data, name) is kind


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"", "vocab.txt", "The file is empty"),
        (gzip.compress(PIECES, mtime=0), "vocab.txt.gz", "looks like gzip"),
        (b"PK\x03\x04rest", "vocab.txt", "looks like ZIP"),
        (b"hello", "notes", "none of the kinds"),
        (b"{", "tokenizer.json", "not JSON"),
        (b"hello", "x.tiktoken", "Line 1 of the rank file is damaged"),
        (b"hello\n", "vocab.txt", "no [UNK] piece"),
        (b"\n\x05\xff", "x.model", "model file is damaged"),
    ],
)
def test_what_cannot_be_read_is_refused(data: bytes, name: str, message: str) -> None:
    with pytest.raises(VocabularyFileError) as caught:
        read_vocabulary_file(data, name, LIMIT)
    assert message in str(caught.value)


def test_a_file_over_the_limit_is_refused() -> None:
    with pytest.raises(InputTooLarge):
        read_vocabulary_file(WORDS, "tokenizer.json", 10)


def test_every_kind_is_read() -> None:
    read = {
        "tokenizer.json": WORDS,
        "a.model": MODEL,
        "vocab.txt": PIECES,
        "a.tiktoken": RANKS,
    }
    found = {
        name: info_of(read_vocabulary_file(data, name, LIMIT), data, name)
        for name, data in read.items()
    }
    assert [info.algorithm for info in found.values()] == [
        Algorithm.WORD_LEVEL,
        Algorithm.UNIGRAM,
        Algorithm.WORDPIECE,
        Algorithm.BYTE_LEVEL_BPE,
    ]
    assert found["a.tiktoken"].size == 256 and found["vocab.txt"].title == "vocab.txt"


def test_what_a_file_does_not_say_is_asked_or_noted() -> None:
    guessed = read_vocabulary_file(RANKS, "a.tiktoken", LIMIT)
    assert [str(note) for note in guessed.notes] and "cl100k" in str(guessed.notes[0])
    told = read_vocabulary_file(RANKS, "a.tiktoken", LIMIT, Reading(pattern="gpt2"))
    assert told.notes == ()
    cased = read_vocabulary_file(PIECES, "vocab.txt", LIMIT, Reading(cased=True))
    assert cased.notes == () and cased.tokenizer.ids("EL") == [0]
    uncased = read_vocabulary_file(PIECES, "vocab.txt", LIMIT, Reading(cased=False))
    assert uncased.tokenizer.ids("EL") == [1]
    with pytest.raises(InvalidInput):
        read_vocabulary_file(RANKS, "a.tiktoken", LIMIT, Reading(pattern="gpt9"))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("/etc/passwd", "passwd"),
        ("..\\..\\a\u202eb.json", "a b.json"),
        ("\x00\n", "?"),
        ("x" * 100, "x" * (LONGEST_TITLE - 1) + "…"),
    ],
)
def test_titles_are_short_and_plain(name: str, title: str) -> None:
    assert title_of(name) == title
