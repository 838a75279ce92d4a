"""WordPiece training: merge the pair whose parts need each other most, again and again.

Score LIKELIHOOD is n(ab) / (n(a) n(b)), with n counting pieces as the corpus is cut now: how much
more often a and b meet than chance would have it. Google never published its trainer; this is the
textbook reading of Schuster & Nakajima 2012. FREQUENCY scores by n(ab) alone: that is BPE with a
prefix, and what Hugging Face's `WordPieceTrainer` does.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from app.errors import N_, InvalidInput
from app.tokenization.bpe.pair_queue import PairQueue, Ties
from app.tokenization.bpe.segmented import SegmentedCorpus, unpack
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus
from app.tokenization.training import (
    MAX_PIECE_CHARACTERS,
    Cancelled,
    StopReason,
    TrainingConfig,
    budget_reason,
)
from app.tokenization.wordpiece.model import (
    PREFIX,
    WordPieceModel,
    alphabet_of,
    join,
    start_symbols,
)
from app.tokenization.wordpiece.score_queue import ScoreQueue
from app.tokenization.wordpiece.steps import ScoredPair, WordPieceStep

RUNNER_UPS = 3
"""How many of the next pairs a step names."""


class Score(StrEnum):
    """What decides between pairs; see the module's docstring."""

    LIKELIHOOD = "likelihood"
    FREQUENCY = "frequency"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPieceConfig(TrainingConfig):
    """How to train WordPiece. Ties go to the pair that occurs first in the corpus as cut now."""

    score: Score = Score.LIKELIHOOD
    prefix: str = PREFIX

    def __post_init__(self) -> None:
        # Zero-argument super() does not work in a dataclass with slots.
        TrainingConfig.__post_init__(self)
        if not self.prefix:
            raise InvalidInput(
                N_("The continuation mark is empty; WordPiece needs one, such as ##.")
            )

    def refuse_prefix_in(self, corpus: Corpus) -> None:
        """Raise InvalidInput when a word starts like a continuation: two pieces could read the same."""
        for word in corpus.words:
            if word.text.startswith(self.prefix):
                raise InvalidInput(
                    N_(
                        "The word “%(word)s” starts with the continuation mark “%(prefix)s”; "
                        "remove the word or write it another way."
                    ),
                    word=word.text[:40],
                    prefix=self.prefix,
                )


class Terms:
    """The counts a score is made of, kept up to date."""

    def __init__(self, corpus: SegmentedCorpus, counts: dict[int, int], score: Score) -> None:
        self.symbol_counts = counts
        self._corpus = corpus
        self._score = score

    def scored(self, pair: int, pieces: list[str]) -> ScoredPair:
        """A pair with its terms and its score as an exact fraction."""
        left, right = unpack(pair)
        count = self._corpus.counts[pair]
        n_left, n_right = self.symbol_counts[left], self.symbol_counts[right]
        likelihood = self._score is Score.LIKELIHOOD
        score = Fraction(count, n_left * n_right) if likelihood else Fraction(count)
        return ScoredPair(pieces[left], pieces[right], count, n_left, n_right, score)

    def merge(self, pair: int, new: int, merged: int) -> None:
        """Count what a merge turned into the symbol `new`."""
        for symbol in unpack(pair):
            self.symbol_counts[symbol] -= merged
        self.symbol_counts[new] = merged


def segment_corpus(
    corpus: Corpus, prefix: str, pieces: list[str]
) -> tuple[SegmentedCorpus, dict[int, int]]:
    """The corpus before any merge, and how often each symbol of it occurs."""
    id_of = {piece: id for id, piece in enumerate(pieces)}
    words = [[id_of[s] for s in start_symbols(word.text, prefix)] for word in corpus.words]
    counts: dict[int, int] = {}
    for symbols, word in zip(words, corpus.words, strict=True):
        for symbol in symbols:
            counts[symbol] = counts.get(symbol, 0) + word.count
    return SegmentedCorpus(words, [word.count for word in corpus.words]), counts


def train(
    corpus: Corpus, config: WordPieceConfig, budget: Budget | None = None
) -> Generator[WordPieceStep, None, WordPieceModel]:
    """Learn pieces from the corpus.

    >>> from app.tokenization.corpus import from_counts
    >>> steps = train(from_counts({"bajo": 3, "baja": 2, "bajada": 1}), WordPieceConfig(merges=2))
    >>> [(step.piece, str(step.chosen.score), step.bpe_choice.left) for step in steps]
    [('##jo', '1/6', 'b'), ('ba', '1/10', 'b')]
    """
    config.refuse_prefix_in(corpus)
    pieces = list(alphabet_of([word.text for word in corpus.words], config.prefix))
    allowed = config.allowed_merges(len(pieces))
    stop_reason = yield from _merge_loop(corpus, config, pieces, allowed, budget or Budget())
    return WordPieceModel(tuple(pieces), config.prefix, corpus.split, stop_reason)


def _merge_loop(
    corpus: Corpus, config: WordPieceConfig, pieces: list[str], allowed: int | None, budget: Budget
) -> Generator[WordPieceStep, None, StopReason]:
    """Merge until there is a reason to stop, which is returned; `pieces` grows."""
    segmented, symbol_counts = segment_corpus(corpus, config.prefix, pieces)
    terms = Terms(segmented, symbol_counts, config.score)
    by_count = PairQueue(segmented, Ties.FIRST_SEEN, pieces)
    by_score = (
        ScoreQueue(segmented, symbol_counts, config.min_frequency)
        if config.score is Score.LIKELIHOOD
        else None
    )
    number = 0
    characters = sum([len(piece) for piece in pieces])
    while True:
        if allowed is not None and number >= allowed:
            return StopReason.TARGET_REACHED
        most_frequent = by_count.best(1 if by_score else 1 + RUNNER_UPS)
        if not most_frequent:
            return StopReason.NOTHING_LEFT
        if -most_frequent[0][0] < config.min_frequency:
            return StopReason.BELOW_MIN_FREQUENCY
        over = budget_reason(budget, number)
        if over is not None:
            return over
        best = by_score.best(1 + RUNNER_UPS) if by_score else most_frequent
        pair = best[0][2]
        chosen, *next_best = [terms.scored(entry[2], pieces) for entry in best]
        runner_ups = [other for other in next_best if other.count >= config.min_frequency]
        characters += len(chosen.left) + len(chosen.right)
        if characters > MAX_PIECE_CHARACTERS:
            return StopReason.PIECES_TOO_LONG
        bpe_choice = terms.scored(most_frequent[0][2], pieces)
        new = len(pieces)
        merged = segmented.merge(pair, new)
        terms.merge(pair, new, merged.merged)
        pieces.append(join(chosen.left, chosen.right, config.prefix))
        by_count.add(merged.created)
        if by_score:
            by_score.update(pair, merged)
        number += 1
        try:
            yield WordPieceStep(
                number=number,
                chosen=chosen,
                piece=pieces[new],
                merged=merged.merged,
                words_changed=len(merged.words),
                runner_ups=tuple(runner_ups),
                bpe_choice=bpe_choice,
                vocabulary_size=len(pieces),
                pieces=segmented.pieces,
            )
        except Cancelled:
            return StopReason.CANCELLED
