"""Words under several vocabularies: `GET /words` opens a list, `POST /words` makes the address of one."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.web.addresses import Addresses, addresses_of
from app.web.deps import FormDep, RenderDep
from app.web.pages import SHARED, Opening, SiteDep
from app.web.pages.words import LONGEST_TEXT, asked_of

router = APIRouter(include_in_schema=False)


@router.get("/words")
def show(request: Request, render: RenderDep, site: SiteDep) -> Response:
    return SHARED["words"].page(Opening.by_query("words", request), render, site)


@router.post("/words")
def compare(request: Request, form: FormDep, render: RenderDep, site: SiteDep) -> Response:
    """To the address of what was typed; what no address is to hold is answered here."""
    asked = asked_of(form, site.registry)
    link, private = asked.link(), form.text("private") == "1"
    if private or len(asked.typed) > LONGEST_TEXT:
        opening = Opening(link, addresses_of(request, link), private=private)
        return SHARED["words"].page(opening, render, site)
    return RedirectResponse(Addresses("", link.with_(**site.reader.kept)).page, status_code=303)
