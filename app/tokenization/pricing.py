"""What tokens cost: prices of a million tokens, and bills worked out from them, in `Decimal`.

Rounding, stated once: a bill is worked out exactly (price x whole tokens x messages, divided last)
and is rounded only where it is shown, half up (`app.locales.numbers.money`).

Long-context tiers: once the input of a request is *over* a threshold, the whole request is charged
at the higher rate, not only the excess. This is how the sellers bill it (genai-prices, pull 242).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

MILLION = Decimal(1_000_000)


class Rule(StrEnum):
    """How a model's name led to its vocabulary."""

    EXACT = "exact"  # the name is in the list
    PREFIX = "prefix"  # the name starts with one that is in the list
    PATTERN = "pattern"  # the name fits a pattern of a model family
    NONE = "none"  # nothing says which vocabulary the model uses


@dataclass(frozen=True, slots=True)
class Match:
    """The vocabulary a model name leads to, the rule that said so, what matched, and its source.

    `encoding` is the vocabulary's name in the source (`o200k_harmony`), which can differ from the
    `vocabulary` id whose text counts it shares (`o200k_base`).
    """

    vocabulary: str | None
    rule: Rule
    matched: str = ""
    encoding: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Tier:
    """Requests with more than `over` input tokens pay `price` for a million tokens."""

    over: int
    price: Decimal


@dataclass(frozen=True, slots=True)
class Rate:
    """The price in US dollars of a million tokens; `tiers` ascend.

    >>> rate = Rate(Decimal("1.25"), (Tier(200_000, Decimal("2.5")),))
    >>> rate.per_million(200_000), rate.per_million(200_001)
    (Decimal('1.25'), Decimal('2.5'))
    """

    base: Decimal
    tiers: tuple[Tier, ...] = ()

    def per_million(self, input_tokens: int | Decimal) -> Decimal:
        """The price that a request with so many input tokens pays."""
        price = self.base
        for tier in self.tiers:
            if input_tokens > tier.over:
                price = tier.price
        return price


@dataclass(frozen=True, slots=True)
class Rates:
    """Input, cached input and output of one way of buying; None where no price is known."""

    input: Rate
    cached_input: Rate | None = None
    output: Rate | None = None


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """A model as one seller offers it.

    `provider` is the seller's id and `seller` its name. `batch` is what a request costs when it
    may be answered hours later. `context_window` is in tokens. `since` is the day from which the
    price holds and `checked` the day on which the source says it was checked, where known.
    `retired`: known to be no longer sold; its last price is history.
    """

    model: str
    title: str
    provider: str
    seller: str
    match: Match
    rates: Rates
    batch: Rates | None = None
    context_window: int | None = None
    since: date | None = None
    checked: date | None = None
    retired: bool = False

    @property
    def vocabulary(self) -> str | None:
        return self.match.vocabulary

    @property
    def rule(self) -> Rule:
        return self.match.rule


@dataclass(frozen=True, slots=True)
class Usage:
    """What is bought: a text of `messages` messages with `input_tokens` in all (averaged), and for
    each message an answer of `output_tokens`. `cached_share` (0 to 1) of the input is read from the
    seller's cache.
    """

    input_tokens: int
    messages: int = 1
    output_tokens: int = 0
    cached_share: Decimal = Decimal(0)

    @property
    def tokens_per_message(self) -> Decimal:
        return Decimal(self.input_tokens) / self.messages


@dataclass(frozen=True, slots=True)
class Bill:
    """The cost of a number of messages, part by part, in US dollars.

    `output` is None when an answer was asked for and the source has no price for it; then `total`
    is None too: an unknown price is never counted as zero.
    """

    messages: int
    fresh_input: Decimal
    cached_input: Decimal
    output: Decimal | None

    @property
    def total(self) -> Decimal | None:
        if self.output is None:
            return None
        return self.fresh_input + self.cached_input + self.output


def bill(rates: Rates, usage: Usage, messages: int) -> Bill:
    """What `messages` messages like those of the text cost.

    Three messages of 40 tokens in all, 200,000 a month, at 3 dollars a million:

    >>> bill(Rates(Rate(Decimal(3))), Usage(40, messages=3), 200_000).total
    Decimal('8')

    Without a price for cached input, the cached share pays the full price.
    """
    tokens = usage.tokens_per_message
    full = rates.input.per_million(tokens)
    cached = (rates.cached_input or rates.input).per_million(tokens)
    bought = Decimal(usage.input_tokens * messages)
    parts = usage.messages * MILLION
    if not usage.output_tokens:
        output: Decimal | None = Decimal(0)
    elif rates.output is None:
        output = None
    else:
        output = rates.output.per_million(tokens) * usage.output_tokens * messages / MILLION
    return Bill(
        messages,
        full * bought * (1 - usage.cached_share) / parts,
        cached * bought * usage.cached_share / parts,
        output,
    )


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """One model's bills: for one message, for a thousand, and for a month.

    `batch_month` is the month bought in batch, where the source has batch prices.
    `window_share` is the part of the context window that a message and its answer fill (it can pass
    1), `window_left` the tokens that are left (it can be negative); None without a known window.
    """

    price: ModelPrice
    message: Bill
    thousand: Bill
    month: Bill
    batch_month: Bill | None
    window_share: Decimal | None
    window_left: Decimal | None


def estimate(price: ModelPrice, usage: Usage, messages_a_month: int) -> CostEstimate:
    """Work out every bill of one model.

    >>> price = ModelPrice("m", "M", "own", "own", Match(None, Rule.NONE),
    ...                    Rates(Rate(Decimal(3))), context_window=1000)
    >>> estimated = estimate(price, Usage(250), 200_000)
    >>> estimated.thousand.total, estimated.window_share, estimated.window_left
    (Decimal('0.75'), Decimal('0.25'), Decimal('750'))
    """
    window = price.context_window
    filled = usage.tokens_per_message + usage.output_tokens
    return CostEstimate(
        price=price,
        message=bill(price.rates, usage, 1),
        thousand=bill(price.rates, usage, 1000),
        month=bill(price.rates, usage, messages_a_month),
        batch_month=bill(price.batch, usage, messages_a_month) if price.batch else None,
        window_share=filled / window if window else None,
        window_left=window - filled if window else None,
    )


@dataclass(frozen=True, slots=True)
class WordsAgainstTokens:
    """The same input bill worked out from words (as if each were a token) and from tokens.

    `error` is the wrong bill against the right one, as a share of the right one: -0.625 means that
    counting words announces 62.5 % too little. Both `tokens_per_word` and `error` are None for a
    text without words or without tokens.
    """

    words: int
    tokens: int
    by_words: Decimal
    by_tokens: Decimal

    @property
    def tokens_per_word(self) -> Decimal | None:
        return Decimal(self.tokens) / self.words if self.words else None

    @property
    def error(self) -> Decimal | None:
        return Decimal(self.words - self.tokens) / self.tokens if self.tokens else None


def words_against_tokens(
    rate: Rate, words: int, tokens: int, messages: int, messages_a_month: int
) -> WordsAgainstTokens:
    """A month's input bill by words and by tokens, for a text of `messages` messages.

    >>> seen = words_against_tokens(Rate(Decimal(3)), 15, 40, 3, 200_000)
    >>> seen.by_words, seen.by_tokens, seen.error
    (Decimal('3'), Decimal('8'), Decimal('-0.625'))
    """
    price = rate.per_million(Decimal(tokens) / messages)
    bought = price * messages_a_month
    parts = messages * MILLION
    return WordsAgainstTokens(words, tokens, bought * words / parts, bought * tokens / parts)
