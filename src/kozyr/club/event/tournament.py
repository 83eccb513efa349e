"""An event: a pure fold over its log. No input, no output, no clock, no chance.

The director's fold (`tournaments.director`) says what may be entered and what follows from it. The club adds who is who: an
account bears one name in an event, an entry is signed with it, and a table's lines come from those who sit there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from kozyr.club.event import issues, teams
from kozyr.club.event.acts import (
    DECODER,
    KIND,
    AnyAct,
    Asked,
    ByClub,
    Called,
    Came,
    Committed,
    Composed,
    CupBegun,
    Done,
    Engine,
    Known,
    Shared,
)
from kozyr.club.event.issues import Issues
from kozyr.store import Entry
from kozyr.tournaments import director, movements
from kozyr.tournaments.director import Refused
from kozyr.tournaments.director.entries import (
    AnyWhat,
    Confirmed,
    Corrected,
    Disqualified,
    Entered,
    Joined,
    LinedUp,
    Power,
    RoundBegun,
    Row,
    Ruled,
    Seated,
    Substitute,
    power,
)
from kozyr.tournaments.director.following import table_at
from kozyr.tournaments.director.rulings import absent_from
from kozyr.tournaments.director.state import At, Session, State, members, minutes, people

_CYCLE: Final = 48  # boards after which dealers of three and of four, and vulnerability are the same again
PATIENCE: Final = 600_000  # milliseconds that a call stops the clock of a round online, though nobody comes
_MOST: Final = 10_000  # entrants
_SECOND: Final = 1000  # milliseconds: the store's unit; the director's log has seconds


class Setup(msgspec.Struct, frozen=True):
    """An event as it was announced. created: milliseconds since 1970."""

    id: str
    about: director.Event
    created: int


class Call(NamedTuple):
    """A table that waits for the director. at: since when, in milliseconds since 1970."""

    table: int
    name: str
    about: str
    at: int


class Tournament(msgspec.Struct, frozen=True, dict=True):
    """All that is known of an event. seq: the number of the last entry. names: by account, each once.

    online: the club sets up the tables. commitments: to the boards that it deals, by number; none: each table deals its own party. nonces: by account. calls: of
    tables that nobody has come to yet, by the number of the entry. stopped: since when some table waits at an event online, so that its clock stands; lost: for how long it has
    stood so, by session and round; both in milliseconds. asks: who wants to be of which pair or team, by account. cup: its issues, if it is one
    that the club plays. stand_ins: a bot plays for somebody who is not there.
    """

    setup: Setup
    state: State
    seq: int = 0
    names: Mapping[str, str] = {}
    online: bool = False
    commitments: Mapping[int, str] = {}
    nonces: Mapping[str, str] = {}
    calls: Mapping[int, Call] = {}
    stopped: int | None = None
    lost: Mapping[tuple[int, int], int] = {}
    asks: Mapping[str, int] = {}
    cup: Issues | None = None
    stand_ins: bool = True

    @classmethod
    def open(cls, setup: Setup) -> Tournament:
        """The event before the first entry of its log."""
        return cls(setup, State(setup.about))

    # --- the fold ------------------------------------------------------------------------------------------

    def after(self, entry: Entry) -> Tournament:
        """The event after one more entry of its log.

        Raises:
            Refused: it cannot be. ValueError: it is no entry of an event, or not the next one.
        """
        if entry.kind != KIND or entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of kind {entry.kind} after {self.seq}")
        return self._done(DECODER.decode(entry.body), entry.ts)

    def _done(self, act: AnyAct, ts: int) -> Tournament:
        if isinstance(act, Known):
            if act.account in self.names:
                raise Refused(f"{act.name} is known as {self.names[act.account]} already")
            if self.seq and act.name in self.taken:
                raise Refused(f"{act.name} is the name of somebody else here")
            return replace(self, seq=self.seq + 1, names={**self.names, act.account: act.name})
        if isinstance(act, Committed | Shared):
            return self._sealed(act)
        if isinstance(act, Asked):
            return self._asking(act)
        if isinstance(act, Called | Came):
            return self._calling(act, ts)
        if isinstance(act, CupBegun | Engine | Composed):
            return self._of_cup(act, ts)
        if isinstance(act, ByClub):
            if self.cup is not None:
                issues.own(act.entry, self.state, self.cup, ts)
            elif not self.online:
                raise Refused("the club plays no tables of this event")
            elif isinstance(act.entry, LinedUp):
                teams.check(self.state, act.entry)
            elif isinstance(act.entry, Seated):
                self._seatable(act.entry)
            elif isinstance(act.entry, Ruled):
                self._own_ruling(act.entry, ts)
            elif isinstance(act.entry, RoundBegun) and not self._rested(ts):
                raise Refused("the break between two rounds is not over (PT-I.4)")
            return replace(self, seq=self.seq + 1, state=director.decide(self.state, self.by_club(act, ts)))
        self._permit(act.by, act.entry)
        if self.cup is not None:
            issues.permit(act.entry, self.name(act.by), self.state, self.cup, ts)
        if self.online and isinstance(act.entry, Seated):
            self._seatable(act.entry)
        if self.online and isinstance(act.entry, LinedUp):
            teams.check(self.state, act.entry)
        if self.online and isinstance(act.entry, Substitute):
            self._stranger(act.entry)
        return replace(self, seq=self.seq + 1, state=director.decide(self.state, self.signed(act, ts)))

    def _rested(self, ts: int) -> bool:
        """Whether the next round begins by itself at this moment."""
        begins = director.begins(self.state)
        return begins is not None and ts >= begins * _SECOND

    def _own_ruling(self, what: Ruled, ts: int) -> None:
        """Refuse what the club does not rule by itself: only its tables tell what was ruled there, and absence counts from its minute on."""
        due = self.absent_from
        if what.at_table is None and (not what.absent or due is None or ts < due):
            raise Refused("the club enters the rulings of its tables, and who has not come in time (PT-I.11.2.B.1)")

    def _sealed(self, act: Committed | Shared) -> Tournament:
        """What the boards come from: the club's part before anybody enters, the entrants' until they are seated."""
        if isinstance(act, Committed):
            if self.online or self.state.entrants:
                raise Refused("the club binds itself once, before anybody enters")
            if bool(act.boards) is self.of_parties:
                raise Refused("a party has no boards, and boards no party")
            return replace(self, seq=self.seq + 1, online=True, commitments=act.boards, stand_ins=act.stand_ins)
        if self.of_parties:
            raise Refused("each table cuts its own cards, deal by deal (P-3.2.5)")
        if not self.online or self.state.sessions:
            raise Refused("the cards are fixed when everybody is seated")
        if not self._is_in(self.names.get(act.account, "")):
            raise Refused("who takes part gives a nonce")
        if act.account in self.nonces:
            raise Refused(f"{self.names[act.account]} has given his nonce")
        return replace(self, seq=self.seq + 1, nonces={**self.nonces, act.account: act.nonce})

    def _asking(self, act: Asked) -> Tournament:
        """Who has not entered asks one pair or team that has room; whom he asks later he asks instead."""
        found = self.state.entrants.get(act.entrant)
        if found is None or self.state.sessions:
            raise Refused(f"there is no entrant {act.entrant}" if found is None else "everybody is seated")
        if len(found.members or (found.name,)) >= self.setup.about.together:
            raise Refused(f"{found.name} has no room for one more (B-TEAM-3)")
        if act.account in self.playing:
            raise Refused(f"{self.name(act.account)} has entered already")
        return replace(self, seq=self.seq + 1, asks={**self.asks, act.account: act.entrant})

    def asking(self, entrant: int) -> tuple[str, ...]:
        """The names of those who want to be of an entrant, and have not entered meanwhile."""
        if self.state.sessions:
            return ()
        asks = self.asks.items()
        return tuple(self.names[one] for one, wanted in asks if wanted == entrant and one not in self.playing)

    def _calling(self, act: Called | Came, ts: int) -> Tournament:
        """A table calls, or somebody has come to it; a table calls once until then (PT-I.13.2.4)."""
        if isinstance(act, Came):
            if not self.officiates(act.by):
                raise Refused("who comes to a table is the arbiter or an assistant (PT-I.13.2.4)")
            if act.call not in self.calls:
                raise Refused("nobody waits for that any more")
            left = {seq: one for seq, one in self.calls.items() if seq != act.call}
            came = replace(self, seq=self.seq + 1, calls=left)
            return came if left or self.stopped is None else replace(came, stopped=None, lost=self._lost(ts))
        if not self.sits(act.by, act.table):
            raise Refused(f"table {act.table}: who calls sits there in the round that is played")
        if any(one.table == act.table for one in self.calls.values()):
            raise Refused(f"table {act.table} has called, and waits")
        call = Call(act.table, self.name(act.by), act.about, ts)
        since = self.stopped if self.stopped is not None or not self.online else ts
        return replace(self, seq=self.seq + 1, calls={**self.calls, self.seq + 1: call}, stopped=since)

    def _lost(self, ts: int) -> Mapping[tuple[int, int], int]:
        """For how long the clock of each round has stood since tables wait; of a call no longer than `PATIENCE`."""
        session = self.state.session
        if session is None or self.stopped is None or session.begun == session.ended:
            return self.lost
        now = (len(self.state.sessions), session.begun)
        stood = ts - max(self.stopped, (session.begun_at or 0) * _SECOND)
        return {**self.lost, now: self.lost.get(now, 0) + max(0, min(stood, PATIENCE))}

    def sits(self, account: str, table: int) -> bool:
        """Whether an account plays at a table in the round that runs."""
        session = self.state.session
        if session is None or session.begun == session.ended:
            return False
        found = (one for one in session.turn(session.begun).tables if one.table == table)
        return any(account in self.accounts_of(who) for one in found for who in session.entrants(one).values())

    def _of_cup(self, act: CupBegun | Engine | Composed, ts: int) -> Tournament:
        """A cup that the club plays, and what an editor has composed for it."""
        if isinstance(act, CupBegun):
            if self.cup is not None or self.online:
                raise Refused("the club has said already how it plays this event")
            return replace(self, seq=self.seq + 1, cup=Issues.begun(act, self.state))
        if self.cup is None:
            raise Refused("the club plays no cup here")
        if isinstance(act, Engine):
            return replace(self, seq=self.seq + 1, cup=self.cup.answered(act))
        if not self.edits(act.by):
            raise Refused(
                "an issue is composed by the arbiter, or by an assistant with the power to set conditions (PT-M.3)"
            )
        return replace(self, seq=self.seq + 1, cup=self.cup.after(act, ts, self.state))

    def edits(self, account: str) -> bool:
        """Whether an account composes the issues of this cup, and sees their boards before all others (PT-M.3)."""
        return self.cup is not None and self._has(account, "conditions")

    @property
    def _arbiter(self) -> str:
        return self.setup.about.regulations.duties.arbiter

    def _seatable(self, what: Seated) -> None:
        """Refuse a session that the club cannot play: it is bound to so many boards, each dealt once, and lines of an earlier session still come."""
        before = self.state.sessions[:-1] if what.again else self.state.sessions
        if lacking := next(director.missing(self.state), None):
            raise Refused(f"{lacking}: the line of round {lacking.round} is not there yet, and nobody has ruled on it")
        gone = boards_of(one.movement for one in before)
        in_pairs = any(len(seat) > 1 for turn in what.movement.rounds for one in turn.tables for seat in one.seats)
        for who in what.order:
            if in_pairs and who in self.state.entrants and len(members(self.state, who)) != len("NS"):
                raise Refused(f"{self.state.name(who)}: a pair is two; its partner joins, or it withdraws (B-PAIR-1)")
            if not self.stand_ins and who in self.state.entrants:
                alone = next(
                    (one for one in members(self.state, who) or (self.state.name(who),) if one not in self.known), None
                )
                if alone is not None:
                    raise Refused(f"{alone} has no account here, and no bot plays for anybody at this event")
            if self.of_teams and who in self.state.entrants and not self.state.entrants[who].members:
                raise Refused(f"{self.state.name(who)}: a team is four to six, and nobody is named (B-TEAM-3)")
        for turn in what.movement.rounds:
            for table in turn.tables:
                unbound = [board for board in table.boards if board not in self.commitments]
                if unbound or bool(table.boards) is self.of_parties:
                    raise Refused(f"table {table.table}: the club is bound to no board {unbound[0] if unbound else ''}")
                if again := sorted(gone.intersection(table.boards)):
                    raise Refused(f"table {table.table}: board {again[0]} was played in an earlier session")

    def _stranger(self, what: Substitute) -> None:
        """Refuse a substitute who knows boards of the session that runs: an official who was told its lines, or who has played for another."""
        session = self.state.session
        if self.of_parties or session is None or session.ended_at is not None:
            return
        account = self.known.get(what.name, "")
        if self.officiates(account) and not self.takes_part(account):
            raise Refused(f"{what.name} officiates, and knows what was played in this session (PT-I.12.2.4)")
        other = next(
            (who for who, name, _ in self.state.substitutes if name == what.name and who != what.entrant), None
        )
        if other is not None:
            raise Refused(f"{what.name} plays for {self.state.name(other)}, and knows those boards (PT-I.12.2.4)")

    def unplayed(self, what: Seated) -> Seated:
        """A session with boards that no earlier one has: at tables of the club each is dealt once for the event."""
        before = self.state.sessions[:-1] if what.again else self.state.sessions
        gone = boards_of(one.movement for one in before)
        if not self.commitments or not gone & boards_of((what.movement,)):
            return what
        first = -(-max(gone) // _CYCLE) * _CYCLE + 1
        return replace(what, movement=movements.numbered_from(what.movement, first))

    @property
    def of_teams(self) -> bool:
        """Matches of teams are played, in two rooms each."""
        return self.setup.about.scoring in {"team_imps", "board_a_match"}

    @property
    def of_parties(self) -> bool:
        """Each table plays a pulka, a rubber or a party of its own (PT-II.1, PT-III.1)."""
        return self.setup.about.regulations.tournament_type in {"olympic", "compensation"}

    @property
    def next_due(self) -> bool:
        """Whether the next round of parties can be seated now: the last table has ended, and the event has not (PT-II.4, PT-III.1)."""
        state, session = self.state, self.state.session
        if not self.of_parties or session is None or session.ended_at is None or state.published_at is not None:
            return False
        if next(director.missing(state), None) is not None:
            return False
        agreed = self.setup.about.regulations
        if agreed.tournament_type == "compensation":
            return len(state.sessions) < agreed.comp_rounds
        turn = session.turn(1)
        return len(turn.tables) > 1 or bool(turn.rest)

    def line(self, entry: Entry) -> director.Entry | None:
        """The next entry of the event's log as a line of a director's; None: it says nothing there.

        Raises:
            Refused: see `signed`.
        """
        act = DECODER.decode(entry.body)
        if isinstance(act, Done):
            return self.signed(act, entry.ts)
        return self.by_club(act, entry.ts) if isinstance(act, ByClub) else None

    def by_club(self, act: ByClub, ts: int) -> director.Entry:
        """What the club has entered by itself: a line is signed by its table, the end of a round is the arbiter's own rule."""
        who = f"table {act.entry.table}" if isinstance(act.entry, Row) else self.setup.about.regulations.duties.arbiter
        return director.Entry(max(ts // _SECOND, self.state.clock), who, act.entry, act.why)

    def signed(self, act: Done, ts: int) -> director.Entry:
        """What somebody has done as a line of a director's log. ts: milliseconds since 1970; a clock that goes back stands still.

        Raises:
            Refused: he is not known to the event.
        """
        return director.Entry(max(ts // _SECOND, self.state.clock), self.name(act.by), act.entry, act.why)

    # --- who is who ----------------------------------------------------------------------------------------

    def name(self, account: str) -> str:
        """What an account is called in this event.

        Raises:
            Refused: it is not known here.
        """
        found = self.names.get(account)
        if found is None:
            raise Refused("nobody of this account takes part in the event")
        return found

    @property
    def taken(self) -> frozenset[str]:
        """All names that somebody has in this event, with an account or without."""
        state, about = self.state, self.setup.about
        found = {
            *self.names.values(),
            *state.assistants,
            *state.committee,
            *about.society,
            about.regulations.duties.arbiter,
        }
        for entrant in state.entrants.values():
            found |= {entrant.name, *entrant.members}
        return frozenset(found | {name for _, name, _ in state.substitutes})

    def officiates(self, account: str) -> bool:
        """Whether an account is the arbiter of this event, or an assistant of his with any power (PT-I.13.1, PT-I.13.2.4)."""
        name = self.names.get(account, "")
        return name != "" and (name == self.setup.about.regulations.duties.arbiter or name in self.state.assistants)

    def accounts_of(self, entrant: int) -> frozenset[str]:
        """The accounts that play for an entrant: himself, his members, whoever plays on for them."""
        return frozenset(self.known[name] for name in people(self.state, entrant) if name in self.known)

    @cached_property
    def known(self) -> Mapping[str, str]:
        """The account of each name that has one."""
        return {name: account for account, name in self.names.items()}

    @cached_property
    def memo(self) -> dict[str, object]:
        """What has been worked out of this state and is asked for again, by name; it goes with the state."""
        return {}

    @cached_property
    def playing(self) -> Mapping[str, tuple[int, ...]]:
        """For whom each account plays; a substitute may play for several."""
        found: dict[str, tuple[int, ...]] = {}
        for entrant in self.state.entrants:
            for account in self.accounts_of(entrant):
                found[account] = (*found.get(account, ()), entrant)
        return found

    def entrant(self, account: str) -> int | None:
        """For whom an account plays first of all."""
        return next(iter(self.playing.get(account, ())), None)

    @cached_property
    def hushed(self) -> frozenset[str]:
        """The accounts that write no words anywhere, since they know boards that others of the event are still to play (PT-I.12.2.4)."""
        session = self.state.session
        runs = (
            session is not None and session.begun > 0 and session.ended_at is None and self.state.published_at is None
        )
        gone = {name for one in self.state.entrants.values() for name in (one.name, *one.members)}
        gone |= {name for _, name, _ in self.state.substitutes}  # who has played for somebody knows boards, too
        knows = {self.known[name] for name in gone if name in self.known}
        return frozenset(self.playing) | knows if runs and self.commitments else frozenset()

    def unplayed_by(self, account: str) -> frozenset[int]:
        """The boards of a session online that runs which somebody who takes part has still to play, or may have to: nothing that was ruled or is appealed there is told him (PT-I.12.2.4)."""
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
        """Whether an account plays for anybody here, now or later."""
        return account in self.playing

    def _permit(self, account: str, what: AnyWhat) -> None:
        """Refuse lines of a table at which an account does not sit; all else the director's fold refuses by the name.

        Raises:
            Refused: it may not.
        """
        if isinstance(what, Disqualified) and what.approved_by in self.known:
            raise Refused(
                f"{what.approved_by} approves it by an entry of his own; leave it open who does (PT-I.13.2.4)"
            )
        if isinstance(what, Entered | Joined) and not self._has(account, "register"):
            self._enters(account, what)
        if isinstance(what, Corrected) and self.online and not self._has(account, "rectify"):
            raise Refused(
                "the tables of the club write their lines by themselves; an official corrects them (PT-I.13.2.4)"
            )
        if isinstance(what, Ruled) and what.at_table is not None:
            raise Refused("the tables of the club tell by themselves what was ruled there")
        if power(what) is not None or not isinstance(what, Row | Confirmed) or self.officiates(account):
            return
        if self.online:
            raise Refused("the tables of the club write their lines by themselves")
        session = self.state.session
        if session is None:
            raise Refused("nobody is seated yet")
        at = At(len(self.state.sessions), what.round or session.begun, what.table, what.board, what.room)
        seats = session.entrants(table_at(self.state, at))
        if not any(account in self.accounts_of(entrant) for entrant in seats.values()):
            raise Refused(f"{at}: {self.names.get(account, 'who asks')} does not sit there (PT-I.6)")

    def _has(self, account: str, power_: Power) -> bool:
        """Whether an account is the arbiter, or an assistant with this power (PT-I.13.2.4)."""
        name = self.names.get(account, "")
        return name == self._arbiter or power_ in self.state.assistants.get(name, frozenset())

    def _enters(self, account: str, what: Entered | Joined) -> None:
        """Refuse a player who enters more than himself: nobody comes into an entry of others without having asked, and no name is taken from anybody (B-TEAM-3)."""
        name = self.name(account)
        mine = people(self.state, what.entrant) if isinstance(what, Joined) else {what.name, *what.members}
        if name not in mine:  # for which the director's fold finds that he has not the power
            return
        if isinstance(what, Joined):
            self._take_in(what.name, asked=what.entrant)
            return
        if self._is_in(name):
            raise Refused(f"{name} has entered already")
        if what.entrant != self.next_entrant:
            raise Refused(f"entrant {what.entrant}: the next number is {self.next_entrant}")
        if what.rating:
            raise Refused(f"{name}: a rating is entered by the director (PT-I.13.2.4)")
        for other in {what.name, *what.members} - {name}:
            self._take_in(other, asked=None)

    def _is_in(self, name: str) -> bool:
        """Whether somebody of this name has entered, or plays on for who has. It is asked at entries of which each entrant makes one; `playing`, made anew for each, would take too long."""
        return any(name == one.name or name in one.members for one in self.state.entrants.values()) or any(
            name == other for _, other, _ in self.state.substitutes
        )

    def _take_in(self, name: str, *, asked: int | None) -> None:
        """Refuse a name that somebody has here, unless he has asked for this entrant; and one that shows other than it is."""
        if name != name.strip() or not name.isprintable():
            raise Refused(f"{name!r} is no name")
        account = self.known.get(name)
        if account is not None and asked is not None and self.asks.get(account) == asked:
            return
        if name in self.taken:
            raise Refused(f"{name} has not asked to be of this pair or team (B-TEAM-3)")

    @property
    def next_entrant(self) -> int:
        """The number of who enters next: the one after all others, or the first that is free.

        Raises:
            Refused: there is none.
        """
        after = max(self.state.entrants, default=0) + 1
        found = after if after <= _MOST else next((n for n in range(1, _MOST + 1) if n not in self.state.entrants), 0)
        if not found:
            raise Refused(f"{_MOST} have entered, and no more can")
        return found

    # --- the clock -----------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """When the running round ends by the clock, in milliseconds since 1970; None: none runs, it has no time, or its clock stands still (PT-I.4).

        While a table online waits for the director it is told as if he came at the last moment: sooner it does not end.
        """
        session = self.state.session
        if session is None or session.begun == session.ended or session.begun_at is None:
            return None
        if session.paused_at is not None:
            return None
        long = minutes(self.setup.about, session.movement)
        return (session.begun_at + 60 * long) * _SECOND + self._stood(session) if long else None

    def _stood(self, session: Session) -> int:
        """For how long the clock of the running round has stood since tables waited for the director, in milliseconds."""
        now = (len(self.state.sessions), session.begun)
        return self.lost.get(now, 0) + (0 if self.stopped is None else PATIENCE)

    @property
    def absent_from(self) -> int | None:
        """From when on boards of who has not come are not played in the running round, in milliseconds since 1970; None: the others wait, or the clock stands still (PT-I.11.2.B.1)."""
        due, session = absent_from(self.state), self.state.session
        return None if due is None or session is None else due * _SECOND + self._stood(session)


def boards_of(some: Iterable[movements.Movement]) -> frozenset[int]:
    """The boards that movements have."""
    return frozenset(board for one in some for turn in one.rounds for table in turn.tables for board in table.boards)


def lines(setup: Setup, entries: Iterable[Entry]) -> Iterator[director.Entry]:
    """The log of an event as the director's own, line for line what `kozyr tournament` keeps in a folder.

    Raises:
        Refused, ValueError: see `Tournament.after`.
    """
    now = Tournament.open(setup)
    for entry in entries:
        line = now.line(entry)
        now = now.after(entry)
        if line is not None:
            yield line
