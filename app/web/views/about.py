"""The page about the product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.views.page import View


@dataclass(frozen=True)
class AboutPage(View):
    """`base` is the scheme and host of the example for programs."""

    template: ClassVar[str] = "pages/about.html"

    base: str
