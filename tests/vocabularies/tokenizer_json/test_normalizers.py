"""Normalisers read from the file against the very components that wrote it."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given, settings
from tokenizers import Regex, normalizers

from app.tokenization.charsmap import CharsmapNormalizer
from app.vocabularies.tokenizer_json.document import Node, parse
from app.vocabularies.tokenizer_json.normalizers import read_normalizers
from tests.shared import SHARED, needs_shared
from tests.tokenization.hostile import hostile_text
from tests.vocabularies.tokenizer_json.components import written

COMPONENTS = {
    "forms": normalizers.Sequence([normalizers.NFC(), normalizers.NFKD(), normalizers.NFKC()]),
    "decomposed": normalizers.NFD(),
    "bert": normalizers.BertNormalizer(),
    "bert, accents kept": normalizers.BertNormalizer(strip_accents=False),
    "bert, nothing": normalizers.BertNormalizer(False, False, None, False),
    "lower case": normalizers.Sequence([normalizers.StripAccents(), normalizers.Lowercase()]),
    "strip": normalizers.Strip(left=False, right=True),
    "nmt": normalizers.Nmt(),
    "nested": normalizers.Sequence(
        [normalizers.Sequence([normalizers.Prepend("▁")]), normalizers.Replace(" ", "▁")]
    ),
    "pattern": normalizers.Replace(Regex(r"\s+|^"), "$1"),
}


def normalized(node: Node, text: str) -> str:
    for normalizer in read_normalizers(node):
        text = normalizer.normalize(text).text
    return text


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS.keys())
@settings(max_examples=100, deadline=None)
@given(text=hostile_text)
def test_text_equals_tokenizers(component: normalizers.Normalizer, text: str) -> None:
    assert normalized(written(component), text) == component.normalize_str(text)


def test_no_normalizer_is_none() -> None:
    assert read_normalizers(Node(None, "normalizer")) == ()


@needs_shared
def test_a_precompiled_table_is_applied_as_sentencepiece_does() -> None:
    table = (SHARED / "vocabularies" / "nmt_nfkc-2019.charsmap.bin").read_bytes()
    part = {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(table).decode()}
    node = parse(json.dumps(part).encode())
    (read,) = read_normalizers(node)
    assert isinstance(read, CharsmapNormalizer)
    # The sound mark joins the kana before it (Hugging Face's own goes by grapheme and misses it),
    # and the table says nothing about where spaces go.
    assert read.normalize("  ｶﾞ…  ").text == "  ガ...  "
    assert normalizers.Precompiled(table).normalize_str("ｶﾞ") != "ガ"
