"""Many processes on one PostgreSQL: who is there, who owns what; the log there in sixteen parts."""  # noqa: INP001 - as 0001

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
_PARTS = 16


def upgrade() -> None:
    """Tables are added alone; on PostgreSQL the entries move into parts once."""
    op.create_table(
        "members",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("lock", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "shards",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("epoch", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "life",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        _part()


def _part() -> None:
    op.execute("ALTER TABLE events RENAME TO events_whole")
    op.execute("CREATE TABLE events (LIKE events_whole) PARTITION BY HASH (log_id)")
    for part in range(_PARTS):
        op.execute(
            f"CREATE TABLE events_{part} PARTITION OF events FOR VALUES WITH (MODULUS {_PARTS}, REMAINDER {part})"
        )
    op.execute("INSERT INTO events SELECT * FROM events_whole")
    op.execute("DROP TABLE events_whole")
    op.execute("ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (log_id, seq)")
    op.execute("ALTER TABLE events ADD CONSTRAINT uq_events_of_log UNIQUE (log_id, cmd_id)")
    op.execute("ALTER TABLE events ADD CONSTRAINT events_log_id_fkey FOREIGN KEY (log_id) REFERENCES logs (id)")
