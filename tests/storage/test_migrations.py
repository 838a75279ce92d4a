"""Migrations: up, down, compared with the tables in code, and started by many workers at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.storage.database import connect, make_engine, migrate
from app.storage.schema import metadata
from app.storage.shares import ShareStore
from tests.storage.conftest import Calendar

ROOT = Path(__file__).parents[2]


def revisions() -> list[str]:
    """Every revision, oldest first."""
    scripts = ScriptDirectory.from_config(Config(toml_file=ROOT / "pyproject.toml"))
    return [script.revision for script in scripts.walk_revisions()][::-1]


def test_the_newest_schema_is_the_one_in_code(engine: sa.Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == revisions()[-1]
        assert compare_metadata(context, metadata) == []


def test_every_revision_goes_up_and_down(database_url: str) -> None:
    engine = make_engine(database_url)
    try:
        seen = []
        for revision in revisions():
            migrate(engine, revision)
            seen.append(set(sa.inspect(engine).get_table_names()))
        assert seen[-1] == {*metadata.tables, "alembic_version"}
        migrate(engine, "base")
        assert sa.inspect(engine).get_table_names() == ["alembic_version"]
        migrate(engine)
        assert set(sa.inspect(engine).get_table_names()) == seen[-1]
    finally:
        engine.dispose()


def test_migrating_again_keeps_the_links(
    database_url: str, store: ShareStore, calendar: Calendar
) -> None:
    link = store.put("a")
    again = connect(database_url)
    try:
        assert ShareStore(again, retention_days=1, today=calendar).get(link.id) == "a"
    finally:
        again.dispose()


def test_a_failed_migration_leaves_nothing_behind(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine(database_url)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no room")

    try:
        with monkeypatch.context() as patch:
            patch.setattr("alembic.op.create_index", fail)
            with pytest.raises(RuntimeError, match="no room"):
                migrate(engine)
        assert sa.inspect(engine).get_table_names() == []
        migrate(engine)
        assert set(metadata.tables) < set(sa.inspect(engine).get_table_names())
    finally:
        engine.dispose()


WORKER = """
import sys
from app.storage.database import connect
from app.storage.shares import ShareStore

sys.stdin.read(1)
print(ShareStore(connect(sys.argv[1]), retention_days=1).put("a").id)
"""


def test_workers_that_start_at_once_share_one_schema_and_one_secret(database_url: str) -> None:
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, database_url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    for worker in workers:
        assert worker.stdin
        worker.stdin.write("!")
        worker.stdin.flush()
    answers = [worker.communicate(timeout=120)[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 6
    assert len(set(answers)) == 1
    assert answers[0].strip()


def test_alembic_by_hand_finds_the_scripts(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKENARIO_DATABASE_URL", database_url)
    alembic = [sys.executable, "-m", "alembic"]
    subprocess.run([*alembic, "upgrade", "head"], check=True, cwd=ROOT, capture_output=True)
    subprocess.run([*alembic, "check"], check=True, cwd=ROOT, capture_output=True)
