"""One vocabulary's line of the bill: the models that use it, one of them chosen, and its amounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from babel.dates import format_date

from app.errors import N_
from app.locales import Locale, numbers
from app.services.estimate_cost import Costs, Exchange
from app.tokenization.pricing import Bill, CostEstimate, ModelPrice, Rate, Rule
from app.web.cost_form import CostForm

USUAL_MODELS: Mapping[str, tuple[str, ...]] = {
    "cl100k_base": ("openai/gpt-4-turbo", "openai/gpt-3.5-turbo"),
    "o200k_base": ("openai/gpt-5", "openai/gpt-4o"),
    "llama-3": ("groq/llama-3.3-70b-versatile",),
    "llama-2": ("together/meta-llama/Llama-2-70b-chat-hf",),
}
"""The model shown first for a vocabulary, while the price data has it on sale."""


RULES = {
    Rule.EXACT: N_("its name is in the list of %(source)s"),
    Rule.PREFIX: N_("its name begins with “%(matched)s”, which is in the list of %(source)s"),
    Rule.PATTERN: N_("its name says that it is of the family %(matched)s (%(source)s)"),
    Rule.NONE: N_("nothing says which vocabulary it uses"),
}


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One model in the list of a vocabulary."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CostLine:
    """One vocabulary's bill with one model; amounts are written, None where no price is known."""

    vocabulary: str
    title: str
    tokens: int
    choices: tuple[ModelChoice, ...]
    note: str = ""
    rule: str = ""
    input_price: str | None = None
    output_price: str | None = None
    cached_price: str | None = None
    message: str | None = None
    thousand: str | None = None
    month: str | None = None
    batch_month: str | None = None
    window_share: Decimal | None = None
    window_left: Decimal | None = None
    checked: str = ""
    retired: bool = False
    own: str | None = None
    by_words: str | None = None
    by_tokens: str | None = None
    words_error: Decimal | None = None
    tokens_per_word: Decimal | None = None
    total: Decimal | None = None


def value_of(price: ModelPrice) -> str:
    """A model's name in forms and links: seller and model."""
    return f"{price.provider}/{price.model}"


def chosen_estimate(costs: Costs, asked: str | None) -> CostEstimate | None:
    """The model asked for, else the usual one, else the first on sale."""
    by_value = {value_of(found.price): found for found in costs.estimates}
    usual = USUAL_MODELS.get(costs.vocabulary, ())
    for value in (asked, *usual):
        if value in by_value:
            return by_value[value]
    return costs.estimates[0] if costs.estimates else None


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes amounts in the reader's language and currency."""

    locale: Locale
    exchange: Exchange | None

    def money(self, dollars: Decimal | None) -> str | None:
        if dollars is None:
            return None
        if self.exchange is None:
            return numbers.money(dollars, self.locale.language)
        amount = self.exchange.convert(dollars)
        return numbers.money(amount, self.locale.language, self.exchange.currency)

    def rate(self, rate: Rate | None, tokens: int) -> str | None:
        return None if rate is None else self.money(rate.per_million(tokens))

    def bill(self, bill: Bill | None) -> str | None:
        return None if bill is None else self.money(bill.total)

    def day(self, day: date | None) -> str:
        return "" if day is None else format_date(day, "long", self.locale.language.value)


def cost_line(costs: Costs, title: str, form: CostForm, writer: Writer) -> CostLine:
    """One vocabulary's line."""
    asked = form.chosen.get(costs.vocabulary)
    found = chosen_estimate(costs, asked)
    line = CostLine(
        vocabulary=costs.vocabulary,
        title=title,
        tokens=costs.measured.tokens,
        choices=_choices(costs, found, chosen_estimate(costs, None)),
        note=writer.locale.gettext(costs.note) if costs.note else "",
        own=writer.bill(costs.own.month) if costs.own else None,
    )
    if found is None and costs.own is None:
        return line
    return _with_amounts(line, costs, found, writer)


def _with_amounts(
    line: CostLine, costs: Costs, found: CostEstimate | None, writer: Writer
) -> CostLine:
    priced = costs.own or found
    words = costs.by_words(priced.price) if priced else None
    values: dict[str, Any] = {}
    if found is not None:
        price, per_message = found.price, costs.measured.tokens // costs.measured.messages
        values |= {
            "rule": _rule(price, writer.locale),
            "input_price": writer.rate(price.rates.input, per_message),
            "output_price": writer.rate(price.rates.output, per_message),
            "cached_price": writer.rate(price.rates.cached_input, per_message),
            "message": writer.bill(found.message),
            "thousand": writer.bill(found.thousand),
            "month": writer.bill(found.month),
            "batch_month": writer.bill(found.batch_month),
            "window_share": found.window_share,
            "window_left": found.window_left,
            "checked": writer.day(price.checked),
            "retired": price.retired,
            "total": found.month.total,
        }
    if words is not None:
        values |= {
            "by_words": writer.money(words.by_words),
            "by_tokens": writer.money(words.by_tokens),
            "words_error": words.error,
            "tokens_per_word": words.tokens_per_word,
        }
    return replace(line, **values)


def _choices(
    costs: Costs, found: CostEstimate | None, usual: CostEstimate | None
) -> tuple[ModelChoice, ...]:
    """The models of the list; the usual one has an empty value, so that links need not say it."""
    return tuple(
        ModelChoice(
            "" if estimate is usual else f"{costs.vocabulary}:{value_of(estimate.price)}",
            f"{estimate.price.title} · {estimate.price.seller}",
            estimate is found,
        )
        for estimate in costs.estimates
    )


def _rule(price: ModelPrice, locale: Locale) -> str:
    match = price.match
    return locale.say(RULES[price.rule], matched=match.matched, source=match.source)
