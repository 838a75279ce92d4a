"""The vocabularies that subwords are measured against: whole words, characters, bytes.

Words the corpus lacked have no id (they would be `UNK`); characters rarely lack one; bytes never.
Ids follow the order of first appearance, so that a first word has id 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.errors import N_, InvalidInput
from app.tokenization.byte_alphabet import BYTE_TO_CHAR
from app.tokenization.corpus import Corpus, Split, split_text
from app.tokenization.well_formed import well_formed


class Baseline(StrEnum):
    """What a part is."""

    WORD = "word"
    CHARACTER = "character"
    BYTE = "byte"


@dataclass(frozen=True, slots=True)
class BaselinePart:
    """A part of a text as it stands there, and its id; None when the vocabulary lacks it."""

    text: str
    id: int | None


@dataclass(frozen=True, slots=True)
class BaselineVocabulary:
    """Parts in order of ids, and how a text is cut into words first."""

    kind: Baseline
    pieces: tuple[str, ...]
    split: Split = Split.WHITESPACE

    def encode(self, text: str) -> tuple[BaselinePart, ...]:
        """A text part by part; bytes are written in their printable form (`ñ` is `Ã±`).

        >>> from app.tokenization.corpus import read_corpus
        >>> words = learn_baseline(Baseline.WORD, read_corpus("el niño el pan"))
        >>> [part.id for part in words.encode("el pan duro")]
        [0, 2, None]
        """
        ids = {piece: id for id, piece in enumerate(self.pieces)}
        return tuple(
            [
                BaselinePart(part, ids.get(part))
                for word in split_text(well_formed(text), self.split)
                for part in _parts(word, self.kind)
            ]
        )

    def unknown(self, text: str) -> tuple[str, ...]:
        """The parts of a text that have no id, in order, repeated ones too."""
        return tuple([part.text for part in self.encode(text) if part.id is None])


def learn_baseline(kind: Baseline, corpus: Corpus, size: int | None = None) -> BaselineVocabulary:
    """The words or characters of a corpus, or all 256 bytes.

    With a `size`, the most frequent ones are kept (the first seen among equals), in their order
    of first appearance: a real word vocabulary has to stop somewhere. Raises InvalidInput for a
    size below 1, or below 256 for bytes.

    >>> from app.tokenization.corpus import read_corpus
    >>> learn_baseline(Baseline.WORD, read_corpus("a b b c c"), 2).pieces
    ('b', 'c')
    """
    least = 256 if kind is Baseline.BYTE else 1
    if size is not None and size < least:
        raise InvalidInput(
            N_("A vocabulary of this kind has at least %(least)s pieces; %(size)s was asked for."),
            least=least,
            size=size,
        )
    if kind is Baseline.BYTE:
        return BaselineVocabulary(kind, tuple(BYTE_TO_CHAR), corpus.split)
    counts: dict[str, int] = {}
    for word in corpus.words:
        for part in _parts(word.text, kind):
            counts[part] = counts.get(part, 0) + word.count
    # Sorting is stable: equals stay in order of first appearance.
    kept = set(sorted(counts, key=lambda part: -counts[part])[:size])
    return BaselineVocabulary(kind, tuple([part for part in counts if part in kept]), corpus.split)


def _parts(word: str, kind: Baseline) -> Iterator[str]:
    if kind is Baseline.WORD:
        yield word
    elif kind is Baseline.CHARACTER:
        yield from word
    else:
        yield from [BYTE_TO_CHAR[byte] for byte in word.encode("utf-8")]
