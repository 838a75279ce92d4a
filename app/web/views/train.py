"""The training page: the form, a finished run or one that goes on, and each part that htmx replaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.web.views.page import View
from app.web.views.train_encode import EncodedView
from app.web.views.train_form import FormView
from app.web.views.train_live import LiveView
from app.web.views.train_run import RunView


@dataclass(frozen=True)
class TrainFrameView(View):
    """The frame alone, as the player asks for it."""

    template: ClassVar[str] = "partials/_train_frame.html"

    run: RunView


@dataclass(frozen=True)
class TrainRunView(View):
    """A finished run, in place of the one before."""

    template: ClassVar[str] = "partials/_train_run.html"

    run: RunView


@dataclass(frozen=True)
class TrainEncodedView(View):
    """A text cut with what was learned, in place of the one before."""

    template: ClassVar[str] = "partials/_train_encoded.html"

    encoded: EncodedView | None


@dataclass(frozen=True)
class TrainProblemView(View):
    """Why a run that had begun came to nothing."""

    template: ClassVar[str] = "partials/_train_problem.html"

    problem: str


@dataclass(frozen=True)
class TrainPage(View):
    """`problem` is why there is no run; `live` a run that goes on. `private`: the texts stay out of
    every address that is sent."""

    template: ClassVar[str] = "pages/train.html"

    form: FormView
    run: RunView | None
    live: LiveView | None
    problem: str
    notices: tuple[str, ...]
    address: str
    private: bool
