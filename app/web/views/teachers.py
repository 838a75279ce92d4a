"""The page for teachers: one recipe a system, each with something to paste."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.errors import N_
from app.web import snippets
from app.web.addresses import Addresses
from app.web.views.page import View


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to embed in one system; `title` and `steps` are not translated, `code` is pasted as it is."""

    id: str
    title: str
    steps: str
    code: str


@dataclass(frozen=True)
class TeachersPage(View):
    template: ClassVar[str] = "pages/teachers.html"

    recipes: tuple[Recipe, ...]
    listener: str
    sandbox: str
    example: str


def teachers_page(addresses: Addresses, title: str) -> TeachersPage:
    """The recipes for one example state."""
    embed = addresses.embed
    frame = snippets.iframe(embed, title)
    return TeachersPage(
        recipes=(
            Recipe(
                "html",
                N_("Any page in HTML"),
                N_("Paste this where the example should be. It is as wide as its column."),
                frame,
            ),
            Recipe(
                "moodle",
                "Moodle",
                N_(
                    "In a page, label or book, press “Source code” in the editor, paste and save. "
                    "If the frame disappears, your site filters frames: ask whoever runs it to allow "
                    "this address, or add a resource of the kind “URL” with the display “Embed”."
                ),
                frame,
            ),
            Recipe(
                "canvas",
                "Canvas",
                N_(
                    "In a page, open the HTML editor, paste and save. Canvas listens to the height "
                    "that the frame asks for, except in its phone applications."
                ),
                frame,
            ),
            Recipe(
                "wordpress",
                "WordPress",
                N_(
                    "Add a block “Custom HTML” and paste. Putting the link alone in a paragraph works "
                    "too, but WordPress then shuts the frame in and nothing can be typed in it."
                ),
                frame,
            ),
            Recipe(
                "notion",
                "Notion",
                N_("Type /embed, paste this address and choose “Embed link”."),
                embed,
            ),
            Recipe(
                "jupyter",
                "Jupyter",
                N_("Run this cell. The example stays in the notebook when it is shared."),
                snippets.jupyter(embed),
            ),
            Recipe(
                "quarto",
                "Quarto",
                N_("Paste this in the document, where the example should be."),
                snippets.quarto(embed, title),
            ),
            Recipe(
                "reveal",
                "reveal.js",
                N_("Paste this slide between the others."),
                snippets.reveal(embed, title),
            ),
        ),
        listener=snippets.listener(addresses.base),
        sandbox=snippets.SANDBOX,
        example=addresses.page,
    )
