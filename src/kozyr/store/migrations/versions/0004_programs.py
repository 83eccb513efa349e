"""Accounts that are programs, each with a token of its own."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the name of a program, and its owner."""
    op.add_column("accounts", sa.Column("program", sa.String(80)))
    op.create_table(
        "bots",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("owner_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_bots_owner_id", "bots", ["owner_id"])
    op.create_index("ix_bots_token_hash", "bots", ["token_hash"], unique=True)
