"""Tables as Markdown, and their place in the README."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

START, END = "<!-- benchmarks -->", "<!-- /benchmarks -->"
_BETWEEN = re.compile(f"{START}\n.*?{END}", re.DOTALL)

Cells = Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """One table: what it says above itself, its columns and its rows, known before measuring.

    `measure(label)` gives the cells of one row, without the label.
    """

    heading: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]

    def markdown(self, measure: Callable[[str], Cells]) -> str:
        """
        >>> print(Table("Speed", ("what", "time"), ("a",)).markdown(lambda label: ["1 s"]))
        **Speed**
        <BLANKLINE>
        | what | time |
        | --- | --- |
        | a | 1 s |
        """
        lines = [f"**{self.heading}**", "", _row(self.columns), _row(["---"] * len(self.columns))]
        for label in self.labels:
            sys.stderr.write(f"{label} …\n")
            cells = measure(label)
            assert len(cells) == len(self.columns) - 1, (label, cells)
            lines.append(_row([label, *cells]))
        return "\n".join(lines)


def _row(cells: Cells) -> str:
    return f"| {' | '.join(cells)} |"


def between_markers(readme: str) -> str:
    """What the README has between the markers; raises ValueError without them."""
    found = _BETWEEN.search(readme)
    if found is None:
        raise ValueError(f"the README has no {START} … {END}")
    return found[0].removeprefix(f"{START}\n").removesuffix(END)


def with_report(readme: str, report: str) -> str:
    """The README with the report between its markers.

    >>> with_report(f"a\\n{START}\\nold\\n{END}\\nb", "new")
    'a\\n<!-- benchmarks -->\\nnew\\n<!-- /benchmarks -->\\nb'
    """
    return readme.replace(between_markers(readme), f"{report}\n")


def tables_in(markdown: str) -> list[tuple[str, ...]]:
    """Each table of a text as its columns followed by the first cells of its rows.

    >>> tables_in("| a | b |\\n| --- | --- |\\n| x | 1 |\\n\\ntext")
    [('a', 'b', 'x')]
    """
    tables: list[tuple[str, ...]] = []
    inside = False
    for line in markdown.splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not inside:
            tables.append(tuple(cells))
        elif set(line) - set("|- "):
            tables[-1] += (cells[0],)
        inside = True
    return tables
