"""The course of the match at a table: the lot, the match, its running deal, and the moments."""

from __future__ import annotations

from typing import Final, Literal, Self

import msgspec

from kozyr.cards import Card, Seat
from kozyr.club import wire
from kozyr.club.acts import AtEvent
from kozyr.club.table.part import Moved
from kozyr.club.table.setup import Person
from kozyr.games import Amendment, AnyState, Deal, Entry as GameEntry, Event, Play, Progress, Stop
from kozyr.games.options import HEARING, WRITTEN
from kozyr.games.record import Ended
from kozyr.games.rulings import Ruled, TakenBack
from kozyr.store import Entry

PLACED: Final = "placed"  # the kind of the entry with which a table of an event begins, instead of the lot
FORCED: Final = "forced"  # the kind of an entry that was against the rules and happened all the same
GAME: Final = frozenset({"event", FORCED})  # the kinds of entries that are events of the game


class SeatLot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards drawn: for the seats by chair, for the first deal by place; none, where any lot may decide."""

    seats: tuple[Card, ...]
    deal: tuple[Card, ...]
    order: tuple[int, ...] = ()
    """The chair at each place, as the lot decided. Older logs say it only where no cards were drawn."""
    dealer: int | None = None
    """The place that deals first, as the lot decided. Older logs say it only where no cards were drawn."""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The beginning of a table of an event: the people by place after the seating plan, and the boards in their order."""

    event: str
    """The id of the event."""
    session: int
    """The session, from 1."""
    round: int
    """The round, from 1."""
    table: int
    """The table of the event, from 1."""
    people: tuple[Person, ...]
    boards: tuple[int, ...]
    dealer: int = 0
    """The place that deals first; boards have their own."""
    room: Literal["", "open", "closed"] = ""
    """The room of a team match."""
    closes: int | None = None
    """For an issue of a cup, played alone against bots: the end of its window, in milliseconds since 1970."""
    stand_ins: bool = True
    """Whether a bot replaces an absent player."""

    @property
    def alone(self) -> bool:
        """Whether one person plays here against bots, without a clock."""
        return self.closes is not None

    @property
    def told(self) -> AtEvent:
        """The act in the form that is sent."""
        return AtEvent(self.event, self.session, self.round, self.table, self.boards, self.room)


class Happened(msgspec.Struct, frozen=True):
    """An event of the game and the state in which it came, from which it is shown."""

    state: AnyState | None
    seat: Seat | None
    event: Event
    n: int = 0
    """Its number in the record of the match, from 1."""
    struck: bool = False
    """A ruling has taken it back."""
    forced: bool = False
    """Whether the event was against the rules; no message tells it."""

    def seen(self, viewer: str | None) -> Event:
        """The event as a player saw it. None: the viewer has no part in the deal."""
        if self.state is None or isinstance(self.event, Amendment):
            return self.event
        return self.state.shown(self.event, self.seat, None if viewer is None else self.state.terms.seat(viewer))


class Course(msgspec.Struct, frozen=True):
    """The match as this table has played it."""

    seq: int = 0
    """The number of the last entry of the game, against which a command is stale."""
    placed: Placed | None = None
    """The place in an event. None: the table belongs to none."""
    lot: SeatLot | None = None
    """The lot. None: it has not been drawn yet."""
    order: tuple[int, ...] = ()
    """The chair at each place, clockwise from the chair that chose first."""
    progress: Progress | None = None
    """The match, once there is a lot."""
    running: tuple[Happened, ...] = ()
    """The events of the running deal."""
    fallen: tuple[Happened, ...] = ()
    """The events of the deal that has just ended, as long as it can be heard; see `hearing`."""
    settled: int = 0
    """The entry with which the last deal ended, so that a record up to it betrays nothing."""
    dealt: int = 0
    """How many deals were dealt."""
    deals: int = 0
    """How many deals have ended."""
    begun: int | None = None
    """When the first deal came."""
    over: int | None = None
    """When the match was over, and its score written."""
    how: wire.How | None = None
    """How the match ended."""
    signed: int = 0
    """The deal, counted as in `dealt`, whose score was written before other cards came."""

    @property
    def hearing(self) -> Ended | None:
        """The deal that has just ended, while a call for it is heard: until its score is written (P-3.9.17).

        The next cards write it, or `ScoreWritten`. None: a deal runs; or the deal is of an old edition, of a player
        alone at an event, or of a match that has ended otherwise.
        """
        progress, placed = self.progress, self.placed
        if progress is None or self.running or self.over is not None or self.signed == self.dealt:
            return None
        agreed = progress.match.conventions
        if placed is not None or progress.finished:
            rules = agreed.table.irregularities == "rule" and not (placed is not None and placed.alone)
            return progress.ended if rules and agreed.edition >= WRITTEN else None
        return progress.ended if agreed.edition >= HEARING else None

    @property
    def written(self) -> int:
        """How many deals of the match have their score written: all but the one that is still heard."""
        played = 0 if self.progress is None else len(self.progress.match.history)
        return played - (self.hearing is not None)

    def seat(self, name: str) -> Seat | None:
        """The seat of a player in the deal for which the arbiter can be called. None: no seat, or no such deal."""
        ended, progress = self.hearing, self.progress
        state = ended.state if ended is not None else None if progress is None else progress.state
        return None if state is None else state.terms.seat(name)

    def signed_off(self, ts: int) -> Self:
        """The course once the score of the deal that has just ended is written."""
        over = self.progress is not None and self.progress.finished
        done = {"over": ts, "how": "played"} if over else {}
        return msgspec.structs.replace(self, signed=self.dealt, **done)

    def heard(self, before: Course) -> bool:
        """Whether a ruling on the deal that had ended `before` has led to this course."""
        ended = before.hearing
        if ended is None or self.progress is None or self.dealt != before.dealt:
            return False
        return self.deals < before.deals or self.progress.ended is None or self.progress.ended.state is not ended.state

    @property
    def last(self) -> tuple[int, Seat | None, Event] | None:
        """The last event of the running deal that was not taken back: its number in the record, its seat, the event."""
        one = self.running[-1] if self.running else None
        return None if one is None or one.struck else (one.n, one.seat, one.event)

    @property
    def shown(self) -> wire.Lot | None:
        """The lot as everybody sees it: each card with the player's name."""
        if self.lot is None or self.progress is None:
            return None
        names, deal = self.progress.match.names, self.lot.deal
        came = sorted(range(len(names)), key=self.order.__getitem__)  # the places by chair
        return wire.Lot(
            seats=tuple((name, self.lot.seats[chair].text) for name, chair in zip(names, self.order, strict=True))
            if self.lot.seats
            else (),
            deal=tuple(
                (names[p], deal[n + p].text) for n in range(0, len(deal), len(names)) for p in came if n + p < len(deal)
            ),
        )

    def kept(self, state: AnyState, *, player: bool, notes: bool) -> tuple[Happened, ...]:
        """The events of the running deal, without the tricks that may no longer be looked at (P-3.9.8).

        player: the reader may see the last one. notes: players may note the fallen cards. All remember events
        that a ruling took back.
        """
        plays = [n for n, one in enumerate(self.running) if isinstance(one.event, Play) and not one.struck]
        view = state.view(None)
        keep = len(view.trick)
        if player:
            keep += len(view.history[-1].cards) if view.history else 0
            keep = len(plays) if notes else keep
        gone = set(plays[: len(plays) - keep])
        return tuple(one for n, one in enumerate(self.running) if n not in gone)

    def drawn(self, seq: int, lot: SeatLot, order: tuple[int, ...], progress: Progress) -> Self:
        """The course once the lot is drawn."""
        return msgspec.structs.replace(self, seq=seq, lot=lot, order=order, progress=progress)

    def moved(self, entry: Entry, event: Event, before: Progress) -> tuple[Self, Happened, Moved]:
        """The course after an event of the game, the event as it came, and the news of it.

        Raises:
            ValueError: the event has no meaning here.
        """
        seat, n = None if entry.seat is None else Seat(entry.seat), before.entries + 1
        happened = Happened(before.state, seat, event, n, forced=entry.kind == FORCED)
        step = before.follow(GameEntry(n, seat, event, happened.forced))
        progress, state = step.after, step.state
        # A ruling that breaks the deal off leaves no state of it either, as an amendment does.
        broke = state is None and progress.state is not before.state
        changes: dict[str, object] = {"seq": entry.seq}
        if isinstance(event, Deal):
            changes |= {"running": (happened,), "dealt": self.dealt + 1}
            changes["begun"] = entry.ts if self.begun is None else self.begun
        elif not isinstance(event, Amendment):
            running = _struck(self.running, event) if isinstance(event, Ruled) else self.running
            changes["running"] = (*running, happened)
        if step.heard:
            fallen = _struck(self.fallen, event) if isinstance(event, Ruled) else self.fallen
            changes |= {"running": (*fallen, happened), "deals": self.deals - 1}
        if broke or (state is not None and state.outcome is not None):
            changes |= {"fallen": changes.get("running", self.running), "running": (), "settled": entry.seq}
            changes["deals"] = self.deals - step.heard + (not broke)
        elif "running" in changes:
            changes["fallen"] = ()
        over = progress.finished and not before.finished
        course = msgspec.structs.replace(self, progress=progress, **changes)
        if progress.finished and course.over is None and course.hearing is None:
            course = msgspec.structs.replace(course, how=_how(event), over=entry.ts)
        # A deal that is heard again is written by what stood before it.
        began = before.ended.match if step.heard and before.ended is not None else before.match
        return course, happened, Moved(event, began, state, broke, over, entry.ts)


def _struck(running: tuple[Happened, ...], ruling: Ruled) -> tuple[Happened, ...]:
    """The events of the running deal, with marks on those that a ruling takes back."""
    back = [effect.to for effect in ruling.effects if isinstance(effect, TakenBack)]
    if not back:
        return running
    return tuple(one if one.n <= min(back) else msgspec.structs.replace(one, struck=True) for one in running)


def _how(event: Event) -> wire.How:
    """The way in which this event ends a match."""
    if not isinstance(event, Amendment):
        return "played"
    return "force_majeure" if isinstance(event, Stop) and event.force_majeure else "stopped"
