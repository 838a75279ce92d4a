"""The commands `tokenario vocabularies` and `tokenario vocabularies fetch`; what `-v` may name."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from app.cli.files import LARGEST_FILE, read_bytes
from app.cli.options import json_option
from app.cli.terminal import Terminal
from app.errors import N_, VocabularyFileError, VocabularyUnavailable
from app.locales import numbers
from app.services.vocabulary_files import info_of, read_vocabulary_file
from app.vocabularies.registry import Registry


def install(cli: typer.Typer, terminal: Terminal) -> None:
    """Add the commands."""
    say = terminal.locale.gettext
    vocabularies = typer.Typer(
        help=say(N_("List the vocabularies there are, or fetch one.")),
        invoke_without_command=True,
    )
    cli.add_typer(vocabularies, name="vocabularies")

    @vocabularies.callback()
    def list_all(
        context: typer.Context,
        as_json: Annotated[bool, json_option(terminal)] = False,
    ) -> None:
        if not context.invoked_subcommand:
            _list(terminal, as_json)

    @vocabularies.command(
        help=say(N_("Fetch a vocabulary that is not shipped, so that it works offline."))
    )
    def fetch(
        id: Annotated[
            str, typer.Argument(metavar="ID", help=say(N_("Its id, as `vocabularies` lists it.")))
        ],
    ) -> None:
        where = terminal.registry().fetch(id)
        terminal.write(terminal.locale.say("%(id)s is at %(where)s", id=id, where=str(where)))


def _list(terminal: Terminal, as_json: bool) -> None:
    registry, say = terminal.registry(), terminal.locale.gettext
    infos = [(registry.info(id), registry.available(id)) for id in registry.ids()]
    if as_json:
        terminal.write_json(
            [
                {"id": i.id, "title": i.title, "size": i.size, "available": ready}
                for i, ready in infos
            ]
        )
        return
    terminal.write_table(
        ["id", *map(say, (N_("algorithm"), N_("size"), N_("licence"), N_("available")))],
        [
            [
                info.id,
                say(info.algorithm),
                numbers.number(info.size, terminal.locale.language),
                info.licence,
                say(N_("yes") if ready else N_("to be fetched")),
            ]
            for info, ready in infos
        ],
    )
    if not all(ready for _, ready in infos):
        terminal.note(say(N_("To fetch one: tokenario vocabularies fetch ID")))


def named(registry: Registry, names: Sequence[str]) -> list[str]:
    """The ids of the vocabularies that somebody named, each once; all of them load.

    A name that is no id but the path of a vocabulary file joins the registry under that name.

    Raises what a vocabulary cannot be used for: UnknownVocabulary, VocabularyUnavailable,
    VocabularyFileError.
    """
    for name in dict.fromkeys(names):
        if name not in registry and Path(name).is_file():
            _register(registry, name)
        registry.tokenizer(name)
    return list(dict.fromkeys(names))


def _register(registry: Registry, name: str) -> None:
    data = read_bytes(Path(name))
    loaded = read_vocabulary_file(data, name, LARGEST_FILE)
    registry.register(replace(info_of(loaded, data, name), id=name), lambda: loaded.tokenizer)


def usable(registry: Registry, terminal: Terminal) -> list[str]:
    """The ids of every vocabulary that loads; of the others is said what mends them."""
    ids: list[str] = []
    for id in registry.ids():
        try:
            registry.tokenizer(id)
        except (VocabularyUnavailable, VocabularyFileError) as error:
            terminal.warn(error)
        else:
            ids.append(id)
    return ids
