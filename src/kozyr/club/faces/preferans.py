"""Preferans as a table of the club sees it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from kozyr.cards import Card, Seat
from kozyr.club.faces.laws import Laws
from kozyr.games import Amendment, Event, Illegal, Outcome, Reason, preferans
from kozyr.games.preferans import events
from kozyr.games.preferans.deal import Trick
from kozyr.games.preferans.pulka import Entry, Points

__all__ = ["Preferans"]

_HAND: Final = 10
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
    online: Mapping[str, object] = {}
    laws = Laws(waits="P-3.2.10", dealing="P-3.2.2")

    def lot(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The drawers of these cards, from the one who chooses first (P-3.1.1)."""
        return preferans.draw_order(cards)

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:  # noqa: ARG002 - one each, whatever they are
        """A card each (P-3.2.1)."""
        return players

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:  # noqa: ARG002 - as many as cards
        """Who has drawn the lowest deals (P-3.2.1)."""
        return preferans.draw_order(cards)[0]

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
        """A view without the conventions, which are told once, and without what a player must remember.

        Of the tricks that are closed he may look at the last one alone (P-3.9.8), and a declarer at his discard no
        more once he has led (P-3.4.9); a bot's memory is its own affair.
        """
        return self._wire(view) | {"history": view.history[-1:]}

    def watched(self, view: preferans.View) -> object:
        """The same for one who watches: nothing to choose from, and no trick to look at (PE-5.4.9)."""
        return self._wire(view) | {"history": (), "legal": (), "offers": (), "refused": {}}

    def notes(self, state: preferans.State) -> bool:
        """At misère, where writing is agreed; in all other games notes are forbidden (P-3.6.8)."""
        return state.contract is events.Contract.MISERE and state.terms.conventions.misere_write_layout

    @staticmethod
    def _wire(view: preferans.View) -> dict[str, Any]:
        terms = msgspec.structs.asdict(view.terms)
        del terms["conventions"]
        seen = msgspec.structs.asdict(view) | {"terms": terms}
        del seen["put_away"]
        return seen

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

    def asked(self, state: preferans.State) -> tuple[tuple[Seat, int], ...]:  # noqa: ARG002 - nobody is asked
        """Calls mean what they say."""
        return ()

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

    def results(self, pulka: preferans.Pulka) -> Mapping[str, Fraction]:
        """In whists, exact (P-4.2.14)."""
        return {name: Fraction(won) for name, won in zip(pulka.names, pulka.settlement.result, strict=True)}

    def stop(self, consent: tuple[str, ...], *, force_majeure: bool = False) -> Amendment | None:
        """The end of the pulka before its time (P-4.2.15, PE-5.4.18)."""
        return events.Stop(force_majeure=True) if force_majeure else events.Stop(consent)

    def substitute(self, name: str, consent: tuple[str, ...]) -> Amendment | None:
        """Another person with this player's score (PE-5.4.7)."""
        return events.Substitute(name, consent)

    def guarantee(self, state: preferans.State, name: str, tricks: int) -> tuple[str, ...] | Illegal:
        """Who may be offered a fixed result against his own plan of the defence (P-3.8.5.1a).

        It is for the defenders: the one who insists on his plan offers it to the others, the dealer who sits out
        too; not to the declarer, and not to a fifth who waits.
        """
        terms = state.terms
        if terms.conventions.whist_plan_dispute != "side_bet":
            return Illegal(Reason.NOT_AGREED, "P-3.8.5.1")
        if state.phase != "play" or state.declarer < 0 or tricks > _HAND:
            return Illegal(Reason.NOT_NOW, "P-3.8.5.1a")
        declarer = terms.name(tuple(Seat)[state.declarer])
        hands = tuple(terms.name(seat) for seat in terms.hands)
        if name == declarer or name not in hands:
            return Illegal(Reason.NO_RIGHT, "P-3.8.5.1a")
        return tuple(other for other in terms.names if other not in {name, declarer})

    def owed(
        self, before: preferans.Pulka, outcome: preferans.Outcome, name: str, tricks: int
    ) -> Mapping[str, Fraction]:
        """The difference between the guaranteed and the real result of everybody, as the pulka would count now.

        The tricks by which the two differ are the guarantor's, since it is his plan that is followed.
        """
        real = outcome.tricks
        if real is None or outcome.declarer is None or outcome.declarer == name:
            return {}
        taken = real.get(outcome.declarer, 0)
        fixed = dict(real) | {outcome.declarer: tricks}
        fixed[name] = real.get(name, 0) + taken - tricks
        for other in real:  # he cannot have less than none: then the others took fewer
            if fixed[name] < 0 and other not in {name, outcome.declarer}:
                moved = min(fixed[other], -fixed[name])
                fixed[other] -= moved
                fixed[name] += moved
        guaranteed = before.record(msgspec.structs.replace(outcome, tricks=fixed)).settlement.result
        played = before.record(outcome).settlement.result
        return {who: Fraction(guaranteed[at]) - Fraction(played[at]) for at, who in enumerate(before.names)}
