"""Training: `GET /train` opens a run at a frame; `POST /train` and `/train/stream` begin one.

A corpus of some pages is trained while the reader waits. A larger one is trained in a thread:
`/train/stream` tells how far it is, `/train/{run}/stop` ends it, and it keeps what it has.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import anyio
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from fastapi.sse import EventSourceResponse, format_sse_event
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.errors import N_, InvalidInput, TokenarioError
from app.services.link_state import read_query
from app.services.text_input import read_text
from app.services.train_tokenizer import LiveRun, Trained
from app.services.trained_vocabulary import FileFormat, as_file, as_vocabulary
from app.services.training_runs import TrainingRuns
from app.web.addresses import addresses_of
from app.web.deps import (
    FormDep,
    HtmxDep,
    OwnDep,
    ReaderDep,
    RenderDep,
    SettingsDep,
    TrainingsDep,
)
from app.web.error_handlers import status_of
from app.web.forms import Form
from app.web.htmx import response_headers
from app.web.reader import Reader
from app.web.templating import Renderer
from app.web.train_state import TrainState, read_train_state
from app.web.views.page import NavItem
from app.web.views.player import TARGET
from app.web.views.preview import Preview, train_words
from app.web.views.train import (
    TrainEncodedView,
    TrainFrameView,
    TrainPage,
    TrainProblemView,
    TrainRunView,
    encoded_of,
    run_view,
)
from app.web.views.train_encode import NAMES
from app.web.views.train_form import form_view
from app.web.views.train_live import TrainLiveView, TrainProgressView, live_view

router = APIRouter(include_in_schema=False)
NAV = NavItem("/train", N_("Train"), 2)

LONGEST_ADDRESS = 8_000
"""Characters of an address that still holds the corpus; other runs are found by their id."""

TELL_SECONDS = 0.2
"""How often a live run tells how far it is."""

NO_SCRIPT_SECONDS = 0.5
"""How long a form sent without script waits before it leads to the page of a run that goes on."""


@router.get("/train")
def show(
    request: Request, render: RenderDep, reader: ReaderDep, runs: TrainingsDep, htmx: HtmxDep
) -> Response:
    reading = read_query("train", request.scope["query_string"])
    state = read_train_state(reading.state, reader.locale.language)
    said = [reader.locale.explain(error) for error in reading.notices]
    said += [reader.locale.say(one.message, **one.values) for one in state.notices]
    live = runs.live(state.run) if state.run else None
    if live is not None:
        return render.page(_live_page(state.of_run(live.request), live, runs, reader))
    wants_frame = htmx.wants_fragment and htmx.target == TARGET
    try:
        state, trained = _trained(state, runs)
        encoded = None if wants_frame else encoded_of(trained, runs, state, reader)
        view = run_view(trained, runs, state, reader, encoded)
    except TokenarioError as error:
        if wants_frame:
            raise
        return _problem_page(render, state, runs, error, said)
    if wants_frame:
        return render.fragment(TrainFrameView(view))
    page = TrainPage(
        form_view(state, runs.limits, reader), view, None, "", tuple(said), view.address
    )
    name = reader.locale.gettext(NAMES[state.learner])
    words = train_words(name, state.corpus, state.merges, reader.locale)
    return render.page(page, preview=Preview(words, addresses_of(request, reading.state)))


@router.post("/train")
def train(
    form: FormDep, render: RenderDep, reader: ReaderDep, runs: TrainingsDep, settings: SettingsDep
) -> Response:
    """Without script: train, or begin to, and lead to the page of the run."""
    state = TrainState("")
    try:
        state = _typed(form, reader, settings.max_upload_bytes)
        request = state.request()
        if not runs.is_quick(request):
            live = runs.start(request)
            live.finished.wait(NO_SCRIPT_SECONDS)
            if live.error is not None:
                raise live.error
            state = replace(state, run=live.id)
        else:
            state = _linkable(state, runs.trained(request))
        return RedirectResponse(state.address(reader), status_code=303)
    except TokenarioError as error:
        return _problem_page(render, state, runs, error)


@router.post("/train/stream")
def stream(
    form: FormDep, render: RenderDep, reader: ReaderDep, runs: TrainingsDep, settings: SettingsDep
) -> Response:
    """For htmx: the run itself when it takes a moment, else how far it is until it is there."""
    state = _typed(form, reader, settings.max_upload_bytes)
    request = state.request()
    if not runs.is_quick(request):
        live = runs.start(request)
        return _stream(live, replace(state, run=live.id, ready=None), runs, render)
    trained = runs.trained(request)
    return render.fragment(_result(_linkable(state, trained), trained, runs, reader))


@router.get("/train/{run}/stream")
def watch(
    run: str, request: Request, render: RenderDep, reader: ReaderDep, runs: TrainingsDep
) -> Response:
    """For a page that was opened while its run goes on."""
    reading = read_query("train", request.scope["query_string"])
    state = replace(read_train_state(reading.state, reader.locale.language), run=run)
    live = runs.live(run)
    if live is not None:
        return _stream(live, state.of_run(live.request), runs, render)
    state, trained = _trained(state, runs)
    return render.fragment(_result(state, trained, runs, reader))


@router.post("/train/{run}/stop")
def stop(run: str, reader: ReaderDep, runs: TrainingsDep, htmx: HtmxDep) -> Response:
    """The run keeps what it has; its stream, or its page, then shows it."""
    live = runs.live(run)
    if live is not None:
        live.stop()
        live.finished.wait(NO_SCRIPT_SECONDS)
    if htmx.wants_fragment:
        return Response(status_code=204)
    return RedirectResponse(reader.link("/train", run=run), status_code=303)


@router.post("/train/encode")
def encode(
    request: Request,
    form: FormDep,
    render: RenderDep,
    reader: ReaderDep,
    runs: TrainingsDep,
    htmx: HtmxDep,
) -> Response:
    """Cut a text with the run that the address names."""
    state = _addressed(request, reader)
    state = replace(state, text=form.textarea("text"))
    address = state.address(reader)
    if not htmx.wants_fragment:
        return RedirectResponse(f"{address}#encode", status_code=303)
    state, trained = _trained(state, runs)
    encoded = encoded_of(trained, runs, state, reader)
    headers = response_headers(replace_url=address)
    return render.fragment(TrainEncodedView(encoded), headers=headers)


@router.get("/train/tokenizer.json")
def tokenizer_json(request: Request, reader: ReaderDep, runs: TrainingsDep) -> Response:
    """What was learned, for Hugging Face tokenizers."""
    return _file(request, reader, runs, FileFormat.TOKENIZER_JSON, "application/json")


@router.get("/train/tokenizer.tiktoken")
def tokenizer_tiktoken(request: Request, reader: ReaderDep, runs: TrainingsDep) -> Response:
    """What BPE on bytes learned, for tiktoken."""
    return _file(request, reader, runs, FileFormat.TIKTOKEN, "text/plain")


@router.post("/train/playground")
def to_playground(request: Request, reader: ReaderDep, runs: TrainingsDep, own: OwnDep) -> Response:
    """Keep the vocabulary under an id of its own, and open the playground with it."""
    state, trained = _trained(_addressed(request, reader), runs)
    title = reader.locale.say("%(name)s trained here", name=NAMES[state.learner])
    id = own.add(*as_vocabulary(trained, title))
    text = {"text": state.text} if state.text else {}
    return RedirectResponse(reader.link("/", model=f"{id},o200k_base", **text), status_code=303)


def _addressed(request: Request, reader: Reader) -> TrainState:
    reading = read_query("train", request.scope["query_string"])
    return read_train_state(reading.state, reader.locale.language)


def _typed(form: Form, reader: Reader, max_bytes: int) -> TrainState:
    """The state of a form; a file, when one was chosen, is the corpus."""
    state = read_train_state(form, reader.locale.language)
    file = form.files.get("file")
    if file is not None:
        state = replace(state, corpus=read_text(file.file.read(), max_bytes).text, ready=None)
    return replace(state, run=None, step=None, word=None)


def _trained(state: TrainState, runs: TrainingRuns) -> tuple[TrainState, Trained]:
    """The run of a state: found by its id, or trained."""
    if state.run is not None:
        trained = runs.result(state.run)
        return state.of_run(trained.request), trained
    return state, runs.trained(state.request())


def _linkable(state: TrainState, trained: Trained) -> TrainState:
    """The state as it is when an address can hold it, else by the id of its run."""
    try:
        query = state.link().query()
    except InvalidInput:  # NUL
        query = ""
    if query and len(query) <= LONGEST_ADDRESS:
        return state
    return replace(state, run=trained.request.key(), ready=None)


def _result(
    state: TrainState, trained: Trained, runs: TrainingRuns, reader: Reader
) -> TrainRunView:
    encoded = encoded_of(trained, runs, state, reader)
    return TrainRunView(run_view(trained, runs, state, reader, encoded))


def _live_page(state: TrainState, live: LiveRun, runs: TrainingRuns, reader: Reader) -> TrainPage:
    view = live_view(live, state, reader)
    return TrainPage(form_view(state, runs.limits, reader), None, view, "", (), view.address)


def _problem_page(
    render: Renderer,
    state: TrainState,
    runs: TrainingRuns,
    error: TokenarioError,
    said: list[str] | None = None,
) -> Response:
    """The form as it was filled, and what is wrong."""
    reader = render.reader
    problem = reader.locale.explain(error)
    form = form_view(state, runs.limits, reader)
    page = TrainPage(form, None, None, problem, tuple(said or ()), reader.link("/train"))
    return render.page(page, status=status_of(error), address=reader.link("/train"))


def _stream(
    live: LiveRun, state: TrainState, runs: TrainingRuns, render: Renderer
) -> EventSourceResponse:
    """How far the run is, again and again, then the run."""
    reader = render.reader

    def finished() -> bytes:
        if live.error is not None:
            return _event(render, TrainProblemView(reader.locale.explain(live.error)))
        trained = runs.result(live.id)
        return _event(render, _result(state, trained, runs, reader))

    async def events() -> AsyncIterator[bytes]:
        live.enter()
        try:
            yield _event(render, TrainLiveView(live_view(live, state, reader)))
            while not live.finished.is_set():
                await anyio.sleep(TELL_SECONDS)
                yield _event(render, TrainProgressView(live_view(live, state, reader)))
            yield await run_in_threadpool(finished)
        finally:
            live.leave()

    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return EventSourceResponse(events(), headers=headers)


def _event(
    render: Renderer, view: TrainLiveView | TrainProgressView | TrainRunView | TrainProblemView
) -> bytes:
    return format_sse_event(data_str=bytes(render.fragment(view).body).decode())


def _file(
    request: Request, reader: Reader, runs: TrainingRuns, format: FileFormat, media_type: str
) -> Response:
    _, trained = _trained(_addressed(request, reader), runs)
    name = f"tokenizer.{format.value}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(as_file(trained.run.model, format), headers=headers, media_type=media_type)
