"""Pre-tokenizers: they cut the normalised text into parts that no token may cross.

Behaviour follows huggingface/tokenizers `src/pre_tokenizers`; where that library also rewrites
the text (Metaspace, a prefix space), the rewriting is a normaliser here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from app.tokenization.bounded_pattern import BoundedPattern
from app.tokenization.stages import PreTokenizer
from app.tokenization.types import PreToken
from app.tokenization.unicode_tables import BERT_PUNCTUATION, WHITE_SPACE, character_class
from app.tokenization.vocabulary import SPACE_MARK

_SPACE = character_class(WHITE_SPACE)
PUNCTUATION = character_class(BERT_PUNCTUATION)


class Behavior(StrEnum):
    """What becomes of a match that cuts the text (the names of tokenizer.json).

    With `-` on `a--b`: ISOLATED a - - b; REMOVED a b; CONTIGUOUS a -- b;
    MERGED_WITH_PREVIOUS a- - b; MERGED_WITH_NEXT a - -b.
    """

    ISOLATED = "Isolated"
    REMOVED = "Removed"
    CONTIGUOUS = "Contiguous"
    MERGED_WITH_PREVIOUS = "MergedWithPrevious"
    MERGED_WITH_NEXT = "MergedWithNext"


class _Stretch(NamedTuple):
    start: int
    end: int
    matched: bool


class RegexSplit(PreTokenizer):
    """Cut at the matches of a pattern. Raises BudgetExceeded when the pattern takes too long.

    `invert`: what lies between the matches does the cutting.

    >>> [p.text for p in RegexSplit(r" ?\\w+| ?[^\\w\\s]+").split("el niño.")]
    ['el', ' niño', '.']
    >>> [p.text for p in RegexSplit("-", Behavior.MERGED_WITH_PREVIOUS).split("a--b")]
    ['a-', '-', 'b']
    """

    def __init__(
        self, expression: str, behavior: Behavior = Behavior.ISOLATED, *, invert: bool = False
    ) -> None:
        self._pattern = BoundedPattern(expression)
        self._behavior = behavior
        self._invert = invert
        self._capturing = self._pattern.groups > 0
        self.detail = expression

    def split(self, text: str) -> Iterator[PreToken]:
        if self._behavior is Behavior.ISOLATED:
            return self._isolated(text)
        return (
            PreToken(text[start:end], start, end)
            for start, end, _ in _BEHAVIORS[self._behavior](self._stretches(text))
            if start < end
        )

    def parts(self, text: str) -> Iterable[str]:
        if self._behavior is Behavior.ISOLATED and not self._capturing:
            texts = self._pattern.texts(text)
            if texts is not None:
                return texts
        return super().parts(text)

    def _isolated(self, text: str) -> Iterator[PreToken]:
        """The common case: every match is a part, and so is what lies between."""
        at = 0
        for match in self._pattern.matches(text):
            start, end = match.span()
            if at < start:
                yield PreToken(text[at:start], at, start)
            if start < end:
                yield PreToken(text[start:end], start, end)
            at = end
        if at < len(text):
            yield PreToken(text[at:], at, len(text))

    def _stretches(self, text: str) -> Iterator[_Stretch]:
        """The whole text as matches and what lies between; an empty match cuts all the same."""
        at = 0
        for start, end in self._pattern.spans(text):
            if at < start:
                yield _Stretch(at, start, self._invert)
            yield _Stretch(start, end, not self._invert)
            at = end
        if at < len(text):
            yield _Stretch(at, len(text), self._invert)


def _removed(stretches: Iterable[_Stretch]) -> Iterable[_Stretch]:
    return (stretch for stretch in stretches if not stretch.matched)


def _contiguous(stretches: Iterable[_Stretch]) -> Iterable[_Stretch]:
    """Neighbours of one kind are joined."""
    joined: list[_Stretch] = []
    for stretch in stretches:
        if joined and joined[-1].matched == stretch.matched:
            joined[-1] = joined[-1]._replace(end=stretch.end)
        else:
            joined.append(stretch)
    return joined


def _merged_with_previous(stretches: Iterable[_Stretch]) -> Iterable[_Stretch]:
    """A match joins what stands before it, unless that is a match."""
    merged: list[_Stretch] = []
    after_match = False
    for stretch in stretches:
        if stretch.matched and not after_match and merged:
            merged[-1] = merged[-1]._replace(end=stretch.end)
        else:
            merged.append(stretch)
        after_match = stretch.matched
    return merged


def _merged_with_next(stretches: Iterable[_Stretch]) -> Iterable[_Stretch]:
    """A match joins what comes after it, unless that is a match."""
    merged: list[_Stretch] = []
    for stretch in stretches:
        if merged and merged[-1].matched and not stretch.matched:
            merged[-1] = _Stretch(merged[-1].start, stretch.end, False)
        else:
            merged.append(stretch)
    return merged


_BEHAVIORS = {
    Behavior.REMOVED: _removed,
    Behavior.CONTIGUOUS: _contiguous,
    Behavior.MERGED_WITH_PREVIOUS: _merged_with_previous,
    Behavior.MERGED_WITH_NEXT: _merged_with_next,
}


class _Matches(PreTokenizer):
    """Base: the parts are the matches of a simple pattern, and the rest of the text is dropped."""

    _pattern: re.Pattern[str]

    def split(self, text: str) -> Iterator[PreToken]:
        for match in self._pattern.finditer(text):
            yield PreToken(match[0], match.start(), match.end())

    def parts(self, text: str) -> Iterable[str]:
        return self._pattern.findall(text)


class WhitespaceSplit(_Matches):
    """Words between white space, which is dropped.

    >>> [p.text for p in WhitespaceSplit().split("el  niño.")]
    ['el', 'niño.']
    """

    _pattern = re.compile(f"[^{_SPACE}]+")


class BertSplit(_Matches):
    """BERT: white space is dropped, and every punctuation character is a part.

    >>> [p.text for p in BertSplit().split("¿Qué? a_b $5")]
    ['¿', 'Qué', '?', 'a', '_', 'b', '$', '5']
    """

    _pattern = re.compile(f"[^{_SPACE}{PUNCTUATION}]+|[{PUNCTUATION}]")


class MarkerSplit(_Matches):
    """SentencePiece's words: cut where a `▁` follows something else, so a run of marks stays whole.

    Exact for a vocabulary in which no piece has a `▁` after another character. `single` cuts
    before every mark, as Hugging Face's Metaspace does.

    >>> [p.text for p in MarkerSplit().split("▁el▁▁niño")]
    ['▁el', '▁▁niño']
    >>> [p.text for p in MarkerSplit(single=True).split("▁el▁▁niño")]
    ['▁el', '▁', '▁niño']
    """

    def __init__(self, marker: str = SPACE_MARK, *, single: bool = False) -> None:
        mark = re.escape(marker)
        self._pattern = re.compile(rf"{mark}{'' if single else '+'}[^{mark}]*|[^{mark}]+")
        self.detail = marker


class WholeText(PreTokenizer):
    """No cut at all.

    >>> [p.text for p in WholeText().split("el niño")]
    ['el niño']
    """

    def split(self, text: str) -> Iterator[PreToken]:
        if text:
            yield PreToken(text, 0, len(text))


class FixedLength(PreTokenizer):
    """Parts of so many characters; the last may be shorter.

    >>> [p.text for p in FixedLength(3).split("niños")]
    ['niñ', 'os']
    """

    def __init__(self, length: int) -> None:
        self._length = length
        self.detail = str(length)

    def split(self, text: str) -> Iterator[PreToken]:
        for start in range(0, len(text), self._length):
            part = text[start : start + self._length]
            yield PreToken(part, start, start + len(part))


class SplitSequence(PreTokenizer):
    """Several pre-tokenizers in a row, each cutting the parts of the one before.

    >>> digits = RegexSplit(r"\\p{N}")
    >>> [p for p in SplitSequence([WhitespaceSplit(), digits]).split("a1 b")]
    [PreToken(text='a', start=0, end=1), PreToken(text='1', start=1, end=2), PreToken(text='b', start=3, end=4)]
    """

    def __init__(self, steps: Sequence[PreTokenizer]) -> None:
        self._steps = tuple(steps)
        self.detail = " → ".join(type(step).__name__ for step in self._steps)

    def split(self, text: str) -> Iterator[PreToken]:
        return self._split(text, 0, 0)

    def _split(self, text: str, offset: int, step: int) -> Iterator[PreToken]:
        if step == len(self._steps):
            yield PreToken(text, offset, offset + len(text))
            return
        for part in self._steps[step].split(text):
            yield from self._split(part.text, offset + part.start, step + 1)
