"""A table as its log has made it: a pure fold without input or output.

A log has three kinds of entries. The first is the lot or the places, the second events of the game with their seats,
and the table's deals. The third is acts of people with their chairs.

An entry of the log is a fact. The fold does not judge it by today's rules, defaults or presets. It raises only where an
entry has no meaning. `kozyr.club.table.table` alone decides which entry may be written next.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, Self, TypeVar

import msgspec

from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.acts import Act
from kozyr.club.table.bench import Bench, ScoreWritten
from kozyr.club.table.card import TableCard
from kozyr.club.table.clock import MoveClock
from kozyr.club.table.consent import Consent
from kozyr.club.table.course import FORCED, GAME, PLACED, Course, Happened, Placed, SeatLot
from kozyr.club.table.customs import AnyCustoms, customs
from kozyr.club.table.cut import Cut
from kozyr.club.table.ended import Ended
from kozyr.club.table.hints import Hints
from kozyr.club.table.marks import Marks
from kozyr.club.table.part import Did, Drawn, Duty, News, Part, decides
from kozyr.club.table.seats import Seats
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.vocabulary import PARTS, acts
from kozyr.club.table.watching import Watching
from kozyr.games import Amendment, AnyState, Event, Progress
from kozyr.store import Entry

# These parts hear last. The values found before do not depend on them, so they are not looked for again.
_TIMES: Final = frozenset({"clock", "marks"})
_FOUND: Final = frozenset({"state", "duty"})


class Fold(msgspec.Struct, frozen=True, dict=True):
    """A table as its log has made it: its parts, and the course of the match."""

    seats: Seats
    card: TableCard
    watching: Watching
    consent: Consent
    cut: Cut
    ended: Ended
    hints: Hints
    bench: Bench
    customs: AnyCustoms
    course: Course = Course()
    clock: MoveClock = MoveClock()
    marks: Marks = Marks()
    seq: int = 0
    """The number of the last entry."""
    ts: int = 0
    """The moment of the last entry."""
    latest: Happened | None = None
    """The last event, if it came after the last act."""
    done: wire.Done | None = None
    """The last act, if it came after the last event."""

    # --- the fold ------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """A table before the first entry of its log."""
        persons = [chair for chair, person in enumerate(setup.people) if person is not None and person.bot is None]
        owner = min(persons, default=None) if setup.owner is None else setup.owner
        seats, card = Seats(setup.people, owner), TableCard(setup, setup.accepted)
        return cls(seats, card, Watching(), Consent(), Cut(), Ended(), Hints(), Bench(), customs(setup.game))

    def after(self, entry: Entry) -> Self:
        """The table after one more entry of its log.

        Raises:
            ValueError: the entry does not follow, cannot be decoded, or has no meaning here.
        """
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} ({entry.kind}) does not follow number {self.seq}")
        ruling = self.setup.conventions.table.irregularities == "rule"  # where errors are refused none has happened
        if entry.kind in GAME and (ruling or entry.kind != FORCED):
            return after_event(self, entry, self.setup.rules.decoder.decode(entry.body))
        if entry.kind == "lot":
            return _drawn(self, entry)
        if entry.kind == PLACED:
            return _placed(self, entry)
        if entry.kind != "table":
            raise ValueError(f"entry {entry.seq} is of no kind that a table knows: {entry.kind}")
        act = acts(type(self.customs)).decode(entry.body)
        by = None if entry.seat is None else int(entry.seat)
        if by is not None and not 0 <= by < len(self.people):
            raise ValueError(f"entry {entry.seq} comes from chair {by}, and there are {len(self.people)}")
        if act.gathers and self.lot is not None:
            raise ValueError(f"entry {entry.seq} ({act.__struct_config__.tag}) comes after the lot")
        return _acted(self, act, by, entry)

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The parts, in the order in which they hear news; each knows how those before it have changed."""
        fields = msgspec.structs.asdict(self)
        return {name: fields[name] for name in PARTS}

    # --- people and places ---------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """The present table card."""
        return self.card.setup

    @cached_property
    def state(self) -> wire.TableState:
        """The state of the table."""
        progress = self.course.progress
        if progress is None:
            return "gathering"
        if progress.finished and self.course.hearing is None:
            return "finished"
        return "adjourned" if self.consent.adjourned else "playing"

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return self.state == "finished"

    @property
    def progress(self) -> Progress:
        """The match and its running deal.

        Raises:
            ValueError: the lot has not been drawn.
        """
        if self.course.progress is None:
            raise ValueError(f"table {self.setup.id} still gathers")
        return self.course.progress

    @property
    def deal_state(self) -> AnyState | None:
        """The deal that runs, with its cards; None between deals."""
        course = self.course
        return None if course.progress is None or not course.running else course.progress.state

    @property
    def running(self) -> bool:
        """Whether a deal runs."""
        return bool(self.course.running)

    @property
    def lot(self) -> SeatLot | None:
        """The cards that were drawn for the seats."""
        return self.course.lot

    @property
    def order(self) -> tuple[int, ...]:
        """The chair at each place, clockwise from the chair that chose first."""
        return self.course.order

    @property
    def people(self) -> tuple[Person | None, ...]:
        """The occupant of each chair."""
        return self.seats.people

    @property
    def owner(self) -> int | None:
        """The chair of the table's owner."""
        return self.seats.owner

    @property
    def persons(self) -> tuple[int, ...]:
        """Chairs with a person on them, no bot."""
        return self.seats.persons

    @property
    def held_chairs(self) -> tuple[int, ...]:
        """Chairs of absent people, for whom a bot plays."""
        return self.seats.held_chairs

    @property
    def removed(self) -> tuple[str, ...]:
        """Accounts that may not look any more."""
        return self.watching.removed

    @property
    def ready(self) -> bool:
        """Whether every chair is filled and every person has accepted the card (PE-5.4.4)."""
        return self.lot is None and all(self.people) and set(self.persons) <= set(self.card.accepted)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names on the sheet, by place."""
        return self.progress.match.names

    def name(self, chair: int) -> str:
        """The name on the sheet of the player on a chair."""
        return self.names[self.order.index(chair)]

    def chair(self, account: str) -> int | None:
        """The chair of an account; None: not at this table."""
        return self.seats.chair(account)

    def place(self, chair: int) -> int:
        """The place of a chair once the lot is drawn."""
        return self.order.index(chair)

    def seat(self, place: int) -> Seat | None:
        """The seat of a place in the running deal. None: it has no seat there, or no deal runs."""
        state = self.progress.state
        return None if state is None else state.terms.seat(self.names[place])

    def by_bot(self, place: int) -> bool:
        """Whether a bot decides for this place now."""
        return person(self, place).bot is not None or self.order[place] in self.held_chairs

    # --- duties --------------------------------------------------------------------------------------------

    @cached_property
    def duty(self) -> Duty | None:
        """The act that is due now. None: the table waits for a request."""
        shuffle, progress = self.cut.shuffle, self.course.progress
        if progress is None:
            if not self.ready:
                return None
            return Duty("commit") if shuffle is None else Duty("lot" if shuffle.phase == "ready" else "shares")
        due = self.consent.due
        if due is not None and not (isinstance(due, Amendment) and due.waits and self.running):
            return Duty("amend")
        if shuffle is not None and shuffle.phase == "dealt" and (not self.running or shuffle.deal == 0):
            return Duty("reveal")
        state = progress.state
        if self.state != "playing":
            return None
        if self.bench.due is not None:
            return Duty("amend")
        chooser = self.bench.asked(self)
        if chooser is not None:
            return Duty("choose", self.place(chooser))
        if state is None or progress.finished:
            return Duty("write")
        if state.actor is not None:
            return Duty("move", decider(self, state))
        if self.setup.deals is not None:  # there is nothing to bind oneself to, and nothing to cut
            return Duty("deal")
        if shuffle is None or shuffle.dealt:
            return Duty("commit")
        return Duty("deal" if shuffle.phase == "ready" else "shares")

    @property
    def awaited(self) -> int | None:
        """The chair of the person on move. None: the table waits for a bot, or for no player."""
        chair = decides(self)
        return chair if chair in self.persons and chair not in self.held_chairs else None


F = TypeVar("F", bound=Fold)


# --- the effects of entries --------------------------------------------------------------------------------


def told(table: F, news: News) -> F:
    """The table after its parts have heard some news."""
    for name, part in table.parts.items():
        after = part.after(news, table)
        if after is not part:
            before, table = table, msgspec.structs.replace(table, **{name: after})
            if name in _TIMES:
                vars(table).update((what, found) for what, found in vars(before).items() if what in _FOUND)
    return table


def _acted(table: F, act: Act, by: int | None, entry: Entry) -> F:
    course = table.course.signed_off(entry.ts) if isinstance(act, ScoreWritten) else table.course
    after = told(msgspec.structs.replace(table, course=course, ts=entry.ts), Did(act, by, entry.seq))
    agreed = after.consent.reached
    if agreed is not None:
        after = told(after, agreed)
    return msgspec.structs.replace(after, seq=entry.seq, latest=None, done=wire.Done(by, act.told()))


def _drawn(table: F, entry: Entry) -> F:
    lot, players = msgspec.json.decode(entry.body, type=SeatLot), len(table.people)
    if table.lot is not None or not all(table.people):
        raise ValueError(f"entry {entry.seq}: table {table.setup.id} has its lot, or a chair that nobody has taken")
    if sorted(lot.order) != list(range(players)) if lot.order else len(lot.seats) != players:
        raise ValueError(f"entry {entry.seq}: the lot of table {table.setup.id} is not for {players}")
    return _begun(table, entry, lot, lot.order or table.customs.draw_order(lot.seats), table.course)


def _placed(table: F, entry: Entry) -> F:
    placed = msgspec.json.decode(entry.body, type=Placed)
    if table.seq or len(placed.people) != len(table.people):
        raise ValueError(f"entry {entry.seq}: table {table.setup.id} is not that of the event")
    lot = SeatLot((), (), tuple(range(len(placed.people))), placed.dealer)
    return _begun(table, entry, lot, lot.order, msgspec.structs.replace(table.course, placed=placed))


def _begun(table: F, entry: Entry, lot: SeatLot, order: tuple[int, ...], before: Course) -> F:
    setup, players = table.setup, len(table.people)
    dealer = table.customs.dealer_of(lot, players)
    progress = Progress.start(setup.rules.start(setup.conventions, players, dealer, logged=True))
    course = before.drawn(entry.seq, lot, order, progress)
    after = told(msgspec.structs.replace(table, course=course, ts=entry.ts), Drawn())
    return msgspec.structs.replace(after, seq=entry.seq, latest=None, done=None)


def after_event(table: F, entry: Entry, event: Event) -> F:
    """The table after an event of the game, which has been read already."""
    course, happened, moved = table.course.moved(entry, event, table.progress)
    after = msgspec.structs.replace(table, course=course, ts=entry.ts, seq=entry.seq, latest=happened, done=None)
    return told(after, moved)


# --- who decides -------------------------------------------------------------------------------------------


def person(table: Fold, place: int) -> Person:
    """The person at a place."""
    found = table.people[table.order[place]]
    assert found is not None
    return found


def level(table: Fold, place: int) -> str:
    """The level of the bot that decides for a place now."""
    return person(table, place).bot or wire.STAND_IN


def decider(table: Fold, state: AnyState) -> int:
    """The place that decides: the actor's, or that of the player who decides instead at this table."""
    actor = table.customs.standing(state, table).actor
    assert actor is not None
    return table.names.index(state.terms.name(actor))
