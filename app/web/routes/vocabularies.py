"""The vocabularies: the list, a page for each, searches in them, and one's own files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.errors import N_, InvalidInput, NotFound, TokenarioError, VocabularyUnavailable
from app.services.link_state import PageState, read_query
from app.services.look_up import How, check_length, find_pieces, read_each
from app.services.own_vocabularies import PREFIX
from app.tokenization.budget import Budget
from app.vocabularies.registry import Registry
from app.web.deps import (
    FactsDep,
    FormDep,
    HtmxDep,
    OwnDep,
    ReaderDep,
    RegistryDep,
    RenderDep,
    SettingsDep,
)
from app.web.error_handlers import status_of
from app.web.htmx import response_headers
from app.web.own_upload import keep_upload
from app.web.reader import Reader
from app.web.views.look_up import (
    LookUpView,
    SearchView,
    how_choices,
    look_up_view,
    no_look_up,
    no_search,
    search_view,
)
from app.web.views.page import NavItem
from app.web.views.vocabularies import VocabulariesPage, upload_form, vocabulary_lines
from app.web.views.vocabulary import (
    USUAL_WIDTH,
    RowsView,
    VocabularyPage,
    facts_view,
    own_view,
    rows_view,
)

router = APIRouter(include_in_schema=False)
NAV = NavItem("/vocabularies", N_("Vocabularies"), 5)

WIDEST = 100_000
"""Numbers in a row: several times the widest model in use."""


@dataclass(frozen=True, slots=True)
class Library:
    """The vocabularies, those of visitors, what is known of each, and who reads."""

    registry: Registry
    own: OwnDep
    known: FactsDep
    settings: SettingsDep
    reader: Reader


async def _library(
    registry: RegistryDep, own: OwnDep, known: FactsDep, settings: SettingsDep, reader: ReaderDep
) -> Library:
    return Library(registry, own, known, settings, reader)


LibraryDep = Annotated[Library, Depends(_library)]


@router.get("/vocabularies")
def show_all(
    request: Request, library: LibraryDep, render: RenderDep, htmx: HtmxDep
) -> HTMLResponse:
    reading = read_query("vocabularies", request.scope["query_string"])
    typed = reading.state.get("q") or ""
    found = _look_up(typed, library)
    if htmx.wants_fragment:
        return render.fragment(
            found, headers=_replacing(request, reading.state.with_(q=typed or None))
        )
    deleted = reading.state.get("deleted") == "1"
    return render.page(_list(library, found, deleted=deleted), said=reading.notices)


@router.post("/vocabularies")
def bring(form: FormDep, library: LibraryDep, render: RenderDep) -> Response:
    """Keep the file that was sent, and go to its page."""
    try:
        id = keep_upload(form, library.own, library.settings.max_upload_bytes)
        if id is None:
            raise InvalidInput(N_("Choose the file of a vocabulary first."))
    except TokenarioError as error:
        page = _list(library, no_look_up(), problem=library.reader.locale.explain(error))
        return render.page(page, status=status_of(error), address="/vocabularies")
    return RedirectResponse(library.reader.link(f"/vocabularies/{id}"), status_code=303)


@router.get("/vocabularies/{id}")
def show(
    id: str, request: Request, library: LibraryDep, render: RenderDep, htmx: HtmxDep
) -> HTMLResponse:
    _check_known(id, library)
    reading = read_query("vocabulary", request.scope["query_string"])
    rows = _rows(library.registry.info(id).size, reading.state.get("d") or "", library.reader)
    if htmx.wants_fragment:
        link = reading.state.with_(d=str(rows.width))
        return render.fragment(rows, headers=_replacing(request, link))
    page = _page(id, library, no_search(), How.CONTAINS, rows)
    return render.page(page, said=reading.notices)


@router.get("/vocabularies/{id}/search")
def search(
    id: str, request: Request, library: LibraryDep, render: RenderDep, htmx: HtmxDep
) -> HTMLResponse:
    """The pieces that hold a string, and whether it is one token; the case is as typed."""
    _check_known(id, library)
    reading = read_query("search", request.scope["query_string"])
    q, how = reading.state.get("q") or "", reading.state.get("how") or How.CONTAINS.value
    chosen = next((each for each in How if each.value == how), How.CONTAINS)
    found = _search(id, q, how, library)
    if htmx.wants_fragment:
        link = reading.state.with_(how=chosen.value)
        return render.fragment(found, headers=_replacing(request, link))
    rows = rows_view(library.registry.info(id).size, USUAL_WIDTH)
    return render.page(_page(id, library, found, chosen, rows), said=reading.notices)


@router.post("/vocabularies/{id}/delete")
def delete(id: str, library: LibraryDep) -> Response:
    """Take a visitor's vocabulary off the shelf."""
    if not id.startswith(PREFIX):
        raise NotFound(N_("Only a vocabulary of your own can be deleted."))
    library.own.remove(id)
    return RedirectResponse(library.reader.link("/vocabularies", deleted=1), status_code=303)


def _replacing(request: Request, link: PageState) -> dict[str, str]:
    """Headers that put the canonical address of the state into the browser."""
    return response_headers(replace_url=f"{request.url.path}?{link.query()}")


def _check_known(id: str, library: Library) -> None:
    if id in library.registry:
        return
    if id.startswith(PREFIX):
        raise NotFound(
            N_(
                "This vocabulary is not here any more: one of your own is kept for %(minutes)s "
                "minutes after its last use. Bring its file again."
            ),
            minutes=library.settings.upload_minutes,
        )
    raise NotFound(
        N_("There is no vocabulary with that id here. There are: %(ids)s."),
        ids=", ".join(library.registry.ids()),
    )


def _list(
    library: Library, found: LookUpView, *, problem: str = "", deleted: bool = False
) -> VocabulariesPage:
    registry, settings = library.registry, library.settings
    infos = [(registry.info(id), registry.available(id)) for id in registry.ids()]
    upload = upload_form(settings.max_upload_bytes, settings.upload_minutes, problem)
    return VocabulariesPage(vocabulary_lines(infos, library.reader), found, upload, deleted)


def _page(id: str, library: Library, found: SearchView, how: How, rows: RowsView) -> VocabularyPage:
    info, reader = library.registry.info(id), library.reader
    facts, unavailable = None, ""
    try:
        budget = Budget(seconds=library.settings.work_seconds)
        facts = facts_view(
            info, library.known.facts(library.registry.tokenizer(id), budget), reader
        )
    except VocabularyUnavailable as error:
        unavailable = reader.locale.explain(error)
    mine = None
    if id.startswith(PREFIX):
        mine = own_view(info, library.settings.upload_minutes, library.own.notes(id), reader)
    return VocabularyPage(info, unavailable, facts, mine, found, how_choices(how), rows)


def _look_up(typed: str, library: Library) -> LookUpView:
    registry, reader = library.registry, library.reader
    if not typed:
        return no_look_up()
    try:
        check_length(typed)
    except InvalidInput as error:
        return no_look_up(typed, reader.locale.explain(error))
    return look_up_view(typed, read_each(registry, typed, registry.ids()), reader)


def _search(id: str, typed: str, how: str, library: Library) -> SearchView:
    registry, reader = library.registry, library.reader
    if not typed:
        return no_search()
    try:
        check_length(typed)
        if how not in list(How):
            raise InvalidInput(
                N_("“how” can be: %(values)s."), values=", ".join(each.value for each in How)
            )
        (reading,) = read_each(registry, typed, [id])
        found = find_pieces(registry.tokenizer(id).vocabulary, typed, How(how))
    except TokenarioError as error:
        return no_search(typed, reader.locale.explain(error))
    return search_view(typed, How(how), id, reading, found, reader)


def _rows(size: int, typed: str, reader: Reader) -> RowsView:
    """The rows for the width that the reader typed."""
    if not typed:
        return rows_view(size, USUAL_WIDTH)
    if typed.isascii() and typed.isdigit() and len(typed) < 7 and 1 <= int(typed) <= WIDEST:
        return rows_view(size, int(typed))
    message = N_("The width d is a whole number from 1 to %(widest)s; this is for %(usual)s.")
    problem = reader.locale.say(message, widest=WIDEST, usual=USUAL_WIDTH)
    return rows_view(size, USUAL_WIDTH, problem)
