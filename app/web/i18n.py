"""Which language a reader gets: what the address asks for, else what the browser prefers, else Spanish.

>>> preferred("de, en-GB;q=0.8, es;q=0.9")
<Language.ES: 'es'>
>>> preferred("fr"), preferred("en;q=0"), preferred("en-US")
(<Language.ES: 'es'>, <Language.ES: 'es'>, <Language.EN: 'en'>)
"""

from __future__ import annotations

from babel import negotiate_locale

from app.locales import Language

DEFAULT = Language.ES


def named(value: str) -> Language | None:
    """The language that `?lang=` names, or None when there is no such language.

    >>> named("EN"), named("klingon")
    (<Language.EN: 'en'>, None)
    """
    try:
        return Language(value.strip().lower())
    except ValueError:
        return None


def preferred(accept_language: str) -> Language:
    """The best language for an Accept-Language header (RFC 9110, 12.5.4), Spanish when none fits."""
    found = negotiate_locale(
        _by_preference(accept_language), [language.value for language in Language], sep="-"
    )
    return Language(found) if found else DEFAULT


def _by_preference(accept_language: str) -> list[str]:
    """The tags of the header, best first; a tag with q=0, or one that is not well formed, is left out.

    >>> _by_preference("da, en-gb;q=0.8, en;q=0.7, es;q=0, *;q=0.1, pt;q=many")
    ['da', 'en-gb', 'en', '*']
    """
    weighted: list[tuple[float, str]] = []
    for part in accept_language.split(","):
        tag, _, parameter = part.partition(";")
        name, _, value = parameter.partition("=")
        try:
            weight = float(value) if name.strip().lower() == "q" else 1.0
        except ValueError:
            continue
        if tag.strip() and 0 < weight <= 1:
            weighted.append((weight, tag.strip().lower()))
    return [tag for _, tag in sorted(weighted, key=lambda pair: -pair[0])]
