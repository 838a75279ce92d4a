"""Each pre-tokenizer against its namesake in tokenizers: parts and spans."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, pre_tokenizers

from app.tokenization import pre_tokenizers as own
from app.tokenization.pre_tokenizers import Behavior, RegexSplit
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.stages import PreTokenizer
from tests.tokenization.code_points import every_code_point
from tests.tokenization.hostile import hostile_text

PAIRS: dict[str, tuple[PreTokenizer, pre_tokenizers.PreTokenizer]] = {
    "whitespace": (own.WhitespaceSplit(), pre_tokenizers.WhitespaceSplit()),
    "bert": (own.BertSplit(), pre_tokenizers.BertPreTokenizer()),
    "fixed length": (own.FixedLength(3), pre_tokenizers.FixedLength(3)),
    "sequence": (
        own.SplitSequence([own.WhitespaceSplit(), RegexSplit("[0-9]")]),
        pre_tokenizers.Sequence(
            [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Split(Regex("[0-9]"), "isolated")]
        ),
    ),
    "gpt2": (
        RegexSplit(SPLIT_PATTERNS["gpt2"].regex),
        pre_tokenizers.Split(
            Regex(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"),
            "isolated",
        ),
    ),
}
pairs = pytest.mark.parametrize(("ours", "theirs"), PAIRS.values(), ids=PAIRS.keys())

Parts = list[tuple[str, tuple[int, int]]]


def parts(ours: PreTokenizer, text: str) -> Parts:
    return [(part.text, (part.start, part.end)) for part in ours.split(text)]


@pairs
@settings(max_examples=200, deadline=None)
@given(text=hostile_text)
def test_text_equals_tokenizers(
    ours: PreTokenizer, theirs: pre_tokenizers.PreTokenizer, text: str
) -> None:
    assert parts(ours, text) == theirs.pre_tokenize_str(text)


@pytest.mark.parametrize("name", ["whitespace", "bert"])
def test_every_code_point(name: str) -> None:
    ours, theirs = PAIRS[name]
    for text in every_code_point():
        assert parts(ours, text) == theirs.pre_tokenize_str(text)


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(alphabet="aab-- ñ", max_size=12),
    pattern=st.sampled_from(["-", "-+", "a|-", "(?=b)", "[ab]", "^", r"\s+", "$", "ñ?"]),
    behavior=st.sampled_from(Behavior),
    invert=st.booleans(),
)
def test_every_behavior_of_split(text: str, pattern: str, behavior: Behavior, invert: bool) -> None:
    name = {
        Behavior.MERGED_WITH_PREVIOUS: "merged_with_previous",
        Behavior.MERGED_WITH_NEXT: "merged_with_next",
    }.get(behavior, behavior.value.lower())
    theirs = pre_tokenizers.Split(Regex(pattern), name, invert)
    assert parts(RegexSplit(pattern, behavior, invert=invert), text) == theirs.pre_tokenize_str(
        text
    )


@given(text=st.text(alphabet="▁▁aé ", max_size=12))
def test_marker_split(text: str) -> None:
    theirs = pre_tokenizers.Split("▁", "merged_with_next")
    assert parts(own.MarkerSplit(single=True), text) == theirs.pre_tokenize_str(text)
    runs = list(own.MarkerSplit().split(text))
    assert "".join(part.text for part in runs) == text
    # A part begins a run of marks (or the text), and no mark comes after a letter in it.
    assert all(part.text.startswith("▁") for part in runs[1:])
    assert all("▁" not in part.text.lstrip("▁") for part in runs)


@given(text=hostile_text)
def test_whole_text(text: str) -> None:
    assert parts(own.WholeText(), text) == ([(text, (0, len(text)))] if text else [])
