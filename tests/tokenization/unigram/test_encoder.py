"""The Unigram segmenter against sentencepiece and tokenizers."""

from __future__ import annotations

import ast
import hashlib
import json
import math
import re
from functools import cache
from typing import Any

import pytest
import sentencepiece
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import VocabularyFileError
from app.tokenization.charsmap import CharsmapNormalizer, read_charsmap
from app.tokenization.types import Segment, TokenKind
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.unigram.viterbi import DOUBLE
from tests.oracles import (
    BYTE,
    NORMAL,
    UNKNOWN,
    sentencepiece_model,
    sentencepiece_xlm_r,
    xlm_r_charsmap,
    xlm_r_pieces,
)
from tests.shared import SHARED, cases, golden, needs_shared
from tests.tokenization.hostile import hostile_text

CASES = {
    case["id"]: case for case in cases("performance", "unicode", "whitespace", "decode-offsets")
}


@cache
def xlm_r() -> tuple[CharsmapNormalizer, Unigram]:
    pieces = {piece: (id, score) for id, (piece, score) in enumerate(xlm_r_pieces())}
    for special in ("<s>", "<pad>", "</s>", "<unk>", "<mask>"):
        del pieces[special]
    return CharsmapNormalizer(read_charsmap(xlm_r_charsmap())), Unigram(pieces, unknown_id=3)


def ids(text: str) -> list[int]:
    normalizer, unigram = xlm_r()
    return [segment.id for segment in unigram.segment(normalizer.normalize(text).text)]


def tokens(text: str) -> list[tuple[int, int, int]]:
    normalizer, unigram = xlm_r()
    normalized = normalizer.normalize(text)
    found = unigram.segment(normalized.text)
    return [(s.id, *normalized.origin(s.start, s.end)) for s in found]


def inside_expansion(text: str, position: int) -> bool:
    """Whether sentencepiece's alignment has several characters that start at this position."""
    origins = sentencepiece_xlm_r().normalize(text)[1][1:]
    return origins.count(position) > 1


@needs_shared
class TestXlmR:
    @given(text=hostile_text)
    @settings(max_examples=500, deadline=None)
    def test_ids_and_spans_equal_sentencepiece(self, text: str) -> None:
        expected = sentencepiece_xlm_r().tokens(text)
        assert ids(text) == [id for id, _, _ in expected]
        for ours, theirs in zip(tokens(text), expected, strict=True):
            assert ours[:2] == theirs[:2]
            # Where a token ends inside what one character became, ours ends after that character.
            assert ours[2] == theirs[2] or inside_expansion(text, theirs[2])

    def test_nothing_has_no_tokens(self) -> None:
        assert ids("") == ids("  \n") == []

    @pytest.mark.parametrize(
        "name", ["off-removed-chars", "ws-runs", "uni-nfkc-expand", "uni-halfwidth"]
    )
    def test_cases(self, name: str) -> None:
        case = CASES[name]
        text = ast.literal_eval(case["input"])
        expected = case["expected"]
        wanted = expected.get("xlmr") or expected["runs"]["xlmr"]
        assert ids(text) == wanted["ids"]
        spans = wanted.get("char_spans") or expected.get("xlmr_spans", {}).get("char_spans")
        if spans is not None:
            assert [list(token[1:]) for token in tokens(text)] == spans

    def test_a_run_of_8000_words_without_spaces(self) -> None:
        expected = CASES["perf-unigram"]["expected"]["xlmr"]
        found = ids("casa" * 8000)
        assert len(found) == expected["count"]
        digest = hashlib.sha256(json.dumps(found, separators=(",", ":")).encode()).hexdigest()
        assert digest == expected["sha256_of_json_ids"]

    @pytest.mark.parametrize("unit", ["a", "casa", "文", "🦙", "\u0301", "▁", "ｶﾞ"])
    def test_time_grows_with_length(self, unit: str) -> None:
        text = unit * (200_000 // len(unit))
        found = ids(text)
        assert found == sentencepiece_xlm_r().ids(text)

    @pytest.mark.books
    @pytest.mark.parametrize(
        ("book", "language"),
        [
            ("quijote-es", "es"),
            ("quixote-en", "en"),
            ("la-regenta", None),
            ("amar-es-vencer", None),
        ],
    )
    def test_whole_books(self, book: str, language: str | None) -> None:
        text = (SHARED / "corpora" / f"{book}.txt").read_text(encoding="utf-8")
        assert ids(text) == sentencepiece_xlm_r().ids(text)
        if language is not None:
            counts = golden("quijote")["vocabularies"]["xlm-roberta-base"]
            assert len(ids(re.sub(r"\s+", " ", text))) == counts[language]

    @pytest.mark.books
    def test_a_book_without_spaces(self) -> None:
        """One word of a million characters: the running score passes its restart many times."""
        text = (SHARED / "corpora" / "la-regenta.txt").read_text(encoding="utf-8")
        text = re.sub(r"\s+", "", text)[:1_000_000]
        assert ids(text) == sentencepiece_xlm_r().ids(text)


# -- small vocabularies, where ties and close calls abound --------------------------------------

PIECES = ("▁", "▁a", "a", "b", "ab", "ba", "aab", "bb", "▁ab", "▁ba", "abab", "c▁a", "▁▁", "cc")
SCORES = (-1.0, -2.0, -2.5, -3.0, -0.1, -0.2, -0.3, -17.123, -2.0000002, -1e-8, -40_000.5)


@st.composite
def vocabularies(draw: st.DrawFn) -> dict[str, float]:
    chosen = draw(st.lists(st.sampled_from(PIECES), min_size=1, unique=True))
    score = st.sampled_from(SCORES) | st.floats(-30, 2, width=32)
    return {piece: draw(score) for piece in chosen}


small_text = st.text(alphabet="ab cñ▁", max_size=30) | st.builds(
    lambda unit, n: unit * n, st.text(alphabet="ab c", min_size=1, max_size=6), st.integers(1, 60)
)


def reference(scores: dict[str, float], byte_fallback: bool) -> Any:
    pieces = [("<unk>", 0.0, UNKNOWN), *((p, s, NORMAL) for p, s in scores.items())]
    if byte_fallback:
        pieces += [(f"<0x{byte:02X}>", 0.0, BYTE) for byte in range(256)]
    model = sentencepiece_model(pieces, byte_fallback=byte_fallback)
    return sentencepiece.SentencePieceProcessor(model_proto=model)


@given(scores=vocabularies(), text=small_text, byte_fallback=st.booleans())
@settings(max_examples=600, deadline=None)
def test_every_vocabulary_equals_sentencepiece(
    scores: dict[str, float], text: str, byte_fallback: bool
) -> None:
    byte_ids = range(1 + len(scores), 257 + len(scores)) if byte_fallback else None
    pieces = {piece: (id, score) for id, (piece, score) in enumerate(scores.items(), 1)}
    unigram = Unigram(pieces, 0, byte_ids=byte_ids)
    normalized = CharsmapNormalizer({}).normalize(text).text
    for _ in range(2):  # the second time from what is remembered
        found = unigram.segment(normalized)
        assert [s.id for s in found] == reference(scores, byte_fallback).encode(text)
        covered = {i for s in found for i in range(s.start, s.end)}
        assert covered == set(range(len(normalized)))


@given(scores=vocabularies(), text=small_text)
@settings(max_examples=300, deadline=None)
def test_in_64_bits_equals_tokenizers(scores: dict[str, float], text: str) -> None:
    vocabulary = [("<unk>", 0.0), *scores.items()]
    model = tokenizers.models.Unigram(vocabulary, 0, False)
    theirs = [token.id for token in tokenizers.Tokenizer(model).model.tokenize(text)]
    pieces = {piece: (id, score) for id, (piece, score) in enumerate(vocabulary)}
    ours = Unigram(pieces, 0, arithmetic=DOUBLE).segment(text)
    assert [segment.id for segment in ours] == theirs


def test_unknown_neighbours_become_one_token() -> None:
    unigram = Unigram({"a": (1, -1.0)}, unknown_id=0)
    assert unigram.segment("xya▁▁z") == (
        Segment(0, 0, 2, TokenKind.UNKNOWN),
        Segment(1, 2, 3),
        Segment(0, 3, 6, TokenKind.UNKNOWN),
    )


def test_bytes_of_a_character_share_its_span() -> None:
    unigram = Unigram({"a": (1, -1.0)}, unknown_id=0, byte_ids=range(10, 266))
    assert unigram.segment("añ") == (
        Segment(1, 0, 1),
        Segment(10 + 0xC3, 1, 2, TokenKind.BYTE),
        Segment(10 + 0xB1, 1, 2, TokenKind.BYTE),
    )


@pytest.mark.parametrize("score", [math.nan, math.inf, -1e300])
def test_scores_that_are_no_numbers_are_refused(score: float) -> None:
    with pytest.raises(VocabularyFileError, match="“a” is not a finite number"):
        Unigram({"a": (1, score)}, unknown_id=0)


def test_a_vocabulary_without_pieces_knows_nothing() -> None:
    assert [s.kind for s in Unigram({}, unknown_id=0).segment("hola")] == [TokenKind.UNKNOWN]


def test_pieces_whose_beginnings_would_fill_the_memory_are_refused() -> None:
    with pytest.raises(VocabularyFileError, match="a piece of 100000 characters"):
        Unigram({"?": (0, 0.0), "a" * 100_000: (1, -1.0)}, 0)
    long = {f"{number:0256}": (number, -1.0) for number in range(1_600)}
    with pytest.raises(VocabularyFileError, match="more long pieces than we read"):
        Unigram(long, 0)
    assert Unigram(dict(list(long.items())[:1_000]), 0).segment("0" * 256)[0].id == 0
