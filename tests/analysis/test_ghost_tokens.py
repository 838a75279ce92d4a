"""Ghosts: none is ever produced, everything else is; toy vocabularies with a ghost of each kind."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.ghost_tokens import MAX_SHOWN, Obstacle, beaten_pieces, find_ghosts
from app.tokenization.bpe.encoder import ByteBpe, PieceBpe
from app.tokenization.budget import Budget
from app.tokenization.decoders import ByteDecoder, MetaspaceDecoder, WordPieceDecoder
from app.tokenization.normalizers import Lowercase, PrependSpaceMarker
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import BertSplit, MarkerSplit, RegexSplit
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.vocabulary import ByteVocabulary, PieceStyle, PieceVocabulary
from app.tokenization.wordpiece.encoder import WordPiece
from tests.analysis.vocabularies import real

BYTES = {bytes((byte,)): byte for byte in range(256)}


def byte_level(tokens: list[bytes], *, whole_pieces: bool = True) -> Tokenizer:
    ids = BYTES | {token: 256 + rank for rank, token in enumerate(tokens)}
    return Tokenizer(
        vocabulary=ByteVocabulary(ids, {"<|end|>": 999}),
        pre_tokenizer=RegexSplit(SPLIT_PATTERNS["gpt2"].regex),
        segmenter=ByteBpe(ids, whole_pieces=whole_pieces),
        decoder=ByteDecoder(),
    )


def ghosts(tokenizer: Tokenizer) -> list[tuple[str, str]]:
    return [(ghost.piece, ghost.obstacle.value) for ghost in find_ghosts(tokenizer).shown]


def test_a_token_that_the_pattern_always_splits() -> None:
    assert ghosts(byte_level([b"a.", b"a.b", b"ab"])) == [("a.", "split"), ("a.b", "split")]


def test_a_token_that_its_merges_do_not_build() -> None:
    # "bc" is merged first, and nothing joins it with "a" or "d".
    tokens = [b"bc", b"ab", b"cd", b"abcd"]
    assert ghosts(byte_level(tokens)) == []
    assert ghosts(byte_level(tokens, whole_pieces=False)) == [("abcd", "cut-otherwise")]


def test_parts_of_characters_are_no_ghosts_when_their_merges_build_them() -> None:
    assert ghosts(byte_level(["ñ".encode(), "🙂".encode()[:2]])) == []
    broken = "🙂".encode()[:3]
    assert ghosts(byte_level([broken])) == [("ðŁĻ", "cut-otherwise")]


def test_pieces_that_normalisation_rewrites() -> None:
    ids = {"<unk>": 0, "▁": 1, "a": 2, "▁a": 3, "A": 4}
    tokenizer = Tokenizer(
        vocabulary=PieceVocabulary(ids, PieceStyle.METASPACE, unknown="<unk>"),
        pre_tokenizer=MarkerSplit(),
        segmenter=PieceBpe(ids, rank_of=lambda left, right: ids.get(left + right), unknown_id=0),
        decoder=MetaspaceDecoder(),
        normalizers=(Lowercase(), PrependSpaceMarker()),
    )
    assert ghosts(tokenizer) == [("A", "rewritten")]


def test_wordpiece_pieces_with_punctuation_inside() -> None:
    pieces = {"[UNK]": 0, "[unused1]": 1, "sol": 2, "##es": 3, ".": 4, "##-a": 5}
    tokenizer = Tokenizer(
        vocabulary=PieceVocabulary(pieces, PieceStyle.WORDPIECE, unknown="[UNK]"),
        pre_tokenizer=BertSplit(),
        segmenter=WordPiece(pieces),
        decoder=WordPieceDecoder(),
    )
    assert ghosts(tokenizer) == [("[unused1]", "split"), ("##-a", "split")]


@pytest.mark.parametrize("vocabulary", ["gpt2", "o200k_base", "llama-2"])
def test_these_real_vocabularies_have_none(vocabulary: str) -> None:
    report = find_ghosts(real(vocabulary))
    assert (report.count, report.checked) == (0, report.total)


def test_xlm_r_has_pieces_that_smaller_ones_beat() -> None:
    tokenizer = real("xlm-roberta-base")
    report = find_ghosts(tokenizer)
    assert report.count == len(report.shown) == 9
    for ghost in report.shown:
        assert ghost.obstacle is Obstacle.CUT_OTHERWISE
        text = ghost.piece.replace("▁", " ")
        for before, after in product(("", "x", "el ", "漢"), ("", "x", " y", ".")):
            assert ghost.id not in tokenizer.ids(before + text + after)


def test_a_sample_of_the_others_does_come_up() -> None:
    tokenizer = real("gpt2")
    for id in random.Random(7).sample(range(50256), 300):
        data = tokenizer.vocabulary.bytes_of(id)
        if data.isascii():
            assert tokenizer.ids(data.decode()) == [id]


def test_the_list_is_bounded_and_the_count_is_not() -> None:
    report = find_ghosts(byte_level([f"a.{number}".encode() for number in range(200)]))
    assert report.count == 200 and len(report.shown) == MAX_SHOWN


def test_the_budget_stops_it_and_says_so() -> None:
    report = find_ghosts(byte_level([b"ab"] * 1), Budget(max_steps=256))
    assert (report.checked, report.total) == (256, 257)


@given(
    st.dictionaries(
        st.text("abc", min_size=1, max_size=4), st.integers(-20, -1).map(float), max_size=12
    )
)
def test_beaten_pieces_against_every_way(scores: dict[str, float]) -> None:
    def ways(text: str, whole: str) -> list[float]:
        if not text:
            return [0.0]
        found = []
        for end in range(1, len(text) + 1):
            head = text[:end]
            if head in scores and head != whole:
                found += [scores[head] + rest for rest in ways(text[end:], whole)]
        return found

    expected = {piece for piece in scores if max(ways(piece, piece), default=-99) > scores[piece]}
    assert beaten_pieces(scores) == expected
