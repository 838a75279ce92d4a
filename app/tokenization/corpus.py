"""The corpus a trainer learns from: distinct words with counts, in order of first appearance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.errors import N_, InvalidInput
from app.tokenization.split_patterns import SPLIT_PATTERNS, compiled
from app.tokenization.well_formed import well_formed

MAX_COUNT = 10**12
"""Largest count a word may be given, so that sums stay exact in every format they reach."""

WORD_PATTERN = r"\P{White_Space}+"
"""Words at whitespace, by Unicode's property (Python's `str.split` also cuts at U+001C to U+001F)."""

LINE_PATTERN = r"[^\n]*\n|[^\n]+"
"""Lines with their line end: as far as a merge that crosses spaces may reach."""


class Split(StrEnum):
    """How the text is cut into words that no merge may cross."""

    WHITESPACE = "whitespace"
    GPT2 = "gpt2"
    CL100K = "cl100k"
    O200K = "o200k"
    LINES = "lines"
    NONE = "none"

    @property
    def pattern(self) -> str | None:
        """The regular expression that finds the words; None keeps the whole text as one."""
        if self is Split.NONE:
            return None
        own = {Split.WHITESPACE: WORD_PATTERN, Split.LINES: LINE_PATTERN}
        return own[self] if self in own else SPLIT_PATTERNS[self.value].regex


@dataclass(frozen=True, slots=True)
class Word:
    """A distinct word and how often it occurs."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Corpus:
    """Distinct words in order of first appearance (ties between pairs depend on it).

    `text` is what it was read from; None for a corpus given as words with counts.
    """

    words: tuple[Word, ...]
    split: Split = Split.WHITESPACE
    text: str | None = None

    def __post_init__(self) -> None:
        if not self.words:
            raise InvalidInput(N_("The corpus is empty: give it some words to learn from."))

    @property
    def characters(self) -> int:
        """Characters over all occurrences: the length of the text without what the split drops."""
        return sum([len(word.text) * word.count for word in self.words])

    @property
    def occurrences(self) -> int:
        """Words over all occurrences."""
        return sum([word.count for word in self.words])

    def lines(self) -> Corpus:
        """The same text cut at line ends only. A corpus of words with counts has no lines but its words.

        >>> read_corpus("a b\\na b\\n").lines().words
        (Word(text='a b\\n', count=2),)
        """
        if self.text is None:
            return self
        return Corpus(_counted(split_text(self.text, Split.LINES)), Split.LINES, self.text)


def split_text(text: str, split: Split) -> list[str]:
    """The words of a text, in order, repeated ones too.

    >>> split_text("El niño juega", Split.WHITESPACE), split_text("El niño", Split.GPT2)
    (['El', 'niño', 'juega'], ['El', ' niño'])
    """
    if split.pattern is None:
        return [text] if text else []
    words: list[str] = compiled(split.pattern).findall(text)
    return words


def read_corpus(text: str, split: Split = Split.WHITESPACE) -> Corpus:
    """Cut a text into words and count them.

    A lone surrogate becomes U+FFFD, as everywhere. Raises InvalidInput for a text without words.

    >>> read_corpus("ba ba ab").words
    (Word(text='ba', count=2), Word(text='ab', count=1))
    """
    text = well_formed(text)
    return Corpus(_counted(split_text(text, split)), split, text)


def from_counts(counts: Mapping[str, int], split: Split = Split.WHITESPACE) -> Corpus:
    """Words with counts, in the order given. `split` says how texts will be cut later.

    Raises InvalidInput for an empty word or a count outside 1 to `MAX_COUNT`.

    >>> from_counts({"bajo": 3, "baja": 2}).words
    (Word(text='bajo', count=3), Word(text='baja', count=2))
    """
    words: dict[str, int] = {}
    for text, count in counts.items():
        if not text:
            raise InvalidInput(N_("A word of the corpus is empty; remove it."))
        if not 1 <= count <= MAX_COUNT:
            raise InvalidInput(
                N_("The count of “%(word)s” is %(count)s; counts go from 1 to %(most)s."),
                word=text[:40],
                count=count,
                most=MAX_COUNT,
            )
        whole = well_formed(text)
        words[whole] = words.get(whole, 0) + count
    return Corpus(tuple(Word(text, count) for text, count in words.items()), split)


_WITH_COUNT = re.compile(r"(.+)\*([0-9]{1,20})[,;]?", re.DOTALL)


def looks_weighted(text: str) -> bool:
    """Whether most words of the text carry a count, so that it reads as `word*count`.

    Not all: who types `bajo*3 baja*2 bajada` has left out a 1, and would otherwise be taught
    that `*` is a letter.

    >>> looks_weighted("bajo*3 baja*2 bajada"), looks_weighted("3*4 son 12"), looks_weighted("")
    (True, False, False)
    """
    words = split_text(text, Split.WHITESPACE)
    return 2 * sum([_WITH_COUNT.fullmatch(word) is not None for word in words]) > len(words)


def read_weighted_words(text: str) -> Corpus:
    """Read `bajo*3 baja*2 bajada`: words with counts, 1 where none is given.

    The last `*` followed by digits is the count; a comma after it parts words; repeated words add
    up.

    >>> read_weighted_words("bajo*3 baja*2 bajada bajo").words
    (Word(text='bajo', count=4), Word(text='baja', count=2), Word(text='bajada', count=1))
    """
    counts: dict[str, int] = {}
    for word in split_text(text, Split.WHITESPACE):
        match = _WITH_COUNT.fullmatch(word)
        name, count = (match[1], int(match[2])) if match else (word, 1)
        if not 1 <= count <= MAX_COUNT:
            from_counts({name: count})
        counts[name] = counts.get(name, 0) + count
    return from_counts(counts)


def _counted(words: Iterable[str]) -> tuple[Word, ...]:
    """Distinct words with counts; a Counter keeps the order of first appearance."""
    return tuple(Word(text, count) for text, count in Counter(words).items())
