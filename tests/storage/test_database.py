"""Engines: what SQLite is told, and whose folder is made."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.storage.database import BUSY_SECONDS, connect, make_engine


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", BUSY_SECONDS * 1_000)],
)
def test_sqlite_is_durable_and_patient(tmp_path: Path, pragma: str, value: str | int) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    try:
        with engine.connect() as connection:
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
    finally:
        engine.dispose()


def test_the_folder_of_a_sqlite_file_is_made(tmp_path: Path) -> None:
    connect(f"sqlite:///{tmp_path / 'a' / 'b' / 'c.sqlite3'}").dispose()
    assert (tmp_path / "a" / "b" / "c.sqlite3").is_file()


def test_postgresql_is_reached_through_psycopg_3() -> None:
    engine = make_engine("postgresql+psycopg://u@host/links")
    assert isinstance(engine.dialect, sa.dialects.postgresql.psycopg.PGDialect_psycopg)


def test_a_missing_driver_is_said_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ModuleNotFoundError, match=r"tokenario\[postgresql\]"):
        make_engine("postgresql+psycopg://u@host/links")
