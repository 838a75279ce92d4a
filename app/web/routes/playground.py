"""The playground: `GET /` opens a state from its address, `POST /` cuts what was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.analysis.text_hints import mended, text_hints
from app.analysis.text_length import TextLength, text_length
from app.catalog.loader import examples
from app.catalog.prices import price_table
from app.errors import N_, InputTooLarge, InvalidInput, TokenarioError
from app.services.compare_costs import compare_costs
from app.services.link_state import read_query
from app.services.text_input import read_text
from app.services.tokenize_text import Tokenized, count_each, tokenize_each
from app.tokenization.pipeline import well_formed
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry
from app.web.addresses import addresses_of
from app.web.cost_form import CostForm, read_cost_form
from app.web.deps import FormDep, HtmxDep, OwnDep, ReaderDep, RegistryDep, RenderDep, SettingsDep
from app.web.error_handlers import status_of
from app.web.htmx import response_headers
from app.web.own_upload import FILE, keep_upload, known_to
from app.web.reader import Reader
from app.web.state import MAX_VOCABULARIES, Fields, Mode, Notice, PlaygroundState, read_state
from app.web.views.costs import CostsView, CutLine, Writer, cost_line, costs_view
from app.web.views.hints import TextBoxView, hint_views, selection_view
from app.web.views.page import NavItem, View
from app.web.views.playground import (
    ExampleLink,
    PlaygroundView,
    ResultsView,
    SummaryView,
    pager,
    playground_view,
    results_view,
)
from app.web.views.preview import Preview, playground_words
from app.web.views.vocabularies import OwnOfferView, UploadForm, upload_form

router = APIRouter(include_in_schema=False)
NAV = NavItem("/", N_("Cut"), 1)

LONGEST_ADDRESS = 2_000
"""Characters of an address that still holds the text; longer states keep theirs out of it."""
LOST_SHOWN = 300
"""Characters shown of what a limit cuts off."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request read: the state of the page, the costs asked for, who reads, and whether the text
    came by a private link and so stays out of addresses."""

    state: PlaygroundState
    costs: CostForm
    reader: Reader
    notices: tuple[Notice, ...] = ()
    private: bool = False


@router.get("/")
def show(
    request: Request,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
) -> HTMLResponse:
    reading = read_query("playground", request.scope["query_string"])
    asked = _asked(reading.state, registry, reader, reading.notices)
    _check_length(asked, settings.max_text_characters)
    upload = upload_form(settings.max_upload_bytes, settings.upload_minutes)
    page = _page(asked, registry, upload)
    counts = [(row.info.title, row.count) for row in page.results.rows if not row.error]
    words = playground_words(asked.state.text, counts, reader.locale)
    return render.page(page, preview=Preview(words, addresses_of(request, reading.state)))


@router.post("/")
def cut(
    form: FormDep,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    own: OwnDep,
    settings: SettingsDep,
    htmx: HtmxDep,
) -> HTMLResponse:
    asked, status = _asked(form, registry, reader), 200
    upload = upload_form(settings.max_upload_bytes, settings.upload_minutes)
    try:
        brought = keep_upload(form, own, settings.max_upload_bytes)
    except TokenarioError as error:
        upload, status = replace(upload, problem=reader.locale.explain(error)), status_of(error)
    else:
        asked = _with_vocabulary(asked, registry.info(brought)) if brought else asked
    try:
        file = form.files.get("file")
        if file is not None:
            asked = _with_file(
                asked, file.file.read(), file.filename or "", settings.max_upload_bytes
            )
        _check_length(asked, settings.max_text_characters)
    except TokenarioError as error:
        if htmx.wants_fragment:
            raise
        page = _page_with_error(asked, registry, upload, error)
        return render.page(page, status=status_of(error))
    if not htmx.wants_fragment:
        return render.page(_page(asked, registry, upload), status=status)
    results, costs = _answer(asked, registry)
    headers = response_headers(replace_url=_address(asked))
    views: list[View] = [results, SummaryView(results.length), costs]
    if form.has("mend"):
        views.append(TextBoxView(asked.state.text))
    if FILE in form.files:
        views.append(OwnOfferView(upload))
    return render.fragment(*views, headers=headers)


@router.post("/selection")
def count_selection(
    form: FormDep, render: RenderDep, reader: ReaderDep, registry: RegistryDep
) -> HTMLResponse:
    """The tokens of the part of the text that is selected (`selection` is start:end)."""
    state = _asked(form, registry, reader).state
    start, _, end = form.text("selection").partition(":")
    chosen = start.isdecimal() and end.isdecimal() and len(start) < 9 and len(end) < 9
    part = state.text[int(start) : int(end)] if chosen else ""
    counted = count_each(registry, part, state.vocabularies, state.specials) if part else []
    return render.fragment(selection_view(part, counted))


def _asked(
    fields: Fields, registry: Registry, reader: Reader, said: Sequence[InvalidInput] = ()
) -> Asked:
    default = examples()[0].text.of(reader.locale.language)
    state = read_state(fields, known_to(fields, registry), default, registry.ready())
    notices = tuple(Notice(error.message, dict(error.values)) for error in said)
    private = fields.all("private") == ["1"]
    return Asked(state, read_cost_form(fields), reader, notices, private)


def _with_vocabulary(asked: Asked, info: VocabularyInfo) -> Asked:
    """The state with one more row: the vocabulary that the reader just brought."""
    notice = Notice(N_("The last row is your vocabulary, %(title)s."), {"title": info.title})
    chosen = (*asked.state.vocabularies[: MAX_VOCABULARIES - 1], info.id)
    state = replace(asked.state, vocabularies=chosen)
    return replace(asked, state=state, notices=(*asked.notices, notice))


def _with_file(asked: Asked, data: bytes, name: str, max_bytes: int) -> Asked:
    """The state with the text of the file that was opened, and how the file was read."""
    read = read_text(data, max_bytes)
    notice = Notice(N_("The text is that of the file %(name)s."), {"name": name[:80]})
    notices = [*asked.notices, notice]
    if read.note:
        notices.append(Notice(read.note, {"encoding": read.encoding.value}))
    return replace(
        asked, state=replace(asked.state, text=read.text, page=1), notices=tuple(notices)
    )


def _check_length(asked: Asked, limit: int) -> None:
    size = len(asked.state.text)
    if size > limit:
        raise InputTooLarge(
            N_("The text has %(size)s characters and the limit is %(limit)s. Cut it in parts."),
            size=size,
            limit=limit,
        )


def _answer(asked: Asked, registry: Registry) -> tuple[ResultsView, CostsView]:
    """Cut the text and work out its costs."""
    state, reader = asked.state, asked.reader
    text = well_formed(state.text)
    length = text_length(text)
    shown = pager(len(text), state.page)
    results = tokenize_each(
        registry,
        text,
        state.vocabularies,
        state.specials,
        window=(shown.start, shown.end),
        stages=state.mode is Mode.STAGES,
    )
    counts = {r.info.id: r.encoding.count for r in results if isinstance(r, Tokenized)}
    costs = _costs(asked, registry, text, counts, length, datetime.now(UTC).date())
    offers = [registry.info(id) for id in registry.ids() if id not in state.vocabularies]
    lines = {line.vocabulary: line for line in costs.lines}
    without = None
    if state.compared:
        shorter = mended(text, state.compared)
        counted = count_each(registry, shorter, state.vocabularies, state.specials)
        without = {one.info.id: one.count for one in counted}
    view = results_view(
        state,
        length,
        results,
        offers,
        shown,
        reader.locale,
        lines,
        notices=asked.notices,
        hints=hint_views(text_hints(text), state.compared, reader.locale),
        mended=without,
        private=asked.private,
    )
    return view, costs


def _costs(
    asked: Asked,
    registry: Registry,
    text: str,
    counts: Mapping[str, int],
    length: TextLength,
    today: date,
) -> CostsView:
    form, table = asked.costs, price_table(today)
    writer = Writer(asked.reader.locale, form.exchange)
    compared = compare_costs(
        registry,
        table,
        text,
        counts,
        form.question,
        message_a_line=form.message_a_line,
        limit=form.limit,
        specials=asked.state.specials,
    )
    lines = [cost_line(one.costs, one.info.title, form, writer) for one in compared]
    cuts = [
        CutLine(one.info.title, one.cut, text[one.cut.kept_end :][:LOST_SHOWN])
        for one in compared
        if one.cut is not None
    ]
    messages = compared[0].costs.measured.messages if compared else 1
    return costs_view(table, lines, cuts, length.words, messages, form, writer)


def _page(asked: Asked, registry: Registry, upload: UploadForm) -> PlaygroundView:
    results, costs = _answer(asked, registry)
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


def _page_with_error(
    asked: Asked, registry: Registry, upload: UploadForm, error: TokenarioError
) -> PlaygroundView:
    """The page with the text as it was typed, cut nowhere, and what is wrong with it."""
    empty = replace(
        asked,
        state=replace(asked.state, text=""),
        notices=(Notice(error.message, dict(error.values)),),
    )
    page = _page(empty, registry, upload)
    return replace(page, results=replace(page.results, state=asked.state))


def _address(asked: Asked) -> str:
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
