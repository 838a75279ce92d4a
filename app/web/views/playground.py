"""What the playground shows: one row a vocabulary, the same letters under each other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import ClassVar

from app.analysis.text_length import TextLength
from app.errors import N_
from app.locales import Locale
from app.services.tokenize_text import Failed, Tokenized
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Encoding
from app.vocabularies.info import VocabularyInfo
from app.web.state import Mode, Notice, PlaygroundState, Sort
from app.web.views.costs import CostLine, CostsView
from app.web.views.hints import HintView
from app.web.views.page import View
from app.web.views.stages import StageView, stage_views
from app.web.views.tokens import Chip, chips, css_of
from app.web.views.vocabularies import UploadForm

WINDOW = 2_000
"""Characters of the text whose tokens are shown at once."""

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


@dataclass(frozen=True, slots=True)
class TokenLabel:
    """A token in the modes that show one label a token: its id or its bytes."""

    css: str
    label: str
    token: int


@dataclass(frozen=True, slots=True)
class Row:
    """One vocabulary's reading of the text, or the `error` that says why there is none.

    `share` is the length of the bar: the count over the highest count, 0 to 1. `rank` is "fewest",
    "most" or "" (also when all are equal). `data` is the JSON that the inspector reads:
    [id, piece, bytes in hexadecimal, start, end, kind] a token, from number `first` on.
    """

    info: VocabularyInfo
    error: str = ""
    count: int = 0
    share: float = 0.0
    rank: str = ""
    tokens_per_word: float | None = None
    characters_per_token: float | None = None
    bytes_per_token: float | None = None
    unknown: int = 0
    splits: int = 0
    whole: bool = True
    cost: str = ""
    mended: int | None = None
    chips: tuple[Chip, ...] = ()
    labels: tuple[TokenLabel, ...] = ()
    stages: tuple[StageView, ...] = ()
    first: int = 0
    data: str = "[]"


@dataclass(frozen=True, slots=True)
class Pager:
    """Which stretch of a long text is shown; None for the neighbours there are not."""

    page: int
    pages: int
    start: int
    end: int
    previous: int | None
    next: int | None


@dataclass(frozen=True)
class ResultsView(View):
    """Everything under the text box; also what htmx replaces.

    `steps`: whether each row links to its steps, which puts the text into an address.
    """

    template: ClassVar[str] = "partials/_results.html"

    state: PlaygroundState
    length: TextLength
    rows: tuple[Row, ...]
    offers: tuple[Offer, ...]
    pager: Pager
    notices: tuple[str, ...]
    hints: tuple[HintView, ...]
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


def pager(length: int, page: int) -> Pager:
    """The stretch of a text that a page shows; a page past the end is the last one.

    >>> pager(4_500, 9)
    Pager(page=3, pages=3, start=4000, end=4500, previous=2, next=None)
    """
    pages = max(1, -(-length // WINDOW))
    page = min(page, pages)
    start = (page - 1) * WINDOW
    return Pager(
        page,
        pages,
        start,
        min(length, start + WINDOW),
        page - 1 if page > 1 else None,
        page + 1 if page < pages else None,
    )


def rows(
    results: Sequence[Tokenized | Failed],
    length: TextLength,
    mode: Mode,
    shown: Pager,
    locale: Locale,
    costs: Mapping[str, CostLine],
) -> list[Row]:
    """One row a result, in the same order."""
    counts = [result.encoding.count for result in results if isinstance(result, Tokenized)]
    fewest, most = min(counts, default=0), max(counts, default=0)
    built: list[Row] = []
    for result in results:
        if isinstance(result, Failed):
            built.append(Row(result.info, error=locale.explain(result.error)))
            continue
        count = result.encoding.count
        rank = "" if fewest == most else {fewest: "fewest", most: "most"}.get(count, "")
        share = count / most if most else 0.0
        line = costs.get(result.info.id)
        cost = line.message or "" if line else ""
        built.append(_row(result, length, mode, shown, share, rank, cost))
    return built


def _row(
    result: Tokenized,
    length: TextLength,
    mode: Mode,
    shown: Pager,
    share: float,
    rank: str,
    cost: str,
) -> Row:
    encoding = result.encoding
    count = encoding.count
    tokens = encoding.tokens
    return Row(
        info=result.info,
        count=count,
        share=share,
        rank=rank,
        tokens_per_word=count / length.words if length.words else None,
        characters_per_token=length.code_points / count if count else None,
        bytes_per_token=length.utf8_bytes / count if count else None,
        unknown=sum(token.kind == "unknown" for token in tokens),
        splits=sum(token.splits_character for token in tokens),
        whole=not encoding.truncated,
        cost=cost,
        chips=tuple(chips(encoding, shown.start, shown.end)) if mode is Mode.TEXT else (),
        labels=_labels(encoding, mode),
        stages=stage_views(result.explanation) if result.explanation else (),
        first=encoding.first,
        data=inspector_data(encoding),
    )


def _labels(encoding: Encoding, mode: Mode) -> tuple[TokenLabel, ...]:
    if mode not in (Mode.IDS, Mode.BYTES):
        return ()
    numbered = enumerate(encoding.tokens, encoding.first)
    return tuple(
        TokenLabel(
            css_of(token, number),
            str(token.id) if mode is Mode.IDS else token.bytes.hex(" "),
            number,
        )
        for number, token in numbered
    )


def inspector_data(encoding: Encoding) -> str:
    """The tokens as the inspector reads them (see `Row.data`)."""
    return json.dumps(
        [
            [token.id, token.piece, token.bytes.hex(), token.start, token.end, token.kind.value]
            for token in encoding.tokens
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )


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
    """How long the text is; replaced beside the results."""

    template: ClassVar[str] = "partials/_summary.html"

    length: TextLength
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
        SummaryView(results.length, partial=False),
        replace(costs, partial=False),
        typed,
        tuple(examples),
        tuple(Choice(m.value, MODE_LABELS[m], m is state.mode) for m in Mode),
        tuple(Choice(s.value, SORT_LABELS[s], s is state.sort) for s in Sort),
        state.specials is SpecialPolicy.AS_SPECIAL,
        upload,
    )
