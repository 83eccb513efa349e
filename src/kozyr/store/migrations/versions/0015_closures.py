"""The operator's closings, in one table, with their reasons; a table knows its event, a report its target; the audit keeps reasons."""  # noqa: INP001 - as 0001

import json

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
_RULINGS = sa.text("SELECT id, table_id, text FROM reports WHERE reason = 'ruling'")
_PLACED = sa.text("SELECT log_id, body FROM events WHERE seq = 1 AND kind = 'placed'")


def upgrade() -> None:
    """Closed things stay closed; no reason was given for them."""
    closures = op.create_table(
        "closures",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("since", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False, index=True),
    )
    connection = op.get_bind()
    for kind, table in (("table", "tables"), ("event", "tournaments")):
        found = connection.execute(sa.text(f"SELECT id, closed FROM {table} WHERE closed IS NOT NULL")).all()  # noqa: S608 - our own words
        rows = [{"kind": kind, "id": id_, "since": since, "why": "", "changed": since} for id_, since in found]
        if rows:
            op.bulk_insert(closures, rows)
        op.drop_index(f"ix_{table}_closed", table)
        op.drop_column(table, "closed")
    op.add_column("tables", sa.Column("event", sa.String(32)))
    for log, body in connection.execute(_PLACED).all():
        event = json.loads(body)["event"]
        connection.execute(sa.text("UPDATE tables SET event = :event WHERE id = :id"), {"event": event, "id": log})
    op.create_index("ix_tables_event", "tables", ["event"])
    op.add_column("reports", sa.Column("target", sa.String(64), nullable=False, server_default=""))
    op.add_column("reports", sa.Column("times", sa.Integer, nullable=False, server_default="1"))
    op.execute("UPDATE reports SET target = on_id")
    for number, table, text in connection.execute(_RULINGS).all():
        target = f"{table}:{text.partition(':')[0]}"[:64]
        connection.execute(
            sa.text("UPDATE reports SET target = :target WHERE id = :id"), {"target": target, "id": number}
        )
    op.create_index("ix_reports_target", "reports", ["target", "reason", "state"])
    op.add_column("audit", sa.Column("why", sa.Text, nullable=False, server_default=""))
