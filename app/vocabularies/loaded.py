"""What a reader makes of a vocabulary file: a tokenizer and the facts about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from app.tokenization.pipeline import Tokenizer
from app.vocabularies.info import Algorithm


class Note(NamedTuple):
    """A remark for the person who brought the file: a message with gaps, as errors have."""

    message: str
    values: dict[str, str | int | float]

    def __str__(self) -> str:
        return self.message % self.values


@dataclass(frozen=True, slots=True)
class LoadedVocabulary:
    """A tokenizer read from a file, its algorithm, and what was assumed on the way."""

    tokenizer: Tokenizer
    algorithm: Algorithm
    notes: tuple[Note, ...] = ()
