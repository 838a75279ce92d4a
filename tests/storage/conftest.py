"""Every test that asks for `database_url` runs twice: on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
import sqlalchemy as sa

from app.storage.database import connect
from app.storage.shares import ShareStore
from tests import postgresql

RETENTION_DAYS = 30


class Calendar:
    """A clock that tests turn by hand."""

    def __init__(self) -> None:
        self.today = date(2026, 1, 31)

    def __call__(self) -> date:
        return self.today


@pytest.fixture(scope="session")
def postgresql_socket() -> Iterator[Path]:
    bin = postgresql.binaries()
    if bin is None:
        message = "PostgreSQL is not installed (Debian's package: postgresql)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with postgresql.server(bin) as socket:
        yield socket


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of the test's own."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new folder' / 'links.sqlite3'}"
    socket: Path = request.getfixturevalue("postgresql_socket")
    name = f"t{uuid4().hex}"
    with psycopg.connect(host=str(socket), user="tokenario", dbname="postgres") as connection:
        connection.autocommit = True
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql+psycopg://tokenario@/{name}?host={socket}"


@pytest.fixture
def engine(database_url: str) -> Iterator[sa.Engine]:
    engine = connect(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def store(engine: sa.Engine, calendar: Calendar) -> ShareStore:
    return ShareStore(engine, retention_days=RETENTION_DAYS, today=calendar)
