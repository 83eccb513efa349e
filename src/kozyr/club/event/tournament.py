"""An event: a pure fold over its log. No input, no output, no clock, no chance.

The director's fold (`tournaments.director`) judges and follows entries. The club adds accounts: an account has one name
in an event, entries are signed with it, and a table's lines come from its players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

import msgspec
from msgspec.structs import replace

from kozyr.club.event import acts
from kozyr.club.event.issues import Issues
from kozyr.games.refusal import Refused
from kozyr.store import Entry
from kozyr.tournaments import director, movements
from kozyr.tournaments.director import Conflict
from kozyr.tournaments.director.entries import Power, Row, Seated
from kozyr.tournaments.director.rulings import absent_from
from kozyr.tournaments.director.state import Session, State, minutes, people, powers

_CYCLE: Final = 48  # boards after which dealers of three and of four, and vulnerability are the same again
PATIENCE: Final = 600_000  # milliseconds that a call may stop the clock of a round online
_MOST: Final = 10_000  # entrants
_SECOND: Final = 1000  # milliseconds: the store's unit; the director's log has seconds


class Setup(msgspec.Struct, frozen=True):
    """An event as it was announced."""

    id: str
    about: director.Event
    created: int
    """When the event was announced, in milliseconds since 1970."""

    @property
    def arbiter(self) -> str:
        """The arbiter's name."""
        return self.about.regulations.duties.arbiter


class Call(msgspec.Struct, frozen=True):
    """A table that waits for the director."""

    call: int
    """The number of the event's entry."""
    table: int
    name: str
    about: str
    at: int
    """Since when, in milliseconds since 1970."""


class Tournament(msgspec.Struct, frozen=True, dict=True):
    """All that is known of an event."""

    setup: Setup
    state: State
    seq: int = 0
    """The number of the last entry."""
    names: Mapping[str, str] = {}
    """The names by account, each once."""
    online: bool = False
    """The club sets up the tables."""
    commitments: Mapping[int, str] = {}
    """To the boards that it deals, by number; none: each table deals its own party."""
    nonces: Mapping[str, str] = {}
    """The nonces by account."""
    calls: Mapping[int, Call] = {}
    """The calls of tables that still wait for an official, by the number of the entry."""
    stopped: int | None = None
    """The time since which a table of an online event waits, so that its clock is stopped."""
    lost: Mapping[tuple[int, int], int] = {}
    """How long the clock has been stopped, by session and round; in milliseconds."""
    asks: Mapping[str, int] = {}
    """The wanted pair or team of each asking account."""
    cup: Issues | None = None
    """The issues of a cup that the club plays."""
    stand_ins: bool = True
    """Whether a bot replaces an absent player."""

    @classmethod
    def open(cls, setup: Setup) -> Tournament:
        """The event before the first entry of its log."""
        return cls(setup, State(setup.about))

    # --- the fold ------------------------------------------------------------------------------------------

    def after(self, entry: Entry) -> Tournament:
        """The event after one more entry of its log.

        Raises:
            Conflict: the entry contradicts the log. ValueError: it is no entry of an event, or not the next one.
        """
        if entry.kind != acts.KIND or entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of kind {entry.kind} after {self.seq}")
        act: acts.AnyAct = acts.DECODER.decode(entry.body)
        return replace(_DOES[type(act)](self, act, entry.ts), seq=entry.seq)

    @property
    def issues(self) -> Issues:
        """The issues of the cup.

        Raises:
            Conflict: the club plays none here.
        """
        if self.cup is None:
            raise Conflict("no_cup_here")
        return self.cup

    def sits(self, account: str, table: int) -> bool:
        """Whether an account plays at a table in the round that runs."""
        session = self.state.session
        if session is None or session.begun == session.ended:
            return False
        found = (one for one in session.turn(session.begun).tables if one.table == table)
        return any(account in self.accounts_of(who) for one in found for who in session.entrants(one).values())

    def edits(self, account: str) -> bool:
        """Whether an account composes the issues of this cup, and sees their boards before all others (PT-M.3)."""
        return self.cup is not None and self.has(account, "conditions")

    @property
    def of_teams(self) -> bool:
        """Whether matches of teams are played, in two rooms each."""
        return self.setup.about.scoring in {"team_imps", "board_a_match"}

    @property
    def of_parties(self) -> bool:
        """Whether each table plays a pulka, a rubber or a party of its own (PT-II.1, PT-III.1)."""
        return self.setup.about.regulations.tournament_type in {"olympic", "compensation"}

    def line(self, entry: Entry) -> director.Entry | None:
        """The next entry of the event's log as a line of a director's; None: it says nothing there.

        Raises:
            Refused: see `signed`.
        """
        act = acts.DECODER.decode(entry.body)
        if isinstance(act, acts.Done):
            return self.signed(act, entry.ts)
        return self.by_club(act, entry.ts) if isinstance(act, acts.ByClub) else None

    def by_club(self, act: acts.ByClub, ts: int) -> director.Entry:
        """The club's own entry: a line is signed by its table, the end of a round by the arbiter."""
        who = f"table {act.entry.table}" if isinstance(act.entry, Row) else self.setup.arbiter
        return director.Entry(max(ts // _SECOND, self.state.clock), who, act.entry, act.why)

    def signed(self, act: acts.Done, ts: int) -> director.Entry:
        """An account's act as a line of a director's log.

        ts: milliseconds since 1970; a clock that goes back stands still.

        Raises:
            Conflict: the event does not know the account.
        """
        return director.Entry(max(ts // _SECOND, self.state.clock), self.name(act.by), act.entry, act.why)

    # --- accounts and names --------------------------------------------------------------------------------

    def name(self, account: str) -> str:
        """The name of an account in this event.

        Raises:
            Conflict: it is not known here.
        """
        found = self.names.get(account)
        if found is None:
            raise Conflict("not_known")
        return found

    @property
    def taken(self) -> frozenset[str]:
        """All names in use in this event, with an account or without."""
        state, about = self.state, self.setup.about
        found = {
            *self.names.values(),
            *state.assistants,
            *state.committee,
            *about.society,
            self.setup.arbiter,
        }
        for entrant in state.entrants.values():
            found |= {entrant.name, *entrant.members}
        return frozenset(found | {name for _, name, _ in state.substitutes})

    def officiates(self, account: str) -> bool:
        """Whether an account is the arbiter of this event, or an assistant with any power (PT-I.13.1, PT-I.13.2.4)."""
        name = self.names.get(account, "")
        return name != "" and (name == self.setup.arbiter or name in self.state.assistants)

    def accounts_of(self, entrant: int) -> frozenset[str]:
        """The accounts that play for an entrant: its own, its members', and its substitutes'."""
        return frozenset(self.known[name] for name in people(self.state, entrant) if name in self.known)

    @cached_property
    def known(self) -> Mapping[str, str]:
        """The account of each name that has one."""
        return {name: account for account, name in self.names.items()}

    @cached_property
    def memo(self) -> dict[str, object]:
        """The results worked out from this state, by name; they go with the state."""
        return {}

    @cached_property
    def playing(self) -> Mapping[str, tuple[int, ...]]:
        """The entrants for whom each account plays; a substitute may play for several."""
        found: dict[str, tuple[int, ...]] = {}
        for entrant in self.state.entrants:
            for account in self.accounts_of(entrant):
                found[account] = (*found.get(account, ()), entrant)
        return found

    def entrant(self, account: str) -> int | None:
        """The first entrant for whom an account plays."""
        return next(iter(self.playing.get(account, ())), None)

    @cached_property
    def hushed(self) -> frozenset[str]:
        """The accounts that write no words anywhere, since they know boards that others of the event are still to play (PT-I.12.2.4)."""
        session = self.state.session
        runs = (
            session is not None and session.begun > 0 and session.ended_at is None and self.state.published_at is None
        )
        if not runs or not self.commitments:
            return frozenset()
        gone = {name for one in self.state.entrants.values() for name in (one.name, *one.members)}
        gone |= {name for _, name, _ in self.state.substitutes}  # a substitute knows boards, too
        knows = {self.known[name] for name in gone if name in self.known}
        return frozenset(self.playing) | knows

    def unplayed_by(self, account: str) -> frozenset[int]:
        """The boards of a running session online that an account has still to play, or may have to.

        Rulings and appeals on them are hidden from it (PT-I.12.2.4).
        """
        session, mine = self.state.session, self.playing.get(account, ())
        if not self.online or session is None or session.ended_at is not None or not mine:
            return frozenset()
        number = len(self.state.sessions)
        played = {
            at.board
            for at, row in self.state.rows.items()
            if at.session == number and not self.of_teams and not {*mine}.isdisjoint(row.seats.values())
        }  # of a team the other room may have played it
        return boards_of((session.movement,)) - played

    def takes_part(self, account: str) -> bool:
        """Whether an account plays for an entrant here, now or later."""
        return account in self.playing

    def has(self, account: str, power_: Power) -> bool:
        """Whether an account is the arbiter, or an assistant with this power (PT-I.13.2.4)."""
        name = self.names.get(account, "")
        return name == self.setup.arbiter or power_ in powers(self.state, name)

    # --- the clock -----------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """The end of the running round by the clock, in milliseconds since 1970 (PT-I.4).

        None: no round runs, it has no time, or its clock stands still.

        While a table online waits for the director, the latest possible arrival is assumed: the round does not end
        sooner.
        """
        session = self.state.session
        if session is None or session.begun == session.ended or session.begun_at is None:
            return None
        if session.paused_at is not None:
            return None
        long = minutes(self.setup.about, session.movement)
        return (session.begun_at + 60 * long) * _SECOND + _stood(self, session) if long else None

    @property
    def absent_from(self) -> int | None:
        """From when on the boards of absent players are not played in the running round, in milliseconds since 1970 (PT-I.11.2.B.1). None: the others wait, or the clock stands still."""
        due, session = absent_from(self.state), self.state.session
        return None if due is None or session is None else due * _SECOND + _stood(self, session)


# --- the effects of entries --------------------------------------------------------------------------------


def _known(at: Tournament, act: acts.Known, _: int) -> Tournament:
    return replace(at, names={**at.names, act.account: act.name})


def _done(at: Tournament, act: acts.Done, ts: int) -> Tournament:
    return replace(at, state=director.after(at.state, at.signed(act, ts)))


def _by_club(at: Tournament, act: acts.ByClub, ts: int) -> Tournament:
    return replace(at, state=director.after(at.state, at.by_club(act, ts)))


def _committed(at: Tournament, act: acts.Committed, _: int) -> Tournament:
    return replace(at, online=True, commitments=act.boards, stand_ins=act.stand_ins)


def _shared(at: Tournament, act: acts.Shared, _: int) -> Tournament:
    return replace(at, nonces={**at.nonces, act.account: act.nonce})


def _asked(at: Tournament, act: acts.Asked, _: int) -> Tournament:
    return replace(at, asks={**at.asks, act.account: act.entrant})


def _called(at: Tournament, act: acts.Called, ts: int) -> Tournament:
    """A table calls the director; at an event online its clock stands from the first call on (PT-I.13.2.4)."""
    call = at.seq + 1
    since = at.stopped if at.stopped is not None or not at.online else ts
    calls = {**at.calls, call: Call(call, act.table, at.name(act.by), act.about, ts)}
    return replace(at, calls=calls, stopped=since)


def _came(at: Tournament, act: acts.Came, ts: int) -> Tournament:
    """The director has come to a table; the clock goes on when no other table waits."""
    came = replace(at, calls={call: one for call, one in at.calls.items() if call != act.call})
    return came if came.calls or at.stopped is None else replace(came, stopped=None, lost=_lost(at, ts))


def _lost(at: Tournament, ts: int) -> Mapping[tuple[int, int], int]:
    """The time for which each round's clock has stopped for calls; at most `PATIENCE` for a call."""
    session = at.state.session
    if session is None or at.stopped is None or session.begun == session.ended:
        return at.lost
    now = (len(at.state.sessions), session.begun)
    stood = ts - max(at.stopped, (session.begun_at or 0) * _SECOND)
    return {**at.lost, now: at.lost.get(now, 0) + max(0, min(stood, PATIENCE))}


def _cup_begun(at: Tournament, act: acts.CupBegun, _: int) -> Tournament:
    return replace(at, cup=Issues(act.level, act.engine, act.prizes, act.kind, act.by))


def _engine(at: Tournament, act: acts.Engine, _: int) -> Tournament:
    return replace(at, cup=at.issues.answered(act))


def _composed(at: Tournament, act: acts.Composed, _: int) -> Tournament:
    return replace(at, cup=at.issues.composing(act))


def _shut(at: Tournament, _: acts.Shut, ts: int) -> Tournament:
    return replace(at, cup=at.issues.ending(ts))


_DOES: Final[Mapping[type, Callable[..., Tournament]]] = {
    acts.Known: _known,
    acts.Done: _done,
    acts.ByClub: _by_club,
    acts.Committed: _committed,
    acts.Shared: _shared,
    acts.Asked: _asked,
    acts.Called: _called,
    acts.Came: _came,
    acts.CupBegun: _cup_begun,
    acts.Engine: _engine,
    acts.Composed: _composed,
    acts.Shut: _shut,
}


# --- questions about an event ------------------------------------------------------------------------------


def _stood(at: Tournament, session: Session) -> int:
    """For how long the clock of the running round has stood for calls of tables, in milliseconds."""
    now = (len(at.state.sessions), session.begun)
    return at.lost.get(now, 0) + (0 if at.stopped is None else PATIENCE)


def unplayed(at: Tournament, what: Seated) -> Seated:
    """A session with boards that no earlier one has: at tables of the club each is dealt once for the event."""
    before = at.state.sessions[:-1] if what.again else at.state.sessions
    gone = boards_of(one.movement for one in before)
    if not at.commitments or not gone & boards_of((what.movement,)):
        return what
    first = -(-max(gone) // _CYCLE) * _CYCLE + 1
    return replace(what, movement=movements.numbered_from(what.movement, first))


def next_due(at: Tournament) -> bool:
    """Whether the next round of parties can be seated now: the last table has ended, and the event has not (PT-II.4, PT-III.1)."""
    state, session = at.state, at.state.session
    if not at.of_parties or session is None or session.ended_at is None or state.published_at is not None:
        return False
    if next(director.missing(state), None) is not None:
        return False
    agreed = at.setup.about.regulations
    if agreed.tournament_type == "compensation":
        return len(state.sessions) < agreed.comp_rounds
    turn = session.turn(1)
    return len(turn.tables) > 1 or bool(turn.rest)


def next_entrant(at: Tournament) -> int:
    """The number of the next entrant: one more than the largest, or the first that is free once the largest is in use.

    Raises:
        Refused: there is none.
    """
    after = max(at.state.entrants, default=0) + 1
    found = after if after <= _MOST else next((n for n in range(1, _MOST + 1) if n not in at.state.entrants), 0)
    if not found:
        raise Refused("many_entrants", most=_MOST)
    return found


def boards_of(some: Iterable[movements.Movement]) -> frozenset[int]:
    """The boards that movements have."""
    return frozenset(board for one in some for turn in one.rounds for table in turn.tables for board in table.boards)


def lines(setup: Setup, entries: Iterable[Entry]) -> Iterator[director.Entry]:
    """The log of an event as the director's own, line for line as `kozyr tournament` keeps it in a folder.

    Raises:
        Refused, ValueError: see `Tournament.after`.
    """
    now = Tournament.open(setup)
    for entry in entries:
        line = now.line(entry)
        now = now.after(entry)
        if line is not None:
            yield line
