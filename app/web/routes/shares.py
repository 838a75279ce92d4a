"""Sharing: the panel, stored links and what opens them, pictures."""

from __future__ import annotations

import hashlib
import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.errors import N_, InvalidInput
from app.services import share_state
from app.services.link_state import PageState, read_query
from app.services.own_vocabularies import PREFIX
from app.services.page_kinds import EMBED, PAGES, READER
from app.storage.shares import StoredLink
from app.web import snippets
from app.web.addresses import Addresses, base_url
from app.web.deps import FormDep, HtmxDep, RenderDep, StoreDep
from app.web.forms import Form
from app.web.pages import EMBEDDED, EmbedParts, Opening, Site, SiteDep, shared
from app.web.pictures.png import draw
from app.web.views import share
from app.web.views.share import Part, SharePage, ShareView

router = APIRouter(include_in_schema=False)

DAY = "public, max-age=86400"


@router.post("/share/{page}")
def panel(
    page: str,
    request: Request,
    form: FormDep,
    render: RenderDep,
    site: SiteDep,
    store: StoreDep,
    htmx: HtmxDep,
) -> HTMLResponse:
    link = _asked(page, form, site)
    stored, id = None, form.text("id")
    if form.text("store"):
        stored = share_state.save(
            store,
            link,
            random=form.text("store") == "random",
            max_characters=site.settings.max_stored_characters,
        )
        id = stored.id
    view = _panel(link, id if re.fullmatch("[a-z2-7]{24}", id) else "", stored, form, request, site)
    if htmx.wants_fragment:
        return render.fragment(view)
    back = Addresses("", link).page
    return render.page(SharePage(view, back), address="/")


@router.get("/s/{id}")
def opened(
    id: str, request: Request, render: RenderDep, store: StoreDep, site: SiteDep
) -> Response:
    state = share_state.load(store, id)
    said = read_query(state.page, request.scope["query_string"])
    link = state.with_(**dict(said.state.values))
    asked = Opening(link, Addresses(base_url(request), link, id), said.notices)
    response = shared(state.page).page(asked, render, site)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@router.post("/s/{id}/delete")
def delete(id: str, form: FormDep, store: StoreDep, render: RenderDep) -> HTMLResponse:
    share_state.delete(store, id, form.text("key"))
    return render.page(share.DeletedPage(), address="/")


@router.get("/s/{id}/delete")
def ask_to_delete(id: str, render: RenderDep) -> HTMLResponse:
    return render.page(share.DeletePage(id), address="/")


@router.get("/s/{id}/picture.png")
def stored_picture(id: str, request: Request, store: StoreDep, site: SiteDep) -> Response:
    response = _picture(share_state.load(store, id), request, site)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@router.get("/picture/{page}.png")
def picture(page: str, request: Request, site: SiteDep) -> Response:
    shared(page)
    return _picture(read_query(page, request.scope["query_string"]).state, request, site)


def _asked(page: str, form: Form, site: Site) -> PageState:
    """The state of the page's own form; or `state`, a query that says it; or the one that the panel
    posts back, with its choices of language, theme and parts."""
    sharing = shared(page)
    if not form.has("state"):
        return sharing.link(form, site).with_(**site.reader.kept)
    said = read_query(page, form.text("state")).state
    kept = {name: value for name, value in said.values if name in READER + EMBED}
    link = sharing.link(said, site).with_(**kept)
    if not form.has("panel"):
        return link
    chosen = {"lang": form.text("lang") or None, "theme": form.text("theme") or None}
    if page in EMBEDDED:
        usual = set(form.all("show")) == EMBEDDED[page].usual_parts
        chosen["show"] = None if usual else ",".join(form.all("show"))
        chosen["lock"] = ",".join(form.all("lock")) or None
    return link.with_(**chosen)


def _panel(
    link: PageState, id: str, stored: StoredLink | None, form: Form, request: Request, site: Site
) -> ShareView:
    page = shared(link.page)
    limit = site.settings.max_link_characters
    base = base_url(request)
    addresses = Addresses(base, link, id or None)
    fits = bool(id) or max(len(addresses.page), len(addresses.embed)) <= limit
    words = page.words(link, site.speaking(link))
    height = _height(form.text("height"), PAGES[link.page].height)
    return ShareView(
        page=link.page,
        state=link.query(),
        id=id,
        words=words,
        ready=share.ready(addresses, words, height) if fits else None,
        private=share.private_snippet(Addresses(base, link)),
        stored=stored,
        days=site.settings.link_days,
        fleeting=site.settings.upload_minutes
        if any(vocabulary.startswith(PREFIX) for vocabulary in link.vocabularies)
        else 0,
        limit=limit,
        languages=share.languages(link.get("lang") or ""),
        themes=share.themes(link.get("theme") or ""),
        parts=_parts(link),
        height=height,
        opened=form.has("panel") and not form.has("store"),
    )


def _parts(link: PageState) -> tuple[Part, ...]:
    """The controls of the embed; none for a page that is not embedded."""
    page = EMBEDDED.get(link.page)
    if page is None:
        return ()
    chosen = EmbedParts.read(link, page)
    return share.parts(page.parts, page.part_labels, chosen.show, chosen.lock)


def _height(given: str, usual: int) -> int:
    """A height in pixels; nothing given is the usual one of the page. Raises InvalidInput for another value."""
    if not given:
        return usual
    if not given.isdecimal() or len(given) > 9 or int(given) not in snippets.HEIGHTS:
        raise InvalidInput(
            N_("The height is a number of pixels from %(least)s to %(most)s."),
            least=snippets.HEIGHTS[0],
            most=snippets.HEIGHTS[-1],
        )
    return int(given)


def _picture(link: PageState, request: Request, site: Site) -> Response:
    said = f"{link.page}?{link.content().query()} {site.locale.language}"
    key = hashlib.sha256(said.encode()).digest()
    png = request.app.state.pictures.get(key, lambda: draw(*shared(link.page).picture(link, site)))
    return Response(png, media_type="image/png", headers={"Cache-Control": DAY})
