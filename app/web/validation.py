"""Validation errors of a request in words: which field, and what is wrong with it.

Pydantic's own sentences are in English and may quote the input; these are in the reader's language
and never do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.errors import N_
from app.locales import Locale

_UNUSABLE = N_("has a value that cannot be used here")

_BY_TYPE: Mapping[str, str] = {
    "missing": N_("is missing"),
    "json_invalid": N_("is not valid JSON"),
    "extra_forbidden": N_("is not a field of this request"),
    "string_type": N_("must be text"),
    "string_unicode": N_("must be text"),
    "string_too_long": N_("is longer than %(max_length)s characters"),
    "string_too_short": N_("is shorter than %(min_length)s characters"),
    "int_type": N_("must be a whole number"),
    "int_parsing": N_("must be a whole number"),
    "int_from_float": N_("must be a whole number"),
    "float_type": N_("must be a number"),
    "float_parsing": N_("must be a number"),
    "decimal_parsing": N_("must be a number"),
    "decimal_type": N_("must be a number"),
    "bool_type": N_("must be true or false"),
    "bool_parsing": N_("must be true or false"),
    "list_type": N_("must be a list"),
    "dict_type": N_("must be an object"),
    "model_attributes_type": N_("must be an object"),
    "too_long": N_("has more than %(max_length)s items"),
    "too_short": N_("has fewer than %(min_length)s items"),
    "greater_than": N_("must be more than %(gt)s"),
    "greater_than_equal": N_("must be at least %(ge)s"),
    "less_than": N_("must be less than %(lt)s"),
    "less_than_equal": N_("must be at most %(le)s"),
    "literal_error": N_("must be one of %(expected)s"),
    "enum": N_("must be one of %(expected)s"),
}


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """`field` is written as in the request (`vocabularies.0`); "" stands for the body as a whole."""

    field: str
    message: str

    @property
    def line(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


def problems(errors: Sequence[Any], locale: Locale) -> tuple[FieldProblem, ...]:
    """Pydantic's errors in the reader's language.

    >>> from app.locales import Language, locale_of
    >>> found = problems([{"type": "missing", "loc": ("body", "text")}], locale_of(Language.EN))
    >>> found[0].line
    'text: is missing'
    """
    return tuple(_problem(error, locale) for error in errors)


def _problem(error: Mapping[str, Any], locale: Locale) -> FieldProblem:
    kind = str(error["type"])
    context = error.get("ctx", {})
    if kind == "literal_error" or kind == "enum":
        context = {"expected": _listed(str(context.get("expected", "")))}
    message = _BY_TYPE.get(kind, _UNUSABLE)
    values = {name: value for name, value in context.items() if f"%({name})s" in message}
    return FieldProblem(_field(error["loc"], kind), locale.say(message, **values))


def _listed(expected: str) -> str:
    """Pydantic's English list as one that every language reads.

    >>> _listed("'bpe', 'unigram' or 'gage'")
    'bpe, unigram, gage'
    """
    return re.sub(r" or (?=\S+$)", ", ", expected).replace("'", "")


def _field(location: Sequence[str | int], kind: str) -> str:
    """The field's name inside the body or the query; a place in broken JSON is no field.

    >>> _field(("body", "vocabularies", 0), "literal_error"), _field(("body", 17), "json_invalid")
    ('vocabularies.0', '')
    """
    return "" if kind == "json_invalid" else ".".join(str(part) for part in location[1:])
