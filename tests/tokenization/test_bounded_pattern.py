"""Patterns under a time limit."""

from __future__ import annotations

import pytest

from app.errors import BudgetExceeded
from app.tokenization.bounded_pattern import BoundedPattern


def test_spans_and_matches_agree() -> None:
    pattern = BoundedPattern(r"\p{L}+")
    text = "el niño 漢字"
    assert list(pattern.spans(text)) == [match.span() for match in pattern.matches(text)]
    assert list(pattern.spans(text)) == [(0, 2), (3, 7), (8, 10)]


def test_the_message_names_the_pattern() -> None:
    pattern = BoundedPattern(r"(?:a|aa)+$", seconds=0.05)
    with pytest.raises(BudgetExceeded) as caught:
        list(pattern.spans("a" * 80 + "!"))
    assert caught.value.values["pattern"] == r"(?:a|aa)+$"
