"""The split before the merges: `GET /splits` opens a text, `POST /splits` makes the address of one."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.web.addresses import Addresses, addresses_of
from app.web.deps import FormDep, RenderDep
from app.web.pages import SHARED, Opening, SiteDep
from app.web.pages.splits import LONGEST_TEXT, settled

router = APIRouter(include_in_schema=False)


@router.get("/splits")
def show(request: Request, render: RenderDep, site: SiteDep) -> Response:
    return SHARED["splits"].page(Opening.by_query("splits", request), render, site)


@router.post("/splits")
def split(request: Request, form: FormDep, render: RenderDep, site: SiteDep) -> Response:
    """To the address of what was typed; what no address is to hold is answered here."""
    if form.text("private") == "1":
        return SHARED["splits"].page(Opening.by_form("splits", request, form), render, site)
    link = settled(form)
    if len(link.text or "") > LONGEST_TEXT:
        return SHARED["splits"].page(Opening(link, addresses_of(request, link)), render, site)
    return RedirectResponse(Addresses("", link.with_(**site.reader.kept)).page, status_code=303)
