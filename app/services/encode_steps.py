"""How a vocabulary cuts a text, step by step, within limits."""

from __future__ import annotations

from dataclasses import dataclass

from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.steps.trace import text_steps
from app.tokenization.steps.types import StepLimits, TextSteps
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry


@dataclass(frozen=True, slots=True)
class EncodedSteps:
    """One vocabulary's steps over a text."""

    info: VocabularyInfo
    steps: TextSteps


def encode_steps(
    registry: Registry,
    vocabulary: str,
    text: str,
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    limits: StepLimits | None = None,
    budget: Budget | None = None,
) -> EncodedSteps:
    """The steps of the text under one vocabulary.

    Raises UnknownVocabulary, VocabularyUnavailable.
    """
    tokenizer = registry.tokenizer(vocabulary)
    steps = text_steps(tokenizer, text, specials, limits, budget)
    return EncodedSteps(registry.info(vocabulary), steps)
