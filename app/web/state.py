"""The state of the playground: what the address and the form say, read strictly and written back.

One reading for links (`GET /?text=…&model=gpt2,o200k_base`, whose syntax is
`services.link_state`'s) and for the form (`POST /`): unknown values are named in `notices`, never
silently replaced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeVar

from app.analysis.text_hints import HintCode, mended
from app.errors import N_
from app.services.link_state import PageState
from app.tokenization.special_tokens import SpecialPolicy

MAX_VOCABULARIES = 12

MEANINGLESS = N_("“%(name)s” has a value that means nothing here. It can be: %(values)s.")

E = TypeVar("E", bound=StrEnum)


class Mode(StrEnum):
    """What the chips show."""

    TEXT = "text"
    IDS = "ids"
    BYTES = "bytes"
    STAGES = "stages"


class Sort(StrEnum):
    """The order of the rows."""

    CHOSEN = "chosen"
    COUNT = "count"
    COST = "cost"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the address or form that a reader should know; `message` is not translated."""

    message: str
    values: dict[str, str | int | float] = field(default_factory=dict)


class Fields(Protocol):
    """A form or a query: values by name, in the order sent."""

    def all(self, name: str) -> list[str]: ...

    def textarea(self, name: str, default: str = "") -> str: ...


@dataclass(frozen=True, slots=True)
class PlaygroundState:
    """`page` counts from 1. `text` is exact; what it may not hold is in `notices`."""

    text: str
    vocabularies: tuple[str, ...]
    mode: Mode = Mode.TEXT
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT
    spaces: bool = True
    sort: Sort = Sort.CHOSEN
    page: int = 1
    compared: tuple[HintCode, ...] = ()
    notices: tuple[Notice, ...] = ()

    def link(self, *, with_text: bool = True, said: Mapping[str, str] | None = None) -> PageState:
        """The state as a link says it; defaults are left out. Raises InvalidInput for NUL.

        `said`: what other forms of the page have to say (costs).

        >>> PlaygroundState("2+2 =", ("gpt2", "llama-2"), spaces=False).link().query()
        'v=1&model=gpt2,llama-2&spaces=0&text=2%2B2%20%3D'
        """
        values = {
            "model": ",".join(self.vocabularies),
            "mode": self.mode.value if self.mode is not Mode.TEXT else None,
            "special": "1" if self.specials is SpecialPolicy.AS_SPECIAL else None,
            "spaces": None if self.spaces else "0",
            "sort": self.sort.value if self.sort is not Sort.CHOSEN else None,
            "page": str(self.page) if self.page > 1 else None,
            **(said or {}),
            "text": self.text if with_text else None,
        }
        return PageState.of(
            "playground", **{name: value for name, value in values.items() if value is not None}
        )


def read_state(
    fields: Fields, known: Sequence[str], default_text: str, usual: Sequence[str]
) -> PlaygroundState:
    """Read a query or a form.

    `known` are the ids there are; `usual` those shown when none is named; `default_text` is the
    text of a first visit (no text named at all; an empty text is a text).
    """
    notices: list[Notice] = []
    chosen = read_vocabularies(fields, known, notices) or tuple(usual)
    chosen = _moved(fields, chosen, known)
    text = fields.textarea("text") if fields.all("text") else default_text
    return PlaygroundState(
        text=mended(text, _hints(fields, "mend")),
        vocabularies=chosen,
        mode=read_choice(fields, "mode", Mode.TEXT, notices),
        specials=read_specials(fields, notices),
        spaces=read_flag(fields, "spaces", notices, default=True),
        sort=read_choice(fields, "sort", Sort.CHOSEN, notices),
        page=_page(fields, notices),
        compared=_hints(fields, "compare"),
        notices=tuple(notices),
    )


def read_vocabularies(
    fields: Fields, known: Sequence[str], notices: list[Notice]
) -> tuple[str, ...]:
    """The ids named, in order, each once; unknown ones and too many are said."""
    named = [id.strip() for value in fields.all("model") for id in value.split(",") if id.strip()]
    unknown = [id for id in named if id not in known]
    if unknown:
        message = N_(
            "There is no vocabulary with that id here (%(count)s unknown). There are: %(ids)s."
        )
        notices.append(Notice(message, {"count": len(unknown), "ids": ", ".join(known)}))
    chosen = tuple(dict.fromkeys(id for id in named if id in known))
    if len(chosen) > MAX_VOCABULARIES:
        message = N_("Only the first %(limit)s vocabularies are shown.")
        notices.append(Notice(message, {"limit": MAX_VOCABULARIES}))
    return chosen[:MAX_VOCABULARIES]


def _moved(fields: Fields, chosen: tuple[str, ...], known: Sequence[str]) -> tuple[str, ...]:
    """The rows after the button pressed: only, add, remove, up or down.

    >>> class Pressed:
    ...     def all(self, name): return ["b"] if name == "up" else []
    >>> _moved(Pressed(), ("a", "b", "c"), "abc")
    ('b', 'a', 'c')
    """
    rows = [id for id in chosen if id in fields.all("only")] or list(chosen)
    for id in fields.all("add"):
        if id in known and id not in rows:
            rows.append(id)
    for id in fields.all("remove"):
        if id in rows and len(rows) > 1:
            rows.remove(id)
    for name, step in (("up", -1), ("down", 1)):
        for id in fields.all(name):
            if id in rows:
                at = rows.index(id)
                rows.insert(max(0, at + step), rows.pop(at))
    return tuple(rows)


def read_choice(fields: Fields, name: str, default: E, notices: list[Notice]) -> E:
    """One of the values of an enumeration; anything else is named in `notices`."""
    given = fields.all(name)
    if not given or not given[-1]:
        return default
    kind = type(default)
    try:
        return kind(given[-1])
    except ValueError:
        values = ", ".join(member.value for member in kind)
        notices.append(Notice(MEANINGLESS, {"name": name, "values": values}))
        return default


def _hints(fields: Fields, name: str) -> tuple[HintCode, ...]:
    """The hints named by check boxes or a button of the page itself; others mean nothing."""
    given = fields.all(name)
    return tuple(code for code in HintCode if code.value in given)


def read_specials(fields: Fields, notices: list[Notice]) -> SpecialPolicy:
    """How special tokens that are written in the text are read; as text where nothing is said."""
    special = read_flag(fields, "special", notices)
    return SpecialPolicy.AS_SPECIAL if special else SpecialPolicy.AS_TEXT


def read_flag(fields: Fields, name: str, notices: list[Notice], *, default: bool = False) -> bool:
    """A check box: a hidden 0 goes before the box's 1, so the last value decides."""
    given = fields.all(name)
    if not given:
        return default
    if given[-1] not in ("", "0", "1"):
        notices.append(Notice(MEANINGLESS, {"name": name, "values": "0, 1"}))
        return default
    return given[-1] == "1"


def _page(fields: Fields, notices: list[Notice]) -> int:
    given = fields.all("page")
    if not given or not given[-1]:
        return 1
    try:
        number = int(given[-1])
    except ValueError:
        number = 0
    if not 1 <= number <= 1_000_000:
        notices.append(Notice(N_("There is no such page of the text; this is the first one.")))
        return 1
    return number
