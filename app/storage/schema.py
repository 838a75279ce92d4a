"""The tables, as the newest migration leaves them (`tests/storage/test_migrations.py` compares)."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

share = sa.Table(
    "share",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("created_on", sa.Date, nullable=False),
    sa.Column("visited_on", sa.Date, nullable=False, index=True),
    sa.Column("deletion_key_sha256", sa.String(64), nullable=True),
)
"""One stored link. Days, not moments: nothing here tells when in a day someone opened a link.
`deletion_key_sha256` is null for links whose id follows from their content: several people may
have made the same one, so no single person may delete it."""

secret = sa.Table(
    "secret",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
"""Random values made once for this database. Beside the links and not in a file, so that every
worker and every host that shares the database computes the same ids."""
