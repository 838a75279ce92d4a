"""The command `tokenario train`: learn from files, write what was learned to a file."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from app.cli.files import read_file
from app.cli.terminal import Terminal
from app.errors import N_, InvalidInput
from app.services.train_tokenizer import Trained, TrainingLimits, train
from app.services.trained_vocabulary import FileFormat, as_file
from app.services.training_request import AnyStep, Learner, TrainingOptions, TrainingRequest
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.corpus import Split
from app.tokenization.training import STOP_SENTENCES
from app.tokenization.wordpiece.trainer import Score

NO_LIMITS = TrainingLimits(characters=sys.maxsize, rules=sys.maxsize, seconds=1e9)
"""It is the reader's own machine; Ctrl-C stops and keeps what was learned."""


def install(cli: typer.Typer, terminal: Terminal) -> None:
    """Add the command."""
    say = terminal.locale.gettext

    @cli.command("train", help=say(N_("Train a tokenizer on files and write it to a file.")))
    def train_command(
        files: Annotated[
            list[Path],
            typer.Argument(
                metavar="FILE...",
                help=say(N_("Text files, read as one corpus; `-` is standard input.")),
            ),
        ],
        output: Annotated[
            Path,
            typer.Option("--output", "-o", help=say(N_("Where to write: .json or .tiktoken."))),
        ],
        size: Annotated[
            int | None, typer.Option(help=say(N_("Pieces of the vocabulary, letters included.")))
        ] = None,
        merges: Annotated[
            int | None, typer.Option(help=say(N_("Rules to learn, instead of a size.")))
        ] = None,
        algorithm: Annotated[
            Learner,
            typer.Option(
                metavar="bpe|wordpiece|unigram|superbpe", help=say(N_("What learns the pieces."))
            ),
        ] = Learner.BPE,
        unit: Annotated[
            Unit, typer.Option(help=say(N_("What BPE starts from: characters or bytes.")))
        ] = Unit.CHARACTER,
        marker: Annotated[
            str | None, typer.Option(help=say(N_("A mark that ends every word, such as </w>.")))
        ] = None,
        ties: Annotated[
            Ties, typer.Option(help=say(N_("Which of equally frequent pairs is merged.")))
        ] = Ties.FIRST_SEEN,
        min_frequency: Annotated[
            int | None, typer.Option(help=say(N_("How often a pair occurs at least.")))
        ] = None,
        pre_tokenizer: Annotated[
            Split, typer.Option(help=say(N_("Where texts are cut into words.")))
        ] = Split.WHITESPACE,
        score: Annotated[
            Score, typer.Option(help=say(N_("What WordPiece orders pairs by.")))
        ] = Score.LIKELIHOOD,
        transition: Annotated[
            int | None, typer.Option(help=say(N_("Rules that SuperBPE learns inside words.")))
        ] = None,
    ) -> None:
        options = TrainingOptions(
            unit, marker, ties, min_frequency, pre_tokenizer, score, transition
        )
        text = "\n".join([read_file(file, terminal.locale) for file in files])
        request = TrainingRequest(algorithm, text, None, merges, size, options)
        format = _format(output, algorithm)
        trained = _watched(request, terminal)
        _write(output, as_file(trained.run.model, format))
        _report(trained, output, terminal)


def _format(output: Path, algorithm: Learner) -> FileFormat:
    """The format that the file's name asks for, before any work is done for nothing."""
    if algorithm is Learner.GAGE:
        raise InvalidInput(
            N_("Gage's algorithm compresses one text; it leaves no vocabulary to cut others with.")
        )
    known = {f".{format.value}": format for format in FileFormat}
    if output.suffix not in known:
        raise InvalidInput(
            N_("The file to write must end in %(ends)s; “%(name)s” does not."),
            ends=", ".join(known),
            name=output.name,
        )
    return known[output.suffix]


def _watched(request: TrainingRequest, terminal: Terminal) -> Trained:
    """Train with a bar on a terminal; Ctrl-C ends it and keeps what was learned."""
    goal = request.merges if request.merges is not None else request.size
    doing = terminal.locale.say("Training %(name)s", name=request.learner.value)
    with terminal.progress(goal) as tell:

        def watch(step: AnyStep) -> None:
            number = step.number
            if request.merges is None:
                number = getattr(step, "vocabulary_size", number)
            tell(number, doing)

        with _interrupted() as stopped:
            return train(request, NO_LIMITS, cancelled=lambda: bool(stopped), watch=watch)


@contextmanager
def _interrupted() -> Iterator[list[int]]:
    """A list that is filled when Ctrl-C is pressed, instead of the program ending."""
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _write(output: Path, content: str) -> None:
    try:
        output.write_text(content, encoding="utf-8")
    except OSError as error:
        raise InvalidInput(
            N_("The file %(file)s cannot be written: %(reason)s."),
            file=str(output),
            reason=error.strerror or type(error).__name__,
        ) from None


def _report(trained: Trained, output: Path, terminal: Terminal) -> None:
    run, locale = trained.run, terminal.locale
    size = len(getattr(run.model, "pieces", ()))
    terminal.write(
        locale.say(
            "%(size)s pieces, %(steps)s steps, %(seconds)s s: %(file)s",
            size=size,
            steps=len(run.steps),
            seconds=round(trained.seconds, 1),
            file=str(output),
        )
    )
    if run.stop_reason is not None:
        terminal.note(locale.gettext(STOP_SENTENCES[run.stop_reason]))
