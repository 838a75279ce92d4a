"""Bills of a text: the golden one, unknown prices, the reader's own price and currency."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from app.catalog.prices import price_table
from app.errors import InvalidInput
from app.services.estimate_cost import (
    NOT_SOLD,
    ONLY_HISTORY,
    CostQuestion,
    Exchange,
    Measured,
    estimate_costs,
)
from tests.shared import golden, needs_shared

TABLE = price_table(date(2026, 11, 30))
MEASURED = Measured(words=6, tokens=7)


@needs_shared
def test_golden_bill_at_a_typed_price() -> None:
    cost = golden("training")["no_marker"]["cost"]
    measured = Measured(cost["words"], cost["tokens"], len(cost["messages"]))
    question = CostQuestion(cost["messages_a_month"], own_price=Decimal(cost["price_per_million"]))
    costs = estimate_costs(TABLE, "o200k_base", measured, question)
    assert costs.own is not None
    bills = costs.by_words(costs.own.price)
    assert costs.own.month.total == Decimal(cost["by_tokens"])
    assert bills.by_words == Decimal(cost["by_words"])
    assert bills.by_tokens == Decimal(cost["by_tokens"])


def test_models_on_sale_come_first_and_cheapest_first() -> None:
    costs = estimate_costs(TABLE, "o200k_base", MEASURED, CostQuestion(output_tokens=100))
    retired = [found.price.retired for found in costs.estimates]
    assert retired == sorted(retired)
    totals = [found.month.total for found in costs.estimates if not found.price.retired]
    known = [total for total in totals if total is not None]
    assert known == sorted(known) and len(known) > 20
    assert costs.note is None
    assert costs.as_of == TABLE.as_of and costs.source == TABLE.source


def test_a_model_without_an_output_price_has_no_total_and_comes_last() -> None:
    costs = estimate_costs(TABLE, "cl100k_base", MEASURED, CostQuestion(output_tokens=100))
    on_sale = [found for found in costs.estimates if not found.price.retired]
    assert "embedding" in on_sale[-1].price.model
    assert on_sale[-1].month.total is None and on_sale[0].month.total is not None


@pytest.mark.parametrize("vocabulary", ["bert-base-multilingual-cased", "xlm-roberta-base", "mine"])
def test_a_vocabulary_that_nobody_sells(vocabulary: str) -> None:
    costs = estimate_costs(TABLE, vocabulary, MEASURED, CostQuestion())
    assert (costs.estimates, costs.note) == ((), NOT_SOLD)


def test_gpt_2_is_history() -> None:
    assert estimate_costs(TABLE, "gpt2", MEASURED, CostQuestion()).note == ONLY_HISTORY


@pytest.mark.parametrize(
    "values",
    [
        {"messages_a_month": -1},
        {"messages_a_month": 10**13},
        {"output_tokens": -1},
        {"output_tokens": 10**8},
        {"cached_share": Decimal("1.01")},
        {"cached_share": Decimal("-0.1")},
        {"own_price": Decimal(-1)},
    ],
)
def test_impossible_questions(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        CostQuestion(**values)


@pytest.mark.parametrize(("currency", "rate"), [("eur", "1"), ("EURO", "1"), ("EUR", "0")])
def test_impossible_exchange(currency: str, rate: str) -> None:
    with pytest.raises(InvalidInput):
        Exchange(currency, Decimal(rate), date(2026, 11, 30))
