"""The bill side by side: a line for each vocabulary, what a limit cuts, and where prices are from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.catalog.families import families
from app.catalog.prices import PriceTable
from app.errors import N_
from app.locales import numbers
from app.services.cut_at_limit import CutText
from app.services.estimate_cost import ROUNDING
from app.web.cost_form import CostForm
from app.web.views.cost_line import CostLine, Writer
from app.web.views.page import View


@dataclass(frozen=True, slots=True)
class CutLine:
    """What a limit of tokens leaves of the text in one vocabulary."""

    title: str
    cut: CutText
    lost: str


@dataclass(frozen=True, slots=True)
class Uncounted:
    title: str
    why: str


@dataclass(frozen=True)
class CostsView(View):
    """The region of the costs; also what htmx replaces."""

    template: ClassVar[str] = "partials/_costs.html"

    lines: tuple[CostLine, ...]
    words: int
    messages: int
    messages_a_month: int
    own_price: str | None
    exchange: str
    problems: tuple[str, ...]
    source: str
    as_of: str
    rounding: str
    uncounted: tuple[Uncounted, ...]
    cuts: tuple[CutLine, ...]
    limit: int | None
    partial: bool = True


def costs_view(
    table: PriceTable,
    lines: Sequence[CostLine],
    cuts: Sequence[CutLine],
    words: int,
    messages: int,
    form: CostForm,
    writer: Writer,
) -> CostsView:
    """The whole region."""
    locale, exchange = writer.locale, form.exchange
    rate = ""
    if exchange is not None:
        rate = locale.say(
            N_("1 US dollar = %(rate)s %(currency)s, the rate you gave, of %(day)s."),
            rate=numbers.number(exchange.per_dollar, locale.language, 4),
            currency=exchange.currency,
            day=writer.day(exchange.day),
        )
    return CostsView(
        lines=tuple(lines),
        words=words,
        messages=messages,
        messages_a_month=form.question.messages_a_month,
        own_price=writer.money(form.question.own_price),
        exchange=rate,
        problems=tuple(locale.say(p.message, **p.values) for p in form.problems),
        source=table.source,
        as_of=writer.day(table.as_of),
        rounding=locale.gettext(ROUNDING),
        uncounted=tuple(
            Uncounted(family.title, family.why[locale.language]) for family in families().uncounted
        ),
        cuts=tuple(cuts),
        limit=form.limit,
    )
