"""For whoever runs the service: is it alive, and how is it doing."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import __version__
from app.web.deps import SettingsDep
from app.web.middleware.observation import Measurements

router = APIRouter(tags=["service"])


class Health(BaseModel):
    status: str
    version: str


@router.get("/healthz", summary="Is the service alive?")
async def healthz() -> Health:
    return Health(status="ok", version=__version__)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, settings: SettingsDep) -> Response:
    if not settings.metrics:
        raise HTTPException(404)
    measurements = cast(Measurements, request.app.state.measurements)
    return Response(generate_latest(measurements.registry), media_type=CONTENT_TYPE_LATEST)
