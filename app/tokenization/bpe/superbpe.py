"""SuperBPE: BPE inside words up to a point, then merges that may cross spaces inside a line.

Stage 1 is plain BPE over words. At the transition every line is cut by the rules learned, applied
across it as a whole; from there merging goes on over lines, so that `por favor` can become a piece.
A text is encoded line by line with the one list of rules. Source: Liu et al. 2025, "SuperBPE:
Space Travel for Language Models" (their pre-tokenizer in the second stage still isolates some
signs; here lines are the only limit).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from app.errors import N_, InvalidInput
from app.tokenization.bpe.model import BpeModel, alphabet_of
from app.tokenization.bpe.segmented import SegmentedCorpus, pack
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.bpe.trainer import BpeConfig, merge_loop, segment_corpus
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split
from app.tokenization.training import StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBpeConfig(BpeConfig):
    """How to train SuperBPE. `transition`: how many rules stay inside words."""

    transition: int

    def __post_init__(self) -> None:
        BpeConfig.__post_init__(self)
        if self.transition < 0:
            raise InvalidInput(
                N_("The point where merges may cross spaces cannot be negative; %(at)s was given."),
                at=self.transition,
            )
        if self.marker is not None:
            raise InvalidInput(
                N_("SuperBPE has no end-of-word mark: its pieces may hold several words.")
            )


def train(
    corpus: Corpus, config: SuperBpeConfig, budget: Budget | None = None
) -> Generator[TrainStep, None, BpeModel]:
    """Learn merges inside words, then across them; steps tell with `crosses_words`.

    When the words are used up before the transition, the second stage starts there. The model's
    `split` is LINES, and its alphabet holds the spaces too. `min_frequency` holds for both stages.

    >>> from app.tokenization.corpus import read_corpus
    >>> steps = train(read_corpus("a la a la"), SuperBpeConfig(transition=1, merges=3))
    >>> [(step.piece, step.count, step.crosses_words) for step in steps]
    [('la', 2, False), ('a ', 2, True), ('a la', 2, True)]
    """
    budget = budget or Budget()
    lines = corpus.lines()
    # 1. The alphabet of the lines: it includes the spaces that the words may have dropped.
    pieces = list(alphabet_of([line.text for line in lines.words], config.unit, None))
    alphabet = tuple(pieces)
    allowed = config.allowed_merges(len(alphabet))
    merges: list[tuple[str, str]] = []
    # 2. Plain BPE inside words.
    inside = config.transition if allowed is None else min(config.transition, allowed)
    reason = yield from merge_loop(
        segment_corpus(corpus, config, alphabet), config, pieces, merges, inside, budget
    )
    # 3. Lines, cut by those rules; then merges anywhere inside them.
    goes_on = reason in (
        StopReason.TARGET_REACHED,
        StopReason.NOTHING_LEFT,
        StopReason.BELOW_MIN_FREQUENCY,
    )
    if goes_on and (allowed is None or len(merges) < allowed):
        segmented = segment_lines(lines, config, alphabet, merges)
        reason = yield from merge_loop(
            segmented, config, pieces, merges, allowed, budget, crosses_words=True
        )
    return BpeModel(alphabet, tuple(merges), config.unit, None, Split.LINES, reason)


def segment_lines(
    lines: Corpus, config: BpeConfig, alphabet: tuple[str, ...], merges: list[tuple[str, str]]
) -> SegmentedCorpus:
    """The lines as the rules so far cut them, each rule applied everywhere in its turn."""
    segmented = segment_corpus(lines, config, alphabet)
    id_of = {piece: id for id, piece in enumerate(alphabet)}
    for new, (left, right) in enumerate(merges, len(alphabet)):
        pair = pack(id_of[left], id_of[right])
        id_of[left + right] = new
        if pair in segmented.counts:
            segmented.merge(pair, new)
    return segmented
