"""Ids back to text."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from starlette.responses import Response

from app.errors import N_, InvalidInput, TokenarioError
from app.services.decode_ids import DecodedIds, decode_ids, read_ids
from app.services.link_state import PageState
from app.services.own_vocabularies import PREFIX
from app.vocabularies.registry import Registry
from app.web.cutting import check_length
from app.web.error_handlers import status_of
from app.web.pages.kinds import Opening, Site
from app.web.pictures.row import PictureRow
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.decode import DecodedView, DecodePage, decoded_chips, options, result_view
from app.web.views.preview import Words, decoded_words

USUAL_VOCABULARY = "o200k_base"
LONGEST_ADDRESS = 2_000
PICTURED = 400
"""Characters that a picture can have room for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The ids of a state decoded, or what is wrong with them, and the address that opens it again."""

    typed: PageState
    view: DecodedView
    here: str
    found: DecodedIds | None = None
    error: TokenarioError | None = None

    @property
    def status(self) -> int:
        return status_of(self.error) if self.error else 200


class DecodeShared:
    def link(self, fields: Fields, site: Site) -> PageState:
        return link_of(fields, site.registry)

    def page(self, asked: Opening, render: Renderer, site: Site) -> Response:
        answer = answered(asked, site)
        view = page_of(answer, asked, site)
        if answer.found is None:
            return render.page(view, said=asked.said)
        words = decoded_words(answer.found, site.locale)
        return asked.answer(render, view, words, answer.here)

    def words(self, link: PageState, site: Site) -> Words:
        return decoded_words(decoded_of(link, site), site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        found = decoded_of(link, site)
        if found is None:
            return [], ""
        said = site.locale.say_n("%(num)s token", "%(num)s tokens", len(found.tokens))
        drawn = tuple(decoded_chips(found.characters[:PICTURED], found.tokens))
        return [PictureRow(f"{found.info.title}  {found.info.id}", said, drawn)], ""


def link_of(fields: Fields, registry: Registry) -> PageState:
    """The state of a form or link: a vocabulary, and ids with commas where they are ids."""
    typed = _without_nul(fields.textarea("ids"))
    with suppress(TokenarioError):  # the page says what is wrong with them
        typed = ",".join(map(str, read_ids(typed)))
    model = next(iter(fields.all("model")), "") or _usual(registry)
    return PageState.of("decode", model=model, ids=typed)


def typed_of(fields: Fields) -> PageState:
    """What was typed, as it was typed."""
    model = next(iter(fields.all("model")), "")
    return PageState.of("decode", model=model, ids=_without_nul(fields.textarea("ids")))


def decoded_of(link: PageState, site: Site) -> DecodedIds | None:
    """The text of the ids of a state; None where there are none.

    Raises InvalidInput, InputTooLarge and what decoding raises.
    """
    registry, typed, model = site.registry, link.get("ids") or "", link.get("model") or ""
    check_length(typed, site.settings.max_text_characters)
    if model and model not in registry:
        raise InvalidInput(
            N_("There is no vocabulary with that id here. There are: %(ids)s."),
            ids=", ".join(registry.ids()),
        )
    ids = read_ids(typed)
    return decode_ids(registry, model or _usual(registry), ids) if ids else None


def answered(asked: Opening, site: Site) -> Answer:
    """The ids of what is opened, decoded or refused."""
    typed, here = asked.link, _here(asked, site)
    try:
        found = decoded_of(typed, site)
    except TokenarioError as error:
        problem = DecodedView(None, site.locale.explain(error))
        return Answer(typed, problem, here, error=error)
    if found is None:
        return Answer(typed, DecodedView(None, ""), here)
    cut = _cut(found.info.id, found.text, asked, site)
    return Answer(typed, DecodedView(result_view(found, cut), ""), here, found)


def page_of(answer: Answer, asked: Opening, site: Site) -> DecodePage:
    """The whole page of an answer."""
    registry, model = site.registry, answer.typed.get("model") or ""
    chosen = model if model in registry else _usual(registry)
    listed = registry.ids() if not chosen.startswith(PREFIX) else (*registry.ids(), chosen)
    known = [registry.info(id) for id in listed]
    ids = answer.typed.get("ids") or ""
    return DecodePage(ids, options(known, chosen), answer.view, asked.private)


def _usual(registry: Registry) -> str:
    return USUAL_VOCABULARY if USUAL_VOCABULARY in registry else registry.ids()[0]


def _without_nul(typed: str) -> str:
    """What was typed, with U+FFFD for NUL, which is no id and which no link can carry."""
    return typed.replace("\0", "\ufffd")


def _cut(vocabulary: str, text: str, asked: Opening, site: Site) -> str:
    """The playground with the text of the ids; empty where an address cannot hold it."""
    if "\0" in text:
        return ""
    address = asked.here(PageState.of("playground", model=vocabulary, text=text), site.reader)
    return address if len(address) <= LONGEST_ADDRESS else ""


def _here(asked: Opening, site: Site) -> str:
    """The address of these ids; without them where it would be too long or they are none."""
    link = link_of(asked.link, site.registry)
    whole = asked.here(link, site.reader)
    ids = link.get("ids") or ""
    if ids.replace(",", "").isdigit() and len(whole) <= LONGEST_ADDRESS:
        return whole
    return asked.here(link.with_(ids=None), site.reader)
