"""What the training page answers: the run of a state, and the views of one that is there, goes on or failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.errors import InvalidInput, TokenarioError
from app.services.train_tokenizer import LiveRun, Trained
from app.services.training_runs import TrainingRuns
from app.web.reader import Reader
from app.web.train_state import TrainState
from app.web.views.train import TrainPage, TrainRunView
from app.web.views.train_form import form_view
from app.web.views.train_live import live_view
from app.web.views.train_run import encoded_of, run_view

LONGEST_ADDRESS = 8_000
"""Characters of an address that still holds the corpus; other runs are found by their id."""


def trained_of(state: TrainState, runs: TrainingRuns) -> tuple[TrainState, Trained]:
    """The run of a state: found by its id, or trained; and the state that says what it was."""
    if state.run is not None:
        trained = runs.result(state.run)
        return state.of_run(trained.request), trained
    return state, runs.trained(state.request())


def linkable(state: TrainState, trained: Trained) -> TrainState:
    """The state as it is when an address can hold it, else by the id of its run."""
    try:
        query = state.link().query()
    except InvalidInput:  # NUL
        query = ""
    if query and len(query) <= LONGEST_ADDRESS:
        return state
    return replace(state, run=trained.request.key(), ready=None)


def result_view(
    state: TrainState, trained: Trained, runs: TrainingRuns, reader: Reader
) -> TrainRunView:
    """A finished run, in place of the one before."""
    encoded = encoded_of(trained, runs, state, reader)
    return TrainRunView(run_view(trained, runs, state, reader, encoded))


def finished_page(
    state: TrainState, trained: Trained, runs: TrainingRuns, reader: Reader, said: Sequence[str]
) -> TrainPage:
    """The whole page of a finished run. Raises NotFound for a step it does not have."""
    run = result_view(state, trained, runs, reader).run
    form = form_view(state, runs.limits, reader)
    return TrainPage(form, run, None, "", tuple(said), run.address, state.private)


def live_page(state: TrainState, live: LiveRun, runs: TrainingRuns, reader: Reader) -> TrainPage:
    """The whole page of a run that goes on."""
    view = live_view(live, state, reader)
    form = form_view(state, runs.limits, reader)
    return TrainPage(form, None, view, "", (), view.address, state.private)


def problem_page(
    state: TrainState,
    error: TokenarioError,
    runs: TrainingRuns,
    reader: Reader,
    said: Sequence[str] = (),
) -> TrainPage:
    """The form as it was filled, and what is wrong."""
    form = replace(form_view(state, runs.limits, reader), folded=False)
    problem = reader.locale.explain(error)
    return TrainPage(form, None, None, problem, tuple(said), reader.link("/train"), state.private)
