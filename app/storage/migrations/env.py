"""What Alembic runs around every command.

At start-up `database.migrate` hands over its connection and holds the lock. By hand
(`alembic revision --autogenerate`, `alembic history`) the address is `TOKENARIO_DATABASE_URL`.
"""

from __future__ import annotations

import os

from alembic import context
from sqlalchemy import Connection

from app.storage.database import make_engine
from app.storage.schema import metadata


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


handed: Connection | None = context.config.attributes.get("connection")
if handed is not None:
    run(handed)
else:
    with make_engine(os.environ["TOKENARIO_DATABASE_URL"]).begin() as own:
        run(own)
