"""The same words by several vocabularies, aligned under their letters, read from the address."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.errors import N_
from app.services.compare_words import ComparedWord, compare_words, typed_words
from app.services.link_state import PageState, read_query
from app.vocabularies.registry import Registry
from app.web.addresses import Addresses, addresses_of
from app.web.cutting import check_length
from app.web.deps import FormDep, ReaderDep, RegistryDep, RenderDep
from app.web.own_upload import known_to
from app.web.state import Fields, Notice, read_flag, read_vocabularies
from app.web.views.preview import Preview, compared_words
from app.web.views.words import DEFAULT_VOCABULARIES, DEFAULT_WORDS, words_page

router = APIRouter(include_in_schema=False)

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


@router.get("/words")
def show(request: Request, render: RenderDep, reader: ReaderDep, registry: RegistryDep) -> Response:
    reading = read_query("words", request.scope["query_string"])
    asked = asked_of(reading.state, registry)
    found, said = compared(asked, registry)
    titles = [registry.info(id).title for id in asked.vocabularies]
    page = words_page(
        asked.typed,
        asked.spaced,
        [registry.info(id) for id in known_to(reading.state, registry)],
        asked.vocabularies,
        found,
        [reader.locale.say(notice.message, **notice.values) for notice in (*asked.said, *said)],
        Addresses("", asked.link()).page,
        reader,
    )
    words = compared_words([word.typed.word for word in found], titles, reader.locale)
    preview = Preview(words, addresses_of(request, reading.state))
    return render.page(page, preview=preview, said=reading.notices)


@router.post("/words")
def compare(form: FormDep, reader: ReaderDep, registry: RegistryDep) -> Response:
    asked = asked_of(form, registry)
    check_length(asked.typed, LONGEST_TEXT)
    link = asked.link().with_(**reader.kept)
    return RedirectResponse(Addresses("", link).page, status_code=303)


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
