"""The tables of the store, as the newest migration leaves them; only portable SQL."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData()
SHEET: Final = "k-"  # how the ids of kept sheets begin, which are logs without a table

# Times are milliseconds since 1970, UTC; documents are JSON in text. A guest is an account without login and password.
ACCOUNTS: Final = sa.Table(
    "accounts",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("nick", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("login", sa.String(64), index=True, unique=True),
    sa.Column("password", sa.String(200)),
    sa.Column("program", sa.String(80)),
    # The time from which the operator's name for the account replaces the names in logs and chats.
    sa.Column("renamed", sa.BigInteger, index=True),
    sa.Column("operator", sa.BigInteger),  # since when the account may use the page of operators
    sa.Column(
        "registered", sa.BigInteger
    ),  # since when the account has its login; null: none, or one before schema 0021
)
# An account that is a program: its owner, and the hash of its token; null: taken back. Such an account has no session.
BOTS: Final = sa.Table(
    "bots",
    METADATA,
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("owner_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("token_hash", sa.String(64), index=True, unique=True),
    sa.Column("created", sa.BigInteger, nullable=False),
)
SESSIONS: Final = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
)
# The table's deals come from `secret` (docs/fair.md); only `Store.secret` reads it.
TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("preset", sa.String(64), nullable=False),
    sa.Column("conventions", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
    sa.Column("secret", sa.Text),
    sa.Column("card", sa.Text),
    # Notes that the log can restore: the state of the table if others may come to it, and its note for lists.
    sa.Column("open", sa.String(16)),
    sa.Column("summary", sa.Text),
    sa.Column("event", sa.String(32), index=True),  # the event of the table, if there is one; its log says it too
    sa.Index("ix_tables_open", "open", "created"),
)
# The people at tables, for lists; the truth is the log.
SEATED: Final = sa.Table(
    "seated",
    METADATA,
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Index("ix_seated_table", "table_id"),
)
# The owner of a log: a table (kept sheets are tables too), an event or a league of the club. Both have the same id.
LOGS: Final = sa.Table(
    "logs",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(8), nullable=False),
)
# An event of the club as it was announced; its log has the rest, and can restore `finished`.
TOURNAMENTS: Final = sa.Table(
    "tournaments",
    METADATA,
    sa.Column("id", sa.String(32), sa.ForeignKey("logs.id"), primary_key=True),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False, index=True),
    sa.Column("finished", sa.BigInteger),
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),  # else by its address alone
    sa.Column("secret", sa.Text),  # the source of its boards, where the club deals them (docs/fair.md)
    sa.Column("due", sa.BigInteger, index=True),  # when its owner looks at it next; null: not before a request
    sa.Column("challenger", sa.String(32), index=True),  # of a challenge: its author's account
)
# A league as it was founded; its log has the rest.
LEAGUES: Final = sa.Table(
    "leagues",
    METADATA,
    sa.Column("id", sa.String(32), sa.ForeignKey("logs.id"), primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False, index=True),
)
# The truth: the entries of all logs. Rows are only ever added.
EVENTS: Final = sa.Table(
    "events",
    METADATA,
    sa.Column("log_id", sa.String(32), sa.ForeignKey("logs.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ts", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.String(8)),
    sa.Column("cmd_id", sa.String(80)),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("log_id", "cmd_id", name="uq_events_of_log"),
)
# The chat of a table, numbered from 1.
CHAT: Final = sa.Table(
    "chat",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ts", sa.BigInteger, nullable=False),
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("nick", sa.String(64), nullable=False),
    sa.Column("chair", sa.Integer),
    sa.Column("text", sa.Text),
    sa.Column("phrase", sa.String(32)),
)
# The accounts whose chat an account does not want to read.
MUTES: Final = sa.Table(
    "mutes",
    METADATA,
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("muted_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
)
REPORTS: Final = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("ts", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("on_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("reason", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, server_default="open"),  # then taken, then done
    sa.Column("target", sa.String(64), nullable=False, server_default=""),  # an account, or `table:call` of a ruling
    sa.Column("times", sa.Integer, nullable=False, server_default="1"),  # that this account has said it
    sa.Index("ix_reports_target", "target", "reason", "state"),
)
# The operators' readings, with their moments. Rows are only ever added.
AUDIT: Final = sa.Table(
    "audit",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("ts", sa.BigInteger, nullable=False),
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("what", sa.String(32), nullable=False),
    sa.Column("subject", sa.String(64), nullable=False),
    sa.Column("why", sa.Text, nullable=False, server_default=""),
)
# The people's matches with their ends. A projection of the logs: it can be dropped and made again.
PLAYED: Final = sa.Table(
    "played",
    METADATA,
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("name", sa.String(8), nullable=False),
    sa.Column("begun", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.Column("how", sa.String(16), nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("result", sa.String(32)),
    sa.Column("place", sa.Integer),
    sa.Index("ix_played_table", "table_id"),
)
# The post-mortems of deals that are over, as packed JSON. A projection of the logs: it can be dropped and made again.
REVIEWS: Final = sa.Table(
    "reviews",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("upto", sa.Integer, nullable=False),
    sa.Column("edition", sa.Integer, nullable=False),
    sa.Column("told", sa.Text, nullable=False),
    sa.Column("brief", sa.Text, nullable=False),
    # Of a deal that is rated: when it ended, and its sides as JSON.
    sa.Column("ended", sa.BigInteger, index=True),
    sa.Column("rated", sa.Text),
)
# A person's own facts; no row: the person has not been asked yet. country: null: the person declines.
TOLD: Final = sa.Table(
    "told",
    METADATA,
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("country", sa.String(2)),
    sa.Column("place", sa.String(64), nullable=False),
    sa.Column("zone", sa.String(64)),
    sa.Column("shown", sa.BigInteger),  # since when everybody may see the place
    sa.Column("known", sa.BigInteger),  # since when former partners may find the person
    sa.Column("ranked", sa.BigInteger),  # since when the person stands in the lists of ratings
)
# The bans (`ban`) and mutes (`mute`): of an account, or for a ban a network; until: null: until it is lifted.
RULINGS: Final = sa.Table(
    "rulings",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("ts", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("subject", sa.String(64), nullable=False),
    sa.Column("until", sa.BigInteger),
    sa.Column("why", sa.Text, nullable=False),
)
# The operator's closings by id: a table (or kept sheet), an event (or cup), a league, a program.
CLOSURES: Final = sa.Table(
    "closures",
    METADATA,
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("since", sa.BigInteger),  # null: it was opened again
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False, index=True),  # when it was closed or opened last
)
# Links with which the owner of a lost password sets another one; the operator makes them, and each opens once.
RESETS: Final = sa.Table(
    "resets",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
# One row, written again and again to learn whether the database can be written.
PULSE: Final = sa.Table(
    "pulse",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ts", sa.BigInteger, nullable=False),
)
# The state of a table at the last deal that came, a projection of its log. made_by: the code that folded it; entry: the hash of
# entry `seq`; digest: of all that; another one is no checkpoint.
CHECKPOINTS: Final = sa.Table(
    "checkpoints",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("made_by", sa.String(64), nullable=False),
    sa.Column("entry", sa.String(64), nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
)
# What visitors have spent of limits that processes share, in an unlogged table of PostgreSQL: the credit that was left at a moment,
# by the database's clock. id: a keyed hash.
SPENT: Final = sa.Table(
    "spent",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("credit", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
# The processes of a club on PostgreSQL, while they live: until: when the lease ends, by the database's clock; lock: the
# session lock that ends with the process.
MEMBERS: Final = sa.Table(
    "members",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("version", sa.String(32), nullable=False),
    sa.Column("lock", sa.BigInteger, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("draining", sa.Boolean, nullable=False, server_default=sa.false()),  # it is to own nothing more
)
# Who owns which logs. epoch: one more with each change of the owner; it never comes again. wish: the process to which an
# operator has moved the shard, as long as that one lives.
SHARDS: Final = sa.Table(
    "shards",
    METADATA,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("owner", sa.String(32)),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("wish", sa.String(32)),
)
# One row: the name under which this club's processes speak on the bus, and the key of their letters.
LIFE: Final = sa.Table(
    "life",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(32), nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
)
