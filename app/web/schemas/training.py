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
from app.tokenization.unigram.model import UnigramModel
from app.tokenization.unigram.steps import EStep, MStep, PruneStep
from app.tokenization.wordpiece.steps import WordPieceStep
from app.tokenization.wordpiece.trainer import Score
from app.web.schemas.strict import Strict

Count = Annotated[int, Field(ge=1)]


class OptionsIn(Strict):
    """What an algorithm does not use it ignores."""

    marker: Annotated[
        str | None, Field(description="A sign that ends every word, such as `</w>` (BPE).")
    ] = None
    ties: Annotated[
        Ties, Field(description="Which of equally frequent pairs is merged (BPE, SuperBPE).")
    ] = Ties.FIRST_SEEN
    min_frequency: Annotated[
        Count | None,
        Field(description="How often a pair occurs at least. Default 1; 2 for unigram and gage."),
    ] = None
    pre_tokenizer: Annotated[
        Literal["whitespace", "gpt2", "cl100k", "o200k", "none"],
        Field(description="Where the text is cut into words that no merge crosses."),
    ] = "whitespace"
    score: Annotated[Score, Field(description="What WordPiece orders pairs by.")] = Score.LIKELIHOOD
    unit: Annotated[Unit, Field(description="What BPE and SuperBPE start from.")] = Unit.CHARACTER
    transition: Annotated[
        int | None,
        Field(ge=0, description="Rules that SuperBPE learns inside words; default half."),
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

    algorithm: Learner = Learner.BPE
    corpus: Annotated[str | None, Field(description="A text to learn from.")] = None
    words: Annotated[
        dict[str, Count] | None,
        Field(description="Words with counts, in order; instead of a text."),
    ] = None
    merges: Annotated[
        int | None, Field(ge=0, description="Rules to learn (for unigram: pieces beyond letters).")
    ] = None
    size: Annotated[int | None, Field(ge=1, description="Pieces of the vocabulary.")] = None
    options: OptionsIn = Field(default_factory=OptionsIn)

    def request(self) -> TrainingRequest:
        """Raises InvalidInput when there is no corpus, or two."""
        if (self.corpus is None) == (self.words is None):
            raise InvalidInput(N_("Give either a “corpus” or “words” with their counts."))
        return TrainingRequest(
            self.algorithm, self.corpus, self.words, self.merges, self.size, self.options.options()
        )


class MergeOut(BaseModel):
    """A rule of BPE or SuperBPE: how often the pair was counted when it was merged."""

    left: str
    right: str
    count: int


class ScoredMergeOut(MergeOut):
    """A rule of WordPiece; `score` is a fraction in lowest terms, as "p/q"."""

    left_count: int
    right_count: int
    score: str


class FitOut(BaseModel):
    """A step of Unigram: "seed", "expectation", "maximisation" or "pruning". `pieces` are there after
    it; `removed` left in it."""

    kind: str
    round: int
    pieces: int
    log_likelihood: float | None
    removed: list[str]


class ReplacementOut(BaseModel):
    """A replacement of Gage's compressor; bytes as numbers. `size` is the data after it."""

    code: int
    left: int
    right: int
    count: int
    size: int


StepOut = ScoredMergeOut | MergeOut | FitOut | ReplacementOut


class TrainResponse(BaseModel):
    """`vocabulary` in order of ids (for unigram, likeliest first, `scores` beside it)."""

    algorithm: Learner
    steps: list[StepOut]
    stop_reason: str
    vocabulary: list[str]
    scores: list[float] | None = None

    @classmethod
    def of(cls, trained: Trained) -> TrainResponse:
        model = trained.run.model
        return cls(
            algorithm=trained.request.learner,
            steps=[step_out(step) for step in trained.run.steps],
            stop_reason=str(trained.run.stop_reason),
            vocabulary=[] if isinstance(model, GageArchive) else list(model.pieces),
            scores=list(model.scores) if isinstance(model, UnigramModel) else None,
        )


class EncodeStepsRequest(Strict):
    """Rules in the order learned, and a text. Words are cut at whitespace."""

    merges: Annotated[list[tuple[str, str]], Field(max_length=100_000)]
    marker: str | None = None
    text: str


class RuleFrameOut(BaseModel):
    """The text after rule number `rule` (from 1; 0 is before any): each word as pieces."""

    rule: int
    left: str | None
    right: str | None
    words: list[list[str]]
    tokens: int


class EncodeStepsResponse(BaseModel):
    """Rules with nothing to do give no frame, so that numbers jump. `words` are the final pieces.

    `truncated`: only the first frames of a long text are listed. `complete` is false when time ran
    out before the last rule.
    """

    frames: list[RuleFrameOut]
    words: list[list[str]]
    letters: int
    tokens: int
    truncated: bool
    complete: bool


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
