"""The share panel: every way to pass a page on, and how its embed will look."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import segno

from app.errors import N_
from app.locales import Language
from app.storage.shares import StoredLink
from app.web import snippets
from app.web.addresses import Addresses
from app.web.reader import Theme
from app.web.views.page import THEME_LABELS, View
from app.web.views.preview import Words


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of the panel's form; `label` is not translated."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A control of the embed: whether it is shown, and whether it can be changed."""

    name: str
    label: str
    shown: bool
    locked: bool
    lockable: bool


@dataclass(frozen=True, slots=True)
class Snippet:
    """Something to copy; `label` and `hint` are not translated."""

    id: str
    label: str
    code: str
    rows: int = 1
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """What there is once the state has an address that can be passed on. `preview` (empty for a
    page that is not embedded) and `picture` are the addresses of the embed and of the picture on
    this site; `embed` and `others` what is pasted in pages and in documents."""

    preview: str
    picture: str
    link: Snippet
    qr: str
    embed: tuple[Snippet, ...]
    others: tuple[Snippet, ...]


@dataclass(frozen=True)
class ShareView(View):
    """The panel. `state` is the whole state as a query, which its own form posts back.

    `fleeting` is how many minutes an uploaded vocabulary of the state is kept, 0 when it has none.
    `opened` says that the reader is choosing how the embed looks, so that it stays in sight.
    `ready` is None while the state is too long for an address and not stored; `stored` is there
    right after storing, with the key that is shown this once.
    """

    template: ClassVar[str] = "partials/_share.html"

    page: str
    state: str
    id: str
    words: Words
    ready: Ready | None
    private: Snippet
    stored: StoredLink | None
    days: int
    fleeting: int
    limit: int
    languages: tuple[Option, ...]
    themes: tuple[Option, ...]
    parts: tuple[Part, ...]
    height: int
    opened: bool


@dataclass(frozen=True)
class SharePage(View):
    """The panel as a page of its own, for browsers without JavaScript."""

    template: ClassVar[str] = "pages/share.html"

    share: ShareView
    back: str


@dataclass(frozen=True)
class DeletePage(View):
    """Asks for the key that deletes a stored link."""

    template: ClassVar[str] = "pages/delete_link.html"

    id: str


@dataclass(frozen=True)
class DeletedPage(View):
    """Says that the link is gone."""

    template: ClassVar[str] = "pages/deleted_link.html"


UNLOCKABLE = frozenset({"facts", "link"})
"""Parts that show something and change nothing, so that there is nothing to lock."""

OWN_LANGUAGE = N_("The reader's own")


def ready(addresses: Addresses, words: Words, height: int) -> Ready:
    """Links, snippets and QR code of a state that has an address."""
    embed = (
        Snippet(
            "iframe",
            N_("To embed it in a page (HTML)"),
            snippets.iframe(addresses.embed, words.title, height),
            3,
        ),
        Snippet(
            "oembed",
            N_("oEmbed address"),
            addresses.oembed,
            hint=N_("For programs that turn links into embeds; they find it by the link alone."),
        ),
    )
    others = (
        Snippet(
            "markdown",
            "Markdown",
            snippets.markdown(addresses.page, words.title, addresses.picture),
            2,
        ),
        Snippet("latex", "LaTeX", snippets.latex(addresses.page, words.title), 2),
        Snippet(
            "beamer",
            "Beamer",
            snippets.beamer(addresses.page, words.title),
            3,
            N_("Save the picture beside your slides as tokenario.png."),
        ),
    )
    here = replace(addresses, base="")
    return Ready(
        preview=here.embed,
        picture=here.picture,
        link=Snippet("link", N_("Link"), addresses.page),
        qr=qr(addresses.page),
        embed=embed if addresses.embed else (),
        others=others,
    )


def private_snippet(addresses: Addresses) -> Snippet:
    return Snippet(
        "private",
        N_("Private link"),
        addresses.private,
        hint=N_(
            "The text is after the #, which browsers keep to themselves: it reaches the server only "
            "when the page that opens asks to cut it, and it is in no log. It needs JavaScript."
        ),
    )


def qr(link: str) -> str:
    """The QR code of a link as a data: image, empty when the link is too long for one.

    >>> qr("https://t.example/s/abc")[:26], qr("a" * 3_000)
    ('data:image/svg+xml;charset', '')
    """
    try:
        code = segno.make(link, micro=False, error="l")
    except segno.DataOverflowError:
        return ""
    image: str = code.svg_data_uri(scale=8, dark="#16181d", light="#ffffff")
    return image


def languages(chosen: str) -> tuple[Option, ...]:
    """The languages an embed can be fixed to; the empty value fixes none."""
    own = Option("", OWN_LANGUAGE, chosen == "")
    return (own, *(Option(each.value, each.own_name, chosen == each.value) for each in Language))


def themes(chosen: str) -> tuple[Option, ...]:
    named = [(theme.value if theme else "", label) for theme, label in THEME_LABELS.items()]
    known = chosen if chosen in {theme.value for theme in Theme} else ""
    return tuple(Option(value, label, value == known) for value, label in named)


def parts(
    names: Sequence[str], labels: Sequence[str], show: Collection[str], lock: Collection[str]
) -> tuple[Part, ...]:
    """The controls of an embed in their order."""
    return tuple(
        Part(name, label, name in show, name in lock, name not in UNLOCKABLE)
        for name, label in zip(names, labels, strict=True)
    )
