"""The authority over one table: a pure fold over its log, and the answer to every command. No input, no output.

A log begins with the lot; then come the game's events, each with the seat that it came from, and the deals that
the table brings. `decide` and `deal` say what the next entry would be and what the table would then look like;
nothing has happened until that entry stands in the log.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from kozyr.cards import Card, Seat
from kozyr.club import protocol
from kozyr.club.faces import Face, face
from kozyr.deals import Layout, Pack, fair_deal
from kozyr.games import (
    Amendment,
    Deal,
    Entry as GameEntry,
    Event,
    Game,
    Illegal,
    Progress,
    Reason,
    Record,
    State,
    View,
    game,
    options,
)
from kozyr.store import Entry

__all__ = ["Duty", "Lot", "Person", "Setup", "Step", "Table", "draw"]

NULL: Final = b"null"


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who takes part: an account, or a bot of some level."""

    nick: str
    account: str | None = None
    bot: str | None = None


class Setup(msgspec.Struct, frozen=True):
    """What was agreed before the lot. people: as they came."""

    id: str
    game: str
    preset: str
    conventions: Any
    people: tuple[Person, ...]

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)

    @property
    def face(self) -> Face:
        """The game as a table sees it."""
        return face(self.game)


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards drawn: for the seats by people as they came, for the first deal by place."""

    seats: tuple[Card, ...]
    deal: tuple[Card, ...]


class Duty(msgspec.Struct, frozen=True):
    """Who must do something now; place None: the table itself must deal."""

    place: int | None


class Ended(msgspec.Struct, frozen=True):
    """The deal that is over and waits for `next`: its last state, and the match before it."""

    state: State
    before: Any


class Happened(msgspec.Struct, frozen=True):
    """An event of the running deal and the state in which it came, from which it is shown."""

    state: State | None
    seat: Seat | None
    event: Event


def draw(setup: Setup, key: bytes) -> Lot:
    """Draw cards for the seats and for the first deal.

    Raises:
        ValueError: the key is shorter than 16 bytes.
    """
    pack = setup.rules.pack.cards
    heap = Pack(pack, (), len(pack))
    drawn = tuple(fair_deal(key, f"{setup.id}|{what}", heap, ()).rest for what in ("seats", "first deal"))
    n = len(setup.people)
    return Lot(drawn[0][:n], drawn[1][:n])


@lru_cache(maxsize=256)
def _agreed(
    name: str, preset: str, conventions: msgspec.Struct, players: int
) -> tuple[dict[str, tuple[object, object]], dict[str, object]]:
    """In what conventions differ from their preset, and every option's value."""
    rules = game(name)
    diff = options.diff(rules.agree(preset, {}, players), conventions, rules.groups)
    return diff, {option: row["value"] for option, row in options.describe(conventions, rules.groups).items()}


class Table(msgspec.Struct, frozen=True):
    """A table as its log has made it.

    seq: of the last entry. order: at each place, clockwise from whoever chose first, the person by number.
    running: the events of the running deal. latest: the last event. ended: the deal that waits for `next`. settled: the entry with which
    the last deal ended, so that a record up to it betrays nothing. timed: when the last event came whose moment
    matters, in milliseconds.
    """

    setup: Setup
    seq: int
    lot: Lot
    order: tuple[int, ...]
    progress: Progress
    running: tuple[Happened, ...] = ()
    latest: Happened | None = None
    ended: Ended | None = None
    settled: int = 0
    timed: int = 0

    # --- the fold ------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, setup: Setup, entry: Entry) -> Table:
        """A table from the first entry of its log.

        Raises:
            ValueError: it is no lot for so many people.
        """
        if entry.kind != "lot" or entry.seq != 1:
            raise ValueError(f"the log of table {setup.id} does not begin with the lot")
        lot = msgspec.json.decode(entry.body, type=Lot)
        players = len(setup.people)
        if not len(lot.seats) == len(lot.deal) == players:
            raise ValueError(f"the lot of table {setup.id} is not for {players}")
        order = setup.face.lot(lot.seats)
        dealer = setup.face.lot(lot.deal)[0]
        progress = Progress.start(setup.rules.start(setup.conventions, players, dealer))
        return cls(setup, 1, lot, order, progress)

    def after(self, entry: Entry) -> Table:
        """The table after one more entry.

        Raises:
            ValueError: the entry does not follow, or is no event of the game. IllegalEvent: the game refuses it.
        """
        if entry.kind != "event" or entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} ({entry.kind}) does not follow number {self.seq}")
        event: Event = msgspec.json.decode(entry.body, type=self.setup.rules.event)
        seat = None if entry.seat is None else Seat(entry.seat)
        happened = Happened(self.progress.state, seat, event)
        table = msgspec.structs.replace(
            self,
            seq=entry.seq,
            latest=happened,
            running=(happened,) if isinstance(event, Deal) else (*self.running, happened),
            timed=entry.ts if self.setup.face.timed(event) else self.timed,
        )
        state = self.progress.state
        if isinstance(event, Amendment) or state is None:
            progress = self.progress.apply(event, seat)
            return msgspec.structs.replace(table, progress=progress, running=(), settled=entry.seq)
        state = state.apply(event, seat)
        progress = self.progress.after(state)
        if state.outcome is None:
            return msgspec.structs.replace(table, progress=progress, ended=None)
        ended = Ended(state, self.progress.match)
        return msgspec.structs.replace(table, progress=progress, running=(), ended=ended, settled=entry.seq)

    # --- who is who ----------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called on the sheet, by place."""
        return self.progress.match.names

    def person(self, place: int) -> Person:
        """Who sits at a place."""
        return self.setup.people[self.order[place]]

    def place(self, account: str) -> int | None:
        """Where an account sits; None: not at this table."""
        return next((p for p in range(len(self.order)) if self.person(p).account == account), None)

    def seat(self, place: int) -> Seat | None:
        """The seat of a place in the running deal; None: none, or no deal runs."""
        state = self.progress.state
        return None if state is None else self.setup.face.seat(state, self.names[place])

    # --- what may happen -----------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """The match is over."""
        return self.progress.match.finished

    @property
    def duty(self) -> Duty | None:
        """Who must do something now; None: the match is over, or people look at the deal that ended."""
        state = self.progress.state
        if state is None:
            return None
        if state.actor is not None:
            return Duty(self.names.index(self.setup.face.name(state, state.actor)))
        looked_at = self.ended is not None and any(person.bot is None for person in self.setup.people)
        return None if looked_at else Duty(None)

    def why_not(self, place: int, event: Event, now: int) -> Illegal | None:
        """Why the event is refused when it comes from this place at this moment."""
        face = self.setup.face
        if isinstance(event, Amendment):
            bots = frozenset(name for p, name in enumerate(self.names) if self.person(p).bot is not None)
            return face.amendment(event, self.names[place], bots) or self.progress.why_not(event)
        if self.progress.state is None:
            return Illegal(Reason.MATCH_OVER, "P-4.2.15")
        seat = self.seat(place)
        if seat is None:
            return Illegal(Reason.NOT_AT_TABLE, "P-3.2.10")
        return self.progress.why_not(event, seat) or face.late(event, now - self.timed)

    def decide(self, place: int, event: Event, now: int, command: str | None = None) -> Step | Illegal:
        """What an event from this place would lead to, or why it is refused."""
        illegal = self.why_not(place, event, now)
        if illegal is not None:
            return illegal
        seat = None if isinstance(event, Amendment) else self.seat(place)
        return self._step(event, seat, now, command)

    def deal(self, key: bytes, now: int, command: str | None = None) -> Step | Illegal:
        """What dealing on would lead to, from a secret key that serves this deal alone.

        Raises:
            ValueError: the key is shorter than 16 bytes.
        """
        state = self.progress.state
        if state is None:
            return Illegal(Reason.MATCH_OVER, "P-4.2.15")
        if self.running:
            return Illegal(Reason.NOT_NOW, "P-3.2.2")
        face = self.setup.face
        label = f"{self.setup.id}|{face.number(state)}"
        layout: Layout = fair_deal(key, label, self.setup.rules.pack, face.holders(state))
        return self._step(Deal(str(layout)), None, now, command)

    def _step(self, event: Event, seat: Seat | None, now: int, command: str | None) -> Step:
        body = msgspec.json.encode(event).decode()
        entry = Entry(self.seq + 1, now, "event", None if seat is None else seat.value, command, body)
        return Step(self, entry, self.after(entry))

    # --- what each may know --------------------------------------------------------------------------------

    def sees(self, place: int) -> View | None:
        """The game's view for a place; None between deals."""
        state = self.progress.state
        return None if state is None or not self.running else state.view(self.seat(place))

    def view(self, place: int) -> bytes:
        """The view for a place as it goes over the wire."""
        view = self.sees(place)
        return NULL if view is None else protocol.encode(self.setup.face.view(view))

    def info(self, place: int, *, frozen: bool = False) -> protocol.TableInfo:
        """The table itself, for whoever sits at a place."""
        setup, names = self.setup, self.names
        diff, values = _agreed(setup.game, setup.preset, setup.conventions, len(names))
        drawn = sorted(range(len(names)), key=self.order.__getitem__)  # the places of people as they came
        return protocol.TableInfo(
            id=setup.id,
            game=setup.game,
            preset=setup.preset,
            diff=diff,
            conventions=values,
            you=names[place],
            players=tuple(
                protocol.Player(name, self.person(p).nick, self.person(p).bot) for p, name in enumerate(names)
            ),
            lot=protocol.Lot(
                seats=tuple((names[p], self.lot.seats[self.order[p]].text) for p in range(len(names))),
                deal=tuple((names[p], self.lot.deal[p].text) for p in drawn),
            ),
            frozen=frozen,
        )

    def snap(self, place: int, *, frozen: bool = False) -> protocol.Snap:
        """Everything that a place may know."""
        view = self.view(place)
        return protocol.Snap(
            seq=self.seq,
            hash=protocol.digest(view),
            table=self.info(place, frozen=frozen),
            view=msgspec.Raw(view),
            sheet=self.setup.face.sheet(self.progress.match),
            log=tuple(self.said(happened, place) for happened in self.running),
            last=self.last,
        )

    @property
    def last(self) -> object | None:
        """The deal that ended last, until `next`."""
        if self.ended is None:
            return None
        return self.setup.face.finished(self.ended.state, self.ended.before, self.progress.match)

    def said(self, happened: Happened, place: int) -> protocol.Said:
        """An event as a place saw it."""
        state, event, by = happened.state, happened.event, happened.seat
        if state is not None and not isinstance(event, Amendment):
            event = state.shown(event, by, self.setup.face.seat(state, self.names[place]))
        return protocol.Said(None if by is None else by.value, event)

    def record(self, entries: list[Entry]) -> Record:
        """The match as a record, up to the last deal that is over; `entries` is the table's log."""
        events = [entry for entry in entries if entry.kind == "event" and entry.seq <= self.settled]
        return Record(
            game=self.setup.game,
            conventions=self.setup.conventions,
            players=len(self.names),
            dealer=self.setup.face.lot(self.lot.deal)[0],
            entries=tuple(
                GameEntry(
                    number,
                    None if entry.seat is None else Seat(entry.seat),
                    msgspec.json.decode(entry.body, type=self.setup.rules.event),
                )
                for number, entry in enumerate(events, 1)
            ),
            tags=tuple((f"Player.{name}", self.person(place).nick) for place, name in enumerate(self.names)),
        )


class Step(msgspec.Struct, frozen=True):
    """An entry that may be written, the table before it and the table after."""

    before: Table
    entry: Entry
    table: Table

    def ev(self, place: int) -> protocol.Ev:
        """What a place is told of it."""
        before, after = self.before, self.table
        if after.latest is None:
            raise ValueError(f"nothing has happened at table {after.setup.id}")
        view = after.view(place)
        ended = after.ended is not None and after.ended is not before.ended
        dealt = before.ended is not None and after.ended is None
        scored = after.progress.match is not before.progress.match
        return protocol.Ev(
            seq=self.entry.seq,
            hash=protocol.digest(view),
            said=after.said(after.latest, place),
            view=msgspec.Raw(view),
            sheet=after.setup.face.sheet(after.progress.match) if scored else msgspec.UNSET,
            last=after.last if ended or dealt else msgspec.UNSET,
        )
