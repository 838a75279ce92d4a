"""A text cut with what a run learned: rule by rule, and beside the other vocabularies of the corpus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.errors import N_, InputTooLarge, TokenarioError
from app.services.train_tokenizer import Trained
from app.services.training_request import AnyModel, Learner, TrainingRequest
from app.services.training_runs import TrainingRuns
from app.tokenization.baselines import Baseline, learn_baseline
from app.tokenization.bpe.gage import GageArchive
from app.tokenization.bpe.model import BpeModel
from app.tokenization.bpe.rules import UNKNOWN, RuleTrace, encode_with_model
from app.tokenization.budget import Budget
from app.tokenization.corpus import split_text
from app.tokenization.tokenizer_json import unknown_name
from app.tokenization.types import TokenKind
from app.tokenization.unigram.model import UnigramModel
from app.tokenization.well_formed import well_formed
from app.tokenization.wordpiece.encoder import WordPiece
from app.tokenization.wordpiece.model import WordPieceModel

LONGEST_TEXT = 2_000
"""Characters of a text that is cut with a learned vocabulary, rule by rule, on one page."""

TOKENIZERS = (Learner.BPE, Learner.WORDPIECE, Learner.UNIGRAM, Learner.SUPERBPE)
"""The algorithms whose result cuts texts; Gage's compresses one."""


@dataclass(frozen=True, slots=True)
class LearnedPiece:
    """A piece as the vocabulary writes it; `unknown` when it stands for what it cannot write."""

    text: str
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A text under one vocabulary learned from the corpus: pieces of each word, and the size of the
    vocabulary. `error` says why there is none."""

    kind: Learner | Baseline
    words: tuple[tuple[LearnedPiece, ...], ...] = ()
    size: int = 0
    error: TokenarioError | None = None

    @property
    def tokens(self) -> int:
        return sum(map(len, self.words))

    @property
    def unknown(self) -> int:
        return sum([piece.unknown for word in self.words for piece in word])


def check_text(text: str) -> None:
    """Raises InputTooLarge for a text over `LONGEST_TEXT`."""
    if len(text) > LONGEST_TEXT:
        raise InputTooLarge(
            N_(
                "The text has %(size)s characters; up to %(limit)s are cut rule by rule. Take the "
                "vocabulary to the playground for longer ones."
            ),
            size=len(text),
            limit=LONGEST_TEXT,
        )


def rule_trace(trained: Trained, text: str, budget: Budget | None = None) -> RuleTrace | None:
    """The text cut rule by rule; None for an algorithm without an ordered list of rules."""
    check_text(text)
    model = trained.run.model
    return encode_with_model(model, text, budget) if isinstance(model, BpeModel) else None


def read_with(model: AnyModel, text: str) -> tuple[tuple[LearnedPiece, ...], ...]:
    """The text cut by a model, word by word. Raises TypeError for a compressor's archive.

    >>> model = WordPieceModel(("so", "##l", "s", "##a"))
    >>> [[piece.text for piece in word] for word in read_with(model, "sol sal luz")]
    [['so', '##l'], ['s', '##a', '##l'], ['[UNK]']]
    """
    if isinstance(model, BpeModel):
        trace = encode_with_model(model, text)
        unknown = frozenset(trace.unknown)
        return tuple(
            tuple(LearnedPiece(UNKNOWN if p in unknown else p, p in unknown) for p in word)
            for word in trace.final.words
        )
    if isinstance(model, WordPieceModel):
        return tuple(_wordpiece(model, text))
    if isinstance(model, UnigramModel):
        return tuple(
            tuple(
                LearnedPiece(UNKNOWN, True)
                if s.kind is TokenKind.UNKNOWN
                else LearnedPiece(word[s.start : s.end])
                for s in segments
            )
            for word, segments in model.segments(text)
        )
    raise TypeError("a compressed text is no vocabulary")


def _wordpiece(model: WordPieceModel, text: str) -> Iterator[tuple[LearnedPiece, ...]]:
    unknown = unknown_name("[UNK]", model.pieces)
    ids = {piece: id for id, piece in enumerate((*model.pieces, unknown))}
    cutter = WordPiece(ids, unknown, model.prefix)
    for word in split_text(well_formed(text), model.split):
        segments = cutter.segment(word)
        if segments[0].kind is TokenKind.UNKNOWN:
            yield (LearnedPiece(unknown, True),)
            continue
        yield tuple(
            LearnedPiece((model.prefix if s.start else "") + word[s.start : s.end])
            for s in segments
        )


def baseline_reading(trained: Trained, kind: Baseline, text: str) -> Reading:
    """The text under a vocabulary of whole words, characters or bytes of the same corpus."""
    vocabulary = learn_baseline(kind, trained.request.corpus())
    words = split_text(well_formed(text), vocabulary.split)
    pieces = tuple(
        tuple(LearnedPiece(part.text, part.id is None) for part in vocabulary.encode(word))
        for word in words
    )
    return Reading(kind, pieces, len(vocabulary.pieces))


def unknown_words(trained: Trained, text: str) -> tuple[str, ...]:
    """The words of a text that the corpus lacked, in order, repeated ones too."""
    return learn_baseline(Baseline.WORD, trained.request.corpus()).unknown(text)


def side_by_side(runs: TrainingRuns, trained: Trained, text: str) -> tuple[Reading, ...]:
    """The text under every algorithm trained on the same corpus, and under the three baselines.

    The others are asked for as many rules as this run has learned (or its size). For a corpus that
    takes long only runs that are kept are read; the rest is left out.
    """
    check_text(text)
    # Words with counts have no spaces that SuperBPE could cross.
    learners = [
        one for one in TOKENIZERS if trained.request.words is None or one is not Learner.SUPERBPE
    ]
    readings = [
        _reading(runs, trained, learner, text)
        for learner in dict.fromkeys((*learners, trained.request.learner))
    ]
    found = [reading for reading in readings if reading is not None]
    return (*found, *[baseline_reading(trained, kind, text) for kind in Baseline])


def _reading(runs: TrainingRuns, trained: Trained, learner: Learner, text: str) -> Reading | None:
    if learner is trained.request.learner:
        return Reading(learner, read_with(trained.run.model, text), _size(trained.run.model))
    request = sibling(trained, learner)
    try:
        other = runs.trained(request) if runs.is_quick(request) else runs.known(request)
    except TokenarioError as error:
        return Reading(learner, error=error)
    if other is None:
        return None
    return Reading(learner, read_with(other.run.model, text), _size(other.run.model))


def sibling(trained: Trained, learner: Learner) -> TrainingRequest:
    """The same corpus and size for another algorithm; what it does not share is left at default."""
    request = trained.request
    merges = request.merges
    if merges is None and request.size is None:
        merges = len(trained.run.steps)
    options = replace(request.options, min_frequency=None)
    if learner is Learner.SUPERBPE:
        options = replace(options, marker=None, transition=None)
    return replace(request, learner=learner, merges=merges, options=options)


def _size(model: AnyModel) -> int:
    return 0 if isinstance(model, GageArchive) else len(model.pieces)
