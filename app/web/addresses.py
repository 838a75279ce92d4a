"""The absolute addresses of one shared state: its page, embed, picture, and oEmbed answer."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from starlette.requests import Request

from app.services.link_state import PageState
from app.services.link_syntax import escaped
from app.services.page_kinds import PAGES


def parts_of(address: str) -> SplitResult:
    """The parts of an address that anybody may have written; all empty when it cannot be read.

    >>> parts_of("https://t.example/steps").netloc, parts_of("https://[").netloc
    ('t.example', '')
    """
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def base_url(request: Request) -> str:
    """Scheme and host that people use: the setting where there is one, else the request's own.

    The last slash is left out.
    """
    configured: str | None = request.app.state.settings.public_url
    return configured or str(request.base_url).rstrip("/")


def addresses_of(request: Request, state: PageState) -> Addresses:
    """The addresses, on the site that a request was made to, of a state."""
    return Addresses(base_url(request), state)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a state is found. With `id` it is stored and its addresses are short.

    >>> state = PageState.of("playground", text="a b", lang="es", show="text")
    >>> readable = Addresses("https://t.example", state)
    >>> readable.page
    'https://t.example/?v=1&lang=es&text=a%20b'
    >>> readable.embed
    'https://t.example/embed/tokenize?v=1&lang=es&show=text&text=a%20b'
    >>> stored = Addresses("https://t.example", state, "mfrgg")
    >>> stored.page, stored.embed
    ('https://t.example/s/mfrgg?lang=es', 'https://t.example/embed/s/mfrgg?lang=es&show=text')
    >>> stored.oembed
    'https://t.example/oembed?url=https%3A%2F%2Ft%2Eexample%2Fs%2Fmfrgg%3Flang%3Des&format=json'
    """

    base: str
    state: PageState
    id: str | None = None

    @property
    def page(self) -> str:
        state = self.state.with_(show=None, lock=None)
        if self.id:
            return self._with(f"/s/{self.id}", state.setting())
        if not state.values:
            return f"{self.base}{PAGES[state.page].path}"
        return self._with(PAGES[state.page].path, state.query())

    @property
    def private(self) -> str:
        query, fragment = self.state.with_(show=None, lock=None).private()
        return f"{self._with(PAGES[self.state.page].path, query)}#{fragment}"

    @property
    def embed(self) -> str:
        """Empty for a page that is not embedded."""
        if not PAGES[self.state.page].embed:
            return ""
        if self.id:
            return self._with(f"/embed/s/{self.id}", self.state.setting())
        return self._with(PAGES[self.state.page].embed, self.state.query())

    @property
    def picture(self) -> str:
        state = self.state.with_(show=None, lock=None, theme=None)
        if self.id:
            return self._with(f"/s/{self.id}/picture.png", state.setting())
        return self._with(f"/picture/{self.state.page}.png", state.query())

    @property
    def oembed(self) -> str:
        return self._with("/oembed", f"url={escaped(self.page)}&format=json")

    @property
    def oembed_xml(self) -> str:
        return self._with("/oembed", f"url={escaped(self.page)}&format=xml")

    def _with(self, path: str, query: str) -> str:
        return f"{self.base}{path}?{query}" if query else f"{self.base}{path}"
