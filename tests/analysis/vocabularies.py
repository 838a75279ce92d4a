"""The real vocabularies for tests of this folder, built once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from app.tokenization.pipeline import Tokenizer
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry


@cache
def _registry() -> Registry:
    return build_registry(Path("nowhere"))


def real(id: str) -> Tokenizer:
    return _registry().tokenizer(id)
