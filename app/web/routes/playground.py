"""The playground: `GET /` opens a state from its address, `POST /` cuts what was typed."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.analysis.text_length import text_length
from app.catalog.loader import examples
from app.errors import N_, InputTooLarge, InvalidInput
from app.services.link_state import read_query
from app.services.tokenize_text import tokenize_each
from app.settings import Settings
from app.tokenization.pipeline import well_formed
from app.vocabularies.registry import Registry
from app.web.deps import FormDep, HtmxDep, ReaderDep, RegistryDep, RenderDep, SettingsDep
from app.web.htmx import response_headers
from app.web.reader import Reader
from app.web.state import Fields, Mode, Notice, PlaygroundState, read_state
from app.web.views.page import NavItem
from app.web.views.playground import (
    ExampleLink,
    PlaygroundView,
    ResultsView,
    SummaryView,
    pager,
    playground_view,
    results_view,
)

router = APIRouter(include_in_schema=False)
NAV = NavItem("/", N_("Cut"), 1)

LONGEST_ADDRESS = 2_000
"""Characters of an address that still holds the text; longer states keep theirs out of it."""


@router.get("/")
def show(
    request: Request,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
) -> HTMLResponse:
    reading = read_query("playground", request.scope["query_string"])
    state = state_of(reading.state, registry, reader)
    return render.page(page_of(state, registry, settings, reader, reading.notices))


@router.post("/")
def cut(
    form: FormDep,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
    htmx: HtmxDep,
) -> HTMLResponse:
    state = state_of(form, registry, reader)
    if not htmx.wants_fragment:
        return render.page(page_of(state, registry, settings, reader))
    results = results_of(state, registry, settings, reader)
    headers = response_headers(replace_url=_address(state, reader))
    return render.fragment(results, SummaryView(results.length), headers=headers)


def state_of(form: Fields, registry: Registry, reader: Reader) -> PlaygroundState:
    """The state that a form, a query or a stored link says."""
    language = reader.locale.language
    return read_state(form, registry.ids(), examples()[0].text.of(language), registry.ids())


def results_of(
    state: PlaygroundState,
    registry: Registry,
    settings: Settings,
    reader: Reader,
    said: Sequence[InvalidInput] = (),
) -> ResultsView:
    """The region under the text box; `said` are flaws of the link that brought the reader here."""
    if len(state.text) > settings.max_text_characters:
        raise InputTooLarge(
            N_("The text has %(size)s characters and the limit is %(limit)s. Cut it in parts."),
            size=len(state.text),
            limit=settings.max_text_characters,
        )
    text = well_formed(state.text)
    shown = pager(len(text), state.page)
    results = tokenize_each(
        registry,
        text,
        state.vocabularies,
        state.specials,
        window=(shown.start, shown.end),
        stages=state.mode is Mode.STAGES,
    )
    offers = [registry.info(id) for id in registry.ids() if id not in state.vocabularies]
    notices = [Notice(error.message, dict(error.values)) for error in said]
    return results_view(state, text_length(text), results, offers, shown, reader.locale, notices)


def page_of(
    state: PlaygroundState,
    registry: Registry,
    settings: Settings,
    reader: Reader,
    said: Sequence[InvalidInput] = (),
) -> PlaygroundView:
    """The whole page."""
    results = results_of(state, registry, settings, reader, said)
    language = reader.locale.language
    links = [
        ExampleLink(
            example.title.of(language),
            example.shows.of(language),
            reader.link("/", model=",".join(state.vocabularies), text=example.text.of(language)),
        )
        for example in examples()
    ]
    return playground_view(results, links)


def _address(state: PlaygroundState, reader: Reader) -> str:
    """The address that opens this state again; without the text when no address can hold it."""
    kept = "".join(f"&{name}={value}" for name, value in reader.kept.items())
    try:
        whole = f"/?{state.link().query()}{kept}"
    except InvalidInput:  # NUL
        whole = ""
    if whole and len(whole) <= LONGEST_ADDRESS:
        return whole
    return f"/?{state.link(with_text=False).query()}{kept}"
