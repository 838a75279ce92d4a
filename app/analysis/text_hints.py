"""What a text holds that its writer may not see, and that changes how it is cut.

Every hint has a code, how often it was found, where (the first places, in code points) and a
message with gaps. One pass of a pattern for each: linear in the text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

import regex

from app.errors import N_
from app.tokenization.well_formed import well_formed

MAX_PLACES = 20


class HintCode(StrEnum):
    """What was found; the order is the order of the hints."""

    SURROGATE = "surrogate"
    MOJIBAKE = "mojibake"
    DECOMPOSED = "decomposed"
    BYTE_ORDER_MARK = "byte-order-mark"
    ZERO_WIDTH = "zero-width"
    NO_BREAK_SPACE = "no-break-space"
    TYPED_NEWLINE = "typed-newline"
    TRAILING_SPACE = "trailing-space"
    CARRIAGE_RETURN = "carriage-return"
    SPECIAL_TOKEN = "special-token"  # noqa: S105
    MIXED_ALPHABETS = "mixed-alphabets"


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of the text, `start:end` in code points, and what stands there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing found. `places` holds the first ones; `count` all of them.

    `message` has the gap `count`; `can_mend`: `mend` gives a text without it, to compare with.
    """

    code: HintCode
    message: str
    count: int
    places: tuple[Place, ...]
    can_mend: bool


_MESSAGES = {
    HintCode.SURROGATE: N_(
        "Halves of characters without their other half: %(count)s. "
        "They cannot be written in UTF-8 and were replaced by the sign U+FFFD."
    ),
    HintCode.MOJIBAKE: N_(
        "Looks like UTF-8 read in another encoding (Ã± where ñ should be): %(count)s. "
        "Go back to the source and copy it again, or save it as UTF-8."
    ),
    HintCode.DECOMPOSED: N_(
        "Letters with their accent written apart (form NFD): %(count)s. They look the same, but "
        "nearly every vocabulary spends more tokens on them. Compare with the joined form (NFC)."
    ),
    HintCode.BYTE_ORDER_MARK: N_(
        "The text starts with a byte order mark (U+FEFF), which editors add and nobody sees. "
        "It is counted like any other character: %(count)s."
    ),
    HintCode.ZERO_WIDTH: N_(
        "Characters of no width, which cannot be seen: %(count)s. They break words in two and "
        "cost tokens; they usually come from copying a page or a PDF."
    ),
    HintCode.NO_BREAK_SPACE: N_(
        "No-break spaces: %(count)s. They look like spaces, but few words have a token that "
        "starts with one."
    ),
    HintCode.TYPED_NEWLINE: N_(
        "A backslash and an n, typed: %(count)s. To a tokenizer they are two letters, not a line "
        "break; press Enter to break the line."
    ),
    HintCode.TRAILING_SPACE: N_(
        "The text ends in white space (characters: %(count)s). It is a token by itself, and the "
        "word that a model writes next loses the token that had the space inside."
    ),
    HintCode.CARRIAGE_RETURN: N_(
        "Line breaks in the Windows form (CR LF): %(count)s. Some vocabularies spend one more "
        "token on each."
    ),
    HintCode.SPECIAL_TOKEN: N_(
        "Text that looks like a special token: %(count)s. It is read as plain text unless you "
        "choose to read special tokens."
    ),
    HintCode.MIXED_ALPHABETS: N_(
        "Words that mix Latin letters with look-alikes of another alphabet: %(count)s. "
        "The eye cannot tell them apart; a tokenizer cuts them to bits."
    ),
}

_ZERO_WIDTH = (
    # Joiners belong in emoji and in Indic and Arabic script: only after others are they odd.
    r"(?<=[\p{Latin}\p{Nd}\s])[\u200c\u200d]"
    r"|[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]|(?<!^)\ufeff"
)
_PATTERNS: dict[HintCode, regex.Pattern[str]] = {
    code: regex.compile(expression)
    for code, expression in {
        HintCode.SURROGATE: r"[\ud800-\udfff]",
        HintCode.MOJIBAKE: r"Ã[\u0080-\u00bf]|Â[\u00a0-\u00bf]|â€|â\u0080",
        # Runs of marks beyond any language (Zalgo) are left out: joining them takes quadratic time.
        HintCode.DECOMPOSED: r"\P{M}\p{M}{1,30}+(?!\p{M})|[\u1100-\u115f][\u1160-\u11a7]",
        HintCode.BYTE_ORDER_MARK: r"^\ufeff",
        HintCode.ZERO_WIDTH: _ZERO_WIDTH,
        HintCode.NO_BREAK_SPACE: r"[\u00a0\u2007\u202f]",
        # Not in a Windows path, nor where TeX has a command of that name.
        HintCode.TYPED_NEWLINE: r"\b[A-Za-z]:\\\S*+(*SKIP)(*FAIL)|(?<!\\)\\n(?!abla\b|e\b|eq\b|eg\b|ew|ot\b|u\b)",
        # A line break at the end is none: the word after it has no space of its own to lose.
        HintCode.TRAILING_SPACE: r"(?<![^\S\r\n])[^\S\r\n]++\Z",
        HintCode.CARRIAGE_RETURN: r"\r\n",
        HintCode.SPECIAL_TOKEN: (
            r"<\|[A-Za-z0-9_▁]{1,40}\|>|</?s>|<(?:unk|pad|bos|eos|mask)>"
            r"|\[(?:CLS|SEP|MASK|PAD|UNK|/?INST)\]|<</?SYS>>"
        ),
        HintCode.MIXED_ALPHABETS: (
            r"\b(?=[\w]*\p{Latin})(?=[\w]*[\p{Cyrillic}αΑΒΕΖΗΙΚΜΝοΟρΡΤυΧ])\w++"
        ),
    }.items()
}
_MENDED = {
    HintCode.DECOMPOSED,
    HintCode.BYTE_ORDER_MARK,
    HintCode.ZERO_WIDTH,
    HintCode.NO_BREAK_SPACE,
    HintCode.TYPED_NEWLINE,
    HintCode.TRAILING_SPACE,
    HintCode.CARRIAGE_RETURN,
}


def text_hints(text: str) -> tuple[Hint, ...]:
    """Everything worth telling about a text, in the order of `HintCode`.

    >>> [(hint.code.value, hint.count, hint.places[0].start) for hint in text_hints("a\\u200bb ")]
    [('zero-width', 1, 1), ('trailing-space', 1, 3)]
    """
    pairs_joined = regex.sub("[\ud800-\udbff][\udc00-\udfff]", lambda m: well_formed(m[0]), text)
    return tuple(
        hint for code in HintCode if (hint := _hint(code, _found(code, pairs_joined))) is not None
    )


def mend(text: str, code: HintCode) -> str:
    """The text without what the hint found, to compare with; for decomposed accents, in NFC.

    >>> mend("El nin\\u0303o ", HintCode.DECOMPOSED) == "El niño "
    True
    >>> mend("uno\\\\ndos ", HintCode.TYPED_NEWLINE), mend("uno ", HintCode.TRAILING_SPACE)
    ('uno\\ndos ', 'uno')
    """
    return _PATTERNS[code].sub(_replacement(code), text) if code in _MENDED else text


def mended(text: str, codes: Collection[HintCode]) -> str:
    """The text without any of these, one after another.

    >>> mended("uno\\u200b ", [HintCode.ZERO_WIDTH, HintCode.TRAILING_SPACE])
    'uno'
    """
    for code in HintCode:
        if code in codes:
            text = mend(text, code)
    return text


def _replacement(code: HintCode) -> Callable[[regex.Match[str]], str]:
    if code is HintCode.DECOMPOSED:
        return lambda match: unicodedata.normalize("NFC", match[0])
    instead = {
        HintCode.NO_BREAK_SPACE: " ",
        HintCode.TYPED_NEWLINE: "\n",
        HintCode.CARRIAGE_RETURN: "\n",
    }.get(code, "")
    return lambda _: instead


def _found(code: HintCode, text: str) -> Iterable[Place]:
    matches = (Place(m.start(), m.end(), m[0]) for m in _PATTERNS[code].finditer(text))
    if code is HintCode.DECOMPOSED:
        return (place for place in matches if not unicodedata.is_normalized("NFC", place.text))
    if code is HintCode.TRAILING_SPACE:
        # White space alone is not trailing anything.
        return (place for place in matches if text[: place.start].strip())
    return matches


def _hint(code: HintCode, found: Iterable[Place]) -> Hint | None:
    places: list[Place] = []
    count = 0
    for place in found:
        count += place.end - place.start if code is HintCode.TRAILING_SPACE else 1
        if len(places) < MAX_PLACES:
            places.append(place)
    if not places:
        return None
    return Hint(code, _MESSAGES[code], count, tuple(places), code in _MENDED)
