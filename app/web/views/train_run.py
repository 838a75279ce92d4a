"""A finished run of training at one frame, and what can be done with its result."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.services.encode_learned import rule_trace, side_by_side, unknown_words
from app.services.train_tokenizer import Trained
from app.services.trained_vocabulary import FileFormat, formats
from app.services.training_request import (
    AnyModel,
    AnyRun,
    gage_run,
    merging_run,
    unigram_run,
)
from app.services.training_runs import TrainingRuns
from app.tokenization.bpe.export import tiktoken_pattern
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.training import STOP_SENTENCES
from app.tokenization.wordpiece.model import WordPieceModel
from app.web.reader import Reader
from app.web.train_state import Temperature, TrainState
from app.web.views.player import PlayerView, step_of
from app.web.views.train_encode import NAMES, EncodedView, encoded_view
from app.web.views.train_frame import MergeFrame, RuleRow, merge_frame, rule_row
from app.web.views.train_gage import GageFrame, gage_frame
from app.web.views.train_unigram import UnigramFrame, unigram_frame
from app.web.views.train_ways import Draw
from app.web.views.train_words import gage_sentence, merge_sentence
from app.web.views.unigram_words import unigram_sentence

RULES_LISTED = 600
"""Rules in the whole list of the page; longer lists are in the file to download."""


MARKS = 100
"""Places of the bar that can carry a mark."""


@dataclass(frozen=True, slots=True)
class FileLink:
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class RunView:
    """A finished run at one frame. `kind` says which of `merge`, `unigram` and `gage` is drawn.

    `rules` is the whole list (`rules_hidden` are not in it). `playground` is where a form posts to
    use the vocabulary there, "" where no file can hold it. `encode_action` takes a text to be cut.
    """

    address: str
    player: PlayerView
    kind: str
    merge: MergeFrame | None
    unigram: UnigramFrame | None
    gage: GageFrame | None
    name: str
    size: int
    seconds: float
    words: int
    occurrences: int
    stopped: str
    complete: bool
    rules: tuple[RuleRow, ...]
    rules_hidden: int
    files: tuple[FileLink, ...]
    pattern: str
    playground: str
    encode_action: str
    encoded: EncodedView | None
    text: str
    private: bool


def encoded_of(
    trained: Trained, runs: TrainingRuns, state: TrainState, reader: Reader
) -> EncodedView | None:
    """The text of the state cut with what was learned; None without a text.

    Raises InputTooLarge for a long text.
    """
    if not state.text or gage_run(trained.run):
        return None
    base = replace(state, step=None)

    def link(step: int) -> str:
        return replace(base, step=str(step)).address(reader)

    return encoded_view(
        state.text,
        rule_trace(trained, state.text),
        trained.request.learner,
        side_by_side(runs, trained, state.text),
        unknown_words(trained, state.text),
        is_byte_level(trained.run),
        len(trained.run.steps),
        link,
        reader.locale,
    )


def is_byte_level(run: AnyRun) -> bool:
    return isinstance(run.model, BpeModel) and run.model.unit is Unit.BYTE


def run_view(
    trained: Trained,
    runs: TrainingRuns,
    state: TrainState,
    reader: Reader,
    encoded: EncodedView | None = None,
) -> RunView:
    """A run at the frame that the state asks for: the first without one.

    Raises NotFound for a step it does not have.
    """
    run, locale = trained.run, reader.locale
    base = replace(state, step=None)
    player, merge, unigram, gage = _frame(trained, runs, state, base.address(reader), reader)
    merging = merging_run(run)
    steps = merging.steps if merging else ()
    bytes_shown = is_byte_level(run)
    files = tuple(
        FileLink(f"tokenizer.{format.value}", _file(base, reader, format))
        for format in formats(run.model)
    )
    return RunView(
        address=state.address(reader),
        player=player,
        kind="merge" if merge else "unigram" if unigram else "gage",
        merge=merge,
        unigram=unigram,
        gage=gage,
        name=locale.gettext(NAMES[state.learner]),
        size=0 if gage_run(run) else len(getattr(run.model, "pieces", ())),
        seconds=trained.seconds,
        words=len(run.corpus.words),
        occurrences=run.corpus.occurrences,
        stopped=locale.gettext(STOP_SENTENCES[run.stop_reason]) if run.stop_reason else "",
        complete=trained.complete,
        rules=tuple(rule_row(step, bytes_shown, player.link) for step in steps[:RULES_LISTED]),
        rules_hidden=max(0, len(steps) - RULES_LISTED),
        files=files,
        pattern=_pattern(run.model),
        playground=base.address(reader, "/train/playground") if files else "",
        encode_action=replace(base, text=None).address(reader, "/train/encode"),
        encoded=encoded,
        text=state.text or "",
        private=state.private,
    )


def _pattern(model: AnyModel) -> str:
    """What tiktoken must be told beside the rank file; empty when there is no such file."""
    if isinstance(model, BpeModel) and FileFormat.TIKTOKEN in formats(model):
        return tiktoken_pattern(model.split)
    return ""


def _file(state: TrainState, reader: Reader, format: FileFormat) -> str:
    return replace(state, text=None, word=None).address(reader, f"/train/tokenizer.{format.value}")


def _frame(
    trained: Trained, runs: TrainingRuns, state: TrainState, address: str, reader: Reader
) -> tuple[PlayerView, MergeFrame | None, UnigramFrame | None, GageFrame | None]:
    """The player at the wanted step, and the drawing of the run's own kind."""
    run, locale = trained.run, reader.locale
    address, _, fragment = address.partition("#")
    last = len(run.steps)
    unigram, gage = unigram_run(run), gage_run(run)
    first = 1 if unigram else 0
    step = step_of(state.step, first, last) if state.step else min(1, last)
    name = locale.gettext(NAMES[state.learner])
    title = locale.say("Training %(name)s", name=name)

    def player(sentence: str, marks: tuple[int, ...] = ()) -> PlayerView:
        return PlayerView(title, sentence, address, step, last, first, marks, fragment)

    link = player("").link
    if unigram is not None:

        def word_link(word: str) -> str:
            return replace(state, word=word).address(reader)

        def draw_link(seed: int, temperature: Temperature) -> str:
            return replace(state, seed=seed, temperature=temperature).address(reader)

        draw = Draw(state.seed, state.temperature, draw_link)
        drawn = unigram_frame(unigram, step, state.word, link, word_link, draw)
        return player(unigram_sentence(unigram, step, locale)), None, drawn, None
    if gage is not None:
        text = trained.request.text or ""
        return (
            player(gage_sentence(gage, step, locale)),
            None,
            None,
            gage_frame(gage, step, text, link),
        )
    merging = merging_run(run)
    if merging is None:
        raise TypeError("a run merges pairs, drops pieces or compresses")
    frame = runs.frame(trained, step)
    bytes_shown = is_byte_level(run)
    prefix = run.model.prefix if isinstance(run.model, WordPieceModel) else ""
    sentence = merge_sentence(frame, bytes_shown, locale)
    return (
        player(sentence, _marks(trained)),
        merge_frame(frame, merging.steps, bytes_shown, prefix, link),
        None,
        None,
    )


def _marks(trained: Trained) -> tuple[int, ...]:
    """The steps that make a whole word of the corpus, one for each place of the bar."""
    merging = merging_run(trained.run)
    if merging is None or is_byte_level(trained.run):
        return ()
    model = trained.run.model
    end = (model.marker or "") if isinstance(model, BpeModel) else ""
    words = frozenset(word.text + end for word in trained.run.corpus.words)
    last = len(merging.steps)
    by_place: dict[int, int] = {}
    for step in merging.steps:
        if step.piece in words:
            by_place.setdefault(step.number * MARKS // last, step.number)
    return tuple(by_place.values())
