"""What a link says of itself to programs that show a preview: words, picture, oEmbed addresses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from app.errors import N_
from app.locales import Locale
from app.services.decode_ids import DecodedIds
from app.services.split_text import SplitText
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


def splits_words(text: str, found: Iterable[SplitText], locale: Locale) -> Words:
    """The page of splits in words: the parts under each pattern, by the models that use it."""
    said = (
        locale.say_n(
            "%(title)s: %(num)s part", "%(title)s: %(num)s parts", len(one.parts), title=users(one)
        )
        for one in found
    )
    return Words(
        locale.say(N_("“%(text)s” split before the merges"), text=quote(text)), " · ".join(said)
    )


def compared_words(words: Iterable[str], titles: Iterable[str], locale: Locale) -> Words:
    """The comparison of words in words; `titles` are the vocabularies'."""
    return Words(
        locale.say(N_("“%(text)s” cut side by side"), text=quote(" ".join(words))),
        " · ".join(titles),
    )


def decoded_words(found: DecodedIds | None, locale: Locale) -> Words:
    """Ids back to text in words; None where there are no ids."""
    if found is None:
        return Words(locale.gettext(N_("Ids back to text")), "")
    count, title = len(found.tokens), found.info.title
    return Words(
        locale.say(N_("“%(text)s” from its ids"), text=quote(found.text)),
        locale.say_n("%(title)s: %(num)s token", "%(title)s: %(num)s tokens", count, title=title),
    )


def users(split: SplitText) -> str:
    """The vocabularies that a pattern belongs to, by title."""
    return ", ".join(info.title for info in split.users) or split.pattern.name


def quote(text: str) -> str:
    """The start of a text on one line.

    >>> quote("  a\\n b "), len(quote("palabra " * 50))
    ('a b', 48)
    """
    line = " ".join(text[: 8 * QUOTED].split())
    return line if len(line) <= QUOTED else line[: QUOTED - 1] + "…"
