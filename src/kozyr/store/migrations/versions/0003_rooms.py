"""Tables that wait for players: their card, their state, and their note for lists."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns of a lobby; older tables have begun already, and keep an unwritten card."""
    op.add_column("tables", sa.Column("card", sa.Text))
    op.add_column("tables", sa.Column("open", sa.String(16)))
    op.add_column("tables", sa.Column("summary", sa.Text))
    op.create_index("ix_tables_open", "tables", ["open", "created"])
