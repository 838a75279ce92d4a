"""One text under all the named patterns."""

from __future__ import annotations

from pathlib import Path

from app.services.split_text import split_text
from app.vocabularies.shipped import build_registry


def test_every_pattern_with_the_vocabularies_that_use_it(vocabulary_dir: Path) -> None:
    found = split_text(build_registry(vocabulary_dir), "I'll pay 1234567")
    assert {one.pattern.name: [info.id for info in one.users] for one in found} == {
        "gpt2": ["gpt2"],
        "cl100k": ["cl100k_base"],
        "o200k": ["o200k_base"],
        "llama3": ["llama-3"],
    }
    parts = {one.pattern.name: [part.text for part in one.parts] for one in found}
    assert parts["gpt2"] == ["I", "'ll", " pay", " 1234567"]
    assert parts["cl100k"] == parts["llama3"] == ["I", "'ll", " pay", " ", "123", "456", "7"]
    assert parts["o200k"] == ["I'll", " pay", " ", "123", "456", "7"]
