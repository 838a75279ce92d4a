"""`python -m tests.benchmarks [--write-readme] [--rounds N] [--characters N]`."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

# Before the libraries start: every one of them works on one thread, as ours does.
os.environ["RAYON_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

from tests.benchmarks import encoders, serving, trainers
from tests.benchmarks.peers import versions
from tests.benchmarks.report import with_report
from tests.benchmarks.texts import LongText, long_text

README = Path(__file__).parents[2] / "README.md"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--write-readme", action="store_true", help="put the tables in the README")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many (3)")
    parser.add_argument("--characters", type=int, help="of the book; all of it when not given")
    asked = parser.parse_args()
    book = long_text(asked.characters)
    parts: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for part in measured(book, Path(folder), asked.rounds):
            sys.stdout.write(f"{part}\n\n")
            sys.stdout.flush()
            parts.append(part)
    if asked.write_readme:
        readme = README.read_text(encoding="utf-8")
        README.write_text(with_report(readme, "\n\n".join(parts)), encoding="utf-8")


def measured(book: LongText, folder: Path, rounds: int) -> Iterator[str]:
    """The parts of the report, each as soon as it is known."""
    libraries = ", ".join(f"{name} {version}" for name, version in versions().items())
    yield (
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with Python {platform.python_version()} and "
        f"{libraries}, each side on one thread, best of {rounds}. "
        f"The text is {book.name}: {len(book.text):,} characters."
    )
    yield encoders.TABLE.markdown(encoders.Encoders(book, folder, rounds).row)
    yield trainers.TABLE.markdown(trainers.Trainers(book, rounds).row)
    with serving.Serving(folder, rounds) as running:
        yield serving.REQUESTS.markdown(running.request)
        yield serving.FIRST_VISIT.markdown(running.first_visit)


if __name__ == "__main__":
    main()
