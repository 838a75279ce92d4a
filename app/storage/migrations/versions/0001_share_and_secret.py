"""The first schema: stored links, and the secret their ids are computed with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "share",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("created_on", sa.Date, nullable=False),
        sa.Column("visited_on", sa.Date, nullable=False),
        sa.Column("deletion_key_sha256", sa.String(64), nullable=True),
    )
    op.create_index("ix_share_visited_on", "share", ["visited_on"])
    op.create_table(
        "secret",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("secret")
    op.drop_index("ix_share_visited_on", "share")
    op.drop_table("share")
