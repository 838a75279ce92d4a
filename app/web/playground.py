"""What the playground answers: a request read, the text cut, its costs, and the views of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from app.analysis.text_hints import Hint, HintCode, mended, text_hints
from app.catalog.loader import examples
from app.catalog.prices import price_table
from app.errors import N_, BudgetExceeded, InputTooLarge, InvalidInput, TokenarioError
from app.locales import Language
from app.services.compare_costs import Compared, compare_costs
from app.services.text_input import read_text
from app.services.tokenize_text import Failed, count_each
from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry
from app.web.cost_form import CostForm, read_cost_form
from app.web.cutting import Cutting, cut_for_page
from app.web.own_upload import known_to
from app.web.reader import Reader
from app.web.state import MAX_VOCABULARIES, Fields, Notice, PlaygroundState, read_state
from app.web.views.cost_line import Writer, cost_line
from app.web.views.costs import CostsView, CutLine, costs_view
from app.web.views.hints import hint_views
from app.web.views.playground import (
    ExampleLink,
    PlaygroundView,
    ResultsView,
    playground_view,
    results_view,
)
from app.web.views.vocabularies import UploadForm

LONGEST_ADDRESS = 2_000
"""Characters of an address that still holds the text; longer states keep theirs out of it."""
LOST_SHOWN = 300
"""Characters shown of what a limit cuts off."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request read: the state of the page, the costs asked for, who reads, the time there is for
    it, and whether the text came by a private link and so stays out of addresses."""

    state: PlaygroundState
    costs: CostForm
    reader: Reader
    budget: Budget
    notices: tuple[Notice, ...] = ()
    private: bool = False


def asked_of(
    fields: Fields,
    registry: Registry,
    reader: Reader,
    budget: Budget,
    said: Sequence[InvalidInput] = (),
) -> Asked:
    """Read a link or a form; `said` are the notices of reading the link itself."""
    default = examples()[0].text.of(reader.locale.language)
    state = read_state(fields, known_to(fields, registry), default, registry.ready())
    notices = tuple(Notice(error.message, dict(error.values)) for error in said)
    private = fields.all("private") == ["1"]
    return Asked(state, read_cost_form(fields), reader, budget, notices, private)


def with_error(asked: Asked, error: TokenarioError) -> Asked:
    """The request with what went wrong among its notices."""
    notice = Notice(error.message, dict(error.values))
    return replace(asked, notices=(*asked.notices, notice))


def with_vocabulary(asked: Asked, info: VocabularyInfo) -> Asked:
    """The state with one more row: the vocabulary that the reader just brought."""
    notice = Notice(N_("Your vocabulary, %(title)s, is one of the rows."), {"title": info.title})
    chosen = (*asked.state.vocabularies[: MAX_VOCABULARIES - 1], info.id)
    state = replace(asked.state, vocabularies=chosen)
    return replace(asked, state=state, notices=(*asked.notices, notice))


def with_file(asked: Asked, data: bytes, name: str, max_bytes: int) -> Asked:
    """The state with the text of the file that was opened, and how the file was read."""
    read = read_text(data, max_bytes)
    notice = Notice(N_("The text is that of the file %(name)s."), {"name": name[:80]})
    notices = [*asked.notices, notice]
    if read.note:
        notices.append(Notice(read.note, {"encoding": read.encoding.value}))
    return replace(
        asked, state=replace(asked.state, text=read.text, page=1), notices=tuple(notices)
    )


def answer(asked: Asked, registry: Registry) -> tuple[ResultsView, CostsView]:
    """Cut the text and work out its costs, as far as the time goes; what it ends before is said."""
    state, reader = asked.state, asked.reader
    cutting = cut_for_page(state, registry, asked.budget)
    costs, said = _costs(asked, registry, cutting, datetime.now(UTC).date())
    offers = [registry.info(id) for id in registry.ids() if id not in state.vocabularies]
    lines = {line.vocabulary: line for line in costs.lines}
    without = None
    if state.compared:
        shorter = mended(cutting.text, state.compared)
        read = [each.info.id for each in cutting.read]
        try:
            counted = count_each(registry, shorter, read, state.specials, budget=asked.budget)
            without = {one.info.id: one.count for one in counted}
        except BudgetExceeded as error:
            why = reader.locale.explain(error)
            said += [
                Notice(N_("The counts of the text without it are left out. %(why)s"), {"why": why})
            ]
    view = results_view(
        state,
        cutting.length,
        cutting.results,
        offers,
        cutting.shown,
        reader.locale,
        lines,
        notices=(*asked.notices, *said),
        hints=hint_views(_hints(cutting.text, state), state.compared, reader.locale),
        mended=without,
        shows=_shows(state.text, reader.locale.language),
        private=asked.private,
    )
    return view, costs


def _hints(text: str, state: PlaygroundState) -> list[Hint]:
    """What to warn of; special tokens that are read as such by choice are told otherwise."""
    if state.specials is SpecialPolicy.AS_TEXT:
        return list(text_hints(text))
    message = N_(
        "Text that looks like a special token: %(count)s. Each vocabulary reads as tokens those "
        "that it has, and the rest as text."
    )
    return [
        replace(each, message=message) if each.code is HintCode.SPECIAL_TOKEN else each
        for each in text_hints(text)
    ]


def _shows(text: str, language: Language) -> str:
    """What to look at in a text that is one of the examples; "" in any other."""
    known = (each for each in examples() if each.text.of(language) == text)
    return next((each.shows.of(language) for each in known), "")


def _costs(
    asked: Asked, registry: Registry, cutting: Cutting, today: date
) -> tuple[CostsView, list[Notice]]:
    """The costs, and whose are missing."""
    form, table = asked.costs, price_table(today)
    writer = Writer(asked.reader.locale, form.exchange)
    results = compare_costs(
        registry,
        table,
        cutting.text,
        {each.info.id: each.encoding.count for each in cutting.read},
        form.question,
        message_a_line=form.message_a_line,
        limit=form.limit,
        specials=asked.state.specials,
        budget=asked.budget,
    )
    compared = [each for each in results if isinstance(each, Compared)]
    lines = [cost_line(one.costs, one.info.title, form, writer) for one in compared]
    cuts = [
        CutLine(one.info.title, one.cut, cutting.text[one.cut.kept_end :][:LOST_SHOWN])
        for one in compared
        if one.cut is not None
    ]
    messages = compared[0].costs.measured.messages if compared else 1
    view = costs_view(table, lines, cuts, cutting.length.words, messages, form, writer)
    return view, _left_out([each for each in results if isinstance(each, Failed)], asked.reader)


def _left_out(failed: Sequence[Failed], reader: Reader) -> list[Notice]:
    if not failed:
        return []
    titles = ", ".join(each.info.title for each in failed)
    why = reader.locale.explain(failed[0].error)
    return [
        Notice(
            N_("No costs could be worked out for %(titles)s. %(why)s"),
            {"titles": titles, "why": why},
        )
    ]


def page_of(asked: Asked, registry: Registry, upload: UploadForm) -> PlaygroundView:
    """The whole page."""
    results, costs = answer(asked, registry)
    reader, language = asked.reader, asked.reader.locale.language
    links = [
        ExampleLink(
            example.title.of(language),
            example.shows.of(language),
            reader.link(
                "/", model=",".join(asked.state.vocabularies), text=example.text.of(language)
            ),
        )
        for example in examples()
    ]
    return playground_view(results, costs, asked.costs.typed, links, upload)


def page_uncut(
    asked: Asked, registry: Registry, upload: UploadForm, error: InputTooLarge
) -> PlaygroundView:
    """The page of a text too long to cut: it stays in its box, and no figure stands for it."""
    empty = with_error(replace(asked, state=replace(asked.state, text="")), error)
    page = page_of(empty, registry, upload)
    uncut = asked.reader.locale.gettext(N_("Not cut: the text is too long."))
    rows = tuple(replace(row, error=uncut) for row in page.results.rows)
    return replace(
        page,
        results=replace(page.results, state=asked.state, rows=rows),
        summary=replace(page.summary, length=None),
        costs=replace(page.costs, lines=(), cuts=()),
    )


def address_of(asked: Asked) -> str:
    """The address that opens this state again; without the text when no address can hold it.

    After a private link the text stays in the fragment, so that reloading does not send it.
    """
    state, said = asked.state, asked.costs.said
    try:
        link = state.link(said=said).with_(**asked.reader.kept)
    except InvalidInput:  # NUL
        link = None
    if link:
        query, fragment = link.private() if asked.private else (link.query(), "")
        whole = f"/?{query}#{fragment}" if fragment else f"/?{query}"
        if len(whole) <= LONGEST_ADDRESS:
            return whole
    without = state.link(with_text=False, said=said).with_(**asked.reader.kept)
    return f"/?{without.query()}"
