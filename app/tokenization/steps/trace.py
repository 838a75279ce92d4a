"""A text cut step by step: `Tokenizer.cuts` gives the parts, each segmenter's frames its steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from app.tokenization.bpe.encoder import ByteBpe, PieceBpe
from app.tokenization.bpe.printable import PrintableBpe
from app.tokenization.budget import Budget
from app.tokenization.cut import Cut
from app.tokenization.pipeline import Tokenizer
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.stages import Segmenter
from app.tokenization.steps.bpe import bpe_frames, printable_frames
from app.tokenization.steps.pieces import byte_tokens, letter_tokens
from app.tokenization.steps.types import (
    Frame,
    PieceSteps,
    Segmentation,
    StepEvent,
    StepLimits,
    TextSteps,
)
from app.tokenization.steps.unigram import segmentations, unigram_frames
from app.tokenization.steps.wordpiece import wordpiece_frames
from app.tokenization.types import PreToken, TokenKind
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.well_formed import well_formed
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
    for cut in _parts(tokenizer, well_formed(text), specials):
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


def _parts(tokenizer: Tokenizer, text: str, specials: SpecialPolicy) -> Iterator[Cut]:
    """The parts that are cut on their own: a Unigram segmenter is given the whole text, and
    looks at it word by word."""
    for cut in tokenizer.cuts(text, specials):
        if cut.section.token is None and isinstance(tokenizer.segmenter, Unigram):
            yield from by_words(cut, tokenizer.segmenter)
        else:
            yield cut


def by_words(cut: Cut, segmenter: Unigram) -> Iterator[Cut]:
    """The cut as one cut a word; words that an unknown token joins stay together."""
    segments = cut.segments
    start = first = after = 0
    for _, end in segmenter.words(cut.pre.text):
        while after < len(segments) and segments[after].end <= end:
            after += 1
        if after < len(segments) and segments[after].start < end:
            continue
        word = PreToken(cut.pre.text[start:end], cut.pre.start + start, cut.pre.start + end)
        inside = [
            segment._replace(start=segment.start - start, end=segment.end - start)
            for segment in segments[first:after]
        ]
        yield cut._replace(pre=word, segments=tuple(inside))
        start, first = end, after


def _limit_met(parts: int, frames: int, limits: StepLimits, budget: Budget) -> str | None:
    if parts >= limits.max_parts:
        return "parts"
    if frames >= limits.max_frames:
        return "frames"
    return budget.exhausted(frames)


@runtime_checkable
class Delegating(Protocol):
    """A segmenter that leaves some parts to another one."""

    def segmenter_of(self, piece: str) -> Segmenter | None:
        """The segmenter that cuts this part; None when it is taken whole."""
        ...


def _part(tokenizer: Tokenizer, cut: Cut, limits: StepLimits) -> PieceSteps:
    text, segmenter = cut.pre.text, _segmenter_of(tokenizer.segmenter, cut.pre.text)
    ways: tuple[Segmentation, ...] = ()
    if cut.section.token is not None:
        frames = _result(StepEvent.SPECIAL, cut, tokenizer)
    elif len(text) > limits.max_letters:
        frames = _result(StepEvent.RESULT, cut, tokenizer)
    elif isinstance(segmenter, Unigram):
        frames = unigram_frames(segmenter, text, cut.segments, tokenizer.vocabulary)
        ways = segmentations(segmenter, text, limits.segmentations)
    elif isinstance(segmenter, WordPiece):
        frames = wordpiece_frames(segmenter, text, tokenizer.vocabulary)
    elif isinstance(segmenter, PrintableBpe):
        frames = printable_frames(segmenter, text, tokenizer.vocabulary)
    elif isinstance(segmenter, ByteBpe | PieceBpe):
        frames = bpe_frames(segmenter, text, tokenizer.vocabulary)
    else:
        frames = _looked_up(cut, tokenizer)
    return PieceSteps(text, *cut.place, frames[-1].pieces, frames, segmentations=ways)


def _segmenter_of(segmenter: Segmenter, part: str) -> Segmenter | None:
    return segmenter.segmenter_of(part) if isinstance(segmenter, Delegating) else segmenter


def _looked_up(cut: Cut, tokenizer: Tokenizer) -> tuple[Frame, ...]:
    """A part that is looked up as it is: it is one token, or unknown."""
    if any(segment.kind is TokenKind.UNKNOWN for segment in cut.segments):
        return _result(StepEvent.FALL_BACK, cut, tokenizer)
    whole = len(cut.segments) == 1
    return _result(StepEvent.WHOLE if whole else StepEvent.RESULT, cut, tokenizer)


def _repeated(cut: Cut, index: int, first: PieceSteps) -> PieceSteps:
    return PieceSteps(cut.pre.text, *cut.place, first.tokens, same_as=index)


def _result(event: StepEvent, cut: Cut, tokenizer: Tokenizer) -> tuple[Frame, ...]:
    """The tokens alone."""
    if cut.section.token is None and isinstance(tokenizer.segmenter, ByteBpe | PrintableBpe):
        tokens = byte_tokens(cut.pre.text, cut.segments, tokenizer.vocabulary)
    else:
        tokens = letter_tokens(cut.pre.text, cut.segments, tokenizer.vocabulary)
    return (Frame(event, tokens),)
