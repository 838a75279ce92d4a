"""What happens to what people type, under a Spanish and an English address."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from app.web.deps import RenderDep, SettingsDep
from app.web.views.privacy import PrivacyPage

router = APIRouter(include_in_schema=False)


@router.get("/privacidad")
@router.get("/privacy")
async def privacy(render: RenderDep, settings: SettingsDep) -> HTMLResponse:
    return render.page(PrivacyPage(settings.link_days, settings.upload_minutes))
