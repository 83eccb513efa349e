"""Links with which the owner of a forgotten password sets another one."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the links that reset a password."""
    op.create_table(
        "resets",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_resets_account_id", "resets", ["account_id"])
