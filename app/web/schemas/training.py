"""Training on a corpus and cutting a text with a list of rules, as JSON."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from app.errors import N_, InvalidInput
from app.services.train_tokenizer import Trained
from app.services.training_request import AnyStep, Learner, TrainingOptions, TrainingRequest
from app.tokenization.bpe.gage import GageArchive, GageStep
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.bpe.rules import RuleTrace
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.corpus import Split
from app.tokenization.training import StopReason
from app.tokenization.unigram.model import UnigramModel
from app.tokenization.unigram.steps import EStep, MStep, PruneStep
from app.tokenization.wordpiece.steps import WordPieceStep
from app.tokenization.wordpiece.trainer import Score
from app.web.schemas.fields import TextIn, Truncated, told
from app.web.schemas.strict import Strict

Count = Annotated[int, Field(ge=1)]
Marker = Annotated[str | None, told("A sign that ends every word (BPE).", "</w>")]
Words = Annotated[list[list[str]], told("Each word as its pieces.", [["baj", "a"], ["baj", "o"]])]
Tokens = Annotated[int, told("Pieces of all words together.", 4)]


class OptionsIn(Strict):
    """What an algorithm does not use it ignores."""

    marker: Marker = None
    ties: Annotated[Ties, told("Which of equally frequent pairs is merged (BPE, SuperBPE).")] = (
        Ties.FIRST_SEEN
    )
    min_frequency: Annotated[
        Count | None,
        told("How often a pair occurs at least. Default 1; 2 for unigram and gage.", 2),
    ] = None
    pre_tokenizer: Annotated[
        Literal["whitespace", "gpt2", "cl100k", "o200k", "none"],
        told("Where the text is cut into words that no merge crosses."),
    ] = "whitespace"
    score: Annotated[Score, told("What WordPiece orders pairs by.")] = Score.LIKELIHOOD
    unit: Annotated[Unit, told("What BPE and SuperBPE start from.")] = Unit.CHARACTER
    transition: Annotated[
        int | None, told("Rules that SuperBPE learns inside words; default half.", 20, ge=0)
    ] = None

    def options(self) -> TrainingOptions:
        return TrainingOptions(
            unit=self.unit,
            marker=self.marker,
            ties=self.ties,
            min_frequency=self.min_frequency,
            pre_tokenizer=Split(self.pre_tokenizer),
            score=self.score,
            transition=self.transition,
        )


class TrainRequest(Strict):
    """A corpus (`corpus`, or `words` with counts) and how much to learn (`merges` or `size`)."""

    algorithm: Annotated[Learner, told("What learns.")] = Learner.BPE
    corpus: Annotated[str | None, told("A text to learn from.", "el niño juega, la niña juega")] = (
        None
    )
    words: Annotated[
        dict[str, Count] | None,
        told("Words with counts, in order; instead of a text.", {"bajo": 3, "baja": 2}),
    ] = None
    merges: Annotated[
        int | None, told("Rules to learn (for unigram: pieces beyond letters).", 20, ge=0)
    ] = None
    size: Annotated[int | None, told("Pieces of the vocabulary.", 60, ge=1)] = None
    options: Annotated[OptionsIn, told("How it learns.")] = Field(default_factory=OptionsIn)

    def request(self) -> TrainingRequest:
        """Raises InvalidInput when there is no corpus, or two."""
        if (self.corpus is None) == (self.words is None):
            raise InvalidInput(N_("Give either a “corpus” or “words” with their counts."))
        return TrainingRequest(
            self.algorithm, self.corpus, self.words, self.merges, self.size, self.options.options()
        )


class MergeOut(BaseModel):
    """A rule of BPE or SuperBPE."""

    left: Annotated[str, told("The left piece of the pair.", "b")]
    right: Annotated[str, told("The right piece of the pair.", "a")]
    count: Annotated[int, told("How often the pair was counted when it was merged.", 5)]


class ScoredMergeOut(MergeOut):
    """A rule of WordPiece."""

    left_count: Annotated[int, told("How often the left piece was there.", 5)]
    right_count: Annotated[int, told("How often the right piece was there.", 7)]
    score: Annotated[str, told("What the pair won by: a fraction in lowest terms.", "1/7")]


class FitOut(BaseModel):
    """A step of Unigram."""

    kind: Annotated[
        Literal["seed", "expectation", "maximisation", "pruning"], told("Which step it is.")
    ]
    round: Annotated[int, told("Number of the round, from 1; 0 for the seeds.", 1)]
    pieces: Annotated[int, told("How many pieces are there after it.", 120)]
    log_likelihood: Annotated[
        float | None, told("Of the corpus, after it; null for the seeds.", -1234.5)
    ]
    removed: Annotated[list[str], told("The pieces that left in it.", ["iño"])]


class ReplacementOut(BaseModel):
    """A replacement of Gage's compressor; bytes are numbers."""

    code: Annotated[int, told("The byte that stands for the pair from now on.", 0)]
    left: Annotated[int, told("The left byte of the pair.", 98)]
    right: Annotated[int, told("The right byte of the pair.", 97)]
    count: Annotated[int, told("How often the pair was replaced.", 5)]
    size: Annotated[int, told("Bytes of the data after it.", 24)]


StepOut = ScoredMergeOut | MergeOut | FitOut | ReplacementOut


class TrainResponse(BaseModel):
    """What was learned, and how. `scores` is only there for unigram."""

    algorithm: Annotated[Learner, told("What learned.")]
    steps: Annotated[list[StepOut], told("What happened, in order; each kind has its own fields.")]
    stop_reason: Annotated[StopReason, told("Why it ended.")]
    vocabulary: Annotated[
        list[str],
        told("The pieces in order of ids; likeliest first for unigram.", ["b", "a", "ba"]),
    ]
    scores: Annotated[
        list[float] | None, told("The log-probability of each piece (unigram).", [-2.5, -3.25, -4])
    ] = None

    @classmethod
    def of(cls, trained: Trained) -> TrainResponse:
        model = trained.run.model
        return cls(
            algorithm=trained.request.learner,
            steps=[step_out(step) for step in trained.run.steps],
            stop_reason=StopReason(str(trained.run.stop_reason)),
            vocabulary=[] if isinstance(model, GageArchive) else list(model.pieces),
            scores=list(model.scores) if isinstance(model, UnigramModel) else None,
        )


class EncodeStepsRequest(Strict):
    """Rules in the order learned, and a text. Words are cut at whitespace."""

    merges: Annotated[
        list[tuple[str, str]],
        told("Pairs of pieces, in order.", [["b", "a"], ["ba", "j"]], max_length=100_000),
    ]
    marker: Marker = None
    text: TextIn


class RuleFrameOut(BaseModel):
    """The text after one rule."""

    rule: Annotated[int, told("Number of the rule, from 1; 0 is before any.", 1)]
    left: Annotated[str | None, told("The left piece of its pair.", "b")]
    right: Annotated[str | None, told("The right piece of its pair.", "a")]
    words: Words
    tokens: Tokens


class EncodeStepsResponse(BaseModel):
    """The text cut rule by rule."""

    frames: Annotated[
        list[RuleFrameOut],
        told("One for each rule that does something; numbers jump over the others."),
    ]
    words: Words
    letters: Annotated[int, told("Letters of the text: its pieces before any rule.", 8)]
    tokens: Tokens
    truncated: Truncated
    complete: Annotated[bool, told("False when time ran out before the last rule.")]


def step_out(step: AnyStep) -> StepOut:
    """A step of any algorithm in the shape of its kind."""
    if isinstance(step, TrainStep):
        return MergeOut(left=step.left, right=step.right, count=step.count)
    if isinstance(step, WordPieceStep):
        score = step.chosen.score
        return ScoredMergeOut(
            left=step.left,
            right=step.right,
            count=step.count,
            left_count=step.chosen.left_count,
            right_count=step.chosen.right_count,
            score=f"{score.numerator}/{score.denominator}",
        )
    if isinstance(step, GageStep):
        return ReplacementOut(
            code=step.code, left=step.left, right=step.right, count=step.count, size=step.size
        )
    if isinstance(step, EStep):
        return FitOut(
            kind="expectation",
            round=step.round,
            pieces=len(step.expected),
            log_likelihood=step.log_likelihood,
            removed=[],
        )
    if isinstance(step, MStep | PruneStep):
        return FitOut(
            kind="maximisation" if isinstance(step, MStep) else "pruning",
            round=step.round,
            pieces=len(step.scores),
            log_likelihood=step.after,
            removed=[one.piece for one in step.removed] if isinstance(step, PruneStep) else [],
        )
    return FitOut(kind="seed", round=0, pieces=len(step.scores), log_likelihood=None, removed=[])


def frames_out(trace: RuleTrace, most: int) -> list[RuleFrameOut]:
    """The first `most` frames of a text cut rule by rule, each with the rule that made it."""
    rules = [(None, None), *[(step.left, step.right) for step in trace.steps]]
    return [
        RuleFrameOut(
            rule=frame.rule,
            left=left,
            right=right,
            words=[list(word) for word in frame.words],
            tokens=frame.tokens,
        )
        for frame, (left, right) in islice(zip(trace.frames(), rules, strict=True), most)
    ]
