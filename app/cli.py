"""The command line: `tokenario serve | encode | decode | count | vocabularies | train | links`.

The last two are in `cli_train` and `cli_links`.

Calls services, never web. Speaks the language of the terminal (LC_ALL, LC_MESSAGES, LANG).
Answers go to standard output, everything said beside them to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Protocol

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from app import cli_links, cli_train
from app.errors import N_, InvalidInput, TokenarioError, VocabularyUnavailable
from app.locales import Language, locale_of, numbers
from app.services import tokenize_text
from app.services.text_input import read_text
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Encoding
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry

BIG_FILE = 1_000_000
"""Characters from which a count shows its progress."""
LARGEST_FILE = 1_000_000_000
"""Bytes of the largest file that is read; it is the reader's own machine."""


class Advance(Protocol):
    """Says that one more step is done."""

    def __call__(self, done: str) -> None: ...


def terminal_language(environment: Mapping[str, str]) -> Language:
    """Spanish for a Spanish terminal, English for English ones and for none said.

    >>> terminal_language({"LANG": "es_AR.UTF-8"}).value, terminal_language({"LANG": "C"}).value
    ('es', 'en')
    """
    named = next(
        (environment[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(v)), ""
    )
    return Language.ES if named.lower().startswith("es") else Language.EN


_language = terminal_language(os.environ)
_locale = locale_of(_language)
_ = _locale.gettext
_out = Console(highlight=False, soft_wrap=True)
_err = Console(stderr=True, highlight=False, soft_wrap=True)

cli = typer.Typer(
    name="tokenario",
    help=_("See how tokenizers cut text: real vocabularies, exact counts."),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
vocabularies_cli = typer.Typer(
    help=_("List the vocabularies there are, or fetch one."), invoke_without_command=True
)
cli.add_typer(vocabularies_cli, name="vocabularies")

VocabularyOption = Annotated[
    str, typer.Option("--vocabulary", "-v", help=_("Id of a vocabulary (see `vocabularies`)."))
]
SpecialOption = Annotated[
    bool, typer.Option("--special", help=_("Read special tokens written in the text as tokens."))
]
JsonOption = Annotated[bool, typer.Option("--json", help=_("Answer in JSON."))]


def main() -> None:
    """Entry point: what a person can mend is one line and status 1, never a stack trace."""
    try:
        cli()
    except TokenarioError as error:
        _complain(error)
        raise SystemExit(1) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        _complain(TokenarioError(N_("The system refuses: %(reason)s."), reason=reason))
        raise SystemExit(1) from None


def _complain(error: TokenarioError) -> None:
    label = _("Error:")
    _err.print(f"[bold red]{label}[/] {escape(_locale.explain(error))}")


def _registry() -> Registry:
    from app.settings import Settings  # here, so that `--help` starts fast

    return build_registry(Settings().vocabulary_dir)


@cli.command(help=_("Serve the playground, the API and the pages to embed."))
def serve(
    host: Annotated[str | None, typer.Option(help=_("Address to listen on."))] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help=_("Port to listen on."))
    ] = None,
) -> None:
    import uvicorn  # here, so that the other commands start fast

    from app.settings import Settings

    settings = Settings()
    uvicorn.run(
        "app.main:create_app",
        factory=True,
        host=host or settings.host,
        port=settings.port if port is None else port,
        access_log=False,
        server_header=False,
        ws="none",
    )


@cli.command(help=_("The tokens of a text; `-` reads standard input."))
def encode(
    text: Annotated[str, typer.Argument(metavar="TEXT|-")],
    vocabulary: VocabularyOption,
    special: SpecialOption = False,
    as_json: JsonOption = False,
) -> None:
    policy = SpecialPolicy.AS_SPECIAL if special else SpecialPolicy.AS_TEXT
    whole = _standard_input() if text == "-" else text
    encoding = tokenize_text.tokenize(_registry(), whole, [vocabulary], policy)[0].encoding
    if as_json:
        print(json.dumps(_as_json(vocabulary, encoding), ensure_ascii=False))  # noqa: T201
        return
    table = Table("id", _("piece"), _("bytes"), _("characters"), _("kind"), box=None)
    for token in encoding.tokens:
        span = f"{token.start}:{token.end}"
        table.add_row(
            str(token.id), escape(token.piece), token.bytes.hex(" "), span, _(token.kind.value)
        )
    _out.print(table)
    _err.print(_("%(num)s tokens") % {"num": numbers.number(encoding.count, _language)})


def _as_json(vocabulary: str, encoding: Encoding) -> dict[str, object]:
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


@cli.command(help=_("Ids back to text, decoded together."))
def decode(
    ids: Annotated[list[int], typer.Argument(metavar="IDS...")], vocabulary: VocabularyOption
) -> None:
    decoded = tokenize_text.decode(_registry(), vocabulary, ids)
    print(decoded.text)  # noqa: T201
    if not decoded.complete:
        _err.print(_("The ids begin or end inside a character: its bytes show as �."))


@cli.command(help=_("How many tokens each file has, in all vocabularies or in those named."))
def count(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    vocabulary: Annotated[
        list[str] | None, typer.Option("--vocabulary", "-v", help=_("Only this one; repeatable."))
    ] = None,
    special: SpecialOption = False,
    as_json: JsonOption = False,
) -> None:
    registry = _registry()
    policy = SpecialPolicy.AS_SPECIAL if special else SpecialPolicy.AS_TEXT
    wanted = vocabulary or _usable(registry)
    texts = {file: _read(file) for file in files}
    rows: list[dict[str, str | int]] = []
    with _progress(sum(map(len, texts.values())), len(files) * len(wanted)) as advance:
        for file, text in texts.items():
            for id in wanted:
                tokens = tokenize_text.count(registry, text, [id], policy)[0].count
                rows.append({"file": str(file), "vocabulary": id, "tokens": tokens})
                advance(id)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))  # noqa: T201
        return
    table = Table(_("file"), _("vocabulary"), box=None)
    table.add_column("tokens", justify="right")
    for row in rows:
        tokens_written = numbers.number(int(row["tokens"]), _language)
        table.add_row(escape(str(row["file"])), str(row["vocabulary"]), tokens_written)
    _out.print(table)


def _usable(registry: Registry) -> list[str]:
    """Every vocabulary that loads; the others are named with what mends them."""
    usable: list[str] = []
    for id in registry.ids():
        try:
            registry.tokenizer(id)
        except VocabularyUnavailable as error:
            _complain(error)
        else:
            usable.append(id)
    return usable


@contextmanager
def _progress(characters: int, steps: int) -> Iterator[Advance]:
    """A bar on a terminal when there is much to do; it says which vocabulary is at work."""
    shown = characters >= BIG_FILE and _err.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=_err, disable=not shown, transient=True) as progress:
        task = progress.add_task("", total=steps)
        yield lambda done: progress.update(task, advance=1, description=done)


def _read(file: Path) -> str:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InvalidInput(
            N_("The file %(file)s cannot be read: %(reason)s."),
            file=str(file),
            reason=error.strerror or type(error).__name__,
        ) from None
    return read_text(data, LARGEST_FILE).text


def _standard_input() -> str:
    return read_text(sys.stdin.buffer.read(), LARGEST_FILE).text


@vocabularies_cli.callback()
def list_vocabularies(context: typer.Context, as_json: JsonOption = False) -> None:
    if context.invoked_subcommand:
        return
    registry = _registry()
    infos = [(registry.info(id), registry.available(id)) for id in registry.ids()]
    if as_json:
        rows = [
            {"id": i.id, "title": i.title, "size": i.size, "available": ready} for i, ready in infos
        ]
        print(json.dumps(rows, ensure_ascii=False))  # noqa: T201
        return
    table = Table(box=None)
    table.add_column("id", no_wrap=True)  # to be copied, so never shortened
    table.add_column(_("algorithm"), min_width=len("SentencePiece"))
    for heading in (_("size"), _("licence"), _("available")):
        table.add_column(heading)
    for info, ready in infos:
        size = numbers.number(info.size, _language)
        state = _("yes") if ready else _("to be fetched")
        table.add_row(info.id, _(info.algorithm), size, escape(info.licence), state)
    _out.print(table)
    if not all(ready for _info, ready in infos):
        _out.print(_("To fetch one: tokenario vocabularies fetch ID"))


@vocabularies_cli.command(
    help=_("Fetch a vocabulary that is not shipped, so that it works offline.")
)
def fetch(id: Annotated[str, typer.Argument(metavar="ID")]) -> None:
    where = _registry().fetch(id)
    _out.print(_("%(id)s is at %(where)s") % {"id": id, "where": escape(str(where))})


cli_links.install(cli, _locale, _out)
cli_train.install(cli, cli_train.Terminal(_locale, _out, _err, _read))
