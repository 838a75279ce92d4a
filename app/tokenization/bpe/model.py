"""A BPE vocabulary: an alphabet and the merges in the order they were learned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.errors import N_, InvalidInput
from app.tokenization.byte_alphabet import BYTE_TO_CHAR, to_printable
from app.tokenization.corpus import Split
from app.tokenization.training import StopReason
from app.tokenization.well_formed import well_formed

BYTE_ALPHABET: tuple[str, ...] = tuple(sorted(BYTE_TO_CHAR))
"""The 256 bytes in GPT-2's order of ids: by the code point of their printable form."""

MAX_MARKER = 40
"""Characters of an end-of-word mark. It stands at every word: a long one would multiply the text."""


class Unit(StrEnum):
    """What merging starts from: characters, or UTF-8 bytes in their printable form (`ñ` is `Ã±`)."""

    CHARACTER = "character"
    BYTE = "byte"


def checked_marker(marker: str | None) -> str | None:
    """An end-of-word mark as it can be used. Raises InvalidInput for an empty or a very long one.

    >>> checked_marker("</w>"), checked_marker(None)
    ('</w>', None)
    """
    if marker is None:
        return None
    if not marker:
        raise InvalidInput(N_("The end-of-word mark is empty; leave it out or give it a sign."))
    if len(marker) > MAX_MARKER:
        raise InvalidInput(
            N_("The end-of-word mark has %(size)s characters; it can have up to %(most)s."),
            size=len(marker),
            most=MAX_MARKER,
        )
    return well_formed(marker)


def start_symbols(word: str, unit: Unit, marker: str | None) -> list[str]:
    """The symbols a word is cut into before any merge.

    >>> start_symbols("año", Unit.CHARACTER, "</w>"), start_symbols("ñ", Unit.BYTE, None)
    (['a', 'ñ', 'o', '</w>'], ['Ã', '±'])
    """
    symbols = list(to_printable(word.encode("utf-8")) if unit is Unit.BYTE else word)
    if marker is not None:
        symbols.append(marker)
    return symbols


def alphabet_of(words: Iterable[str], unit: Unit, marker: str | None) -> tuple[str, ...]:
    """Every symbol merging starts from, in order: all 256 bytes, or the letters by code point.

    >>> alphabet_of(["ba", "añ"], Unit.CHARACTER, None)
    ('a', 'b', 'ñ')
    """
    if unit is Unit.BYTE:
        return BYTE_ALPHABET
    letters = set().union(*words)
    if marker is not None:
        letters.add(marker)
    return tuple(sorted(letters))


@dataclass(frozen=True, slots=True)
class BpeModel:
    """Alphabet and merges; a piece's id is its index in `pieces`.

    `split` cuts a text into words before merging; `marker` ends every word when set. `stop_reason`
    is None for a model that was not trained here. Raises InvalidInput when a merge uses a piece
    that nothing made, or makes one twice.

    >>> BpeModel(("a", "b"), (("b", "a"), ("ba", "b"))).pieces
    ('a', 'b', 'ba', 'bab')
    >>> BpeModel(("a", "b"), (("ab", "a"),))
    Traceback (most recent call last):
    app.errors.InvalidInput: Rule 1 uses “ab”, which is neither a letter nor made by an earlier rule.
    """

    alphabet: tuple[str, ...]
    merges: tuple[tuple[str, str], ...]
    unit: Unit = Unit.CHARACTER
    marker: str | None = None
    split: Split = Split.WHITESPACE
    stop_reason: StopReason | None = None

    def __post_init__(self) -> None:
        known = set(self.alphabet)
        for number, (left, right) in enumerate(self.merges, 1):
            for part in (left, right):
                if part not in known:
                    raise InvalidInput(
                        N_(
                            "Rule %(number)s uses “%(piece)s”, which is neither a letter nor made "
                            "by an earlier rule."
                        ),
                        number=number,
                        piece=part,
                    )
            if left + right in known:
                raise InvalidInput(
                    N_("Rule %(number)s makes “%(piece)s” a second time."),
                    number=number,
                    piece=left + right,
                )
            known.add(left + right)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The vocabulary in order of ids: the alphabet, then what each merge made."""
        return self.alphabet + tuple([left + right for left, right in self.merges])
