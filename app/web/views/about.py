"""The page about the product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.views.page import View


@dataclass(frozen=True, slots=True)
class AboutPage(View):
    template: ClassVar[str] = "pages/about.html"
