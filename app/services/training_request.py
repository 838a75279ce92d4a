"""What a training run is asked for, whoever asks: the page, the API and the command line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from app.errors import N_, InvalidInput
from app.tokenization.bpe import gage, superbpe
from app.tokenization.bpe import trainer as bpe
from app.tokenization.bpe.gage import GageArchive, GageConfig, GageStep
from app.tokenization.bpe.model import BpeModel, Unit, alphabet_of
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.bpe.superbpe import SuperBpeConfig
from app.tokenization.bpe.trainer import BpeConfig
from app.tokenization.budget import Budget
from app.tokenization.corpus import (
    Corpus,
    Split,
    from_counts,
    looks_weighted,
    read_corpus,
    read_weighted_words,
)
from app.tokenization.replay import BpeRun, SuperBpeRun, WordPieceRun
from app.tokenization.replay import Run as MergingRun
from app.tokenization.training import TrainingRun
from app.tokenization.unigram import steps as unigram_steps
from app.tokenization.unigram import trainer as unigram
from app.tokenization.unigram.model import UnigramModel, marked_parts
from app.tokenization.unigram.trainer import UnigramConfig
from app.tokenization.well_formed import well_formed
from app.tokenization.wordpiece import trainer as wordpiece
from app.tokenization.wordpiece.model import WordPieceModel
from app.tokenization.wordpiece.steps import WordPieceStep
from app.tokenization.wordpiece.trainer import Score, WordPieceConfig

UnigramRun = TrainingRun[UnigramConfig, unigram_steps.Step, UnigramModel]
GageRun = TrainingRun[GageConfig, GageStep, GageArchive]
AnyRun = BpeRun | SuperBpeRun | WordPieceRun | UnigramRun | GageRun
AnyConfig = BpeConfig | SuperBpeConfig | WordPieceConfig | UnigramConfig | GageConfig
AnyStep = TrainStep | WordPieceStep | unigram_steps.Step | GageStep
AnyModel = BpeModel | WordPieceModel | UnigramModel | GageArchive
Steps = (
    Generator[TrainStep, None, BpeModel]
    | Generator[WordPieceStep, None, WordPieceModel]
    | Generator[unigram_steps.Step, None, UnigramModel]
    | Generator[GageStep, None, GageArchive]
)


class Learner(StrEnum):
    """The algorithms that learn from a corpus; the value is the name in links and in the API."""

    BPE = "bpe"
    WORDPIECE = "wordpiece"
    UNIGRAM = "unigram"
    SUPERBPE = "superbpe"
    GAGE = "gage"


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """What an algorithm does not use it ignores.

    `min_frequency` None is each algorithm's own default (1; 2 for Unigram's seeds and for Gage).
    `transition`: how many rules SuperBPE learns inside words; None is half of them.
    """

    unit: Unit = Unit.CHARACTER
    marker: str | None = None
    ties: Ties = Ties.FIRST_SEEN
    min_frequency: int | None = None
    pre_tokenizer: Split = Split.WHITESPACE
    score: Score = Score.LIKELIHOOD
    transition: int | None = None


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """An algorithm, a corpus (a text, or words with counts) and how much to learn.

    `merges` counts rules, or pieces beyond the letters for Unigram; `size` the whole vocabulary.
    """

    learner: Learner
    text: str | None = None
    words: Mapping[str, int] | None = None
    merges: int | None = None
    size: int | None = None
    options: TrainingOptions = field(default_factory=TrainingOptions)

    @classmethod
    def of_typed(
        cls,
        learner: Learner,
        typed: str,
        merges: int | None,
        size: int | None,
        options: TrainingOptions,
    ) -> TrainingRequest:
        """A request for what somebody typed: words with counts when every word has one.

        >>> TrainingRequest.of_typed(Learner.BPE, "sol*2 sal*1", 3, None, TrainingOptions()).words
        {'sol': 2, 'sal': 1}
        """
        if learner is not Learner.GAGE and looks_weighted(typed):
            words = {word.text: word.count for word in read_weighted_words(typed).words}
            return cls(learner, None, words, merges, size, options)
        return cls(learner, typed, None, merges, size, options)

    def key(self) -> str:
        """A hash of everything that decides the outcome."""
        options = asdict(self.options)
        said = [self.learner, self.text, self.words, self.merges, self.size, options]
        # Surrogates have no UTF-8; the trainers read them as U+FFFD.
        return hashlib.sha256(
            well_formed(json.dumps(said, ensure_ascii=False)).encode()
        ).hexdigest()

    @property
    def characters(self) -> int:
        """Characters that the trainer reads: of the text, or of the distinct words."""
        if self.words is not None:
            return sum(map(len, self.words))
        return len(self.text or "")

    def corpus(self) -> Corpus:
        """The corpus read. Raises InvalidInput when there is nothing in it."""
        if self.words is not None:
            return from_counts(self.words, self.options.pre_tokenizer)
        split = Split.NONE if self.learner is Learner.GAGE else self.options.pre_tokenizer
        return read_corpus(self.text or "", split)

    def config(self, corpus: Corpus) -> AnyConfig:
        """The trainer's own configuration. Raises InvalidInput for what it cannot be told."""
        options, merges, size = self.options, self.merges, self.size
        least = 1 if options.min_frequency is None else options.min_frequency
        match self.learner:
            case Learner.BPE:
                return BpeConfig(
                    vocabulary_size=size,
                    merges=merges,
                    min_frequency=least,
                    unit=options.unit,
                    marker=options.marker,
                    ties=options.ties,
                )
            case Learner.SUPERBPE:
                return SuperBpeConfig(
                    vocabulary_size=size,
                    merges=merges,
                    min_frequency=least,
                    unit=options.unit,
                    ties=options.ties,
                    transition=self._transition(corpus),
                )
            case Learner.WORDPIECE:
                return WordPieceConfig(
                    vocabulary_size=size, merges=merges, min_frequency=least, score=options.score
                )
            case Learner.UNIGRAM:
                return UnigramConfig(
                    vocabulary_size=self._unigram_size(corpus),
                    min_frequency=options.min_frequency or 2,
                )
            case Learner.GAGE:
                return self._gage_config()

    def _gage_config(self) -> GageConfig:
        if self.size is not None:
            raise InvalidInput(
                N_("Compression has no vocabulary size; say how many replacements instead.")
            )
        if self.text is None:
            raise InvalidInput(N_("Compression works on a text, not on words with counts."))
        return GageConfig(min_count=self.options.min_frequency or 2, replacements=self.merges)

    def _transition(self, corpus: Corpus) -> int:
        if self.options.transition is not None:
            return self.options.transition
        rules = self.merges
        if self.size is not None:
            letters = alphabet_of(
                [line.text for line in corpus.lines().words], self.options.unit, None
            )
            room = max(0, self.size - len(letters))
            rules = room if rules is None else min(rules, room)
        # Without an end, words first: the second stage starts when they are used up.
        return corpus.characters if rules is None else rules // 2

    def _unigram_size(self, corpus: Corpus) -> int:
        if self.size is not None:
            return self.size
        if self.merges is None:
            raise InvalidInput(
                N_("Unigram starts from too many pieces and drops them: say a size.")
            )
        marked = corpus.split is Split.WHITESPACE
        parts = [part for word in corpus.words for part in marked_parts(word.text, marked)]
        return len(set().union(*parts)) + self.merges

    def steps(self, corpus: Corpus, config: AnyConfig, budget: Budget) -> Steps:
        """The trainer, not yet started. Raises InvalidInput for an empty text to compress."""
        match config:
            case SuperBpeConfig():
                return superbpe.train(corpus, config, budget)
            case BpeConfig():
                return bpe.train(corpus, config, budget)
            case WordPieceConfig():
                return wordpiece.train(corpus, config, budget)
            case UnigramConfig():
                return unigram.train(corpus, config, budget)
            case GageConfig():
                return gage.compress(well_formed(self.text or "").encode(), config, budget)


def merging_run(run: AnyRun) -> MergingRun | None:
    """The run when its algorithm merges pairs and its frames can be replayed; else None."""
    if isinstance(run.config, BpeConfig | WordPieceConfig):
        return run
    return None


def unigram_run(run: AnyRun) -> UnigramRun | None:
    return run if isinstance(run.config, UnigramConfig) else None


def gage_run(run: AnyRun) -> GageRun | None:
    return run if isinstance(run.config, GageConfig) else None
