"""Who reads: language and theme, both kept in the address only (no cookies), and links that keep them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import cast
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request

from app.errors import N_
from app.locales import Locale, locale_of
from app.web import i18n

UNKNOWN_LANGUAGE = N_("There is no such language here; the ones there are: es, en.")
UNKNOWN_THEME = N_("There is no such theme here; the ones there are: light, dark.")


class Theme(StrEnum):
    """Colours fixed by `?theme=`; without it the system decides."""

    LIGHT = "light"
    DARK = "dark"


Query = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Language, theme and address of one request.

    `language_fixed`: the address names the language, so links keep it.
    `unknown`: messages about values of the address that mean nothing here, not yet translated.
    """

    locale: Locale
    theme: Theme | None
    language_fixed: bool
    path: str
    query: Query
    unknown: tuple[str, ...] = ()

    @property
    def kept(self) -> dict[str, str]:
        """Parameters that every link and form of the product passes on."""
        kept = {"lang": self.locale.language.value} if self.language_fixed else {}
        return kept | ({"theme": self.theme.value} if self.theme else {})

    def link(self, path: str, **parameters: str | int) -> str:
        """A link to a page of the product that keeps language and theme."""
        return _address(path, (*_written(parameters), *self.kept.items()))

    def here(self, **changes: str | None) -> str:
        """The present address with some parameters changed; None takes one away."""
        return changed(_address(self.path, self.query), **changes)


def changed(address: str, **changes: str | None) -> str:
    """An address with some parameters of its query changed; None takes one away.

    >>> changed("/?text=+a%26b&lang=es", lang="en", theme="dark")
    '/?text=+a%26b&lang=en&theme=dark'
    >>> changed("/?lang=es", lang=None)
    '/'
    >>> changed("/steps?v=1#v=1&text=a", lang="en")
    '/steps?v=1&lang=en#v=1&text=a'
    """
    address, mark, fragment = address.partition("#")
    path, _, query = address.partition("?")
    kept = [pair for pair in _pairs(query) if pair[0] not in changes]
    new = [(name, value) for name, value in changes.items() if value is not None]
    return f"{_address(path, (*kept, *new))}{mark}{fragment}"


def reader_of(request: Request) -> Reader:
    """The reader of a request; worked out once and kept on it."""
    known = getattr(request.state, "reader", None)
    if known is None:
        known = request.state.reader = _read(request)
    return cast(Reader, known)


def _read(request: Request) -> Reader:
    # Browsers escape an address; what comes unescaped is UTF-8 all the same.
    query = _pairs(request.scope.get("query_string", b"").decode("utf-8", "replace"))
    given = dict(query)
    unknown: list[str] = []

    language = i18n.named(given["lang"]) if given.get("lang") else None
    if given.get("lang") and language is None:
        unknown.append(UNKNOWN_LANGUAGE)
    theme = next((theme for theme in Theme if theme.value == given.get("theme")), None)
    if given.get("theme") and theme is None:
        unknown.append(UNKNOWN_THEME)

    return Reader(
        locale=locale_of(language or i18n.preferred(request.headers.get("accept-language", ""))),
        theme=theme,
        language_fixed=language is not None,
        path=request.url.path,
        query=query,
        unknown=tuple(unknown),
    )


def _pairs(query: str) -> Query:
    return tuple(parse_qsl(query, keep_blank_values=True, errors="replace"))


def _written(parameters: dict[str, str | int]) -> Query:
    return tuple((name, str(value)) for name, value in parameters.items())


def _address(path: str, query: Query) -> str:
    return f"{path}?{urlencode(query)}" if query else path
