"""Post-mortems of deals that are over, a projection of the logs."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the post-mortems; none has been worked out yet."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("upto", sa.Integer, nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("brief", sa.Text, nullable=False),
    )
