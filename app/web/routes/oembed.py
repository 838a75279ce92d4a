"""oEmbed (https://oembed.com, version 1.0): the embed of a link, for programs that ask by its address.

A link whose text is in the fragment is private: asking for it here is answered 401, as the
specification says, because its text is not the server's to show.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from app.errors import N_, NotFound
from app.services import share_state
from app.services.link_state import PageState, read_query
from app.services.page_kinds import PAGES
from app.storage.shares import ShareStore
from app.web import snippets
from app.web.addresses import Addresses, base_url, parts_of
from app.web.deps import StoreDep
from app.web.pages import EMBEDDED, SiteDep, embedded
from app.web.pictures import png

router = APIRouter(include_in_schema=False)

WIDTH = 800
CACHE_SECONDS = 86_400
ANYONE = {"Access-Control-Allow-Origin": "*", "Cache-Control": f"public, max-age={CACHE_SECONDS}"}

REPLACED = "\ufffd"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot carry, not even escaped."""

Pixels = Annotated[int | None, Query(ge=1)]


@dataclass(frozen=True, slots=True)
class Found:
    """The state that an address of this site shows, and its id when it is stored."""

    state: PageState
    id: str | None = None


@router.get("/oembed")
def oembed(
    request: Request,
    url: str,
    store: StoreDep,
    site: SiteDep,
    format: str = "json",
    maxwidth: Pixels = None,
    maxheight: Pixels = None,
) -> Response:
    if format not in ("json", "xml"):
        raise HTTPException(501)
    found = _find(url, base_url(request), store)
    words = embedded(found.state.page).words(found.state, site.speaking(found.state))
    addresses = Addresses(base_url(request), found.state, found.id)
    width = min(WIDTH, maxwidth or WIDTH)
    usual = PAGES[found.state.page].height
    height = min(usual, maxheight or usual)
    answer: dict[str, str | int] = {
        "type": "rich",
        "version": "1.0",
        "title": words.title,
        "provider_name": "Tokenario",
        "provider_url": addresses.base,
        "cache_age": CACHE_SECONDS,
        "width": width,
        "height": height,
        "html": snippets.iframe(addresses.embed, words.title, height).replace(
            'width="100%"', f'width="{width}"'
        ),
    }
    if (maxwidth or png.WIDTH) >= png.WIDTH and (maxheight or png.HEIGHT) >= png.HEIGHT:
        answer["thumbnail_url"] = addresses.picture
        answer["thumbnail_width"] = png.WIDTH
        answer["thumbnail_height"] = png.HEIGHT
    if format == "xml":
        return Response(as_xml(answer), media_type="text/xml", headers=ANYONE)
    return JSONResponse(answer, headers=ANYONE)


def as_xml(answer: dict[str, str | int]) -> str:
    """The answer as the specification's XML.

    >>> as_xml({"type": "rich", "title": "a < b"}).partition("?>")[2].strip()
    '<oembed><type>rich</type><title>a &lt; b</title></oembed>'
    """
    fields = "".join(
        f"<{name}>{escape(_NOT_XML.sub(REPLACED, str(value)), quote=False)}</{name}>"
        for name, value in answer.items()
    )
    return f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>{fields}</oembed>'


def _find(url: str, base: str, store: ShareStore) -> Found:
    """The state behind an address of this site.

    Raises NotFound for any other address, HTTPException 401 for a private link.
    """
    parts = parts_of(url)
    if parts.netloc != parts_of(base).netloc or parts.scheme not in ("http", "https"):
        raise NotFound(N_("That address is not one of this site, so it has no embed here."))
    if parts.fragment:
        raise HTTPException(401)
    path = parts.path or "/"
    for prefix in ("/s/", "/embed/s/"):
        if path.startswith(prefix) and "/" not in path.removeprefix(prefix):
            id = path.removeprefix(prefix)
            state = share_state.load(store, id)
            said = read_query(state.page, parts.query).state
            return Found(state.with_(**dict(said.values)), id)
    for name in EMBEDDED:
        if path in (PAGES[name].path, PAGES[name].embed):
            return Found(read_query(name, parts.query).state)
    raise NotFound(N_("That page of this site cannot be embedded."))
