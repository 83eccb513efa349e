"""What visitors have spent of the limits that all processes of a club share."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the buckets. PostgreSQL logs none of them: a crash empties the table, and everybody has all credit again."""
    op.create_table(
        "spent",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("credit", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE spent SET UNLOGGED")
