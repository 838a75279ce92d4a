"""What the routers of the public JSON API, version 1, have in common."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from app.web.deps import refuse_unknown_language
from app.web.schemas.errors import ALWAYS


def api_router() -> APIRouter:
    """A router of the API: stable, documented in OpenAPI with its errors, open to any origin.

    Texts travel in bodies, never in addresses. A route adds the errors of its own with
    `responses=errors(...)`; `tests/web/routes/test_api.py` provokes each that is declared.
    """
    return APIRouter(
        prefix="/api/v1",
        tags=["API"],
        dependencies=[Depends(refuse_unknown_language)],
        responses=ALWAYS,
    )
