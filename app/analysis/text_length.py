"""How long a text is, in each of the units that people and programs mean by "characters".

A word is a maximal run of non-space characters (spaces by Unicode's White_Space): «¡Hola, mundo!»
has two, and so does "don't stop"; a Japanese sentence has one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.tokenization.graphemes import GRAPHEME
from app.tokenization.well_formed import well_formed

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class TextLength:
    """One text in every unit. A lone surrogate counts as the U+FFFD (three bytes) it turns into."""

    code_points: int
    graphemes: int
    words: int
    utf8_bytes: int
    utf16_units: int
    lines: int


def count_words(text: str) -> int:
    """The number of maximal runs of non-space characters.

    >>> count_words(" el paquete\\tllegará\\n")
    3
    """
    return sum(1 for _ in _WORD.finditer(text))


def text_length(text: str) -> TextLength:
    """Measure a text, in time linear in its length.

    >>> text_length("El niño 👍🏽")
    TextLength(code_points=10, graphemes=9, words=3, utf8_bytes=17, utf16_units=12, lines=1)
    """
    text = well_formed(text)
    astral = sum(char > "\uffff" for char in text)
    return TextLength(
        code_points=len(text),
        graphemes=sum(1 for _ in GRAPHEME.finditer(text)),
        words=count_words(text),
        utf8_bytes=len(text.encode()),
        utf16_units=len(text) + astral,
        lines=text.count("\n") + 1 if text else 0,
    )
