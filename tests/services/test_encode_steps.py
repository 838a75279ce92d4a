"""Steps by vocabulary id."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import UnknownVocabulary
from app.services.encode_steps import encode_steps
from app.tokenization.steps.types import StepLimits
from app.vocabularies.shipped import build_registry


def test_the_steps_come_with_their_vocabulary(vocabulary_dir: Path) -> None:
    registry = build_registry(vocabulary_dir)
    found = encode_steps(registry, "gpt2", "uno dos", limits=StepLimits(max_parts=1))
    assert (found.info.id, found.steps.truncated_by) == ("gpt2", "parts")
    assert [part.text for part in found.steps.parts] == ["uno"]


def test_an_unknown_vocabulary_is_said(vocabulary_dir: Path) -> None:
    with pytest.raises(UnknownVocabulary):
        encode_steps(build_registry(vocabulary_dir), "gpt9", "uno")
