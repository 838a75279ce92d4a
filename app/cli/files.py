"""Reading the files that a command is given; `-` is standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from app.errors import N_, InvalidInput
from app.locales import Locale
from app.services.text_input import read_text

STANDARD_INPUT = "-"
LARGEST_FILE = 1_000_000_000
"""Bytes of the largest file that is read; it is the reader's own machine."""


def read_file(file: Path, locale: Locale) -> str:
    """The text of a file, in whichever of the usual encodings.

    Raises InvalidInput that names the file, for there may be many. What is wrong with its content
    is said inside that sentence, and so in the language of `locale` already.
    """
    try:
        return read_text(read_bytes(file), LARGEST_FILE).text
    except InvalidInput as error:
        if "file" in error.values:
            raise
        raise InvalidInput(
            N_("%(file)s: %(problem)s"), file=str(file), problem=locale.explain(error)
        ) from None


def read_bytes(file: Path) -> bytes:
    """What a file, or standard input, holds. Raises InvalidInput that names the file."""
    try:
        return sys.stdin.buffer.read() if str(file) == STANDARD_INPUT else file.read_bytes()
    except FileNotFoundError:
        raise InvalidInput(N_("There is no file %(file)s."), file=str(file)) from None
    except IsADirectoryError:
        raise InvalidInput(
            N_("%(file)s is a folder. Name the files in it, such as %(file)s/*.txt."),
            file=str(file),
        ) from None
    except OSError as error:
        raise InvalidInput(
            N_("The file %(file)s cannot be read: %(reason)s."),
            file=str(file),
            reason=error.strerror or type(error).__name__,
        ) from None
