"""What an operator does to a club's database, by `kozyr admin` or on the page; a running club keeps to it within two seconds."""

from __future__ import annotations

import asyncio
import getpass
import ipaddress
import re
import time
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from kozyr.club import answers, wire
from kozyr.club.accounts import nickname, reset_link
from kozyr.club.clock import CLOCK
from kozyr.club.likeness import check
from kozyr.club.table.bench import ArbiterCalled
from kozyr.store import Account, Report, Store
from kozyr.store.rulings import NOBODY, Kind, ReportState, Ruling

_LISTED: Final = 200  # tables, and lines of the audit
_SECONDS: Final = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_LONGEST_WHY: Final = 200  # characters
_WIDEST: Final = {4: 8, 6: 19}  # bits of the widest network that may be shut out, by version: more is everybody


class Wrong(ValueError):
    """What the operator asks for cannot be; the message is the one line he gets."""


class Operator:
    """The operator at his command line, or on the page. now: milliseconds since 1970. who: as the audit names him."""

    def __init__(self, store: Store, now: int, who: str) -> None:
        self._store, self._now, self._who = store, now, who

    async def tables(self) -> list[str]:
        """The newest tables, a line each."""
        return [
            f"{one.id}  {_when(one.created)}  {one.game:<9}  {one.people} at it  "
            + ("closed" if one.closed else "finished" if one.finished else one.open or "private")
            for one in await self._store.rulings.tables(_LISTED)
        ]

    async def close(self, table: str) -> list[str]:
        """Close a table."""
        row = await self._store.log.table(table) or await self._store.log.sheet(table)
        if row is None:
            raise Wrong(f"there is no table {table}")
        if row.closed is not None:
            raise Wrong(f"table {table} is closed already")
        await self._store.rulings.close(self._who, table)
        return [f"table {table} is closed"]

    async def people(self, text: str) -> list[str]:
        """The accounts of this id, login or name, a line each."""
        found = await self._store.rulings.find(text)
        if not found:
            raise Wrong(f"nobody has the id, the login or the name {text}")
        return [f"{one.id}  {_when(one.created)}  {_plain(one.nick)}  {one.login or 'guest'}" for one in found]

    async def rule(self, kind: Kind, text: str, length: str, why: str) -> list[str]:
        """Shut somebody out, or silence him."""
        until = self._until(length)
        if len(why) > _LONGEST_WHY:
            raise Wrong(f"a reason has at most {_LONGEST_WHY} characters")
        network = _network(text)
        if network is not None and kind == "mute":
            raise Wrong("a network cannot be silenced, only an account")
        subject = network or (await self._account(text)).id
        await self._store.rulings.rule(self._who, kind, subject, until, _plain(why))
        done = "shut out" if kind == "ban" else "silenced"
        return [f"{subject} is {done} {_till(until)}"]

    async def lift(self, text: str) -> list[str]:
        """Let somebody in again, and let him write."""
        subject = _network(text) or text
        if subject not in {one.subject for one in await self._store.rulings.rulings(self._now)}:
            raise Wrong(f"nothing is ruled about {text}")
        await self._store.rulings.lift(self._who, subject)
        return [f"nothing is ruled about {subject} any more"]

    async def rulings(self) -> list[str]:
        """What is in force, a line each."""
        return [await self._told(one) for one in await self._store.rulings.rulings(self._now)]

    async def _told(self, one: Ruling) -> str:
        account = None if "/" in one.subject else await self._store.accounts.find(one.subject)
        name = "" if account is None else f" ({_plain(account.nick)})"
        return f"{one.kind}  {one.subject}{name}  {_till(one.until)}  since {_when(one.ts)}  {_plain(one.why)}".rstrip()

    async def rename(self, text: str, nick: str) -> list[str]:
        """Give somebody another name, wherever the old one is shown."""
        account = await self._account(text)
        try:
            plain = nickname(nick)
            check(plain, reserved=False)
        except ValueError as error:
            raise Wrong(str(error)) from None
        await self._store.rulings.rename(self._who, account.id, plain)
        return [f"{account.id} is called {plain}"]

    async def password(self, text: str) -> list[str]:
        """Make a link by which somebody gives himself another password, once, within a day."""
        account = await self._account(text)
        if account.login is None:
            raise Wrong(f"{account.id} has no login, so no password either")
        until = self._now + _SECONDS["d"] * 1000
        link, kept = reset_link()
        await self._store.rulings.reset(self._who, account.id, kept, until)
        return [f"/me#reset={link}", f"for {account.login}; at the club's address, once, {_till(until)}"]

    async def delete(self, text: str) -> list[str]:
        """Delete an account; what it has played stays."""
        account = await self._account(text)
        await self._store.rulings.delete(self._who, account.id)
        return [f"{account.id} is deleted; its name is {NOBODY} wherever it is shown"]

    async def reports(self, *, every: bool) -> list[str]:
        """What players have reported and nobody has dealt with, a line each; every: the others, too."""
        lines = []
        for one in await self.reported(every=every):
            by, on = (f"{who.account} ({_plain(who.nick)})" for who in (one.by, one.on))
            whom = by if one.reason == wire.RULING else f"{by} on {on}"
            what = f"{' '.join(one.laws)}  table {one.table}  {whom}: {one.reason}  {_plain(one.text)}"
            lines.append(f"{one.report}  {one.state:<5}  {_when(one.ts)}  {what}".rstrip())
        return lines

    async def reported(self, *, every: bool) -> list[answers.ReportTold]:
        """The same, to be shown; that it was read stands in the audit."""
        states = await self._store.rulings.states()
        return [
            answers.ReportTold(
                number,
                states[number],
                one.ts,
                one.table_id,
                await self._somebody(one.account_id),
                await self._somebody(one.on_id),
                one.reason,
                one.text,
                await self._laws(one),
            )
            for number, one in await self._store.social.reports(self._who)
            if every or states[number] != "done"
        ]

    async def _laws(self, report: Report) -> tuple[str, ...]:
        """The paragraph that a reason stands for; where a ruling is thought wrong, those by which it was made."""
        if report.reason != wire.RULING:
            return tuple(row for reason, row in wire.REASONS.items() if reason == report.reason and row is not None)
        call = int(report.text.partition(":")[0])  # its text begins with the number
        entries = await self._store.log.events(report.table_id, call - 1, call)
        return tuple(
            law for entry in entries for law in msgspec.json.decode(entry.body, type=ArbiterCalled).ruling.laws
        )

    async def _somebody(self, account: str) -> answers.Somebody:
        found = await self._store.accounts.find(account)
        return answers.Somebody(account, "?" if found is None else found.nick)

    async def appoint(self, text: str, state: str) -> list[str]:
        """Let an account use the page of operators, or no longer."""
        account = await self._account(text)
        if state == "on" and account.login is None:
            raise Wrong(f"{account.id} has no login: an operator comes in with a password")
        await self._store.rulings.appoint(self._who, account.id, on=state == "on")
        return [f"{account.id} is {'an operator' if state == 'on' else 'no operator any more'}"]

    async def mark(self, report: int, state: ReportState) -> list[str]:
        """Say what has become of a report."""
        if report not in await self._store.rulings.states():
            raise Wrong(f"there is no report {report}")
        await self._store.rulings.mark(self._who, report, state)
        return [f"report {report} is {state}"]

    async def audit(self) -> list[str]:
        """What operators did and read last, a line each, the newest last."""
        return [
            f"{_when(one.ts)}  {_plain(one.who)}  {one.what}  {one.subject}"
            for one in await self._store.rulings.audited(_LISTED)
        ]

    async def _account(self, text: str) -> Account:
        """The one account of this id, login or name.

        Raises:
            Wrong: there is none, or several bear the name.
        """
        found = await self._store.rulings.find(text)
        exact = [one for one in found if one.id == text]
        if not found:
            raise Wrong(f"nobody has the id, the login or the name {text}")
        if len(found) > 1 and not exact:
            raise Wrong(f"{len(found)} accounts are called {text}: give the id (kozyr admin who)")
        return exact[0] if exact else found[0]

    def _until(self, length: str) -> int | None:
        """When so long a time is over; None: never.

        Raises:
            Wrong: it is no length of time.
        """
        if length == "ever":
            return None
        found = re.fullmatch(r"([1-9][0-9]{0,3})([mhdw])", length)
        if found is None:
            raise Wrong(f"--for {length}: a time is written 30m, 12h, 7d, 4w or ever")
        return self._now + int(found[1]) * _SECONDS[found[2]] * 1000


def _network(text: str) -> str | None:
    """A network, or the one of an address, as it is kept; None: the text is neither.

    Raises:
        Wrong: it is so wide that it would shut everybody out, or this machine itself.
    """
    try:
        alone = "/" not in text
        found = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    if alone and found.version == 6:  # which one household has
        found = ipaddress.ip_network(f"{found.network_address}/64", strict=False)
    if found.prefixlen < _WIDEST[found.version]:
        raise Wrong(f"{found} is too wide: a network has at least {_WIDEST[found.version]} bits")
    if found.is_loopback:
        raise Wrong(f"{found} is this machine, which is never shut out: name the proxy with --proxy")
    return str(found)


def _when(ts: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(ts / 1000))


def _till(until: int | None) -> str:
    return "until it is lifted" if until is None else f"until {_when(until)} UTC"


def _plain(text: str) -> str:
    """A text of a stranger's, which may not move the cursor of the operator's terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


async def act(desk: Operator, what: str, given: Mapping[str, str]) -> list[str]:
    """Do one thing of those that the page offers too; returns what there is to say. given: the words of the command.

    Raises:
        Wrong: it cannot be. StoreError: the database cannot be read or written.
    """
    match what:
        case "ban" | "mute":
            return await desk.rule("ban" if what == "ban" else "mute", given["who"], given["length"], given["why"])
        case "report":
            states: Mapping[str, ReportState] = {"open": "open", "taken": "taken", "done": "done"}
            return await desk.mark(int(given["report"]), states[given["state"]])
        case "rename":
            return await desk.rename(given["who"], given["name"])
    return await {"close": desk.close, "lift": desk.lift, "delete": desk.delete}[what](given["who"])


def run(db: str, what: str, given: Mapping[str, str]) -> Iterator[str]:
    """Do one thing at a club's database; returns what there is to say, a line each. given: the words of the command.

    Raises:
        Wrong: it cannot be. StoreError: the database cannot be opened, read or written.
    """

    async def work(store: Store) -> list[str]:
        desk = Operator(store, CLOCK.now(), f"operator {getpass.getuser()}")
        if what == "reports":
            return await desk.reports(every=bool(given.get("every")))
        if what in {"tables", "rulings", "audit"}:
            return await {"tables": desk.tables, "rulings": desk.rulings, "audit": desk.audit}[what]()
        if what in {"who", "password"}:
            return await {"who": desk.people, "password": desk.password}[what](given["who"])
        if what == "operator":
            return await desk.appoint(given["who"], given["state"])
        return await act(desk, what, given)

    store = Store(db)
    try:
        yield from asyncio.run(work(store))
    finally:
        store.close()
