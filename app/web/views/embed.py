"""Embeds: the page inside somebody else's page, with as many controls as its address asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.analysis.text_length import TextLength
from app.vocabularies.info import VocabularyInfo
from app.web.state import Mode, PlaygroundState
from app.web.views.page import View
from app.web.views.playground import MODE_LABELS, Choice
from app.web.views.readings import Pager, Row
from app.web.views.step_run import Run
from app.web.views.steps import Option
from app.web.views.train_run import RunView


@dataclass(frozen=True)
class EmbedResultsView(View):
    """The readings; also what htmx replaces. `show` are the parts that the address asks for, `full`
    is the address of the same state in the whole playground."""

    template: ClassVar[str] = "partials/_embed_results.html"

    state: PlaygroundState
    rows: tuple[Row, ...]
    pager: Pager
    length: TextLength
    notices: tuple[str, ...]
    show: frozenset[str]
    full: str


@dataclass(frozen=True, slots=True)
class VocabularyChoice:
    """A check box: a vocabulary, and whether it is chosen."""

    id: str
    title: str
    chosen: bool


@dataclass(frozen=True)
class EmbedTokenizeView(View):
    """The embed. `action` is where its form posts; `lock` are the parts that cannot be changed;
    `changes` is False when nothing is left to change, so that no button is needed."""

    template: ClassVar[str] = "pages/embed_tokenize.html"

    cut: EmbedResultsView
    lock: frozenset[str]
    changes: bool
    action: str
    vocabularies: tuple[VocabularyChoice, ...]
    modes: tuple[Choice, ...]


@dataclass(frozen=True)
class EmbedStepsView(View):
    """The embed of steps; `run` is None where there is no text. The rest is as in the playground's."""

    template: ClassVar[str] = "pages/embed_steps.html"

    run: Run | None
    text: str
    special: bool
    vocabularies: tuple[Option, ...]
    notices: tuple[str, ...]
    show: frozenset[str]
    lock: frozenset[str]
    changes: bool
    action: str
    full: str


@dataclass(frozen=True, slots=True)
class LearnerChoice:
    """An algorithm in the list; `label` is in the reader's language."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """An option that the embed's form passes on unchanged."""

    name: str
    value: str


@dataclass(frozen=True)
class EmbedTrainView(View):
    """The embed of a training run; the rest is as in the playground's."""

    template: ClassVar[str] = "pages/embed_train.html"

    run: RunView
    corpus: str
    merges: str
    learners: tuple[LearnerChoice, ...]
    kept: tuple[Kept, ...]
    notices: tuple[str, ...]
    show: frozenset[str]
    lock: frozenset[str]
    action: str
    full: str


def embed_tokenize_view(
    cut: EmbedResultsView, setting: str, lock: frozenset[str], known: Sequence[VocabularyInfo]
) -> EmbedTokenizeView:
    """The embed; `setting` is the query that its form keeps: language, theme and parts."""
    state = cut.state
    return EmbedTokenizeView(
        cut=cut,
        lock=lock,
        changes=bool(cut.show - lock - {"facts", "link"}),
        action=f"/embed/tokenize?{setting}" if setting else "/embed/tokenize",
        vocabularies=tuple(
            VocabularyChoice(info.id, info.title, info.id in state.vocabularies) for info in known
        ),
        modes=tuple(Choice(mode.value, MODE_LABELS[mode], mode is state.mode) for mode in Mode),
    )
