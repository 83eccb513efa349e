"""What every part of a table is: a frozen struct with the acts that belong to it.

Before an act is written the table asks the act's part why it is forbidden (`refusal`). Entries of the log and everything
else that happens go through all parts in their order (`after`), and each returns what it has become. An unconcerned part
returns itself, so a changed part is another object. `after` takes what has happened as a fact: it asks no `refusal`, and
compares nothing with what is declared today.
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
    """What must be done now, and by whom.

    what: `move`: the person or bot at `place`; `choose`: a branch of a ruling, likewise. All else is the table's:
    `commit` to a deal, wait for people's `shares`, draw the `lot`, `deal`, `reveal` its part, write an agreement (`amend`).
    """

    what: Literal["move", "choose", "commit", "shares", "lot", "deal", "reveal", "amend"]
    place: int | None = None


class Laws(msgspec.Struct, frozen=True):
    """The paragraphs of a game by which a table refuses what may happen at any table; a game without its own cites PE.

    waits: he has no part in this deal. dealing: the running deal is not over. playing: another plays for him now. amending:
    the table alone changes the match. drawing, binding, sharing, missing: the lot, the server's part of a deal, a
    player's share, one who gives none.
    """

    waits: str = "PE-5.4.18"
    dealing: str = "PE-5.4.26"
    amending: str = "PE-5.4.18"
    playing: str = "PE-5.4.18"
    drawing: str = ""
    binding: str = ""
    sharing: str = ""
    missing: str = ""


class CourseFacts(Protocol):
    """What a part may know of how the match has gone."""

    @property
    def seq(self) -> int:
        """The number of the last entry of the game."""

    @property
    def placed(self) -> object | None:
        """The table's place in an event; None: it is no event's."""

    @property
    def last(self) -> tuple[int, Seat | None, Event] | None:
        """The last event of the running deal that was not taken back: its number in the record, whose it was, what."""


class TableFacts(Protocol):
    """What a part may know of the table that it belongs to.

    A place is where somebody sits once the lot is drawn, clockwise from whoever chose first; a chair is where he sat down.
    """

    @property
    def setup(self) -> Setup:
        """The card as it stands."""

    @property
    def laws(self) -> Laws:
        """What the game cites."""

    @property
    def state(self) -> TableState:
        """Where the table stands."""

    @property
    def course(self) -> CourseFacts:
        """How the match has gone."""

    @property
    def ready(self) -> bool:
        """Every chair is filled, and every person has accepted the card."""

    @property
    def running(self) -> bool:
        """A deal runs."""

    @property
    def progress(self) -> Progress:
        """The match and its running deal."""

    @property
    def duty(self) -> Duty | None:
        """What must be done now."""

    @property
    def next_deal(self) -> int:
        """The number under which the next deal is shuffled; 0 is the lot."""

    @property
    def people(self) -> tuple[Person | None, ...]:
        """Who sits on each chair."""

    @property
    def owner(self) -> int | None:
        """The chair whose table it is."""

    @property
    def persons(self) -> tuple[int, ...]:
        """Chairs with a person on them, no bot."""

    @property
    def held_chairs(self) -> tuple[int, ...]:
        """Chairs whose people are away, and a bot plays for them."""

    @property
    def order(self) -> tuple[int, ...]:
        """The chair at each place."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called on the sheet, by place."""

    @property
    def removed(self) -> tuple[str, ...]:
        """Accounts that may not look any more."""

    @property
    def ts(self) -> int:
        """When the entry was written that is being read, in milliseconds since 1970."""

    @property
    def decides(self) -> int | None:
        """The chair that is to move, whoever decides for it."""

    @property
    def awaited(self) -> int | None:
        """The chair whose person is to move; None: nobody's, or a bot decides."""

    @property
    def overdue(self) -> int | None:
        """The chair whose time is out, while it is still to move."""

    def chair(self, account: str) -> int | None:
        """The chair of an account; None: not at this table."""

    def name(self, chair: int) -> str:
        """What the player on a chair is called on the sheet."""

    def place(self, chair: int) -> int:
        """Where a chair stands."""

    def seat(self, place: int) -> Seat | None:
        """The seat of a place in the running deal; None: none, or no deal runs."""

    def by_bot(self, place: int) -> bool:
        """Whether a bot decides for this place now."""


class Eye(NamedTuple):
    """Who looks, as far as it matters for what he is shown.

    chair: a player's. at: the chair into whose hand a kibitzer may look. guest: he is asked to take a seat.
    """

    role: Role
    chair: int | None = None
    at: int | None = None
    guest: bool = False


# --- what somebody asks for ------------------------------------------------------------------------------------


class Asker(NamedTuple):
    """Who asks for something at a table.

    program: what he is, if he is none of flesh. guest: the nickname of the kibitzer whom a proposal names, if he is there.
    fresh: the name of a table that is not there yet.
    """

    account: str
    nick: str
    program: str | None = None
    guest: str | None = None
    fresh: str = ""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """What a session may ask for where the log must say more than it may. budget: on which it draws."""

    budget: ClassVar[Budget]

    def act(self, asker: Asker, table: TableFacts) -> Act | Refusal:
        """The act that is asked for, with what the log must say of it."""
        raise NotImplementedError


# --- what happens ----------------------------------------------------------------------------------------------


class Did(NamedTuple):
    """An act. by: the chair; None: the table, or whom the act names. seq: its number in the log."""

    act: Act
    by: int | None
    seq: int

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
    """Everybody who is there has agreed to what somebody proposed. nick: of a substitute."""

    what: What
    nick: str | None = None

    @property
    def substitute(self) -> tuple[int, Person] | None:
        """The chair that is another's now, and whose; None: something else was agreed."""
        what = self.what
        return (what.chair, Person(self.nick or "", account=what.account)) if isinstance(what, HandOver) else None


class Drawn(NamedTuple):
    """The lot has been drawn."""


class Moved(NamedTuple):
    """An event of the game, or a change of the match.

    before: the match in which it came. after: the deal as the event has left it; None: the match was changed. broke: the
    running deal was broken off. over: the match is over with it. ts: when, in milliseconds.
    """

    event: Event
    before: AnyMatch
    after: AnyState | None
    broke: bool
    over: bool
    ts: int

    @property
    def outcome(self) -> Outcome | None:
        """The facts of the deal that has ended with it, if one has."""
        return None if self.after is None else self.after.outcome


News: TypeAlias = Did | Agreed | Drawn | Moved


# --- a part ----------------------------------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True):
    """A part of a table.

    acts: those that stand in the log. wishes: what a session may ask for: acts that say enough by themselves, and wishes.
    """

    acts: ClassVar[tuple[type[Act], ...]] = ()
    wishes: ClassVar[tuple[type[Act | Wish], ...]] = ()

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act of the part may not come from this chair now; None: it may."""
        raise NotImplementedError(type(act).__name__)

    def after(self, news: News, table: TableFacts) -> Self:
        """The part after something that has happened; the table has the parts before this one as they have become."""
        raise NotImplementedError


# --- what the parts have in common -----------------------------------------------------------------------------


def no(code: Manner, law: str = "") -> Refusal:
    """A refusal."""
    return Refusal(code, law)


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
    """The values with another one at this index.

    Raises:
        ValueError: there is no such place.
    """
    if not 0 <= at < len(values):
        raise ValueError(f"there is no place {at} among {len(values)}")
    return (*values[:at], value, *values[at + 1 :])
