"""How to embed Tokenario in a course, under a Spanish and an English address."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.catalog.loader import examples
from app.services.link_state import PageState
from app.web.addresses import Addresses, base_url
from app.web.deps import RenderDep
from app.web.pages import EMBEDDED, SiteDep
from app.web.views.teachers import teachers_page

router = APIRouter(include_in_schema=False)


@router.get("/docentes")
@router.get("/teachers")
def teachers(request: Request, render: RenderDep, site: SiteDep) -> HTMLResponse:
    language = site.locale.language
    text = examples()[0].text.of(language)
    state = PageState.of("playground", model="gpt2,o200k_base", lang=language.value, text=text)
    words = EMBEDDED["playground"].words(state, site)
    return render.page(teachers_page(Addresses(base_url(request), state), words.title))
