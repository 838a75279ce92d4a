"""What the reader typed about costs: read field by field, so that one slip spoils one field only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TypeVar

from app.errors import N_, InvalidInput
from app.services.cut_at_limit import MAX_LIMIT
from app.services.estimate_cost import CostQuestion, Exchange
from app.services.typed_numbers import typed_amount, typed_whole
from app.web.state import Fields, Notice

T = TypeVar("T")

FIELDS = ("messages", "output", "cached", "own", "currency", "rate", "day", "lines", "limit")
USUAL = {"messages": "1000", "lines": "0"}
LONGEST = 40
"""Characters kept of one field, and written back into it."""


@dataclass(frozen=True, slots=True)
class CostForm:
    """`typed` is what stays in the boxes; `chosen` the model asked for, by vocabulary.

    `problems` say which fields could not be read; their usual values were used instead.
    """

    typed: dict[str, str]
    question: CostQuestion
    exchange: Exchange | None
    message_a_line: bool
    limit: int | None
    chosen: dict[str, str]
    problems: tuple[Notice, ...]

    @property
    def said(self) -> dict[str, str]:
        """The fields that differ from the usual: what a link must say."""
        said = {name: typed for name, typed in self.typed.items() if typed != USUAL.get(name, "")}
        if self.chosen:
            said["prices"] = ",".join(f"{id}:{model}" for id, model in self.chosen.items())
        return said


def read_cost_form(fields: Fields) -> CostForm:
    """Read a query or a form.

    >>> class Typed:
    ...     def all(self, name): return {"messages": ["200 000"], "own": ["3,00"]}.get(name, [])
    >>> form = read_cost_form(Typed())
    >>> form.question.messages_a_month, form.question.own_price, form.problems
    (200000, Decimal('3.00'), ())
    """
    problems: list[Notice] = []
    typed = {name: _typed(fields, name) for name in FIELDS}

    def read(name: str, label: str, reading: Callable[[str], T], usual: T) -> T:
        if not typed[name].strip():
            return usual
        try:
            return reading(typed[name])
        except InvalidInput as error:
            problems.append(Notice(label))
            problems.append(Notice(error.message, dict(error.values)))
            return usual

    messages = read("messages", N_("Messages a month was not understood."), _messages, 1000)
    output = read("output", N_("Answer tokens was not understood."), _output, 0)
    cached = read("cached", N_("Cached input was not understood."), _share, Decimal(0))
    own = read("own", N_("Your price was not understood."), typed_amount, None)
    limit = read("limit", N_("The limit of tokens was not understood."), _limit, None)
    exchange = read(
        "rate", N_("The currency was not understood."), lambda _: _exchange(typed), None
    )
    return CostForm(
        typed=typed,
        question=CostQuestion(messages, output, cached, own),
        exchange=exchange,
        message_a_line=typed["lines"] not in ("", "0"),
        limit=limit,
        chosen=_chosen(fields),
        problems=tuple(problems),
    )


def _typed(fields: Fields, name: str) -> str:
    values = fields.all(name)
    return values[-1][:LONGEST] if values else USUAL.get(name, "")


def _chosen(fields: Fields) -> dict[str, str]:
    """The models chosen, as `vocabulary:seller/model`, from repeated fields or a list with commas."""
    pairs = (
        part.partition(":") for value in fields.all("prices") for part in value.split(",") if part
    )
    return {id.strip(): model for id, _, model in pairs if model}


def _messages(text: str) -> int:
    return CostQuestion(messages_a_month=typed_whole(text)).messages_a_month


def _output(text: str) -> int:
    return CostQuestion(output_tokens=typed_whole(text)).output_tokens


def _share(text: str) -> Decimal:
    """A percentage, with or without its sign.

    >>> _share("50 %")
    Decimal('0.5')
    """
    return CostQuestion(cached_share=typed_amount(text.replace("%", "")) / 100).cached_share


def _limit(text: str) -> int:
    limit = typed_whole(text)
    if limit > MAX_LIMIT:
        raise InvalidInput(N_("The limit must be between 0 and %(limit)s tokens."), limit=MAX_LIMIT)
    return limit


def _exchange(typed: dict[str, str]) -> Exchange:
    """A rate needs its currency and its day: an undated rate would be an undated price."""
    try:
        day = date.fromisoformat(typed["day"].strip())
    except ValueError:
        raise InvalidInput(N_("A rate needs the day it is of, written as 2026-11-30.")) from None
    return Exchange(typed["currency"].strip().upper(), typed_amount(typed["rate"]), day)
