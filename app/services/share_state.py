"""Stored links: a page's state as a payload that never changes, and back, whatever its version.

A payload is JSON in one canonical spelling, because the link's id follows from its bytes:

    {"page":"playground","v":1,"values":{"model":"gpt2","text":"hola"}}

Language, colours and what an embed shows are not in it: they belong to the address
(`/s/{id}?lang=en`), so that a class that reads in two languages shares one link.
"""

from __future__ import annotations

import json
from typing import Any

from app.errors import N_, InputTooLarge, InvalidInput, NotFound
from app.services.link_state import PageState
from app.services.page_kinds import PAGES
from app.storage.shares import ShareStore, StoredLink

PAYLOAD_VERSION = 1

NO_LINK = N_(
    "There is no stored link at this address. It was deleted, nobody opened it for so long "
    "that it was dropped, or a letter of the address was lost on the way."
)


def save(
    store: ShareStore, state: PageState, *, random: bool = False, max_characters: int
) -> StoredLink:
    """Store a state. Raises InputTooLarge over `max_characters` in all its values together."""
    length = sum(len(value) for _, value in state.values)
    if length > max_characters:
        raise InputTooLarge(
            N_(
                "A link can keep %(limit)s characters and this page has %(length)s. Shorten the "
                "text, or share it as a file."
            ),
            limit=max_characters,
            length=length,
        )
    return store.put(payload_of(state), random=random)


def load(store: ShareStore, id: str) -> PageState:
    """The state behind an id. Raises NotFound for one that never was, or was dropped or deleted."""
    payload = store.get(id)
    if payload is None:
        raise NotFound(NO_LINK)
    return state_of(payload)


def delete(store: ShareStore, id: str, key: str) -> None:
    """Delete a random link with its key. Raises InvalidInput when they do not belong together."""
    if not store.delete(id, key):
        raise InvalidInput(
            N_(
                "That key does not delete this link. The key was shown once, when the link was made; "
                "links whose address follows from their content have none."
            )
        )


def remove(store: ShareStore, id: str) -> None:
    """Delete any link, as the operator. Raises NotFound when there is none with that id."""
    if not store.remove(id):
        raise NotFound(NO_LINK)


def payload_of(state: PageState) -> str:
    """The state as it is stored.

    >>> payload_of(PageState.of("playground", text="ñ", model="gpt2", lang="es"))
    '{"page":"playground","v":1,"values":{"model":"gpt2","text":"ñ"}}'
    """
    values = dict(state.content().values)
    payload = {"page": state.page, "v": PAYLOAD_VERSION, "values": values}
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def state_of(payload: str) -> PageState:
    """The state of a payload of any version.

    Names that a page no longer has are left out; a page that no longer exists is an error in words.
    """
    stored: dict[str, Any] = json.loads(payload)
    if stored["v"] > PAYLOAD_VERSION or stored["page"] not in PAGES:
        raise InvalidInput(
            N_(
                "This link was made by a newer version of Tokenario (“%(page)s”, format %(format)s). "
                "Update this server to open it."
            ),
            page=str(stored["page"])[:40],
            format=str(stored["v"])[:20],
        )
    return PageState.of(stored["page"], **stored["values"])
