"""What replaying needs of each algorithm: merge a recorded step, and rank the pairs as they stand."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Protocol

from app.tokenization.bpe.pair_queue import TieBreak, Ties, tie_breaker
from app.tokenization.bpe.segmented import SegmentedCorpus, pack, unpack
from app.tokenization.bpe.trainer import BpeConfig, segment_corpus
from app.tokenization.corpus import Corpus
from app.tokenization.wordpiece.score_queue import scaled_score, score_bits
from app.tokenization.wordpiece.trainer import Score, Terms, WordPieceConfig
from app.tokenization.wordpiece.trainer import segment_corpus as segment_wordpiece


class RecordedStep(Protocol):
    """What replay reads of a training step."""

    @property
    def left(self) -> str: ...
    @property
    def right(self) -> str: ...
    @property
    def piece(self) -> str: ...


class PairTerms(NamedTuple):
    """A pair's score and how often its parts occur (0 where the algorithm does not ask)."""

    score: Fraction
    left_count: int
    right_count: int


class ReplayState:
    """A corpus cut by the first `done` steps of a run. `ties` decides between equal pairs."""

    ties: Ties

    def __init__(
        self, corpus: Corpus, segmented: SegmentedCorpus, pieces: list[str], min_frequency: int
    ) -> None:
        self.corpus = corpus
        self.segmented = segmented
        self.pieces = pieces
        self.min_frequency = min_frequency
        self.done = 0
        self._id_of = {piece: id for id, piece in enumerate(pieces)}

    def advance(self, step: RecordedStep) -> list[int]:
        """Merge what the step merged; the indexes of the words it changed.

        A pair the corpus does not hold changes nothing: a rule learned inside words may not occur
        in the lines that SuperBPE reads later.
        """
        pair = pack(self._id_of[step.left], self._id_of[step.right])
        new = len(self.pieces)
        self.pieces.append(step.piece)
        self._id_of[step.piece] = new
        self.done += 1
        if pair not in self.segmented.counts:
            return []
        merged = self.segmented.merge(pair, new)
        self._count(pair, new, merged.merged)
        return merged.words

    def _count(self, pair: int, new: int, merged: int) -> None:
        """Note what a merge did to the counts of single pieces, if they matter."""

    def value(self, pair: int) -> int:
        """What pairs are ordered by, as an integer: higher is better."""
        return self.segmented.counts[pair]

    def terms(self, pair: int) -> PairTerms:
        """The score to show and its terms."""
        return PairTerms(Fraction(self.segmented.counts[pair]), 0, 0)

    def tie_break(self, pair: int) -> TieBreak:
        """The key that orders pairs of equal value."""
        return tie_breaker(self.ties, self.segmented, self.pieces)(pair)


class BpeState(ReplayState):
    """BPE over the words of a corpus, or over its lines (SuperBPE's second stage)."""

    def __init__(self, corpus: Corpus, config: BpeConfig, alphabet: tuple[str, ...]) -> None:
        segmented = segment_corpus(corpus, config, alphabet)
        super().__init__(corpus, segmented, list(alphabet), config.min_frequency)
        self.ties = config.ties


class WordPieceState(ReplayState):
    """WordPiece, with the counts of single pieces its score is made of."""

    ties = Ties.FIRST_SEEN

    def __init__(self, corpus: Corpus, config: WordPieceConfig, alphabet: tuple[str, ...]) -> None:
        pieces = list(alphabet)
        segmented, counts = segment_wordpiece(corpus, config.prefix, pieces)
        super().__init__(corpus, segmented, pieces, config.min_frequency)
        self._bits = score_bits(counts)
        self._terms = Terms(segmented, counts, config.score)
        self._likelihood = config.score is Score.LIKELIHOOD

    def _count(self, pair: int, new: int, merged: int) -> None:
        self._terms.merge(pair, new, merged)

    def value(self, pair: int) -> int:
        if not self._likelihood:
            return super().value(pair)
        left, right = unpack(pair)
        counts = self._terms.symbol_counts
        return scaled_score(self.segmented.counts[pair], counts[left], counts[right], self._bits)

    def terms(self, pair: int) -> PairTerms:
        if not self._likelihood:
            return super().terms(pair)
        scored = self._terms.scored(pair, self.pieces)
        return PairTerms(scored.score, scored.left_count, scored.right_count)
