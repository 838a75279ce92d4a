from __future__ import annotations

from decimal import Decimal

import pytest

from app.locales.numbers import money, number, percent


@pytest.mark.parametrize(
    ("value", "decimals", "spanish", "english"),
    [
        (0, None, "0", "0"),
        (999, None, "999", "999"),
        (1_234, None, "1\u202f234", "1,234"),
        (1_234_567.891, None, "1\u202f234\u202f567,89", "1,234,567.89"),
        (1_234.5, None, "1\u202f234,5", "1,234.5"),
        (100, None, "100", "100"),
        (2.0, None, "2", "2"),
        (2.665, 2, "2,67", "2.67"),
        (8, 2, "8,00", "8.00"),
        (-5.31, 2, "−5,31", "−5.31"),
        (Decimal("1e40"), 0, "1" + "0" + "\u202f000" * 13, "10" + ",000" * 13),
    ],
)
def test_numbers(
    value: int | float | Decimal, decimals: int | None, spanish: str, english: str
) -> None:
    assert number(value, "es", decimals) == spanish
    assert number(value, "en", decimals) == english


def test_percentages() -> None:
    assert percent(0.0725, "es") == "7,3\u00a0%"
    assert percent(Decimal("0.0725"), "en", 2) == "7.25%"


@pytest.mark.parametrize(
    ("amount", "spanish", "english"),
    [
        ("0", "0,00\u00a0$", "$0.00"),
        ("3", "3,00\u00a0$", "$3.00"),
        ("8.005", "8,01\u00a0$", "$8.01"),
        ("0.125", "0,125\u00a0$", "$0.125"),
        ("0.10", "0,10\u00a0$", "$0.10"),
        ("0.0000175", "0,0000175\u00a0$", "$0.0000175"),
        ("0.00001234567", "0,0000123\u00a0$", "$0.0000123"),
        ("1234567.5", "1\u202f234\u202f567,50\u00a0$", "$1,234,567.50"),
    ],
)
def test_amounts_of_money(amount: str, spanish: str, english: str) -> None:
    assert money(Decimal(amount), "es") == spanish
    assert money(Decimal(amount), "en") == english


def test_other_currencies_by_sign_or_code() -> None:
    assert money(Decimal("2"), "es", "EUR") == "2,00\u00a0€"
    assert money(Decimal("2"), "en", "GBP") == "£2.00"
    assert money(Decimal("2"), "es", "MXN") == "2,00\u00a0MXN"
    assert money(Decimal("2"), "en", "MXN") == "MXN\u00a02.00"


def test_a_number_of_any_length() -> None:
    assert number(10**400, "en").replace(",", "") == str(10**400)
    assert number(-(10**120), "es").startswith("−1\u202f000")
