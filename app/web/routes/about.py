"""What Tokenario is, and what happens to the text that people type."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.web.addresses import base_url
from app.web.deps import RenderDep
from app.web.views.about import AboutPage

router = APIRouter(include_in_schema=False)


@router.get("/about")
async def about(request: Request, render: RenderDep) -> HTMLResponse:
    return render.page(AboutPage(base_url(request)))
