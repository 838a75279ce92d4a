"""The same words by several vocabularies, aligned under their letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.responses import Response

from app.errors import N_, TokenarioError
from app.services.compare_words import ComparedWord, WordCut, compare_words, typed_words
from app.services.link_state import PageState
from app.vocabularies.registry import Registry
from app.web.cutting import check_length
from app.web.error_handlers import status_of
from app.web.own_upload import known_to
from app.web.pages.kinds import Opening, Site
from app.web.pictures.png import MAX_ROWS
from app.web.pictures.row import PictureRow
from app.web.state import Fields, Notice, read_flag, read_vocabularies
from app.web.templating import Renderer
from app.web.views.preview import Words, compared_words
from app.web.views.tokens import Chip, Run, colour, runs
from app.web.views.words import DEFAULT_VOCABULARIES, DEFAULT_WORDS, WordsPage, words_page

LONGEST_TEXT = 2_000
MOST_WORDS = 40
LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """Words as they were typed, the vocabularies that cut them, whether a space goes before them,
    and what should be said about the form or link that asked."""

    typed: str
    vocabularies: tuple[str, ...]
    spaced: bool
    said: tuple[Notice, ...] = ()

    def link(self) -> PageState:
        """The whole state, good for ever."""
        space = {"space": "1"} if self.spaced else {}
        model = ",".join(self.vocabularies)
        return PageState.of("words", model=model, words=self.typed, **space)


class WordsShared:
    def link(self, fields: Fields, site: Site) -> PageState:
        return asked_of(fields, site.registry).link()

    def page(self, asked: Opening, render: Renderer, site: Site) -> Response:
        state = asked_of(asked.link, site.registry)
        try:
            found, said = compared(state, site.registry)
        except TokenarioError as error:
            here = asked.here(state.link().with_(words=None), site.reader)
            problem = site.locale.explain(error)
            view = _page(asked, state, (), state.said, here, site, problem)
            return render.page(view, status=status_of(error), address=here, said=asked.said)
        here = asked.here(state.link(), site.reader)
        view = _page(asked, state, found, (*state.said, *said), here, site)
        return asked.answer(render, view, _words(state, found, site), here)

    def words(self, link: PageState, site: Site) -> Words:
        state = asked_of(link, site.registry)
        return _words(state, compared(state, site.registry)[0], site)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        found, _ = compared(asked_of(link, site.registry), site.registry)
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


def asked_of(fields: Fields, registry: Registry) -> Asked:
    """Read a form or link; what it does not say is the example's."""
    said: list[Notice] = []
    chosen = read_vocabularies(fields, known_to(fields, registry), said)
    usual = tuple(id for id in DEFAULT_VOCABULARIES if id in registry)
    spaced = read_flag(fields, "space", said)
    typed = fields.textarea("words", DEFAULT_WORDS)
    return Asked(typed, chosen or usual, spaced, tuple(said))


def compared(asked: Asked, registry: Registry) -> tuple[list[ComparedWord], list[Notice]]:
    """The words that are compared, and what should be said about those that are not.

    Raises InputTooLarge for a long list.
    """
    check_length(asked.typed, LONGEST_TEXT)
    words = typed_words(asked.typed, MOST_WORDS + 1)
    short = [word for word in words[:MOST_WORDS] if len(word.word) <= LONGEST_WORD]
    said: list[Notice] = []
    if len(short) < len(words):
        message = N_("Only the first %(words)s words of up to %(letters)s letters are shown.")
        said.append(Notice(message, {"words": MOST_WORDS, "letters": LONGEST_WORD}))
    return compare_words(registry, short, asked.vocabularies, asked.spaced), said


def _page(
    asked: Opening,
    state: Asked,
    found: Sequence[ComparedWord],
    said: Sequence[Notice],
    here: str,
    site: Site,
    problem: str = "",
) -> WordsPage:
    return words_page(
        state.typed,
        state.spaced,
        [site.registry.info(id) for id in known_to(asked.link, site.registry)],
        state.vocabularies,
        found,
        [site.locale.say(notice.message, **notice.values) for notice in said],
        problem,
        here,
        site.reader,
        private=asked.private,
    )


def _words(state: Asked, found: Sequence[ComparedWord], site: Site) -> Words:
    titles = [site.registry.info(id).title for id in state.vocabularies]
    return compared_words([word.typed.word for word in found], titles, site.locale)


def _drawn(cuts: Sequence[WordCut]) -> Iterator[Chip]:
    """The words of one vocabulary as chips, a space after each."""
    number = 0
    for cut in cuts:
        for cell in cut.cells:
            yield Chip("token", colour(number), runs(cell.text))
            number += 1
        yield Chip("ghost", "", (Run(" "),))
