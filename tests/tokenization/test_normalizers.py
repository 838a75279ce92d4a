"""Each normaliser against its namesake in tokenizers, over all code points and hostile text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, normalizers

from app.tokenization import normalizers as own
from app.tokenization.stages import Normalizer
from tests.tokenization.code_points import every_code_point
from tests.tokenization.hostile import hostile_text

PAIRS: dict[str, tuple[Normalizer, normalizers.Normalizer]] = {
    "lowercase": (own.Lowercase(), normalizers.Lowercase()),
    "strip accents": (own.StripAccents(), normalizers.StripAccents()),
    "strip": (own.Strip(), normalizers.Strip()),
    "strip left": (own.Strip(right=False), normalizers.Strip(left=True, right=False)),
    "strip right": (own.Strip(left=False), normalizers.Strip(left=False, right=True)),
    "nmt": (own.Nmt(), normalizers.Nmt()),
    "prepend": (own.Prepend("▁"), normalizers.Prepend("▁")),
    "replace": (own.Replace("a", "bb"), normalizers.Replace("a", "bb")),
    "replace pattern": (
        own.ReplacePattern(r"\s+", "·"),
        normalizers.Replace(Regex(r"\s+"), "·"),
    ),
    "sentencepiece": (
        own.PrependSpaceMarker(),
        normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]),
    ),
}
pairs = pytest.mark.parametrize(("ours", "theirs"), PAIRS.values(), ids=PAIRS.keys())


@pairs
def test_every_code_point(ours: Normalizer, theirs: normalizers.Normalizer) -> None:
    for text in every_code_point():
        assert ours.normalize(text).text == theirs.normalize_str(text)


@pairs
@settings(max_examples=200, deadline=None)
@given(text=hostile_text | st.text(alphabet=" \t\u2003aΣİ", max_size=8))
def test_text_equals_tokenizers(
    ours: Normalizer, theirs: normalizers.Normalizer, text: str
) -> None:
    result = ours.normalize(text)
    assert result.text == theirs.normalize_str(text)
    for at in range(len(result.text)):
        start, end = result.origin(at, at + 1)
        assert 0 <= start <= end <= len(text)


def spans(normalizer: Normalizer, text: str) -> list[tuple[int, int]]:
    result = normalizer.normalize(text)
    return [result.origin(at, at + 1) for at in range(len(result.text))]


def test_what_is_prepended_comes_from_nowhere() -> None:
    assert spans(own.PrependSpaceMarker(), "a b") == [(0, 0), (0, 1), (1, 2), (2, 3)]
    assert spans(own.Prepend("<<"), "a") == [(0, 0), (0, 0), (0, 1)]


def test_metaspace_puts_no_second_mark() -> None:
    marker = own.PrependSpaceMarker(unless_marked=True)
    assert marker.normalize(" a").text == marker.normalize("▁a").text == "▁a"
    assert own.PrependSpaceMarker().normalize(" a").text == "▁▁a"
    assert own.PrependSpaceMarker(prepend=False).normalize("a b").text == "a▁b"


def test_an_empty_text_gets_no_mark() -> None:
    assert own.PrependSpaceMarker().normalize("").text == ""
    assert own.MarkWords().normalize("  ").text == ""


def test_marked_words_stand_for_their_white_space() -> None:
    assert spans(own.MarkWords(), "a  b ") == [(0, 0), (0, 1), (1, 3), (3, 4)]
    assert own.MarkWords().normalize("a ▁b").text == "▁a▁b"
