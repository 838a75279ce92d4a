"""Origins by vocabulary id and token id."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import IdOutOfRange, UnknownVocabulary
from app.services.token_origin import token_origin
from app.vocabularies.shipped import build_registry


def test_the_origin_comes_with_its_vocabulary(vocabulary_dir: Path) -> None:
    found = token_origin(build_registry(vocabulary_dir), "gpt2", 37628)
    assert (found.info.id, found.origin.piece) == ("gpt2", "Ġni")
    assert found.origin.reachable


def test_what_does_not_exist_is_said(vocabulary_dir: Path) -> None:
    registry = build_registry(vocabulary_dir)
    with pytest.raises(UnknownVocabulary):
        token_origin(registry, "gpt9", 1)
    with pytest.raises(IdOutOfRange):
        token_origin(registry, "gpt2", 50_257)
