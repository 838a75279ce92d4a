"""Vocabularies that visitors bring or train: kept for a while, reachable only by their id.

An id cannot be guessed, so what a visitor brings is seen by those who are given its link. Nothing
is written to disk: a vocabulary leaves when nobody has used it for some time, or when the shelf is
full and it is the one unused for longest.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from app.tokenization.pipeline import Tokenizer
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.loaded import Note

PREFIX = "own-"
"""How every id of this kind begins; no vocabulary of the registry may."""

_RANDOM_BYTES = 12


@dataclass(slots=True)
class _Kept:
    info: VocabularyInfo
    tokenizer: Tokenizer
    notes: tuple[Note, ...]
    used: float


class OwnVocabularies:
    """The shelf. Safe to share between threads.

    At most `most` vocabularies, each for `minutes` after its last use by `clock` (seconds).
    """

    def __init__(
        self, most: int, minutes: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.minutes = minutes
        self._most = most
        self._seconds = minutes * 60
        self._clock = clock
        self._lock = Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()  # least recently used first

    def add(self, tokenizer: Tokenizer, info: VocabularyInfo, notes: tuple[Note, ...] = ()) -> str:
        """Keep a vocabulary; its id, which replaces the one in `info`. `notes`: how it was read."""
        id = PREFIX + secrets.token_hex(_RANDOM_BYTES)
        with self._lock:
            self._drop_expired()
            while len(self._kept) >= self._most:
                self._kept.popitem(last=False)
            self._kept[id] = _Kept(replace(info, id=id), tokenizer, notes, self._clock())
        return id

    def find(self, id: str) -> tuple[VocabularyInfo, Tokenizer] | None:
        """The vocabulary, which counts as a use; None when it is not (or no longer) here."""
        with self._lock:
            self._drop_expired()
            kept = self._kept.get(id)
            if kept is None:
                return None
            kept.used = self._clock()
            self._kept.move_to_end(id)
            return kept.info, kept.tokenizer

    def notes(self, id: str) -> tuple[Note, ...]:
        """How a vocabulary was read; none when it is not here."""
        with self._lock:
            kept = self._kept.get(id)
            return kept.notes if kept else ()

    def remove(self, id: str) -> None:
        """Take a vocabulary away at once; nothing happens when it is not here."""
        with self._lock:
            self._kept.pop(id, None)

    def sweep(self) -> None:
        """Free what has expired, at once. Cheap when nothing has: any request may call it."""
        with self._lock:
            self._drop_expired()

    def __len__(self) -> int:
        with self._lock:
            self._drop_expired()
            return len(self._kept)

    def _drop_expired(self) -> None:
        oldest_alive = self._clock() - self._seconds
        while self._kept:
            id, kept = next(iter(self._kept.items()))
            if kept.used >= oldest_alive:
                return
            del self._kept[id]
