"""The operator's rulings: bans and mutes, closed tables, replaced names, settled reports."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add rulings, closures and marks of reports: no account is shut out, no table is closed, and every report is open."""
    op.create_table(
        "rulings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("ts", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.add_column("accounts", sa.Column("renamed", sa.BigInteger))
    op.create_index("ix_accounts_renamed", "accounts", ["renamed"])
    op.add_column("tables", sa.Column("closed", sa.BigInteger))
    op.create_index("ix_tables_closed", "tables", ["closed"])
    op.add_column("reports", sa.Column("state", sa.String(16), nullable=False, server_default="open"))
