"""How much longer a text may get on its way through a vocabulary.

A file that somebody sent can hold rules that put a million characters in the place of one. Real
vocabularies make a text a few times longer at most: NFKC writes `ﷺ` with 18 letters.
"""

from __future__ import annotations

from app.errors import N_, BudgetExceeded, InputTooLarge

MOST_TIMES = 64
FREE = 10_000
"""Characters that a text may gain, however short it is."""

MOST_DECODED = 20_000_000
"""Bytes of the tokens that are decoded together."""


def check_growth(before: int, after: int) -> None:
    """Raise BudgetExceeded when `before` characters would become too many.

    >>> check_growth(1, 18)
    >>> check_growth(3, 3_000_000)
    Traceback (most recent call last):
    app.errors.BudgetExceeded: The rules of this vocabulary make 3000000 characters of 3, so they \
were stopped.
    """
    if after > MOST_TIMES * before + FREE:
        raise BudgetExceeded(
            N_(
                "The rules of this vocabulary make %(after)s characters of %(before)s, so they were "
                "stopped."
            ),
            after=after,
            before=before,
        )


def check_decoded(size: int) -> None:
    """Raise InputTooLarge for tokens of too many bytes to be decoded together."""
    if size > MOST_DECODED:
        raise InputTooLarge(
            N_(
                "These ids stand for %(size)s bytes and the limit is %(limit)s. Decode them in parts."
            ),
            size=size,
            limit=MOST_DECODED,
        )
