"""What every page that links open does, as an interface, and what it is given to do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Protocol

from fastapi import Depends, Request
from starlette.responses import Response

from app.errors import N_, InvalidInput
from app.locales import Locale, locale_of
from app.services.link_state import PageState, read_query
from app.services.page_kinds import PAGES
from app.services.training_runs import TrainingRuns
from app.vocabularies.registry import Registry
from app.web import i18n
from app.web.addresses import Addresses, addresses_of
from app.web.deps import ReaderDep, RegistryDep, SettingsDep, TrainingsDep
from app.web.forms import Form
from app.web.pictures.row import PictureRow
from app.web.reader import Reader
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.page import View
from app.web.views.preview import Preview, Words


@dataclass(frozen=True, slots=True)
class Site:
    """What building a page needs beside its state."""

    registry: Registry
    settings: SettingsDep
    reader: Reader
    runs: TrainingRuns

    @property
    def locale(self) -> Locale:
        return self.reader.locale

    def speaking(self, link: PageState) -> Site:
        """The site in the language that a link fixes, whoever asks; else in the reader's own."""
        language = i18n.named(link.get("lang") or "")
        if language is None:
            return self
        return replace(self, reader=replace(self.reader, locale=locale_of(language)))


async def _site(
    registry: RegistryDep, settings: SettingsDep, reader: ReaderDep, runs: TrainingsDep
) -> Site:
    return Site(registry, settings, reader, runs)


SiteDep = Annotated[Site, Depends(_site)]


@dataclass(frozen=True, slots=True)
class Opening:
    """A link that is being opened: its state, the state's absolute addresses, and the flaws found in
    reading it. `private`: its texts were posted, and stay out of every address that is sent."""

    link: PageState
    addresses: Addresses
    said: tuple[InvalidInput, ...] = ()
    private: bool = False

    @classmethod
    def by_query(cls, page: str, request: Request) -> Opening:
        """What the address of a request says."""
        reading = read_query(page, request.scope["query_string"])
        return cls(reading.state, addresses_of(request, reading.state), reading.notices)

    @classmethod
    def by_form(cls, page: str, request: Request, form: Form) -> Opening:
        """What the address says with the texts of a private link, which are in the form."""
        asked = cls.by_query(page, request)
        texts = {name: form.textarea(name) for name in PAGES[page].texts if form.has(name)}
        return replace(asked, link=asked.link.with_(**texts), private=True)

    def here(self, link: PageState, reader: Reader) -> str:
        """The address on this site that opens a state again, its texts after the # if private."""
        addresses = Addresses("", link.with_(**reader.kept))
        return addresses.private if self.private else addresses.page

    def answer(self, render: Renderer, view: View, words: Words, here: str) -> Response:
        """The page that was asked for; `words` tell other programs of it, unless it is private."""
        if self.private:
            return render.page(view, address=here, said=self.said)
        return render.page(view, preview=Preview(words, self.addresses), said=self.said)


@dataclass(frozen=True, slots=True)
class EmbedParts:
    """The controls of an embed: `show` those that are there, `lock` those that cannot be changed."""

    show: frozenset[str]
    lock: frozenset[str]
    said: tuple[InvalidInput, ...] = ()

    @classmethod
    def read(cls, link: PageState, page: EmbeddedPage) -> EmbedParts:
        """What the address says; without `show`, the page's usual parts. `show=` shows none."""
        said: list[InvalidInput] = []
        show = _listed(link.get("show"), page, said)
        lock = _listed(link.get("lock"), page, said) or frozenset()
        return cls(page.usual_parts if show is None else show, lock, tuple(said))


def _listed(
    value: str | None, page: EmbeddedPage, said: list[InvalidInput]
) -> frozenset[str] | None:
    if value is None:
        return None
    named = {name.strip() for name in value.split(",") if name.strip()}
    if named - set(page.parts):
        message = N_("“show” and “lock” can name these parts of this page: %(parts)s.")
        said.append(InvalidInput(message, parts=", ".join(page.parts)))
    return frozenset(named & set(page.parts))


class SharedPage(Protocol):
    """A page whose states are shared by links, with words and a picture for those who preview them."""

    def link(self, fields: Fields, site: Site) -> PageState:
        """The canonical state of what a form or a link says: complete, and good for ever."""
        ...

    def page(self, asked: Opening, render: Renderer, site: Site) -> Response:
        """The whole page, or the frame that its player asks for."""
        ...

    def words(self, link: PageState, site: Site) -> Words: ...

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        """The rows of the picture, and what else to say on it."""
        ...


class EmbeddedPage(SharedPage, Protocol):
    """A shared page that others frame. `parts` are the controls an embed may show, in order.

    `said` are flaws of the link that the page must tell its reader.
    """

    @property
    def parts(self) -> tuple[str, ...]: ...

    @property
    def part_labels(self) -> tuple[str, ...]:
        """The parts in words, not translated, in the same order."""
        ...

    @property
    def usual_parts(self) -> frozenset[str]: ...

    def embed(
        self,
        link: PageState,
        parts: EmbedParts,
        said: Sequence[InvalidInput],
        site: Site,
        full: str,
    ) -> View:
        """The page as an embed shows it, complete without JavaScript. `full` is the address of the
        same state in the whole page."""
        ...

    def frame(self, link: PageState, site: Site, full: str) -> View | None:
        """The frame alone that the embed's player asks for; None for a page without a player."""
        ...
