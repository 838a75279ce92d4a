"""Normalisers: they rewrite a text before it is cut, and remember where each character came from.

The Unicode forms are in `unicode_forms`, SentencePiece's own table in `charsmap`, BERT's cleaning
in `bert_clean`. Names and behaviour follow huggingface/tokenizers `src/normalizers`.
"""

from __future__ import annotations

import re

from app.tokenization.bounded_pattern import BoundedPattern
from app.tokenization.rewriting import Edit, rewrite
from app.tokenization.stages import Normalizer
from app.tokenization.types import NormalizedText
from app.tokenization.unicode_tables import (
    COMBINING_MARKS,
    LATER_LOWERCASE,
    WHITE_SPACE,
    character_class,
)
from app.tokenization.vocabulary import SPACE_MARK

_SPACE = character_class(WHITE_SPACE)


class Lowercase(Normalizer):
    """Every letter to lower case by itself (so `Σ` is `σ` at the end of a word too).

    >>> Lowercase().normalize("ÑANDÚ").text
    'ñandú'
    >>> dotted = Lowercase().normalize("İI")
    >>> len(dotted.text), list(dotted.starts), list(dotted.ends)
    (3, [0, 0, 1], [1, 1, 2])
    """

    def normalize(self, text: str) -> NormalizedText:
        # İ is the one letter whose lower case is two characters: i and a dot above.
        lowered = text.replace("Σ", "σ").replace("İ", "\0").lower().translate(LATER_LOWERCASE)
        if "İ" not in text:
            return NormalizedText(lowered)
        dotted = [Edit(at, at + 1, "i\u0307") for at, char in enumerate(text) if char == "İ"]
        return rewrite(lowered, dotted)


class StripAccents(Normalizer):
    """Combining marks are dropped; letters that are one character with their accent stay.

    >>> StripAccents().normalize("nin\\u0303o").text
    'nino'
    """

    _MARKS = re.compile(f"[{character_class(COMBINING_MARKS)}]+")

    def normalize(self, text: str) -> NormalizedText:
        return rewrite(text, (Edit(*match.span(), "") for match in self._MARKS.finditer(text)))


class PrependSpaceMarker(Normalizer):
    """SentencePiece's spaces: each becomes `▁`, and one `▁` is put before the text.

    `prepend` False leaves the beginning alone; `unless_marked` puts no second mark before a text
    that begins with one (Hugging Face's Metaspace; SentencePiece itself always puts it).

    >>> marked = PrependSpaceMarker().normalize("el niño")
    >>> marked.text, list(marked.starts), list(marked.ends)
    ('▁el▁niño', [0, 0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6, 7])
    """

    def __init__(
        self, marker: str = SPACE_MARK, *, prepend: bool = True, unless_marked: bool = False
    ) -> None:
        self._marker = marker
        self._prepend = Prepend(marker, unless_present=unless_marked) if prepend else None

    @property
    def detail(self) -> str:
        return self._marker

    def normalize(self, text: str) -> NormalizedText:
        marked = text.replace(" ", self._marker)
        return self._prepend.normalize(marked) if self._prepend else NormalizedText(marked)


class Prepend(Normalizer):
    """Put a string before the text; an empty text stays empty.

    `unless_present`: not before a text that begins with it already.

    >>> Prepend("▁").normalize("hola").text
    '▁hola'
    """

    def __init__(self, prefix: str, *, unless_present: bool = False) -> None:
        self.detail = prefix
        self._unless_present = unless_present

    def normalize(self, text: str) -> NormalizedText:
        if not text or (self._unless_present and text.startswith(self.detail)):
            return NormalizedText(text)
        return rewrite(text, [Edit(0, 0, self.detail)])


class MarkWords(Normalizer):
    """White space is dropped and every word begins with `▁`, once.

    What Hugging Face's WhitespaceSplit followed by Metaspace does (T5, the first XLM-R files):
    the mark stands for the white space before the word.

    >>> MarkWords().normalize(" el  niño ").text
    '▁el▁niño'
    """

    _SPACES = re.compile(rf"\A[{_SPACE}]*|[{_SPACE}]+")

    def __init__(self, marker: str = SPACE_MARK) -> None:
        self.detail = marker

    def normalize(self, text: str) -> NormalizedText:
        edits: list[Edit] = []
        for match in self._SPACES.finditer(text):
            start, end = match.span()
            word_begins = end < len(text) and not text.startswith(self.detail, end)
            edits.append(Edit(start, end, self.detail if word_begins else ""))
        return rewrite(text, edits)


class Replace(Normalizer):
    """Every occurrence of a string becomes another.

    >>> Replace("...", "…").normalize("fin...").text
    'fin…'
    """

    def __init__(self, found: str, replacement: str) -> None:
        self._found = re.compile(re.escape(found))
        self._replacement = replacement
        self.detail = f"{found} → {replacement}"

    def normalize(self, text: str) -> NormalizedText:
        found = self._found.finditer(text) if text else ()
        return rewrite(text, (Edit(*match.span(), self._replacement) for match in found))


class ReplacePattern(Normalizer):
    """Every match of a pattern becomes a string, taken literally. Raises BudgetExceeded.

    >>> ReplacePattern(" {2,}", " ").normalize("dos  o   tres").text
    'dos o tres'
    """

    def __init__(self, expression: str, replacement: str) -> None:
        self._pattern = BoundedPattern(expression)
        self._replacement = replacement
        self.detail = f"{expression} → {replacement}"

    def normalize(self, text: str) -> NormalizedText:
        spans = self._pattern.spans(text) if text else ()
        return rewrite(text, (Edit(start, end, self._replacement) for start, end in spans))


class Strip(Normalizer):
    """White space at the beginning and at the end is dropped.

    >>> stripped = Strip().normalize(" a b ")
    >>> stripped.text, list(stripped.starts)
    ('a b', [1, 2, 3])
    """

    def __init__(self, *, left: bool = True, right: bool = True) -> None:
        self._left = re.compile(f"[{_SPACE}]*") if left else None
        self._right = re.compile(f"[{_SPACE}]") if right else None

    def normalize(self, text: str) -> NormalizedText:
        begin, end = 0, len(text)
        if self._left and (match := self._left.match(text)):
            begin = match.end()
        while self._right and end > begin and self._right.match(text[end - 1]):
            end -= 1
        edges = [Edit(0, begin, ""), Edit(end, len(text), "")]
        return rewrite(text, (edit for edit in edges if edit.start < edit.end))


class Nmt(Normalizer):
    """SentencePiece's older cleaning: control characters go, odd white space becomes a space.

    >>> Nmt().normalize("a\\x01b\\u200bc").text
    'ab c'
    """

    _CHANGED = re.compile(
        f"([{character_class('1-8 B E-1F 7F 8F 9F')}])"
        f"|[{character_class('9-A C-D 1680 200B-200F 2028-2029 2581 FEFF FFFD')}]"
    )

    def normalize(self, text: str) -> NormalizedText:
        changed = self._CHANGED.finditer(text)
        return rewrite(text, (Edit(*match.span(), "" if match[1] else " ") for match in changed))
