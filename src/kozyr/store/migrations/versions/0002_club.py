"""Passwords, sealed secrets, chat, mutes, reports, the audit, and played matches."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns and tables of a club with people; tables of the first schema play on."""
    op.add_column("accounts", sa.Column("login", sa.String(64)))
    op.add_column("accounts", sa.Column("password", sa.String(200)))
    op.create_index("ix_accounts_login", "accounts", ["login"], unique=True)
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"])
    op.add_column("tables", sa.Column("secret", sa.Text))
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ts", sa.BigInteger, nullable=False),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("nick", sa.String(64), nullable=False),
        sa.Column("chair", sa.Integer),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.String(32)),
    )
    op.create_table(
        "mutes",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("muted_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("ts", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("on_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("ts", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
    )
    op.create_table(
        "played",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("name", sa.String(8), nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("result", sa.String(32)),
        sa.Column("place", sa.Integer),
    )
