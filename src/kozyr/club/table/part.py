"""The interface of a table's parts: a part is a frozen struct with the acts that belong to it.

Before an act is written the table asks the act's part why it is forbidden (`refusal`). All news then goes through all
parts in their order (`after`), and each returns its next state. An unconcerned part returns itself, so a changed part
is another object. `after` takes the news as a fact: it asks no `refusal`, and compares nothing with today's
declarations.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

import msgspec

from kozyr.cards import Seat
from kozyr.club.acts import Act, HandOver, What
from kozyr.club.budgets import Budget
from kozyr.club.refusal import Manner
from kozyr.club.table.setup import Person, Setup
from kozyr.club.wire import Role, TableState
from kozyr.games import AnyMatch, AnyState, Event, Outcome, Progress, Refusal

T = TypeVar("T")


class Duty(msgspec.Struct, frozen=True):
    """The act that is due now, and its place."""

    what: Literal["move", "choose", "commit", "shares", "lot", "deal", "reveal", "amend", "write"]
    """`move`: the person or bot at `place`; `choose`: a branch of a ruling, likewise.

    All else is the table's: `commit` to a deal, wait for people's `shares`, draw the `lot`, `deal`, `reveal` its part,
    write an agreement (`amend`) or the score of the last deal (`write`).
    """
    place: int | None = None


class Laws(msgspec.Struct, frozen=True):
    """The paragraphs of a game for the common refusals of every table; a game without its own cites PE."""

    waits: str = "PE-5.4.18"
    """The law of a player without a part in this deal."""
    dealing: str = "PE-5.4.26"
    """The running deal is not over."""
    amending: str = "PE-5.4.18"
    """The table alone changes the match."""
    playing: str = "PE-5.4.18"
    """The law where another plays for the player now."""
    drawing: str = ""
    """The law of the lot."""
    binding: str = ""
    """The law of the server's part of a deal."""
    sharing: str = ""
    """The law of a player's share in a deal."""
    missing: str = ""
    """The law of a player who gives no share."""


class CourseFacts(Protocol):
    """The facts of the match that a part may know."""

    @property
    def seq(self) -> int:
        """The number of the last entry of the game."""

    @property
    def placed(self) -> object | None:
        """The table's place in an event; None: it is no event's."""

    @property
    def lot(self) -> object | None:
        """The cards that were drawn; None: none were yet."""

    @property
    def dealt(self) -> int:
        """How many deals were dealt."""

    @property
    def hearing(self) -> object | None:
        """The deal that has just ended, while it can still be heard; None: it cannot."""

    def seat(self, name: str) -> Seat | None:
        """The seat of a player in the deal for which the arbiter can be called. None: no seat, or no such deal."""

    @property
    def last(self) -> tuple[int, Seat | None, Event] | None:
        """The last event of the running deal that was not taken back: its number in the record, its seat, the event."""


class CustomsFacts(Protocol):
    """The facts of the game's customs that a part may know."""

    @property
    def laws(self) -> Laws:
        """The laws that the game cites."""


class ClockFacts(Protocol):
    """The facts of the move clock that a part may know."""

    @property
    def overdue(self) -> int | None:
        """The chair whose time is out, while it is still to move."""


class TableFacts(Protocol):
    """The facts of its table that a part may know.

    A place is a seat after the lot, counted clockwise from the first chooser. A chair is a seat before the lot.
    """

    @property
    def setup(self) -> Setup:
        """The present table card."""

    @property
    def customs(self) -> CustomsFacts:
        """The game's customs at the club."""

    @property
    def state(self) -> TableState:
        """The state of the table."""

    @property
    def course(self) -> CourseFacts:
        """The course of the match."""

    @property
    def ready(self) -> bool:
        """Whether every chair is filled and every person has accepted the card."""

    @property
    def running(self) -> bool:
        """Whether a deal runs."""

    @property
    def progress(self) -> Progress:
        """The match and its running deal."""

    @property
    def duty(self) -> Duty | None:
        """The act that is due now."""

    @property
    def people(self) -> tuple[Person | None, ...]:
        """The occupant of each chair."""

    @property
    def owner(self) -> int | None:
        """The chair of the table's owner."""

    @property
    def persons(self) -> tuple[int, ...]:
        """Chairs with a person on them, no bot."""

    @property
    def held_chairs(self) -> tuple[int, ...]:
        """Chairs of absent people, for whom a bot plays."""

    @property
    def order(self) -> tuple[int, ...]:
        """The chair at each place."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names on the sheet, by place."""

    @property
    def removed(self) -> tuple[str, ...]:
        """Accounts that may not look any more."""

    @property
    def ts(self) -> int:
        """When the entry in hand was written, in milliseconds since 1970."""

    @property
    def awaited(self) -> int | None:
        """The chair of the person on move. None: the table waits for a bot, or for no player."""

    @property
    def clock(self) -> ClockFacts:
        """The move clock."""

    def chair(self, account: str) -> int | None:
        """The chair of an account; None: not at this table."""

    def name(self, chair: int) -> str:
        """The name on the sheet of the player on a chair."""

    def place(self, chair: int) -> int:
        """The place of a chair."""

    def seat(self, place: int) -> Seat | None:
        """The seat of a place in the running deal. None: it has no seat there, or no deal runs."""

    def by_bot(self, place: int) -> bool:
        """Whether a bot decides for this place now."""


class Eye(NamedTuple):
    """The role of a viewer, as far as it changes the view."""

    role: Role
    chair: int | None = None
    """The chair of a player."""
    at: int | None = None
    """The chair into whose hand a kibitzer may look."""
    guest: bool = False
    """Whether the viewer is asked to take a seat."""


# --- requests --------------------------------------------------------------------------------------------------


class Asker(NamedTuple):
    """The person who asks for an act at a table."""

    account: str
    nick: str
    program: str | None = None
    """The name of the program, if the asker is one."""
    guest: str | None = None
    """The nickname of the kibitzer that a proposal names, if that person is there."""
    fresh: str = ""
    """The id of a table that does not exist yet."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """A session's request whose logged act says more than the request may."""

    budget: ClassVar[Budget]
    """The budget on which the request draws."""

    def act(self, asker: Asker, table: TableFacts) -> Act | Refusal:
        """The requested act, with the further facts that the log must have."""
        raise NotImplementedError


# --- news ------------------------------------------------------------------------------------------------------


class Did(NamedTuple):
    """An act."""

    act: Act
    by: int | None
    """The chair. None: the table, or the account that the act names."""
    seq: int
    """Its number in the log."""

    @property
    def chair(self) -> int:
        """The chair of a player's act.

        Raises:
            ValueError: it came from none.
        """
        if self.by is None:
            raise ValueError(f"entry {self.seq}: nobody has done what a player does")
        return self.by


class Agreed(NamedTuple):
    """All who are there have agreed to a proposal."""

    what: What
    nick: str | None = None
    """The nickname of a substitute."""

    @property
    def substitute(self) -> tuple[int, Person] | None:
        """The chair of a substitute, and the new person. None: something else was agreed."""
        what = self.what
        return (what.chair, Person(self.nick or "", account=what.account)) if isinstance(what, HandOver) else None


class Drawn(NamedTuple):
    """The lot has been drawn."""


class Moved(NamedTuple):
    """An event of the game, or a change of the match."""

    event: Event
    before: AnyMatch
    """The match in which it came."""
    after: AnyState | None
    """The deal as the event has left it; None: the match was changed."""
    broke: bool
    """The running deal was broken off."""
    over: bool
    """The match is over with it."""
    ts: int
    """The moment, in milliseconds."""

    @property
    def outcome(self) -> Outcome | None:
        """The facts of the deal that has ended with it, if one has."""
        return None if self.after is None else self.after.outcome


News: TypeAlias = Did | Agreed | Drawn | Moved


# --- a part ----------------------------------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True):
    """A part of a table."""

    acts: ClassVar[tuple[type[Act], ...]] = ()
    """The part's acts in the log."""
    wishes: ClassVar[tuple[type[Act | Wish], ...]] = ()
    """The requests of sessions: acts that say enough by themselves, and wishes."""

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act of the part may not come from this chair now; None: it may."""
        raise NotImplementedError(type(act).__name__)

    def after(self, news: News, table: TableFacts) -> Self:
        """The part after some news; the earlier parts of the table have changed already."""
        raise NotImplementedError


# --- tools of all parts ----------------------------------------------------------------------------------------


def no(code: Manner, law: str = "") -> Refusal:
    """A refusal."""
    return Refusal(code, law)


def decides(table: TableFacts) -> int | None:
    """The chair on move, even if another player decides for it."""
    place = None if table.duty is None else table.duty.place
    return None if place is None else table.order[place]


def human(person: Person | None) -> bool:
    """Whether a person sits there, no bot."""
    return person is not None and person.bot is None


def union(kinds: Iterable[type]) -> Any:  # Any: msgspec's own word for a union made at run time
    """One type out of several, as msgspec wants it for a decoder; Any is msgspec's own word for such a type."""
    return reduce(or_, kinds)


def without(values: tuple[T, ...], *gone: T) -> tuple[T, ...]:
    """The values but these."""
    return tuple(value for value in values if value not in gone)


def with_chair(chairs: tuple[int, ...], more: int) -> tuple[int, ...]:
    """The chairs and one more, in order."""
    return tuple(sorted({*chairs, more}))


def with_put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The values with a further one put in at this index.

    Raises:
        ValueError: there is no such place.
    """
    if not 0 <= at < len(values):
        raise ValueError(f"there is no place {at} among {len(values)}")
    return (*values[:at], value, *values[at + 1 :])
