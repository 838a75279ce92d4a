"""The pipeline over real ranks: ids, spans, cells, truncation, special tokens."""

from __future__ import annotations

import base64
from functools import cache

import pytest

from app.errors import InvalidInput
from app.tokenization.alignment import cells
from app.tokenization.bpe.encoder import ByteBpe
from app.tokenization.decoders import ByteDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import RegexSplit
from app.tokenization.special_tokens import AddedToken, SpecialPolicy
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.types import TokenKind
from app.tokenization.vocabulary import ByteVocabulary
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared


@cache
def cl100k() -> Tokenizer:
    lines = (SHARED / "vocabularies/cl100k_base.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    special = {"<|endoftext|>": 100257}
    return Tokenizer(
        vocabulary=ByteVocabulary(ranks, special),
        pre_tokenizer=RegexSplit(SPLIT_PATTERNS["cl100k"].regex),
        segmenter=ByteBpe(ranks),
        decoder=ByteDecoder(),
        added_tokens=tuple(AddedToken(text, id) for text, id in special.items()),
    )


def test_ids_pieces_and_spans() -> None:
    encoding = cl100k().encode("El niño 漢")
    assert encoding.ids == cl100k().ids("El niño 漢")
    assert [t.piece for t in encoding.tokens[:3]] == ["El", "Ġni", "Ã±o"]
    assert [(t.start, t.end) for t in encoding.tokens[:3]] == [(0, 2), (2, 5), (5, 7)]
    assert not any(t.splits_character for t in encoding.tokens[:3])
    assert encoding.tokens[-1].splits_character


def test_cells_give_the_text_back() -> None:
    text = "¡漢字🙂!\r\n\tfin "
    encoding = cl100k().encode(text)
    made = cells(text, encoding.tokens)
    assert "".join(cell.text for cell in made) == text
    assert any(len(cell.tokens) > 1 for cell in made)


def test_truncation_keeps_the_full_count() -> None:
    text = "uno dos tres cuatro cinco"
    whole = cl100k().encode(text)
    some = cl100k().encode(text, max_tokens=2)
    assert (some.count, some.truncated, some.ids) == (whole.count, True, whole.ids[:2])


def test_the_last_token_kept_still_knows_it_shares_a_character() -> None:
    # 🙂 is two tokens in cl100k: the second is cut off, the first must still say so.
    assert cl100k().encode("🙂", max_tokens=1).tokens[0].splits_character


def test_special_tokens_by_policy() -> None:
    text = "uno<|endoftext|>"
    assert cl100k().encode(text).tokens[-1].kind is TokenKind.NORMAL
    assert cl100k().encode(text, SpecialPolicy.AS_SPECIAL).ids[-1] == 100257
    with pytest.raises(InvalidInput, match="character 3"):
        cl100k().encode(text, SpecialPolicy.REFUSE)


def test_lone_surrogates_read_as_replacement_characters() -> None:
    assert cl100k().ids("a\ud83db") == [64, 5809, 65]
    assert cl100k().ids("\ud83d\udc4d") == [9468, 239, 235]


def test_decode_says_when_a_character_is_cut() -> None:
    ids = cl100k().ids("🙂")
    assert cl100k().decode(ids) == ("🙂", True)
    assert cl100k().decode(ids[:1]).complete is False


def test_explain_is_encode_with_records() -> None:
    text = "El niño juega."
    explanation = cl100k().explain(text)
    assert explanation.encoding == cl100k().encode(text)
    assert [record.stage for record in explanation.stages] == ["special", "pre_tokenize", "segment"]
    pre = explanation.stages[1]
    assert [part.text for part in pre.after] == ["El", " niño", " juega", "."]


def test_a_run_of_one_letter_is_near_linear() -> None:
    # 100,000 letters: 12,500 tokens of eight (a quadratic loop would not end here).
    assert cl100k().ids("a" * 100_000) == [70540] * 12_500


def test_a_window_keeps_the_tokens_that_touch_it_and_counts_all() -> None:
    text = "uno dos tres 🙂 cuatro cinco " + "a" * 500
    whole = cl100k().encode(text)
    for start, end in [(0, 3), (5, 14), (13, 14), (14, 400), (300, 310)]:
        part = cl100k().encode(text, window=(start, end))
        wanted = [
            (number, token)
            for number, token in enumerate(whole.tokens)
            if token.start < end and token.end > start
        ]
        assert part.count == whole.count
        assert part.first == wanted[0][0]
        assert [(t.id, t.start, t.splits_character) for t in part.tokens] == [
            (t.id, t.start, t.splits_character) for _, t in wanted
        ]


def test_a_window_that_ends_before_the_last_part_still_counts_it() -> None:
    for text in ("uno dos", "uno dos tres", "uno"):
        whole = cl100k().encode(text)
        for end in range(1, len(text) + 1):
            assert cl100k().encode(text, window=(0, end)).count == whole.count
        for kept in range(1, whole.count + 1):
            part = cl100k().encode(text, max_tokens=kept)
            assert (part.count, part.tokens) == (whole.count, whole.tokens[:kept])
