"""What commands speak through: a language, two streams, tables, JSON, a bar, the vocabularies."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from app.errors import N_, InvalidInput, TokenarioError
from app.locales import Language, Locale, locale_of
from app.locales.numbers import NARROW_SPACE
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry

if TYPE_CHECKING:
    from app.settings import Settings

WIDE = 100_000
"""Columns when nobody looks: a table in a file or a pipe is neither cut nor folded."""


class Tell(Protocol):
    """Says how far the work is, and at what."""

    def __call__(self, done: int, doing: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Terminal:
    """`registry` makes the vocabularies when a command first wants them."""

    locale: Locale
    out: Console
    err: Console
    registry: Callable[[], Registry]

    def write(self, line: str) -> None:
        """A line of the answer, exactly as it is."""
        self.out.file.write(line + "\n")

    def write_json(self, value: object) -> None:
        """The answer as one line of JSON; in ASCII where the stream can carry nothing else."""
        line = json.dumps(value, ensure_ascii=False)
        try:
            line.encode(self.out.encoding)
        except UnicodeEncodeError:
            line = json.dumps(value)
        self.write(line)

    def write_table(
        self, headings: Sequence[str], rows: Sequence[Sequence[str]], right: str = "", last: int = 0
    ) -> None:
        """A table whose cells lose nothing: where the terminal is narrow, they fold.

        The column `right` is flush right; the `last` rows are emphasised.
        """
        table = Table(box=None, pad_edge=False)
        for heading in headings:
            table.add_column(
                heading, overflow="fold", justify="right" if heading == right else "left"
            )
        for number, row in enumerate(rows):
            style = "bold" if number >= len(rows) - last else None
            table.add_row(*(Text(shown(cell)) for cell in row), style=style)
        self.out.print(table)

    def note(self, sentence: str) -> None:
        """Something said beside the answer."""
        self.err.print(escape(sentence))

    def complain(self, error: TokenarioError) -> None:
        """Why something was not done."""
        self._labelled("bold red", N_("Error:"), error)

    def warn(self, error: TokenarioError) -> None:
        """What is missing from the answer, though the command goes on."""
        self._labelled("bold yellow", N_("Warning:"), error)

    def _labelled(self, style: str, label: str, error: TokenarioError) -> None:
        said = Text(shown(f" {self.locale.explain(error)}"))
        self.err.print(Text(self.locale.gettext(label), style) + said)

    @contextmanager
    def progress(self, goal: int | None, visible: bool = True) -> Iterator[Tell]:
        """A bar while there is a terminal to see it; it leaves no trace."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(
            *columns,
            TimeElapsedColumn(),
            console=self.err,
            disable=not (visible and self.err.is_terminal),
            transient=True,
        ) as bar:
            task = bar.add_task("", total=goal)
            yield lambda done, doing: bar.update(task, completed=done, description=escape(doing))


def open_terminal(language: Language) -> Terminal:
    """The terminal that the program runs in."""
    width = None if sys.stdout.isatty() else WIDE
    return Terminal(
        locale_of(language),
        Console(highlight=False, soft_wrap=True, width=width),
        Console(stderr=True, highlight=False, soft_wrap=True),
        lambda: build_registry(read_settings().vocabulary_dir),
    )


def language_for(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """What `--lang` before the command says; else Spanish for a Spanish terminal, else English.

    >>> language_for(["--lang", "es", "count"], {}).value, language_for(["--lang=es"], {}).value
    ('es', 'es')
    >>> language_for([], {"LANG": "es_AR.UTF-8"}).value, language_for([], {"LANG": "C"}).value
    ('es', 'en')
    """
    named = next(
        (environment[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(v)), ""
    )
    for number, option in enumerate(arguments, start=1):
        name, _, value = option.partition("=")
        if not name.startswith("-"):
            break
        if name == "--lang":
            named = value or "".join(arguments[number : number + 1])
    return Language.ES if named.lower().startswith("es") else Language.EN


def shown(text: str) -> str:
    r"""Text for one line of a terminal: what cannot be seen, or would command it, as an escape.

    The narrow space of Spanish numbers stays as it is.

    >>> shown("a\x1b[31m\n ñ")
    'a\\x1b[31m\\n ñ'
    """
    return "".join(
        character if character.isprintable() or character == NARROW_SPACE else repr(character)[1:-1]
        for character in text
    )


def read_settings() -> Settings:
    """The settings of the environment. Raises InvalidInput naming the variable that is wrong."""
    from pydantic import ValidationError  # here, so that `--help` starts fast

    from app.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise InvalidInput(
            N_("The setting %(name)s cannot be used: %(reason)s."),
            name="TOKENARIO_" + "_".join(map(str, first["loc"])).upper(),
            reason=first["msg"],
        ) from None
