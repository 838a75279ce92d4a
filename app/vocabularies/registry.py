"""The vocabularies by id, each built when first used.

A registry is an object that a factory makes (`shipped.create_registry`), never a global, so that
tests and programs own theirs. Vocabularies may be added and removed while it runs (uploads,
trained ones); how many and for how long is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Protocol

from app.errors import N_, InvalidInput, UnknownVocabulary
from app.tokenization.pipeline import Tokenizer
from app.vocabularies.info import VocabularyInfo


@dataclass(slots=True)
class _Entry:
    info: VocabularyInfo
    construct: Callable[[], Tokenizer]
    available: Callable[[], bool]
    fetch: Callable[[], Path] | None
    lock: Lock = field(default_factory=Lock)
    tokenizer: Tokenizer | None = None


def _always() -> bool:
    return True


class Shelf(Protocol):
    """Vocabularies that are found by their id but listed nowhere: what visitors bring or train."""

    def find(self, id: str) -> tuple[VocabularyInfo, Tokenizer] | None: ...


class Registry:
    """Vocabulary ids to tokenizers, built once on first use. Safe to share between threads.

    An id that is not registered is looked up on the `shelf`, when there is one.

    Each vocabulary has a lock of its own: building one never keeps anybody from another. A failure
    is not remembered here: the next call tries again, fails the same way while the cause lasts and
    works once it is gone.
    """

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = shelf
        self._entries: dict[str, _Entry] = {}
        self._lock = Lock()

    def register(
        self,
        info: VocabularyInfo,
        construct: Callable[[], Tokenizer],
        available: Callable[[], bool] = _always,
        fetch: Callable[[], Path] | None = None,
    ) -> None:
        """Add a vocabulary.

        `available` tells cheaply whether `construct` can work here and now; `fetch` makes sure
        that its file is on this machine, and says where.

        Raises InvalidInput when the id is taken.
        """
        with self._lock:
            if info.id in self._entries:
                raise InvalidInput(
                    N_("There is already a vocabulary with the id “%(id)s”."), id=info.id
                )
            self._entries[info.id] = _Entry(info, construct, available, fetch)

    def remove(self, id: str) -> None:
        """Forget a vocabulary. Whoever holds its tokenizer may go on using it.

        Raises UnknownVocabulary.
        """
        with self._lock:
            if id not in self._entries:
                raise self._unknown(id)
            del self._entries[id]

    def ids(self) -> tuple[str, ...]:
        """Every id, in the order of registration."""
        return tuple(self._entries)

    def ready(self) -> tuple[str, ...]:
        """The ids that work without fetching a file: what is shown when none is named.

        All of them when none does, so that a page has something to explain.
        """
        return tuple(id for id in self.ids() if self.available(id)) or self.ids()

    def __contains__(self, id: str) -> bool:
        return id in self._entries or self._on_shelf(id) is not None

    def info(self, id: str) -> VocabularyInfo:
        """The facts about a vocabulary, without loading it. Raises UnknownVocabulary."""
        return self._entry(id).info

    def available(self, id: str) -> bool:
        """Whether it is loaded or can be, here and now. Raises UnknownVocabulary."""
        entry = self._entry(id)
        return entry.tokenizer is not None or entry.available()

    def tokenizer(self, id: str) -> Tokenizer:
        """The tokenizer, built on first use.

        Raises UnknownVocabulary, or what building it raises: VocabularyUnavailable as a rule.
        """
        entry = self._entry(id)
        if entry.tokenizer is None:
            with entry.lock:
                if entry.tokenizer is None:
                    entry.tokenizer = entry.construct()
        return entry.tokenizer

    def fetch(self, id: str) -> Path:
        """Make sure that the file of a vocabulary is on this machine, and say where.

        Raises UnknownVocabulary, InvalidInput for a vocabulary made of no file, or
        VocabularyUnavailable.
        """
        entry = self._entry(id)
        if entry.fetch is None:
            raise InvalidInput(N_("The vocabulary “%(id)s” has no file to fetch."), id=id)
        return entry.fetch()

    def _entry(self, id: str) -> _Entry:
        entry = self._entries.get(id) or self._on_shelf(id)
        if entry is None:
            raise self._unknown(id)
        return entry

    def _on_shelf(self, id: str) -> _Entry | None:
        found = self.shelf.find(id) if self.shelf else None
        if found is None:
            return None
        info, tokenizer = found
        return _Entry(info, lambda: tokenizer, _always, None, tokenizer=tokenizer)

    def _unknown(self, id: str) -> UnknownVocabulary:
        return UnknownVocabulary(
            N_("There is no vocabulary “%(name)s”. There are: %(ids)s."),
            name=id,
            ids=", ".join(self._entries),
        )
