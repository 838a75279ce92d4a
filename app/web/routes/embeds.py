"""Embeds: pages that other sites frame. Complete without JavaScript, without cookies or storage."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.errors import InvalidInput
from app.services import share_state
from app.services.link_state import PageState, read_query
from app.services.page_kinds import EMBED, PAGES, READER
from app.web.addresses import Addresses
from app.web.deps import FormDep, HtmxDep, RenderDep, StoreDep
from app.web.forms import Form
from app.web.htmx import HtmxRequest
from app.web.pages import EmbedParts, Site, SiteDep, embedded
from app.web.pages.playground import PlaygroundShared
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.player import TARGET

router = APIRouter(include_in_schema=False)


@router.get("/embed/tokenize")
def tokenize(request: Request, render: RenderDep, site: SiteDep) -> HTMLResponse:
    reading = read_query("playground", request.scope["query_string"])
    full = Addresses("", reading.state).page
    return _embed(render, site, reading.state, reading.notices, full)


@router.post("/embed/tokenize")
def tokenize_again(
    request: Request, form: FormDep, render: RenderDep, site: SiteDep, htmx: HtmxDep
) -> HTMLResponse:
    setting = read_query("playground", request.scope["query_string"]).state
    link = _posted("playground", form, setting, site)
    full = _full(link, site)
    if not htmx.wants_fragment:
        return _embed(render, site, link, (), full)
    page = PlaygroundShared()
    return render.fragment(page.cut(form, EmbedParts.read(setting, page), (), site, full))


@router.get("/embed/steps")
def steps(request: Request, render: RenderDep, site: SiteDep, htmx: HtmxDep) -> HTMLResponse:
    return _run("steps", request, render, site, htmx)


@router.get("/embed/train")
def train(request: Request, render: RenderDep, site: SiteDep, htmx: HtmxDep) -> HTMLResponse:
    return _run("train", request, render, site, htmx)


@router.post("/embed/steps")
def steps_again(request: Request, form: FormDep, site: SiteDep) -> RedirectResponse:
    return _to_what_was_typed("steps", request, form, site)


@router.post("/embed/train")
def train_again(request: Request, form: FormDep, site: SiteDep) -> RedirectResponse:
    return _to_what_was_typed("train", request, form, site)


@router.get("/embed/s/{id}")
def stored(
    id: str, request: Request, render: RenderDep, store: StoreDep, site: SiteDep, htmx: HtmxDep
) -> HTMLResponse:
    state = share_state.load(store, id)
    reading = read_query(state.page, request.scope["query_string"])
    link = state.with_(**dict(reading.state.values))
    full = Addresses("", reading.state, id).page
    return _frame(link, render, site, htmx, full) or _embed(
        render, site, link, reading.notices, full
    )


def _run(
    page: str, request: Request, render: Renderer, site: Site, htmx: HtmxRequest
) -> HTMLResponse:
    """A page with a player: the frame alone when the player asks, else the whole embed."""
    reading = read_query(page, request.scope["query_string"])
    full = Addresses("", reading.state).page
    return _frame(reading.state, render, site, htmx, full) or _embed(
        render, site, reading.state, reading.notices, full
    )


def _frame(
    link: PageState, render: Renderer, site: Site, htmx: HtmxRequest, full: str
) -> HTMLResponse | None:
    if not (htmx.wants_fragment and htmx.target == TARGET):
        return None
    view = embedded(link.page).frame(link, site, full)
    return render.fragment(view) if view else None


def _to_what_was_typed(page: str, request: Request, form: Form, site: Site) -> RedirectResponse:
    """To the address of what was typed, as the page itself does."""
    setting = read_query(page, request.scope["query_string"]).state
    link = _posted(page, form, setting, site)
    return RedirectResponse(Addresses("", link).embed, status_code=303)


def _embed(
    render: Renderer, site: Site, link: PageState, said: Sequence[InvalidInput], full: str
) -> HTMLResponse:
    page = embedded(link.page)
    view = page.embed(link, EmbedParts.read(link, page), said, site, full)
    return render.page(view, layout="embed.html")


def _posted(page: str, form: Fields, setting: PageState, site: Site) -> PageState:
    """The state of a posted form, with language, theme and parts of the address it was posted to."""
    kept = {name: value for name, value in setting.values if name in READER + EMBED}
    return embedded(page).link(form, site).with_(**kept)


def _full(link: PageState, site: Site) -> str:
    """The address of the whole page; without the texts where no address can hold them."""
    whole = Addresses("", link).page
    if len(whole) <= site.settings.max_link_characters:
        return whole
    return Addresses("", link.with_(**dict.fromkeys(PAGES[link.page].texts))).page
