"""The people's own facts: country, place, and whether they can be found; matches are found by their table."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the members' facts about themselves; no member has been asked yet."""
    op.create_table(
        "told",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("country", sa.String(2)),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("zone", sa.String(64)),
        sa.Column("shown", sa.BigInteger),
        sa.Column("known", sa.BigInteger),
    )
    op.create_index("ix_played_table", "played", ["table_id"])
