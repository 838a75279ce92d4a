"""The pages that links can open, and the names that a link to each of them may say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

READER = ("lang", "theme")
"""What belongs to who reads: in every link when the address fixes it, in no stored payload."""

EMBED = ("show", "lock")
"""What belongs to one embedding: which controls it shows, and which of them cannot be changed."""


@dataclass(frozen=True, slots=True)
class PageKind:
    """A page that links can open: its path, its embed's path ("" for a page that is not embedded),
    and its names in canonical order.

    `texts` are the names that a private link keeps in the fragment; they come last in a link.
    `also` are further names that are read as one of these.
    """

    path: str
    embed: str
    options: tuple[str, ...]
    texts: tuple[str, ...] = ("text",)
    also: tuple[tuple[str, str], ...] = ()
    height: int = 420
    """Pixels that the embed needs in a column of 700, as it opens, when nobody hears its messages."""

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.options, *READER, *(EMBED if self.embed else ()), *self.texts)


PAGES: Mapping[str, PageKind] = MappingProxyType(
    {
        "playground": PageKind(
            "/",
            "/embed/tokenize",
            (
                *("model", "mode", "special", "spaces", "sort", "page"),
                *("messages", "output", "cached", "own", "currency", "rate", "day", "lines"),
                *("limit", "prices"),
            ),
        ),
        "steps": PageKind(
            "/steps", "/embed/steps", ("model", "special", "word", "step"), height=680
        ),
        "train": PageKind(
            "/train",
            "/embed/train",
            (
                *("model", "algorithm", "ready", "merges", "size", "unit", "marker", "ties"),
                *("min_frequency", "pre_tokenizer", "score", "transition", "run"),
                *("seed", "temperature", "step"),
            ),
            ("word", "corpus", "text"),
            height=960,
        ),
        "splits": PageKind("/splits", "", ()),
        "words": PageKind("/words", "", ("model", "space"), ("words",), (("text", "words"),)),
        "decode": PageKind("/decode", "", ("model",), ("ids",)),
        "vocabularies": PageKind("/vocabularies", "", ("deleted",), ("q",)),
        "vocabulary": PageKind("/vocabularies/{id}", "", ("d",), ()),
        "search": PageKind("/vocabularies/{id}/search", "", ("how",), ("q",)),
        "token": PageKind("/vocabularies/{id}/tokens/{token_id}", "", (), ()),
    }
)
