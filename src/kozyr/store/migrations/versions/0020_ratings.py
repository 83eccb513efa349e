"""What deals are to the ratings, and who wants to stand in their lists."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the columns; no deal is rated yet, and nobody has been asked."""
    op.add_column("reviews", sa.Column("ended", sa.BigInteger))
    op.add_column("reviews", sa.Column("rated", sa.Text))
    op.create_index("ix_reviews_ended", "reviews", ["ended"])
    op.add_column("told", sa.Column("ranked", sa.BigInteger))
