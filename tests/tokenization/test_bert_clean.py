"""BERT's cleaning against tokenizers: all code points, hostile text, spans."""

from __future__ import annotations

from itertools import product
from typing import TypedDict

import pytest
from hypothesis import given, settings
from tokenizers import normalizers

from app.tokenization.bert_clean import BertClean
from tests.tokenization.code_points import every_code_point
from tests.tokenization.hostile import hostile_text


class Options(TypedDict, total=False):
    clean_text: bool
    handle_chinese_chars: bool
    strip_accents: bool | None
    lowercase: bool


OPTIONS = [
    Options(clean_text=clean, handle_chinese_chars=apart, strip_accents=strip, lowercase=lower)
    for clean, apart, strip, lower in product(
        (True, False), (True, False), (None, True, False), (True, False)
    )
]
CASED = Options(lowercase=False)
UNCASED = Options()


@pytest.mark.parametrize("options", [CASED, UNCASED], ids=["cased", "uncased"])
def test_every_code_point(options: Options) -> None:
    ours = BertClean(**options)
    theirs = normalizers.BertNormalizer(**options)
    for text in every_code_point():
        assert ours.normalize(text).text == theirs.normalize_str(text)


@settings(max_examples=300, deadline=None)
@given(text=hostile_text)
def test_text_equals_tokenizers_with_every_option(text: str) -> None:
    for options in OPTIONS:
        ours = BertClean(**options)
        theirs = normalizers.BertNormalizer(**options)
        assert ours.normalize(text).text == theirs.normalize_str(text), options


def test_spans_survive_what_is_dropped_and_spaced() -> None:
    result = BertClean(**CASED).normalize("a\x10b東c")
    assert result.text == "ab 東 c"
    assert [result.origin(at, at + 1) for at in range(6)] == [
        (0, 1), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5)
    ]  # fmt: skip


def test_detail_names_what_is_done() -> None:
    assert BertClean().detail == "clean_text, handle_chinese_chars, strip_accents, lowercase"
    assert BertClean(**CASED).detail == "clean_text, handle_chinese_chars"
