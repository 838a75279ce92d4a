"""What a step of Unigram training is. Each carries the pieces with their log-probabilities after it.

The pieces of steps between two prunings are one shared tuple, so that a long run stays small.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Pieces with a number each, side by side: log-probabilities, or expected counts.

    >>> Weights(("a", "ab"), array("d", (-1.0, -2.0))).as_dict()
    {'a': -1.0, 'ab': -2.0}
    """

    pieces: tuple[str, ...]
    values: array[float]

    def __len__(self) -> int:
        return len(self.pieces)

    def as_dict(self) -> dict[str, float]:
        return dict(zip(self.pieces, self.values, strict=True))


@dataclass(frozen=True, slots=True)
class SeedStep:
    """Where training starts: every letter and the frequent strings, likely by how much they cover.

    `letters` is how many of the pieces are letters, which are never dropped (they come first).
    """

    number: int
    scores: Weights
    letters: int


@dataclass(frozen=True, slots=True)
class EStep:
    """Expectation: how often each piece occurs over all segmentations, each by its probability.

    `log_likelihood` is of the whole corpus; `tokens` the expected number of tokens in it.
    """

    number: int
    round: int
    expected: Weights
    log_likelihood: float
    tokens: float


@dataclass(frozen=True, slots=True)
class MStep:
    """Maximisation: each piece as probable as its share of the expected tokens.

    The log-likelihood of the corpus never falls from `before` to `after`.
    """

    number: int
    round: int
    scores: Weights
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class RemovedPiece:
    """A piece that pruning dropped, and why.

    `count` is how often the best segmentations use it; `loss` how much log-likelihood its absence
    costs, if each use became `instead`. Both are 0 for a piece that no best segmentation uses.
    """

    piece: str
    count: int
    loss: float
    instead: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PruneStep:
    """The pieces that are missed least leave, least missed first; the rest share the probability."""

    number: int
    round: int
    removed: tuple[RemovedPiece, ...]
    scores: Weights
    before: float
    after: float


Step = SeedStep | EStep | MStep | PruneStep
