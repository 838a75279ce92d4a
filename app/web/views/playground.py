"""What the playground shows: one row a vocabulary, the same letters under each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import ClassVar

from app.analysis.text_length import TextLength
from app.errors import N_
from app.locales import Locale
from app.services.tokenize_text import Failed, Tokenized
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.info import VocabularyInfo
from app.web.state import Mode, Notice, PlaygroundState, Sort
from app.web.views.cost_line import CostLine
from app.web.views.costs import CostsView
from app.web.views.hints import HintView
from app.web.views.page import View
from app.web.views.readings import Pager, Row, rows
from app.web.views.vocabularies import UploadForm

LONGEST_LINKED = 300
"""Characters of a text that each row's link to its steps carries along."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A radio button: its value, its label (not translated), whether it is chosen."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A vocabulary that could be added as a row."""

    id: str
    title: str


@dataclass(frozen=True)
class ResultsView(View):
    """Everything under the text box; also what htmx replaces.

    `shows` says what to look at in an example, "" in any other text. `steps`: whether each row links
    to its steps, which puts the text into an address.
    """

    template: ClassVar[str] = "partials/_results.html"

    state: PlaygroundState
    length: TextLength
    rows: tuple[Row, ...]
    offers: tuple[Offer, ...]
    pager: Pager
    notices: tuple[str, ...]
    hints: tuple[HintView, ...]
    shows: str
    steps: bool


MODE_LABELS = {
    Mode.TEXT: N_("Text"),
    Mode.IDS: N_("Ids"),
    Mode.BYTES: N_("Bytes"),
    Mode.STAGES: N_("Stages"),
}
SORT_LABELS = {
    Sort.CHOSEN: N_("as chosen"),
    Sort.COUNT: N_("by tokens"),
    Sort.COST: N_("by cost"),
}


def results_view(
    state: PlaygroundState,
    length: TextLength,
    results: Sequence[Tokenized | Failed],
    offers: Sequence[VocabularyInfo],
    shown: Pager,
    locale: Locale,
    costs: Mapping[str, CostLine],
    *,
    notices: Sequence[Notice] = (),
    hints: Sequence[HintView] = (),
    mended: Mapping[str, int] | None = None,
    shows: str = "",
    private: bool = False,
) -> ResultsView:
    """The whole region, its rows in the order asked for; a private text stays out of its links."""
    built = rows(results, length, state.mode, shown, locale, costs)
    if mended:
        built = [replace(row, mended=mended.get(row.info.id)) for row in built]
    if state.sort is Sort.COUNT:
        built.sort(key=lambda row: (bool(row.error), row.count))
    elif state.sort is Sort.COST:
        built.sort(key=lambda row: _by_cost(costs.get(row.info.id)))
    return ResultsView(
        state=state,
        length=length,
        rows=tuple(built),
        offers=tuple(Offer(info.id, info.title) for info in offers),
        pager=shown,
        notices=tuple(locale.say(n.message, **n.values) for n in (*state.notices, *notices)),
        hints=tuple(hints),
        shows=shows,
        steps=not private and 0 < len(state.text) <= LONGEST_LINKED and "\0" not in state.text,
    )


def _by_cost(line: CostLine | None) -> tuple[bool, Decimal]:
    """The cheapest month first; those without a known price last."""
    total = line.total if line else None
    return total is None, total or Decimal(0)


@dataclass(frozen=True, slots=True)
class ExampleLink:
    """A ready text: its title in the reader's language and the page that shows it."""

    title: str
    shows: str
    href: str


@dataclass(frozen=True)
class SummaryView(View):
    """How long the text is, and for who listens its tokens; replaced beside the results.

    The length is None when the text is too long to be measured.
    """

    template: ClassVar[str] = "partials/_summary.html"

    length: TextLength | None
    rows: tuple[Row, ...]
    partial: bool = True


@dataclass(frozen=True)
class PlaygroundView(View):
    """The page: the box, the examples, and the results as htmx would get them."""

    template: ClassVar[str] = "pages/playground.html"

    results: ResultsView
    summary: SummaryView
    costs: CostsView
    typed: dict[str, str]
    examples: tuple[ExampleLink, ...]
    modes: tuple[Choice, ...]
    sorts: tuple[Choice, ...]
    specials: bool
    upload: UploadForm


def playground_view(
    results: ResultsView,
    costs: CostsView,
    typed: dict[str, str],
    examples: Sequence[ExampleLink],
    upload: UploadForm,
) -> PlaygroundView:
    state = results.state
    return PlaygroundView(
        results,
        SummaryView(results.length, results.rows, partial=False),
        replace(costs, partial=False),
        typed,
        tuple(examples),
        tuple(Choice(m.value, MODE_LABELS[m], m is state.mode) for m in Mode),
        tuple(Choice(s.value, SORT_LABELS[s], s is state.sort) for s in Sort),
        state.specials is SpecialPolicy.AS_SPECIAL,
        upload,
    )
