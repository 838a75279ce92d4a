"""BPE training: merge the most frequent pair, again and again. A generator of the rules learned.

Exact and incremental: equal, rule for rule, to counting everything anew each time (kept in the
tests as the reference), and with `Ties.SMALLEST_PAIR` to Hugging Face `tokenizers`.
Sources: Sennrich, Haddow & Birch 2016; huggingface/tokenizers `models/bpe/trainer.rs`.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from app.errors import N_, InvalidInput
from app.tokenization.bpe.model import BpeModel, Unit, alphabet_of, checked_marker, start_symbols
from app.tokenization.bpe.pair_queue import Entry, PairQueue, Ties
from app.tokenization.bpe.segmented import SegmentedCorpus, unpack
from app.tokenization.bpe.steps import PairCount, TrainStep
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus
from app.tokenization.training import (
    MAX_PIECE_CHARACTERS,
    Cancelled,
    StopReason,
    TrainingConfig,
    budget_reason,
)

RUNNER_UPS = 3
"""How many of the next pairs a step names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BpeConfig(TrainingConfig):
    """How to train BPE. `marker` (`</w>`) ends every word as a symbol of its own; letters only."""

    unit: Unit = Unit.CHARACTER
    marker: str | None = None
    ties: Ties = Ties.FIRST_SEEN

    def __post_init__(self) -> None:
        # Zero-argument super() does not work in a dataclass with slots.
        TrainingConfig.__post_init__(self)
        object.__setattr__(self, "marker", checked_marker(self.marker))
        if self.marker is not None and self.unit is Unit.BYTE:
            raise InvalidInput(
                N_("An end-of-word mark goes with letters; training on bytes has none.")
            )

    def refuse_marker_in(self, corpus: Corpus) -> None:
        """Raise InvalidInput when a word holds the mark: two pieces could then read the same."""
        for word in corpus.words:
            if self.marker is not None and self.marker in word.text:
                raise InvalidInput(
                    N_(
                        "The corpus itself contains the end-of-word mark “%(marker)s”; use another."
                    ),
                    marker=self.marker,
                )


def train(
    corpus: Corpus, config: BpeConfig, budget: Budget | None = None
) -> Generator[TrainStep, None, BpeModel]:
    """Learn merges from the corpus.

    >>> from app.tokenization.corpus import from_counts
    >>> steps = train(from_counts({"bajo": 3, "baja": 2}), BpeConfig(merges=3))
    >>> [(step.left, step.right, step.count) for step in steps]
    [('b', 'a', 5), ('ba', 'j', 5), ('baj', 'o', 3)]
    """
    config.refuse_marker_in(corpus)
    # 1. The alphabet: every letter (or byte) has a place in the vocabulary.
    pieces = list(alphabet_of([word.text for word in corpus.words], config.unit, config.marker))
    alphabet = tuple(pieces)
    allowed = config.allowed_merges(len(alphabet))
    # 2. Every word as symbols, and all pairs counted once.
    segmented = segment_corpus(corpus, config, alphabet)
    # 3. The best pair, merged; and again.
    merges: list[tuple[str, str]] = []
    stop_reason = yield from merge_loop(
        segmented, config, pieces, merges, allowed, budget or Budget()
    )
    return BpeModel(alphabet, tuple(merges), config.unit, config.marker, corpus.split, stop_reason)


def segment_corpus(corpus: Corpus, config: BpeConfig, alphabet: tuple[str, ...]) -> SegmentedCorpus:
    """The corpus before any merge, each symbol as its index in the alphabet."""
    id_of = {symbol: id for id, symbol in enumerate(alphabet)}
    unit, marker = config.unit, config.marker
    return SegmentedCorpus(
        ([id_of[s] for s in start_symbols(word.text, unit, marker)] for word in corpus.words),
        [word.count for word in corpus.words],
    )


def merge_loop(
    segmented: SegmentedCorpus,
    config: BpeConfig,
    pieces: list[str],
    merges: list[tuple[str, str]],
    allowed: int | None,
    budget: Budget,
    crosses_words: bool = False,
) -> Generator[TrainStep, None, StopReason]:
    """Merge until there is a reason to stop, which is returned.

    `pieces` (symbol -> piece) and `merges` grow as rules are learned; `allowed` bounds `merges`.
    """
    queue = PairQueue(segmented, config.ties, pieces)
    characters = sum([len(piece) for piece in pieces])
    while True:
        if allowed is not None and len(merges) >= allowed:
            return StopReason.TARGET_REACHED
        best = queue.best(1 + RUNNER_UPS)
        if not best:
            return StopReason.NOTHING_LEFT
        if -best[0][0] < config.min_frequency:
            return StopReason.BELOW_MIN_FREQUENCY
        over = budget_reason(budget, len(merges))
        if over is not None:
            return over
        pair = best[0][2]
        left, right = unpack(pair)
        characters += len(pieces[left]) + len(pieces[right])
        if characters > MAX_PIECE_CHARACTERS:
            return StopReason.PIECES_TOO_LONG
        runner_ups = tuple(
            [_named(entry, pieces) for entry in best[1:] if -entry[0] >= config.min_frequency]
        )
        merged = segmented.merge(pair, len(pieces))
        merges.append((pieces[left], pieces[right]))
        pieces.append(pieces[left] + pieces[right])
        queue.add(merged.created)
        try:
            yield TrainStep(
                number=len(merges),
                left=pieces[left],
                right=pieces[right],
                piece=pieces[-1],
                count=merged.counted,
                merged=merged.merged,
                words_changed=len(merged.words),
                runner_ups=runner_ups,
                vocabulary_size=len(pieces),
                pieces=segmented.pieces,
                crosses_words=crosses_words,
            )
        except Cancelled:
            return StopReason.CANCELLED


def _named(entry: Entry, pieces: list[str]) -> PairCount:
    """A queue entry with its pieces written out."""
    left, right = unpack(entry[2])
    return PairCount(pieces[left], pieces[right], -entry[0])
