"""The shell around every page, and what a view model is.

How to add a page
-----------------
1. `views/<page>.py`: a frozen dataclass that derives from `View`, names its template and holds
   exactly the values that template uses; next to it a pure function that builds it.
2. `templates/pages/<page>.html`: `{% extends "base.html" %}` with blocks `title`, `description` and
   `content`; parts that htmx replaces live in `partials/_<dom id>.html` and are included.
3. `routes/<page>.py`: a `router` whose handlers read input, call a service, build the view and end
   with `return render.page(view)` (or `render.fragment(view)` for htmx), and, when it belongs in
   the menu, `NAV = NavItem(...)`.
4. Add the module to `routes.SECTIONS`; translate its words in `app/locales/es/<area>.po`.

`tests/test_template_contract.py` checks that each view holds what its template uses, no more and
no less; every template also sees `reader` (links, language) and, inside the shell, `shell`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app import __version__
from app.errors import N_, TokenarioError
from app.locales import Language
from app.web.reader import Reader, Theme, changed
from app.web.views.preview import Preview

THEME_LABELS = {
    None: N_("Colours of the system"),
    Theme.LIGHT: N_("Light colours"),
    Theme.DARK: N_("Dark colours"),
}


class View:
    """Base of view models: a frozen dataclass whose fields are what `template` is given."""

    template: ClassVar[str]


@dataclass(frozen=True, slots=True)
class NavItem:
    """A page of the menu: its path, its label in English (marked with N_), its place in the order."""

    path: str
    label: str
    order: int


@dataclass(frozen=True, slots=True)
class NavLink:
    label: str
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several links of which exactly one is chosen."""

    name: str
    label: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Shell:
    """What the base templates show around the content."""

    layout: str
    language: Language
    theme: Theme | None
    home: str
    nav: tuple[NavLink, ...]
    languages: tuple[Choice, ...]
    themes: tuple[Choice, ...]
    notices: tuple[str, ...]
    version: str
    preview: Preview | None = None


def shell(
    reader: Reader,
    navigation: tuple[NavItem, ...],
    address: str | None = None,
    layout: str = "base.html",
    preview: Preview | None = None,
    said: Sequence[TokenarioError] = (),
) -> Shell:
    """Build the shell. `preview` is what the page says to programs that show links, `said` what its
    reader should be told about the address.

    `address` is the path and query that stands for this page's state in the language and theme
    links (a page that answers a POST must give it); without it, the address of the request.
    """
    here = reader.here() if address is None else address
    say = reader.locale.gettext
    return Shell(
        layout=layout,
        language=reader.locale.language,
        theme=reader.theme,
        home=reader.link("/"),
        nav=tuple(
            NavLink(say(item.label), reader.link(item.path), _leads_to(item.path, reader.path))
            for item in sorted(navigation, key=lambda item: item.order)
        ),
        languages=tuple(
            Choice(
                name=language.value,
                label=language.own_name,
                href=changed(here, lang=language.value),
                chosen=language is reader.locale.language,
            )
            for language in Language
        ),
        themes=tuple(
            Choice(
                name=theme.value if theme else "system",
                label=say(label),
                href=changed(here, theme=theme.value if theme else None),
                chosen=theme is reader.theme,
            )
            for theme, label in THEME_LABELS.items()
        ),
        notices=(
            *(say(message) for message in reader.unknown),
            *(reader.locale.explain(error) for error in said),
        ),
        version=__version__,
        preview=preview,
    )


def _leads_to(item: str, path: str) -> bool:
    """Whether a menu item is the section of a path.

    >>> _leads_to("/train", "/train/17"), _leads_to("/", "/train"), _leads_to("/", "/")
    (True, False, True)
    """
    return path == item or (item != "/" and path.startswith(item + "/"))
