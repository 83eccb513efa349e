"""Tables that gather: their card, where they stand, what a list says of them."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what a lobby needs; tables of the older schema were begun at once, and keep a card that is not written."""
    op.add_column("tables", sa.Column("card", sa.Text))
    op.add_column("tables", sa.Column("open", sa.String(16)))
    op.add_column("tables", sa.Column("summary", sa.Text))
    op.create_index("ix_tables_open", "tables", ["open", "created"])
