"""The comparison of words as a shared page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fastapi import Request
from starlette.responses import Response

from app.services.compare_words import WordCut
from app.services.link_state import PageState
from app.web.pictures.png import MAX_ROWS
from app.web.pictures.row import PictureRow
from app.web.routes import words
from app.web.sharing.kinds import Site, opening
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.preview import Words, compared_words
from app.web.views.tokens import Chip, Run, colour, runs


class WordsShared:
    private = False

    def link(self, fields: Fields, site: Site) -> PageState:
        return words.asked_of(fields, site.registry).link()

    def page(self, link: PageState, request: Request, render: Renderer, site: Site) -> Response:
        return words.show(opening(request, link), render, site.reader, site.registry)

    def words(self, link: PageState, site: Site) -> Words:
        asked = words.asked_of(link, site.registry)
        found, _ = words.compared(asked, site.registry)
        titles = [site.registry.info(id).title for id in asked.vocabularies]
        return compared_words([word.typed.word for word in found], titles, site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        found, _ = words.compared(words.asked_of(link, site.registry), site.registry)
        rows: list[PictureRow] = []
        for cuts in list(zip(*(word.cuts for word in found), strict=True))[:MAX_ROWS]:
            if any(cut.error for cut in cuts):
                continue
            info, count = cuts[0].info, sum(len(cut.tokens) for cut in cuts)
            said = site.locale.say_n("%(num)s token", "%(num)s tokens", count)
            rows.append(PictureRow(f"{info.title}  {info.id}", said, tuple(_drawn(cuts))))
        left = len(found[0].cuts) - MAX_ROWS if found else 0
        more = site.locale.say_n("+ %(num)s vocabulary more", "+ %(num)s vocabularies more", left)
        return rows, more if left > 0 else ""


def _drawn(cuts: Sequence[WordCut]) -> Iterator[Chip]:
    """The words of one vocabulary as chips, a space after each."""
    number = 0
    for cut in cuts:
        for cell in cut.cells:
            yield Chip("token", colour(number), runs(cell.text))
            number += 1
        yield Chip("ghost", "", (Run(" "),))
