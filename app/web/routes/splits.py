"""The split before the merges: the same text under every pattern, read from the address."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.services.link_state import PageState, read_query
from app.services.split_text import SplitText, split_text
from app.vocabularies.registry import Registry
from app.web.addresses import Addresses, addresses_of
from app.web.cutting import check_length
from app.web.deps import FormDep, ReaderDep, RegistryDep, RenderDep
from app.web.state import Fields
from app.web.views.preview import Preview, splits_words
from app.web.views.splits import DEFAULT_TEXT, splits_page

router = APIRouter(include_in_schema=False)

LONGEST_TEXT = 2_000
"""Characters: the whole text is in the address."""


@router.get("/splits")
def show(request: Request, render: RenderDep, reader: ReaderDep, registry: RegistryDep) -> Response:
    reading = read_query("splits", request.scope["query_string"])
    link = settled(reading.state)
    found = split_of(link, registry)
    words = splits_words(link.text or "", found, reader.locale)
    preview = Preview(words, addresses_of(request, reading.state))
    share = Addresses("", link).page
    page = splits_page(link.text or "", found, share, reader.locale)
    return render.page(page, preview=preview, said=reading.notices)


@router.post("/splits")
def split(form: FormDep, reader: ReaderDep) -> Response:
    link = settled(form)
    check_length(link.text or "", LONGEST_TEXT)
    return RedirectResponse(Addresses("", link.with_(**reader.kept)).page, status_code=303)


def settled(fields: Fields) -> PageState:
    """The state of a form or link, with the example's text where none is given."""
    return PageState.of("splits", text=fields.textarea("text", DEFAULT_TEXT))


def split_of(link: PageState, registry: Registry) -> list[SplitText]:
    """The parts of a settled state. Raises InputTooLarge for a long text."""
    check_length(link.text or "", LONGEST_TEXT)
    return split_text(registry, link.text or "")
