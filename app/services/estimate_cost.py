"""What a text costs: counts and prices together, for the models that use a vocabulary.

Amounts are exact and in US dollars, as the price data is; `Exchange` turns them into any other
currency at a rate that the reader gives with its date. Nothing is rounded here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from app.analysis.text_length import count_words
from app.catalog.prices import PriceTable
from app.errors import N_, InvalidInput
from app.tokenization.budget import Budget
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pricing import (
    CostEstimate,
    Match,
    ModelPrice,
    Rate,
    Rates,
    Rule,
    Usage,
    WordsAgainstTokens,
    estimate,
    words_against_tokens,
)
from app.tokenization.special_tokens import SpecialPolicy

MAX_MESSAGES = 10**12
MAX_OUTPUT_TOKENS = 10**7
OWN = "own"

ROUNDING = N_(
    "Amounts are worked out exactly and rounded only where they are shown: half up, to cents, or to "
    "three significant figures below one unit."
)
NOT_SOLD = N_("The price data knows no model on sale that uses this vocabulary.")
ONLY_HISTORY = N_(
    "The models that used this vocabulary are no longer sold; their last prices stand."
)


@dataclass(frozen=True, slots=True)
class Measured:
    """The counts of a text of `messages` messages, all together."""

    words: int
    tokens: int
    messages: int = 1


def measure(
    tokenizer: Tokenizer,
    text: str,
    *,
    message_a_line: bool = False,
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    budget: Budget | None = None,
) -> Measured:
    """Count a text as one message, or each line with something in it as a message of its own.

    Raises BudgetExceeded.
    """
    messages = [line for line in text.splitlines() if line.strip()] if message_a_line else [text]
    return Measured(
        words=sum(count_words(message) for message in messages),
        tokens=sum(tokenizer.count(message, specials, budget=budget) for message in messages),
        messages=max(len(messages), 1),
    )


@dataclass(frozen=True, slots=True)
class Exchange:
    """A currency (three letters), how much of it one US dollar buys, and the day of that rate.

    >>> Exchange("EUR", Decimal("0.9"), date(2026, 11, 2)).convert(Decimal(8))
    Decimal('7.2')
    """

    currency: str
    per_dollar: Decimal
    day: date

    def __post_init__(self) -> None:
        if not re.fullmatch("[A-Z]{3}", self.currency):
            raise InvalidInput(
                N_("A currency is three capital letters, such as EUR, MXN or ARS (ISO 4217).")
            )
        if self.per_dollar <= 0:
            raise InvalidInput(N_("The exchange rate must be above zero."))

    def convert(self, dollars: Decimal) -> Decimal:
        return dollars * self.per_dollar


@dataclass(frozen=True, slots=True)
class CostQuestion:
    """What the reader asks for. `own_price` is for a million input tokens, in US dollars."""

    messages_a_month: int = 1000
    output_tokens: int = 0
    cached_share: Decimal = Decimal(0)
    own_price: Decimal | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.messages_a_month <= MAX_MESSAGES:
            raise InvalidInput(
                N_("Messages a month must be between 0 and %(limit)s."), limit=MAX_MESSAGES
            )
        if not 0 <= self.output_tokens <= MAX_OUTPUT_TOKENS:
            raise InvalidInput(
                N_("Expected output tokens must be between 0 and %(limit)s."),
                limit=MAX_OUTPUT_TOKENS,
            )
        if not 0 <= self.cached_share <= 1:
            raise InvalidInput(N_("The cached share must be between none and all of the input."))
        if self.own_price is not None and self.own_price < 0:
            raise InvalidInput(N_("A price cannot be below zero."))


@dataclass(frozen=True, slots=True)
class Costs:
    """The bills of one text with one vocabulary.

    `estimates`: models on sale first, the cheapest month first; then those no longer sold.
    `own`: the same with the reader's price (answers are not in it: it prices input alone).
    `note` says why nothing that is on sale is listed. `source`, `home` and `as_of` belong beside
    every price that is shown.
    """

    vocabulary: str
    measured: Measured
    estimates: tuple[CostEstimate, ...]
    own: CostEstimate | None
    messages_a_month: int
    source: str
    home: str
    as_of: date
    note: str | None

    def by_words(self, price: ModelPrice) -> WordsAgainstTokens:
        """The month's input bill at this price, worked out by words and by tokens."""
        measured = self.measured
        return words_against_tokens(
            price.rates.input,
            measured.words,
            measured.tokens,
            measured.messages,
            self.messages_a_month,
        )


def estimate_costs(
    table: PriceTable, vocabulary: str, measured: Measured, question: CostQuestion
) -> Costs:
    """Work out the bills of every model that uses the vocabulary."""
    usage = Usage(measured.tokens, measured.messages, question.output_tokens, question.cached_share)
    month = question.messages_a_month
    found = [estimate(price, usage, month) for price in table.of_vocabulary(vocabulary)]
    estimates = tuple(sorted(found, key=_cheapest_on_sale_first))
    own = None
    if question.own_price is not None:
        input_only = Usage(measured.tokens, measured.messages)
        own = estimate(_own(question.own_price), input_only, month)
    return Costs(
        vocabulary=vocabulary,
        measured=measured,
        estimates=estimates,
        own=own,
        messages_a_month=month,
        source=table.source,
        home=table.home,
        as_of=table.as_of,
        note=_note(estimates),
    )


def _cheapest_on_sale_first(estimated: CostEstimate) -> tuple[bool, bool, Decimal, str, str]:
    total = estimated.month.total
    price = estimated.price
    unknown = total is None
    return price.retired, unknown, total or Decimal(0), price.seller.lower(), price.model.lower()


def _own(price: Decimal) -> ModelPrice:
    return ModelPrice(OWN, OWN, OWN, OWN, Match(None, Rule.NONE), Rates(Rate(price)))


def _note(estimates: tuple[CostEstimate, ...]) -> str | None:
    if not estimates:
        return NOT_SOLD
    return ONLY_HISTORY if all(found.price.retired for found in estimates) else None
