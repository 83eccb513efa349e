"""Databases of older clubs, opened today: what they tell, and playing on from where they stopped.

    python -m tests.olddb FILE.db.xz...

writes the golden file beside each: what today's club tells of it. `scripts/old_database.py` makes the databases.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import lzma
import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from starlette.testclient import TestClient

from kozyr.club import wire
from kozyr.club.clock import Clock
from kozyr.club.http.house import House
from kozyr.club.live.archive import Archive, Loaded
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.room import Room
from kozyr.club.live.viewer import Whence
from kozyr.club.live.waits import Waits
from kozyr.club.table.part import Duty
from kozyr.club.table.table import Table
from kozyr.store import Account, Store
from tests.people import club, visitor

DATA: Final = Path(__file__).parent / "data" / "databases"
_SUFFIX: Final = ".db.xz"
_NEVER: Final = 1e9  # seconds
_OWN: Final = 0.001  # seconds in which a table may have done what it does by itself
MOST: Final = 12  # deals that a table plays before its people agree to stop
_COMMANDS: Final = 30_000  # after which a table has gone astray

Json = dict[str, Any]


def files() -> list[Path]:
    """All databases that are kept, the oldest schema first."""
    return sorted(DATA.glob(f"*{_SUFFIX}"))


def beside(file: Path, what: str) -> Path:
    """The file with what is known of a database: `golden`, what today's club tells; `then`, what its own club told."""
    return file.with_name(f"{file.name.removesuffix(_SUFFIX)}.{what}.json.xz")


def read(file: Path) -> Json:
    """What stands in such a file."""
    told: Json = json.loads(lzma.decompress(file.read_bytes()))
    return told


def write(file: Path, told: Json) -> None:
    """Write such a file, the same bytes for the same facts."""
    text = json.dumps(told, ensure_ascii=False, sort_keys=True, indent=0)
    file.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def unpacked(file: Path, folder: Path) -> Path:
    """The database, as its own club left it."""
    path = folder / "club.db"
    path.write_bytes(lzma.decompress(file.read_bytes()))
    return path


class Opened:
    """A club of today on an older database, and a browser for each of its accounts."""

    def __init__(self, client: TestClient, path: Path) -> None:
        self.client = client
        app: Any = client.app  # an ASGI application, which has no such thing
        self.house: House = app.state.club
        self.path = path
        self._browsers: dict[str, TestClient] = {}

    def browser(self, account: str) -> TestClient:
        """A browser in which somebody is logged in, or a program with its token."""
        if account not in self._browsers:
            token = f"session-of-{account}"
            hashed = hashlib.sha256(token.encode()).hexdigest()
            with contextlib.closing(sqlite3.connect(self.path, timeout=30)) as database:
                program = database.execute("update bots set token_hash = ? where account_id = ?", (hashed, account))
                if not program.rowcount:
                    row = (hashed, account, self.house.clock.now())
                    database.execute(
                        "insert or replace into sessions (token_hash, account_id, created) values (?, ?, ?)", row
                    )
                database.commit()
            one = self._browsers[account] = visitor(self.client)
            if program.rowcount:
                one.headers["authorization"] = f"Bearer {token}"
            else:
                one.cookies.set("kozyr", token)
        return self._browsers[account]

    def get(self, account: str, path: str) -> Any:
        """The answer to a GET, as JSON."""
        answer = self.browser(account).get(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:200]}"
        return answer.json()

    def ids(self, what: str) -> list[str]:
        """Of all tables, or logs of another kind: `event_ids`, `league_ids`, `sheet_ids`."""
        assert self.client.portal is not None
        found: list[str] = self.client.portal.call(getattr(self.house.store.log, what))
        return found


class Then(Clock):
    """The clock of the evening: it goes on, or stands, from the last entry of the database on, whenever a test runs."""

    def __init__(self, path: Path, *, still: bool) -> None:
        with contextlib.closing(sqlite3.connect(path)) as database:
            self._last: int = database.execute("select max(ts) from events").fetchone()[0]
        self._began, self._still = super().now(), still

    def now(self) -> int:
        return self._last if self._still else self._last + super().now() - self._began


@contextlib.contextmanager
def opened(path: Path, *, still: bool = False) -> Iterator[Opened]:
    """Today's club on an older database; still: nobody moves by himself, neither bots nor the clock."""
    waits = Waits(absent=_NEVER, shares=_NEVER if still else 0.0, look=_NEVER if still else 0.0)
    with club(path, waits=waits, pause=_NEVER if still else 0.0, clock=Then(path, still=still)) as client:
        yield Opened(client, path)


# --- what it tells -----------------------------------------------------------------------------------------------


def _loaded(path: Path) -> list[Loaded]:
    async def load() -> list[Loaded]:
        store = Store(path, "OFF")
        try:
            archive = Archive(store)
            found = [await archive.load(table) for table in await store.log.table_ids()]
            return [one for one in found if one is not None]
        finally:
            store.close()

    return asyncio.run(load())


def seen(table: Table, account: str | None) -> Json:
    """What somebody at a table is told when he comes; None: a passer-by."""
    eye = table.eye(account or "")
    if eye is None:
        return {}
    snap: Json = json.loads(wire.encode(table.snap(eye, frozen=False)))
    return {part: snap[part] for part in ("seq", "table", "view", "sheet", "last", "log", "room")}


def tables(path: Path) -> Json:
    """What each person at each table sees, and a passer-by, before anything moves on."""
    told: Json = {}
    for loaded in _loaded(path):
        table = loaded.table
        assert not loaded.broken, f"table {table.setup.id} cannot be followed beyond {table.seq}"
        accounts = [None, *(one.account for one in table.people if one is not None and one.account is not None)]
        told[table.setup.id] = {account or "": seen(table, account) for account in accounts}
    return told


def golden(path: Path) -> Json:
    """All that today's club tells of a database: tables by their seats, records, deals, events, cups, leagues and sheets."""
    told: Json = {"tables": tables(path), "pages": {}}
    pages = told["pages"]
    with opened(path, still=True) as old:
        for table, seats in told["tables"].items():
            owner = next((account for account in seats if account), None)
            if owner is None:
                continue
            last = max(one["last"]["number"] if one["last"] else 0 for one in seats.values() if one)
            for n in range(1, last + 1):
                path_ = f"/api/tables/{table}/deals/{n}"
                pages[path_] = old.get(owner, path_)
        for event in old.ids("event_ids"):
            for path_ in (f"/api/events/{event}", f"/api/cups/{event}"):
                answer = old.client.get(path_)
                if answer.status_code != 404:
                    assert answer.status_code == 200, f"{path_}: {answer.text}"
                    pages[path_] = answer.json()
        for league in old.ids("league_ids"):
            pages[f"/api/leagues/{league}"] = old.client.get(f"/api/leagues/{league}").json()
        for sheet in old.ids("sheet_ids"):
            pages[f"/api/keep/{sheet}"] = old.client.get(f"/api/keep/{sheet}").json()
    return told


# What is of the moment; and a card's hash, which today's club works out of today's card, and compares with nothing in a log.
_PASSING: Final = (".mark", ".now", ".here", ".fair", ".together", ".table.card", ": table.card")


# What the page has been given other words for since. bidders, control: seats, which were numbers once. dealer: whether he may
# return, without whether he sits. `irr.discard_peek`: before the arbiter came `fine` was told as `prevent`, as which it was
# played. discard, cards: what was put away is shown to fewer now. score: a command line. at: tables of an event are set up as they
# are needed. reason.said: the arbiter's sentences are read aloud.
_RETOLD: Final = (
    ".bidders",
    ".control",
    ".whist.dealer",
    ".irr.discard_peek",
    ".discard",
    ".event.cards",
    ".score",
    ".round.tables.at",
    ".reason.said",
)
# Of a table that rules on errors: before there was an arbiter it told what is legal.
_RULES: Final = (".legal", ".possible", ".reasons", ".offers")


def retold(then: Json, now: Json, path: Path) -> Iterator[str]:
    """What the club of the evening told otherwise than today's does, a line each; nothing, if all is as it was.

    now: the tables of `golden`.
    """
    for one in then["tables"]:
        table, account = one["table"]["id"], one["account"]
        found = now[table][account]
        if one["seq"] != found["seq"]:
            yield f"table {table}: it had {one['seq']} entries for its players, and has {found['seq']}"
        judged = one["table"]["conventions"].get("table.irregularities") == "rule"
        for part in ("table", "view", "sheet", "last"):
            passing = _RETOLD + (_RULES if judged else ())
            line = differs(one[part], found[part], both=True, at=f"table {table}: {part}", passing=passing)
            if line is not None:
                yield line
    with opened(path, still=True) as old:
        for page in then["pages"]:
            browser = old.browser(page["account"]) if page["account"] else old.client
            answer = browser.get(page["path"])
            if answer.status_code != 200:
                yield f"{page['path']}: {answer.status_code} {answer.text[:100]}"
                continue
            line = differs(page["answer"], answer.json(), both=True, at=page["path"], passing=_RETOLD)
            if line is not None:
                yield line


def differs(kept: Any, told: Any, *, both: bool = False, at: str = "", passing: tuple[str, ...] = ()) -> str | None:
    """Where something that was told once is told otherwise now; None: nowhere.

    What is told besides is no difference, since pages grow. both: nor is what is not told any more. passing: ends of what is
    not compared.
    """
    if isinstance(kept, dict) and isinstance(told, dict):
        for key, value in kept.items():
            where = f"{at}.{key}"
            if where.endswith(_PASSING + passing) or (key not in told and both):
                continue
            if key not in told:
                return f"{where}: it is not told"
            found = differs(value, told[key], both=both, at=where, passing=passing)
            if found:
                return found
        return None
    if isinstance(kept, list) and isinstance(told, list) and len(kept) == len(told):
        parts = (
            differs(one, other, both=both, at=f"{at}[{n}]", passing=passing)
            for n, (one, other) in enumerate(zip(kept, told, strict=True))
        )
        return next((part for part in parts if part), None)
    return None if kept == told else f"{at}: it was {str(kept)[:100]}, and is {str(told)[:100]}"


# --- playing on --------------------------------------------------------------------------------------------------


class Chair:
    """Somebody who sits at a table again; what he is answered is kept."""

    def __init__(self, account: Account) -> None:
        self.account, self.whence = account, Whence(None, "")
        self.answer: Json = {}

    def tell(self, message: wire.FromServer) -> None:
        """A message for him alone."""
        frame = wire.encode(message)  # as a socket does
        if isinstance(message, (wire.Ack, wire.Nak)):
            self.answer = json.loads(frame)

    def send(self, frame: bytes) -> None:
        """A message for several."""

    def dismiss(self, code: int) -> None:
        """His socket is closed."""
        raise AssertionError(f"sent away with {code}")


class Again:
    """The people of a table, who come back and play on by chance, in what the rules allow."""

    def __init__(self, room: Room, seed: str) -> None:
        self.room = room
        self.chance = random.Random(seed)
        self.sent = 0
        self.chairs: dict[int, Chair] = {}

    @property
    def table(self) -> Table:
        """As it stands."""
        return self.room.table

    async def come(self) -> None:
        """Everybody takes his chair again."""
        for chair, person in enumerate(self.table.people):
            if person is not None and person.account is not None:
                self.chairs[chair] = Chair(Account(person.account, person.nick, 0, program=person.program))
                assert await self.room.enter(self.chairs[chair])

    async def ask(self, chair: int, **message: Any) -> Json:
        """Send a command; its answer."""
        self.sent += 1
        assert self.sent < _COMMANDS, f"table {self.table.setup.id} does not come to an end"
        one = self.chairs[chair]
        at = {"at": self.table.seq} if message["t"] in {"cmd", "next"} else {}
        found = wire.decode(wire.encode(message | at | {"id": f"again-{self.sent}"}))
        match found:
            case wire.Cmd():
                await self.room.do(one, found)
            case wire.Next():
                await self.room.next(one, found)
            case wire.ActMessage():
                await self.room.act(one, found)
            case _:
                raise AssertionError(message)
        return one.answer

    async def act(self, by: int, act: str, **more: Any) -> Json:
        """Somebody at the table does something."""
        return await self.ask(by, t="act", do={"act": act} | more)

    async def sit(self) -> None:
        """Until the table plays: free chairs get bots, everybody accepts the card, or is ready to play on."""
        if self.table.state == "gathering" and self.chairs:
            for chair, person in enumerate(self.table.people):
                if person is None:
                    owner = self.table.setup.owner or min(self.chairs)
                    assert (await self.act(owner, "chair", chair=chair, bot="random"))["t"] == "ack"
            for chair in self.chairs:
                self._unless_so(await self.act(chair, "accept", card=self.table.setup.card))
        if self.table.state == "adjourned":
            for chair in self.chairs:
                self._unless_so(await self.act(chair, "resume"))

    @staticmethod
    def _unless_so(answer: Json) -> None:
        assert answer["t"] == "ack" or answer["reason"] in {"already", "wrong_state"}, answer

    async def stop(self) -> None:
        """All agree that it ends here."""
        proposal = self.table.consent.proposal
        if proposal is None:
            answer = await self.act(min(self.chairs), "propose", what={"kind": "force_majeure"})
            assert answer["t"] == "ack" or answer["reason"] == "wrong_state", answer  # it is being written already
            return
        for chair in proposal.asked:
            assert (await self.act(chair, "answer", n=proposal.n, yes=True))["t"] == "ack"

    async def play(self, deals: int) -> None:
        """Until the match is over, or so many deals more are, and all agree to stop."""
        began = self.table.course.dealt
        while not (self.table.finished and self.table.duty is None):
            assert not self.room.frozen, f"table {self.table.setup.id} is frozen at {self.table.seq}"
            table, duty = self.table, self.table.duty
            if not self.chairs or (
                table.course.placed is not None
                and table.course.placed.alone
                and not table.ended.looking(table)
                and duty is None
            ):
                return
            if table.state != "playing" and not table.finished:
                before = table.seq
                await self.sit()
                if self.table.seq == before:
                    await asyncio.sleep(_OWN)
                continue
            between = table.deal_state is None
            if between and table.course.placed is None and not table.finished and table.course.dealt - began >= deals:
                await self.stop()
                await asyncio.sleep(_OWN)
            elif table.consent.proposal is not None and table.consent.proposal.asked:
                for chair in table.consent.proposal.asked:
                    await self.act(chair, "answer", n=table.consent.proposal.n, yes=False)
            elif duty is None or duty.place is None or table.by_bot(duty.place):
                looking = [chair for chair in table.ended.looking(table) if chair in self.chairs]
                if looking:
                    await self.ask(looking[0], t="next")
                await asyncio.sleep(_OWN)
            else:
                await self._move(duty, table)

    async def _move(self, duty: Duty, table: Table) -> None:
        assert duty.place is not None
        chair = table.order[duty.place]
        if duty.what == "choose":
            call = table.bench.pending
            assert call is not None
            for branch in range(len(call.ruling.branches)):  # the first of his own
                answer = await self.act(chair, "choose", n=call.n, branch=branch)
                if answer["t"] == "ack" or self.table.bench.pending != call:
                    return
            raise AssertionError(f"table {table.setup.id}: chair {chair} can choose nothing of {call.n}")
        state = table.progress.state
        assert state is not None
        answer = await self.ask(chair, t="cmd", do=self.chance.choice(state.legal(table.seat(duty.place))))
        called = table.setup.judged and self.table.bench.pending is not None  # a bot has called the arbiter meanwhile
        assert answer["t"] == "ack" or answer["code"] == "stale" or called, answer


async def _play_on(lobby: Lobby, table: str, deals: int) -> None:
    room = await lobby.room(table)
    assert room is not None, f"table {table} is not there"
    assert not room.frozen, f"table {table} cannot be followed beyond {room.table.seq}"
    people = Again(room, table)
    await people.come()
    await people.play(deals)
    for chair in people.chairs.values():
        room.leave(chair)


def play_on(old: Opened, table: str, deals: int = MOST) -> None:
    """Everybody comes back to a table and plays on, until it is over."""
    assert old.client.portal is not None
    old.client.portal.call(partial(_play_on, old.house.lobby, table, deals))


# --- events, cups, leagues and sheets go on ------------------------------------------------------------------------


def _line(game: str, board: int, seats: list[str]) -> str:
    """A line that a table may write."""
    if game == "bridge":
        return "2NT S 9"
    at = (board - 1) % len(seats)
    first = at + 1 if len(seats) == 4 else at
    one, two, three = (("NESW" if len(seats) == 4 else "NES")[(first + step) % len(seats)] for step in range(3))
    return f"6S {one}6 {two}3 {three}1"


class GoesOn:
    """An event of an older club, whose director goes on today."""

    def __init__(self, old: Opened, event: str) -> None:
        self.old, self.at, self.sent = old, f"/api/events/{event}", 0
        with contextlib.closing(sqlite3.connect(old.path)) as database:
            known = database.execute("select id from accounts where login is not null").fetchall()
        self.director = next(
            one for (one,) in known if old.browser(one).get(f"{self.at}/hall?log=100000").status_code == 200
        )

    def told(self) -> Json:
        """As the director sees it."""
        told: Json = self.old.get(self.director, self.at)
        return told

    def do(self, *ok: int, **do: Any) -> Json:
        """An entry of the director's; ok: statuses besides 200 with which it may be answered."""
        self.sent += 1
        body = {"id": f"on-{self.sent}", "do": do, "why": "it goes on"}
        answer = self.old.browser(self.director).post(self.at, json=body)
        assert answer.status_code in {200, *ok}, f"{self.at} {do}: {answer.status_code} {answer.text}"
        told: Json = answer.json()
        return told

    def round(self) -> bool:
        """The running round comes to its end and the next one begins; False: there is none."""
        told = self.told()
        if told["cup"] or told["closed"] or told["round"] is None:
            return False
        if told["round"]["running"]:
            for table in told["round"]["tables"] if not told["online"] else ():
                for board in table["boards"]:
                    line = _line(told["game"], board, list(table["seats"]))
                    self.do(409, what="row", table=table["table"], board=board, result=line)
            self.do(409, what="round_ended")  # online it may have ended by itself
            told = self.told()
        if told["round"] is None or told["round"]["running"]:
            return False
        assert self.do(what="round_begun")["round"]["running"]
        return True


def go_on(old: Opened) -> int:
    """Every event, league and sheet goes on; how many of them."""
    went = 0
    for event in old.ids("event_ids"):
        went += GoesOn(old, event).round()
    return went


def main() -> None:
    """As the module says."""
    for name in sys.argv[1:]:
        file = Path(name)
        with tempfile.TemporaryDirectory() as folder:
            write(beside(file, "golden"), golden(unpacked(file, Path(folder))))


if __name__ == "__main__":
    main()
