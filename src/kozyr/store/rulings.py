"""The operator's rulings. Each is also in the audit, written in the same transaction."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from kozyr.store.accounts import ACCOUNT, Account
from kozyr.store.closures import table_is_open
from kozyr.store.database import Database, Statement
from kozyr.store.schema import ACCOUNTS, AUDIT, BOTS, RESETS, RULINGS, SEATED, SESSIONS, SHEET, TABLES, TOLD

Kind: TypeAlias = Literal["ban", "mute"]
NOBODY: Final = "—"  # the name of a deleted account, in every language
_NAMED: Final = re.compile(r'"account": ?"([^"]+)"')


class Ruling(msgspec.Struct, frozen=True):
    """An account that is shut out (`ban`) or may not write in the chat (`mute`)."""

    id: int
    ts: int
    kind: str
    subject: str
    """An account, or for a ban a network as `192.0.2.0/24`."""
    until: int | None
    """Milliseconds since 1970; None: until it is lifted."""
    why: str


class SeenTable(msgspec.Struct, frozen=True):
    """A table as the operator sees it."""

    id: str
    game: str
    created: int
    finished: int | None
    closed: bool
    """Itself, or with its event."""
    open: str | None
    """The list of the lobby that has the table; None: none has it."""
    people: int
    """How many accounts sit at it."""
    summary: str | None = None
    """The list entry of the table, as JSON."""

    @property
    def state(self) -> str:
        """The state of the table in one word: `closed`, `finished`, the list of the lobby, or `private`."""
        return "closed" if self.closed else "finished" if self.finished else self.open or "private"


class Audited(msgspec.Struct, frozen=True):
    """An act or a reading of an operator, with its moment and reason."""

    ts: int
    who: str
    what: str
    subject: str
    why: str = ""


def shown(text: str, names: Mapping[str, str]) -> str:
    """A JSON text from the database with the accounts' present names; names: by account."""
    if not names or not any(account in names for account in _NAMED.findall(text)):
        return text
    return json.dumps(_renamed(json.loads(text), names), ensure_ascii=False, separators=(",", ":"))


def _renamed(value: object, names: Mapping[str, str]) -> object:
    """A document with these names in place of the names beside an account, or beside the meant person."""
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    made = {key: _renamed(one, names) for key, one in value.items()}
    meant = value.get("what")
    account = str(value.get("account") or (meant.get("account") if isinstance(meant, dict) else None))
    if made.get("nick") is not None and account in names:
        made["nick"] = names[account]
    return made


class RulingStore:
    """The operator's rulings and readings.

    who: the operator's name in the audit. Every read and write may raise StoreError.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def rule(self, who: str, kind: Kind, subject: str, until: int | None, why: str) -> None:
        """Ban or mute a subject; an earlier ruling of the kind on it is over."""
        now = self._db.now()
        before = RULINGS.delete().where(RULINGS.c.kind == kind, RULINGS.c.subject == subject)
        row = {"ts": now, "kind": kind, "subject": subject, "until": until, "why": why}
        await self._db.write((before, {}), (RULINGS.insert(), row), self._audit(who, kind, subject, why))

    async def lift(self, who: str, subject: str) -> None:
        """Lift the rulings on a subject."""
        await self._db.write(
            (RULINGS.delete().where(RULINGS.c.subject == subject), {}), self._audit(who, "lift", subject)
        )

    async def rulings(self, now: int, skip: int = 0, most: int | None = None) -> list[Ruling]:
        """The rulings in force at this moment, the newest first, without the first `skip`, and at most `most`."""
        c = RULINGS.c
        ask = sa.select(c.id, c.ts, c.kind, c.subject, c.until, c.why)
        ask = ask.where(sa.or_(c.until.is_(None), c.until > now)).order_by(c.id.desc()).offset(skip).limit(most)
        return [Ruling(*row) for row in await self._db.read(ask)]

    async def tables(self, skip: int, most: int) -> list[SeenTable]:
        """Tables without kept sheets, the newest first, without the first `skip`; at most `most`."""
        c = TABLES.c
        people = sa.select(sa.func.count()).where(SEATED.c.table_id == c.id).scalar_subquery()
        closed = sa.type_coerce(~table_is_open(), sa.Boolean)
        ask = sa.select(c.id, c.game, c.created, c.finished, closed, c.open, people, c.summary)
        ask = ask.where(~c.id.startswith(SHEET))
        rows = await self._db.read(ask.order_by(c.created.desc(), c.id).offset(skip).limit(most))
        return [SeenTable(*row) for row in rows]

    async def find(self, text: str, skip: int = 0, most: int = 50) -> list[Account]:
        """The accounts with this id, login or name, without the first `skip`; at most `most`."""
        c = ACCOUNTS.c
        ask = sa.select(*ACCOUNT).where(sa.or_(c.id == text, c.login == text, c.nick == text)).order_by(c.created, c.id)
        return [Account(*row) for row in await self._db.read(ask.offset(skip).limit(most))]

    async def rename(self, who: str, account: str, nick: str) -> None:
        """Rename an account, in all logs too; its told place is taken away."""
        placeless: Statement = (TOLD.update().where(TOLD.c.account_id == account), {"place": ""})
        await self._db.write(self._name(account, nick), placeless, self._audit(who, "rename", account))

    async def reset(self, who: str, account: str, token_hash: str, until: int) -> None:
        """Make a link that resets a password until this moment; an older link ends."""
        before: Statement = (RESETS.delete().where(RESETS.c.account_id == account), {})
        link = (RESETS.insert(), {"token_hash": token_hash, "account_id": account, "until": until})
        await self._db.write(before, link, self._audit(who, "password", account))

    async def delete(self, who: str, account: str) -> None:
        """Take an account's name, login, sessions, told facts and its programs' tokens; its games stay."""
        nothing = dict.fromkeys(("login", "password", "registered", "operator"))
        bare = (ACCOUNTS.update().where(ACCOUNTS.c.id == account), nothing)
        programs = (
            BOTS.update().where(sa.or_(BOTS.c.owner_id == account, BOTS.c.account_id == account)),
            {"token_hash": None},
        )
        sessions: Statement = (SESSIONS.delete().where(SESSIONS.c.account_id == account), {})
        told: Statement = (TOLD.delete().where(TOLD.c.account_id == account), {})
        gone = self._name(account, NOBODY)
        await self._db.write(gone, bare, programs, sessions, told, self._audit(who, "delete", account))

    async def appoint(self, who: str, account: str, *, on: bool) -> None:
        """Let an account use the page of operators, or no longer."""
        made = ACCOUNTS.update().where(ACCOUNTS.c.id == account), {"operator": self._db.now() if on else None}
        await self._db.write(made, self._audit(who, "operator on" if on else "operator off", account))

    async def is_operator(self, account: str) -> bool:
        """Whether an account may use the page of operators."""
        ask = sa.select(ACCOUNTS.c.operator).where(ACCOUNTS.c.id == account)
        return any(row[0] is not None for row in await self._db.read(ask))

    async def names(self) -> dict[str, str]:
        """The names to show instead of those in the logs, by account."""
        ask = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.nick).where(ACCOUNTS.c.renamed.is_not(None))
        return {row[0]: row[1] for row in await self._db.read(ask)}

    async def sessions_of(self, accounts: frozenset[str]) -> list[str]:
        """The hashes of these accounts' sessions, and of their programs' tokens."""
        ask = sa.select(SESSIONS.c.token_hash).where(SESSIONS.c.account_id.in_(sorted(accounts)))
        tokens = sa.select(BOTS.c.token_hash).where(
            sa.or_(BOTS.c.account_id.in_(sorted(accounts)), BOTS.c.owner_id.in_(sorted(accounts)))
        )
        return [row[0] for one in (ask, tokens) for row in await self._db.read(one) if row[0] is not None]

    async def read(self, who: str, what: str, subject: str) -> None:
        """Note in the audit that an operator reads private things.

        Raises:
            StoreError: it could not be written: then it must not be read.
        """
        await self._db.audit(who, what, subject)

    async def audited(self, skip: int, most: int) -> list[Audited]:
        """The audit, the newest first, without the first `skip`; the server's own readings are left out."""
        c = AUDIT.c
        ask = sa.select(c.ts, c.who, c.what, c.subject, c.why).where(c.who != "server").order_by(c.id.desc())
        return [Audited(*row) for row in await self._db.read(ask.offset(skip).limit(most))]

    def _name(self, account: str, nick: str) -> Statement:
        return ACCOUNTS.update().where(ACCOUNTS.c.id == account), {"nick": nick, "renamed": self._db.now()}

    def _audit(self, who: str, what: str, subject: str, why: str = "") -> Statement:
        return AUDIT.insert(), {"ts": self._db.now(), "who": who, "what": what, "subject": subject, "why": why}
