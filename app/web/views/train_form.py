"""The form of the training page, as a state fills it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from app.catalog.loader import corpora
from app.errors import N_
from app.services.train_tokenizer import TrainingLimits
from app.services.training_request import Learner
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.corpus import Split
from app.tokenization.wordpiece.trainer import Score
from app.web.reader import Reader
from app.web.train_state import SPLITS, TrainState
from app.web.views.train_encode import NAMES

S = TypeVar("S", bound=StrEnum)

HINTS = {
    Learner.BPE: N_("merges the most frequent pair"),
    Learner.WORDPIECE: N_("merges the pair whose parts need each other most"),
    Learner.UNIGRAM: N_("starts with too many pieces and drops the least missed"),
    Learner.SUPERBPE: N_("BPE whose later merges cross spaces"),
    Learner.GAGE: N_("the compressor that BPE comes from"),
}
SPLIT_NAMES = {
    Split.WHITESPACE: N_("at spaces"),
    Split.GPT2: N_("as GPT-2 does"),
    Split.CL100K: N_("as GPT-4 does (cl100k)"),
    Split.O200K: N_("as GPT-4o does (o200k)"),
    Split.NONE: N_("not at all"),
}
TIE_NAMES = {
    Ties.FIRST_SEEN: N_("the one seen first in the corpus"),
    Ties.SMALLEST_PAIR: N_("the smallest pair of ids (Hugging Face)"),
    Ties.LEXICOGRAPHIC: N_("alphabetical order"),
}
SCORE_NAMES = {
    Score.LIKELIHOOD: N_("likelihood: n(ab) / (n(a)·n(b))"),
    Score.FREQUENCY: N_("frequency, as Hugging Face does"),
}
UNIT_NAMES = {Unit.CHARACTER: N_("characters"), Unit.BYTE: N_("bytes")}


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a list; `label` is in the reader's language."""

    value: str
    label: str
    chosen: bool
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CorpusLink:
    title: str
    teaches: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class FormView:
    """The form as the state fills it. `amount` is "" when training goes on to the end; `folded` when
    the address leads to a frame, so that it is the frame that is seen first."""

    corpus: str
    corpora: tuple[CorpusLink, ...]
    learners: tuple[Option, ...]
    amount: str
    by_size: bool
    units: tuple[Option, ...]
    marker: bool
    ties: tuple[Option, ...]
    splits: tuple[Option, ...]
    scores: tuple[Option, ...]
    min_frequency: str
    transition: str
    limits: TrainingLimits
    folded: bool


def form_view(state: TrainState, limits: TrainingLimits, reader: Reader) -> FormView:
    """The form, filled with the state."""
    say, language = reader.locale.gettext, reader.locale.language.value
    amount = state.merges if state.size is None else state.size
    options = state.options

    def choices(names: Mapping[S, str], chosen: S) -> tuple[Option, ...]:
        return tuple(
            Option(value.value, say(name), value is chosen) for value, name in names.items()
        )

    def corpus_link(id: str, title: str, teaches: str) -> CorpusLink:
        there = replace(state, ready=f"{id}-{language}", run=None, word=None, step=None)
        return CorpusLink(title, teaches, there.address(reader), state.ready == there.ready)

    return FormView(
        corpus=state.corpus,
        corpora=tuple(
            corpus_link(one.id, one.title.of(language), one.teaches.of(language))
            for one in corpora()
        ),
        learners=tuple(
            Option(
                learner.value,
                say(NAMES[learner]),
                learner is state.learner,
                say(HINTS[learner]),
            )
            for learner in Learner
        ),
        amount="" if amount is None else str(amount),
        by_size=state.size is not None,
        units=choices(UNIT_NAMES, options.unit),
        marker=options.marker is not None,
        ties=choices(TIE_NAMES, options.ties),
        splits=choices({split: SPLIT_NAMES[split] for split in SPLITS}, options.pre_tokenizer),
        scores=choices(SCORE_NAMES, options.score),
        min_frequency="" if options.min_frequency is None else str(options.min_frequency),
        transition="" if options.transition is None else str(options.transition),
        limits=limits,
        folded=state.step is not None,
    )
