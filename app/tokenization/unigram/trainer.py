"""Unigram training: start with far too many pieces, fit their probabilities, drop the least missed.

A generator of steps in the order seed, then rounds of (expectation, maximisation) * n and a pruning,
until the size asked for is reached. Deterministic: everything runs in sorted order.

Follows Kudo 2018 and sentencepiece's `unigram_model_trainer.cc`, with three differences, said here:
maximisation is the textbook one (sentencepiece discounts counts by a sparse prior), so that the
likelihood never falls; pruning by loss goes on to the very size asked for (sentencepiece stops at
1.1 times it and keeps the likeliest); and there are four seeds for each piece asked for, not a
million, because with too many, whole words crowd out the pieces that new text needs.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import log

from app.errors import N_, InvalidInput
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split
from app.tokenization.training import Cancelled, StopReason, TrainingConfig, budget_reason
from app.tokenization.unigram.expectation import (
    Expectation,
    WordArcs,
    best_counts,
    best_pieces,
    expect,
    lay_out,
    stretches,
    without,
)
from app.tokenization.unigram.model import UnigramModel, marked_parts
from app.tokenization.unigram.seeds import best_seeds, count_letters, frequent_strings
from app.tokenization.unigram.steps import (
    EStep,
    MStep,
    PruneStep,
    RemovedPiece,
    SeedStep,
    Step,
    Weights,
)

_RARELY = 0.5
"""Below this expected count a letter is there only so that nothing is unknown."""

_STEP_BETWEEN_RARE = 0.0001

_LEAST_EXPECTED = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class UnigramConfig:
    """How to train Unigram.

    `vocabulary_size` counts letters and pieces, `<unk>` not. Seeds have 2 to `longest_piece`
    characters and occur `min_frequency` times; the best `seeds_per_piece * vocabulary_size` are
    taken. Each round fits `iterations` times, then keeps the share `keep` of the pieces. `marked`
    puts `▁` before every word (for words cut at whitespace).
    """

    vocabulary_size: int
    min_frequency: int = 2
    longest_piece: int = 16
    seeds_per_piece: int = 4
    iterations: int = 2
    keep: float = 0.75
    marked: bool = True

    def __post_init__(self) -> None:
        TrainingConfig(vocabulary_size=self.vocabulary_size, min_frequency=self.min_frequency)
        for value, least, most in (
            (self.longest_piece, 2, 64),
            (self.seeds_per_piece, 1, 1000),
            (self.iterations, 1, 100),
            (self.keep, 0.1, 0.95),
        ):
            if not least <= value <= most:
                raise InvalidInput(
                    N_("%(value)s is out of bounds for Unigram training: %(least)s to %(most)s."),
                    value=value,
                    least=least,
                    most=most,
                )


def train(
    corpus: Corpus, config: UnigramConfig, budget: Budget | None = None
) -> Generator[Step, None, UnigramModel]:
    """Learn a Unigram vocabulary. Raises InvalidInput when the size cannot hold the letters.

    Stopped early, it returns the pieces it has: more than were asked for.

    >>> from app.tokenization.corpus import from_counts
    >>> corpus = from_counts({"bajo": 3, "baja": 2, "jo": 4})
    >>> steps = list(train(corpus, UnigramConfig(vocabulary_size=8)))
    >>> [type(step).__name__ for step in steps][:6]
    ['SeedStep', 'EStep', 'MStep', 'EStep', 'MStep', 'PruneStep']
    >>> steps[-1].scores.pieces
    ('a', 'b', 'j', 'o', '▁', '▁bajo', '▁jo', '▁baja')
    """
    # 1. The words, marked as they will be when encoding; their letters always stay.
    marked = config.marked and corpus.split is Split.WHITESPACE
    words = stretches(
        [(part, w.count) for w in corpus.words for part in marked_parts(w.text, marked)]
    )
    letters = count_letters(words)
    TrainingConfig(vocabulary_size=config.vocabulary_size).allowed_merges(len(letters))
    # 2. Seeds: far more pieces than asked for.
    budget = budget or Budget()
    stop = partial(_out_of_time, budget)
    strings = frequent_strings(words, config.longest_piece, config.min_frequency, stop)
    seeds = best_seeds(strings, config.seeds_per_piece * config.vocabulary_size)
    state = _State(letters, seeds)
    # 3. Fit and prune, round after round.
    try:
        reason = yield from _rounds(state, words, config, budget)
    except Cancelled:
        reason = StopReason.CANCELLED
    except _Over as over:
        reason = over.reason
    # 4. The vocabulary, likeliest piece first.
    ranked = sorted(zip(state.final_scores(), state.pieces, strict=True), key=_likeliest_first)
    return UnigramModel(
        tuple([piece for _, piece in ranked]),
        tuple([score for score, _ in ranked]),
        marked,
        corpus.split,
        reason,
    )


def _likeliest_first(ranked: tuple[float, str]) -> tuple[float, str]:
    return -ranked[0], ranked[1]


class _Over(Exception):
    """The budget is used up: unwinds to where the model is made from what there is."""

    def __init__(self, reason: StopReason) -> None:
        self.reason = reason


def _out_of_time(budget: Budget) -> bool:
    return budget.exhausted(0) == "seconds"


def _rounds(
    state: _State, words: list[tuple[str, int]], config: UnigramConfig, budget: Budget
) -> Generator[Step, None, StopReason]:
    """The steps from the seeds on; returns why they ended, or raises _Over."""
    done = 0

    def step_number() -> int:
        nonlocal done
        if (reason := budget_reason(budget, done)) is not None:
            raise _Over(reason)
        done += 1
        return done

    enough = len(state.pieces) >= config.vocabulary_size
    yield SeedStep(step_number(), state.weights(), state.letters)
    state.laid = lay_out(words, state.pieces)
    found = state.expect(budget)
    for turn in count(1):
        for _ in range(config.iterations):
            expected = Weights(state.pieces, found.counts)
            before = found.log_likelihood
            yield EStep(step_number(), turn, expected, before, sum(found.counts))
            number = step_number()
            state.maximise(found.counts)
            found = state.expect(budget)
            yield MStep(number, turn, state.weights(), before, found.log_likelihood)
        if len(state.pieces) <= config.vocabulary_size:
            break
        before, number = found.log_likelihood, step_number()
        removed = state.prune(config.vocabulary_size, config.keep)
        found = state.expect(budget)
        yield PruneStep(number, turn, removed, state.weights(), before, found.log_likelihood)
    return StopReason.TARGET_REACHED if enough else StopReason.NO_MORE_STRINGS


class _State:
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
        total = sum(expected)
        self.expected = expected
        self.scores = array("d", [log(max(e, _LEAST_EXPECTED) / total) for e in expected])

    def expect(self, budget: Budget) -> Expectation:
        """The E-step; raises _Over when time runs out inside it."""
        found = expect(self.laid, self.scores, partial(_out_of_time, budget))
        if found is None:
            raise _Over(StopReason.BUDGET_SECONDS)
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
        least = min([s for s, e in zip(scores, self.expected, strict=True) if e >= _RARELY])
        rare.sort(key=lambda index: (-self.expected[index], self.pieces[index]))
        for rank, index in enumerate(rare, 1):
            scores[index] = least - rank * _STEP_BETWEEN_RARE
        return scores
