"""When an account was given its login, and who has sent a challenge."""  # noqa: INP001 - as 0001

import json

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the columns. Of logins that are there nobody knows since when; challenges say in their logs whose they are."""
    op.add_column("accounts", sa.Column("registered", sa.BigInteger))
    op.add_column("tournaments", sa.Column("challenger", sa.String(32)))
    op.create_index("ix_tournaments_challenger", "tournaments", ["challenger"])
    events = sa.table("events", *map(sa.column, ("log_id", "seq", "kind", "body")))
    tournaments = sa.table("tournaments", sa.column("id"), sa.column("challenger"))
    here = op.get_bind()
    first = sa.select(events.c.log_id, events.c.body).where(events.c.seq == 1, events.c.kind == "event")
    for log, body in here.execute(first.where(events.c.body.like('%"challenge"%'))).all():
        told = json.loads(body)
        if told.get("act") == "cup" and told.get("kind") == "challenge":
            here.execute(tournaments.update().where(tournaments.c.id == log), {"challenger": told["by"]})
