"""The README has the tables and rows that a benchmark writes. Their numbers are of no test's concern."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.vocabularies.info import sources
from tests.benchmarks import encoders, serving, trainers
from tests.benchmarks.peers import LIBRARIES
from tests.benchmarks.report import END, START, Table, between_markers, tables_in, with_report

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
TABLES = (encoders.TABLE, trainers.TABLE, serving.REQUESTS, serving.FIRST_VISIT)


def outline(table: Table) -> tuple[str, ...]:
    return (*table.columns, *table.labels)


def test_the_readme_has_the_tables_and_rows_that_are_measured() -> None:
    report = between_markers(README)
    assert tables_in(report) == [outline(table) for table in TABLES]
    assert [f"**{table.heading}**" in report for table in TABLES] == [True] * len(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_read_back_as_it_was_written(table: Table) -> None:
    written = table.markdown(lambda label: [label] * (len(table.columns) - 1))
    assert tables_in(f"before\n\n{written}\n\nafter") == [outline(table)]


def test_a_report_replaces_only_what_is_between_the_markers() -> None:
    readme = f"above\n{START}\nold\n\n| a |\n{END}\nbelow"
    once = with_report(readme, "new")
    assert once == f"above\n{START}\nnew\n{END}\nbelow"
    assert with_report(once, "new") == once


def test_a_readme_without_markers_is_not_touched() -> None:
    with pytest.raises(ValueError, match="the README has no"):
        with_report("nothing here", "new")


def test_every_vocabulary_is_compared_with_a_library() -> None:
    assert {*LIBRARIES} == {info.id for info in sources().vocabularies}
