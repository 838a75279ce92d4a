"""From an address to an engine whose schema is current.

SQLite is the default and needs no care: write-ahead log, so that readers never wait for a
writer; `synchronous=FULL`, so that a link whose id was handed out survives a kill or a power cut.
"""

from __future__ import annotations

from pathlib import Path
from sqlite3 import Connection as SqliteConnection

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.pool import ConnectionPoolEntry

BUSY_SECONDS = 30
"""How long a writer waits for its turn before it gives up with "database is locked"."""

_MIGRATION_LOCK = 0x746F6B656E
"""Key of the PostgreSQL advisory lock: one worker migrates, the others wait. Any fixed number."""


def connect(url: str) -> sa.Engine:
    """An engine for `url` with every migration applied. Safe from several processes at once."""
    engine = make_engine(url)
    migrate(engine)
    return engine


def make_engine(url: str) -> sa.Engine:
    """The engine alone. The folder of an SQLite file is made when it does not exist."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return _server_engine(parsed)
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(parsed, connect_args={"timeout": BUSY_SECONDS})
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def migrate(engine: sa.Engine, revision: str = "head") -> None:
    """Bring the schema up (or down) to `revision`, all or nothing, one process at a time."""
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
        config = Config()
        config.set_main_option("script_location", "app.storage:migrations")
        config.attributes["connection"] = connection
        run = command.downgrade if revision == "base" else command.upgrade
        run(config, revision)


def _server_engine(url: sa.URL) -> sa.Engine:
    try:
        return sa.create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed: pip install 'tokenario[postgresql]'"
        raise ModuleNotFoundError(message, name=error.name) from error


def _prepare_sqlite(connection: SqliteConnection, _record: ConnectionPoolEntry) -> None:
    connection.execute("PRAGMA journal_mode=WAL").close()
    connection.execute("PRAGMA synchronous=FULL").close()
