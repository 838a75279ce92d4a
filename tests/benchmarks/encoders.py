"""Our encoders against the libraries that models are run with, vocabulary by vocabulary."""

from __future__ import annotations

from pathlib import Path

from app.tokenization.pipeline import Tokenizer
from app.vocabularies.shipped import build_registry
from tests.benchmarks.measure import best_of, ratio
from tests.benchmarks.peers import LIBRARIES, Peer, references
from tests.benchmarks.report import Table
from tests.benchmarks.texts import RUN, LongText

WINDOW = (0, 5_000)
"""The characters whose tokens a page shows; the count is of the whole text."""
WINDOW_TOKENS = 2_000

TABLE = Table(
    "Encoders: our time as a multiple of the library's (ours in brackets)",
    ("vocabulary", "against", "load", "count", "ids", "count and places", "200,000 equal letters"),
    tuple(f"`{id}`" for id in LIBRARIES),
)

ABSENT = "not on this machine"


class Encoders:
    """Measures one row of the table; each round works on tokenizers loaded anew."""

    def __init__(self, book: LongText, folder: Path, rounds: int) -> None:
        self._text = book.text
        self._folder = folder
        self._rounds = rounds
        self._references = {f"`{item.id}`": item for item in references(folder)}

    def row(self, label: str) -> list[str]:
        reference = self._references[label]
        load = reference.load
        if load is None:
            return [reference.library, *[ABSENT] * 5]

        def own() -> Tokenizer:
            return build_registry(self._folder).tokenizer(reference.id)

        text, rounds = self._text, self._rounds
        _check_equal(own(), load(), [text, RUN])
        theirs = best_of(rounds, load, lambda peer: peer.ids(text))
        return [
            reference.library,
            ratio(
                best_of(rounds, lambda: None, lambda _: own()),
                best_of(rounds, lambda: None, lambda _: load()),
            ),
            ratio(best_of(rounds, own, lambda ours: ours.count(text)), theirs),
            ratio(best_of(rounds, own, lambda ours: ours.ids(text)), theirs),
            ratio(
                best_of(rounds, own, lambda ours: ours.encode(text, window=WINDOW)),
                best_of(rounds, load, lambda peer: peer.places(text, WINDOW_TOKENS)),
            ),
            ratio(
                best_of(rounds, own, lambda ours: ours.count(RUN)),
                best_of(rounds, load, lambda peer: peer.ids(RUN)),
            ),
        ]


def _check_equal(ours: Tokenizer, theirs: Peer, texts: list[str]) -> None:
    """Raises ValueError when the two do not do the same work."""
    for text in texts:
        if ours.ids(text) != theirs.ids(text):
            raise ValueError(f"the ids of {text[:20]!r}… differ: nothing to compare")
