"""What people say to each other, whom they do not hear, and what they report."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from kozyr.store.accounts import ACCOUNT, Account
from kozyr.store.database import Database
from kozyr.store.schema import ACCOUNTS, BOTS, CHAT, MUTES, REPORTS


class Chat(msgspec.Struct, frozen=True):
    """Something said at a table: a text or a phrase. n: dense, from 1. chair: None for who has none."""

    n: int
    ts: int
    account_id: str
    nick: str
    chair: int | None
    text: str | None = None
    phrase: str | None = None


class Report(msgspec.Struct, frozen=True):
    """What an account has against another one that was at the same table."""

    ts: int
    table_id: str
    account_id: str
    on_id: str
    reason: str
    text: str


def muted(person: str) -> sa.ColumnElement[bool]:
    """Of a row of mutes: that it is about this person, or about a program of his."""
    programs = sa.select(BOTS.c.account_id).where(BOTS.c.owner_id == person)
    return sa.or_(MUTES.c.muted_id == person, MUTES.c.muted_id.in_(programs))


class SocialStore:
    """Chat, mutes and reports. Whatever reads raises StoreError when the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def say(self, table: str, chat: Chat) -> None:
        """Keep what was said.

        Raises:
            Taken: something else was said under this number. StoreError: it could not be written.
        """
        await self._db.write((CHAT.insert(), {"table_id": table, **msgspec.structs.asdict(chat)}))

    async def chat(self, table: str, last: int = 50) -> list[Chat]:
        """What was said last at a table, in order."""
        c = CHAT.c
        ask = sa.select(c.n, c.ts, c.account_id, c.nick, c.chair, c.text, c.phrase).where(c.table_id == table)
        ask = ask.add_columns(ACCOUNTS.c.renamed, ACCOUNTS.c.nick).join(ACCOUNTS, ACCOUNTS.c.id == c.account_id)
        rows = await self._db.read(ask.order_by(c.n.desc()).limit(last))
        lines = [(Chat(*row[:-2]), row[-2], row[-1]) for row in reversed(rows)]
        return [line if since is None else msgspec.structs.replace(line, nick=nick) for line, since, nick in lines]

    async def mute(self, account: str, muted: str, *, on: bool) -> None:
        """Hear somebody's chat no longer, or again.

        Raises:
            Taken: there is no such account. StoreError: it could not be written.
        """
        pair = (MUTES.c.account_id == account, MUTES.c.muted_id == muted)
        again = (MUTES.insert(), {"account_id": account, "muted_id": muted})
        await self._db.write((MUTES.delete().where(*pair), {}), *([again] if on else []))

    async def mutes(self, account: str) -> list[Account]:
        """Whose chat an account does not want."""
        ask = sa.select(*ACCOUNT).join(MUTES, MUTES.c.muted_id == ACCOUNTS.c.id)
        ask = ask.where(MUTES.c.account_id == account).order_by(ACCOUNTS.c.nick, ACCOUNTS.c.id)
        return [Account(*row) for row in await self._db.read(ask)]

    async def unheard(self, account: str) -> frozenset[str]:
        """Accounts that this one does not hear: those that it has muted, their owners, and all programs of these people."""
        ask = sa.select(MUTES.c.muted_id, BOTS.c.owner_id).outerjoin(BOTS, BOTS.c.account_id == MUTES.c.muted_id)
        rows = await self._db.read(ask.where(MUTES.c.account_id == account))
        if not rows:
            return frozenset()
        people = {owner or muted for muted, owner in rows}
        theirs = await self._db.read(sa.select(BOTS.c.account_id).where(BOTS.c.owner_id.in_(sorted(people))))
        return frozenset((*people, *(row[0] for row in rows), *(row[0] for row in theirs)))

    async def muters(self, person: str) -> frozenset[str]:
        """Who does not want to hear this person: has muted his account, or one of his programs."""
        ask = sa.select(MUTES.c.account_id).where(muted(person))
        return frozenset(row[0] for row in await self._db.read(ask))

    async def report(self, report: Report) -> int:
        """Keep a report; returns its number.

        Raises:
            Taken: there is no such table or account. StoreError: it could not be written.
        """
        await self._db.write((REPORTS.insert(), msgspec.structs.asdict(report)))
        mine = sa.select(sa.func.max(REPORTS.c.id)).where(REPORTS.c.account_id == report.account_id)
        number: int = (await self._db.read(mine))[0][0]
        return number

    async def reports(self, who: str) -> list[tuple[int, Report]]:
        """All reports with their numbers, for the operator; that `who` reads them is written down first."""
        await self._db.audit(who, "reports", "all")
        c = REPORTS.c
        ask = sa.select(c.id, c.ts, c.table_id, c.account_id, c.on_id, c.reason, c.text).order_by(c.id)
        return [(row[0], Report(*row[1:])) for row in await self._db.read(ask)]
