"""Routes: thin handlers that parse, call a service, build a view and render it.

`SECTIONS` lists the modules in use. Each has a `router`, and `NAV` (a NavItem) when its page is in
the menu. A new page adds its module here and nowhere else.
"""

from __future__ import annotations

from types import ModuleType

from app.web.routes import (
    about,
    api_steps,
    api_texts,
    api_train,
    decode,
    embeds,
    export,
    health,
    oembed,
    playground,
    privacy,
    shares,
    splits,
    steps,
    teachers,
    tokens,
    train,
    vocabularies,
    words,
)
from app.web.views.page import NavItem

SECTIONS: tuple[ModuleType, ...] = (
    embeds,
    shares,
    oembed,
    playground,
    train,
    api_texts,
    api_steps,
    api_train,
    steps,
    tokens,
    vocabularies,
    decode,
    export,
    splits,
    words,
    teachers,
    privacy,
    about,
    health,
)


def navigation() -> tuple[NavItem, ...]:
    """The menu: what the sections put in it."""
    return tuple(section.NAV for section in SECTIONS if hasattr(section, "NAV"))
