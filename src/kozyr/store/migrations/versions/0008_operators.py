"""Accounts that the command line has made operators: they may use the page `/operator`."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column with the time since when an account is an operator; no account is one yet."""
    op.add_column("accounts", sa.Column("operator", sa.BigInteger))
