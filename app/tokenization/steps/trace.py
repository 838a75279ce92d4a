"""A text cut step by step: `Tokenizer.cuts` gives the parts, each segmenter's frames its steps."""

from __future__ import annotations

from app.tokenization.bpe.encoder import ByteBpe, PieceBpe
from app.tokenization.budget import Budget
from app.tokenization.pipeline import Cut, Tokenizer, well_formed
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.stages import Segmenter, Vocabulary
from app.tokenization.steps.bpe import bpe_frames
from app.tokenization.steps.pieces import byte_tokens, letter_tokens
from app.tokenization.steps.types import Frame, PieceSteps, StepEvent, StepLimits, TextSteps
from app.tokenization.steps.wordpiece import wordpiece_frames
from app.tokenization.wordpiece.encoder import WordPiece


def text_steps(
    tokenizer: Tokenizer,
    text: str,
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    limits: StepLimits | None = None,
    budget: Budget | None = None,
) -> TextSteps:
    """How the text is cut. The counts are of the whole text; what is shown stops at the limits.

    `budget` is asked before each part, with the frames made so far as its steps.
    """
    limits = limits or StepLimits()
    budget = budget or Budget()
    parts: list[PieceSteps] = []
    first_with: dict[str, int] = {}
    part_count = token_count = frames = 0
    truncated_by: str | None = None
    for cut in tokenizer.cuts(well_formed(text), specials):
        part_count += 1
        token_count += len(cut.segments)
        if truncated_by is None:
            truncated_by = _limit_met(len(parts), frames, limits, budget)
        if truncated_by is not None:
            continue
        index = len(parts)
        seen = first_with.setdefault(cut.pre.text, index) if cut.section.token is None else index
        part = _repeated(cut, seen, parts[seen]) if seen < index else _part(tokenizer, cut, limits)
        frames += len(part.frames)
        parts.append(part)
    return TextSteps(well_formed(text), tuple(parts), part_count, token_count, truncated_by)


def _limit_met(parts: int, frames: int, limits: StepLimits, budget: Budget) -> str | None:
    if parts >= limits.max_parts:
        return "parts"
    if frames >= limits.max_frames:
        return "frames"
    return budget.exhausted(frames)


def _part(tokenizer: Tokenizer, cut: Cut, limits: StepLimits) -> PieceSteps:
    text = cut.pre.text
    if cut.section.token is not None:
        frames = _result(StepEvent.SPECIAL, cut, tokenizer)
    elif len(text) > limits.max_letters:
        frames = _result(StepEvent.RESULT, cut, tokenizer)
    else:
        frames = frames_of(tokenizer.segmenter, text, tokenizer.vocabulary)
    return PieceSteps(text, *_origin(cut), frames[-1].pieces, frames)


def _repeated(cut: Cut, index: int, first: PieceSteps) -> PieceSteps:
    return PieceSteps(cut.pre.text, *_origin(cut), first.tokens, same_as=index)


def _origin(cut: Cut) -> tuple[int, int]:
    start, end = cut.normalized.origin(cut.pre.start, cut.pre.end)
    return cut.section.start + start, cut.section.start + end


def frames_of(segmenter: Segmenter, text: str, vocabulary: Vocabulary) -> tuple[Frame, ...]:
    """The frames of one part, by the algorithm that cuts it."""
    if isinstance(segmenter, ByteBpe | PieceBpe):
        return bpe_frames(segmenter, text, vocabulary)
    if isinstance(segmenter, WordPiece):
        return wordpiece_frames(segmenter, text, vocabulary)
    return (Frame(StepEvent.RESULT, letter_tokens(text, segmenter.segment(text), vocabulary)),)


def _result(event: StepEvent, cut: Cut, tokenizer: Tokenizer) -> tuple[Frame, ...]:
    """The tokens alone."""
    if cut.section.token is None and isinstance(tokenizer.segmenter, ByteBpe):
        tokens = byte_tokens(cut.pre.text, cut.segments, tokenizer.vocabulary)
    else:
        tokens = letter_tokens(cut.pre.text, cut.segments, tokenizer.vocabulary)
    return (Frame(event, tokens),)
