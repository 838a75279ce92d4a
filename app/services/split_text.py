"""A text under every named splitting pattern, with the vocabularies that use each."""

from __future__ import annotations

from dataclasses import dataclass

from app.tokenization.split_patterns import SPLIT_PATTERNS, SplitPattern
from app.tokenization.split_view import SplitPart, split_view
from app.tokenization.well_formed import well_formed
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import RANK_VOCABULARIES


@dataclass(frozen=True, slots=True)
class SplitText:
    """One pattern's parts of the text."""

    pattern: SplitPattern
    users: tuple[VocabularyInfo, ...]
    parts: tuple[SplitPart, ...]


def split_text(registry: Registry, text: str) -> list[SplitText]:
    """The text under each pattern, in the order of `SPLIT_PATTERNS`."""
    text = well_formed(text)
    users: dict[str, list[VocabularyInfo]] = {}
    for id, (pattern, _) in RANK_VOCABULARIES.items():
        if id in registry:
            users.setdefault(pattern, []).append(registry.info(id))
    return [
        SplitText(pattern, tuple(users.get(name, ())), tuple(split_view(pattern, text)))
        for name, pattern in SPLIT_PATTERNS.items()
    ]
