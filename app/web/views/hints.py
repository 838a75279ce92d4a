"""Hints under the text box: what the text holds, and what it would cost without it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.analysis.text_hints import Hint, HintCode
from app.locales import Locale
from app.services.tokenize_text import Counted
from app.web.views.page import View


@dataclass(frozen=True, slots=True)
class HintView:
    """One hint in the reader's language; `compared` when the counts without it are asked for."""

    code: str
    message: str
    can_mend: bool
    compared: bool


def hint_views(
    hints: Sequence[Hint], compared: Collection[HintCode], locale: Locale
) -> tuple[HintView, ...]:
    return tuple(
        HintView(
            hint.code.value,
            locale.say(hint.message, count=hint.count),
            hint.can_mend,
            hint.code in compared,
        )
        for hint in hints
    )


@dataclass(frozen=True)
class TextBoxView(View):
    """The box with another text in it, beside the results."""

    template: ClassVar[str] = "partials/_text_box.html"

    text: str
    partial: bool = True


@dataclass(frozen=True, slots=True)
class SelectionCount:
    title: str
    count: int


@dataclass(frozen=True)
class SelectionView(View):
    """How many tokens the part selected in the box has."""

    template: ClassVar[str] = "partials/_selection.html"

    chosen: bool
    characters: int
    counts: tuple[SelectionCount, ...]


def selection_view(selected: str, counted: Sequence[Counted]) -> SelectionView:
    counts = tuple(SelectionCount(one.info.title, one.count) for one in counted)
    return SelectionView(bool(selected), len(selected), counts)
