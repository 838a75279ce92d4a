"""What a link says of itself to programs that show a preview: words, picture, oEmbed addresses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from app.errors import N_
from app.locales import Locale
from app.web.addresses import Addresses

QUOTED = 48
"""Characters of the text that a title quotes."""


class Words(NamedTuple):
    """A state in words: for titles, previews and snippets."""

    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The Open Graph values and the oEmbed addresses of one page, all absolute."""

    words: Words
    addresses: Addresses


def playground_words(text: str, counts: Iterable[tuple[str, int]], locale: Locale) -> Words:
    """The playground in words, from the vocabularies' titles and counts.

    >>> from app.locales import Language, locale_of
    >>> playground_words(" El\\nniño", [("GPT-2", 3), ("GPT-4o", 1)], locale_of(Language.EN))
    Words(title='“El niño” cut into tokens', description='GPT-2: 3 tokens · GPT-4o: 1 token')
    """
    said = (
        locale.say_n("%(title)s: %(num)s token", "%(title)s: %(num)s tokens", count, title=title)
        for title, count in counts
    )
    quoted = quote(text)
    title = (
        locale.say(N_("“%(text)s” cut into tokens"), text=quoted)
        if quoted
        else locale.gettext(N_("A text cut into tokens"))
    )
    return Words(title, " · ".join(said))


def steps_words(text: str, title: str, count: int, locale: Locale) -> Words:
    """The page of steps in words; `title` is the vocabulary's."""
    return Words(
        locale.say(N_("“%(text)s” cut step by step"), text=quote(text)),
        locale.say_n("%(title)s: %(num)s token", "%(title)s: %(num)s tokens", count, title=title),
    )


def train_words(name: str, corpus: str, merges: int | None, locale: Locale) -> Words:
    """The training page in words; `name` is the algorithm's."""
    title = locale.say(N_("%(name)s learns from “%(text)s”"), name=name, text=quote(corpus))
    amount = (
        locale.gettext(N_("Every rule it learns, step by step"))
        if merges is None
        else locale.say_n("%(num)s rule, step by step", "%(num)s rules, step by step", merges)
    )
    return Words(title, amount)


def quote(text: str) -> str:
    """The start of a text on one line.

    >>> quote("  a\\n b "), len(quote("palabra " * 50))
    ('a b', 48)
    """
    line = " ".join(text[: 8 * QUOTED].split())
    return line if len(line) <= QUOTED else line[: QUOTED - 1] + "…"
