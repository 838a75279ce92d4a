"""How vocabularies cut, beside each other: the split before the merges, and the same words by several.

Both read their state from the address; a form posts to the address of what was typed.
"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.errors import N_, InputTooLarge, InvalidInput
from app.services.compare_words import compare_words, typed_words
from app.services.link_state import escaped
from app.services.split_text import split_text
from app.web.deps import FormDep, ReaderDep, RegistryDep, RenderDep
from app.web.reader import Reader
from app.web.views import splits
from app.web.views.splits import splits_page
from app.web.views.words import DEFAULT_VOCABULARIES, DEFAULT_WORDS, words_page

router = APIRouter(include_in_schema=False)

LONGEST_TEXT = 2_000
MOST_WORDS = 40
LONGEST_WORD = 40


@router.get("/splits")
def show_splits(render: RenderDep, reader: ReaderDep, registry: RegistryDep) -> Response:
    text = dict(reader.query).get("text", splits.DEFAULT_TEXT)
    _check_length(text)
    return render.page(splits_page(text, split_text(registry, text), reader.locale))


@router.post("/splits")
def split(form: FormDep, reader: ReaderDep) -> Response:
    text = form.textarea("text")
    _check_length(text)
    return _to("/splits", {"text": text}, reader)


@router.get("/words")
def show_words(render: RenderDep, reader: ReaderDep, registry: RegistryDep) -> Response:
    query = dict(reader.query)
    typed = query.get("words", DEFAULT_WORDS)
    _check_length(typed)
    named = [id for name, value in reader.query if name == "model" for id in value.split(",") if id]
    chosen = [id for id in dict.fromkeys(named) if id in registry]
    said: list[InvalidInput] = []
    if set(named) - set(chosen):
        message = N_("There is no vocabulary with that id here. There are: %(ids)s.")
        said.append(InvalidInput(message, ids=", ".join(registry.ids())))
    chosen = chosen or [id for id in DEFAULT_VOCABULARIES if id in registry]
    words = typed_words(typed, MOST_WORDS + 1)
    short = [word for word in words[:MOST_WORDS] if len(word.word) <= LONGEST_WORD]
    if len(short) < len(words):
        message = N_("Only the first %(words)s words of up to %(letters)s letters are shown.")
        said.append(InvalidInput(message, words=MOST_WORDS, letters=LONGEST_WORD))
    spaced = query.get("space") == "1"
    return render.page(
        words_page(
            typed,
            spaced,
            [registry.info(id) for id in registry.ids()],
            chosen,
            compare_words(registry, short, chosen, spaced),
            [reader.locale.explain(error) for error in said],
            reader,
        )
    )


@router.post("/words")
def compare(form: FormDep, reader: ReaderDep) -> Response:
    typed = form.textarea("words")
    _check_length(typed)
    values = {"model": ",".join(form.all("model")), "words": typed}
    return _to("/words", values | ({"space": "1"} if form.has("space") else {}), reader)


def _to(path: str, values: dict[str, str], reader: Reader) -> RedirectResponse:
    query = "&".join(f"{name}={escaped(value)}" for name, value in (values | reader.kept).items())
    return RedirectResponse(f"{path}?{query}", status_code=303)


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise InputTooLarge(
            N_("The text has %(size)s characters and this page reads up to %(limit)s."),
            size=len(text),
            limit=LONGEST_TEXT,
        )
