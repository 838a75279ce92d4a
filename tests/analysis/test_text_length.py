"""Units of length against Python's own codecs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.text_length import count_words, text_length
from tests.shared import golden, needs_shared


@given(st.text(max_size=200))
def test_units_agree_with_the_codecs(text: str) -> None:
    length = text_length(text)
    assert length.code_points == len(text)
    assert length.utf8_bytes == len(text.encode())
    assert length.utf16_units == len(text.encode("utf-16-le")) // 2
    assert length.graphemes <= length.code_points
    assert length.words <= length.graphemes


@pytest.mark.parametrize(
    ("text", "graphemes", "words"),
    [
        ("", 0, 0),
        ("👨‍👩‍👧‍👦", 1, 1),
        ("e\u0301", 1, 1),
        ("🇪🇸🇲🇽", 2, 1),
        ("a\r\nb", 3, 2),
        ("uno\u00a0dos", 7, 2),
        ("こんにちは世界", 7, 1),
        (" \t\n", 3, 0),
    ],
)
def test_graphemes_and_words(text: str, graphemes: int, words: int) -> None:
    length = text_length(text)
    assert (length.graphemes, length.words) == (graphemes, words)


def test_a_lone_surrogate_counts_as_what_it_turns_into() -> None:
    length = text_length("a\ud83d")
    assert (length.code_points, length.utf8_bytes, length.utf16_units) == (2, 4, 2)


@needs_shared
def test_words_as_the_golden_bill_counts_them() -> None:
    cost = golden("training")["no_marker"]["cost"]
    assert sum(count_words(message) for message in cost["messages"]) == cost["words"]
