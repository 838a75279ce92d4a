"""Loading every vocabulary ahead of the first visitor, one after another, in the background."""

from __future__ import annotations

from collections.abc import Callable

from app.errors import VocabularyUnavailable
from app.vocabularies.registry import Registry


def load_all(registry: Registry, stopped: Callable[[], bool] = lambda: False) -> list[str]:
    """Load each vocabulary, the lightest work first as they are listed; the ids that loaded.

    The one that is not shipped is fetched when it can be, so that it is there from the first visit
    of a machine with a network. `stopped` ends the work between two vocabularies.
    """
    loaded: list[str] = []
    for id in registry.ids():
        if stopped():
            break
        try:
            registry.tokenizer(id)
        except VocabularyUnavailable:
            continue  # its row on the page says what mends it
        loaded.append(id)
    return loaded
