"""Frames of a run, made by merging again what its steps say; each costs only its own step."""

from __future__ import annotations

import heapq
from itertools import islice

from app.errors import N_, NotFound
from app.tokenization.bpe.model import BpeModel
from app.tokenization.bpe.segmented import unpack
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.bpe.superbpe import SuperBpeConfig
from app.tokenization.bpe.trainer import BpeConfig
from app.tokenization.replay.frames import (
    Bounds,
    Candidate,
    CandidateTable,
    Frame,
    Step,
    WinReason,
    WordView,
)
from app.tokenization.replay.state import BpeState, ReplayState, WordPieceState
from app.tokenization.training import TrainingRun
from app.tokenization.wordpiece.model import WordPieceModel
from app.tokenization.wordpiece.steps import WordPieceStep
from app.tokenization.wordpiece.trainer import WordPieceConfig

BpeRun = TrainingRun[BpeConfig, TrainStep, BpeModel]
SuperBpeRun = TrainingRun[SuperBpeConfig, TrainStep, BpeModel]
WordPieceRun = TrainingRun[WordPieceConfig, WordPieceStep, WordPieceModel]
Run = BpeRun | SuperBpeRun | WordPieceRun


def replay(run: Run, number: int, bounds: Bounds | None = None) -> Frame:
    """The frame after step `number`. Raises NotFound for a step the run does not have.

    >>> from app.tokenization.bpe.trainer import train
    >>> from app.tokenization.corpus import from_counts
    >>> from app.tokenization.training import collect
    >>> corpus, config = from_counts({"bajo": 3, "baja": 2}), BpeConfig()
    >>> frame = replay(collect(config, corpus, train(corpus, config)), 1)
    >>> [word.pieces for word in frame.words], frame.words[0].lit, frame.chosen_from.tied
    ([('ba', 'j', 'o'), ('ba', 'j', 'a')], (0,), 2)
    """
    return Replayer(run, bounds).frame(number)


class Replayer:
    """Frames of one run. Asked for in ascending order, each costs only its own step."""

    def __init__(self, run: Run, bounds: Bounds | None = None) -> None:
        self._run = run
        self._steps: tuple[Step, ...] = run.steps
        self._bounds = bounds or Bounds()
        self._across = self._crosses(0)
        self._state = self._fresh()
        self._table: CandidateTable | None = None

    def frame(self, number: int) -> Frame:
        """The frame after step `number`. Raises NotFound for a step the run does not have."""
        last = len(self._steps)
        if not 0 <= number <= last:
            raise NotFound(
                N_("This run has no step %(number)s: its steps go from 0 to %(last)s."),
                number=number,
                last=last,
            )
        step = self._steps[number - 1] if number else None
        chosen_from: CandidateTable | None = None
        changed: list[int] = []
        across = self._crosses(max(number - 1, 0))
        if step is not None:
            self._reach(number - 1, across)
            chosen_from = self._candidates()
            changed = self._advance()
        else:
            self._reach(0, across)
        state, bounds = self._state, self._bounds
        piece = None if step is None else step.piece
        words = [
            _word(state, i, piece, bounds) for i in range(min(len(state.segmented), bounds.words))
        ]
        shown = [_word(state, i, piece, bounds) for i in changed[: bounds.words]]
        # The next pair may come from the lines although this one came from the words.
        self._reach(number, self._crosses(number))
        return Frame(
            number=number,
            last=last,
            step=step,
            chosen_from=chosen_from,
            candidates=self._candidates(),
            words=tuple(words),
            words_total=len(state.segmented),
            changed=tuple(shown),
            changed_total=len(changed),
            vocabulary_size=len(state.pieces),
            pieces=state.segmented.pieces,
            across_words=across and self._run.corpus.text is not None,
            stop_reason=self._run.stop_reason if number == last else None,
        )

    def _crosses(self, index: int) -> bool:
        """Whether step `index` (from 0) merges across words; after the last, as the last did."""
        if not self._steps:
            return False
        step = self._steps[min(index, len(self._steps) - 1)]
        return isinstance(step, TrainStep) and step.crosses_words

    def _fresh(self) -> ReplayState:
        config, corpus, model = self._run.config, self._run.corpus, self._run.model
        if isinstance(config, WordPieceConfig):
            merged = len(self._steps)
            return WordPieceState(corpus, config, model.pieces[: len(model.pieces) - merged])
        alphabet = model.pieces[: len(model.pieces) - len(self._steps)]
        return BpeState(corpus.lines() if self._across else corpus, config, alphabet)

    def _reach(self, number: int, across: bool) -> None:
        """Bring the state to just after step `number`, starting over when it is past it."""
        if across != self._across or number < self._state.done:
            self._across = across
            self._state = self._fresh()
            self._table = None
        while self._state.done < number:
            self._advance()

    def _advance(self) -> list[int]:
        self._table = None
        return self._state.advance(self._steps[self._state.done])

    def _candidates(self) -> CandidateTable:
        if self._table is None:
            self._table = _table(self._state, self._bounds)
        return self._table


def _table(state: ReplayState, bounds: Bounds) -> CandidateTable:
    """Rank the pairs as they stand: by value, then by the tie rule."""
    counts = state.segmented.counts
    values = {pair: state.value(pair) for pair in counts if counts[pair] >= state.min_frequency}
    if not values:
        return CandidateTable((), 0, 0, WinReason.HIGHEST)
    top = heapq.nlargest(bounds.pairs, values.values())
    # Only pairs that may be shown need their tie-break worked out.
    near = [pair for pair, value in values.items() if value >= top[-1]]
    near.sort(key=lambda pair: (-values[pair], state.tie_break(pair)))
    tied = sum([value == top[0] for value in values.values()])
    rows = [
        _candidate(state, pair, values[pair] == top[0], bounds) for pair in near[: bounds.pairs]
    ]
    reason = WinReason.HIGHEST if tied == 1 else WinReason(state.ties.value)
    return CandidateTable(tuple(rows), len(values), tied, reason)


def _candidate(state: ReplayState, pair: int, tied: bool, bounds: Bounds) -> Candidate:
    left, right = unpack(pair)
    terms = state.terms(pair)
    word, offset = state.segmented.place(state.segmented.first(pair))
    return Candidate(
        left=state.pieces[left],
        right=state.pieces[right],
        count=state.segmented.counts[pair],
        score=terms.score,
        left_count=terms.left_count,
        right_count=terms.right_count,
        word=word,
        offset=offset,
        word_text=state.corpus.words[word].text[: bounds.pieces],
        tied=tied,
    )


def _word(state: ReplayState, index: int, piece: str | None, bounds: Bounds) -> WordView:
    symbols = state.segmented.symbols(index)
    pieces = [state.pieces[symbol] for symbol in islice(symbols, bounds.pieces)]
    word = state.corpus.words[index]
    return WordView(
        index=index,
        text=word.text[: bounds.pieces],
        count=word.count,
        pieces=tuple(pieces),
        lit=tuple([at for at, shown in enumerate(pieces) if shown == piece]),
        hidden=sum([1 for _ in symbols]),
    )
