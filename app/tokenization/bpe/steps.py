"""What a step of BPE is: of training (a rule learned) and of encoding with rules (a rule applied)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairCount:
    """A pair of pieces and how often it was counted."""

    left: str
    right: str
    count: int


@dataclass(frozen=True, slots=True)
class TrainStep:
    """A rule learned: `left` + `right` become `piece`.

    `count` is how often the pair was counted, `merged` how often it was merged: `aaa` holds (a, a)
    twice but merges once. `words_changed` are distinct words. `runner_ups` are the pairs that would
    have been next, best first. `vocabulary_size` and `pieces` (over the whole corpus) are after it.
    `crosses_words` tells SuperBPE's second stage.

    >>> step = TrainStep(1, "b", "a", "ba", 6, 6, 3, (PairCount("a", "j", 6),), 6, 16)
    >>> step.tied
    True
    """

    number: int
    left: str
    right: str
    piece: str
    count: int
    merged: int
    words_changed: int
    runner_ups: tuple[PairCount, ...]
    vocabulary_size: int
    pieces: int
    crosses_words: bool = False

    @property
    def tied(self) -> bool:
        """Whether another pair was just as frequent."""
        return bool(self.runner_ups) and self.runner_ups[0].count == self.count


@dataclass(frozen=True, slots=True)
class RuleStep:
    """A rule applied to a text: rule `rule` (from 1) was merged `merged` times, in the words whose
    indexes are listed in `changed`.

    Rules with nothing to do give no step, so the numbers jump. `tokens` counts the pieces of the
    whole text after it.
    """

    rule: int
    left: str
    right: str
    piece: str
    merged: int
    changed: tuple[int, ...]
    tokens: int
