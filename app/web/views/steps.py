"""The page of steps: a text and a vocabulary to choose, ready examples, and the run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.services.link_state import PageState
from app.vocabularies.info import VocabularyInfo
from app.web.reader import Reader
from app.web.views.page import View
from app.web.views.step_run import Run, address_of
from app.web.views.step_words import spelled

DEFAULT_TEXT = "dámelo"
DEFAULT_VOCABULARY = "cl100k_base"

EXAMPLES: tuple[tuple[str, str], ...] = (
    ("cl100k_base", "dámelo"),
    ("bert-base-multilingual-cased", "dámelo"),
    ("xlm-roberta-base", "dámelo"),
    ("xlm-roberta-base", "criptomoneda"),
    ("llama-2", "ferrocarril"),
    ("o200k_base", "strawberry"),
    ("cl100k_base", "1000, 100000, 2026"),
    ("gpt2", "    return x"),
    ("llama-2", "🙂 漢字"),
    ("gpt2", " SolidGoldMagikarp"),
)
"""Vocabulary and text of the ready examples."""


@dataclass(frozen=True, slots=True)
class Option:
    """A vocabulary in the list, and whether it is the chosen one."""

    id: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Example:
    label: str
    title: str
    href: str


@dataclass(frozen=True)
class StepFrameView(View):
    """The frame alone, as the player asks for it."""

    template: ClassVar[str] = "partials/_step_frame.html"

    run: Run


@dataclass(frozen=True)
class StepsPage(View):
    """`run` is None where there is no text, or where `problem` says why there are no steps.
    `private`: the text stays out of every address that is sent."""

    template: ClassVar[str] = "pages/steps.html"

    text: str
    special: bool
    vocabularies: tuple[Option, ...]
    examples: tuple[Example, ...]
    notices: tuple[str, ...]
    problem: str
    run: Run | None
    private: bool


def steps_page(
    state: PageState,
    run: Run | None,
    known: Sequence[VocabularyInfo],
    ready: Collection[str],
    notices: Sequence[str],
    problem: str,
    reader: Reader,
    *,
    private: bool,
) -> StepsPage:
    """The page of a state whose text and vocabulary are settled; the examples are of `ready` ones."""
    titles = {info.id: info.title for info in known}
    return StepsPage(
        text=state.text or "",
        special=state.get("special") == "1",
        vocabularies=tuple(Option(i.id, i.title, i.id in state.vocabularies) for i in known),
        examples=tuple(
            Example(
                spelled(text.encode("utf-8")),
                titles[id],
                address_of(PageState.of("steps", model=id, text=text), reader),
            )
            for id, text in EXAMPLES
            if id in ready
        ),
        notices=tuple(notices),
        problem=problem,
        run=run,
        private=private,
    )
