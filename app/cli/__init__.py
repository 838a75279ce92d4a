"""The command line: `tokenario serve | encode | decode | count | vocabularies | train | links`.

Calls services, never web. Speaks the language of the terminal (LC_ALL, LC_MESSAGES, LANG) unless
`--lang` says another. Answers go to standard output, everything said beside them to standard error.

Status 0: done; 1: not done, or not all of it, and standard error says why; 2: the command is not
written as its help says. Here is what all commands share; each noun has its module:

| module         | commands                                                           |
| -------------- | ------------------------------------------------------------------ |
| `serve`        | the server                                                         |
| `texts`        | `encode` and `decode`                                              |
| `count`        | `count`                                                            |
| `vocabularies` | `vocabularies`, and what `--vocabulary` means                      |
| `train`        | `train`                                                            |
| `links`        | `links`, for whoever runs the server                               |
| `terminal`     | what they speak through; `files`: how they read; `options` of many |

Modules with commands evaluate annotations where they stand (no `from __future__ import
annotations`): the help in them is said in the language that `install` is given.
"""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer
from typer import rich_utils

from app import __version__
from app.cli import count, links, serve, texts, train, vocabularies
from app.cli.terminal import Terminal, language_for, open_terminal
from app.errors import N_, TokenarioError
from app.locales import Language


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point: what a person can mend is one line and status 1, never a stack trace."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without Unicode
    terminal = open_terminal(language_for(given, os.environ))
    try:
        build(terminal)(given)
    except TokenarioError as error:
        terminal.complain(error)
        raise SystemExit(1) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        terminal.complain(TokenarioError(N_("The system refuses: %(reason)s."), reason=reason))
        raise SystemExit(1) from None


def build(terminal: Terminal) -> typer.Typer:
    """All commands, in the language of the terminal."""
    say = terminal.locale.gettext
    cli = typer.Typer(
        name="tokenario",
        help=say(N_("See how tokenizers cut text: real vocabularies, exact counts.")),
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )

    def version(asked: bool) -> None:
        if asked:
            terminal.write(f"tokenario {__version__}")
            raise typer.Exit

    @cli.callback()
    def common(
        lang: Annotated[  # read by `language_for` already: this help is said in it
            Language | None,
            typer.Option(help=say(N_("Language of the answers, instead of the terminal's."))),
        ] = None,
        version: Annotated[
            bool,
            typer.Option(
                "--version", callback=version, is_eager=True, help=say(N_("Say the version."))
            ),
        ] = False,
    ) -> None: ...

    _frame(terminal)
    for noun in (serve, texts, count, train, vocabularies, links):
        noun.install(cli, terminal)
    return cli


def _frame(terminal: Terminal) -> None:
    """Translate what typer prints around our words; it keeps those in constants of a module."""
    say = terminal.locale.gettext
    rich_utils.ARGUMENTS_PANEL_TITLE = say(N_("Arguments"))
    rich_utils.OPTIONS_PANEL_TITLE = say(N_("Options"))
    rich_utils.COMMANDS_PANEL_TITLE = say(N_("Commands"))
    rich_utils.ERRORS_PANEL_TITLE = say(N_("Error"))
    rich_utils.REQUIRED_LONG_STRING = say(N_("[required]"))
    rich_utils.DEFAULT_STRING = say(N_("[default: {}]"))
    rich_utils.RICH_HELP = say(N_("Try [blue]'{command_path} {help_option}'[/] for help."))
