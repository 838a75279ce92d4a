"""WordPiece against an obvious version, tokenizers, and multilingual BERT with its cases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import models, normalizers, pre_tokenizers

from app.tokenization.bert_clean import BertClean
from app.tokenization.decoders import WordPieceDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import BertSplit
from app.tokenization.types import TokenKind
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.tokenization.wordpiece.encoder import WordPiece
from tests.shared import SHARED, cases, golden, needs_shared
from tests.tokenization.code_points import every_code_point
from tests.tokenization.hostile import hostile_text

MBERT = "bert-base-multilingual-cased"
UNKNOWN = "[UNK]"


def slowly(pieces: Mapping[str, int], word: str) -> list[int]:
    """The textbook loop: from the longest candidate to the shortest."""
    found: list[int] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in pieces:
                found.append(pieces[piece])
                start = end
                break
        else:
            return [pieces["[UNK]"]]
    return found


vocabularies = st.lists(st.text(alphabet="#abñ", min_size=1, max_size=4), max_size=12).map(
    lambda found: {piece: id for id, piece in enumerate(dict.fromkeys(["[UNK]", *found]))}
)
words = st.text(alphabet="#abñ", min_size=1, max_size=10)


@settings(max_examples=400, deadline=None)
@given(pieces=vocabularies, word=words)
def test_words_equal_the_textbook_and_tokenizers(pieces: dict[str, int], word: str) -> None:
    ours = WordPiece(pieces)
    ids = [segment.id for segment in ours.segment(word)]
    assert ids == slowly(pieces, word)
    theirs = models.WordPiece(vocab=pieces, unk_token=UNKNOWN, max_input_chars_per_word=100)
    assert [(s.id, (s.start, s.end)) for s in ours.segment(word)] == [
        (token.id, in_code_points(word, token.offsets)) for token in theirs.tokenize(word)
    ]


def in_code_points(word: str, offsets: tuple[int, int]) -> tuple[int, int]:
    """A model used by itself gives offsets in bytes."""
    data = word.encode()
    return len(data[: offsets[0]].decode()), len(data[: offsets[1]].decode())


@settings(max_examples=200, deadline=None)
@given(pieces=vocabularies, word=words)
def test_observed_matches_are_the_tokens(pieces: dict[str, int], word: str) -> None:
    ours = WordPiece(pieces)
    matches = list(ours.iter_matches(word))
    if matches[-1].id is None:
        assert [s.kind for s in ours.segment(word)] == [TokenKind.UNKNOWN]
    else:
        assert [(m.id, m.start, m.end) for m in matches] == [s[:3] for s in ours.segment(word)]
    for match in matches:
        tried = list(ours.candidates(word, match))
        assert [id for _, _, id in tried[:-1]] == [None] * (len(tried) - 1)
        if match.id is not None:
            assert tried[-1][1:] == (match.end, match.id)


def test_any_part_without_a_piece_makes_the_word_unknown() -> None:
    toy = WordPiece({"[UNK]": 0, "te": 1, "x": 2, "##a": 3, "##s": 4})
    assert [s.id for s in toy.segment("texas")] == [0]
    assert toy.segment("texas")[0][1:] == (0, 5, TokenKind.UNKNOWN)


def test_words_over_the_limit_are_unknown() -> None:
    ours = WordPiece({"[UNK]": 0, "a": 1, "##a": 2}, max_characters=100)
    assert [s.id for s in ours.segment("a" * 100)] == [1] + [2] * 99
    assert [s.id for s in ours.segment("a" * 101)] == [0]
    assert ours.is_too_long("a" * 101) and not ours.is_too_long("a" * 100)


def test_without_a_limit_a_long_word_is_linear() -> None:
    ours = WordPiece({"[UNK]": 0, "a": 1, "##aa": 2}, max_characters=10**9)
    assert len(ours.segment("a" * 200_001)) == 100_001


def test_no_unknown_piece_is_an_error() -> None:
    with pytest.raises(KeyError):
        WordPiece({"a": 0})


# -- multilingual BERT ---------------------------------------------------------------------------


@cache
def pieces() -> dict[str, int]:
    lines = (SHARED / "vocabularies" / f"{MBERT}.vocab.txt").read_text(encoding="utf-8")
    return {piece: id for id, piece in enumerate(lines.split("\n")[:-1])}


@cache
def mbert() -> Tokenizer:
    return Tokenizer(
        vocabulary=PieceVocabulary(pieces(), PieceStyle.WORDPIECE, unknown="[UNK]"),
        pre_tokenizer=BertSplit(),
        segmenter=WordPiece(pieces()),
        decoder=WordPieceDecoder(),
        normalizers=(BertClean(lowercase=False),),
    )


@cache
def reference() -> tokenizers.Tokenizer:
    made = tokenizers.Tokenizer(models.WordPiece(vocab=pieces(), unk_token=UNKNOWN))
    made.normalizer = normalizers.BertNormalizer(lowercase=False)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def expected(text: str) -> list[tuple[int, tuple[int, int]]]:
    encoding = reference().encode(text, add_special_tokens=False)
    return list(zip(encoding.ids, encoding.offsets, strict=True))


@needs_shared
@settings(max_examples=300, deadline=None)
@given(text=hostile_text)
def test_ids_and_spans_equal_tokenizers(text: str) -> None:
    tokens = mbert().encode(text).tokens
    assert [(t.id, (t.start, t.end)) for t in tokens] == expected(text)


@needs_shared
@pytest.mark.parametrize("after", ["", "a", " "])
def test_every_code_point(after: str) -> None:
    for text in every_code_point("a", after):
        assert mbert().ids(text) == [id for id, _ in expected(text)]


@needs_shared
def test_the_recorded_ids() -> None:
    for case in golden("real_vocabularies")["cases"]:
        assert mbert().ids(case["text"]) == case["ids"][MBERT], case["text"]


def measured() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(id, text, what multilingual BERT makes of it) of every case that says so."""
    for case in cases("surrogates-nul-invalid", "unicode", "whitespace", "wordpiece-unk",
                      "decode-offsets", "pretokenize"):  # fmt: skip
        expected = case["expected"]
        if "mbert" in expected:
            yield case["id"], ast.literal_eval(case["input"]), expected["mbert"]
        for name, nested in expected.items():
            if not isinstance(nested, dict) or not isinstance(nested.get("mbert"), dict):
                continue
            quoted = re.search("'.*'", name)
            text = ast.literal_eval(quoted[0] if quoted else case["input"])
            yield f"{case['id']}: {name}", name if name.isdigit() else text, nested["mbert"]


@needs_shared
@pytest.mark.parametrize(
    ("text", "wanted"),
    [pytest.param(text, wanted, id=id) for id, text, wanted in measured()],
)
def test_cases(text: str, wanted: dict[str, Any]) -> None:
    tokens = mbert().encode(text).tokens
    assert [t.id for t in tokens] == wanted["ids"]
    assert [t.piece for t in tokens] == wanted["pieces"]
    if "char_spans" in wanted:
        assert [[t.start, t.end] for t in tokens] == wanted["char_spans"]


@needs_shared
@pytest.mark.books
@pytest.mark.parametrize("book", ["quijote-es", "la-regenta", "amar-es-vencer", "quixote-en"])
def test_a_whole_book(book: str) -> None:
    text = (SHARED / "corpora" / f"{book}.txt").read_text(encoding="utf-8")
    assert mbert().ids(text) == [id for id, _ in expected(text)]
