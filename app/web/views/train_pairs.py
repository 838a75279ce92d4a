"""The pairs that a step of training chose from: their counts, their scores, and which one won."""

from __future__ import annotations

import math
from dataclasses import dataclass

from app.tokenization.replay import Candidate, CandidateTable, Step
from app.tokenization.wordpiece.steps import WordPieceStep
from app.web.views.train_words import shown


@dataclass(frozen=True, slots=True)
class PairRow:
    """A candidate pair. For WordPiece `left_count` and `right_count` make the fraction, `score` is
    it in lowest terms and `bits` the pointwise mutual information. `share` is of the best."""

    left: str
    right: str
    count: int
    share: float
    tied: bool
    wins: bool
    left_count: int = 0
    right_count: int = 0
    score: str = ""
    bits: float = 0.0
    bpe: bool = False


def pair_rows(
    table: CandidateTable, step: Step | None, byte_level: bool, pieces: int
) -> tuple[PairRow, ...]:
    """A row for each candidate listed; `pieces` are those of the corpus before the step."""
    rows: list[PairRow] = []
    best = table.rows[0].score if table.rows else 1
    bpe = _bpe_pair(step)
    for index, candidate in enumerate(table.rows):
        wins = index == 0
        scored = bool(candidate.left_count)
        rows.append(
            PairRow(
                left=shown(candidate.left, byte_level),
                right=shown(candidate.right, byte_level),
                count=candidate.count,
                share=float(candidate.score / best),
                tied=candidate.tied and table.tied > 1,
                wins=wins,
                left_count=candidate.left_count,
                right_count=candidate.right_count,
                score=str(candidate.score),
                bits=_bits(candidate, pieces) if scored else 0.0,
                bpe=(candidate.left, candidate.right) == bpe,
            )
        )
    return tuple(rows)


def _bpe_pair(step: Step | None) -> tuple[str, str] | None:
    return (
        (step.bpe_choice.left, step.bpe_choice.right) if isinstance(step, WordPieceStep) else None
    )


def _bits(candidate: Candidate, pieces: int) -> float:
    """Pointwise mutual information: log2 of n(ab) N / (n(a) n(b)), N pieces in the corpus."""
    chance = candidate.left_count * candidate.right_count
    return math.log2(candidate.count * pieces / chance)
