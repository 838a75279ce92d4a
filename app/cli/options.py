"""The options that several commands have, in the words of the terminal's language."""

from __future__ import annotations

from typing import Any

import typer

from app.cli.terminal import Terminal
from app.errors import N_


def json_option(terminal: Terminal) -> Any:
    """`--json`."""
    return typer.Option("--json", help=terminal.locale.gettext(N_("Answer in JSON.")))


def special_option(terminal: Terminal) -> Any:
    """`--special`."""
    said = N_("Read special tokens written in the text as tokens.")
    return typer.Option("--special", help=terminal.locale.gettext(said))


def vocabulary_option(terminal: Terminal, help: str) -> Any:
    """`--vocabulary`: an id, or a file."""
    return typer.Option("--vocabulary", "-v", metavar="ID|FILE", help=terminal.locale.gettext(help))
