"""An event is listed, or only its address leads to it."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column that lists an event; the events that exist are known by their address alone."""
    op.add_column("tournaments", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_tournaments_created", "tournaments", ["created"])
