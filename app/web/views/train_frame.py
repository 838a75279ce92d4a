"""One frame of a run that merges pairs: words as pieces, the pairs, the rules around it, the curve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.tokenization.replay import Frame, Step, WordView
from app.tokenization.wordpiece.steps import WordPieceStep
from app.web.views.tokens import Run, colour, runs
from app.web.views.train_pairs import PairRow, pair_rows
from app.web.views.train_words import shortened, shown

RULES_BEFORE, RULES_AFTER = 9, 6
"""Rules listed around the present one."""

CURVE_POINTS = 120
CURVE_WIDTH, CURVE_HEIGHT = 300, 60


@dataclass(frozen=True, slots=True)
class PieceChip:
    """A piece of a word. The one this step made is `lit` and drawn as its two halves, which slide
    together."""

    runs: tuple[Run, ...]
    css: str
    lit: bool = False
    left: tuple[Run, ...] = ()
    right: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class WordRow:
    """A word of the corpus, how often it occurs, and its pieces; `hidden` are not drawn."""

    count: int
    chips: tuple[PieceChip, ...]
    hidden: int
    changed: bool


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule in the list: `value` is its count, or its score for WordPiece."""

    number: int
    left: str
    right: str
    piece: str
    value: str | int
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """How the pieces of the corpus get fewer: a line, and the point of this frame."""

    points: str
    x: float
    y: float
    width: int = CURVE_WIDTH
    height: int = CURVE_HEIGHT


@dataclass(frozen=True, slots=True)
class MergeFrame:
    """What changes from frame to frame. `before` values are those before the step."""

    left: str
    right: str
    piece: str
    words: tuple[WordRow, ...]
    words_shown: int
    words_total: int
    changed_only: bool
    across: bool
    pairs: tuple[PairRow, ...]
    pairs_hidden: int
    scored: bool
    rules: tuple[RuleRow, ...]
    rules_hidden: int
    pieces: int
    pieces_before: int
    vocabulary: int
    vocabulary_before: int
    curve: Curve | None


def merge_frame(
    frame: Frame,
    steps: Sequence[Step],
    byte_level: bool,
    prefix: str,
    link: Callable[[int], str],
) -> MergeFrame:
    """Draw a frame. `link` gives the address of another step; `prefix` is WordPiece's ## or ""."""
    step = frame.step
    # A corpus that fits keeps its order, so that words stay where they are from frame to frame.
    changed_only = frame.words_total > len(frame.words) and bool(frame.changed)
    views = frame.changed if changed_only else frame.words
    changed = {word.index for word in frame.changed}
    table = frame.candidates if frame.chosen_from is None else frame.chosen_from
    merged = 0 if step is None else step.merged
    before = frame.pieces + merged
    rules = rules_around(steps, frame.number, byte_level, link)
    return MergeFrame(
        left="" if step is None else shown(step.left, byte_level),
        right="" if step is None else shown(step.right, byte_level),
        piece="" if step is None else shown(step.piece, byte_level),
        words=tuple(_word(word, step, byte_level, prefix, word.index in changed) for word in views),
        words_shown=len(views),
        words_total=frame.changed_total if changed_only else frame.words_total,
        changed_only=changed_only,
        across=frame.across_words,
        pairs=pair_rows(table, step, byte_level, before),
        pairs_hidden=table.hidden,
        scored=any(candidate.left_count for candidate in table.rows),
        rules=rules,
        rules_hidden=len(steps) - len(rules),
        pieces=frame.pieces,
        pieces_before=before,
        vocabulary=frame.vocabulary_size,
        vocabulary_before=frame.vocabulary_size - (step is not None),
        curve=curve(steps, frame.number),
    )


def _word(
    word: WordView, step: Step | None, byte_level: bool, prefix: str, changed: bool
) -> WordRow:
    chips: list[PieceChip] = []
    for index, piece in enumerate(word.pieces):
        whole, css = drawn(piece, byte_level), colour(index)
        if step is not None and index in word.lit:
            left = drawn(step.left, byte_level)
            right = drawn(step.right.removeprefix(prefix), byte_level)
            chips.append(PieceChip(whole, css, True, left, right))
        else:
            chips.append(PieceChip(whole, css))
    return WordRow(word.count, tuple(chips), word.hidden, changed)


def drawn(piece: str, byte_level: bool) -> tuple[Run, ...]:
    """A piece for a chip: byte pieces by what they spell, which has its signs already.

    >>> [run.text for run in drawn("Ã±", True)], [run.mark for run in drawn(" a", False)]
    (['ñ'], ['·', ''])
    """
    return (Run(shown(piece, True)),) if byte_level else runs(shortened(piece))


def rule_row(
    step: Step, byte_level: bool, link: Callable[[int], str], current: bool = False
) -> RuleRow:
    value = str(step.chosen.score) if isinstance(step, WordPieceStep) else step.count
    return RuleRow(
        number=step.number,
        left=shown(step.left, byte_level),
        right=shown(step.right, byte_level),
        piece=shown(step.piece, byte_level),
        value=value,
        href=link(step.number),
        current=current,
    )


def rules_around(
    steps: Sequence[Step], number: int, byte_level: bool, link: Callable[[int], str]
) -> tuple[RuleRow, ...]:
    """The rules before and after the present one, which stays about where it is."""
    size = RULES_BEFORE + RULES_AFTER + 1
    first = max(0, min(number - 1 - RULES_BEFORE, len(steps) - size))
    return tuple(
        rule_row(step, byte_level, link, step.number == number)
        for step in steps[first : first + size]
    )


def curve(steps: Sequence[Step], number: int) -> Curve | None:
    """The pieces of the corpus after each step as a falling line; None for a run without steps.

    >>> from app.tokenization.bpe.steps import TrainStep
    >>> steps = [TrainStep(n, "a", "b", "ab", 1, 1, 1, (), 3, 10 - n) for n in (1, 2)]
    >>> curve(steps, 2).points
    '0.0,0.0 150.0,30.0 300.0,60.0'
    """
    if not steps:
        return None
    values = [steps[0].pieces + steps[0].merged, *[step.pieces for step in steps]]
    most, least = max(values), min(values)
    last = len(values) - 1

    def place(index: int) -> tuple[float, float]:
        fall = (most - values[index]) / (most - least) if most > least else 0.0
        return round(index / last * CURVE_WIDTH, 1), round(fall * CURVE_HEIGHT, 1)

    wanted = {round(index * last / CURVE_POINTS) for index in range(CURVE_POINTS + 1)}
    points = " ".join(f"{x},{y}" for x, y in map(place, sorted(wanted)))
    return Curve(points, *place(number))
