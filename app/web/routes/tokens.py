"""A page for every token of every vocabulary: where it comes from."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse

from app.errors import N_, IdOutOfRange, NotFound
from app.services.link_state import read_query
from app.services.token_origin import token_origin
from app.web.deps import ReaderDep, RegistryDep, RenderDep
from app.web.views.token import token_page

router = APIRouter(include_in_schema=False)


@router.get("/vocabularies/{id}/tokens/{token_id}")
def show(
    id: str,
    token_id: str,
    request: Request,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
) -> HTMLResponse:
    if id not in registry:
        raise NotFound(
            N_("There is no vocabulary with that id here. There are: %(ids)s."),
            ids=", ".join(registry.ids()),
        )
    if not (token_id.isascii() and token_id.isdigit() and len(token_id) < 10):
        raise HTTPException(404)
    try:
        found = token_origin(registry, id, int(token_id))
    except IdOutOfRange as error:
        raise NotFound(error.message, **error.values) from error
    said = read_query("token", request.scope["query_string"]).notices
    return render.page(token_page(found, reader), said=said)
