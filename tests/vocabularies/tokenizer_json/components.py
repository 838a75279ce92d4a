"""Components of tokenizers as the file writes them."""

from __future__ import annotations

from typing import Any

from app.vocabularies.tokenizer_json.document import Node, parse


def written(component: Any) -> Node:
    """The part of tokenizer.json that stands for a component."""
    state: bytes = component.__getstate__()
    return parse(state)
