"""A row that is written to learn whether the database can be written."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table of that row."""
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ts", sa.BigInteger, nullable=False),
    )
