"""Every word of the product in Spanish: nothing missing, nothing stale, the same gaps.

When this fails: put the `msgid` it names, with its `msgstr`, in the .po file of your area under
app/locales/es/ (or take a stale one away).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir

from app.locales import FOLDER, Language, read_catalogue
from app.web.assets import resource_dir

KEYWORDS = {**DEFAULT_KEYWORDS, "say": None, "say_n": (1, 2)}
JINJA = {"silent": "false", "trimmed": "true", "newstyle_gettext": "true"}
GAP = re.compile(r"%\((\w+)\)[sd]")

MessageId = str | tuple[str, ...]


@lru_cache
def written() -> dict[MessageId, str]:
    """Every message of the code and the templates, and one place where it stands."""
    found: dict[MessageId, str] = {}
    for folder, method in (
        (Path(__file__).parents[1] / "app", [("**.py", "python")]),
        (resource_dir("templates"), [("**.*", "jinja2.ext:babel_extract")]),
    ):
        for name, line, message, _, _ in extract_from_dir(
            folder, method_map=method, options_map={"**.*": JINJA}, keywords=KEYWORDS
        ):
            found[message] = f"{folder.name}/{name}:{line}"
    return found


@lru_cache
def translated() -> dict[MessageId, Message]:
    messages = (message for message in read_catalogue(Language.ES) if message.id)
    return {
        message.id if isinstance(message.id, str) else tuple(message.id): message
        for message in messages
    }


def texts(string: str | list[str] | tuple[str, ...] | None) -> Iterator[str]:
    yield from (string or "",) if isinstance(string, str | None) else string


def test_there_are_words_to_translate() -> None:
    assert {"Skip to the content", "is missing"} <= set(written())


def test_nothing_is_missing() -> None:
    missing = {
        message: place for message, place in written().items() if message not in translated()
    }
    assert missing == {}, "these are not in any app/locales/es/*.po"


def test_nothing_is_stale() -> None:
    stale = sorted(str(message) for message in translated() if message not in written())
    assert stale == [], "nothing in the product says these any more"


def test_nothing_is_empty_or_fuzzy() -> None:
    unfinished = [
        message.id
        for message in translated().values()
        if message.fuzzy or not all(text.strip() for text in texts(message.string))
    ]
    assert unfinished == []


def test_translations_have_the_gaps_of_their_message() -> None:
    """A plural's forms may leave out the number: «una pieza»."""
    for message in translated().values():
        wanted = set(GAP.findall(" ".join(texts(message.id))))
        for text in texts(message.string):
            absent = wanted - set(GAP.findall(text))
            assert absent <= ({"num"} if message.pluralizable else set()), (message.id, text)
            assert set(GAP.findall(text)) <= wanted, (message.id, text)


def test_gaps_are_named_and_hold_text() -> None:
    """`%(name)s` or `%(name)d` and nothing else: numbers are written as the language writes them."""
    odd = [
        message
        for message in written()
        for text in texts(message)
        if re.search(r"%(?!\(\w+\)[sd]|%|\s|$)", text)
    ]
    assert odd == []


def test_spanish_is_calm_and_in_the_second_person() -> None:
    loud = [
        text for m in translated().values() for text in texts(m.string) if re.search("[¡!]", text)
    ]
    formal = [
        text
        for m in translated().values()
        for text in texts(m.string)
        if re.search(r"\b(?:usted|ustedes|vosotros)\b", text, re.IGNORECASE)
    ]
    assert loud == [] and formal == []


@pytest.mark.parametrize("path", sorted((FOLDER / "es").glob("*.po")), ids=lambda path: path.name)
def test_files_say_their_plurals(path: Path) -> None:
    assert "nplurals=2; plural=(n != 1);" in path.read_text(encoding="utf-8")
