"""Step by step: `GET /steps` opens a state at a frame, `POST /steps` makes the address of a text."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.errors import N_
from app.services.link_state import PageState
from app.web.addresses import Addresses, addresses_of
from app.web.deps import FormDep, RenderDep
from app.web.pages import SHARED, Opening, SiteDep
from app.web.pages.steps import LONGEST_TEXT
from app.web.views.page import NavItem

router = APIRouter(include_in_schema=False)
NAV = NavItem("/steps", N_("Step by step"), 3)


@router.get("/steps")
def show(request: Request, render: RenderDep, site: SiteDep) -> Response:
    return SHARED["steps"].page(Opening.by_query("steps", request), render, site)


@router.post("/steps")
def cut(request: Request, form: FormDep, render: RenderDep, site: SiteDep) -> Response:
    """To the address of what was typed; a form sent by GET would change its line ends.

    What no address is to hold is answered here. The player asks with the text of a private link
    alone, whose other values are in the address.
    """
    said = {"special": "1"} if form.all("special")[-1:] == ["1"] else {}
    if form.has("model"):
        said["model"] = form.text("model")
    if form.text("private") == "1":
        asked = Opening.by_form("steps", request, form)
        asked = replace(asked, link=asked.link.with_(**said))
        return SHARED["steps"].page(asked, render, site)
    link = PageState.of("steps", text=form.textarea("text"), **said)
    if len(link.text or "") > LONGEST_TEXT:
        return SHARED["steps"].page(Opening(link, addresses_of(request, link)), render, site)
    return RedirectResponse(Addresses("", link.with_(**site.reader.kept)).page, status_code=303)
