"""How the match has gone at a table: the lot, the match and its running deal, and when what happened."""

from __future__ import annotations

from typing import Self

import msgspec

from kozyr.cards import Card, Seat
from kozyr.club import wire
from kozyr.club.table.part import Moved
from kozyr.games import Amendment, AnyState, Deal, Event, Progress, Stop
from kozyr.store import Entry


class SeatLot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards drawn: for the seats by chair, for the first deal by place.

    order, dealer: where no cards are drawn for them, since any lot may decide: the chair at each place, and the place
    that deals first.
    """

    seats: tuple[Card, ...]
    deal: tuple[Card, ...]
    order: tuple[int, ...] = ()
    dealer: int | None = None


class Happened(msgspec.Struct, frozen=True):
    """An event of the game and the state in which it came, from which it is shown."""

    state: AnyState | None
    seat: Seat | None
    event: Event


class Course(msgspec.Struct, frozen=True):
    """The match as this table has played it.

    seq: of the last entry of the game, against which a command is stale. lot, order: at each place, clockwise from
    whoever chose first, the chair. progress: the match, once there is a lot. running: the events of the running deal.
    settled: the entry with which the last deal ended, so that a record up to it betrays nothing. dealt, deals: how many
    deals were dealt, and how many ended. begun, over: when the first came, and the match was over. how: it ended.
    """

    seq: int = 0
    lot: SeatLot | None = None
    order: tuple[int, ...] = ()
    progress: Progress | None = None
    running: tuple[Happened, ...] = ()
    settled: int = 0
    dealt: int = 0
    deals: int = 0
    begun: int | None = None
    over: int | None = None
    how: wire.How | None = None

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

    def drawn(self, seq: int, lot: SeatLot, order: tuple[int, ...], progress: Progress) -> Self:
        """The course once the lot is drawn."""
        return msgspec.structs.replace(self, seq=seq, lot=lot, order=order, progress=progress)

    def moved(self, entry: Entry, event: Event, before: Progress) -> tuple[Self, Happened, Moved]:
        """The course after an event of the game, the event as it came, and the news of it.

        Raises:
            IllegalEvent: the game refuses it.
        """
        happened = Happened(before.state, None if entry.seat is None else Seat(entry.seat), event)
        changes: dict[str, object] = {"seq": entry.seq}
        state: AnyState | None = None
        if isinstance(event, Amendment) or before.state is None:
            progress = before.apply(event, happened.seat)
            broke = progress.state is not before.state
        else:
            state = before.state.apply(event, happened.seat)
            progress, broke = before.after(state), False
            if isinstance(event, Deal):
                changes |= {"running": (happened,), "dealt": self.dealt + 1}
                changes["begun"] = entry.ts if self.begun is None else self.begun
            else:
                changes["running"] = (*self.running, happened)
        if broke or (state is not None and state.outcome is not None):
            changes |= {"running": (), "settled": entry.seq}
            changes["deals"] = self.deals + (not broke)
        over = progress.finished and not before.finished
        if over:
            changes |= {"how": _how(event), "over": entry.ts}
        course = msgspec.structs.replace(self, progress=progress, **changes)
        return course, happened, Moved(event, before.match, state, broke, over, entry.ts)


def _how(event: Event) -> wire.How:
    """How a match has ended with this event."""
    if not isinstance(event, Amendment):
        return "played"
    return "force_majeure" if isinstance(event, Stop) and event.force_majeure else "stopped"
