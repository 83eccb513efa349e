"""The state of an event, which `fold` makes from its log; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from kozyr.cards import Seat
from kozyr.games import Conventions
from kozyr.games.refusal import Refusal, Refused, spot
from kozyr.tournaments.director import entries
from kozyr.tournaments.director.results import Makes
from kozyr.tournaments.movements import Movement, Round, Table
from kozyr.tournaments.part import BoardAt, BoardPart, Reading, event_part


class Conflict(Refused):
    """An entry that contradicts the log, so that it cannot be followed."""


class At(msgspec.Struct, frozen=True, order=True):
    """The place of a line: the session and its round, both from 1, the table, the board, the room of a team match."""

    session: int
    round: int
    table: int
    board: int
    room: str = ""

    def __str__(self) -> str:
        return spot(self)


class Written(msgspec.Struct, frozen=True):
    """The present form of a line."""

    at: At
    reading: Reading
    seats: Mapping[str, int]
    """The entrant at each seat."""
    entry: int
    """Its number in the log."""
    confirmed: bool = False
    warning: Refusal | None = None
    """The reason why the line is unlikely."""


class Party(msgspec.Struct, frozen=True):
    """A table's pulka, rubber or party: each entrant's points, its number of deals, and that of positive ones."""

    at: At
    won: Mapping[int, Fraction]
    deals: int
    positive: Mapping[int, int]
    entry: int
    """Its number in the log."""


class Session(msgspec.Struct, frozen=True):
    """A session: the entrants by the movement's numbers, and its progress."""

    order: tuple[int, ...]
    movement: Movement
    begun: int = 0
    ended: int = 0
    ended_at: int | None = None
    """The end of the session by the log's clock. None: it runs."""
    begun_at: int | None = None
    """When the last round began, later by the time for which its clock was stopped."""
    paused_at: int | None = None
    """The time since which the clock is stopped; None: it runs."""
    stage: int = 1
    """The stage of the event, from 1."""
    rested_at: int | None = None
    """When the last finished round ended."""
    cards: Mapping[int, entries.SystemCard] = {}
    """The system cards that were filed for it (B-AUC-13)."""

    def entrants(self, table: Table) -> dict[str, int]:
        """The entrants at a table by seat, with their own numbers."""
        return {seat: self.order[number - 1] for seat, number in table.seats.items()}

    def turn(self, round_: int) -> Round:
        """A round, from 1."""
        return self.movement.rounds[round_ - 1]


class ProceduralPenalty(msgspec.Struct, frozen=True):
    """A penalty that stands."""

    entry: int
    """Its number in the log."""
    entrant: int
    percent: int
    """The part of a board's max that it takes."""
    offence: str
    stage: int = 1
    """The stage of the event in which it counts."""


class Proposed(msgspec.Struct, frozen=True):
    """A disqualification that waits for the approval of a committee member."""

    entry: int
    """Its number in the log."""
    entrant: int
    by: str
    """The name of its proposer."""


class Assistant(msgspec.Struct, frozen=True):
    """An assistant, and the assistant's delegated powers in their alphabet (PT-I.13.2.4)."""

    name: str
    powers: tuple[entries.Power, ...]


class TableWarned(msgspec.Struct, frozen=True):
    """A table was warned in a round of a session."""

    session: int
    round: int
    table: int
    offence: str


class Notice(msgspec.Struct, frozen=True):
    """A notice of an appeal."""

    entry: int
    """Its number in the log."""
    ruling: int
    """The entry of the ruling."""
    entrant: int
    filed: int | None = None
    """The entry of the appeal. None: it is not filed yet."""


class Appeal(msgspec.Struct, frozen=True):
    """An appeal that was filed."""

    entry: int
    """Its number in the log."""
    ruling: int
    """The entry of the ruling."""
    entrant: int
    facts: str
    request: str
    committee: bool | None = None
    """The committee's decision. None: there is none yet."""
    society: bool | None = None
    """The decision of the society's committee. None: there is none yet."""


class State(msgspec.Struct, frozen=True):
    """All that is known of an event."""

    event: entries.Event
    marks: Mapping[int, Seat] = {}
    """The seat with the word dealer, of boards whose file has another than the number gives."""
    vulnerable: Mapping[int, str] = {}
    """The vulnerable sides of boards whose file has them."""
    makes: Mapping[int, Makes] = {}
    """The makeable contracts of a board's cards, all seen."""
    on: int = 0
    """The number of the last entry."""
    clock: int = 0
    entrants: Mapping[int, entries.Entered] = {}
    queue: tuple[int, ...] = ()
    """The entrants who have not withdrawn, in the order in which they get places."""
    here: frozenset[int] = frozenset()
    """The entrants who have checked in."""
    assistants: Mapping[str, Assistant] = {}
    conditions: tuple[str, ...] = ()
    sessions: tuple[Session, ...] = ()
    lineups: tuple[entries.LinedUp, ...] = ()
    rows: Mapping[At, Written] = {}
    parties: Mapping[At, Party] = {}
    late: frozenset[At] = frozenset()
    extra: frozenset[At] = frozenset()
    """Boards outside its round that a table may write: wrong ones that count, and late ones."""
    decisions: Mapping[tuple[int, int], tuple[entries.Decision, ...]] = {}
    """The decisions on each board of a session, in their order."""
    rulings: Mapping[int, entries.Ruled] = {}
    penalties: Mapping[int, ProceduralPenalty] = {}
    warnings: tuple[TableWarned, ...] = ()
    suspended: frozenset[tuple[int, int]] = frozenset()
    disqualified: frozenset[int] = frozenset()
    proposed: Mapping[int, Proposed] = {}
    slow: frozenset[At] = frozenset()
    substitutes: tuple[tuple[int, str, str], ...] = ()
    committee: tuple[str, ...] = ()
    cards: Mapping[int, entries.SystemCard] = {}
    notices: Mapping[int, Notice] = {}
    appeals: Mapping[int, Appeal] = {}
    issues: Mapping[tuple[int, int], tuple[Fraction, ...]] = {}
    """The whists of a cup, by issue and entrant."""
    issue_lines: Mapping[tuple[int, int], tuple[str, ...]] = {}
    """Contract and result of each deal of a cup, by issue and entrant; empty: it is unfinished."""
    finalists: tuple[int, ...] | None = None
    """The finalists of the cup, once the qualifying is over."""
    published_at: int | None = None
    seed: str = ""
    closed: bool = False
    incidents: tuple[str, ...] = ()

    @property
    def conventions(self) -> Conventions:
        """The conventions of the event."""
        held = self.event
        return _conventions(msgspec.json.encode((held.game, held.preset, held.changes, held.edition, held.agreed)))

    def seated(self) -> Session:
        """The last session.

        Raises:
            Conflict: nobody is seated.
        """
        if self.session is None:
            raise Conflict("nobody_seated")
        return self.session

    @property
    def session(self) -> Session | None:
        """The last session that was seated."""
        return self.sessions[-1] if self.sessions else None

    def name(self, entrant: int) -> str:
        """An entrant's name, or the number of an unknown entrant."""
        found = self.entrants.get(entrant)
        return str(entrant) if found is None else found.name

    def marked(self, board: int, players: int) -> Seat:
        """The seat of a board with the word dealer: the file's, else by its number.

        Raises:
            Refused: boards of the game are not scored.
        """
        return self.marks.get(board) or self.boards.mark(board, players)

    @property
    def boards(self) -> BoardPart:
        """The part of the game whose boards are compared.

        Raises:
            Refused: they are not scored.
        """
        found = event_part(self.event.game).boards
        if found is None:
            raise Refused("boards_unscored", game=self.event.game)
        return found

    def board_at(self, number: int, seats: Iterable[str], room: str = "") -> BoardAt:
        """A board at a table with these seats.

        Raises:
            Refused: boards of the game are not scored.
        """
        some = tuple(seats)
        by_file = self.event.regulations.bridge_boards == "file"
        told = self.vulnerable.get(number, "") if by_file else ""
        return BoardAt(self, number, self.marked(number, len("".join(some))), some, room, told)

    def rows_of(self, session: int, board: int) -> Iterator[Written]:
        """The lines of a board's protocol."""
        return (one for at, one in self.rows.items() if (at.session, at.board) == (session, board))


def powers(state: State, name: str) -> tuple[entries.Power, ...]:
    """The powers that are delegated to a person."""
    found = state.assistants.get(name)
    return () if found is None else found.powers


def places(state: State, entrant: int) -> dict[str, str]:
    """The present player for each player of an entrant, by the name that entered: the same person, or the substitute.

    A substitute for a pair or a team as a whole is under the own name.
    """
    found = state.entrants.get(entrant)
    if found is None:
        return {}
    own = found.members or (found.name,)
    held = dict(zip(own, own, strict=True))
    for who, name, gone in state.substitutes:
        if who == entrant:
            held[gone if gone in own else name] = name
    return held


def people(state: State, entrant: int) -> frozenset[str]:
    """The names of all who play for an entrant: its own, members, and substitutes in their places."""
    found = state.entrants.get(entrant)
    if found is None:
        return frozenset()
    gone = {name for who, _, name in state.substitutes if who == entrant}
    some = {found.name} - gone if found.members else set()
    return frozenset(some | set(places(state, entrant).values()))


def members(state: State, entrant: int) -> tuple[str, ...]:
    """The present members of a pair or a team in their order; a substitute has the replaced member's place, otherwise the last.

    A single player has none, or the substitute.
    """
    found = state.entrants.get(entrant)
    now = tuple(places(state, entrant).values())
    return () if found is None or (not found.members and now == (found.name,)) else now


def captains(state: State, entrant: int) -> frozenset[str]:
    """The speakers of a team: its captain, the first member, and the captain's substitute."""
    found = state.entrants.get(entrant)
    return frozenset() if found is None else frozenset({*found.members[:1], *members(state, entrant)[:1]})


@lru_cache(maxsize=16)
def _conventions(told: bytes) -> Conventions:
    game, preset, changes, edition, agreed = msgspec.json.decode(told)
    return entries.Event(
        name="-", game=game, preset=preset, changes=changes, edition=edition, agreed=agreed
    ).conventions


def minutes(event: entries.Event, movement: Movement) -> int:
    """The length of a round: minutes for each board of a table; 0 of parties (PT-I.4)."""
    boards = max(len(table.boards) for turn in movement.rounds for table in turn.tables)
    return boards * event_part(event.game).minutes(event.regulations)


def missing(state: State) -> Iterator[At]:
    """The lines that the rounds which have ended still lack."""
    for nth, session in enumerate(state.sessions, 1):
        for round_ in range(1, session.ended + 1):
            for table in session.turn(round_).tables:
                for board in table.boards or (0,):
                    yield from lacks_of(state, nth, round_, table, board)


def lacks(state: State, session: int, round_: int, table: Table, board: int) -> bool:
    """Whether a table has no line of a board, or one room of a match has none, and no ruling instead."""
    return next(lacks_of(state, session, round_, table, board), None) is not None


def lacks_of(state: State, nth: int, round_: int, table: Table, board: int) -> Iterator[At]:
    """The lines of a board that a table lacks: its own, or those of the rooms of a match."""
    for room in ("open", "closed") if "A" in table.seats else ("",):
        at = At(nth, round_, table.table, board, room)
        decided = at in state.rows or at in state.parties or _decided(state, at, state.sessions[nth - 1], table)
        if not decided:
            yield at


def scored(state: State, session: int, board: int, decision: entries.Decision) -> State:
    """The state with one more decision on a board."""
    mine = (*state.decisions.get((session, board), ()), decision)
    return msgspec.structs.replace(state, decisions={**state.decisions, (session, board): mine})


def _decided(state: State, at: At, session: Session, table: Table) -> bool:
    """Whether rulings give all at the table a score on the board, in that room of a match."""
    one_room = not at.room or state.event.regulations.bridge_counted == "first"
    scored = {
        who
        for one in state.decisions.get((at.session, at.board), ())
        for who in (
            *one.artificial,
            *one.dropped,
            *((*one.assigned, *one.weighted) if one_room or one.where == at.room else ()),
        )
    }
    return set(session.entrants(table).values()) <= scored
