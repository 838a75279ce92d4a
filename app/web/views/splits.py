"""The split before the merges: each pattern over the text, every part under the rule that took it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.errors import N_
from app.locales import Locale
from app.services.split_text import SplitText
from app.web.views.page import View
from app.web.views.piece_box import one_line
from app.web.views.tokens import Run, colour

DEFAULT_TEXT = "I'll pay 1234567 € in 2026.\n    return x  \n¡Ñandú, da\u0301melo!"
PARTS_SHOWN = 400

NAMES = {
    "contraction": N_("contraction"),
    "letters": N_("letters"),
    "lower_word": N_("word"),
    "upper_word": N_("capitals"),
    "digits": N_("digits"),
    "symbols": N_("signs"),
    "newlines": N_("line end"),
    "trailing_space": N_("last space"),
    "space_before": N_("spaces but one"),
    "space": N_("space"),
}
"""An alternative in one or two words, to stand under a part."""

_CONTRACTION = N_("an English contraction: 's, 't, 're, 've, 'm, 'll or 'd")
_LETTERS = N_("letters, with one sign or space before them")
_THREE = N_("one to three digits")
_SIGNS = N_("signs, with a space before them and the line ends after them")
_LINE_END = N_("white space up to the end of a line")
_BUT_ONE = N_("white space, except the last one, which goes with what comes after it")
_LAST = N_("white space at the end of the text")
_SPACES = N_("white space that is left over")

RULES: dict[tuple[str, str], str] = {
    ("gpt2", "contraction"): N_(
        "an English contraction in small letters: 's, 't, 're, 've, 'm, 'll or 'd"
    ),
    ("gpt2", "letters"): N_("letters, with one space before them"),
    ("gpt2", "digits"): N_("digits, however many, with one space before them"),
    ("gpt2", "symbols"): N_("signs, with one space before them"),
    ("gpt2", "trailing_space"): _LAST,
    ("gpt2", "space_before"): _BUT_ONE,
    ("gpt2", "space"): _SPACES,
    ("cl100k", "contraction"): _CONTRACTION,
    ("cl100k", "letters"): _LETTERS,
    ("cl100k", "digits"): _THREE,
    ("cl100k", "symbols"): _SIGNS,
    ("cl100k", "trailing_space"): _LAST,
    ("cl100k", "newlines"): _LINE_END,
    ("cl100k", "space_before"): _BUT_ONE,
    ("cl100k", "space"): _SPACES,
    ("o200k", "lower_word"): N_(
        "a word: capitals, then small letters, with one sign or space before and a contraction after"
    ),
    ("o200k", "upper_word"): N_(
        "a word in capitals, with one sign or space before and a contraction after"
    ),
    ("o200k", "digits"): _THREE,
    ("o200k", "symbols"): N_(
        "signs, with a space before them and the line ends and slashes after them"
    ),
    ("o200k", "newlines"): _LINE_END,
    ("o200k", "space_before"): _BUT_ONE,
    ("o200k", "space"): _SPACES,
    ("llama3", "contraction"): _CONTRACTION,
    ("llama3", "letters"): _LETTERS,
    ("llama3", "digits"): _THREE,
    ("llama3", "symbols"): _SIGNS,
    ("llama3", "newlines"): _LINE_END,
    ("llama3", "space_before"): _BUT_ONE,
    ("llama3", "space"): _SPACES,
}
"""What each alternative of each pattern takes, in words."""


@dataclass(frozen=True, slots=True)
class PartView:
    """A part: its text and the name of the alternative that took it."""

    runs: tuple[Run, ...]
    css: str
    name: str


@dataclass(frozen=True, slots=True)
class Rule:
    """An alternative: its name, what it takes in words, its expression, how often it took a part."""

    name: str
    words: str
    expression: str
    times: int


@dataclass(frozen=True, slots=True)
class SplitRow:
    """One pattern. `more` counts the parts that are not shown."""

    name: str
    users: str
    source: str
    count: int
    parts: tuple[PartView, ...]
    more: int
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class SplitsPage(View):
    """`address` is where this page is found again, `problem` why the text is not split. `private`:
    the text stays out of every address that is sent."""

    template: ClassVar[str] = "pages/splits.html"

    text: str
    rows: tuple[SplitRow, ...]
    problem: str
    address: str
    private: bool


def splits_page(
    text: str, found: Sequence[SplitText], address: str, locale: Locale, *, private: bool
) -> SplitsPage:
    """The page for a text."""
    return SplitsPage(text, tuple(_row(one, locale) for one in found), "", address, private)


def problem_page(text: str, problem: str, address: str, *, private: bool) -> SplitsPage:
    """The page of a text that cannot be split: the text stays in its box."""
    return SplitsPage(text, (), problem, address, private)


def _row(split: SplitText, locale: Locale) -> SplitRow:
    pattern = split.pattern
    say = locale.gettext
    shown = split.parts[:PARTS_SHOWN]
    taken = [part.alternative for part in split.parts]
    return SplitRow(
        name=pattern.name,
        users=", ".join(info.title for info in split.users),
        source=pattern.source,
        count=len(split.parts),
        parts=tuple(
            PartView(one_line(part.text), colour(number), say(NAMES[part.alternative]))
            for number, part in enumerate(shown)
            if part.alternative
        ),
        more=len(split.parts) - len(shown),
        rules=tuple(
            Rule(say(NAMES[name]), say(RULES[pattern.name, name]), expression, taken.count(name))
            for name, expression in pattern.alternatives
        ),
    )
