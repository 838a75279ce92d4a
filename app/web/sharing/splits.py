"""The split before the merges as a shared page."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from app.services.link_state import PageState
from app.web.pictures.png import MAX_ROWS
from app.web.pictures.row import PictureRow
from app.web.routes import splits
from app.web.sharing.kinds import Site, opening
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.preview import Words, splits_words, users
from app.web.views.tokens import Chip, colour, runs


class SplitsShared:
    private = False

    def link(self, fields: Fields, site: Site) -> PageState:  # noqa: ARG002
        return splits.settled(fields)

    def page(self, link: PageState, request: Request, render: Renderer, site: Site) -> Response:
        return splits.show(opening(request, link), render, site.reader, site.registry)

    def words(self, link: PageState, site: Site) -> Words:
        state = splits.settled(link)
        return splits_words(state.text or "", splits.split_of(state, site.registry), site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        found = splits.split_of(splits.settled(link), site.registry)
        rows = [
            PictureRow(
                users(one),
                site.locale.say_n("%(num)s part", "%(num)s parts", len(one.parts)),
                tuple(
                    Chip("token", colour(number), runs(part.text))
                    for number, part in enumerate(one.parts)
                ),
            )
            for one in found[:MAX_ROWS]
        ]
        left = sum(len(one.users) for one in found[MAX_ROWS:])
        more = site.locale.say_n("+ %(num)s vocabulary more", "+ %(num)s vocabularies more", left)
        return rows, more if left > 0 else ""
