"""Preferans as a table of the club sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from kozyr.cards import Card, Seat
from kozyr.games import Amendment, Event, Illegal, Outcome, Reason, preferans
from kozyr.games.preferans import events
from kozyr.games.preferans.deal import Trick
from kozyr.games.preferans.pulka import Entry, Points

__all__ = ["Preferans"]

_PROMPT_MS: Final = 5000  # "without a pause" (P-3.4.8), with the way over the net and back


class _Sheet(msgspec.Struct, frozen=True):
    """The pulka for a client. whists[i][j] is what i has written on j."""

    names: tuple[str, ...]
    target: int
    pool: tuple[Points, ...]
    hill: tuple[Points, ...]
    whists: tuple[tuple[Points, ...], ...]
    entries: tuple[Entry, ...]
    deals: tuple[Outcome, ...]
    series: int
    finished: bool
    settlement: object | None


class _Finished(msgspec.Struct, frozen=True):
    """A deal of preferans that is over: all cards lie open. names: who sat where, which at five changes."""

    number: int
    names: Mapping[Seat, str]
    outcome: Outcome | None
    entries: tuple[Entry, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    talon: tuple[Card, ...]
    discard: tuple[Card, ...]
    history: tuple[Trick, ...]
    calls: tuple[tuple[Seat, str], ...]
    answers: tuple[tuple[Seat, str], ...]


class Preferans:
    """Preferans as a table sees it."""

    players: tuple[int, ...] = (2, 3, 4, 5)

    def lot(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The drawers of these cards, from the one who chooses first (P-3.1.1)."""
        return preferans.draw_order(cards)

    def seat(self, state: preferans.State, name: str) -> Seat | None:
        """Where a player sits in this deal; None: the fifth, who waits."""
        terms = state.terms
        return terms.seats[terms.names.index(name)] if name in terms.names else None

    def name(self, state: preferans.State, seat: Seat) -> str:
        """Who sits there in this deal."""
        return state.terms.name(seat)

    def holders(self, state: preferans.State) -> tuple[Seat, ...]:
        """Who gets cards; in gusarik the closed hand too."""
        return state.terms.holders

    def number(self, state: preferans.State) -> int:
        """Which deal of the pulka this is, from 1."""
        return state.terms.number

    def view(self, view: preferans.View) -> object:
        """A view without the conventions, which are told once."""
        terms = msgspec.structs.asdict(view.terms)
        del terms["conventions"]
        return msgspec.structs.asdict(view) | {"terms": terms}

    def sheet(self, pulka: preferans.Pulka) -> object:
        """The sheet, and the settlement once the pulka is over."""
        sheet = pulka.sheet
        return _Sheet(
            names=pulka.names,
            target=pulka.conventions.pool_target,
            pool=sheet.pool,
            hill=sheet.hill,
            whists=sheet.whists,
            entries=sheet.entries,
            deals=pulka.history,
            series=pulka.series,
            finished=pulka.finished,
            settlement=pulka.settlement if pulka.finished else None,
        )

    def finished(self, state: preferans.State, before: preferans.Pulka, after: preferans.Pulka) -> object:
        """A deal that is over, as anybody may see it."""
        view = state.view(None)
        return _Finished(
            number=state.terms.number,
            names=dict(zip(state.terms.seats, state.terms.names, strict=True)),
            outcome=view.outcome,
            entries=after.sheet.entries[len(before.sheet.entries) :],
            hands={seat: hand.cards or () for seat, hand in view.hands.items()},
            talon=view.talon,
            discard=view.discard or (),
            history=view.history,
            calls=view.calls,
            answers=view.answers,
        )

    def timed(self, event: Event) -> bool:
        """The naming of a contract, which can be mended without a pause (P-3.4.8)."""
        return isinstance(event, (events.Name, events.Correct))

    def late(self, event: Event, elapsed: int) -> Illegal | None:
        """Why the table's clock refuses the event."""
        slow = isinstance(event, events.Correct) and event.prompt and elapsed > _PROMPT_MS
        return Illegal(Reason.NOT_NOW, "P-3.4.8") if slow else None

    def amendment(self, event: Amendment, by: str, bots: frozenset[str]) -> Illegal | None:
        """A player may stop the pulka, but speaks for himself alone (P-4.2.15, PE-5.4.18)."""
        if not isinstance(event, events.Stop):
            return Illegal(Reason.TABLE_ONLY, "P-4.2.9")
        forged = set(event.consent) - {by} - bots
        return Illegal(Reason.NO_CONSENT, "P-4.2.15") if forged else None
