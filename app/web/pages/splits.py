"""The split before the merges: the same text under every pattern."""

from __future__ import annotations

from starlette.responses import Response

from app.errors import TokenarioError
from app.services.link_state import PageState
from app.services.split_text import SplitText, split_text
from app.vocabularies.registry import Registry
from app.web.cutting import check_length
from app.web.error_handlers import status_of
from app.web.pages.kinds import Opening, Site
from app.web.pictures.png import MAX_ROWS
from app.web.pictures.row import PictureRow
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.preview import Words, splits_words, users
from app.web.views.splits import DEFAULT_TEXT, problem_page, splits_page
from app.web.views.tokens import Chip, colour, runs

LONGEST_TEXT = 2_000
"""Characters: the whole text is in the address."""


class SplitsShared:
    def link(self, fields: Fields, site: Site) -> PageState:  # noqa: ARG002
        return settled(fields)

    def page(self, asked: Opening, render: Renderer, site: Site) -> Response:
        link = settled(asked.link)
        text = link.text or ""
        try:
            found = split_of(link, site.registry)
        except TokenarioError as error:
            here = asked.here(link.with_(text=None), site.reader)
            view = problem_page(text, site.locale.explain(error), here, private=asked.private)
            return render.page(view, status=status_of(error), address=here, said=asked.said)
        here = asked.here(link, site.reader)
        view = splits_page(text, found, here, site.locale, private=asked.private)
        return asked.answer(render, view, splits_words(text, found, site.locale), here)

    def words(self, link: PageState, site: Site) -> Words:
        state = settled(link)
        return splits_words(state.text or "", split_of(state, site.registry), site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        found = split_of(settled(link), site.registry)
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


def settled(fields: Fields) -> PageState:
    """The state of a form or link, with the example's text where none is given."""
    return PageState.of("splits", text=fields.textarea("text", DEFAULT_TEXT))


def split_of(link: PageState, registry: Registry) -> list[SplitText]:
    """The parts of a settled state. Raises InputTooLarge for a long text."""
    check_length(link.text or "", LONGEST_TEXT)
    return split_text(registry, link.text or "")
