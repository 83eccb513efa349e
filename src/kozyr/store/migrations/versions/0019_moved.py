"""Which process an operator wants to own a shard."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the wish; there is none yet."""
    op.add_column("shards", sa.Column("wish", sa.String(32)))
