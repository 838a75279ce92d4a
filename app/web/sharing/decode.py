"""Ids back to text as a shared page."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from app.services.link_state import PageState
from app.web.pictures.row import PictureRow
from app.web.routes import decode
from app.web.sharing.kinds import Site, opening
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.decode import decoded_chips
from app.web.views.preview import Words, decoded_words

PICTURED = 400
"""Characters that a picture can have room for."""


class DecodeShared:
    private = False

    def link(self, fields: Fields, site: Site) -> PageState:
        return decode.link_of(fields, site.registry)

    def page(self, link: PageState, request: Request, render: Renderer, site: Site) -> Response:
        asked = opening(request, link)
        return decode.show(asked, render, site.reader, site.registry, site.settings)

    def words(self, link: PageState, site: Site) -> Words:
        found = decode.decoded_of(link, site.registry, site.settings.max_text_characters)
        return decoded_words(found, site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        found = decode.decoded_of(link, site.registry, site.settings.max_text_characters)
        if found is None:
            return [], ""
        said = site.locale.say_n("%(num)s token", "%(num)s tokens", len(found.tokens))
        drawn = tuple(decoded_chips(found.characters[:PICTURED], found.tokens))
        return [PictureRow(f"{found.info.title}  {found.info.id}", said, drawn)], ""
