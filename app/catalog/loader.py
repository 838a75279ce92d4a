"""Reads `examples.toml` and `corpora.toml` into frozen records. Strict: a fault stops the start-up.

Both languages are asked for everywhere, ids are unique, no key is unknown or missing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

FOLDER = Path(__file__).parent
LANGUAGES = ("es", "en")
LONGEST_TEXT = 4000
FORMS = ("text", "words")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_WEIGHTED_WORD = re.compile(r"\S+\*[1-9][0-9]*")


class CatalogFault(ValueError):
    """The data is not as it must be; the message names the file, the entry and the fault."""


@dataclass(frozen=True, slots=True)
class Both:
    """A string in both languages.

    >>> Both("sol", "sun").of("en")
    'sun'
    """

    es: str
    en: str

    def of(self, language: str) -> str:
        """The string in a language, by its code. Raises KeyError for another language."""
        return {"es": self.es, "en": self.en}[language]


@dataclass(frozen=True, slots=True)
class Example:
    """A ready text for the playground and what it shows."""

    id: str
    title: Both
    shows: Both
    text: Both


@dataclass(frozen=True, slots=True)
class Corpus:
    """A small corpus to train on and what it teaches. `form`: "text", or "words" (`word*count`)."""

    id: str
    form: str
    title: Both
    teaches: Both
    text: Both


@cache
def examples() -> tuple[Example, ...]:
    """Every example, in the order of the page."""
    return parse_examples((FOLDER / "examples.toml").read_text(encoding="utf-8"))


@cache
def corpora() -> tuple[Corpus, ...]:
    """Every corpus, in the order of the page."""
    return parse_corpora((FOLDER / "corpora.toml").read_text(encoding="utf-8"))


def parse_examples(toml: str) -> tuple[Example, ...]:
    """Examples out of TOML. Raises CatalogFault."""
    entries = _entries(toml, "example", {"id", "title", "shows", "text"})
    return _unique(
        Example(
            entry["id"],
            _both(entry, "title"),
            _both(entry, "shows"),
            _both(entry, "text", one_for_both=True),
        )
        for entry in entries
    )


def parse_corpora(toml: str) -> tuple[Corpus, ...]:
    """Corpora out of TOML. Raises CatalogFault."""
    found: list[Corpus] = []
    for entry in _entries(toml, "corpus", {"id", "form", "title", "teaches", "text"}):
        text = _both(entry, "text")
        if entry["form"] not in FORMS:
            raise CatalogFault(f"corpus {entry['id']}: form is none of {', '.join(FORMS)}")
        if entry["form"] == "words":
            for word in [*text.es.split(), *text.en.split()]:
                if not _WEIGHTED_WORD.fullmatch(word):
                    raise CatalogFault(f"corpus {entry['id']}: {word!r} is not word*count")
        found.append(
            Corpus(entry["id"], entry["form"], _both(entry, "title"), _both(entry, "teaches"), text)
        )
    return _unique(found)


def _entries(toml: str, table: str, keys: set[str]) -> list[dict[str, Any]]:
    try:
        parsed = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise CatalogFault(f"{table}: {error}") from error
    entries = parsed.pop(table, None)
    if parsed or not isinstance(entries, list) or not entries:
        raise CatalogFault(f"{table}: the file must hold [[{table}]] and nothing else")
    for number, entry in enumerate(entries, start=1):
        id = entry.get("id")
        if entry.keys() != keys:
            raise CatalogFault(f"{table} {number} ({id}): its keys must be {sorted(keys)}")
        if not isinstance(id, str) or not _ID.fullmatch(id):
            raise CatalogFault(f"{table} {number}: the id {id!r} is not lower-case words")
    return entries


def _both(entry: dict[str, Any], key: str, *, one_for_both: bool = False) -> Both:
    value = entry[key]
    if one_for_both and isinstance(value, str):
        value = dict.fromkeys(LANGUAGES, value)
    if not isinstance(value, dict) or value.keys() != set(LANGUAGES):
        raise CatalogFault(f"{entry['id']}: {key} must be in {' and '.join(LANGUAGES)}")
    for language, text in value.items():
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_TEXT:
            raise CatalogFault(f"{entry['id']}: {key} in {language} is empty or too long")
    return Both(value["es"], value["en"])


T = TypeVar("T", Example, Corpus)


def _unique(records: Iterable[T]) -> tuple[T, ...]:
    found = tuple(records)
    ids = [record.id for record in found]
    for id in ids:
        if ids.count(id) > 1:
            raise CatalogFault(f"{id}: two entries have this id")
    return found
