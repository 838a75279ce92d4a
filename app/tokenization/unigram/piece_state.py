"""The pieces during Unigram training: fitted to expected counts, pruned by loss, finished at the end."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial
from math import log

from app.tokenization.budget import Budget
from app.tokenization.training import StopReason
from app.tokenization.unigram.expectation import (
    Expectation,
    WordArcs,
    best_counts,
    best_pieces,
    expect,
    lay_out,
    without,
)
from app.tokenization.unigram.steps import RemovedPiece, Weights

_RARELY = 0.5
"""Below this expected count a letter is there only so that nothing is unknown."""

_STEP_BETWEEN_RARE = 0.0001

_LEAST_EXPECTED = 1e-12


class Over(Exception):
    """The budget is used up: unwinds to where the model is made from what there is."""

    def __init__(self, reason: StopReason) -> None:
        self.reason = reason


def out_of_time(budget: Budget) -> bool:
    return budget.exhausted(0) == "seconds"


class PieceState:
    """The pieces as they are now (letters first), their log-probabilities and expected counts."""

    def __init__(self, letters: dict[str, int], seeds: dict[str, int]) -> None:
        self.letters = len(letters)
        self.pieces = (*letters, *seeds)
        self.laid: Sequence[WordArcs] = ()
        self.maximise(array("d", (*letters.values(), *seeds.values())))

    def weights(self) -> Weights:
        return Weights(self.pieces, self.scores)

    def maximise(self, expected: array[float]) -> None:
        """Each piece as probable as its share. A hair above zero, so that no letter is impossible."""
        at_least = [max(count, _LEAST_EXPECTED) for count in expected]
        total = sum(at_least)
        self.expected = expected
        self.scores = array("d", [log(count / total) for count in at_least])

    def expect(self, budget: Budget) -> Expectation:
        """The E-step; raises Over when time runs out inside it."""
        found = expect(self.laid, self.scores, partial(out_of_time, budget))
        if found is None:
            raise Over(StopReason.BUDGET_SECONDS)
        return found

    def prune(self, size: int, keep: float) -> tuple[RemovedPiece, ...]:
        """Drop the pieces missed least: all that no best segmentation uses, and a share of the rest."""
        candidates = sorted(self._losses(), key=self._missed_least)
        unused = sum([removed.count == 0 for _, removed in candidates])
        wanted = max(unused, len(self.pieces) - int(keep * len(self.pieces)))
        leaving = candidates[: min(wanted, len(self.pieces) - size)]
        gone = {index for index, _ in leaving}
        stay = [index for index in range(len(self.pieces)) if index not in gone]
        renumbered = [-1] * len(self.pieces)
        for new, old in enumerate(stay):
            renumbered[old] = new
        self.laid = without(self.laid, renumbered)
        self.pieces = tuple([self.pieces[index] for index in stay])
        self.maximise(array("d", [self.expected[index] for index in stay]))
        return tuple([removed for _, removed in leaving])

    def _missed_least(self, candidate: tuple[int, RemovedPiece]) -> tuple[float, float, str]:
        index, removed = candidate
        return removed.loss, self.expected[index], removed.piece

    def _losses(self) -> list[tuple[int, RemovedPiece]]:
        """Every piece but the letters, with the log-likelihood lost if it went.

        Approximate, as in sentencepiece: each use in the best segmentations becomes the best way
        to write the piece with others, whose counts grow by as much; nothing else changes.
        """
        counts = best_counts(self.laid, self.scores)
        total = sum(counts)
        log_total = log(total)
        used = [i for i in range(self.letters, len(self.pieces)) if counts[i]]
        inside = dict(
            zip(used, lay_out([(self.pieces[i], 1) for i in used], self.pieces), strict=True)
        )
        found: list[tuple[int, RemovedPiece]] = []
        for index in range(self.letters, len(self.pieces)):
            piece, uses = self.pieces[index], counts[index]
            if not uses:
                found.append((index, RemovedPiece(piece, 0, 0.0, ())))
                continue
            instead = best_pieces(inside[index], self.scores, besides=index)
            log_grown = log(total + uses * (len(instead) - 1))
            alternative = sum([log(counts[other] + uses) - log_grown for other in instead])
            loss = uses * (log(uses) - log_total - alternative)
            written = tuple([self.pieces[other] for other in instead])
            found.append((index, RemovedPiece(piece, uses, loss, written)))
        return found

    def final_scores(self) -> list[float]:
        """The log-probabilities, those of hardly used pieces lifted to just below the others.

        A letter that the corpus only shows inside longer pieces would else be all but impossible
        in new words. Each gets a score of its own, by expected count, so that no two tie.
        """
        scores = list(self.scores)
        rare = [index for index, expected in enumerate(self.expected) if expected < _RARELY]
        often = [s for s, e in zip(scores, self.expected, strict=True) if e >= _RARELY]
        # Right after the last piece of several letters left, no letter has been counted yet.
        least = min(often, default=-log(len(scores)))
        rare.sort(key=lambda index: (-self.expected[index], self.pieces[index]))
        for rank, index in enumerate(rare, 1):
            scores[index] = least - rank * _STEP_BETWEEN_RARE
        return scores
