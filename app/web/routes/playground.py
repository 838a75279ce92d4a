"""The playground: `GET /` opens a state from its address, `POST /` cuts what was typed."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.errors import N_, InputTooLarge, TokenarioError
from app.services.tokenize_text import count_each
from app.tokenization.budget import Budget
from app.web.cutting import check_length
from app.web.deps import FormDep, HtmxDep, OwnDep, ReaderDep, RegistryDep, RenderDep, SettingsDep
from app.web.error_handlers import status_of
from app.web.htmx import response_headers
from app.web.own_upload import FILE, keep_upload
from app.web.pages import SHARED, Opening, SiteDep
from app.web.playground import (
    address_of,
    answer,
    asked_of,
    page_of,
    page_uncut,
    with_error,
    with_file,
    with_vocabulary,
)
from app.web.views.hints import TextBoxView, selection_view
from app.web.views.page import NavItem, View
from app.web.views.playground import SummaryView
from app.web.views.vocabularies import OwnOfferView, upload_form

router = APIRouter(include_in_schema=False)
NAV = NavItem("/", N_("Cut"), 1)


@router.get("/")
def show(request: Request, render: RenderDep, site: SiteDep) -> Response:
    return SHARED["playground"].page(Opening.by_query("playground", request), render, site)


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
    budget = Budget(seconds=settings.work_seconds)
    asked, status = asked_of(form, registry, reader, budget), 200
    upload = upload_form(settings.max_upload_bytes, settings.upload_minutes)
    try:
        brought = keep_upload(form, own, settings.max_upload_bytes)
    except TokenarioError as error:
        upload, status = replace(upload, problem=reader.locale.explain(error)), status_of(error)
    else:
        asked = with_vocabulary(asked, registry.info(brought)) if brought else asked
    file = form.files.get("file")
    try:
        if file is not None:
            asked = with_file(
                asked, file.file.read(), file.filename or "", settings.max_upload_bytes
            )
    except TokenarioError as error:
        if htmx.wants_fragment:
            raise
        asked, status = with_error(asked, error), status_of(error)
    try:
        check_length(asked.state.text, settings.max_text_characters)
    except InputTooLarge as error:
        if htmx.wants_fragment:
            raise
        return render.page(page_uncut(asked, registry, upload, error), status=status_of(error))
    if not htmx.wants_fragment:
        return render.page(page_of(asked, registry, upload), status=status)
    results, costs = answer(asked, registry)
    headers = response_headers(replace_url=address_of(asked))
    views: list[View] = [results, SummaryView(results.length, results.rows), costs]
    if form.has("mend"):
        views.append(TextBoxView(asked.state.text))
    if FILE in form.files:
        views.append(OwnOfferView(upload))
    return render.fragment(*views, headers=headers)


@router.post("/selection")
def count_selection(
    form: FormDep,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
) -> HTMLResponse:
    """The tokens of the part of the text that is selected (`selection` is start:end)."""
    budget = Budget(seconds=settings.work_seconds)
    state = asked_of(form, registry, reader, budget).state
    start, _, end = form.text("selection").partition(":")
    chosen = start.isdecimal() and end.isdecimal() and len(start) < 9 and len(end) < 9
    part = state.text[int(start) : int(end)] if chosen else ""
    counted = []
    if part:
        counted = count_each(registry, part, state.vocabularies, state.specials, budget=budget)
    return render.fragment(selection_view(part, counted))
