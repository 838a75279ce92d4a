"""The plain operations: counting pairs and merging one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.bpe.counting import count_pairs, merge_pair
from tests.shared import golden, needs_shared


@needs_shared
def test_pair_counts_of_weighted_words() -> None:
    data = golden("training")["weighted_words"]
    counts = count_pairs([(list(word), count) for word, count in data["words"].items()])
    assert {" ".join(pair): count for pair, count in counts.items()} == data["pair_counts_at_start"]
    assert list(counts)[:2] == [("b", "a"), ("a", "j")]


@given(st.text("ab", max_size=30))
def test_merging_keeps_the_text_and_leaves_no_pair(text: str) -> None:
    merged = merge_pair(text, "a", "b")
    assert "".join(merged) == text
    assert ("a", "b") not in count_pairs([(merged, 1)])


def test_overlaps_merge_from_left_to_right_once() -> None:
    assert merge_pair("aaaaa", "a", "a") == ["aa", "aa", "a"]


def test_a_merge_may_be_written_otherwise() -> None:
    assert merge_pair(["b", "##a"], "b", "##a", "ba") == ["ba"]
