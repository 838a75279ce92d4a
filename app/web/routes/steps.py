"""Step by step: `GET /steps` opens a state at a frame, `POST /steps` makes the address of a text."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.errors import N_, InputTooLarge, InvalidInput, NotFound
from app.services.encode_steps import EncodedSteps, encode_steps
from app.services.link_state import PageState, read_query
from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry
from app.web.addresses import Addresses, addresses_of
from app.web.deps import FormDep, HtmxDep, ReaderDep, RegistryDep, RenderDep, SettingsDep
from app.web.reader import Reader
from app.web.state import Notice, read_specials
from app.web.views.page import NavItem
from app.web.views.player import TARGET
from app.web.views.preview import Preview, steps_words
from app.web.views.steps import (
    DEFAULT_TEXT,
    DEFAULT_VOCABULARY,
    StepFrameView,
    run_of,
    steps_page,
)

router = APIRouter(include_in_schema=False)
NAV = NavItem("/steps", N_("Step by step"), 3)

LONGEST_TEXT = 2_000
"""Characters of a text that is shown step by step: the whole of it is in the address."""


@router.get("/steps")
def show(
    request: Request,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
    htmx: HtmxDep,
) -> Response:
    reading = read_query("steps", request.scope["query_string"])
    state, said = settled(reading.state, registry)
    found = steps_of(state, registry, settings.work_seconds)
    if reading.state.text is None and not _has_frame(found, state, reader):
        # A private link before its text is sent, or a link that lost it.
        state = state.with_(word=None, step=None)
        said.append(
            InvalidInput(N_("The link names a step but no text: this is the first of an example."))
        )
    if htmx.wants_fragment and htmx.target == TARGET:
        run = run_of(found, state, reader)
        if run is not None:
            return render.fragment(StepFrameView(run))
    notices = [reader.locale.explain(error) for error in (*reading.notices, *said)]
    count = found.steps.token_count
    words = steps_words(state.text or "", found.info.title, count, reader.locale)
    preview = Preview(words, addresses_of(request, reading.state))
    known = _listed(registry, found)
    page = steps_page(state, found, known, registry.ready(), notices, reader)
    return render.page(page, preview=preview)


@router.post("/steps")
def cut(
    request: Request,
    form: FormDep,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
    htmx: HtmxDep,
) -> Response:
    """To the address of what was typed; a form sent by GET would change its line ends.

    A private text is answered here, in a page or frame whose addresses keep it in the fragment.
    """
    text = form.textarea("text")
    _check_length(text)
    said = {"special": "1"} if form.all("special")[-1:] == ["1"] else {}
    if form.text("private") != "1":
        state = PageState.of("steps", model=form.text("model"), text=text, **said, **reader.kept)
        return RedirectResponse(Addresses("", state).page, status_code=303)
    if form.has("model"):
        said["model"] = form.text("model")
    asked = read_query("steps", request.scope["query_string"]).state.with_(text=text, **said)
    state, flaws = settled(asked, registry)
    found = steps_of(state, registry, settings.work_seconds)
    if htmx.wants_fragment and htmx.target == TARGET:
        run = run_of(found, state, reader, private=True)
        if run is not None:
            return render.fragment(StepFrameView(run))
    notices = [reader.locale.explain(error) for error in flaws]
    known = _listed(registry, found)
    page = steps_page(state, found, known, registry.ready(), notices, reader, private=True)
    return render.page(page, address=Addresses("", state.with_(**reader.kept)).private)


def _has_frame(found: EncodedSteps, state: PageState, reader: Reader) -> bool:
    try:
        run_of(found, state, reader)
    except NotFound:
        return False
    return True


def _listed(registry: Registry, found: EncodedSteps) -> list[VocabularyInfo]:
    """The vocabularies to choose from; a visitor's own is on no list but where it is used."""
    return [registry.info(id) for id in dict.fromkeys((*registry.ids(), found.info.id))]


def settled(state: PageState, registry: Registry) -> tuple[PageState, list[InvalidInput]]:
    """The state with a text, one known vocabulary and a switch that is on or not there, and what should be said about it."""
    said: list[InvalidInput] = []
    named = state.vocabularies
    known = [id for id in named if id in registry]
    if len(known) < len(named):
        said.append(
            InvalidInput(
                N_("There is no vocabulary with that id here. There are: %(ids)s."),
                ids=", ".join(registry.ids()),
            )
        )
    if len(known) > 1:
        said.append(InvalidInput(N_("Steps show one vocabulary at a time: this is the first.")))
    notices: list[Notice] = []
    special = "1" if read_specials(state, notices) is SpecialPolicy.AS_SPECIAL else None
    said += [InvalidInput(notice.message, **notice.values) for notice in notices]
    default = DEFAULT_VOCABULARY if DEFAULT_VOCABULARY in registry else registry.ids()[0]
    text = DEFAULT_TEXT if state.text is None else state.text
    chosen = known[0] if known else default
    return state.with_(model=chosen, special=special, text=text), said


def steps_of(state: PageState, registry: Registry, seconds: float) -> EncodedSteps:
    """The steps of a settled state. Raises InputTooLarge for a long text."""
    text = state.text or ""
    _check_length(text)
    specials = specials_of(state)
    budget = Budget(seconds=seconds)
    return encode_steps(registry, state.vocabularies[0], text, specials, budget=budget)


def specials_of(state: PageState) -> SpecialPolicy:
    """How a settled state reads special tokens that are written in its text."""
    return read_specials(state, [])


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise InputTooLarge(
            N_(
                "The text has %(size)s characters; steps are shown for up to %(limit)s. "
                "Take a sentence or a word of it."
            ),
            size=len(text),
            limit=LONGEST_TEXT,
        )
