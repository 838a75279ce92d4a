from __future__ import annotations

from typing import Any

from starlette.requests import Request

from app.errors import N_
from app.web.reader import Reader, reader_of
from app.web.routes import SECTIONS, navigation
from app.web.views.page import NavItem, shell

MENU = (
    NavItem("/train", N_("Skip to the content"), 20),
    NavItem("/", N_("Language"), 10),
)


def reader(address: str) -> Reader:
    path, _, query = address.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "path": path,
        "query_string": query.encode(),
        "headers": [],
        "server": None,
        "state": {},
    }
    return reader_of(Request(scope))


def test_the_menu_is_in_order_translated_and_keeps_language_and_colours() -> None:
    nav = shell(reader("/train/5?lang=es&theme=dark"), MENU).nav
    assert [(link.label, link.href, link.current) for link in nav] == [
        ("Idioma", "/?lang=es&theme=dark", False),
        ("Saltar al contenido", "/train?lang=es&theme=dark", True),
    ]


def test_the_switches_change_one_thing_of_the_present_address() -> None:
    found = shell(reader("/train?text=a&theme=dark"), MENU)
    assert [(choice.name, choice.href, choice.chosen) for choice in found.languages] == [
        ("es", "/train?text=a&theme=dark&lang=es", True),
        ("en", "/train?text=a&theme=dark&lang=en", False),
    ]
    assert [(choice.name, choice.href, choice.chosen) for choice in found.themes] == [
        ("system", "/train?text=a", False),
        ("light", "/train?text=a&theme=light", False),
        ("dark", "/train?text=a&theme=dark", True),
    ]


def test_unknown_values_become_notices_in_the_readers_language() -> None:
    found = shell(reader("/?lang=en&theme=sepia"), ())
    assert found.notices == ("There is no such theme here; the ones there are: light, dark.",)


def test_menu_items_are_what_the_sections_offer() -> None:
    assert {item.path for item in navigation()} == {
        section.NAV.path for section in SECTIONS if hasattr(section, "NAV")
    }
    orders = [item.order for item in navigation()]
    assert len(orders) == len(set(orders))
