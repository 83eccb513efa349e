"""When an event is to be looked at next without a request."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the moment; every open event with boards of the club is looked at once, and says then when it is due."""
    op.add_column("tournaments", sa.Column("due", sa.BigInteger))
    op.create_index("ix_tournaments_due", "tournaments", ["due"])
    op.execute("UPDATE tournaments SET due = created WHERE finished IS NULL AND secret IS NOT NULL")
