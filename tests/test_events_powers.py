"""Who may do what at an event (PT-I.13.2.4): each act by its arbiter, by who was given its power, and by nobody else; each offence (PT-I.12.2)."""

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from kozyr.club.event import hall_told
from kozyr.club.live.hall import Hall
from kozyr.games.refusal import Refused
from kozyr.store import Account
from kozyr.tournaments.director.entries import (
    POWERS,
    Announced,
    AnyWhat,
    Appended,
    Appointed,
    CheckedIn,
    Closed,
    Corrected,
    Decision,
    Disqualified,
    Drawn,
    Elected,
    Entered,
    Issue,
    Joined,
    LatePlay,
    LinedUp,
    Paused,
    Penalised,
    Power,
    Published,
    Qualified,
    Resumed,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    Seated,
    Settled,
    Substitute,
    Suspended,
    SystemCard,
    Waived,
    Warned,
    Withdrawn,
    WrongBoard,
    power,
)
from kozyr.tournaments.movements import preferans
from kozyr.tournaments.regulations import OFFENCES
from tests import stores
from tests.luck import LUCK
from tests.test_events import HOST, Told
from tests.tournaments.evening import event, preferans_result

ALL: Final[tuple[Power, ...]] = get_args(Power)
PLAYER = Account("p1", "P1", 1)
STRANGER = Account("x", "Nobody", 1)
ASSISTANT = Account("a", "Vera", 1)


class Evening:
    """A session of eight, announced by its arbiter; `Vera` is an assistant with some powers."""

    def __init__(self, path: Path) -> None:
        self.store, self.clock = stores.opened(path / "club.db"), Told()
        self.hall, self.commands = Hall(self.store.log, self.clock, LUCK), 0
        self.event = asyncio.run(self.hall.announce(HOST, event()))
        for account in (PLAYER, STRANGER, ASSISTANT):
            self.commands += 1
            asyncio.run(self.hall.come(self.event, account, f"come{self.commands}"))
        for n in range(1, 9):
            self.do(Entered(entrant=n, name=f"P{n}"))

    def do(self, *what: AnyWhat, by: Account = HOST) -> int:
        """Enter; the number of the last entry, as the director's log counts."""
        for one in what:
            self.clock.ms += 1_000
            self.commands += 1
            asyncio.run(self.hall.do(self.event, by, f"c{self.commands}", one))
        return len(self.read().log)

    def read(self) -> hall_told.EventHall:
        found = asyncio.run(self.hall.find(self.event))
        assert found is not None
        return hall_told.hall(found.tournament, HOST.id, found.log, 0)

    def buttons(self, account: Account) -> set[str]:
        """What the page offers somebody."""
        found = asyncio.run(self.hall.find(self.event))
        assert found is not None
        return set(hall_told.hall(found.tournament, account.id, found.log, 0).may)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.store.close()


def seated(evening: Evening) -> None:
    evening.do(Seated(how="hand", order=tuple(range(1, 9)), movement=preferans(8)))


def running(evening: Evening) -> None:
    seated(evening)
    evening.do(RoundBegun())


def written(evening: Evening) -> None:
    running(evening)
    evening.do(Row(table=1, board=board_of(evening), result=preferans_result(board_of(evening), 4, random.Random(1))))


def board_of(evening: Evening) -> int:
    return evening.read().sessions[0].rounds[0].tables[0].boards[0]


def paused(evening: Evening) -> None:
    running(evening)
    evening.do(Paused())


def fined(evening: Evening) -> None:
    seated(evening)
    evening.do(Penalised(entrant=1, offence="late"))


def over(evening: Evening) -> None:
    running(evening)
    for table in evening.read().sessions[0].rounds[0].tables:
        for board in table.boards:
            evening.do(Row(table=table.table, board=board, result=preferans_result(board, 4, random.Random(board))))
    evening.do(RoundEnded(last=True))


def with_committee(evening: Evening) -> None:
    seated(evening)
    evening.do(Elected(members=("P3", "P4")))


def published(evening: Evening) -> None:
    over(evening)
    evening.do(Published())
    evening.clock.ms += 31 * 60_000  # the correction period is over (PT-0.7)


def nothing(_: Evening) -> None:
    """The event as it was announced."""


def ruled(evening: Evening, **how: object) -> Ruled:
    return Ruled(board=board_of(evening), table=1, law="PT-I.11.1.A", text="heard", **how)  # type: ignore[arg-type]


Act = tuple[Power, Callable[[Evening], None], Callable[[Evening], AnyWhat]]
ACTS: dict[str, Act] = {
    "appoints assistants": ("assistants", nothing, lambda _: Appointed(name="Oleg", powers=("report",))),
    "delegates": ("delegate", nothing, lambda _: Appointed(name="Oleg", powers=("report",))),
    "registers": ("register", nothing, lambda _: Entered(entrant=9, name="P9")),
    "withdraws somebody": ("register", nothing, lambda _: Withdrawn(entrant=2)),
    "lets somebody play on": ("register", running, lambda _: Substitute(entrant=2, name="Oleg")),
    "announces conditions": ("conditions", nothing, lambda _: Announced(text="five minutes a board")),
    "settles a duty": ("conditions", nothing, lambda _: Settled(entry="all come")),
    "seats": ("conditions", nothing, lambda _: Seated(how="hand", order=tuple(range(1, 9)), movement=preferans(8))),
    "begins a round": ("discipline", seated, lambda _: RoundBegun()),
    "ends a round": ("discipline", running, lambda _: RoundEnded()),
    "stops the clock": ("discipline", running, lambda _: Paused()),
    "lets the clock go on": ("discipline", paused, lambda _: Resumed()),
    "warns a table": ("discipline", running, lambda _: Warned(table=1, offence="slow")),
    "interprets the rules": ("interpret", running, ruled),
    "rectifies a line": ("rectify", written, lambda at: Corrected(table=1, board=board_of(at), result=preferans_result(board_of(at), 4, random.Random(2)))),
    "puts a board off": ("rectify", running, lambda at: LatePlay(table=1, board=board_of(at), round=1)),
    "sets a penalty": ("penalty", running, lambda at: ruled(at, decision=Decision(artificial={1: "partly"}))),
    "waives a penalty": ("waive", fined, lambda at: Waived(entry=len(at.read().log), asked_by="P2")),
    "refers a dispute": ("disputes", running, lambda at: ruled(at, referred=True)),
    "fines": ("fine", seated, lambda _: Penalised(entrant=1, offence="late")),
    "suspends": ("fine", running, lambda _: Suspended(entrant=2)),
    "disqualifies": ("disqualify", with_committee, lambda _: Disqualified(entrant=2, approved_by="P3")),
    "reports": ("report", over, lambda _: Published()),
    "has the committee elected": ("report", nothing, lambda _: Elected(members=("P2", "P3"))),
    "ends the event": ("report", published, lambda _: Closed()),
}  # fmt: skip
# Entries of bridge, of teams and of cups need the same powers; the fold asks for them by the same table.
ELSEWHERE: Final = {Appended, Joined, CheckedIn, SystemCard, LinedUp, WrongBoard, Issue, Qualified, Drawn}


def test_every_act_and_every_power_is_here(evening: Evening) -> None:
    acts = []
    for _, ready, what in ACTS.values():
        if ready is nothing:
            acts.append(type(what(evening)))
    running(evening)
    evening.do(Row(table=1, board=board_of(evening), result=preferans_result(board_of(evening), 4, random.Random(1))))
    acts += [type(what(evening)) for _, ready, what in ACTS.values() if ready is not nothing]
    assert set(POWERS) - ELSEWHERE <= set(acts)
    assert {needed for needed, _, _ in ACTS.values()} == set(ALL) - {"tabulate"}  # the tables add up by themselves
    assert len(ALL) == 14


@pytest.mark.rule("PT-I.13.2.4")
@pytest.mark.parametrize("who", ["the arbiter", "his assistant"])
@pytest.mark.parametrize("act", ACTS)
def test_who_has_the_power_may(evening: Evening, act: str, who: str) -> None:
    needed, ready, what = ACTS[act]
    ready(evening)
    by = HOST if who == "the arbiter" else ASSISTANT
    evening.do(Appointed(name="Vera", powers=(needed,)))
    entry = what(evening) if act != "waives a penalty" else Waived(entry=penalty_of(evening), asked_by="P2")
    assert tag(entry) in evening.buttons(by)
    before = len(evening.read().log)
    assert evening.do(entry, by=by) == before + 1


@pytest.mark.rule("PT-I.13.2.4")
@pytest.mark.parametrize("act", ACTS)
def test_nobody_else_may_and_nothing_has_happened(evening: Evening, act: str) -> None:
    needed, ready, what = ACTS[act]
    ready(evening)
    entry = what(evening)
    either = {"assistants", "delegate"} if needed in {"assistants", "delegate"} else {needed}
    evening.do(Appointed(name="Vera", powers=tuple(one for one in ALL if one not in either)))
    before = evening.read()
    for account in (ASSISTANT, PLAYER, STRANGER):
        with pytest.raises(Refused, match=r"has not the power to \w+: .* \(PT-I\.13\.2\.4\)$"):
            evening.do(entry, by=account)
    assert evening.read() == before
    several = tag(entry) == "ruled"  # its button is for three powers; the route asks for the one that is needed
    assert several or tag(entry) not in evening.buttons(ASSISTANT)
    assert tag(entry) not in evening.buttons(PLAYER) | evening.buttons(STRANGER)


@pytest.mark.rule("PT-I.12.2", "PT-I.12.2.1", "PT-I.12.2.2", "PT-I.12.2.3", "PT-I.12.2.4", "PT-I.12.2.5", "PT-I.12.2.6", "PT-I.12.2.7", "PT-I.12.2.8")  # fmt: skip
@pytest.mark.parametrize("offence", OFFENCES)
def test_every_offence_is_warned_of_and_fined(evening: Evening, offence: str) -> None:
    running(evening)
    warned, fine = Warned(table=1, offence=offence), Penalised(entrant=1, offence=offence)  # type: ignore[arg-type]
    for account in (PLAYER, STRANGER):
        for entry in (warned, fine):
            with pytest.raises(Refused, match=r"\(PT-I\.13\.2\.4\)$"):
                evening.do(entry, by=account)
    evening.do(warned, fine)
    told = evening.read()
    assert [(one.table, one.offence) for one in told.warned] == [(1, offence)]
    assert [(one.entrant, one.offence, one.percent) for one in told.penalties] == [(1, offence, 10)]


def penalty_of(evening: Evening) -> int:
    (found,) = evening.read().penalties
    return found.entry


def tag(entry: AnyWhat) -> str:
    assert power(entry) is not None
    return str(type(entry).__struct_config__.tag)
