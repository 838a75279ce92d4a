"""BERT's vocab.txt: what is read, what is guessed, what is refused."""

from __future__ import annotations

import pytest
import tokenizers
from hypothesis import given, settings
from tokenizers import models, normalizers, pre_tokenizers, processors

from app.errors import VocabularyFileError
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import TokenKind
from app.vocabularies.info import Algorithm
from app.vocabularies.vocab_txt import read_vocab_txt
from tests.shared import SHARED, golden, needs_shared
from tests.tokenization.hostile import hostile_text

LETTERS = "aeioubcdlmnñsz.,¡?"
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused1]", "casa", "niño", "nino", "el"]
PIECES += [*LETTERS, *(f"##{letter}" for letter in LETTERS), "Él"]
FILE = "\n".join(PIECES).encode() + b"\n"


def reference(*, lowercase: bool) -> tokenizers.Tokenizer:
    vocab = {piece: id for id, piece in enumerate(PIECES)}
    made = tokenizers.Tokenizer(models.WordPiece(vocab=vocab, unk_token=PIECES[1]))
    made.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    made.add_special_tokens(PIECES[:5])
    return made


@settings(max_examples=200, deadline=None)
@given(text=hostile_text)
def test_ids_equal_tokenizers_in_either_case(text: str) -> None:
    for cased in (True, False):
        ours = read_vocab_txt(FILE, cased=cased).tokenizer
        encoding = ours.encode(text, SpecialPolicy.AS_SPECIAL, add_special_tokens=True)
        assert encoding.ids == reference(lowercase=not cased).encode(text).ids


def test_the_case_is_guessed_and_said() -> None:
    cased = read_vocab_txt(FILE)
    assert "cased vocabulary, because it has pieces with capital" in str(cased.notes[0])
    assert cased.tokenizer.ids("Él") == [PIECES.index("Él")]
    uncased = read_vocab_txt(FILE.replace("Él\n".encode(), b""))
    assert "uncased vocabulary, because no piece has a capital" in str(uncased.notes[0])
    assert uncased.tokenizer.ids("ÉL") == [PIECES.index("el")]
    assert read_vocab_txt(FILE, cased=True).notes == ()


def test_facts_and_special_tokens() -> None:
    loaded = read_vocab_txt(FILE)
    vocabulary = loaded.tokenizer.vocabulary
    assert loaded.algorithm is Algorithm.WORDPIECE
    assert len(vocabulary) == len(PIECES)
    assert [vocabulary.kind(id) for id in (0, 1, 2, 5, 6)] == [
        TokenKind.SPECIAL, TokenKind.UNKNOWN, TokenKind.SPECIAL, TokenKind.NORMAL, TokenKind.NORMAL
    ]  # fmt: skip
    assert loaded.tokenizer.decode(loaded.tokenizer.ids("el casas.")).text == "el casas ."


def test_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    expected = read_vocab_txt(FILE).tokenizer.ids("el niño casas")
    for variant in (
        FILE.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + FILE,
        FILE + b"\n\n",
        FILE[:-1],
    ):
        assert read_vocab_txt(variant).tokenizer.ids("el niño casas") == expected


def test_without_cls_and_sep_nothing_is_put_around() -> None:
    tokenizer = read_vocab_txt(b"[UNK]\na\n").tokenizer
    assert tokenizer.encode("a", add_special_tokens=True).ids == [1]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "Line 1 of the vocabulary is empty"),
        (b"a\nb\n", r"no \[UNK\] piece"),
        (b"[UNK]\n\na\n", "Line 2 of the vocabulary is empty"),
        (b"[UNK]\na\r\n\r\nb", "Line 3 of the vocabulary is empty"),
        (b"[UNK]\na\nb\na\n", "Line 4 of the vocabulary repeats line 2, “a”"),
        (b"[UNK]\n\xff\xfe", "not UTF-8 text: byte 6"),
        ("[UNK]\nñ".encode("utf-16"), "not UTF-8 text: byte 0"),
    ],
)
def test_damaged_files(data: bytes, message: str) -> None:
    with pytest.raises(VocabularyFileError, match=message):
        read_vocab_txt(data)


def test_limits_are_parameters() -> None:
    with pytest.raises(VocabularyFileError, match="larger than 5 bytes"):
        read_vocab_txt(FILE, max_bytes=5)
    with pytest.raises(VocabularyFileError, match="more than 3 lines"):
        read_vocab_txt(FILE, max_pieces=3)


@needs_shared
def test_multilingual_bert() -> None:
    name = "bert-base-multilingual-cased"
    loaded = read_vocab_txt((SHARED / "vocabularies" / f"{name}.vocab.txt").read_bytes())
    assert "Read as a cased" in str(loaded.notes[0])
    for case in golden("real_vocabularies")["cases"]:
        assert loaded.tokenizer.ids(case["text"]) == case["ids"][name], case["text"]
