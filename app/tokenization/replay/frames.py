"""What a frame of a run that merges pairs shows. Frozen, no behaviour beyond reading."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from app.tokenization.bpe.steps import TrainStep
from app.tokenization.training import StopReason
from app.tokenization.wordpiece.steps import WordPieceStep

Step = TrainStep | WordPieceStep


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a frame shows: pairs of the table, words, and pieces of one word."""

    pairs: int = 25
    words: int = 60
    pieces: int = 120


class WinReason(StrEnum):
    """Why the winner won: alone at the top, or by the tie rule named."""

    HIGHEST = "highest"
    FIRST_SEEN = "first_seen"
    SMALLEST_PAIR = "smallest_pair"
    LEXICOGRAPHIC = "lexicographic"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair that could be merged. `score` orders it: its count for BPE, a fraction for WordPiece.

    `left_count` and `right_count` are how often its parts occur (0 where the score does not ask: in
    BPE, and in WordPiece by frequency).
    `word`, `offset`: where it occurs first, in symbols the word started with; `word_text` is shown
    cut to the bounds. `tied`: it equals the best.
    """

    left: str
    right: str
    count: int
    score: Fraction
    left_count: int
    right_count: int
    word: int
    offset: int
    word_text: str
    tied: bool


@dataclass(frozen=True, slots=True)
class CandidateTable:
    """The best candidate pairs, best first, the winner on top.

    `total` pairs occur at least as often as the minimum; `tied` of them equal the best (1 when the
    winner stands alone). `rows` may be fewer than `total`: `hidden` says how many are left out.
    """

    rows: tuple[Candidate, ...]
    total: int
    tied: int
    reason: WinReason

    @property
    def hidden(self) -> int:
        return self.total - len(self.rows)


@dataclass(frozen=True, slots=True)
class WordView:
    """A word of the corpus as pieces now. `lit`: indexes of pieces this step made.

    `pieces` may be only the first ones: `hidden` says how many follow.
    """

    index: int
    text: str
    count: int
    pieces: tuple[str, ...]
    lit: tuple[int, ...]
    hidden: int


@dataclass(frozen=True, slots=True)
class Frame:
    """A run after step `number` (0: before any) of `last`.

    `chosen_from`: the table the step's pair was chosen from (None at 0). `candidates`: the table
    now. `words`: the first words; `changed`: the first words that this step changed. The unit is
    the line once SuperBPE merges across words (`across_words`; words with counts have no lines).
    `stop_reason` on the last frame.
    """

    number: int
    last: int
    step: Step | None
    chosen_from: CandidateTable | None
    candidates: CandidateTable
    words: tuple[WordView, ...]
    words_total: int
    changed: tuple[WordView, ...]
    changed_total: int
    vocabulary_size: int
    pieces: int
    across_words: bool
    stop_reason: StopReason | None
