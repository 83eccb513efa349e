"""A log may belong to a league."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add leagues; there are none yet."""
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(32), sa.ForeignKey("logs.id"), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False, index=True),
    )
