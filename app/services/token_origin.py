"""Where a token of a vocabulary comes from, and which models read it."""

from __future__ import annotations

from dataclasses import dataclass

from app.tokenization.steps import origin
from app.tokenization.steps.origin import TokenOrigin
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry


@dataclass(frozen=True, slots=True)
class LocatedOrigin:
    """A token's origin with its vocabulary."""

    info: VocabularyInfo
    origin: TokenOrigin


def token_origin(registry: Registry, vocabulary: str, id: int) -> LocatedOrigin:
    """The origin of token `id`.

    Raises UnknownVocabulary, VocabularyUnavailable, IdOutOfRange.
    """
    found = origin.token_origin(registry.tokenizer(vocabulary), id)
    return LocatedOrigin(registry.info(vocabulary), found)
