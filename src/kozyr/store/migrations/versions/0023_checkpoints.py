"""The states of tables at their last deal, a projection of the logs."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the checkpoints; a table gets its first one with its next deal."""
    op.create_table(
        "checkpoints",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("made_by", sa.String(64), nullable=False),
        sa.Column("entry", sa.String(64), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
