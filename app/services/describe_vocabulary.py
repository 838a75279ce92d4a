"""The facts of each vocabulary, worked out once and kept as long as its tokenizer is."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from threading import Lock

from app.analysis.vocabulary_facts import VocabularyFacts, vocabulary_facts
from app.tokenization.budget import Budget
from app.tokenization.pipeline import Tokenizer


@dataclass(slots=True)
class _Described:
    tokenizer: weakref.ref[Tokenizer]
    lock: Lock = field(default_factory=Lock)
    facts: VocabularyFacts | None = None


class VocabularyDescriptions:
    """Facts by tokenizer. Safe to share between threads: who asks second waits for the first.

    What is known of a visitor's vocabulary goes when the vocabulary goes: nothing here keeps it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[int, _Described] = {}

    def facts(self, tokenizer: Tokenizer, budget: Budget | None = None) -> VocabularyFacts:
        """The facts of a vocabulary; `budget` bounds the search for ghosts."""
        described = self._of(tokenizer)
        with described.lock:
            if described.facts is None:
                described.facts = vocabulary_facts(tokenizer, budget)
            return described.facts

    def __len__(self) -> int:
        return len(self._known)

    def _of(self, tokenizer: Tokenizer) -> _Described:
        key = id(tokenizer)
        with self._lock:
            if key not in self._known:
                # The callback runs while the tokenizer goes, so its number is not yet another's.
                gone = weakref.ref(tokenizer, lambda _: self._known.pop(key, None))
                self._known[key] = _Described(gone)
            return self._known[key]
