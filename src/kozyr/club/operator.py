"""The operator's acts on a club's database, by `kozyr admin` or on the page; a running club obeys within two seconds."""

from __future__ import annotations

import asyncio
import getpass
import ipaddress
import re
import time
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from kozyr.club import answers, conduct
from kozyr.club.accounts import nickname, reset_link
from kozyr.club.clock import CLOCK
from kozyr.club.likeness import check
from kozyr.club.members import drain, members, move, shards
from kozyr.club.table.bench import ArbiterCalled
from kozyr.club.things import Thing, known, thing
from kozyr.games.refusal import Refused
from kozyr.store import Account, Closure, Report, Store
from kozyr.store.rulings import NOBODY, Kind, Ruling
from kozyr.store.social import ReportState

_LISTED: Final = 200  # lines on a page
_SECONDS: Final = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_SHORT: Final = 200  # characters of a report that are shown with others
_LAST: Final = 2**31 - 1  # number that a report can have
_LONGEST_WHY: Final = 200  # characters
_WIDEST: Final = {4: 8, 6: 19}  # bits of the widest network that may be shut out, by version: more is everybody


class Wrong(Refused):
    """An impossible request of the operator."""


class Operator:
    """The operator at the command line, or on the page.

    now: milliseconds since 1970. who: the operator's name in the audit.
    """

    def __init__(self, store: Store, now: int, who: str) -> None:
        self._store, self._now, self._who = store, now, who

    async def tables(self, page: int = 1) -> list[str]:
        """Tables, the newest first, a line each."""
        found = await self._store.rulings.tables(*_span(page))
        return _page(
            "tables",
            page,
            [f"{one.id}  {_when(one.created)}  {one.game:<9}  {one.people} at it  {one.state}" for one in found],
        )

    async def close(self, text: str, why: str) -> list[str]:
        """Close a table, a kept sheet, an event, a cup, a league or a program."""
        found, plain = await self._thing(text), " ".join(_plain(why).split())
        if not plain:
            raise Wrong("why_needed")
        if len(plain) > _LONGEST_WHY:
            raise Wrong("why_long", most=_LONGEST_WHY)
        if await self._store.closures.of(found.kind, found.id) is not None:
            raise Wrong("closed_already", what=found.what, id=found.id)
        await self._store.closures.turn(self._who, found.kind, found.id, plain, closed=True)
        return [f"{found.what} {found.id} is closed: {plain}"]

    async def open(self, text: str, why: str = "") -> list[str]:
        """Reopen a closed thing, with all its data unchanged."""
        found = await self._thing(text)
        if await self._store.closures.of(found.kind, found.id) is None:
            event = await self._store.closures.of_table(found.id) if found.kind == "table" else None
            if event is not None:
                raise Wrong("closed_with_event", what=found.what, id=found.id, event=event.id)
            raise Wrong("not_closed", what=found.what, id=found.id)
        await self._store.closures.turn(self._who, found.kind, found.id, _plain(why), closed=False)
        return [f"{found.what} {found.id} is open again"]

    async def closed(self, page: int = 1) -> list[str]:
        """The closed things, the latest first, a line each."""
        lines = [
            f"{one.what:<7}  {one.id}  since {_when(closure.since)}  {_plain(one.name)}: {_plain(closure.why)}"
            for one, closure in await self.closures(*_span(page))
        ]
        return _page("closed", page, lines)

    async def closures(self, skip: int, most: int) -> list[tuple[Thing, Closure]]:
        """The closed things, to be shown."""
        rows = [
            (await known(self._store, one.kind, one.id), one) for one in await self._store.closures.closed(skip, most)
        ]
        return [(found, one) for found, one in rows if found is not None]

    async def look(self, text: str) -> tuple[Thing, Closure | None]:
        """The thing of an id or address, and its own closing.

        Raises:
            Wrong: it is neither of anything that can be closed.
        """
        found = await self._thing(text)
        return found, await self._store.closures.of(found.kind, found.id)

    async def _thing(self, text: str) -> Thing:
        found = await thing(self._store, text)
        if found is None:
            raise Wrong("no_such_thing", text=_plain(text))
        return found

    async def people(self, text: str, page: int = 1) -> list[str]:
        """The accounts of this id, login or name, a line each."""
        found = await self._store.rulings.find(text, *_span(page))
        if not found and page == 1:
            raise Wrong("nobody_such", text=text)
        return _page(
            f"who {text}",
            page,
            [
                f"{one.id}  {_when(one.created)}  {_plain(one.nick)}  {one.login or one.program or 'guest'}"
                for one in found
            ],
        )

    async def rule(self, kind: Kind, text: str, length: str, why: str) -> list[str]:
        """Shut an account or network out, or silence an account."""
        until = self._until(length)
        if len(why) > _LONGEST_WHY:
            raise Wrong("why_long", most=_LONGEST_WHY)
        network = _network(text)
        if network is not None and kind == "mute":
            raise Wrong("network_silenced")
        subject = network or (await self._account(text)).id
        await self._store.rulings.rule(self._who, kind, subject, until, _plain(why))
        done = "shut out" if kind == "ban" else "silenced"
        return [f"{subject} is {done} {_till(until)}"]

    async def lift(self, text: str) -> list[str]:
        """Lift a ban or a mute."""
        subject = _network(text) or text
        if subject not in {one.subject for one in await self._store.rulings.rulings(self._now)}:
            raise Wrong("nothing_ruled", text=text)
        await self._store.rulings.lift(self._who, subject)
        return [f"nothing is ruled about {subject} any more"]

    async def rulings(self, page: int = 1) -> list[str]:
        """The rulings in force, the newest first, a line each."""
        found = await self._store.rulings.rulings(self._now, *_span(page))
        return _page("rulings", page, [await self._told(one) for one in found])

    async def _told(self, one: Ruling) -> str:
        account = None if "/" in one.subject else await self._store.accounts.find(one.subject)
        name = "" if account is None else f" ({_plain(account.nick)})"
        return f"{one.kind}  {one.subject}{name}  {_till(one.until)}  since {_when(one.ts)}  {_plain(one.why)}".rstrip()

    async def rename(self, text: str, nick: str) -> list[str]:
        """Give an account another name, wherever the old one is shown."""
        account = await self._account(text)
        try:
            plain = nickname(nick)
            check(plain, reserved=False)
        except Refused as error:
            raise Wrong.of(error.refusal) from None
        await self._store.rulings.rename(self._who, account.id, plain)
        return [f"{account.id} is called {plain}"]

    async def password(self, text: str) -> list[str]:
        """Make a link by which the account's owner sets another password, once, within a day."""
        account = await self._account(text)
        if account.login is None:
            raise Wrong("no_password", account=account.id)
        until = self._now + _SECONDS["d"] * 1000
        link, kept = reset_link()
        await self._store.rulings.reset(self._who, account.id, kept, until)
        return [f"/me#reset={link}", f"for {account.login}; at the club's address, once, {_till(until)}"]

    async def delete(self, text: str) -> list[str]:
        """Delete an account; its games stay."""
        account = await self._account(text)
        await self._store.rulings.delete(self._who, account.id)
        return [f"{account.id} is deleted; its name is {NOBODY} wherever it is shown"]

    async def appoint(self, text: str, state: str) -> list[str]:
        """Let an account use the page of operators, or no longer."""
        account = await self._account(text)
        if state == "on" and account.login is None:
            raise Wrong("operator_login", account=account.id)
        await self._store.rulings.appoint(self._who, account.id, on=state == "on")
        return [f"{account.id} is {'an operator' if state == 'on' else 'no operator any more'}"]

    async def audit(self, page: int = 1) -> list[str]:
        """The acts and readings of operators, the newest first, a line each."""
        return _page(
            "audit",
            page,
            [
                f"{_when(one.ts)}  {_plain(one.who)}  {one.what}  {one.subject}  {_plain(one.why)}".rstrip()
                for one in await self._store.rulings.audited(*_span(page))
            ],
        )

    async def _account(self, text: str) -> Account:
        """The one account of this id, login or name.

        Raises:
            Wrong: there is none, or several have the name.
        """
        found = await self._store.rulings.find(text)
        exact = [one for one in found if one.id == text]
        if not found:
            raise Wrong("nobody_such", text=text)
        if len(found) > 1 and not exact:
            raise Wrong("several_called", many=len(found), text=text)
        return exact[0] if exact else found[0]

    def _until(self, length: str) -> int | None:
        """The end of so long a time. None: never.

        Raises:
            Wrong: it is no length of time.
        """
        if length == "ever":
            return None
        found = re.fullmatch(r"([1-9][0-9]{0,3})([mhdw])", length)
        if found is None:
            raise Wrong("no_length", text=length)
        return self._now + int(found[1]) * _SECONDS[found[2]] * 1000


class Reports:
    """The reports of players, as an operator reads and settles them. who: the operator's name in the audit."""

    def __init__(self, store: Store, who: str) -> None:
        self._store, self._who = store, who

    async def lines(self, page: int = 1, *, every: bool) -> list[str]:
        """The open reports, the oldest first, a line for each target and reason.

        every: the settled ones, too.
        """
        lines = []
        for one in await self.waiting(*_span(page), every=every):
            by = [f"{said.by.account} ({_plain(said.by.nick)})" for said in one.texts[:1]] if one.people == 1 else []
            whom = " on ".join(
                [
                    *(by or [f"{one.people} people"]),
                    *([] if one.on is None else [f"{one.on.account} ({_plain(one.on.nick)})"]),
                ]
            )
            often = "" if one.count == 1 else f", {one.count} times"
            words = " | ".join(_plain(said.text) for said in one.texts if said.text)
            what = f"{' '.join(one.laws)}  table {one.table}  {whom}: {one.reason}{often}  {words}"
            lines.append(f"{one.report}  {one.state:<5}  {_when(one.ts)}  {what}".rstrip())
        return _page("reports --all" if every else "reports", page, lines)

    async def waiting(self, skip: int, most: int, *, every: bool) -> list[answers.ReportTold]:
        """The open reports, to be shown; the audit notes the reading."""
        return [
            answers.ReportTold(
                report=one.number,
                state=one.state,
                since=one.since,
                ts=one.last.ts,
                table=one.last.table_id,
                on=None if one.reason == conduct.RULING else await self._somebody(one.last.on_id),
                reason=one.reason,
                count=one.count,
                people=one.people,
                texts=tuple([await self._said(said, _SHORT) for said in one.newest or (one.last,)]),
                laws=await self._laws(one.last),
            )
            for one in await self._store.social.queue(self._who, skip, most, every=every)
        ]

    async def said(self, number: int, skip: int, most: int) -> list[answers.ReportSaid]:
        """The single reports on a report's target, the newest first. The audit notes the reading."""
        return [await self._said(one) for one in await self._store.social.said(self._who, number, skip, most)]

    async def _said(self, one: Report, most: int | None = None) -> answers.ReportSaid:
        text = "".join(c if c.isprintable() or c == "\n" else " " for c in one.text)
        short = text if most is None or len(text) <= most else text[: most - 1] + "…"
        return answers.ReportSaid(await self._somebody(one.account_id), one.ts, one.table_id, short)

    async def _laws(self, report: Report) -> tuple[str, ...]:
        """The paragraph of a report's reason; where a ruling is disputed, the paragraphs of that ruling."""
        if report.reason != conduct.RULING:
            return tuple(row for reason, row in conduct.REASONS.items() if reason == report.reason and row is not None)
        call = int(report.text.partition(":")[0])  # its text begins with the number
        entries = await self._store.log.events(report.table_id, call - 1, call)
        return tuple(
            law for entry in entries for law in msgspec.json.decode(entry.body, type=ArbiterCalled).ruling.laws
        )

    async def _somebody(self, account: str) -> answers.Somebody:
        found = await self._store.accounts.find(account)
        return answers.Somebody(account, "?" if found is None else found.nick)

    async def mark(self, report: int, state: ReportState) -> list[str]:
        """Set the state of a report."""
        if report > _LAST or not await self._store.social.mark(self._who, report, state):
            raise Wrong("no_report", report=report)
        return [f"report {report} is {state}"]


def _network(text: str) -> str | None:
    """A network in the form that is kept, also for a single address; None: the text is neither.

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
        raise Wrong("network_wide", network=found, bits=_WIDEST[found.version])
    if found.is_loopback:
        raise Wrong("own_machine", network=found)
    return str(found)


def _span(page: int) -> tuple[int, int]:
    """How many rows to leave out, and how many to read: one more than are shown."""
    return (page - 1) * _LISTED, _LISTED + 1


def _page(what: str, page: int, lines: list[str]) -> list[str]:
    """The lines of one page, and the command for the next one if there is one."""
    more = [f"more: kozyr admin {what} --page {page + 1}"] if len(lines) > _LISTED else []
    return lines[:_LISTED] + more


def _when(ts: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(ts / 1000))


def _till(until: int | None) -> str:
    return "until it is lifted" if until is None else f"until {_when(until)} UTC"


def _plain(text: str) -> str:
    """A text of a stranger's, which may not move the cursor of the operator's terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


async def act(store: Store, now: int, who: str, what: str, given: Mapping[str, str]) -> list[str]:
    """Do one of the acts that the page offers too; returns its lines. given: the words of the command.

    now, who: as `Operator` takes them.

    Raises:
        Wrong: it is not possible. StoreError: the database cannot be read or written.
    """
    desk = Operator(store, now, who)
    match what:
        case "ban" | "mute":
            return await desk.rule("ban" if what == "ban" else "mute", given["who"], given["length"], given["why"])
        case "report":
            states: Mapping[str, ReportState] = {"open": "open", "taken": "taken", "done": "done"}
            return await Reports(store, who).mark(int(given["report"]), states[given["state"]])
        case "rename":
            return await desk.rename(given["who"], given["name"])
        case "close":
            return await desk.close(given["who"], given["why"])
        case "open":
            return await desk.open(given["who"], given["why"])
    return await {"lift": desk.lift, "delete": desk.delete}[what](given["who"])


def run(db: str, what: str, given: Mapping[str, str]) -> Iterator[str]:
    """Do one act at a club's database; yields the lines to print. given: the words of the command.

    Raises:
        Wrong: it is not possible. StoreError: the database cannot be opened, read or written.
    """

    async def work(store: Store) -> list[str]:
        now, who = CLOCK.now(), f"operator {getpass.getuser()}"
        desk = Operator(store, now, who)
        page = int(given.get("page", "1"))
        if what == "reports":
            return await Reports(store, who).lines(page, every=bool(given.get("every")))
        lists = {"tables": desk.tables, "closed": desk.closed, "rulings": desk.rulings, "audit": desk.audit}
        if what in lists:
            return await lists[what](page)
        if what in {"members", "shards"}:
            return await (members if what == "members" else shards)(store, who)
        if what == "move":
            return await move(store, who, given["where"], given["member"])
        if what == "drain":
            return await drain(store, who, given["member"])
        if what == "who":
            return await desk.people(given["who"], page)
        if what == "password":
            return await desk.password(given["who"])
        if what == "operator":
            return await desk.appoint(given["who"], given["state"])
        return await act(store, now, who, what, given)

    store = Store(db)
    try:
        yield from asyncio.run(work(store))
    finally:
        store.close()
