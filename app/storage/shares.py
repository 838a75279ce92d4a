"""The store of links: an id for a payload, and the payload for an id. Payloads never change.

The id of a link normally follows from its content, as an HMAC under the server's secret: the same
page gives the same link, and nobody outside can compute the link of a text to learn whether
someone stored it. A *random* link has an id of chance and a key that deletes it.

Ids are 24 letters and digits (120 bits) of base32 in lower case: nothing that an auto-linker,
Markdown or a case-folding mail program would cut or change.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.storage.schema import secret as secret_table
from app.storage.schema import share


@dataclass(frozen=True, slots=True)
class StoredLink:
    """What `put` answers. The key is shown once and only its hash is kept; None: cannot be deleted."""

    id: str
    deletion_key: str | None = None


def today_utc() -> date:
    return datetime.now(UTC).date()


class ShareStore:
    """Links in one database. Thread-safe: every call is one short transaction of its own."""

    def __init__(
        self,
        engine: sa.Engine,
        *,
        retention_days: int,
        secret: str | None = None,
        today: Callable[[], date] = today_utc,
    ) -> None:
        """`secret`: None means one that is made at random once and kept in the database."""
        self._engine = engine
        self._retention = timedelta(days=retention_days)
        self._today = today
        self._key = (secret or self._kept_secret()).encode()

    def put(self, payload: str, *, random: bool = False) -> StoredLink:
        """Store `payload`; when this returns, the link survives a crash of the process."""
        if random:
            link = StoredLink(
                _readable(secrets.token_bytes(15)), _readable(secrets.token_bytes(15))
            )
        else:
            link = StoredLink(self.content_id(payload))
        today = self._today()
        row = {
            "id": link.id,
            "payload": payload,
            "created_on": today,
            "visited_on": today,
            "deletion_key_sha256": _hashed(link.deletion_key) if link.deletion_key else None,
        }
        insert = self._insert(share).values(row)
        if not random:
            insert = insert.on_conflict_do_update(index_elements=["id"], set_={"visited_on": today})
        with self._engine.begin() as connection:
            connection.execute(insert)
        return link

    def get(self, id: str) -> str | None:
        """The payload, or None if there is none (any more). Notes the day of the visit."""
        today = self._today()
        query = sa.select(share.c.payload, share.c.visited_on).where(
            share.c.id == id.lower(), share.c.visited_on >= today - self._retention
        )
        with self._engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        if found is None:
            return None
        if found.visited_on < today:
            touch = sa.update(share).where(share.c.id == id.lower()).values(visited_on=today)
            with self._engine.begin() as connection:
                connection.execute(touch)
        payload: str = found.payload
        return payload

    def delete(self, id: str, key: str) -> bool:
        """Delete a random link with the key that `put` gave; False if id and key do not fit."""
        gone = sa.delete(share).where(
            share.c.id == id.lower(), share.c.deletion_key_sha256 == _hashed(key.strip().lower())
        )
        with self._engine.begin() as connection:
            return connection.execute(gone).rowcount == 1

    def remove(self, id: str) -> bool:
        """Delete any link without a key, as the operator may; False if there is none."""
        gone = sa.delete(share).where(share.c.id == id.lower())
        with self._engine.begin() as connection:
            return connection.execute(gone).rowcount == 1

    def sweep(self) -> int:
        """Delete every link that nobody opened within the retention; how many that were."""
        stale = sa.delete(share).where(share.c.visited_on < self._today() - self._retention)
        with self._engine.begin() as connection:
            return connection.execute(stale).rowcount

    def content_id(self, payload: str) -> str:
        """The id that `put` gives to this payload: the first 120 bits of its HMAC-SHA256."""
        return _readable(hmac.digest(self._key, payload.encode(), "sha256")[:15])

    def _kept_secret(self) -> str:
        """The database's own secret. Several workers may start at once: the first one's stays."""
        fresh = {"name": "link_id", "value": secrets.token_hex(32)}
        with self._engine.begin() as connection:
            connection.execute(self._insert(secret_table).values(fresh).on_conflict_do_nothing())
            kept = sa.select(secret_table.c.value).where(secret_table.c.name == "link_id")
            value: str = connection.execute(kept).scalar_one()
        return value

    def _insert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        """INSERT with ON CONFLICT, which both databases write alike and SQLAlchemy keeps apart."""
        if self._engine.dialect.name == "sqlite":
            return sqlite.insert(table)
        return postgresql.insert(table)


def _readable(raw: bytes) -> str:
    """15 bytes as 24 letters and digits.

    >>> _readable(bytes(range(15)))
    'aaaqeayeaudaocajbifqydio'
    """
    return b32encode(raw).decode().lower()


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
