"""Numbers as typed."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.errors import InvalidInput
from app.services.typed_numbers import typed_amount, typed_whole


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("3", "3"),
        (" 2,50 € ", "2.50"),
        ("USD 2.50", "2.50"),
        ("1\u202f234,5", "1234.5"),
        ("1'234.5", "1234.5"),
        (".5", "0.5"),
        ("0", "0"),
        ("0,0000175", "0.0000175"),
    ],
)
def test_reads(text: str, amount: str) -> None:
    assert typed_amount(text) == Decimal(amount)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "tres", "-3", "1e5", "NaN", "1.2.3", "1,2,3", "3%", "9" * 40, "٣", "Infinity"],
)
def test_refuses(text: str) -> None:
    with pytest.raises(InvalidInput):
        typed_amount(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("0", 0),
        (" 200 ", 200),
        ("200.000", 200_000),
        ("200,000", 200_000),
        ("1.234.567", 1_234_567),
        ("1,234,567", 1_234_567),
        ("1\u202f000", 1_000),
        ("1'000", 1_000),
        ("1000,00", 1_000),
        ("2.0", 2),
    ],
)
def test_reads_counts(text: str, count: int) -> None:
    assert typed_whole(text) == count


@pytest.mark.parametrize("text", ["", "tres", "-3", "2.5", "1,2345", "1.234,567", "1.23.456"])
def test_refuses_what_is_no_count(text: str) -> None:
    with pytest.raises(InvalidInput):
        typed_whole(text)
