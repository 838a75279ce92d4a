"""The command `tokenario count`: tokens by file and vocabulary, and their totals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from app.cli.files import read_file
from app.cli.options import json_option, special_option, vocabulary_option
from app.cli.terminal import Terminal
from app.cli.vocabularies import named, usable
from app.errors import N_, InvalidInput
from app.locales import numbers
from app.services import tokenize_text
from app.tokenization.special_tokens import SpecialPolicy

BIG = 1_000_000
"""Characters from which a count shows its progress."""


class Row(NamedTuple):
    """The count of one file, or of all of them (`file` is None), in one vocabulary."""

    file: str | None
    vocabulary: str
    tokens: int


def totals(rows: Sequence[Row]) -> list[Row]:
    """A row for each vocabulary, in the order of the first file.

    >>> totals([Row("a", "gpt2", 3), Row("b", "gpt2", 4)])
    [Row(file=None, vocabulary='gpt2', tokens=7)]
    """
    sums: dict[str, int] = {}
    for row in rows:
        sums[row.vocabulary] = sums.get(row.vocabulary, 0) + row.tokens
    return [Row(None, vocabulary, tokens) for vocabulary, tokens in sums.items()]


def install(cli: typer.Typer, terminal: Terminal) -> None:
    """Add the command."""
    say = terminal.locale.gettext

    @cli.command(
        help=say(N_("How many tokens each file has, in all vocabularies or in those named."))
    )
    def count(
        files: Annotated[
            list[Path],
            typer.Argument(metavar="FILE...", help=say(N_("Text files; `-` is standard input."))),
        ],
        vocabulary: Annotated[
            list[str] | None,
            vocabulary_option(
                terminal, N_("Only this one, or a vocabulary file of your own; repeatable.")
            ),
        ] = None,
        total: Annotated[
            bool | None,
            typer.Option(
                "--total/--no-total",
                help=say(
                    N_(
                        "Add the sum over all files, or leave it out; if neither is said, "
                        "a table of several files has it and JSON does not."
                    )
                ),
            ),
        ] = None,
        special: Annotated[bool, special_option(terminal)] = False,
        as_json: Annotated[bool, json_option(terminal)] = False,
    ) -> None:
        policy = SpecialPolicy.AS_SPECIAL if special else SpecialPolicy.AS_TEXT
        texts = _read(files, terminal)
        rows = _count(texts, vocabulary, policy, terminal) if texts else []
        with_total = total if total is not None else len(files) > 1 and not as_json
        sums = totals(rows) if with_total else []
        if as_json:
            terminal.write_json([row._asdict() for row in rows + sums])
        elif rows:
            _write(rows, sums, terminal)
        if len(texts) < len(files):
            raise typer.Exit(1)


def _read(files: Sequence[Path], terminal: Terminal) -> list[tuple[Path, str]]:
    """The files that can be read; of the others is said why not, and the count goes on."""
    texts: list[tuple[Path, str]] = []
    for file in files:
        try:
            texts.append((file, read_file(file, terminal.locale)))
        except InvalidInput as error:
            terminal.complain(error)
    return texts


def _count(
    texts: Sequence[tuple[Path, str]],
    vocabularies: Sequence[str] | None,
    policy: SpecialPolicy,
    terminal: Terminal,
) -> list[Row]:
    registry = terminal.registry()
    ids = named(registry, vocabularies) if vocabularies else usable(registry, terminal)
    rows: list[Row] = []
    visible = sum(len(text) for _, text in texts) >= BIG
    with terminal.progress(len(texts) * len(ids), visible) as tell:
        for file, text in texts:
            for id in ids:
                tell(len(rows), id)
                [counted] = tokenize_text.count(registry, text, [id], policy)
                rows.append(Row(str(file), id, counted.count))
    return rows


def _write(rows: Sequence[Row], sums: Sequence[Row], terminal: Terminal) -> None:
    say, language = terminal.locale.gettext, terminal.locale.language
    terminal.write_table(
        [say(N_("file")), say(N_("vocabulary")), "tokens"],
        [
            [
                say(N_("total")) if row.file is None else row.file,
                row.vocabulary,
                numbers.number(row.tokens, language),
            ]
            for row in (*rows, *sums)
        ],
        right="tokens",
        last=len(sums),
    )
