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

from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from itertools import count

from app.errors import N_, InvalidInput
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split
from app.tokenization.training import Cancelled, StopReason, TrainingConfig, budget_reason
from app.tokenization.unigram.expectation import lay_out, stretches
from app.tokenization.unigram.model import UnigramModel, marked_parts
from app.tokenization.unigram.piece_state import Over, PieceState, out_of_time
from app.tokenization.unigram.seeds import best_seeds, count_letters, frequent_strings
from app.tokenization.unigram.steps import EStep, MStep, PruneStep, SeedStep, Step, Weights


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
    stop = partial(out_of_time, budget)
    strings = frequent_strings(words, config.longest_piece, config.min_frequency, stop)
    seeds = best_seeds(strings, config.seeds_per_piece * config.vocabulary_size)
    state = PieceState(letters, seeds)
    # 3. Fit and prune, round after round.
    try:
        reason = yield from _rounds(state, words, config, budget)
    except Cancelled:
        reason = StopReason.CANCELLED
    except Over as over:
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


def _rounds(
    state: PieceState, words: list[tuple[str, int]], config: UnigramConfig, budget: Budget
) -> Generator[Step, None, StopReason]:
    """The steps from the seeds on; returns why they ended, or raises Over."""
    done = 0

    def step_number() -> int:
        nonlocal done
        if (reason := budget_reason(budget, done)) is not None:
            raise Over(reason)
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
