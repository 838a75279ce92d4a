"""Numbers as people type them: amounts `3`, `3.00`, `3,00`, `1 234,5`, `$0.15`; counts `200.000`."""

from __future__ import annotations

import re
from decimal import Decimal

from app.errors import N_, InvalidInput

_DECORATION = re.compile(r"[\s\u00a0\u202f$€£'’_]|[A-Za-z]{3}")
_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?|\.[0-9]{1,12}")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:(?:\.[0-9]{3}){1,3}|(?:,[0-9]{3}){1,3})")


def typed_amount(text: str) -> Decimal:
    """The amount that somebody typed. One comma or point is the decimal mark; when both stand
    there, the last one is. Raises InvalidInput for anything else, and for a negative amount.

    >>> [str(typed_amount(text)) for text in ("3,00", "$0.15", "1 234,5", "1,234.5", "1.234,5")]
    ['3.00', '0.15', '1234.5', '1234.5', '1234.5']
    """
    bare = _DECORATION.sub("", text)
    comma, point = bare.rfind(","), bare.rfind(".")
    mark, other = (",", ".") if comma > point else (".", ",")
    if comma >= 0 and point >= 0:
        bare = bare.replace(other, "")
    bare = bare.replace(mark, ".")
    if not _NUMBER.fullmatch(bare):
        raise InvalidInput(
            N_("That is not an amount. Write it in figures, such as 3, 3.00 or 3,00.")
        )
    return Decimal(bare)


def typed_whole(text: str) -> int:
    """The whole number that somebody typed: how many of something. A point or comma before three
    figures parts the thousands here, as Spanish and English write them; no count has thousandths.
    Raises InvalidInput for anything else.

    >>> [typed_whole(text) for text in ("1000", "200.000", "200,000", "1 000 000", "3.0")]
    [1000, 200000, 200000, 1000000, 3]
    """
    bare = _DECORATION.sub("", text)
    if _THOUSANDS.fullmatch(bare):
        return int(bare.replace(".", "").replace(",", ""))
    problem = InvalidInput(N_("A whole number is needed here, such as 1000."))
    try:
        amount = typed_amount(text)
    except InvalidInput:
        raise problem from None
    if amount != int(amount):
        raise problem
    return int(amount)
