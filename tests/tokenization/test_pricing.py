"""Bills in Decimal: tiers, cached input, unknown prices, words against tokens."""

from __future__ import annotations

import ast
from decimal import Decimal

import pytest

from app.tokenization.pricing import (
    Match,
    ModelPrice,
    Rate,
    Rates,
    Rule,
    Tier,
    Usage,
    bill,
    estimate,
    words_against_tokens,
)
from tests.shared import cases, golden, needs_shared


def model(rates: Rates, batch: Rates | None = None, window: int | None = None) -> ModelPrice:
    return ModelPrice("m", "M", "seller", "Seller", Match(None, Rule.NONE), rates, batch, window)


@needs_shared
def test_case_price_tier() -> None:
    case = next(case for case in cases("pricing") if case["id"] == "price-tier")
    given = ast.literal_eval(case["input"])["price_per_million"]
    rate = Rate(Decimal(str(given["base"])), (Tier(200_000, Decimal(str(given["above_200000"]))),))
    for tokens in (200_000, 200_001, 300_000):
        total = bill(Rates(rate), Usage(tokens), 1).total
        assert total == Decimal(str(case["expected"][str(tokens)]))


def test_the_tier_is_decided_by_one_message_not_by_the_month() -> None:
    rate = Rate(Decimal(1), (Tier(1000, Decimal(2)),))
    assert bill(Rates(rate), Usage(1000), 5000).total == Decimal(5)
    assert bill(Rates(rate), Usage(3001, messages=3), 3000).total == Decimal("6.002")


def test_the_tier_of_the_input_decides_the_price_of_the_answer() -> None:
    rates = Rates(Rate(Decimal(1)), output=Rate(Decimal(10), (Tier(100, Decimal(20)),)))
    assert bill(rates, Usage(100, output_tokens=1000), 1000).output == Decimal(10)
    assert bill(rates, Usage(101, output_tokens=1000), 1000).output == Decimal(20)


def test_cached_input() -> None:
    rates = Rates(Rate(Decimal(4)), cached_input=Rate(Decimal(1)))
    bought = bill(rates, Usage(1000, cached_share=Decimal("0.75")), 1000)
    assert (bought.fresh_input, bought.cached_input) == (Decimal(1), Decimal("0.75"))


def test_without_a_cached_price_the_full_price_is_paid() -> None:
    usage = Usage(1000, cached_share=Decimal("0.5"))
    priced = estimate(model(Rates(Rate(Decimal(4)))), usage, 1000)
    assert priced.month.total == Decimal(4)


def test_an_unknown_output_price_is_not_zero() -> None:
    rates = Rates(Rate(Decimal(1)))
    assert bill(rates, Usage(10, output_tokens=1), 1).total is None
    assert bill(rates, Usage(10), 1).total == Decimal("0.00001")


def test_batch_is_estimated_only_where_it_is_sold() -> None:
    usage = Usage(1000, output_tokens=1000)
    rates = Rates(Rate(Decimal(2)), output=Rate(Decimal(4)))
    half = Rates(Rate(Decimal(1)), output=Rate(Decimal(2)))
    assert estimate(model(rates), usage, 1000).batch_month is None
    batch = estimate(model(rates, half), usage, 1000).batch_month
    assert batch is not None and batch.total == Decimal(3)


def test_the_context_window() -> None:
    rates = Rates(Rate(Decimal(1)), output=Rate(Decimal(1)))
    full = estimate(model(rates, window=1000), Usage(900, output_tokens=200), 1)
    assert (full.window_share, full.window_left) == (Decimal("1.1"), Decimal(-100))
    unknown = estimate(model(rates), Usage(900), 1)
    assert unknown.window_share is None and unknown.window_left is None


@needs_shared
def test_golden_words_against_tokens() -> None:
    cost = golden("training")["no_marker"]["cost"]
    found = words_against_tokens(
        Rate(Decimal(cost["price_per_million"])),
        cost["words"],
        cost["tokens"],
        len(cost["messages"]),
        cost["messages_a_month"],
    )
    assert found.by_words == Decimal(cost["by_words"])
    assert found.by_tokens == Decimal(cost["by_tokens"])
    assert found.tokens_per_word is not None
    assert f"{found.tokens_per_word:.2f}" == cost["tokens_per_word"]
    assert found.error == Decimal("-0.625")


def test_no_words_and_no_tokens() -> None:
    none = words_against_tokens(Rate(Decimal(3)), 0, 0, 1, 1000)
    assert none.tokens_per_word is None and none.error is None and none.by_tokens == 0


@pytest.mark.parametrize("messages", [0, 1, 10**9])
def test_a_bill_of_many_messages_is_exact(messages: int) -> None:
    total = bill(Rates(Rate(Decimal("0.1"))), Usage(3), messages).total
    assert total == Decimal(3 * messages) / 10_000_000
