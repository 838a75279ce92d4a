"""What a search shows: whether a string is one token, and the pieces that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.errors import N_
from app.locales import Locale
from app.services.look_up import How, PiecesFound, Reading
from app.tokenization.types import Encoding
from app.web.reader import Reader
from app.web.views.page import View
from app.web.views.token_tag import TokenTag, token_tag
from app.web.views.tokens import Chip, Run, chips, runs

HOW_LABELS = {
    How.CONTAINS: N_("hold it"),
    How.STARTS: N_("begin with it"),
    How.EXACT: N_("are exactly it"),
}


@dataclass(frozen=True, slots=True)
class Cut:
    """A string as one vocabulary cuts it: its count, its chips, and its id when it is one token."""

    count: int
    chips: tuple[Chip, ...]
    id: str
    href: str


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """One vocabulary's answer; `error` says why there is none."""

    id: str
    title: str
    href: str
    alone: Cut | None
    spaced: Cut | None
    error: str


@dataclass(frozen=True)
class LookUpView(View):
    """A string in all the vocabularies; `typed` is empty before anything was looked up."""

    template: ClassVar[str] = "partials/_look_up.html"

    typed: str
    shown: tuple[Run, ...]
    lines: tuple[ReadingLine, ...]
    ones: int
    problem: str


@dataclass(frozen=True, slots=True)
class HowChoice:
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class SearchView(View):
    """A string in one vocabulary: how it is cut, and the pieces that fit. `everywhere` leads to the
    same string in all of them."""

    template: ClassVar[str] = "partials/_search.html"

    typed: str
    shown: tuple[Run, ...]
    line: ReadingLine | None
    pieces: tuple[TokenTag, ...]
    count: int
    spaced: str
    everywhere: str
    problem: str


def how_choices(chosen: How) -> tuple[HowChoice, ...]:
    return tuple(HowChoice(how.value, HOW_LABELS[how], how is chosen) for how in How)


def look_up_view(typed: str, readings: Sequence[Reading], reader: Reader) -> LookUpView:
    """The answers of all the vocabularies, those with one token counted."""
    lines = tuple(_line(reading, reader) for reading in readings)
    ones = sum(
        any(cut is not None and cut.count == 1 for cut in (line.alone, line.spaced))
        for line in lines
    )
    return LookUpView(typed, runs(typed), lines, ones, "")


def search_view(
    typed: str, how: How, vocabulary: str, reading: Reading, found: PiecesFound, reader: Reader
) -> SearchView:
    """The answer of one vocabulary. `spaced` leads to the same search after a space."""
    search = f"/vocabularies/{vocabulary}/search"
    return SearchView(
        typed=typed,
        shown=runs(typed),
        line=_line(reading, reader),
        pieces=tuple(
            token_tag(vocabulary, one.id, one.piece, one.bytes, reader, one.kind)
            for one in found.shown
        ),
        count=found.count,
        spaced="" if typed.startswith(" ") else reader.link(search, q=f" {typed}", how=how.value),
        everywhere=reader.link("/vocabularies", q=typed),
        problem="",
    )


def no_search(typed: str = "", problem: str = "") -> SearchView:
    """Before anything was typed, or when what was typed cannot be looked up."""
    return SearchView(typed, runs(typed), None, (), 0, "", "", problem)


def no_look_up(typed: str = "", problem: str = "") -> LookUpView:
    """As `no_search`, for all the vocabularies."""
    return LookUpView(typed, runs(typed), (), 0, problem)


def _line(reading: Reading, reader: Reader) -> ReadingLine:
    info = reading.info
    locale: Locale = reader.locale
    return ReadingLine(
        info.id,
        info.title,
        reader.link(f"/vocabularies/{info.id}"),
        _cut(reading.alone, info.id, reader),
        _cut(reading.spaced, info.id, reader),
        locale.explain(reading.error) if reading.error else "",
    )


def _cut(encoding: Encoding | None, vocabulary: str, reader: Reader) -> Cut | None:
    if encoding is None:
        return None
    one = encoding.tokens[0].id if encoding.count == 1 else None
    return Cut(
        encoding.count,
        tuple(chips(encoding, 0, len(encoding.text))),
        "" if one is None else str(one),
        "" if one is None else reader.link(f"/vocabularies/{vocabulary}/tokens/{one}"),
    )
