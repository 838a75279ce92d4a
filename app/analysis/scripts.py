"""Writing systems: which one a token belongs to, by its first letter (Unicode's Script property)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

# The scripts worth a line of their own; letters of any other are OTHER.
SCRIPTS = (
    "Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Bengali", "Gurmukhi",
    "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Myanmar",
    "Khmer", "Georgian", "Armenian", "Ethiopic", "Han", "Hiragana", "Katakana", "Hangul", "Tibetan",
    "Mongolian", "Cherokee",
)  # fmt: skip
OTHER = "other"
DIGITS = "digits"
SIGNS = "signs"
PARTIAL = "bytes"

_SCRIPTS = [(name, regex.compile(rf"\p{{Script={name}}}")) for name in SCRIPTS]


@lru_cache(maxsize=65_536)
def script_of_letter(char: str) -> str | None:
    """The script of a letter; None for a character that belongs to none (or to all).

    >>> script_of_letter("ñ"), script_of_letter("я"), script_of_letter("7"), script_of_letter("ˈ")
    ('Latin', 'Cyrillic', None, None)
    """
    if not unicodedata.category(char).startswith(("L", "M")):
        return None
    for name, pattern in _SCRIPTS:
        if pattern.match(char):
            return name
    # Marks and modifiers that any script may use (Common, Inherited) decide nothing.
    return None if regex.match(r"[\p{Zyyy}\p{Zinh}]", char) else OTHER


def script_of_token(data: bytes) -> str:
    """The script of a token's first letter; else DIGITS, or SIGNS (spaces included).

    PARTIAL for bytes that are no whole characters.

    >>> script_of_token(" niño".encode()), script_of_token(b" 123"), script_of_token(b"\\xc3")
    ('Latin', 'digits', 'bytes')
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return PARTIAL
    digits = False
    for char in text:
        script = script_of_letter(char)
        if script is not None:
            return script
        digits = digits or char.isnumeric()
    return DIGITS if digits else SIGNS
