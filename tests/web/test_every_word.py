"""Every page and fragment, with every translated message in brackets: no word stands outside them.

What is left when brackets and data are taken away would be the same in both languages: a string
that somebody forgot to mark. Data are names (vocabularies, models, licences), code, and what the
catalogue files hold in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from bs4 import BeautifulSoup, Comment, Tag
from bs4.element import Doctype
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.analysis import glitch_tokens
from app.catalog.families import families
from app.catalog.loader import corpora, examples
from app.locales import Language, locale_of
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.vocabularies.info import sources

HTMX = {"HX-Request": "true"}
SENTENCE = "El niño 漢 🦙 "
WORDS_SAID = ("title", "aria-label", "placeholder", "alt", "label", "content")
NOT_SAID = {"code", "pre", "kbd", "samp", "textarea", "script", "style", "svg", "option", "var"}

PAGES = [
    "/",
    f"/?mode=stages&text={SENTENCE}",
    f"/?mode=ids&own=3&limit=2&rate=0.9&currency=EUR&day=2026-11-02&text={SENTENCE}",
    "/?model=nada&mode=nada&page=0&nada=1",
    "/train",
    "/train?algorithm=wordpiece&corpus=mar*9 mares*4 marea*5&size=20&step=2",
    "/train?algorithm=unigram&corpus=mar*9 mares*4 marea*5&size=12",
    "/train?algorithm=gage&corpus=abababab cdcdcd",
    "/train?corpus=",
    "/steps",
    "/steps?model=llama-2&text=漢&step=1",
    "/steps?model=xlm-roberta-base&text=dámelo&step=2",
    "/steps?model=gpt2&text=dámelo&step=2",
    "/splits",
    "/words",
    "/vocabularies",
    "/vocabularies?q=sol",
    "/vocabularies/gpt2",
    "/vocabularies/llama-2/search?q=niño&how=contains",
    "/vocabularies/cl100k_base/tokens/5840",
    "/vocabularies/xlm-roberta-base/tokens/83500",
    "/decode",
    "/decode?model=cl100k_base&ids=9468, 6719",
    "/decode?model=gpt2&ids=999999",
    "/about",
    "/docentes",
    "/privacidad",
    f"/embed/tokenize?model=gpt2&text={SENTENCE}",
    "/embed/steps?model=gpt2&text=dámelo",
    "/embed/train",
    "/nowhere",
    "/s/nada",
]
POSTS = [
    ("/", {"text": SENTENCE, "model": ["gpt2", "llama-2"], "messages": "tres"}),
    ("/selection", {"text": SENTENCE, "model": "gpt2", "selection": "0:4"}),
    ("/share/playground", {"text": SENTENCE, "model": "gpt2"}),
    ("/decode", {"model": "gpt2", "ids": "1, dos"}),
    ("/words", {"words": "dá-me-lo", "model": "gpt2"}),
    ("/splits", {"text": "1234"}),
]


@pytest.fixture
def marked(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """The site with every translated message in brackets (in Spanish)."""
    translations = locale_of(Language.ES).translations
    say, say_n = translations.gettext, translations.ngettext
    monkeypatch.setattr(translations, "gettext", lambda message: f"⟦{say(message)}⟧")
    monkeypatch.setattr(translations, "ngettext", lambda one, many, n: f"⟦{say_n(one, many, n)}⟧")
    return site


@dataclass(frozen=True)
class Data:
    """What may stand on a page in any language."""

    names: tuple[str, ...]

    def taken_from(self, text: str) -> str:
        for name in self.names:
            text = text.replace(name, " ")
        return text


@pytest.fixture(scope="module")
def data() -> Data:
    names = {
        "Tokenario",
        "GPT",
        "BPE",
        "WordPiece",
        "Unigram",
        "SuperBPE",
        "Gage",
        "Español",
        "English",
    }
    names |= {"EUR", "tokenizer.json", "sha256", *(p.source for p in SPLIT_PATTERNS.values())}
    names.add(glitch_tokens.SOURCE)
    for info in sources().vocabularies:
        names |= {info.title, info.id, info.licence, info.source, info.attribution, *info.models}
        names.add(info.algorithm.value)
    for example in examples():
        names |= {example.title.es, example.shows.es, example.text.es}
    for corpus in corpora():
        names |= {corpus.title.es, corpus.teaches.es}
    for family in families().uncounted:
        names |= {family.title, family.why["es"]}
    return Data(tuple(sorted(filter(None, names), key=len, reverse=True)))


def silent(tag: Tag) -> bool:
    return tag.name in NOT_SAID or tag.get("translate") == "no"


def said(page: BeautifulSoup) -> Iterator[str]:
    """All that a reader sees (as one text: a message may hold markup) and hears (attributes)."""
    seen = [
        str(text)
        for text in page.find_all(string=True)
        if not isinstance(text, Comment | Doctype) and not any(map(silent, text.parents))
    ]
    yield "".join(seen)
    for tag in page.find_all(True):
        for name in WORDS_SAID:
            about = name != "content" or tag.get("name") == "description"
            if about and isinstance(tag.get(name), str) and not silent(tag):
                yield str(tag[name])


def outside(text: str) -> str:
    """What stands outside the brackets.

    >>> outside("a ⟦Paso ⟦1⟧ de 5⟧ b")
    'a  b'
    """
    depth, kept = 0, []
    for char in text:
        depth -= char == "⟧"
        if depth == 0 and char != "⟧":
            kept.append(char if char != "⟦" else "")
        depth += char == "⟦"
    return "".join(kept)


def left(html: str, data: Data) -> list[str]:
    """The lines with words outside the brackets that are no data."""
    return [
        " ".join(line.split())
        for text in said(BeautifulSoup(html, "html.parser"))
        for line in data.taken_from(outside(text)).splitlines()
        if re.search(r"[^\W\d_]{3,}", line)
    ]


@pytest.mark.parametrize("address", PAGES)
def test_every_word_of_a_page_is_translated(marked: TestClient, data: Data, address: str) -> None:
    path, _, query = address.partition("?")
    response = marked.get(f"{path}?{query}&lang=es" if query else f"{path}?lang=es")
    assert response.status_code < 500
    assert "⟦" in response.text
    assert left(response.text, data) == []


@pytest.mark.parametrize(("path", "fields"), POSTS)
def test_every_word_of_a_fragment_is_translated(
    marked: TestClient, data: Data, path: str, fields: dict[str, str | list[str]]
) -> None:
    response = marked.post(f"{path}?lang=es", data=fields, headers=HTMX)
    assert response.status_code < 500
    assert left(response.text, data) == []


def test_every_page_is_visited(shared_app: FastAPI) -> None:
    """A route that answers people and is not in the lists above has no test here."""
    visited = {address.partition("?")[0] for address in PAGES} | {path for path, _ in POSTS}
    machine = re.compile(
        r"^/(api/|s/|picture/|export/|oembed|healthz|metrics|static)|/stream|\.json$|\.tiktoken$|\.png$"
    )
    routes = {
        str(getattr(route, "path", ""))
        for route in shared_app.routes
        if getattr(route, "methods", None)
    }
    missing = {
        path
        for path in routes
        if not machine.search(path)
        and not any(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), seen) for seen in visited)
    }
    assert missing <= {
        "/privacy",
        "/teachers",
        "/vocabularies/{id}/delete",
        "/embed/s/{id}",
        "/train/{run}/stop",
        "/train/encode",
        "/train/playground",
    }
