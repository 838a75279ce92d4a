"""Encoding a text with learned rules, watched: which rule did something, where, and what remains.

The rule of lowest number that fits is applied everywhere at once, then the next: for a learned list
that is the list read from top to bottom. A symbol outside the alphabet is kept as it is written,
and named in `RuleTrace.unknown`: the reader sees which letter it was; `RuleTrace.tokens` gives the
pieces as the vocabulary would, with `<unk>` in its place. Nothing is ever dropped.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import dataclass

from app.errors import N_, InvalidInput
from app.tokenization.bpe.counting import merge_pair
from app.tokenization.bpe.model import BpeModel, Unit, checked_marker, start_symbols
from app.tokenization.bpe.segmented import SegmentedCorpus, pack
from app.tokenization.bpe.steps import RuleStep
from app.tokenization.budget import Budget
from app.tokenization.corpus import Split, split_text
from app.tokenization.well_formed import well_formed

UNKNOWN = "<unk>"
"""How a symbol that the alphabet lacks is written; each one counts as a token."""


@dataclass(frozen=True, slots=True)
class RuleFrame:
    """A text while rules are applied: each word as pieces. `rule` is 0 before any."""

    rule: int
    words: tuple[tuple[str, ...], ...]

    @property
    def tokens(self) -> int:
        return sum([len(word) for word in self.words])


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """A text encoded with rules: its words, what they started as, each rule that did something,
    and what remains. `letters` counts characters of words; `unknown` lists the symbols outside the
    alphabet, in order of first appearance. `complete` is False when a budget cut it short.
    """

    words: tuple[str, ...]
    start: RuleFrame
    steps: tuple[RuleStep, ...]
    final: RuleFrame
    letters: int
    unknown: tuple[str, ...]
    complete: bool

    def tokens(self) -> tuple[str, ...]:
        """The final pieces in one row, as the vocabulary writes them.

        >>> encode_with_rules([("b", "a")], "ñba", alphabet="ab").tokens()
        ('<unk>', 'ba')
        """
        unknown = frozenset(self.unknown)
        return tuple(
            [UNKNOWN if piece in unknown else piece for word in self.final.words for piece in word]
        )

    def frames(self) -> Generator[RuleFrame, None, None]:
        """The text before any rule, and after each one that did something.

        >>> trace = encode_with_rules([("b", "a"), ("x", "y"), ("ba", "j")], "baja")
        >>> [(frame.rule, frame.words[0]) for frame in trace.frames()][1:]
        [(1, ('ba', 'j', 'a')), (3, ('baj', 'a'))]
        """
        words = list(self.start.words)
        yield self.start
        for step in self.steps:
            for index in step.changed:
                words[index] = tuple(merge_pair(words[index], step.left, step.right))
            yield RuleFrame(step.rule, tuple(words))


def encode_with_rules(
    merges: Sequence[tuple[str, str]],
    text: str,
    *,
    marker: str | None = None,
    unit: Unit = Unit.CHARACTER,
    split: Split = Split.WHITESPACE,
    alphabet: Collection[str] | None = None,
    budget: Budget | None = None,
) -> RuleTrace:
    """Apply rules to a text and keep what each did. Without an alphabet no symbol is unknown.

    Raises InvalidInput for a rule with an empty side, two that make the same piece, or a marker
    that `checked_marker` refuses.

    >>> trace = encode_with_rules([("b", "a"), ("x", "y"), ("ba", "j")], "baja")
    >>> [(step.rule, step.piece, step.tokens) for step in trace.steps], trace.final.words
    ([(1, 'ba', 3), (3, 'baj', 2)], (('baj', 'a'),))
    >>> encode_with_rules([], "ñu", alphabet="u").unknown
    ('ñ',)
    """
    budget = budget or Budget()
    marker = checked_marker(marker)
    words = split_text(well_formed(text), split)
    names = _Names()
    rules = _numbered(merges, marker, names)
    symbols, unknown = _start(words, unit, marker, alphabet, names)
    segmented = SegmentedCorpus(symbols, [1] * len(symbols))
    steps: list[RuleStep] = []
    complete = True
    waiting = [rules[pair] for pair in segmented.counts if pair in rules]
    heapq.heapify(waiting)
    while waiting:
        if budget.exhausted(len(steps)) is not None:
            complete = False
            break
        number = heapq.heappop(waiting)
        left, right = merges[number - 1]
        pair = pack(names.id_of(left), names.id_of(right))
        if pair not in segmented.counts:
            continue
        merged = segmented.merge(pair, names.id_of(left + right))
        for created in merged.created:
            if created in rules:
                heapq.heappush(waiting, rules[created])
        steps.append(
            RuleStep(
                rule=number,
                left=left,
                right=right,
                piece=left + right,
                merged=merged.merged,
                changed=tuple(merged.words),
                tokens=segmented.pieces,
            )
        )
    final = tuple([names.written(segmented.symbols(i)) for i in range(len(segmented))])
    return RuleTrace(
        words=tuple(words),
        start=RuleFrame(0, tuple([names.written(row) for row in symbols])),
        steps=tuple(steps),
        final=RuleFrame(steps[-1].rule if steps else 0, final),
        letters=sum([len(word) for word in words]),
        unknown=tuple(unknown),
        complete=complete,
    )


def encode_with_model(model: BpeModel, text: str, budget: Budget | None = None) -> RuleTrace:
    """Apply a trained model's rules to a text; what it never saw is unknown.

    >>> model = BpeModel(("a", "b"), (("b", "a"),))
    >>> encode_with_model(model, "baña").tokens()
    ('ba', '<unk>', 'a')
    """
    return encode_with_rules(
        model.merges,
        text,
        marker=model.marker,
        unit=model.unit,
        split=model.split,
        alphabet=frozenset(model.alphabet),
        budget=budget,
    )


class _Names:
    """Symbols and pieces numbered as they come up."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._written: list[str] = []

    def id_of(self, piece: str) -> int:
        id = self._ids.setdefault(piece, len(self._written))
        if id == len(self._written):
            self._written.append(piece)
        return id

    def written(self, symbols: Iterable[int]) -> tuple[str, ...]:
        return tuple([self._written[symbol] for symbol in symbols])


def _start(
    words: Sequence[str],
    unit: Unit,
    marker: str | None,
    alphabet: Collection[str] | None,
    names: _Names,
) -> tuple[list[list[int]], list[str]]:
    """Each word as numbered symbols, and the symbols outside the alphabet."""
    unknown: dict[str, None] = {}
    rows: list[list[int]] = []
    for word in words:
        row: list[int] = []
        for symbol in start_symbols(word, unit, marker):
            row.append(names.id_of(symbol))
            if alphabet is not None and symbol not in alphabet:
                unknown[symbol] = None
        rows.append(row)
    return rows, list(unknown)


def _numbered(
    merges: Sequence[tuple[str, str]], marker: str | None, names: _Names
) -> dict[int, int]:
    """The number of each rule, from 1, by its pair."""
    numbers: dict[int, int] = {}
    made = {marker}
    for number, (left, right) in enumerate(merges, 1):
        if not left or not right:
            raise InvalidInput(
                N_("Rule %(number)s has an empty side; a rule joins two pieces."), number=number
            )
        if left + right in made:
            raise InvalidInput(
                N_("Rule %(number)s makes “%(piece)s” a second time."),
                number=number,
                piece=left + right,
            )
        made.add(left + right)
        numbers[pack(names.id_of(left), names.id_of(right))] = number
    return numbers
