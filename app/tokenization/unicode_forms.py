"""The Unicode normalisation forms, with the place of every character kept.

Source: Unicode Standard Annex 15. The tables stop at Unicode 9, as those of the tokenizers in use
do (see `unicode_tables.NEWER_THAN_FORMS`), so that ids do not depend on the version of Python.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import ClassVar, Literal

from app.tokenization.rewriting import Edit, rewrite
from app.tokenization.stages import Normalizer
from app.tokenization.types import NormalizedText
from app.tokenization.unicode_tables import (
    COMPOSING_MARKS,
    HANGUL_SYLLABLE,
    JAMO_FINAL,
    JAMO_INITIAL,
    JAMO_VOWEL,
    NEWER_THAN_FORMS,
    character_class,
)

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

_NEWER = character_class(NEWER_THAN_FORMS)
_MARKS = character_class(COMPOSING_MARKS)
_VOWEL = character_class(JAMO_VOWEL)
_FINAL = character_class(JAMO_FINAL)

# A cluster is the smallest stretch that normalises without regard to its neighbours.
_CLUSTER = re.compile(
    f"[^{_NEWER}][{_MARKS}]+"
    f"|[{character_class(JAMO_INITIAL)}][{_VOWEL}][{_FINAL}]?"
    f"|[{character_class(HANGUL_SYLLABLE)}][{_FINAL}]"
    rf"|[^\x00-\x7f{_NEWER}]"
)
_LONG = 64
_LONG_RUN = re.compile(f"[{_MARKS}]{{{_LONG}}}")


class UnicodeForm(Normalizer):
    """Base of the four forms. A composed character stands for the span of all its sources."""

    form: ClassVar[Form]

    @property
    def detail(self) -> str:
        return self.form

    def normalize(self, text: str) -> NormalizedText:
        """Normalise cluster by cluster; linear, also for thousands of marks on one letter."""
        if text.isascii():
            return NormalizedText(text)
        # Python takes quadratic time over long runs of marks in the wrong order.
        if not _LONG_RUN.search(text) and unicodedata.is_normalized(self.form, text):
            return NormalizedText(text)
        edits: list[Edit] = []
        for match in _CLUSTER.finditer(text):
            cluster = match[0]
            if len(cluster) > _LONG:
                normalized = _normalize_long(self.form, cluster)
            else:
                normalized = unicodedata.normalize(self.form, cluster)
            if normalized != cluster:
                edits.append(Edit(match.start(), match.end(), normalized))
        return rewrite(text, edits)


class Nfc(UnicodeForm):
    """Canonical composition.

    >>> result = Nfc().normalize("nin\\u0303o")
    >>> result.text, list(result.starts), list(result.ends)
    ('niño', [0, 1, 2, 4], [1, 2, 4, 5])
    """

    form = "NFC"


class Nfd(UnicodeForm):
    """Canonical decomposition.

    >>> ascii(Nfd().normalize("ñ").text)
    "'n\\\\u0303'"
    """

    form = "NFD"


class Nfkc(UnicodeForm):
    """Compatibility composition.

    >>> Nfkc().normalize("ﬁn…").text
    'fin...'
    """

    form = "NFKC"


class Nfkd(UnicodeForm):
    """Compatibility decomposition.

    >>> len(Nfkd().normalize("ﬁño").text)
    5
    """

    form = "NFKD"


def _normalize_long(form: Form, cluster: str) -> str:
    """Normalise a very long cluster: marks are put in canonical order before Python sees them."""
    decomposition: Form = "NFKD" if form in ("NFKC", "NFKD") else "NFD"
    decomposed = "".join(unicodedata.normalize(decomposition, char) for char in cluster)
    ordered = "".join(
        "".join(sorted(run, key=unicodedata.combining)) if marks else "".join(run)
        for marks, run in groupby(decomposed, lambda char: unicodedata.combining(char) != 0)
    )
    return unicodedata.normalize(form, ordered)
