"""A table as its log has made it: a pure fold without input or output.

A log has three kinds of entries. The first is the lot or the places, the second events of the game with their seats,
and the table's deals. The third is acts of people with their chairs.

An entry of the log is a fact. The fold asks no rule of today about it, and compares it with no default and no preset.
It raises only where nothing can come of an entry. `kozyr.club.table.table` alone decides what may be written next.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, Self

import msgspec

from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.acts import Act
from kozyr.club.table.bench import Bench
from kozyr.club.table.card import TableCard
from kozyr.club.table.clock import MoveClock
from kozyr.club.table.consent import Consent
from kozyr.club.table.course import FORCED, GAME, PLACED, Course, Happened, Placed, SeatLot
from kozyr.club.table.customs import AnyCustoms, customs
from kozyr.club.table.cut import Cut
from kozyr.club.table.ended import Ended
from kozyr.club.table.hints import Hints
from kozyr.club.table.marks import Marks
from kozyr.club.table.part import Did, Drawn, Duty, Laws, News, Part
from kozyr.club.table.seats import Seats
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.vocabulary import PARTS, acts
from kozyr.club.table.watching import Watching
from kozyr.games import Amendment, AnyState, Event, Progress
from kozyr.store import Entry

# These parts hear last, and nothing hangs on them of what others have found out of the table by then: it is not sought again.
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
            ValueError: the entry does not follow, cannot be decoded, or nothing can come of it here.
        """
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} ({entry.kind}) does not follow number {self.seq}")
        ruling = self.setup.conventions.table.irregularities == "rule"  # where errors are refused none has happened
        if entry.kind in GAME and (ruling or entry.kind != FORCED):
            return self._happened(entry, self.setup.rules.decoder.decode(entry.body))
        if entry.kind == "lot":
            return self._drawn(entry)
        if entry.kind == PLACED:
            return self._placed(entry)
        if entry.kind != "table":
            raise ValueError(f"entry {entry.seq} is of no kind that a table knows: {entry.kind}")
        act = acts(type(self.customs)).decode(entry.body)
        by = None if entry.seat is None else int(entry.seat)
        if by is not None and not 0 <= by < len(self.people):
            raise ValueError(f"entry {entry.seq} comes from chair {by}, and there are {len(self.people)}")
        if act.gathers and self.lot is not None:
            raise ValueError(f"entry {entry.seq} ({act.__struct_config__.tag}) comes after the lot")
        return self._acted(act, by, entry.ts)

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The parts in the order in which they hear what has happened; each knows how those before it have changed."""
        fields = msgspec.structs.asdict(self)
        return {name: fields[name] for name in PARTS}

    def told(self, news: News) -> Self:
        """The table after its parts have heard what has happened."""
        table = self
        for name, part in self.parts.items():
            after = part.after(news, table)
            if after is not part:
                before, table = table, msgspec.structs.replace(table, **{name: after})
                if name in _TIMES:
                    vars(table).update((what, found) for what, found in vars(before).items() if what in _FOUND)
        return table

    def _acted(self, act: Act, by: int | None, ts: int) -> Self:
        seq = self.seq + 1
        table = msgspec.structs.replace(self, ts=ts).told(Did(act, by, seq))
        agreed = table.consent.reached
        if agreed is not None:
            table = table.told(agreed)
        return msgspec.structs.replace(table, seq=seq, latest=None, done=wire.Done(by, act.told()))

    def _drawn(self, entry: Entry) -> Self:
        lot, own = msgspec.json.decode(entry.body, type=SeatLot), self.customs
        players = len(self.people)
        if self.lot is not None or not all(self.people):
            raise ValueError(f"entry {entry.seq}: table {self.setup.id} has its lot, or a chair that nobody has taken")
        if sorted(lot.order) != list(range(players)) if lot.order else len(lot.seats) != players:
            raise ValueError(f"entry {entry.seq}: the lot of table {self.setup.id} is not for {players}")
        return self._begun(entry, lot, lot.order or own.draw_order(lot.seats), self.course)

    def _placed(self, entry: Entry) -> Self:
        placed = msgspec.json.decode(entry.body, type=Placed)
        if self.seq or len(placed.people) != len(self.people):
            raise ValueError(f"entry {entry.seq}: table {self.setup.id} is not that of the event")
        lot = SeatLot((), (), tuple(range(len(placed.people))), placed.dealer)
        return self._begun(entry, lot, lot.order, msgspec.structs.replace(self.course, placed=placed))

    def _begun(self, entry: Entry, lot: SeatLot, order: tuple[int, ...], before: Course) -> Self:
        setup, players = self.setup, len(self.people)
        dealer = self.customs.dealer_of(lot, players)
        progress = Progress.start(setup.rules.start(setup.conventions, players, dealer, logged=True))
        course = before.drawn(entry.seq, lot, order, progress)
        table = msgspec.structs.replace(self, course=course, ts=entry.ts).told(Drawn())
        return msgspec.structs.replace(table, seq=entry.seq, latest=None, done=None)

    def _happened(self, entry: Entry, event: Event) -> Self:
        course, happened, moved = self.course.moved(entry, event, self.progress)
        table = msgspec.structs.replace(self, course=course, ts=entry.ts, seq=entry.seq, latest=happened, done=None)
        return table.told(moved)

    # --- who is who ----------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """The card as it stands."""
        return self.card.setup

    @property
    def laws(self) -> Laws:
        """The laws that the game cites."""
        return self.customs.laws

    @cached_property
    def state(self) -> wire.TableState:
        """The state of the table."""
        progress = self.course.progress
        if progress is None:
            return "gathering"
        if progress.finished:
            return "finished"
        return "adjourned" if self.consent.adjourned else "playing"

    @property
    def finished(self) -> bool:
        """The match is over."""
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
        """A deal runs."""
        return bool(self.course.running)

    @property
    def lot(self) -> SeatLot | None:
        """The cards that were drawn."""
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
        """The chair whose table it is."""
        return self.seats.owner

    @property
    def persons(self) -> tuple[int, ...]:
        """Chairs with a person on them, no bot."""
        return self.seats.persons

    @property
    def held_chairs(self) -> tuple[int, ...]:
        """Chairs whose people are away, and a bot plays for them."""
        return self.seats.held_chairs

    @property
    def removed(self) -> tuple[str, ...]:
        """Accounts that may not look any more."""
        return self.watching.removed

    @property
    def ready(self) -> bool:
        """Every chair is filled, and every person has accepted the card (PE-5.4.4)."""
        return self.lot is None and all(self.people) and set(self.persons) <= set(self.card.accepted)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names on the sheet, by place."""
        return self.progress.match.names

    def name(self, chair: int) -> str:
        """The name on the sheet of the player on a chair."""
        return self.names[self.order.index(chair)]

    def person(self, place: int) -> Person:
        """The person at a place."""
        person = self.people[self.order[place]]
        assert person is not None
        return person

    def chair(self, account: str) -> int | None:
        """The chair of an account; None: not at this table."""
        return self.seats.chair(account)

    def place(self, chair: int) -> int:
        """The place of a chair once the lot is drawn."""
        return self.order.index(chair)

    def seat(self, place: int) -> Seat | None:
        """The seat of a place in the running deal; None: none, or no deal runs."""
        state = self.progress.state
        return None if state is None else state.terms.seat(self.names[place])

    def by_bot(self, place: int) -> bool:
        """Whether a bot decides for this place now."""
        return self.person(place).bot is not None or self.order[place] in self.held_chairs

    def level(self, place: int) -> str:
        """The level of the bot that decides for a place now."""
        return self.person(place).bot or wire.STAND_IN

    # --- what is waited for --------------------------------------------------------------------------------

    @property
    def next_deal(self) -> int:
        """The number under which the next deal is shuffled; 0 is the lot. None is ever used again."""
        if self.lot is None:
            return 0
        return (self.course.dealt if self.cut.shuffle is None else self.cut.shuffle.deal) + 1

    @property
    def looking(self) -> tuple[int, ...]:
        """Chairs of people who have still to look at the deal that ended."""
        if self.ended.last is None:
            return ()
        return tuple(c for c in self.persons if c not in self.ended.nexts and c not in self.held_chairs)

    @cached_property
    def duty(self) -> Duty | None:
        """The act that is due now. None: nothing, until a request comes."""
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
        if state is None or self.state != "playing":
            return None
        if self.bench.due is not None:
            return Duty("amend")
        chooser = self.bench.asked(self)
        if chooser is not None:
            return Duty("choose", self.place(chooser))
        if state.actor is not None:
            return Duty("move", self._decider(state))
        if self.setup.deals is not None:  # there is nothing to bind oneself to, and nothing to cut
            return Duty("deal")
        if shuffle is None or shuffle.dealt:
            return Duty("commit")
        return Duty("deal" if shuffle.phase == "ready" else "shares")

    @property
    def decides(self) -> int | None:
        """The chair that is to move, whether or not another one decides for it."""
        place = None if self.duty is None else self.duty.place
        return None if place is None else self.order[place]

    @property
    def awaited(self) -> int | None:
        """The chair whose person is to move; None: nobody's, or a bot decides."""
        chair = self.decides
        return chair if chair in self.persons and chair not in self.held_chairs else None

    @property
    def overdue(self) -> int | None:
        """The chair whose time is out, while it is still to move."""
        return self.clock.chair if self.clock.out else None

    def _decider(self, state: AnyState) -> int:
        """The place that decides: the actor's, or that of the player who decides instead at this table."""
        actor = self.customs.standing(state, self).actor
        assert actor is not None
        return self.names.index(state.terms.name(actor))
