"""What a person sees when something went wrong: what, which, the way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.views.page import View


@dataclass(frozen=True, slots=True)
class ErrorView(View):
    """`message` and `problems` are in the reader's language and hold nothing the address said."""

    template: ClassVar[str] = "partials/_error.html"

    message: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ErrorPage(View):
    """The same as a page of its own."""

    template: ClassVar[str] = "pages/error.html"

    status: int
    message: str
    problems: tuple[str, ...] = ()
