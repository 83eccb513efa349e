"""Every state that an event's pages can be in, each as the club itself would tell it: from a log that its own fold has read.

`Shown` is what one person sees of one event at one moment; `show` brings a page there without a club behind it.
"""

import random
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from msgspec.structs import replace
from playwright.sync_api import Page, Route

from kozyr.club import answers, wire
from kozyr.club.event import hall_told
from kozyr.club.event.acts import ByClub, Called, Committed, Done, Known
from kozyr.club.event.told import played, told
from kozyr.club.event.tournament import Setup, Tournament
from kozyr.games import preferans
from kozyr.store import Entry
from kozyr.tournaments import director
from kozyr.tournaments.director.entries import (
    AnyWhat,
    Appointed,
    AtTable,
    CheckedIn,
    Closed,
    Confirmed,
    Corrected,
    Decided,
    Decision,
    Elected,
    Entered,
    Filed,
    Noticed,
    Published,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    Warned,
)
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.regulations import Duties, Regulations, change
from kozyr.tournaments.seating import seated
from tests.tournaments.evening import bridge_result, preferans_result

EVENT: Final = "e1"
START: Final = 1_780_000_000  # seconds since 1970: the evening that all of this is about
MINUTE: Final = 60
NAMES: Final = (
    "Ганна Іваненко", "Борис Петров", "Clara Whitfield", "Дмитро Шевчук", "Елена Соколова", "Frank Osborne",
    "Жанна Белова", "Зиновій Ткач", "Игорь Ларин", "Kateryna Bondar", "Леонид Фёдоров", "Мар’яна Коваль",
)  # fmt: skip
PARTS: Final = ("now", "boards", "people", "law", "results", "log")  # of the director's page, in their order
DUTIES: Final = Duties(
    arbiter="Орлова",
    preparations="клуб",
    sessions="суббота, 19:00",
    entry="свободно",
    special_conditions="нет",
    published="на этой странице",
)
# Whoever asks for what happens next waits for `happens()`, once.
_WAITS: Final = """
    const ask = window.fetch;
    const waits = new Promise((done) => (window.happens = done));
    let told = false;
    window.fetch = async (path, ...more) => {
        if (String(path).includes('have=')) {
            await (told ? new Promise(() => {}) : waits);
            told = true;
        }
        return ask(path, ...more);
    };
"""


class Told:
    """An event whose log grows: what people and the club enter, one entry a minute unless said otherwise."""

    def __init__(
        self,
        game: str = "preferans",
        *,
        online: bool = False,
        name: str = "Кубок Днепра",
        lacks: str = "",
        **rules: Any,
    ) -> None:
        preset = {"preferans": "sochi", "bridge": "duplicate"}[game]
        duties = replace(DUTIES, **{lacks: ""}) if lacks else DUTIES
        agreed = change(
            Regulations(duties=duties, tournament_early_end=True), {k.replace("_", ".", 1): v for k, v in rules.items()}
        )
        about = director.Event(name=name, game=game, preset=preset, regulations=agreed, starts=START)
        self.at = Tournament.open(Setup(EVENT, about, (START - 86_400) * 1000))
        self.now = START - 3_600  # seconds since 1970
        self.log: list[director.Entry] = []
        self.chance = random.Random(7)
        self._enter(Known(account="host", name=DUTIES.arbiter))
        if online:
            self._enter(Committed(boards={n: f"{n:064x}" for n in range(1, 481)}))

    def _enter(self, act: Any) -> None:
        entry = Entry(self.at.seq + 1, self.now * 1000, "event", None, None, wire.encode(act).decode())
        line = self.at.line(entry)
        if line is not None:
            self.log.append(line)
        self.at = self.at.after(entry)

    def do(self, *whats: AnyWhat, by: str = "host", why: str = "") -> "Told":
        for what in whats:
            self.now += 1
            self._enter(Done(by=by, entry=what, why=why))
        return self

    def later(self, minutes: float) -> "Told":
        self.now += int(minutes * MINUTE)
        return self

    def enter(self, count: int, *, people: int = 8, members: int = 0) -> "Told":
        """So many entrants, the first ones with accounts p1, p2 and so on."""
        for n in range(1, count + 1):
            name = NAMES[(n - 1) % len(NAMES)] + ("" if n <= len(NAMES) else f" {n}")
            if n <= people:
                self._enter(Known(account=f"p{n}", name=name))
            some = (name, *(f"{NAMES[(n + k * 4) % len(NAMES)].split()[0]} {k}" for k in range(1, members)))
            self.do(
                Entered(entrant=n, name=name, members=some if members else ()), by=f"p{n}" if n <= people else "host"
            )
        return self

    def known(self, account: str, name: str) -> None:
        self._enter(Known(account=account, name=name))

    def call(self, account: str, about: str) -> None:
        self._enter(Called(by=account, table=self.table_of(1)[0], about=about))

    def seat(self, **how: Any) -> "Told":
        return self.do(seated(self.at.state, HowSeated(by="hand", **how), lambda size: "00" * size))

    def table_of(self, entrant: int) -> tuple[int, Mapping[str, int], tuple[int, ...]]:
        """The table of an entrant in the round that runs or comes: its number, seats, boards."""
        session = self.at.state.session
        assert session is not None
        turn = session.turn(max(1, session.begun))
        one = next(one for one in turn.tables if entrant in session.entrants(one).values())
        return one.table, session.entrants(one), one.boards

    def write(self, *tables: int, but: int = 0, confirm: bool = False) -> "Told":
        """The lines of these tables in the round that runs, all but the last so many; without numbers of all."""
        session = self.at.state.session
        assert session is not None
        for one in session.turn(session.begun).tables:
            if tables and one.table not in tables:
                continue
            for board in one.boards[: len(one.boards) - but]:
                self.do(Row(table=one.table, board=board, result=self.result(board, len(one.seats))))
                if confirm:
                    self.do(Confirmed(table=one.table, board=board))
        return self

    def result(self, board: int, seats: int) -> str:
        if self.at.setup.about.game == "bridge":
            return bridge_result(self.chance)
        return preferans_result(board, seats, self.chance)

    def rounds(self, count: int | None = None, **how: Any) -> "Told":
        """Rounds played to their end, so many of them or all that are left."""
        session = self.at.state.session
        assert session is not None
        for _ in range(count or len(session.movement.rounds) - session.begun):
            self.do(RoundBegun()).later(12).write(**how).do(RoundEnded())
        return self


class Shown(NamedTuple):
    """What somebody sees. path: behind the event's own; reader: his account. now: by his clock, seconds since 1970.

    says: what must be within his first look, as a selector. part: of the director's page. frozen: its log cannot be followed.
    press: what he presses; then: what has happened meanwhile.
    """

    of: Told | None
    says: str
    reader: str = "p1"
    path: str = ""
    part: str = ""
    frozen: bool = False
    press: str = ""
    then: Told | None = None


def _evening(count: int = 8, people: int = 8, **how: Any) -> Told:
    """So many at real tables, seated as they entered, the first round begun nine minutes ago."""
    return Told(**how).enter(count, people=people).later(50).seat().do(RoundBegun()).later(9)


def _mine(of: Told, *, confirm: bool = False) -> Told:
    """The first line of the reader's table, from his own phone."""
    table, seats, boards = of.table_of(1)
    of.do(Row(table=table, board=boards[0], result=of.result(boards[0], len(seats))), by="p1")
    beside = next(who for who in seats.values() if who != 1)
    return of.do(Confirmed(table=table, board=boards[0]), by=f"p{beside}") if confirm else of


def _pairs(count: int = 8, **how: Any) -> Told:
    """Bridge by pairs at real tables."""
    rules = {"bridge_scoring": "matchpoints"} | how
    return Told("bridge", name="Open pairs", **rules).enter(count, members=2).later(50).seat(kind="mitchell", boards=2)


def _ruled(*, filed: bool = False, decided: bool | None = None) -> Told:
    """A ruling on the reader's board; the appeal against it, and what the committee says."""
    of = _mine(_evening(tournament_early_end=True))
    table, _, boards = of.table_of(1)
    of.do(
        Ruled(
            board=boards[0],
            table=table,
            law="PT-I.11.2.B.1",
            text="Обсуждали сдачу, пока её играли за другим столом.",
            decision=Decision(artificial={1: "partly"}),
        )
    )
    if not filed and decided is None:
        return of
    of.do(Noticed(entrant=1, entry=next(iter(of.at.state.rulings))), by="p1")
    of.do(Elected(members=(NAMES[1], NAMES[2]))).later(3).do(RoundEnded(last=True))
    notice = next(iter(of.at.state.notices))
    of.do(Filed(notice=notice, facts="сдачу не обсуждали", request="оставить результат за столом"), by="p1")
    if decided is not None:
        of.later(5).do(Decided(filed=next(iter(of.at.state.appeals)), by="committee", allowed=decided), by="p2")
    return of


def _whole(**how: Any) -> Told:
    """All rounds of eight, every line written."""
    return Told(**how).enter(8).later(50).seat().rounds(confirm=True)


def _late() -> Told:
    """Five tables, three of them far behind when the time is nearly out."""
    of = _evening(20).write(1, 4, confirm=True).write(2, but=2).write(5, but=1)
    return of.do(Warned(table=3, offence="slow")).later(12)


def _conflict() -> Shown:
    """The arbiter is about to mend a line, and an assistant has mended it before him."""
    before, after = (_mine(_evening(8)) for _ in range(2))
    for of in (before, after):
        of.known("vera", "Вера")
        of.do(Appointed(name="Вера", powers=("rectify",)))
    table, _, boards = after.table_of(1)
    after.do(Corrected(table=table, board=boards[0], result=after.result(boards[0], 4), ground="error"), by="vera")
    shown = _hall(before, "[data-meanwhile]")
    return shown._replace(press=f"[data-table='{table}'] [data-board='{boards[0]}']", then=after)


STATES: Final[dict[str, Callable[[], Shown]]] = {
    "no events yet": lambda: Shown(None, "[data-empty]"),
    "announced": lambda: Shown(Told(), "[data-enter]", "nobody"),
    "announced, not complete": lambda: Shown(Told(lacks="sessions"), "[data-lacking]", "host"),
    "entry open": lambda: Shown(Told().enter(5), "[data-enter]", "nobody"),
    "entered": lambda: Shown(Told().enter(5), "[data-you]"),
    "full": lambda: Shown(Told(tournament_places=8).enter(8), "[data-full]", "nobody"),
    "waiting list": lambda: Shown(Told(tournament_places=8).enter(10, people=10), "[data-waits]", "p10"),
    "checking in": lambda: Shown(Told(tournament_check_in_min=30).enter(9).later(40), "[data-is-here]"),
    "checked in": lambda: Shown(
        Told(tournament_check_in_min=30).enter(9).later(40).do(CheckedIn(entrant=1), by="p1"), "[data-here]"
    ),
    "seated": lambda: Shown(Told().enter(8).later(50).seat(), "[data-my-place]"),
    "seated online": lambda: Shown(Told(online=True).enter(8).later(50).seat(), "[data-my-place]"),
    "a round online": lambda: Shown(_evening(8, online=True), "[data-to-table]"),
    "a round": lambda: Shown(_mine(_evening()), "[data-mine]"),
    "a round, put back": lambda: Shown(_mine(_evening(), confirm=True), "[data-mine]"),
    "a party": lambda: Shown(Told(tournament_type="olympic").enter(8).later(50).seat().do(RoundBegun()), "[data-mine]"),
    "pairs, a round": lambda: Shown(_pairs().do(RoundBegun()).later(3), "[data-mine]"),
    "between rounds": lambda: Shown(Told().enter(8).later(50).seat().rounds(1), "[data-my-place]"),
    "resting": lambda: Shown(_resting(), "[data-rests]"),
    "a minute left": lambda: Shown(_soon(), "[data-soon]"),
    "a minute left online": lambda: Shown(_soon(online=True), "[data-soon]"),
    "unfinished": lambda: Shown(_evening().write(but=1).do(RoundEnded()), "[data-unwritten]"),
    "absent": lambda: Shown(_absent(), "[data-absent]"),
    "ruled": lambda: Shown(_ruled(), "[data-ruled-line]"),
    "appealed": lambda: Shown(_ruled(filed=True), "[data-ruled-line]"),
    "appeal allowed": lambda: Shown(_ruled(decided=True), "[data-ruled-line]"),
    "appeal dismissed": lambda: Shown(_ruled(decided=False), "[data-ruled-line]"),
    "played": lambda: Shown(_whole(), "[data-stage=played]"),
    "results provisional": lambda: Shown(_whole().do(Published()), "[data-provisional]"),
    "results official": lambda: Shown(_whole().do(Published()).later(31).do(Closed()), "[data-official]"),
    "frozen": lambda: Shown(Told(), "main.state h1", frozen=True),
    "director: an empty event": lambda: _hall(Told(), "[data-clock]"),
    "director: entrants": lambda: _hall(Told(tournament_places=8).enter(10), "[data-entrants]", "people"),
    "director: a round": lambda: _hall(_evening(20).write(1, but=1).write(2), "[data-left]"),
    "director: three tables late": lambda: _hall(_late(), "[data-late]"),
    "director: a table calls": lambda: _hall(_calls(), "[data-calls]"),
    "director: a conflict of two entries": _conflict,
    "director: looks into a table": lambda: _hall(_calls(online=True), "[data-look]")._replace(
        press="[data-look-into]"
    ),
    "director: a table's rulings": lambda: _hall(_at_tables(), "[data-ruling]", "law"),
    "director: rulings": lambda: _hall(_ruled(filed=True), "[data-ruling]", "law"),
    "director: results": lambda: _hall(_whole(), "[data-standing]", "results"),
    "director: frozen": lambda: Shown(Told(), "main.state h1", "host", "/hall", frozen=True),
    "the wall: seated": lambda: Shown(Told().enter(20).later(50).seat(), "[data-stage]", "nobody", "/wall"),
    "the wall: a round": lambda: Shown(_evening(20), "[data-clock]", "nobody", "/wall"),
    "the wall: results": lambda: Shown(_whole().do(Published()), "[data-standing]", "nobody", "/wall"),
}


def _hall(of: Told, says: str, part: str = "") -> Shown:
    return Shown(of, says, "host", "/hall", part)


def _resting() -> Told:
    """Seven pairs, of which the reader's sits out in this round."""
    of = _pairs(7)
    session = of.at.state.session
    assert session is not None
    for turn in session.movement.rounds:
        of.do(RoundBegun())
        if 1 in (session.order[one - 1] for one in turn.rest):
            return of.later(2)
        of.write().do(RoundEnded())
    raise AssertionError("nobody rests")


def _soon(**how: Any) -> Told:
    """Half a minute before the time is out."""
    of = _evening(**how)
    deadline = of.at.deadline
    assert deadline is not None
    of.now = deadline // 1000 - 30
    return of


def _absent() -> Told:
    """Everybody has checked in and is seated but the reader."""
    of = Told(tournament_check_in_min=30).enter(9).later(40)
    for n in range(2, 10):
        of.do(CheckedIn(entrant=n))
    return of.later(15).seat().do(RoundBegun())


def _calls(*, online: bool = False) -> Told:
    of = _evening(20, online=True) if online else _mine(_evening(20))
    of.call("p1", "фальшренонс, карты открыты")
    return of.later(2)


def _at_tables() -> Told:
    """What the club's arbiter ruled at two tables: points beside the deal, and a board that is played again."""
    of = _evening(online=True, tournament_early_end=True)
    why = {"player": "E", "call": "6C"}
    for who, token, points, again in (
        (1, "ruled:P-3.9.14.1:arbiter:compensate=N,E,50", {1: "50", 2: "-50"}, False),
        (5, "ruled:P-3.2.15:arbiter:redeal=same", {}, True),
    ):
        table, seats, boards = of.table_of(who)
        sat = dict(zip(points, seats.values(), strict=False))
        made = AtTable(
            session=1,
            by=NAMES[who - 1],
            token=token,
            reason="call.waits",
            about=why,
            points={sat[entrant]: won for entrant, won in points.items()},
            replayed=again,
        )
        law = token.split(":")[1]
        heard = Ruled(board=boards[0], table=table, round=1, law=law, text="6♣ waits", at_table=made)
        of._enter(ByClub(entry=heard, why="ruled at the table"))
    return of


def _looked(of: Told, table: int) -> hall_told.EventLook:
    """A table of the club in the middle of an auction, as everybody there hears it."""
    session = of.at.state.session
    assert session is not None
    (seating,) = (one for one in session.turn(1).tables if one.table == table)
    people = {seat: NAMES[(entrant - 1) % len(NAMES)] for seat, entrant in seating.seats.items()}
    auction = (("S", "pass"), ("W", "6S"), ("E", "7S"), ("E", "pass"))
    said = tuple(wire.Said(seat, preferans.parse(word), struck=word == "7S") for seat, word in auction)
    return hall_told.EventLook(1, table, (hall_told.LookedTable("", seating.boards[0], people, said, waits=True),))


def show(page: Page, shown: Shown) -> None:
    """Bring a page to what somebody is told; what he does there is refused, since there is no club behind it."""
    of, known = shown.of, shown.reader != "nobody"
    now = (START if of is None else of.now) * 1000
    nick = "" if of is None else of.at.names.get(shown.reader, "")
    me = answers.Me(shown.reader, nick, guest=False, bot=None, login=shown.reader, since=0)

    def answer(route: Route, body: object) -> None:
        route.fulfill(body=wire.encode(body), content_type="application/json")

    def event(route: Route) -> None:
        path = route.request.url.partition("/api/events")[2]
        of = (shown.then if "have=" in path else None) or shown.of
        if shown.frozen:
            fault = answers.Fault("a fault of the club has stopped this", "frozen")
            route.fulfill(status=409, body=wire.encode(answers.Failure(fault)), content_type="application/json")
        elif path.startswith("?"):
            answer(route, [])
        elif of is None or route.request.method != "GET":
            fault = answers.Fault("round 1 has not ended", "refused")
            route.fulfill(status=409, body=wire.encode(answers.Failure(fault)), content_type="application/json")
        elif "/tables/" in path:
            answer(route, _looked(of, int(path.rpartition("/")[2])))
        elif "/hall" in path:
            answer(route, hall_told.hall(of.at, shown.reader, of.log, 0))
        elif path.endswith("/boards"):
            answer(route, played(of.at))
        elif path.endswith("/qr.svg"):
            route.continue_()
        else:
            answer(route, told(of.at, shown.reader))

    page.add_init_script(_WAITS)
    page.clock.set_fixed_time(datetime.fromtimestamp(now // 1000, UTC))
    page.route(re.compile("/api/events"), event)
    page.route("**/api/me", lambda route: answer(route, me if known else None))
    page.goto("/events" if of is None else f"/event/{EVENT}{shown.path}")
    if shown.part:
        page.locator(".parts label").nth(PARTS.index(shown.part)).click()
    if shown.press:
        page.locator(shown.press).click()
        page.evaluate("happens()")
