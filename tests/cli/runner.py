"""Running the program without a process: the words after `tokenario`, what it prints, its status."""

from __future__ import annotations

from dataclasses import replace

from typer.testing import CliRunner, Result

from app.cli import build
from app.cli.terminal import open_terminal
from app.locales import Language
from app.vocabularies.registry import Registry


def run(
    *words: object,
    input: str | bytes | None = None,
    language: Language = Language.EN,
    registry: Registry | None = None,
) -> Result:
    """Run a command; with a `registry`, its vocabularies are loaded already."""
    terminal = open_terminal(language)
    if registry is not None:
        terminal = replace(terminal, registry=lambda: registry)
    return CliRunner().invoke(build(terminal), list(map(str, words)), input=input)
