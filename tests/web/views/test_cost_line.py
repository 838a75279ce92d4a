"""A line of the bill: which model it shows, what it can say, and amounts the reader's way."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from app.catalog.prices import price_table
from app.locales import Language, locale_of
from app.services.estimate_cost import CostQuestion, Costs, Exchange, Measured, estimate_costs
from app.tokenization.pricing import Rate
from app.web.cost_form import CostForm, read_cost_form
from app.web.views.cost_line import USUAL_MODELS, Writer, chosen_estimate, cost_line, value_of

TABLE = price_table(date(2026, 11, 30))
ENGLISH = Writer(locale_of(Language.EN), None)


class Typed:
    """Fields of a form."""

    def __init__(self, **values: str) -> None:
        self.values = values

    def get(self, name: str) -> str | None:
        return self.values.get(name)

    def all(self, name: str) -> list[str]:
        return [self.values[name]] if name in self.values else []

    def textarea(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)


def form(**values: str) -> CostForm:
    return read_cost_form(Typed(**values))


def costs(vocabulary: str, question: CostQuestion | None = None) -> Costs:
    return estimate_costs(TABLE, vocabulary, Measured(6, 7), question or CostQuestion())


@pytest.mark.parametrize("vocabulary", USUAL_MODELS)
def test_the_usual_models_are_those_of_their_vocabulary(vocabulary: str) -> None:
    known = {value_of(found.price) for found in costs(vocabulary).estimates}
    assert known & set(USUAL_MODELS[vocabulary])
    first = chosen_estimate(costs(vocabulary), None)
    assert first is not None
    assert value_of(first.price) in USUAL_MODELS[vocabulary]


def test_the_model_that_is_asked_for_is_shown_and_chosen() -> None:
    found = costs("o200k_base")
    asked = value_of(found.estimates[0].price)
    line = cost_line(found, "o200k", form(prices=f"o200k_base:{asked}"), ENGLISH)
    assert [choice.value for choice in line.choices if choice.chosen] == [f"o200k_base:{asked}"]
    assert line.total == found.estimates[0].month.total
    assert line.input_price is not None
    assert line.input_price.startswith("$")
    unknown = cost_line(found, "o200k", form(prices="o200k_base:nobody/none"), ENGLISH)
    assert [choice.value for choice in unknown.choices if choice.chosen] == [""]


def test_where_no_price_is_known_nothing_is_made_up() -> None:
    line = cost_line(costs("xlm-roberta-base"), "XLM", form(), ENGLISH)
    assert line.note
    assert line.choices == ()
    assert (line.month, line.total, line.by_words) == (None, None, None)


def test_a_price_of_the_readers_own_needs_no_model() -> None:
    question = CostQuestion(1_000_000, own_price=Decimal(3))
    line = cost_line(costs("xlm-roberta-base", question), "XLM", form(own="3"), ENGLISH)
    assert (line.own, line.by_words, line.by_tokens) == ("$21.00", "$18.00", "$21.00")
    assert line.month is None


def test_amounts_are_in_the_readers_currency_and_language() -> None:
    exchange = Exchange("EUR", Decimal("0.5"), date(2026, 11, 2))
    spanish = Writer(locale_of(Language.ES), exchange)
    assert spanish.money(Decimal(3)) == "1,50\N{NO-BREAK SPACE}€"
    assert spanish.day(date(2026, 11, 2)) == "2 de noviembre de 2026"
    assert (spanish.money(None), spanish.rate(None, 1), spanish.bill(None)) == (None, None, None)
    assert ENGLISH.rate(Rate(Decimal("0.15")), 1) == "$0.15"
    assert ENGLISH.day(None) == ""
