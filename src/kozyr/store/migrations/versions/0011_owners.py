"""A log has an owner, a table or an event; and events, which are logs that the club runs tournaments by."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
_ENTRY = "seq, ts, kind, seat, cmd_id, body"


def upgrade() -> None:
    """Add events, and give each log an owner: every existing log belongs to a table.

    Entries are copied once, unchanged.
    """
    op.create_table(
        "logs", sa.Column("id", sa.String(32), primary_key=True), sa.Column("owner", sa.String(8), nullable=False)
    )
    op.execute("INSERT INTO logs (id, owner) SELECT id, 'table' FROM tables")
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), sa.ForeignKey("logs.id"), primary_key=True),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("closed", sa.BigInteger, index=True),
    )
    op.create_table(
        "owned",
        sa.Column("log_id", sa.String(32), sa.ForeignKey("logs.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ts", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(8)),
        sa.Column("cmd_id", sa.String(80)),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("log_id", "cmd_id", name="uq_events_of_log"),
    )
    op.execute(f"INSERT INTO owned (log_id, {_ENTRY}) SELECT table_id, {_ENTRY} FROM events")  # noqa: S608 - our own words
    op.drop_table("events")
    op.rename_table("owned", "events")
