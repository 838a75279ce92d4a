"""The store, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
import sqlalchemy as sa

from app.storage.database import connect
from app.storage.schema import share
from app.storage.shares import ShareStore
from tests.storage.conftest import RETENTION_DAYS, Calendar

NASTY = [
    "",
    " lead and trail ",
    "a\r\nb\rc\nd",
    "nin\u0303o ≠ niño",
    "+ % # & %2B",
    "👩‍👩‍👧‍👦",
    "'; --",
    "x" * 500_000,
]


@pytest.mark.parametrize("payload", NASTY)
@pytest.mark.parametrize("random", [False, True])
def test_a_payload_comes_back_exactly(store: ShareStore, payload: str, random: bool) -> None:
    assert store.get(store.put(payload, random=random).id) == payload


def test_the_same_payload_gives_the_same_link(store: ShareStore) -> None:
    first, second, other = store.put("a"), store.put("a"), store.put("b")
    assert first == second
    assert first.deletion_key is None
    assert first.id == store.content_id("a")
    assert other.id != first.id


def test_a_random_link_is_new_every_time(store: ShareStore) -> None:
    links = [store.put("a", random=True) for _ in range(20)] + [store.put("a")]
    assert len({link.id for link in links}) == 21


def test_ids_survive_auto_linkers_and_case_folding(store: ShareStore) -> None:
    for number in range(50):
        link = store.put(str(number), random=number % 2 == 1)
        assert re.fullmatch("[a-z2-7]{24}", link.id)
        assert store.get(link.id.upper()) == str(number)


def test_ids_follow_from_the_secret_and_not_from_the_text_alone(engine: sa.Engine) -> None:
    def id_under(secret: str | None) -> str:
        return ShareStore(engine, retention_days=1, secret=secret).content_id("a")

    assert id_under("one") == id_under("one")
    assert len({id_under("one"), id_under("two"), id_under(None)}) == 3


def test_the_secret_is_made_once_for_a_database(database_url: str, store: ShareStore) -> None:
    other = connect(database_url)
    try:
        again = ShareStore(other, retention_days=1)
        assert again.content_id("a") == store.content_id("a")
        assert again.put("a") == store.put("a")
    finally:
        other.dispose()


def test_a_link_made_under_an_old_secret_still_opens(engine: sa.Engine) -> None:
    link = ShareStore(engine, retention_days=1, secret="old").put("a")  # noqa: S106
    new = ShareStore(engine, retention_days=1, secret="new")  # noqa: S106
    assert new.content_id("a") != link.id
    assert new.get(link.id) == "a"


@pytest.mark.parametrize(
    "id", ["", "a", "nosuchlinknosuchlinknosu", "a" * 5_000, "' or 1=1 --", "ñ"]
)
def test_an_unknown_id_gives_none(store: ShareStore, id: str) -> None:
    store.put("a")
    assert store.get(id) is None


def test_a_random_link_is_deleted_with_its_key_and_only_with_it(store: ShareStore) -> None:
    kept, gone = store.put("a", random=True), store.put("a", random=True)
    assert gone.deletion_key and kept.deletion_key
    assert not store.delete(gone.id, kept.deletion_key)
    assert not store.delete(gone.id, "")
    assert store.get(gone.id) == "a"
    assert store.delete(gone.id, f" {gone.deletion_key.upper()}\n")
    assert store.get(gone.id) is None
    assert not store.delete(gone.id, gone.deletion_key)
    assert store.get(kept.id) == "a"


def test_a_content_link_belongs_to_nobody_and_cannot_be_deleted(store: ShareStore) -> None:
    link = store.put("a")
    assert not store.delete(link.id, "")
    assert not store.delete(link.id, "None")
    assert store.get(link.id) == "a"


def test_the_operator_may_delete_any_link(store: ShareStore) -> None:
    kept, gone, chance = store.put("a"), store.put("b"), store.put("c", random=True)
    assert store.remove(gone.id.upper())
    assert store.remove(chance.id)
    assert not store.remove(gone.id)
    assert [store.get(link.id) for link in (kept, gone, chance)] == ["a", None, None]


def test_the_key_is_not_kept(engine: sa.Engine, store: ShareStore) -> None:
    key = store.put("a", random=True).deletion_key
    with engine.connect() as connection:
        row = connection.execute(sa.select(share)).one()
    assert key is not None
    assert key not in str(row)


def test_a_link_lasts_while_it_is_visited(store: ShareStore, calendar: Calendar) -> None:
    link = store.put("a")
    for _ in range(3):
        calendar.today += timedelta(days=RETENTION_DAYS)
        assert store.get(link.id) == "a"
    calendar.today += timedelta(days=RETENTION_DAYS + 1)
    assert store.get(link.id) is None


def test_sweeping_deletes_what_nobody_visited(
    engine: sa.Engine, store: ShareStore, calendar: Calendar
) -> None:
    forgotten = [store.put("forgotten"), store.put("chance", random=True)]
    visited = store.put("visited")
    made_again = store.put("made again")
    calendar.today += timedelta(days=RETENTION_DAYS)
    assert store.sweep() == 0
    store.get(visited.id)
    store.put("made again")
    calendar.today += timedelta(days=1)
    assert store.sweep() == 2
    with engine.connect() as connection:
        left = set(connection.scalars(sa.select(share.c.id)))
    assert left == {visited.id, made_again.id}
    assert [store.get(link.id) for link in forgotten] == [None, None]


def test_fifty_writers_at_once_lose_nothing(database_url: str, engine: sa.Engine) -> None:
    """Each with connections of its own, as separate workers have them."""
    start = Barrier(50)

    def write(writer: int) -> list[tuple[str, str]]:
        own = connect(database_url)
        try:
            store = ShareStore(own, retention_days=1)
            start.wait(timeout=60)
            written = []
            for number in range(6):
                payload = "everybody's" if number == 0 else f"{writer} {number}"
                written.append((store.put(payload, random=number == 5).id, payload))
            return written
        finally:
            own.dispose()

    with ThreadPoolExecutor(50) as pool:
        written = [pair for pairs in pool.map(write, range(50)) for pair in pairs]
    store = ShareStore(engine, retention_days=1)
    assert [store.get(id) for id, _ in written] == [payload for _, payload in written]
    assert len({id for id, _ in written}) == 50 * 5 + 1


WRITER = """
import sys
from app.storage.database import connect
from app.storage.shares import ShareStore

store = ShareStore(connect(sys.argv[1]), retention_days=1)
for number in range(1_000_000):
    print(store.put(f"{number} " * 200, random=number % 2 == 1).id, number, flush=True)
"""


def test_a_kill_while_writing_loses_no_acknowledged_link(database_url: str) -> None:
    for kept_so_far in (1, 40, 90):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, database_url], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout
            lines = [process.stdout.readline() for _ in range(kept_so_far)]
            process.kill()
            rest = process.stdout.read()
        assert process.returncode == -signal.SIGKILL
        acknowledged = "".join([*lines, rest]).split("\n")[:-1]
        assert len(acknowledged) >= kept_so_far
        engine = connect(database_url)
        try:
            store = ShareStore(engine, retention_days=1)
            for id, number in (line.split() for line in acknowledged):
                assert store.get(id) == f"{number} " * 200
            assert store.get(store.put("writable again").id) == "writable again"
        finally:
            engine.dispose()
