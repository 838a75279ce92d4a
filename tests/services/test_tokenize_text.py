"""One text through several vocabularies."""

from __future__ import annotations

import pytest

from app.services.tokenize_text import count, tokenize
from app.tokenization.types import Segment
from app.vocabularies.registry import Registry


def test_a_vocabulary_named_twice_is_asked_once(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def segment(piece: str) -> tuple[Segment, ...]:
        asked.append(piece)
        return (Segment(0, 0, len(piece)),)

    monkeypatch.setattr(registry.tokenizer("gpt2").segmenter, "segment", segment)
    names = ["gpt2"] * 16
    assert [(one.info.id, one.count) for one in count(registry, "hola", names)] == [
        ("gpt2", 1)
    ] * 16
    assert [one.info.id for one in tokenize(registry, "hola", names)] == names
    assert asked == ["hola", "hola"]
