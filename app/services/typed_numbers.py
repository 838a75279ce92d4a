"""Amounts as people type them: `3`, `3.00`, `3,00`, `1 234,5`, `$0.15`."""

from __future__ import annotations

import re
from decimal import Decimal

from app.errors import N_, InvalidInput

_DECORATION = re.compile(r"[\s\u00a0\u202f$€£'’_]|[A-Za-z]{3}")
_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?|\.[0-9]{1,12}")


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
