"""A text cut with what was learned: rule by rule, and side by side with the other algorithms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.errors import N_
from app.locales import Locale
from app.services.encode_learned import LearnedPiece, Reading
from app.services.training_request import Learner
from app.tokenization.baselines import Baseline
from app.tokenization.bpe.rules import UNKNOWN, RuleFrame, RuleTrace
from app.web.views.tokens import colour
from app.web.views.train_frame import PieceChip, drawn
from app.web.views.train_words import shown

STEPS_SHOWN = 150
WORDS_SHOWN = 12
"""Words drawn after each rule; where the text has more, those that the rule changed."""

NAMES: dict[Learner | Baseline, str] = {
    Learner.BPE: "BPE",
    Learner.WORDPIECE: "WordPiece",
    Learner.UNIGRAM: "Unigram",
    Learner.SUPERBPE: "SuperBPE",
    Learner.GAGE: "Gage 1994",
    Baseline.WORD: N_("Whole words"),
    Baseline.CHARACTER: N_("Characters"),
    Baseline.BYTE: N_("Bytes"),
}
"""How vocabularies learned here are called; translated where they are shown."""


@dataclass(frozen=True, slots=True)
class RuleApplied:
    """A rule that did something. `skipped` rules before it found nothing to do, from `first` to
    `last`. `words` are drawn as they are after it."""

    number: int
    left: str
    right: str
    piece: str
    merged: int
    tokens: int
    skipped: int
    first: int
    last: int
    words: tuple[tuple[PieceChip, ...], ...]
    href: str


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """The text under one vocabulary of this corpus; `problem` says why there is none."""

    name: str
    own: bool
    size: int
    tokens: int
    share: float
    unknown: int
    words: tuple[tuple[PieceChip, ...], ...]
    problem: str


@dataclass(frozen=True, slots=True)
class EncodedView:
    """`start` are the words before any rule; `unknown` the words that the corpus lacked, each once;
    `signs` the letters that it lacked."""

    text: str
    letters: int
    tokens: int
    final: tuple[tuple[PieceChip, ...], ...]
    has_rules: bool
    start: tuple[tuple[PieceChip, ...], ...]
    steps: tuple[RuleApplied, ...]
    steps_hidden: int
    rules: int
    unknown: tuple[str, ...]
    signs: tuple[str, ...]
    readings: tuple[ReadingRow, ...]


def encoded_view(
    text: str,
    trace: RuleTrace | None,
    own: Learner,
    readings: Sequence[Reading],
    unknown_words: Sequence[str],
    byte_level: bool,
    rules: int,
    link: Callable[[int], str],
    locale: Locale,
) -> EncodedView:
    """Draw it. `rules` is how many the list has; `link` leads to the frame that learned one."""
    mine = next(reading for reading in readings if reading.kind is own)
    most = max([reading.tokens for reading in readings], default=1)
    return EncodedView(
        text=text,
        letters=len("".join(text.split())),
        tokens=mine.tokens,
        final=_chips(mine.words, byte_level, own),
        has_rules=trace is not None,
        start=() if trace is None else _words(trace.start, trace, byte_level)[:WORDS_SHOWN],
        steps=() if trace is None else _steps(trace, byte_level, link),
        steps_hidden=0 if trace is None else max(0, len(trace.steps) - STEPS_SHOWN),
        rules=rules,
        unknown=tuple(dict.fromkeys(unknown_words)),
        signs=() if trace is None else tuple(shown(sign, byte_level) for sign in trace.unknown),
        readings=tuple(_row(reading, own, most, byte_level, locale) for reading in readings),
    )


def _row(reading: Reading, own: Learner, most: int, byte_level: bool, locale: Locale) -> ReadingRow:
    return ReadingRow(
        name=locale.gettext(NAMES[reading.kind]),
        own=reading.kind is own,
        size=reading.size,
        tokens=reading.tokens,
        share=reading.tokens / most if most else 0.0,
        unknown=reading.unknown,
        words=_chips(reading.words, byte_level, reading.kind),
        problem="" if reading.error is None else locale.explain(reading.error),
    )


def _chips(
    words: Sequence[Sequence[LearnedPiece]], byte_level: bool, kind: Learner | Baseline
) -> tuple[tuple[PieceChip, ...], ...]:
    bytes_shown = kind is Baseline.BYTE or (byte_level and kind in (Learner.BPE, Learner.SUPERBPE))
    rows: list[tuple[PieceChip, ...]] = []
    number = 0
    for word in words:
        row: list[PieceChip] = []
        for piece in word:
            text = "UNK" if piece.unknown and kind is Baseline.WORD else piece.text
            css = f"{colour(number)} unknown" if piece.unknown else colour(number)
            row.append(PieceChip(drawn(text, bytes_shown and not piece.unknown), css))
            number += 1
        rows.append(tuple(row))
    return tuple(rows)


def _steps(
    trace: RuleTrace, byte_level: bool, link: Callable[[int], str]
) -> tuple[RuleApplied, ...]:
    applied: list[RuleApplied] = []
    before = 0
    frames = trace.frames()
    next(frames)
    for step, frame in zip(trace.steps[:STEPS_SHOWN], frames, strict=False):
        words = _words(frame, trace, byte_level, step.piece)
        if len(words) > WORDS_SHOWN:
            words = tuple(words[index] for index in step.changed[:WORDS_SHOWN])
        applied.append(
            RuleApplied(
                number=step.rule,
                left=shown(step.left, byte_level),
                right=shown(step.right, byte_level),
                piece=shown(step.piece, byte_level),
                merged=step.merged,
                tokens=step.tokens,
                skipped=step.rule - before - 1,
                first=before + 1,
                last=step.rule - 1,
                words=words,
                href=link(step.rule),
            )
        )
        before = step.rule
    return tuple(applied)


def _words(
    frame: RuleFrame, trace: RuleTrace, byte_level: bool, made: str = ""
) -> tuple[tuple[PieceChip, ...], ...]:
    unknown = frozenset(trace.unknown)
    return tuple(
        tuple(
            PieceChip(
                drawn(UNKNOWN, False) if piece in unknown else drawn(piece, byte_level),
                f"{colour(at)} unknown" if piece in unknown else colour(at),
                lit=piece == made,
            )
            for at, piece in enumerate(word)
        )
        for word in frame.words
    )
