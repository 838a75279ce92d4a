"""Loading ahead: all that can be loaded, and nothing stops at what cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.warm_up import load_all
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry


def test_everything_at_hand_is_loaded(registry: Registry) -> None:
    ready = [id for id in registry.ids() if registry.available(id)]
    assert load_all(registry) == ready


@pytest.mark.usefixtures("no_hub")
def test_what_cannot_be_fetched_is_passed_over(tmp_path: Path) -> None:
    registry = build_registry(tmp_path)
    assert load_all(registry) == [id for id in registry.ids() if "bert" not in id or "xlm" in id]


def test_stopping_ends_it_between_two(tmp_path: Path) -> None:
    answers = iter([False, True])
    assert load_all(build_registry(tmp_path), lambda: next(answers)) == ["gpt2"]
