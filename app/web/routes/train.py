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

from app.errors import N_, TokenarioError
from app.services.link_state import read_query
from app.services.text_input import read_text
from app.services.train_tokenizer import LiveRun
from app.services.trained_vocabulary import FileFormat, as_file, as_vocabulary
from app.services.training_runs import TrainingRuns
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
from app.web.pages import SHARED, Opening, SiteDep
from app.web.reader import Reader
from app.web.templating import Renderer
from app.web.train_state import TrainState, read_train_state
from app.web.training import linkable, problem_page, result_view, trained_of
from app.web.views.page import NavItem
from app.web.views.train import TrainEncodedView, TrainProblemView, TrainRunView
from app.web.views.train_encode import NAMES
from app.web.views.train_live import TrainLiveView, TrainProgressView, live_view
from app.web.views.train_run import encoded_of

router = APIRouter(include_in_schema=False)
NAV = NavItem("/train", N_("Train"), 2)

TELL_SECONDS = 0.2
"""How often a live run tells how far it is."""

NO_SCRIPT_SECONDS = 0.5
"""How long a form sent without script waits before it leads to the page of a run that goes on."""


@router.get("/train")
def show(request: Request, render: RenderDep, site: SiteDep) -> Response:
    return SHARED["train"].page(Opening.by_query("train", request), render, site)


@router.post("/train")
def train(request: Request, form: FormDep, render: RenderDep, site: SiteDep) -> Response:
    """Without script: train, or begin to, and lead to the page of the run.

    What a private link opens is answered here, page or frame: its texts are in the form.
    """
    if form.text("private") == "1":
        return SHARED["train"].page(Opening.by_form("train", request, form), render, site)
    reader, runs = site.reader, site.runs
    state = TrainState("")
    try:
        state = _typed(form, reader, site.settings.max_upload_bytes)
        asked = state.request()
        if not runs.is_quick(asked):
            live = runs.start(asked)
            live.finished.wait(NO_SCRIPT_SECONDS)
            if live.error is not None:
                raise live.error
            state = replace(state, run=live.id)
        else:
            state = linkable(state, runs.trained(asked))
        return RedirectResponse(state.address(reader), status_code=303)
    except TokenarioError as error:
        page = problem_page(state, error, runs, reader)
        return render.page(page, status=status_of(error), address=page.address)


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
    return render.fragment(result_view(linkable(state, trained), trained, runs, reader))


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
    state, trained = trained_of(state, runs)
    return render.fragment(result_view(state, trained, runs, reader))


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
    state = replace(state, text=form.textarea("text"), private=form.text("private") == "1")
    if not htmx.wants_fragment:
        return RedirectResponse(f"{state.address(reader)}#encode", status_code=303)
    state, trained = trained_of(state, runs)
    if state.private:  # the action named the run; the page's address holds the corpus after the #
        state = linkable(replace(state, run=None), trained)
    encoded = encoded_of(trained, runs, state, reader)
    headers = response_headers(replace_url=state.address(reader))
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
    state, trained = trained_of(_addressed(request, reader), runs)
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


def _stream(
    live: LiveRun, state: TrainState, runs: TrainingRuns, render: Renderer
) -> EventSourceResponse:
    """How far the run is, again and again, then the run."""
    reader = render.reader

    def finished() -> bytes:
        if live.error is not None:
            return _event(render, TrainProblemView(reader.locale.explain(live.error)))
        trained = runs.result(live.id)
        return _event(render, result_view(state, trained, runs, reader))

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
    _, trained = trained_of(_addressed(request, reader), runs)
    name = f"tokenizer.{format.value}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(as_file(trained.run.model, format), headers=headers, media_type=media_type)
