"""The playground: a text under several vocabularies side by side."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

from app.catalog.loader import examples
from app.errors import N_, InputTooLarge, InvalidInput
from app.services.link_state import PageState
from app.services.tokenize_text import Tokenized, tokenize_each
from app.tokenization.budget import Budget
from app.tokenization.well_formed import well_formed
from app.web.cost_form import read_cost_form
from app.web.cutting import check_length, cut_for_page
from app.web.error_handlers import status_of
from app.web.own_upload import known_to
from app.web.pages.kinds import EmbedParts, Opening, Site
from app.web.pictures.png import MAX_ROWS
from app.web.pictures.row import PictureRow
from app.web.playground import address_of, asked_of, page_of, page_uncut
from app.web.state import Fields, PlaygroundState, read_state
from app.web.templating import Renderer
from app.web.views.embed import EmbedResultsView, EmbedTokenizeView, embed_tokenize_view
from app.web.views.preview import Preview, Words, playground_words
from app.web.views.readings import rows
from app.web.views.tokens import chips
from app.web.views.vocabularies import upload_form

PICTURED = 400
"""Characters of the text that a picture can have room for."""


class PlaygroundShared:
    parts = ("text", "vocabularies", "mode", "facts", "link")
    part_labels = (
        N_("the text box"),
        N_("the choice of vocabularies"),
        N_("the choice of view"),
        N_("the figures"),
        N_("the link to Tokenario"),
    )
    usual_parts = frozenset({"text", "mode", "link"})

    def link(self, fields: Fields, site: Site) -> PageState:
        return _state(fields, site).link(said=read_cost_form(fields).said)

    def page(self, asked: Opening, render: Renderer, site: Site) -> Response:
        settings = site.settings
        budget = Budget(seconds=settings.work_seconds)
        read = asked_of(asked.link, site.registry, site.reader, budget, asked.said)
        upload = upload_form(settings.max_upload_bytes, settings.upload_minutes)
        try:
            check_length(read.state.text, settings.max_text_characters)
        except InputTooLarge as error:
            view = page_uncut(read, site.registry, upload, error)
            return render.page(view, status=status_of(error), address=address_of(read))
        view = page_of(read, site.registry, upload)
        counts = [(row.info.title, row.count) for row in view.results.rows if not row.error]
        words = playground_words(read.state.text, counts, site.locale)
        # The flaws of the link are among the notices of the results.
        return render.page(view, preview=Preview(words, asked.addresses))

    def embed(
        self,
        link: PageState,
        parts: EmbedParts,
        said: Sequence[InvalidInput],
        site: Site,
        full: str,
    ) -> EmbedTokenizeView:
        cut = self.cut(link, parts, said, site, full)
        known = [site.registry.info(id) for id in known_to(link, site.registry)]
        return embed_tokenize_view(cut, link.setting(), parts.lock, known)

    def cut(
        self,
        fields: Fields,
        parts: EmbedParts,
        said: Sequence[InvalidInput],
        site: Site,
        full: str,
    ) -> EmbedResultsView:
        """The part of the embed that changes as one types."""
        state = _state(fields, site)
        check_length(state.text, site.settings.max_text_characters)
        budget = Budget(seconds=site.settings.work_seconds)
        cutting = cut_for_page(state, site.registry, budget)
        locale = site.locale
        return EmbedResultsView(
            state=state,
            rows=tuple(
                rows(cutting.results, cutting.length, state.mode, cutting.shown, locale, {})
            ),
            pager=cutting.shown,
            length=cutting.length,
            notices=(
                *(locale.say(notice.message, **notice.values) for notice in state.notices),
                *(locale.explain(error) for error in (*said, *parts.said)),
            ),
            show=parts.show,
            full=full,
        )

    def frame(self, link: PageState, site: Site, full: str) -> None:
        """There is no player."""

    def words(self, link: PageState, site: Site) -> Words:
        counts = [(each.info.title, each.encoding.count) for each in _read(link, site)]
        return playground_words(_state(link, site).text, counts, site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        read = _read(link, site)
        rows = [
            PictureRow(
                f"{each.info.title}  {each.info.id}",
                site.locale.say_n("%(num)s token", "%(num)s tokens", each.encoding.count),
                tuple(chips(each.encoding, 0, min(PICTURED, len(each.encoding.text)))),
            )
            for each in read[:MAX_ROWS]
        ]
        left = len(read) - MAX_ROWS
        more = site.locale.say_n("+ %(num)s vocabulary more", "+ %(num)s vocabularies more", left)
        return rows, more if left > 0 else ""


def _state(fields: Fields, site: Site) -> PlaygroundState:
    """As the page itself reads it: an example and every vocabulary at hand where nothing is said."""
    default = examples()[0].text.of(site.locale.language)
    return read_state(fields, known_to(fields, site.registry), default, site.registry.ready())


def _read(link: PageState, site: Site) -> list[Tokenized]:
    """The start of the text in each vocabulary that can be loaded; counts are of the whole."""
    state = _state(link, site)
    read = tokenize_each(
        site.registry,
        well_formed(state.text),
        state.vocabularies,
        state.specials,
        window=(0, PICTURED),
        budget=Budget(seconds=site.settings.work_seconds),
    )
    return [each for each in read if isinstance(each, Tokenized)]
