"""One registry of the seven for all tests that only read: loading them takes seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry


@pytest.fixture(scope="session")
def registry(vocabulary_dir: Path) -> Registry:
    return build_registry(vocabulary_dir)
