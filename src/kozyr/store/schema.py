"""The tables of the store, as the newest migration leaves them; only portable SQL."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

__all__ = ["ACCOUNTS", "EVENTS", "METADATA", "SEATED", "SESSIONS", "TABLES"]

METADATA: Final = sa.MetaData()

# Times are milliseconds since 1970, UTC; documents are JSON in text.
ACCOUNTS: Final = sa.Table(
    "accounts",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("nick", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
SESSIONS: Final = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("preset", sa.String(64), nullable=False),
    sa.Column("conventions", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
)
# Who sits where, for lists; the truth is `tables.seats`.
SEATED: Final = sa.Table(
    "seated",
    METADATA,
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
)
# The truth. Rows are only ever added.
EVENTS: Final = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ts", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.String(8)),
    sa.Column("cmd_id", sa.String(80)),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("table_id", "cmd_id", name="uq_events_command"),
)
