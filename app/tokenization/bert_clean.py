"""BERT's cleaning of a text: control characters, white space, ideographs, accents, case.

Source: google-research/bert `tokenization.py` (BasicTokenizer); huggingface/tokenizers
`normalizers/bert.rs`, whose Unicode tables are followed code point by code point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from app.tokenization import alignment
from app.tokenization.normalizers import Lowercase
from app.tokenization.rewriting import Edit, rewrite
from app.tokenization.stages import Normalizer
from app.tokenization.types import NormalizedText
from app.tokenization.unicode_forms import Nfd
from app.tokenization.unicode_tables import (
    BERT_CHINESE,
    BERT_REMOVED,
    NONSPACING_MARKS,
    WHITE_SPACE,
    character_class,
)

_REMOVED = re.compile(f"[{character_class(BERT_REMOVED)}]+")
_CHINESE = re.compile(f"[{character_class(BERT_CHINESE)}]")
_MARKS = re.compile(f"[{character_class(NONSPACING_MARKS)}]+")
_SPACE = re.compile(f"[{character_class(WHITE_SPACE)}]")


class BertClean(Normalizer):
    """What BERT does to a text before cutting it into words.

    `clean_text`: control and format characters and U+FFFD are dropped, every white space is a
    plain space. `handle_chinese_chars`: ideographs are set apart with spaces. `strip_accents`:
    None means "when lowercasing". The multilingual cased model changes neither accents nor case.

    >>> BertClean(lowercase=False).normalize("can\\x10tó\\t東京").text
    'cantó  東  京 '
    >>> BertClean().normalize("ÑANDÚ").text
    'nandu'
    """

    def __init__(
        self,
        *,
        clean_text: bool = True,
        handle_chinese_chars: bool = True,
        strip_accents: bool | None = None,
        lowercase: bool = True,
    ) -> None:
        strip = lowercase if strip_accents is None else strip_accents
        steps: dict[str, tuple[bool, tuple[Callable[[str], NormalizedText], ...]]] = {
            "clean_text": (clean_text, (_clean,)),
            "handle_chinese_chars": (handle_chinese_chars, (_set_ideographs_apart,)),
            "strip_accents": (strip, (Nfd().normalize, _drop_marks)),
            "lowercase": (lowercase, (Lowercase().normalize,)),
        }
        self.detail = ", ".join(name for name, (wanted, _) in steps.items() if wanted)
        self._steps = [run for wanted, runs in steps.values() if wanted for run in runs]

    def normalize(self, text: str) -> NormalizedText:
        result = NormalizedText(text)
        for step in self._steps:
            result = alignment.compose(result, step(result.text))
        return result


def _clean(text: str) -> NormalizedText:
    """Drop what does not print; one kind of space."""
    kept = rewrite(text, (Edit(*match.span(), "") for match in _REMOVED.finditer(text)))
    return NormalizedText(_SPACE.sub(" ", kept.text), kept.starts, kept.ends)


def _set_ideographs_apart(text: str) -> NormalizedText:
    """A space before and after each ideograph."""

    def spaces() -> Iterator[Edit]:
        for match in _CHINESE.finditer(text):
            yield Edit(match.start(), match.start(), " ")
            yield Edit(match.end(), match.end(), " ")

    return rewrite(text, spaces())


def _drop_marks(text: str) -> NormalizedText:
    """Drop the marks that take no space of their own."""
    return rewrite(text, (Edit(*match.span(), "") for match in _MARKS.finditer(text)))
