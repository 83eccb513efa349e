"""The people's chat, mutes and reports."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from kozyr.store.accounts import ACCOUNT, Account
from kozyr.store.database import Database
from kozyr.store.schema import ACCOUNTS, AUDIT, BOTS, CHAT, MUTES, REPORTS

ReportState: TypeAlias = Literal["open", "taken", "done"]
_NEWEST: Final = 3  # reports of a target whose texts are shown at once
_WORDS: Final = 1_000  # characters of an account's texts about one target


class Chat(msgspec.Struct, frozen=True):
    """Something said at a table: a text or a phrase."""

    n: int
    """The number of the line: dense, from 1."""
    ts: int
    account_id: str
    nick: str
    chair: int | None
    """The chair of the writer. None: the writer has none."""
    text: str | None = None
    phrase: str | None = None


class Report(msgspec.Struct, frozen=True):
    """An account's complaint about another account at the same table."""

    ts: int
    table_id: str
    account_id: str
    on_id: str
    reason: str
    text: str
    target: str
    """The target, by the name that all its reports use."""


class Queued(msgspec.Struct, frozen=True):
    """All reports of one target, for one reason, in one state: a row of the operator's queue."""

    number: int
    """The lowest number among the reports; it names them all."""
    state: str
    target: str
    reason: str
    since: int
    """The first, in milliseconds since 1970."""
    count: int
    """The number of people who reported."""
    people: int
    last: Report
    newest: tuple[Report, ...]
    """The last ones that have words."""


_REPORT: Final = tuple(REPORTS.c[name] for name in Report.__struct_fields__)


def muted(person: str) -> sa.ColumnElement[bool]:
    """Whether a row of mutes is about this person, or about a program of this person."""
    programs = sa.select(BOTS.c.account_id).where(BOTS.c.owner_id == person)
    return sa.or_(MUTES.c.muted_id == person, MUTES.c.muted_id.in_(programs))


class SocialStore:
    """Chat, mutes and reports. Every read raises StoreError when the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def say(self, table: str, chat: Chat) -> None:
        """Keep a line of the chat.

        Raises:
            Taken: another line has this number. StoreError: it could not be written.
        """
        await self._db.write((CHAT.insert(), {"table_id": table, **msgspec.structs.asdict(chat)}))

    async def chat(self, table: str, last: int = 50) -> list[Chat]:
        """The last lines at a table, in order."""
        c = CHAT.c
        ask = sa.select(c.n, c.ts, c.account_id, c.nick, c.chair, c.text, c.phrase).where(c.table_id == table)
        ask = ask.add_columns(ACCOUNTS.c.renamed, ACCOUNTS.c.nick).join(ACCOUNTS, ACCOUNTS.c.id == c.account_id)
        rows = await self._db.read(ask.order_by(c.n.desc()).limit(last))
        lines = [(Chat(*row[:-2]), row[-2], row[-1]) for row in reversed(rows)]
        return [line if since is None else msgspec.structs.replace(line, nick=nick) for line, since, nick in lines]

    async def mute(self, account: str, muted: str, *, on: bool) -> None:
        """Mute an account for another one, or end the mute.

        Raises:
            Taken: there is no such account. StoreError: it could not be written.
        """
        pair = (MUTES.c.account_id == account, MUTES.c.muted_id == muted)
        again = (MUTES.insert(), {"account_id": account, "muted_id": muted})
        await self._db.write((MUTES.delete().where(*pair), {}), *([again] if on else []))

    async def mutes(self, account: str) -> list[Account]:
        """The accounts that an account has muted."""
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
        """The accounts that have muted this person or one of the person's programs."""
        ask = sa.select(MUTES.c.account_id).where(muted(person))
        return frozenset(row[0] for row in await self._db.read(ask))

    async def report(self, report: Report) -> int:
        """Keep a report and return its number.

        A repeated report of the same target counts once more, with the new words in front.

        Raises:
            Taken: there is no such table or account. StoreError: it could not be written.
        """
        c, old = REPORTS.c, REPORTS.alias()
        mine = (c.account_id == report.account_id, *_waiting(REPORTS, report.target, report.reason))
        line = report.text + "\n"
        same = sa.or_(sa.literal(report.text) == "", sa.func.substr(c.text + "\n", 1, len(line)) == line)
        words = sa.func.substr(sa.literal(line) + c.text, 1, _WORDS)
        again = REPORTS.update().where(*mine)
        again = again.values(
            ts=report.ts, table_id=report.table_id, times=c.times + 1, text=sa.case((same, c.text), else_=words)
        )
        known = (old.c.account_id == report.account_id, *_waiting(old, report.target, report.reason))
        beside = REPORTS.alias()
        state = (
            sa.select(sa.func.max(beside.c.state))
            .where(*_waiting(beside, report.target, report.reason))
            .scalar_subquery()
        )
        row: dict[str, sa.ColumnElement[Any]] = {
            name: sa.literal(value, c[name].type) for name, value in msgspec.structs.asdict(report).items()
        }
        row["state"] = sa.func.coalesce(state, "open")
        first = sa.select(*row.values()).where(~sa.exists(sa.select(old.c.id).where(*known)))
        await self._db.write((again, {}), (REPORTS.insert().from_select(list(row), first), {}))
        number: int = (await self._db.read(sa.select(sa.func.max(c.id)).where(*mine)))[0][0]
        return number

    async def queue(self, who: str, skip: int, most: int, *, every: bool) -> list[Queued]:
        """The operator's queue, the oldest first, without the first `skip`; the audit notes the reader `who` first.

        every: also reports that are done.
        """
        await self._db.audit(who, "reports", "all" if every else "open")
        c, first = REPORTS.c, sa.func.min(REPORTS.c.id)
        of = (c.target, c.reason, c.state)
        ask = sa.select(*of, first, sa.func.min(c.ts), sa.func.sum(c.times), sa.func.count(c.account_id.distinct()))
        ask = ask.group_by(*of).order_by(first).offset(skip).limit(most)
        rows = await self._db.read(ask if every else ask.where(c.state != "done"))
        targets = sorted({row[0] for row in rows})
        nth = sa.func.row_number().over(partition_by=of, order_by=(c.ts.desc(), c.id.desc()))
        spoken = sa.func.row_number().over(partition_by=(*of, c.text == ""), order_by=(c.ts.desc(), c.id.desc()))
        numbered = sa.select(*_REPORT, c.state, nth.label("nth"), spoken.label("spoken")).where(c.target.in_(targets))
        inner = numbered.subquery()
        some = sa.or_(inner.c.nth == 1, sa.and_(inner.c.spoken <= _NEWEST, inner.c.text != ""))
        found = await self._db.read(sa.select(inner).where(some).order_by(inner.c.nth))
        reports: dict[tuple[str, str, str], list[Report]] = {}
        for *values, said, _, _ in found:
            one = Report(*values)
            reports.setdefault((one.target, one.reason, said), []).append(one)
        return [
            Queued(number, state, target, reason, since, count, people, own[0], tuple(one for one in own if one.text))
            for target, reason, state, number, since, count, people in rows
            if (own := reports.get((target, reason, state)))
        ]

    async def said(self, who: str, number: int, skip: int, most: int) -> list[Report]:
        """The reports with the target, reason and state of this one, the newest first, without the first `skip`.

        The audit notes the reading.
        """
        await self._db.audit(who, "report", str(number))
        c, one = REPORTS.c, REPORTS.alias()
        same = (one.c.id == number, one.c.target == c.target, one.c.reason == c.reason, one.c.state == c.state)
        ask = sa.select(*_REPORT).where(sa.exists().where(*same)).order_by(c.ts.desc(), c.id.desc())
        return [Report(*row) for row in await self._db.read(ask.offset(skip).limit(most))]

    async def mark(self, who: str, number: int, state: ReportState) -> bool:
        """Set the state of a report, and of all others of the same target and reason.

        Returns whether there is such a report.
        """
        c, one = REPORTS.c, REPORTS.alias()
        found = await self._db.read(sa.select(c.target, c.reason, c.state).where(c.id == number))
        if not found:
            return False
        target, reason, before = found[0]
        rows = (one.c.target == target, one.c.reason == reason, sa.or_(one.c.state != "done", one.c.state == before))
        marked = REPORTS.update().where(c.id.in_(sa.select(one.c.id).where(*rows)))
        done = {"ts": self._db.now(), "who": who, "what": f"report {state}", "subject": str(number)}
        await self._db.write((marked, {"state": state}), (AUDIT.insert(), done))
        return True


def _waiting(reports: sa.FromClause, target: str, reason: str) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions that a report is of this target and reason, and not done."""
    c = reports.c
    return c.target == target, c.reason == reason, c.state != "done"
