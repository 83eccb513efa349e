"""The part of each game at events, `kozyr.tournaments.games.<game>`, found by its name.

A part is a module with an `EVENTS`. A game without one has no events. Only data and functions of plain data stand here,
so that the director's state can be built upon it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, Final, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.deals import Reveal, Share
from kozyr.games import AnyMatch, Conventions, Outcome, Record, game, games, part
from kozyr.games.record import Replay
from kozyr.games.refusal import Refusal, Refused
from kozyr.tournaments.boards import BoardRecord, Dealt, Interest, dealt
from kozyr.tournaments.movements import Movement
from kozyr.tournaments.regulations import Regulations

# How boards are compared: by whists within a line (PT-I.8), as the regulations of bridge say, or not at all.
Scoring: TypeAlias = Literal["whists", "matchpoints", "butler", "cross_imps", "team_imps", "board_a_match", "none"]


Some = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class HowSeated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The seating of a session."""

    by: Literal["lot", "rating", "hand"] = "lot"
    order: tuple[Some, ...] | None = None
    """The order, for a seating by hand."""
    seed: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The seed of the lot; drawn, if it is left out."""
    at: Literal[3, 4] | None = None
    """The number of players at a table."""
    rounds: Some | None = None
    copies: Some | None = None
    kind: Literal["howell", "three_quarter", "mitchell", "switched", "relay", "web", "individual", "swiss"] | None = (
        None
    )
    """The kind of a movement of pairs, or the next round of teams."""
    boards: Some | None = None
    """The boards of a round, at bridge."""
    rooms: Some | None = None
    """The number of rooms of `tournament.movement=rooms`, by default two."""
    set_by_hand: bool = False
    """The first round is for setting boards."""
    own_boards: bool = False
    """Each room has its own."""
    lines: bool = False
    """Each line of the last session has a room of its own (PT-I.5a)."""
    stage: bool = False
    """A new one of bridge."""
    again: bool = False
    """In place of a session of which no round has begun."""


class Reading(NamedTuple):
    """A result that can be."""

    text: str
    scores: Mapping[str, Fraction]
    """The scores of seats, `N` or `NS` as in the movement; they sum to nought over the players."""
    contract: str = ""
    declarer: Seat | None = None
    tricks: int | None = None
    outcome: Outcome | None = None
    """The facts, where the line tells all of them."""
    denomination: str = ""
    """The contract's denomination in the tables of makeable contracts."""


class Agreed(Protocol):
    """The source of an agreement: the state of an event."""

    @property
    def conventions(self) -> Conventions:
        """The conventions of the event."""


class BoardAt(NamedTuple):
    """A board at a table, as far as it decides the meaning of its line."""

    held: Agreed
    """The source of the board's conventions."""
    number: int
    mark: Seat
    """The seat with the word dealer."""
    seats: tuple[str, ...]
    """The seats of the movement."""
    room: str = ""
    """The room of a match of teams, `open` or `closed`."""
    vulnerability: str = ""
    """The vulnerable sides, where the board's file tells them."""


class Read(Protocol):
    """Reads a line of a board's protocol."""

    def __call__(self, text: str, at: BoardAt, *, judged: bool) -> Reading:
        """The reading. judged: a result that the rules of the game exclude is refused, too.

        Raises:
            Refused: it cannot be read, or cannot be.
        """


def plainly(reading: Reading) -> str:
    """Contract and tricks with a stroke between."""
    return reading.contract + ("" if reading.tricks is None else f"/{reading.tricks}")


class DealtPart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a game whose boards the program deals, keeps in files and weighs."""

    holders: Callable[[int, Seat], tuple[Seat, ...]]
    """The seats with cards, in the order of the pack's hands, from the number of players at a table and the marked seat."""
    said: Callable[[int, Seat], str]
    """Number and marked seat: the board as conventions name it."""
    agreed: Callable[[Sequence[str]], Mapping[str, object]]
    """Boards as conventions name them: the options by which a table plays just these."""
    files: Mapping[int, str]
    """The file of an event's folder by the number of players at a table of its boards."""
    pattern: str
    """The files of the folder with boards, as a glob; their ending tells `kozyr boards` the game."""
    marked_by_file: bool = False
    """Whether the file alone decides the seat of a board with the word dealer, and not its number."""
    parse: Callable[[bytes], tuple[int, tuple[Dealt, ...]]]
    """A file's players at a table and boards; ValueError: it has a fault, `LINE: why`."""
    write: Callable[[str, int, Sequence[Dealt]], bytes]
    """Event, players at a table and boards: the file. ValueError: an impossible board."""
    recorded: Callable[[Dealt], BoardRecord]
    """A board as a hand record has it, without its worth."""
    weighed: Callable[[Dealt, float | None], BoardRecord]
    """The board with its worth. ValueError: no board. TimeoutError: not done within these seconds."""
    interest: Callable[[BoardRecord], Interest]
    """The interest of a board with known worth; ValueError: the worth is unknown."""


class AlonePart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a game whose deals everybody plays alone at place 0, against bots: at a cup, on a day, in a challenge."""

    players: int
    """How many sit at the table, the bots among them."""
    preset: str
    """The conventions of a day's deal."""
    mark: Callable[[int], Seat]
    """Board's number: the seat that has the word dealer."""
    holders: Callable[[Seat], tuple[Seat, ...]]
    """The seats with cards, in the order of the pack's hands, from the marked seat."""
    said: Callable[[int, Seat], str]
    """Number and marked seat: the board as conventions name it."""
    agreed: Callable[[Sequence[str]], Mapping[str, object]]
    """Boards as conventions name them: the options by which a table plays just these."""
    won: Callable[[AnyMatch], tuple[Fraction, ...]]
    """The worth of each deal of a match of boards for place 0."""
    lines: Callable[[AnyMatch], tuple[str, ...]]
    """The line of each deal of a match of boards: contract and result."""
    by_percent: bool = False
    """Whether several deals are compared by the mean per cent, and not by the sum."""


class BoardPart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a game whose boards are played at several tables and compared."""

    mark: Callable[[int, int], Seat]
    """Board's number and players at a table: the seat that has the word dealer, unless a file says another."""
    read: Read
    line: Callable[[Outcome, BoardAt], str]
    """The line of a board that was played, as its table would write it; `read` reads it back."""
    misfit: Callable[[Record, Replay, BoardAt], str]
    """Why a record of one deal, played through, is not of this board; empty: it is."""
    movement: Callable[[Regulations, int, HowSeated], Movement]
    """The movement of a session for a number of entrants. ValueError: there is none."""
    seating: Callable[[Regulations], frozenset[str]]
    """The fields of `HowSeated` that a session of boards obeys, besides those that all events obey."""
    noted: Callable[[Reading], str] = plainly
    """Contract and result as sheets of results have them."""
    counted: Callable[[Iterable[tuple[Reading, Mapping[str, int]]]], Mapping[str, Mapping[int, Fraction]]] | None = None
    """The counts of `tournament.tie_breaks`, by tie-break and entrant, from lines with entrants by seat.

    More is better.
    """
    imps: Callable[[int], int] | None = None
    """A difference of scores in IMPs, where they are compared so."""
    dealt: DealtPart | None = None
    """None: its boards are dealt by hand, and only their lines are written."""


class EventPart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a game at events."""

    at: tuple[int, ...]
    """How many can sit at a table of a party, the fewest first (PT-0.8, D-DEAL-1)."""
    scoring: Callable[[Regulations], Scoring] = lambda _: "none"
    """The comparison of its boards."""
    minutes: Callable[[Regulations], int] = lambda _: 0
    """Minutes for a board; 0 of a game that has no boards (PT-I.4)."""
    misfit: Callable[[Conventions, Regulations], str] = lambda _conventions, _agreed: ""
    """Why a party that was played by these conventions is not of an event with these regulations; empty: it is."""
    length: Callable[[Regulations], Mapping[str, object]] = lambda _: {}
    """The conventions of a party that follow from the regulations (PT-II.1)."""
    options: frozenset[str] = frozenset()
    """Options of the regulations, or groups of them, by dotted names, that are obeyed only at events of games that name them."""
    has_systems: bool = False
    """Partners agree a bidding system and file a card of it (B-AUC-13)."""
    law: Callable[[str], str | None] = lambda _: None
    """A number of the game's book of laws, as entries name it, though the arbiter does not rule by it; None: there is none."""
    unplayable: Callable[[Conventions, bool], Refusal | None] = lambda _conventions, _of_parties: None
    """Why tables of the club cannot play boards, or parties, by these conventions; None: they can."""
    alone: AlonePart | None = None
    """None: nobody plays its deals alone."""
    boards: BoardPart | None = None
    """None: its events are of parties alone."""


def games_at_events() -> tuple[str, ...]:
    """The names of the games that have events."""
    return tuple(name for name in games() if part("tournaments", name) is not None)


@cache
def event_part(name: str) -> EventPart:
    """The part of a game at events.

    Raises:
        ValueError: there is no such game, or it has no events; the text says which have.
    """
    module = part("tournaments", name) if name in games() else None
    if module is None:
        raise Refused("no_events_of", game=name[:40], games=", ".join(games_at_events()))
    found: EventPart = module.EVENTS
    return found


def dealing(name: str) -> DealtPart:
    """The part of a game that deals, files and weighs boards.

    Raises:
        ValueError: the program deals none.
    """
    own = event_part(name).boards
    if own is None or own.dealt is None:
        raise Refused("boards_undealt", game=name)
    return own.dealt


def alone(name: str) -> AlonePart:
    """The part of a game whose deals everybody plays alone.

    Raises:
        ValueError: nobody does.
    """
    found = event_part(name).alone
    if found is None:
        raise Refused("boards_undealt", game=name)
    return found


def revealed_alone(name: str, master: bytes, event: str, number: int) -> tuple[Dealt, Reveal]:
    """A board that everybody plays alone, as the event's secret deals it, and its reveal for later.

    Raises:
        ValueError: nobody plays deals of the game alone.
    """
    own = alone(name)
    mark = own.mark(number)
    return dealt(master, event, number, game(name).pack, mark, own.holders(mark), ())


def revealed(
    name: str, master: bytes, event: str, number: int, players: int, shares: tuple[Share, ...]
) -> tuple[Dealt, Reveal]:
    """A board of a game for `players` players, as the event's secret deals it, and its reveal after the session.

    Raises:
        ValueError: a share is wrong, or the program deals no boards of the game.
    """
    own, boards = dealing(name), event_part(name).boards
    assert boards is not None
    mark = boards.mark(number, players)
    return dealt(master, event, number, game(name).pack, mark, own.holders(players, mark), shares)


# --- at which events an option of the regulations is obeyed ------------------------------------------------

_OF_TYPES: Final[Mapping[str, frozenset[str]]] = {
    "event": frozenset({"olympic", "compensation"}),
    "comp": frozenset({"compensation"}),
    "cup": frozenset({"cup"}),
    "tournament.places": frozenset({"duplicate", "olympic", "compensation"}),
    "tournament.unfinished": frozenset({"duplicate"}),
    "tournament.sets": frozenset({"duplicate"}),
    "tournament.early_end": frozenset({"duplicate"}),
    "tournament.results": frozenset({"duplicate"}),
    "tournament.rows": frozenset({"duplicate"}),
    "tournament.absent_min": frozenset({"duplicate"}),
    "tournament.break_min": frozenset({"duplicate", "olympic", "compensation"}),
    "tournament.check_in_min": frozenset({"duplicate", "olympic", "compensation"}),
}


def read_at(name: str) -> tuple[str, frozenset[str]]:
    """At which events alone an option is obeyed, by its dotted name: `type` or `game`, and which of them; empty: at all."""
    group = name.partition(".")[0]
    some = frozenset(one for one in games_at_events() if event_part(one).options & {name, group})
    if some:
        return "game", some
    types = _OF_TYPES.get(name) or _OF_TYPES.get(group)
    return ("", frozenset()) if types is None else ("type", types)


def check_read(name: str, game: str, kind: str) -> None:
    """Refuse an option, by its dotted name, that nothing obeys at an event of this game and type.

    Raises:
        ValueError: see above; the text says at which events it is obeyed.
    """
    what, some = read_at(name)
    if what and (game if what == "game" else kind) not in some:
        raise Refused("idle_regulation", name=name, what=what, some=" or ".join(sorted(some)))
