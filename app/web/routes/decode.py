"""Ids back to text: `GET /decode?model=gpt2&ids=464,3797` is a link, `POST /decode` what was typed."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.addresses import addresses_of
from app.web.deps import FormDep, RenderDep
from app.web.htmx import response_headers
from app.web.pages import SHARED, Opening, SiteDep
from app.web.pages.decode import answered, page_of, typed_of

router = APIRouter(include_in_schema=False)


@router.get("/decode")
def show(request: Request, render: RenderDep, site: SiteDep) -> Response:
    return SHARED["decode"].page(Opening.by_query("decode", request), render, site)


@router.post("/decode")
def decode(request: Request, form: FormDep, render: RenderDep, site: SiteDep) -> Response:
    typed = typed_of(form)
    private = form.text("private") == "1"
    asked = Opening(typed, addresses_of(request, typed), private=private)
    answer = answered(asked, site)
    if render.htmx.wants_fragment:
        return render.fragment(answer.view, headers=response_headers(replace_url=answer.here))
    view = page_of(answer, asked, site)
    return render.page(view, status=answer.status, address=answer.here)
