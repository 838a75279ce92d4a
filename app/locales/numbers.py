"""Numbers as each language writes them: 1 234,5 in Spanish, 1,234.5 in English.

The Spanish thousands mark is a narrow no-break space (U+202F) and stands in four-digit numbers
too, so that columns of figures read alike. Amounts of money are `Decimal` from end to end.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

NARROW_SPACE = "\u202f"
NO_BREAK_SPACE = "\u00a0"
MINUS = "\u2212"

# Room for any amount that people can type; the default 28 digits refuse to round larger ones.
_EXACT = Context(prec=100, rounding=ROUND_HALF_UP)

_SPANISH = str.maketrans({",": NARROW_SPACE, ".": ",", "-": MINUS})
_ENGLISH = str.maketrans({"-": MINUS})
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}


def number(value: int | float | Decimal, language: str, decimals: int | None = None) -> str:
    """A number with separators; without `decimals`, whole numbers have none and others up to two.

    >>> number(1234.5, "es"), number(1234.5, "en"), number(7, "es"), number(-3, "en")
    ('1\\u202f234,5', '1,234.5', '7', '−3')
    >>> number(2, "es", decimals=2), number(Decimal("2.665"), "en", decimals=2)
    ('2,00', '2.67')
    """
    exact = value if isinstance(value, Decimal) else Decimal(str(value))
    if decimals is None:
        shown = _rounded(exact, 2)
        text = f"{shown:,f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = f"{_rounded(exact, decimals):,f}"
    return text.translate(_SPANISH if language == "es" else _ENGLISH)


def percent(share: float | Decimal, language: str, decimals: int = 1) -> str:
    """A share of one as a percentage.

    >>> percent(0.125, "es"), percent(0.125, "en"), percent(1, "en", decimals=0)
    ('12,5\\xa0%', '12.5%', '100%')
    """
    exact = share if isinstance(share, Decimal) else Decimal(str(share))
    gap = NO_BREAK_SPACE if language == "es" else ""
    return f"{number(exact * 100, language, decimals)}{gap}%"


def money(amount: Decimal, language: str, currency: str = "USD") -> str:
    """An amount with its currency: cents, or three significant figures when below one unit.

    >>> money(Decimal("8"), "en"), money(Decimal("1234.5"), "es")
    ('$8.00', '1\\u202f234,50\\xa0$')
    >>> money(Decimal("0.0000175"), "es"), money(Decimal("0.25"), "en"), money(Decimal("3"), "en", "ARS")
    ('0,0000175\\xa0$', '$0.25', 'ARS\\xa03.00')
    """
    text = number(amount, language, _decimals_of(amount))
    symbol = _SYMBOLS.get(currency, currency)
    if language == "es":
        return f"{text}{NO_BREAK_SPACE}{symbol}"
    return f"{symbol}{text}" if symbol != currency else f"{symbol}{NO_BREAK_SPACE}{text}"


def _decimals_of(amount: Decimal) -> int:
    """Two, or as many as three significant figures need, without closing zeros.

    >>> [_decimals_of(Decimal(text)) for text in ("12.345", "0.5", "0.00123456", "0.0000170")]
    [2, 2, 5, 6]
    """
    if abs(amount) >= 1 or amount == 0:
        return 2
    shown = _rounded(amount, 2 - amount.adjusted()).normalize()
    return max(2, -int(shown.as_tuple().exponent))


def _rounded(value: Decimal, decimals: int) -> Decimal:
    if value.adjusted() >= _EXACT.prec - decimals:
        return value  # A number that somebody sent, too long to round: as it stands.
    return value.quantize(Decimal(1).scaleb(-decimals), context=_EXACT)
