"""The prices of the package genai-prices, as it was installed: no network, no table kept by hand.

Read from the bundled data itself, so that nothing fetched later (and perhaps older) takes its
place: to have newer prices, install a newer package.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache
from importlib.metadata import version

from genai_prices import types
from genai_prices.data import providers as bundled

from app.catalog.families import Families, families
from app.tokenization.pricing import ModelPrice, Rate, Rates, Tier

PACKAGE = "genai-prices"
HOME = "https://github.com/pydantic/genai-prices"
BATCH = {"processing": "batch"}
# The data has no date of its own: its comments say when a price was last looked at.
_CHECKED = re.compile(
    r"\b(?:verified|checked|as of|observed|last updated)\b[^.;()]{0,60}?(\d{4}-\d\d-\d\d)", re.I
)


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Every text model that can be bought, with its prices on one day.

    `source` is the package and its version, `home` where it is made. `as_of` is the latest day on
    which the data says that a price of it was checked: the prices are at least as fresh as that.
    """

    source: str
    home: str
    as_of: date
    prices: tuple[ModelPrice, ...]

    def of_vocabulary(self, vocabulary: str) -> tuple[ModelPrice, ...]:
        """The models that use a vocabulary, in the data's order; none when no API sells any."""
        return tuple(price for price in self.prices if price.vocabulary == vocabulary)


@lru_cache(maxsize=2)
def price_table(day: date) -> PriceTable:
    """The prices that hold on a day (a price can be announced to start later)."""
    known = families()
    at = datetime.combine(day, time(12), UTC)
    return PriceTable(
        source=f"{PACKAGE} {version(PACKAGE)}",
        home=HOME,
        as_of=max(_check_days(bundled)),
        prices=tuple(
            price
            for provider in bundled
            if not known.resells(provider.id)
            for model in provider.models
            if (price := _price(provider, model, known, at)) is not None
        ),
    )


def _check_days(providers: list[types.Provider]) -> Iterator[date]:
    for provider in providers:
        yield from _days(provider.price_comments)
        for model in provider.models:
            yield from _days(model.price_comments)


def _days(comment: str | None) -> list[date]:
    """The days on which a comment says that something was checked.

    >>> _days("Rates verified on 2026-10-12 at the price page; they end on 2027-01-31.")
    [datetime.date(2026, 10, 12)]
    """
    return [date.fromisoformat(found) for found in _CHECKED.findall(comment or "")]


def _is_delisted(comment: str | None) -> bool:
    return "no longer list" in (comment or "").lower()


def _price(
    provider: types.Provider, model: types.ModelInfo, known: Families, at: datetime
) -> ModelPrice | None:
    """A model of the data in our terms; None for one that is not sold by the token of text."""
    rates = _rates(model.get_prices(at))
    if rates is None or not known.sells_text(model.id):
        return None
    has_batch = any(
        variant.when == BATCH and (variant.constraint is None or variant.constraint.active(at))
        for variant in model.price_variants or ()
    )
    return ModelPrice(
        model=model.id,
        title=(model.name or model.id).strip(),
        provider=provider.id,
        seller=provider.name,
        match=known.match(model.id, provider.id),
        rates=rates,
        batch=_rates(model.get_prices(at, BATCH)) if has_batch else None,
        context_window=model.context_window,
        since=_since(model, at),
        checked=max(_days(model.price_comments), default=None),
        retired=(provider.id, model.id) in known.retired or _is_delisted(model.price_comments),
    )


def _rates(price: types.ModelPrice) -> Rates | None:
    """Nothing for a model that does not charge for input tokens."""
    charged = _rate(price.input_mtok)
    if charged is None:
        return None
    return Rates(charged, _rate(price.cache_read_mtok), _rate(price.output_mtok))


def _rate(price: Decimal | types.TieredPrices | None) -> Rate | None:
    """A price as a rate; a price of zero is an offer with strings attached, not a price."""
    if price is None:
        return None
    if isinstance(price, types.TieredPrices):
        return Rate(price.base, tuple(Tier(tier.start, tier.price) for tier in price.tiers))
    return Rate(price) if price else None


def _since(model: types.ModelInfo, at: datetime) -> date | None:
    """The day from which the price that holds now holds, when the data says it."""
    if isinstance(model.prices, types.ModelPrice):
        return None
    for conditional in reversed(model.prices):
        rule = conditional.constraint
        if rule is None:
            return None
        if isinstance(rule, types.StartDateConstraint) and rule.active(at):
            return rule.start_date
    return None
