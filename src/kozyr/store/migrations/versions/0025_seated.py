"""Who sits at a table is found without reading all seats of the club: each note of a table asks for it."""  # noqa: INP001 - as 0001

from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the index; on PostgreSQL nobody is seated while it is made."""
    op.create_index("ix_seated_table", "seated", ["table_id"])
