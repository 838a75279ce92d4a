"""Embeds: pages that other sites frame. Complete without JavaScript, without cookies or storage."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.errors import InvalidInput
from app.services import share_state
from app.services.link_state import EMBED, PAGES, READER, PageState, read_query
from app.web.addresses import Addresses
from app.web.deps import FormDep, HtmxDep, RenderDep, StoreDep
from app.web.sharing import SHARED, EmbedParts, Site, SiteDep
from app.web.sharing.playground import PlaygroundShared
from app.web.sharing.steps import StepsShared
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
    reading = read_query("steps", request.scope["query_string"])
    if htmx.wants_fragment and htmx.target == TARGET:
        frame = StepsShared().frame(reading.state, site)
        if frame is not None:
            return render.fragment(frame)
    full = Addresses("", reading.state).page
    return _embed(render, site, reading.state, reading.notices, full)


@router.post("/embed/steps")
def steps_again(request: Request, form: FormDep, site: SiteDep) -> RedirectResponse:
    """To the address of what was typed, as the page itself does."""
    setting = read_query("steps", request.scope["query_string"]).state
    link = _posted("steps", form, setting, site)
    return RedirectResponse(Addresses("", link).embed, status_code=303)


@router.get("/embed/s/{id}")
def stored(
    id: str, request: Request, render: RenderDep, store: StoreDep, site: SiteDep
) -> HTMLResponse:
    state = share_state.load(store, id)
    reading = read_query(state.page, request.scope["query_string"])
    link = state.with_(**dict(reading.state.values))
    full = Addresses("", reading.state.content(), id).page
    return _embed(render, site, link, reading.notices, full)


def _embed(
    render: Renderer, site: Site, link: PageState, said: Sequence[InvalidInput], full: str
) -> HTMLResponse:
    page = SHARED[link.page]
    view = page.embed(link, EmbedParts.read(link, page), said, site, full)
    return render.page(view, layout="embed.html")


def _posted(page: str, form: Fields, setting: PageState, site: Site) -> PageState:
    """The state of a posted form, with language, theme and parts of the address it was posted to."""
    kept = {name: value for name, value in setting.values if name in READER + EMBED}
    return SHARED[page].link(form, site).with_(**kept)


def _full(link: PageState, site: Site) -> str:
    """The address of the whole page; without the texts where no address can hold them."""
    whole = Addresses("", link).page
    if len(whole) <= site.settings.max_link_characters:
        return whole
    return Addresses("", link.with_(**dict.fromkeys(PAGES[link.page].texts))).page
