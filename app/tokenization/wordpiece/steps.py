"""What a step of WordPiece training is: the pair merged and every term of its score."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """A pair with what its score is made of: how often the pair, its left and its right occur.

    >>> pair = ScoredPair("b", "##a", 6, 6, 10, Fraction(6, 6 * 10))
    >>> str(pair.score)
    '1/10'
    """

    left: str
    right: str
    count: int
    left_count: int
    right_count: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class WordPieceStep:
    """A piece learned: `chosen` was the pair of highest score and became `piece`.

    `merged` is how often it was merged (overlaps merge once). `runner_ups` come next by score,
    best first. `bpe_choice` is the pair BPE would have merged here: the most frequent one.
    `vocabulary_size` and `pieces` (over the whole corpus) are after the step.
    """

    number: int
    chosen: ScoredPair
    piece: str
    merged: int
    words_changed: int
    runner_ups: tuple[ScoredPair, ...]
    bpe_choice: ScoredPair
    vocabulary_size: int
    pieces: int

    @property
    def left(self) -> str:
        return self.chosen.left

    @property
    def right(self) -> str:
        return self.chosen.right

    @property
    def count(self) -> int:
        return self.chosen.count

    @property
    def tied(self) -> bool:
        """Whether another pair had the same score."""
        return bool(self.runner_ups) and self.runner_ups[0].score == self.chosen.score

    @property
    def differs_from_bpe(self) -> bool:
        """Whether BPE would have merged another pair."""
        return (self.bpe_choice.left, self.bpe_choice.right) != (self.left, self.right)
