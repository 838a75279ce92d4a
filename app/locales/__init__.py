"""The two languages of the product: catalogues, and what a reader's `Locale` can say.

English is the message written in the code; Spanish is read at start-up from every
`app/locales/es/*.po` (one file an area, merged; nothing is compiled). To add words: write them in
English as `_("...")` in a template, `locale.gettext("...")` in a view builder or `N_("...")` in
an error, and translate them in the .po file of that area. `tests/test_translations.py` names
what is missing, stale or has other gaps.

Gaps are `%(name)s` (or `%(name)d`, which is no different here). Numbers in them are quantities and
are written the reader's way; whatever is a name rather than a quantity (a token id, a status) is
passed as `str`.
"""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.errors import TokenarioError
from app.locales import numbers

FOLDER = Path(__file__).parent

_NUMBER_GAP = re.compile(r"(%\(\w+\))d")


class Language(StrEnum):
    """The languages people can read, by their code; the first is the default."""

    ES = "es"
    EN = "en"

    @property
    def own_name(self) -> str:
        """The language's name in itself."""
        return {"es": "Español", "en": "English"}[self]


@dataclass(frozen=True, slots=True)
class Locale:
    """A language with its words and its numbers.

    >>> english = locale_of(Language.EN)
    >>> english.say("There are %(count)s tokens.", count=1234)
    'There are 1,234 tokens.'
    >>> english.say_n("%(num)s token", "%(num)s tokens", 1)
    '1 token'
    """

    language: Language
    translations: gettext.NullTranslations

    def gettext(self, message: str) -> str:
        return self.translations.gettext(message)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        return self.translations.ngettext(singular, plural, count)

    def say(self, message: str, **values: object) -> str:
        """The message in this language with its gaps filled."""
        return self._fill(self.gettext(message), values)

    def say_n(self, singular: str, plural: str, count: int, **values: object) -> str:
        """Singular or plural by `count`, which also fills the gap `%(num)s`."""
        return self._fill(self.ngettext(singular, plural, count), {"num": count, **values})

    def explain(self, error: TokenarioError) -> str:
        """An error's sentence in this language."""
        return self._fill(self.gettext(error.message), error.values)

    def _fill(self, message: str, values: Mapping[str, object]) -> str:
        if not values:
            return message
        return _NUMBER_GAP.sub(r"\1s", message) % {
            name: self._written(value) for name, value in values.items()
        }

    def _written(self, value: object) -> object:
        if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            return numbers.number(value, self.language)
        return value


def read_catalogue(language: Language, folder: Path = FOLDER) -> Catalog:
    """All .po files of a language as one catalogue.

    Raises ValueError when two files translate the same message differently.
    """
    merged = Catalog(locale=language.value)
    # Babel gives Spanish a third form for whole millions; our files, like gettext's, have two.
    merged.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    for path in sorted((folder / language.value).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language.value, abort_invalid=True):
                if not message.id:
                    continue
                known = merged.get(message.id, message.context)
                if known is not None and known.string != message.string:
                    raise ValueError(f"{path.name} translates {message.id!r} in another way")
                merged[message.id] = message
    return merged


@lru_cache(maxsize=len(Language))
def locale_of(language: Language) -> Locale:
    """The locale of a language; its catalogue is read once."""
    if language is Language.EN:
        return Locale(language, gettext.NullTranslations())
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    return Locale(language, gettext.GNUTranslations(compiled))
