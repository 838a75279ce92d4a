"""Text in, tokens out: one text through several vocabularies, and ids back to text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.errors import TokenarioError, VocabularyUnavailable
from app.tokenization.budget import Budget
from app.tokenization.decoders import Decoded
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Encoding, Explanation
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry


@dataclass(frozen=True, slots=True)
class Tokenized:
    """One vocabulary's reading of the text; `explanation` when the stages were asked for."""

    info: VocabularyInfo
    encoding: Encoding
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """Why one vocabulary could not read the text."""

    info: VocabularyInfo
    error: TokenarioError


@dataclass(frozen=True, slots=True)
class Counted:
    """One vocabulary's count of the text."""

    info: VocabularyInfo
    count: int


def tokenize(
    registry: Registry,
    text: str,
    vocabularies: Sequence[str],
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    *,
    max_tokens: int | None = None,
    window: tuple[int, int] | None = None,
    budget: Budget | None = None,
) -> list[Tokenized]:
    """The text through each vocabulary, in the order given, a repeated one once. Any failure is raised."""
    read = {
        id: Tokenized(
            registry.info(id),
            registry.tokenizer(id).encode(
                text, specials, max_tokens=max_tokens, window=window, budget=budget
            ),
        )
        for id in dict.fromkeys(vocabularies)
    }
    return [read[id] for id in vocabularies]


def tokenize_each(
    registry: Registry,
    text: str,
    vocabularies: Sequence[str],
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    *,
    window: tuple[int, int],
    stages: bool = False,
    budget: Budget | None = None,
) -> list[Tokenized | Failed]:
    """Like `tokenize`, but a vocabulary that cannot be loaded says why and the others go on.

    So do those that there is no time left for: one `budget` is for them all. With `stages`, the text
    of the window is explained as well, by itself.
    """
    results: list[Tokenized | Failed] = []
    for id in vocabularies:
        info = registry.info(id)
        try:
            tokenizer = registry.tokenizer(id)
            encoding = tokenizer.encode(text, specials, window=window, budget=budget)
            part = encoding.text[slice(*window)]
            explanation = tokenizer.explain(part, specials) if stages else None
        except TokenarioError as error:
            results.append(Failed(info, error))
        else:
            results.append(Tokenized(info, encoding, explanation))
    return results


def count(
    registry: Registry,
    text: str,
    vocabularies: Sequence[str],
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    *,
    budget: Budget | None = None,
) -> list[Counted]:
    """The number of tokens of the whole text in each vocabulary, in the order given."""
    counted = {
        id: Counted(registry.info(id), registry.tokenizer(id).count(text, specials, budget=budget))
        for id in dict.fromkeys(vocabularies)
    }
    return [counted[id] for id in vocabularies]


def count_each(
    registry: Registry,
    text: str,
    vocabularies: Sequence[str],
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    *,
    budget: Budget | None = None,
) -> list[Counted]:
    """Like `count`, leaving out the vocabularies that cannot be loaded here and now.

    Raises BudgetExceeded.
    """
    counted: list[Counted] = []
    for id in vocabularies:
        try:
            counted += count(registry, text, [id], specials, budget=budget)
        except VocabularyUnavailable:
            continue
    return counted


def decode(registry: Registry, vocabulary: str, ids: Sequence[int]) -> Decoded:
    """The text of these ids, decoded together; `complete` is False for a cut character."""
    return registry.tokenizer(vocabulary).decode(ids)
