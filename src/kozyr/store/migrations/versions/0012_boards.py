"""An event whose boards the club deals has a secret, as a table has."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column for an event's secret; the events that exist are played at real tables and have none."""
    op.add_column("tournaments", sa.Column("secret", sa.Text))
