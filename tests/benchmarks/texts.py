"""What is cut and learned from: a novel of the shared data, or else the product's own examples."""

from __future__ import annotations

from dataclasses import dataclass

from app.catalog.loader import examples
from tests.shared import SHARED

BOOK = SHARED / "corpora" / "quijote-es.txt"
RUN = "a" * 200_000
SHORT = 300
"""Characters of a typical request."""


@dataclass(frozen=True, slots=True)
class LongText:
    """A long text, and a name for it that the report can show."""

    name: str
    text: str


def long_text(characters: int | None = None) -> LongText:
    """The first `characters` of «Don Quijote», whole without a number; without it, our examples."""
    if BOOK.is_file():
        name, text = "Don Quijote, in Spanish", BOOK.read_text(encoding="utf-8")
    else:
        name = "the product's examples, repeated (the shared book is not on this machine)"
        text = "\n".join(short_texts()) * 200
    return LongText(name, text[:characters])


def short_texts() -> list[str]:
    """Different texts of `SHORT` characters, out of the product's examples in both languages.

    >>> {len(text) for text in short_texts()}
    {300}
    """
    whole = "\n".join(
        example.text.of(language) for language in ("es", "en") for example in examples()
    )
    return [whole[at : at + SHORT] for at in range(0, len(whole) - SHORT, SHORT)]
