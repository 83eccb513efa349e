"""Events on the wire: the answers (docs/events.md); requests are `bodies`, the event itself is `Tournament`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from kozyr.club.event.acts import CupKind
from kozyr.club.event.boards import player, sittings
from kozyr.club.event.committee_told import EventCommittee, committee_told
from kozyr.club.event.counted import EventCounts, of_teams
from kozyr.club.event.judged import OwnRuling, own_rulings
from kozyr.club.event.mark import mark
from kozyr.club.event.teams_told import EventTeams, teams_told
from kozyr.club.event.tournament import Tournament
from kozyr.deals import Reveal
from kozyr.games.refusal import Refusal
from kozyr.store import EventRow
from kozyr.tournaments import director, exports, regulations
from kozyr.tournaments.director.effects import ruled_scores
from kozyr.tournaments.director.entries import SystemCard
from kozyr.tournaments.director.state import Assistant, Session, State, Written, powers
from kozyr.tournaments.movements import Table
from kozyr.tournaments.scoring import Place


class EventFair(msgspec.Struct, frozen=True):
    """The answer of `GET /api/events/EVENT/fair`."""

    commitments: Mapping[int, str]
    """The commitments by board."""
    reveals: tuple[Reveal, ...]
    """The reveals of the boards that are no longer sealed."""


# How far an event is; `over`: closed by its arbiter.
Stage: TypeAlias = Literal["announced", "seated", "playing", "between", "played", "published", "over"]


class ListedEvent(msgspec.Struct, frozen=True):
    """An event in the list."""

    id: str
    created: int
    name: str
    game: str
    preset: str
    arbiter: str
    online: bool
    stage: Stage
    starts: int | None
    """The planned beginning of its first session."""
    entrants: int | None
    """How many; None: it is over."""
    you: bool
    """I take part, or officiate."""
    cup: bool
    """Whether the event is a cup, whose entrants play each issue alone."""


class EventEntrant(msgspec.Struct, frozen=True):
    """An entrant."""

    entrant: int
    name: str
    members: tuple[str, ...]
    accounts: tuple[str, ...]
    """The accounts that play for the entrant."""
    out: bool
    """Whether the entrant is disqualified."""
    gone: bool
    """Whether the entrant has withdrawn."""
    here: bool
    """Whether the entrant has checked in."""
    waits: int
    """The entrant's number in the queue for a place, from 1; 0: the entrant has a place."""
    system: Literal["natural", "artificial"] | None
    """The system of the filed card. None: none was filed (B-AUC-13)."""


class EventTable(msgspec.Struct, frozen=True):
    """The seats of a table in a round, by the entrants' numbers, and its boards."""

    table: int
    boards: tuple[int, ...]
    seats: Mapping[str, int]
    at: str | None = None
    """The club's own table of the play, shown only to its players."""


class EventRound(msgspec.Struct, frozen=True):
    """The round that runs, or the next one."""

    session: int
    round: int
    rounds: int
    running: bool
    deadline: int | None
    """The end of the round by the clock, in milliseconds since 1970. None: the clock does not run."""
    tables: tuple[EventTable, ...]
    resting: tuple[int, ...]
    """The entrants without a table."""
    next: EventTable | None
    """The reader's table in the next round. None: there is none, or it is not known."""


class EventLine(msgspec.Struct, frozen=True):
    """A line: the play of a board at one table."""

    board: int
    session: int
    round: int
    table: int
    room: str
    result: str
    seats: Mapping[str, int]
    """The entrants by seat."""
    scores: Mapping[str, Fraction]
    """Whists or points, by seat."""
    points: Mapping[str, Fraction]
    """The points beside the other tables, by seat, where boards are compared by points."""
    at: str | None
    """The id of the club's table."""
    deal: int
    """The number of the deal at that table."""
    ruled: Mapping[str, str] = {}
    """The scores by rulings instead of those reached, by seat, as `620 (60 %) -100 (40 %)`."""


class OwnLine(msgspec.Struct, frozen=True):
    """A line of a table at which the reader sits or has sat: written at a real table, or lacking from a round that has ended."""

    round: int
    table: int
    board: int
    """The board; 0: a party."""
    room: str
    """The room of a match of teams."""
    seats: Mapping[str, int]
    """The entrants by seat."""
    result: str = ""
    """The result; empty: the line is lacking."""
    confirmed: bool = False
    scores: Mapping[str, Fraction] = {}


class EventBoards(msgspec.Struct, frozen=True):
    """The answer of `GET /api/events/EVENT/boards`, once the result is published: every line, board by board."""

    lines: tuple[EventLine, ...]
    named: tuple[EventEntrant, ...]
    """The entrants who played them."""


class EventYou(msgspec.Struct, frozen=True):
    """The reader of the page."""

    name: str
    """The reader's name at this event."""
    entrant: int | None
    """The entrant for whom the reader plays."""
    arbiter: bool
    """Whether the reader is the arbiter."""
    powers: tuple[str, ...]
    """The powers of an assistant."""


class ClubEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as an account sees it."""

    id: str
    mark: int
    """A number that changes with every change of the event (`?have=`)."""
    created: int
    starts: int | None
    name: str
    game: str
    preset: str
    changes: Mapping[str, str]
    laws: str
    """The body of law by which errors are ruled. Empty: the game has one alone."""
    regulations: Mapping[str, object]
    """Each option by its dotted name."""
    lacking: tuple[Refusal, ...]
    """The obstacles that keep it from opening."""
    arbiter: str
    officials: tuple[Assistant, ...]
    conditions: tuple[str, ...]
    entrants: tuple[EventEntrant, ...]
    named: tuple[EventEntrant, ...]
    """The entrants named by number that are not in `entrants`."""
    counts: EventCounts
    """The length of each list.

    The event's page has the reader's own rows and the first ones; `GET /api/events/EVENT/part` has the rest.
    """
    you: EventYou | None
    seated: bool
    """Whether a session was seated."""
    round: EventRound | None
    """None: none is, or it has ended."""
    standing: tuple[Place, ...]
    """The standing, once it is published; of parties always, since their table shows who plays on."""
    unit: str | None
    """The unit of its totals."""
    published: int | None
    closed: bool
    online: bool
    """At tables of the club."""
    stand_ins: bool
    """Whether a bot replaces an absent player."""
    cup: bool
    """Whether the club plays it as a cup, of any kind."""
    cup_kind: CupKind | None
    """The kind of cup as which the club plays it. None: it plays none."""
    shared: tuple[str, ...]
    """The entrants who have given a nonce."""
    together: int
    """How many there can be of an entrant."""
    asks: tuple[str, ...]
    """The accounts that want to join the reader's pair or team."""
    asked: int | None
    """The pair or team that the reader asks to join."""
    check_in: int | None
    """The start of check-in, in milliseconds since 1970; 0: any time before the seating; None: no check-in."""
    begins: int | None
    """When the next round begins by itself, in milliseconds since 1970. None: the director begins it."""
    live: bool
    """Whether played boards may be looked at before publication."""
    seen: tuple[EventLine, ...]
    """Lines of other tables on boards that the reader has played."""
    own: tuple[OwnLine, ...]
    """Lines of the reader's table in the round that runs."""
    due: tuple[OwnLine, ...]
    """The lines that the reader's tables of earlier rounds lack."""
    rulings: tuple[OwnRuling, ...]
    """The rulings on the reader's boards."""
    committee: EventCommittee | None
    appeals_until: int | None
    """When the time for appeals is over, in milliseconds since 1970. None: the session runs."""
    called: bool
    """Whether the reader's table waits for the director."""
    paused: bool
    """The round's clock stands still."""
    teams: EventTeams | None
    """The matches of teams at tables of the club."""


def stage(at: Tournament) -> Stage:
    """The stage of an event."""
    state, session = at.state, at.state.session
    if state.closed or state.published_at is not None:
        return "over" if state.closed else "published"
    if session is None:
        return "announced"
    if session.ended_at is not None:
        return "played"
    if session.begun != session.ended:
        return "playing"
    return "between" if session.begun else "seated"


def listed(row: EventRow, at: Tournament | None, account: str) -> ListedEvent:
    """A row of the list. at: the event, unless it is over."""
    about_ = director.logged(row.about)
    return ListedEvent(
        id=row.id,
        created=row.created,
        name=about_.name,
        game=about_.game,
        preset=about_.preset,
        arbiter=about_.regulations.duties.arbiter,
        online=at is not None and at.online,
        stage="over" if at is None else stage(at),
        starts=None if about_.starts is None else about_.starts * 1000,
        entrants=None if at is None else len(at.state.entrants),
        you=at is not None and account in at.names,
        cup=about_.regulations.tournament_type == "cup",
    )


def told(at: Tournament, account: str) -> ClubEvent:
    """An event as an account sees it; lines and totals appear only when they are published."""
    common, state, you = _common(at), at.state, _you(at, account)
    if you is None:
        return common
    now, teams = _own_round(at, common.round, account), teams_told(at, account)
    seen = () if you.entrant is None or state.published_at is not None else tuple(_seen(at, you.entrant))
    own: dict[str, object] = {
        "you": you,
        "round": now,
        "asks": () if you.entrant is None else _asking(at, you.entrant),
        "asked": None if state.sessions else at.asks.get(account),
        "seen": seen,
        "own": tuple(_own(at, account)),
        "due": tuple(_due(at, account)),
        "rulings": () if you.entrant is None else tuple(own_rulings(state, you.name, you.entrant)),
        "committee": committee_told(at, account),
        "called": any(at.sits(account, one.table) for one in at.calls.values()),
        "teams": teams,
    }
    counts = msgspec.structs.replace(common.counts, seen=len(seen), **of_teams(teams))
    # The common mark covers the round's public part, which is long where many play.
    seats = None if now is None else (now.next, [one.at for one in now.tables if one.at])
    changed = mark(common.mark, {**own, "round": seats})
    return msgspec.structs.replace(common, mark=changed, counts=counts, **own)


def _asking(at: Tournament, entrant: int) -> tuple[str, ...]:
    """The names of people who ask to join an entrant, and have not entered meanwhile."""
    if at.state.sessions:
        return ()
    return tuple(at.names[one] for one, wanted in at.asks.items() if wanted == entrant and one not in at.playing)


def is_made(at: Tournament) -> bool:
    """Whether the common facts of this state are made already."""
    return "told" in at.memo


def _common(at: Tournament) -> ClubEvent:
    """The common facts for all readers, made once for each entry of the log: hundreds ask for them at the same moment."""
    if not isinstance(found := at.memo.get("told"), ClubEvent):
        told_ = _to_nobody(at)  # lines that are open to all are told by `played`
        found = at.memo["told"] = msgspec.structs.replace(told_, mark=mark(told_, played(at)))
    return found


def _to_nobody(at: Tournament) -> ClubEvent:
    """An event as an account sees it that the event does not know."""
    state, setup = at.state, at.setup
    held, agreed = setup.about, state.event.regulations
    final = director.standing(state) if at.of_parties and state.parties else director.so_far(state)
    begins = director.begins(state)
    entrants = tuple(_entrants(at))
    standing = () if final is None else final.places
    now, teams = None if state.session is None else _round(at, state.session), teams_told(at, "")
    return ClubEvent(
        id=setup.id,
        mark=0,
        created=setup.created,
        starts=None if held.starts is None else held.starts * 1000,
        name=held.name,
        game=held.game,
        preset=held.preset,
        changes=held.changes,
        laws=str(getattr(state.conventions, "laws", "")),
        regulations={regulations.dotted(name): value for name, value in msgspec.to_builtins(agreed).items()},
        lacking=agreed.open_for(tuple(held.preset.split("+")[1:])),
        arbiter=agreed.duties.arbiter,
        officials=tuple(state.assistants[name] for name in sorted(state.assistants)),
        conditions=state.conditions,
        entrants=entrants,
        named=(),
        counts=EventCounts(
            entrants=len(entrants),
            playing=sum(not one.gone for one in entrants),
            shared=len(at.nonces),
            tables=0 if now is None else len(now.tables),
            standing=len(standing),
            seen=0,
            **of_teams(teams),
        ),
        you=None,
        seated=state.session is not None,
        round=now,
        standing=standing,
        unit=None if final is None else final.unit,
        published=None if state.published_at is None else state.published_at * 1000,
        closed=state.closed,
        online=at.online,
        stand_ins=at.stand_ins,
        cup=at.cup is not None,
        cup_kind=None if at.cup is None else at.cup.kind,
        shared=tuple(sorted(at.names[one] for one in at.nonces)),
        together=held.together,
        asks=(),
        asked=None,
        check_in=_check_in(state),
        begins=None if begins is None else begins * 1000,
        live=state.published_at is None and director.is_live(state),
        seen=(),
        own=(),
        due=(),
        rulings=(),
        committee=None,
        appeals_until=appeals_until(state),
        called=False,
        paused=at.stopped is not None or (state.session is not None and state.session.paused_at is not None),
        teams=teams,
    )


def _entrants(at: Tournament) -> Iterator[EventEntrant]:
    state = at.state
    queue, queued = {who: nth for nth, who in enumerate(director.waiting(state), 1)}, frozenset(state.queue)
    for nth, one in sorted(state.entrants.items()):
        yield EventEntrant(
            entrant=one.entrant,
            name=one.name,
            members=one.members,
            accounts=tuple(sorted(at.accounts_of(nth))),
            out=nth in state.disqualified,
            gone=nth not in queued,
            here=nth in state.here,
            waits=queue.get(nth, 0),
            system=None if nth not in state.cards else state.cards[nth].system,
        )


def _check_in(state: State) -> int | None:
    """The start of check-in in milliseconds; None: there is none, or the entrants are seated."""
    if state.sessions or not state.event.regulations.tournament_check_in_min:
        return None
    return (director.check_in_opens(state) or 0) * 1000


def appeals_until(state: State) -> int | None:
    """When the time for appeals of the last session is over, in milliseconds since 1970.

    None: the session runs (PT-0.6).
    """
    ended = None if state.session is None else state.session.ended_at
    return None if ended is None else (ended + 60 * state.event.regulations.tournament_appeal_period_min) * 1000


def _own(at: Tournament, account: str) -> Iterator[OwnLine]:
    """The lines of the reader's table in the running round; online the reader has seen them at the table."""
    session = at.state.session
    if session is None or session.begun == session.ended or at.online:
        return
    number = session.begun
    for table in session.turn(number).tables:
        if not at.sits(account, table.table):
            continue
        seats, here = session.entrants(table), (len(at.state.sessions), number, table.table)
        for where, row in sorted(at.state.rows.items()):
            if (where.session, where.round, where.table) == here:
                said = row.reading
                yield OwnLine(
                    number, table.table, where.board, where.room, row.seats, said.text, row.confirmed, said.scores
                )
        for where, party in at.state.parties.items():
            if (where.session, where.round, where.table) == here:
                won = {seat: party.won[who] for seat, who in seats.items()}
                yield OwnLine(number, table.table, 0, "", seats, f"/ {party.deals}", scores=won)


def card(at: Tournament, entrant: int, session: int) -> SystemCard | None:
    """The card that was filed for a session. session 0: the last filed one. None: none was."""
    state = at.state
    filed = state.cards if session == 0 else state.sessions[session - 1].cards if session <= len(state.sessions) else {}
    return filed.get(entrant)


def _line(
    row: Written,
    points: Mapping[str, Fraction] | None = None,
    at: tuple[str, tuple[int, ...]] | None = None,
    ruled: Mapping[str, str] | None = None,
) -> EventLine:
    """The line of a board. at: the club's table and its boards; None: it is not told."""
    where = row.at
    return EventLine(
        board=where.board,
        session=where.session,
        round=where.round,
        table=where.table,
        room=where.room,
        result=row.reading.text,
        seats=row.seats,
        scores=row.reading.scores,
        points=points or {},
        at=None if at is None else at[0],
        deal=0 if at is None else at[1].index(where.board) + 1,
        ruled=ruled or {},
    )


def _seen(at: Tournament, entrant: int) -> Iterator[EventLine]:
    """The other tables' lines on boards that an entrant has played in this session, without their scores."""
    for row in director.others(at.state, entrant):
        yield _line(row)


def _due(at: Tournament, account: str) -> Iterator[OwnLine]:
    """The lines of ended rounds that the reader's tables lack; until the result is published."""
    mine = at.playing.get(account, ())
    if mine and at.state.published_at is None:
        yield from (one for one in _lacking(at) if any(who in mine for who in one.seats.values()))


def _lacking(at: Tournament) -> tuple[OwnLine, ...]:
    """The lines that ended rounds of this session lack, made once for each entry of the log."""
    found = at.memo.get("due")
    session = at.state.session
    if not isinstance(found, tuple) and session is not None:
        found = at.memo["due"] = tuple(
            OwnLine(where.round, where.table, where.board, where.room, session.entrants(table))
            for where in director.missing(at.state)
            if where.session == len(at.state.sessions)
            for table in session.turn(where.round).tables
            if table.table == where.table
        )
    return found if isinstance(found, tuple) else ()


def played(at: Tournament) -> EventBoards | None:
    """The lines of an event by board, once the result is published. None: the boards are sealed.

    Under live results, before that, the lines of boards that will not be played any more.
    """
    is_over = at.state.published_at is not None
    if not is_over and not director.is_live(at.state):
        return None
    found = []
    counted = at.state if is_over else director.open_to_all(at.state)
    for row, awards in exports.lines_of(counted):
        where, session = row.at, at.state.sessions[row.at.session - 1]
        table = next(one for one in session.turn(where.round).tables if one.table == where.table)
        some = sittings(at, where.session, where.round, table) if at.online else ()
        place = next((one for one in some if one.room == where.room and where.board in one.boards), None)
        points = {seat: awards[who].points for seat, who in row.seats.items() if who in awards}
        scores = ruled_scores(counted, where.session, where.board, where.room)
        ruled = {seat: scores[who] for seat, who in row.seats.items() if who in scores}
        shown = place if is_over else None
        found.append(_line(row, points, None if shown is None else (shown.id(at.setup.id), shown.boards), ruled))
    seated = {who for line in found for who in line.seats.values()}
    return EventBoards(tuple(sorted(found, key=_order)), tuple(one for one in _entrants(at) if one.entrant in seated))


def _order(line: EventLine) -> tuple[int, int, int, int, str]:
    return (line.session, line.board, line.round, line.table, line.room)


def _you(at: Tournament, account: str) -> EventYou | None:
    name = at.names.get(account)
    if name is None:
        return None
    entrant = at.entrant(account)
    return EventYou(name, entrant, name == at.setup.arbiter, powers(at.state, name))


def _place(at: Tournament, number: int, table: Table, account: str) -> str | None:
    """A player's table at the club, once the round has begun; in a match of teams that of the player's last series."""
    session, found = at.state.session, None
    if not at.online or session is None or number > session.begun:
        return None
    for one in sittings(at, len(at.state.sessions), number, table):
        if any(player(at, *who).account == account for who in one.people.values()):
            found = one.id(at.setup.id)
    return found


def _own_round(at: Tournament, now: EventRound | None, account: str) -> EventRound | None:
    """The round, with where the reader plays."""
    session, playing = at.state.session, at.playing.get(account, ())
    if now is None or session is None or not playing:
        return now
    tables = tuple(
        msgspec.structs.replace(one, at=_place(at, now.round, table, account))
        if any(who in playing for who in one.seats.values())
        else one
        for one, table in zip(now.tables, session.turn(now.round).tables, strict=True)
    )
    after = session.turn(now.round + 1).tables if now.running and now.round < now.rounds else ()
    seats = (EventTable(one.table, tuple(one.boards), session.entrants(one)) for one in after)
    following = next((one for one in seats if any(who in playing for who in one.seats.values())), None)
    return msgspec.structs.replace(now, tables=tables, next=following)


def _round(at: Tournament, session: Session) -> EventRound | None:
    """The round that runs or comes; None: the session has ended."""
    if session.ended_at is not None:
        return None
    running = session.begun != session.ended
    number = session.begun if running else session.begun + 1
    tables = tuple(
        EventTable(table.table, tuple(table.boards), session.entrants(table)) for table in session.turn(number).tables
    )
    rounds = len(session.movement.rounds)
    resting = tuple(session.order[one - 1] for one in session.turn(number).rest)
    return EventRound(len(at.state.sessions), number, rounds, running, at.deadline, tables, resting, None)
