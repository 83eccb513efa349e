"""An event as its officials see it: every round, line, ruling, appeal and entry, before anything is published (docs/events.md)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, get_args

import msgspec

from kozyr.club import wire
from kozyr.club.event.acts import Done
from kozyr.club.event.boards import sittings
from kozyr.club.event.judged import said
from kozyr.club.event.told import ClubEvent, EventTable, appeals_until, told
from kozyr.club.event.tournament import Call, Tournament
from kozyr.club.table.part import Eye
from kozyr.club.table.table import Table
from kozyr.club.wire import Command
from kozyr.games.refusal import Refusal
from kozyr.tournaments import director, exports, movements
from kozyr.tournaments.director import entries
from kozyr.tournaments.director.effects import Effect, effects
from kozyr.tournaments.director.rulings import Offer, offer
from kozyr.tournaments.director.state import (
    Appeal,
    At,
    Notice,
    Party,
    ProceduralPenalty,
    Proposed,
    Session,
    State,
    TableWarned,
    powers,
)
from kozyr.tournaments.movements import Lack
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.regulations import OFFENCES, Offence
from kozyr.tournaments.scoring import Place

_MS: Final = 1000  # the director's log has seconds
_OF_LINES: Final = (entries.Row, entries.Confirmed, entries.Corrected)  # entries with the play of a board


class SeatEvent(Command, frozen=True):
    """The body of `POST /api/events/EVENT/seat`: seat all entrants in this way, once for each id."""

    seating: HowSeated = HowSeated()


class LateEvent(Command, frozen=True):
    """The body of `POST /api/events/EVENT/late`: seat a pair that came late in the rounds to come, once for each id."""

    entrant: entries.Count


class HallRound(msgspec.Struct, frozen=True):
    """A round of a movement."""

    round: int
    tables: tuple[EventTable, ...]
    rest: tuple[int, ...]
    """The resting entrants."""


class HallSession(msgspec.Struct, frozen=True):
    """A session."""

    session: int
    stage: int
    begun: int
    """How many rounds have begun."""
    ended: int
    """How many rounds have ended."""
    ended_at: int | None
    """When the last round ended, in milliseconds since 1970."""
    paused_at: int | None
    """When the clock was stopped, in milliseconds since 1970."""
    lacks: tuple[Lack, ...]
    """The unkept promises of the movement."""
    note: str
    """The movement's other remarks."""
    rounds: tuple[HallRound, ...]


class HallLine(msgspec.Struct, frozen=True):
    """A line."""

    at: At
    result: str
    seats: Mapping[str, int]
    scores: Mapping[str, Fraction]
    points: Mapping[str, Fraction]
    """Beside the other tables, so far."""
    entry: int
    """Its number in the log."""
    confirmed: bool
    warning: Refusal | None
    """The reason why the line is unlikely."""


class HallRuling(msgspec.Struct, frozen=True):
    """A ruling."""

    entry: int
    """The number of the ruling's entry."""
    board: int
    table: int
    round: int
    law: str
    text: str
    decision: entries.Decision
    own_error: bool
    referred: bool
    noticed: tuple[int, ...]
    """Entries of notices of an appeal against it (PT-0.6)."""
    room: str
    by: str | None
    """The caller, where the club's arbiter has ruled at the table. None: the ruling is the director's own."""
    said: Mapping[str, str]
    """The text of the club's ruling by language."""
    points: Mapping[int, str]
    """The points that it gives beside the deal, by entrant."""
    replayed: bool
    """The board was broken off and is played again."""
    of: int
    """The table's ruling that this one completes; 0: none."""
    offer: Offer | None
    """The completion that can still be entered. None: there is none."""


class HallOffence(msgspec.Struct, frozen=True):
    """An offence: its paragraph, and its penalty at this event, in per cent of a board's max."""

    law: str
    percent: int


class HallEntry(msgspec.Struct, frozen=True):
    """A line of the director's log."""

    entry: int
    at: int
    """The moment of the entry, in milliseconds since 1970."""
    who: str
    why: str
    said: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "entry"})]
    """The entry itself."""


class EventHall(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of `GET /api/events/EVENT/hall` to an official."""

    seq: int
    """The number of the event's last entry."""
    event: ClubEvent
    known: tuple[str, ...]
    """The names of all accounts that have come."""
    calls: tuple[Call, ...]
    may: tuple[str, ...]
    """The entries that the reader may make (PT-I.13.2.4)."""
    blind: bool
    """Whether the reader takes part, and so is told of no line and no total before the session has ended (PT-I.12.2.4)."""
    sessions: tuple[HallSession, ...]
    lines: tuple[HallLine, ...]
    parties: tuple[Party, ...]
    missing: tuple[At, ...]
    """Lines that rounds which have ended lack."""
    late: tuple[At, ...]
    """Boards that may be played later."""
    rulings: tuple[HallRuling, ...]
    penalties: tuple[ProceduralPenalty, ...]
    warned: tuple[TableWarned, ...]
    notices: tuple[Notice, ...]
    appeals: tuple[Appeal, ...]
    committee: tuple[str, ...]
    society: tuple[str, ...]
    suspended: tuple[int, ...]
    proposed: tuple[Proposed, ...]
    slow: tuple[At, ...]
    """Tables that had lines to write when their round ended (PT-I.4)."""
    offences: Mapping[Offence, HallOffence]
    cards: tuple[int, ...]
    standing: tuple[Place, ...]
    """So far, whether it is published or not."""
    unit: str
    """The unit of its totals."""
    appeals_until: int | None
    """When the time for appeals of the session is over (PT-0.6).

    `corrections_until`: when that for corrections is (PT-0.7); in milliseconds since 1970.
    """
    corrections_until: int | None
    log: tuple[HallEntry, ...]
    """Its entries behind those that the reader has."""


def hall(at: Tournament, account: str, log: Sequence[director.Entry], have: int) -> EventHall:
    """An event as an official sees it. log: all of it; have: how many entries of it the official has."""
    state = at.state
    agreed = state.event.regulations
    blind, sealed, name = plays(at, account), at.unplayed_by(account), at.names.get(account, "")

    def shown(entry: int) -> bool:
        """Whether an entry tells of no board that the official has still to play; the official knows the own ones."""
        said = log[entry - 1]
        return said.who == name or _board(state, said.entry) not in sealed

    table = director.standing(state)
    return EventHall(
        seq=at.seq,
        event=told(at, account),
        calls=tuple(at.calls.values()),
        known=tuple(sorted(at.names.values())),
        may=tuple(sorted(kind.__struct_config__.tag for kind in get_args(entries.AnyWhat) if _may(at, account, kind))),
        blind=blind,
        sessions=tuple(_session(nth, one) for nth, one in enumerate(state.sessions, 1)),
        lines=() if blind else tuple(sorted(_lines(state), key=_order)),
        parties=() if blind else tuple(state.parties[where] for where in sorted(state.parties)),
        missing=tuple(director.missing(state)),
        late=tuple(sorted(state.late)),
        rulings=tuple(
            _ruling(state, entry, one)
            for entry, one in state.rulings.items()
            if shown(entry) and not (blind and _tells(one))
        ),
        penalties=tuple(state.penalties.values()),
        warned=state.warnings,
        notices=tuple(state.notices.values()),
        appeals=tuple(one for entry, one in state.appeals.items() if shown(entry)),
        committee=state.committee,
        society=state.event.society,
        proposed=tuple(state.proposed.values()),
        slow=tuple(sorted(state.slow)),
        suspended=tuple(sorted(who for nth, who in state.suspended if nth == len(state.sessions))),
        offences={name: HallOffence(law, agreed.penalty(name)) for name, law in OFFENCES.items()},
        cards=tuple(sorted(state.cards)),
        standing=() if blind else table.places,
        unit=table.unit,
        appeals_until=appeals_until(state),
        corrections_until=(
            None
            if state.published_at is None
            else (state.published_at + 60 * agreed.tournament_correction_period_min) * _MS
        ),
        log=tuple(
            _entry(nth, one)
            for nth, one in enumerate(log, 1)
            if nth > have and not (blind and _tells(one.entry)) and shown(nth)
        ),
    )


def _board(state: State, what: entries.AnyWhat) -> int:
    """The board of a ruling or an appeal; 0: none."""
    if isinstance(what, entries.Ruled):
        return what.board
    if isinstance(what, entries.Filed) and what.notice in state.notices:
        return state.rulings[state.notices[what.notice].ruling].board
    if isinstance(what, entries.Decided) and what.filed in state.appeals:
        return state.rulings[state.appeals[what.filed].ruling].board
    return 0


def _tells(said_: entries.AnyWhat) -> bool:
    """Whether an entry tells of the play at a table."""
    return isinstance(said_, _OF_LINES) or (
        isinstance(said_, entries.Ruled) and (said_.at_table is not None or said_.of > 0)
    )


def plays(at: Tournament, account: str) -> bool:
    """Whether the account takes part in a running session online, so that lines of boards are sealed to it in spite of any office."""
    running = at.state.session is not None and at.state.session.ended_at is None
    return at.online and running and at.takes_part(account)


def _may(at: Tournament, account: str, kind: type) -> bool:
    """Whether the account has the power to make such an entry at all."""
    name = at.names.get(account, "")
    if kind is entries.Decided:
        return name in {*at.state.committee, *at.state.event.society}
    if kind is entries.Approved:
        return name in at.state.committee
    needed = {entries.POWERS[kind]} if kind in entries.POWERS else set()
    if kind is entries.Ruled:
        needed = {"interpret", "penalty", "disputes"}
    if kind is entries.Appointed:
        needed.add("delegate")
    return not needed or name == at.setup.arbiter or bool(needed.intersection(powers(at.state, name)))


def _order(line: HallLine) -> tuple[int, int, int, int, str]:
    at = line.at
    return (at.session, at.board, at.round, at.table, at.room)


def _session(nth: int, session: Session) -> HallSession:
    rounds = tuple(
        HallRound(
            number,
            tuple(EventTable(one.table, tuple(one.boards), session.entrants(one)) for one in turn.tables),
            tuple(session.order[who - 1] for who in turn.rest),
        )
        for number, turn in enumerate(session.movement.rounds, 1)
    )
    ended_at, paused_at = (None if one is None else one * _MS for one in (session.ended_at, session.paused_at))
    lacks = tuple(dict.fromkeys(movements.lacks(session.movement)))
    said = {movements.LACKS[one.code].format(*one.numbers) for one in lacks}
    note = "; ".join(part for part in session.movement.note.split("; ") if part not in said)
    return HallSession(nth, session.stage, session.begun, session.ended, ended_at, paused_at, lacks, note, rounds)


def _lines(state: State) -> list[HallLine]:
    return [
        HallLine(
            at=row.at,
            result=row.reading.text,
            seats=row.seats,
            scores=row.reading.scores,
            points={seat: awards[who].points for seat, who in row.seats.items() if who in awards},
            entry=row.entry,
            confirmed=row.confirmed,
            warning=row.warning,
        )
        for row, awards in exports.lines_of(state)
    ]


def _ruling(state: State, entry: int, one: entries.Ruled) -> HallRuling:
    noticed = tuple(nth for nth, notice in state.notices.items() if notice.ruling == entry)
    made = one.at_table
    return HallRuling(
        entry=entry,
        board=one.board,
        table=one.table,
        round=one.round,
        law=one.law,
        text=one.text,
        decision=one.decision,
        own_error=one.own_error,
        referred=one.referred,
        noticed=noticed,
        room="" if made is None else made.room,
        by=None if made is None else made.by,
        said=said(state, one),
        points={} if made is None else made.points,
        replayed=made is not None and made.replayed,
        of=one.of,
        offer=offer(state, entry),
    )


def _entry(nth: int, one: director.Entry) -> HallEntry:
    return HallEntry(nth, one.at * _MS, one.who, one.why, msgspec.Raw(msgspec.json.encode(one.entry)))


_PUBLIC: Final = Eye("kibitzer")  # a viewer without a hand


class LookedTable(msgspec.Struct, frozen=True):
    """A table of the club."""

    room: str
    """The room of a match of teams."""
    board: int
    """The board that is played, or comes next; 0: a party, or all are over."""
    people: Mapping[str, str]
    """The players' names by seat."""
    said: tuple[wire.Said, ...]
    """The calls and cards of the running deal, as everybody saw them."""
    waits: bool
    """Whether the table waits for a choice after the arbiter's ruling."""


class EventLook(msgspec.Struct, frozen=True):
    """The answer of `GET /api/events/EVENT/tables/TABLE`: the table of the running round; of a match of teams one for each playing room."""

    round: int
    table: int
    rooms: tuple[LookedTable, ...]


async def looked_into(at: Tournament, number: int, find: Callable[[str], Awaitable[Table | None]]) -> EventLook | None:
    """A table of the round that runs; find: the club's table of an id. None: there is none, or it is a real one."""
    session = at.state.session
    if not at.online or session is None or session.begun == session.ended:
        return None
    seating = next((one for one in session.turn(session.begun).tables if one.table == number), None)
    if seating is None:
        return None
    rooms = []
    for sitting in sittings(at, len(at.state.sessions), session.begun, seating):
        if sitting.done(at) or (table := await find(sitting.id(at.setup.id))) is None:
            continue
        done = 0 if table.course.progress is None else len(table.progress.match.history)
        people = {seat: name for seat, (_, name) in sitting.people.items()}
        said = tuple(table.said(happened, _PUBLIC) for happened in table.course.running)
        board = sitting.boards[done] if done < len(sitting.boards) else 0
        rooms.append(LookedTable(sitting.room, board, people, said, table.bench.pending is not None))
    return EventLook(session.begun, number, tuple(rooms))


def tried(at: Tournament, account: str, what: entries.AnyWhat, why: str) -> tuple[Effect, ...]:
    """What an entry of an official would change in the results.

    Raises:
        Refused: it may not be entered.
    """
    entry = at.signed(Done(by=account, entry=what, why=why), at.state.clock * _MS)
    return effects(at.state, director.decide(at.state, entry))
