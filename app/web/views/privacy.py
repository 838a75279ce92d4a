"""The page about privacy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.views.page import View


@dataclass(frozen=True)
class PrivacyPage(View):
    """What is kept, and for how long: days of a stored link, minutes of an uploaded vocabulary."""

    template: ClassVar[str] = "pages/privacy.html"

    link_days: int
    upload_minutes: int
