"""The commands `tokenario encode` and `tokenario decode`: a text to its tokens, and back."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.files import STANDARD_INPUT, read_file
from app.cli.options import json_option, special_option, vocabulary_option
from app.cli.terminal import Terminal
from app.cli.vocabularies import named
from app.errors import N_
from app.services import tokenize_text
from app.services.decode_ids import read_ids
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Encoding


def install(cli: typer.Typer, terminal: Terminal) -> None:
    """Add the commands."""
    say = terminal.locale.gettext
    a_vocabulary = vocabulary_option(
        terminal, N_("Id of a vocabulary (see `vocabularies`), or a vocabulary file of your own.")
    )

    @cli.command(help=say(N_("The tokens of a text; `-` reads standard input.")))
    def encode(
        text: Annotated[str, typer.Argument(metavar="TEXT|-")],
        vocabulary: Annotated[str, a_vocabulary],
        special: Annotated[bool, special_option(terminal)] = False,
        as_json: Annotated[bool, json_option(terminal)] = False,
    ) -> None:
        policy = SpecialPolicy.AS_SPECIAL if special else SpecialPolicy.AS_TEXT
        whole = read_file(Path(text), terminal.locale) if text == STANDARD_INPUT else text
        registry = terminal.registry()
        [read] = tokenize_text.tokenize(registry, whole, named(registry, [vocabulary]), policy)
        if as_json:
            terminal.write_json(as_record(vocabulary, read.encoding))
        else:
            _write(terminal, read.encoding)

    @cli.command(help=say(N_("Ids back to text, decoded together; `-` reads standard input.")))
    def decode(
        ids: Annotated[
            list[str],
            typer.Argument(metavar="IDS...|-", help=say(N_("Also with commas or in brackets."))),
        ],
        vocabulary: Annotated[str, a_vocabulary],
    ) -> None:
        written = " ".join(ids)
        if written == STANDARD_INPUT:
            written = read_file(Path(written), terminal.locale)
        registry = terminal.registry()
        [id] = named(registry, [vocabulary])
        decoded = tokenize_text.decode(registry, id, read_ids(written))
        terminal.write(decoded.text)
        if not decoded.complete:
            terminal.note(say(N_("The ids begin or end inside a character: its bytes show as �.")))


def _write(terminal: Terminal, encoding: Encoding) -> None:
    say = terminal.locale.gettext
    headings = (N_("piece"), N_("bytes"), N_("characters"), N_("kind"))
    terminal.write_table(
        ["id", *map(say, headings)],
        [
            [
                str(token.id),
                token.piece,
                token.bytes.hex(" "),
                f"{token.start}:{token.end}",
                say(token.kind.value),
            ]
            for token in encoding.tokens
        ],
    )
    terminal.note(terminal.locale.say_n("%(num)s token", "%(num)s tokens", encoding.count))


def as_record(vocabulary: str, encoding: Encoding) -> dict[str, object]:
    """An encoding as JSON has it: the same names as in the API."""
    return {
        "vocabulary": vocabulary,
        "count": encoding.count,
        "tokens": [
            {
                "id": token.id,
                "piece": token.piece,
                "bytes": token.bytes.hex(),
                "start": token.start,
                "end": token.end,
                "kind": token.kind.value,
            }
            for token in encoding.tokens
        ],
    }
