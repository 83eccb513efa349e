"""Deberts as a table of the club sees it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from kozyr.cards import Card, CardSet, Rank, Seat, Suit
from kozyr.club.faces.laws import Laws
from kozyr.deals import DEBERTS
from kozyr.games import Amendment, Event, Illegal, Outcome, Reason, deberts
from kozyr.games.deberts import Meld, events
from kozyr.games.deberts.deal import LAST_TRICK, POINTS, SEATS, Trick
from kozyr.games.deberts.match import BELLA_POINTS, MELD_POINTS, Entry

__all__ = ["Deberts"]


class _Sheet(msgspec.Struct, frozen=True):
    """The party for a client. hanging: oldest first. winner: a place; match_points: what he writes for the party."""

    names: tuple[str, ...]
    target: int
    points: tuple[int, int]
    hanging: tuple[int, ...]
    baits: tuple[int, int]
    entries: tuple[Entry, ...]
    deals: tuple[Outcome, ...]
    finished: bool
    stopped: bool
    winner: int | None
    match_points: tuple[int, int]


class _Item(msgspec.Struct, frozen=True):
    """One thing that is counted. card: of a combination its top card, if that was told; null: the last trick, a bella."""

    what: Literal["terz", "fifty", "hundred", "bella", "last_trick", "spoken", "card"]
    points: int
    card: Card | None = None


class _Counted(msgspec.Struct, frozen=True):
    """The count of one player, in the order in which players say it aloud (D-SCORE-3).

    Combinations, bella, last trick, jack and nine of trumps ("spoken"); then his cards one by one as they lie in his
    tricks, those two left out, those worth nothing too. total: of all items.
    """

    items: tuple[_Item, ...]
    total: int


class _Finished(msgspec.Struct, frozen=True):
    """A deal that is over: all cards lie open, and each one's points are counted.

    stock: what was in nobody's hand. count, stock None: nobody ordered. score, hanging: after the deal.
    """

    number: int
    names: Mapping[Seat, str]
    outcome: Outcome | None
    entries: tuple[Entry, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    first_trump: Card | None
    stock: tuple[Card, ...] | None
    history: tuple[Trick, ...]
    calls: tuple[tuple[Seat, str], ...]
    said: tuple[tuple[Seat, str], ...]
    named: Mapping[Seat, tuple[Meld, ...]]
    count: Mapping[Seat, _Counted] | None
    score: tuple[int, int]
    hanging: tuple[int, ...]


class Deberts:
    """Deberts as a table sees it."""

    players: tuple[int, ...] = (2,)
    online: Mapping[str, object] = {}
    laws = Laws(waits="D-DEAL-1", dealing="D-DEAL-3")

    def lot(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """Places opposite each other are alike, so people sit down as they came."""
        return tuple(range(len(cards)))

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:  # noqa: ARG002 - always two
        """Cards are drawn from the top in turn until an ace comes (D-DEAL-2)."""
        return next((n for n, card in enumerate(heap, 1) if card.rank is Rank.ACE), len(heap) + 1)

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:  # noqa: ARG002 - always two
        """Who draws the first ace deals first (D-DEAL-2)."""
        return deberts.ace_draw(cards)

    def seat(self, state: deberts.State, name: str) -> Seat | None:  # noqa: ARG002 - the same in every deal
        """Players are called by their seats."""
        return Seat(name)

    def name(self, state: deberts.State, seat: Seat) -> str:  # noqa: ARG002 - the same in every deal
        """Players are called by their seats."""
        return seat.value

    def holders(self, state: deberts.State) -> tuple[Seat, ...]:
        """Both, the eldest first."""
        return state.terms.holders

    def number(self, state: deberts.State) -> int:
        """Which deal of the party this is, from 1."""
        return state.terms.number

    def view(self, view: deberts.View) -> dict[str, Any]:
        """A view without the conventions, which are told once; of the tricks the last alone, and how many there are."""
        terms = msgspec.structs.asdict(view.terms)
        del terms["conventions"]
        terms["eldest"] = view.terms.eldest
        return msgspec.structs.asdict(view) | {
            "terms": terms,
            "history": view.history[-1:],
            "tricks": {seat: sum(trick.winner is seat for trick in view.history) for seat in SEATS},
        }

    def watched(self, view: deberts.View) -> object:
        """The same for one who watches: nothing to choose from, and no trick to look at."""
        seen: dict[str, Any] = {"history": (), "legal": (), "offers": (), "refused": {}}
        return self.view(msgspec.structs.replace(view, legal=(), offers=(), refused={})) | seen

    def notes(self, state: deberts.State) -> bool:  # noqa: ARG002 - never
        """The memory is part of the game."""
        return False

    def sheet(self, party: deberts.Party) -> object:
        """The sheet to the target, with what hangs."""
        sheet = party.sheet
        return _Sheet(
            names=party.names,
            target=party.conventions.target,
            points=sheet.points,
            hanging=sheet.hanging,
            baits=sheet.baits,
            entries=sheet.entries,
            deals=party.history,
            finished=party.finished,
            stopped=party.stopped,
            winner=party.winner if party.winner >= 0 else None,
            match_points=party.match_points,
        )

    def finished(self, state: deberts.State, before: deberts.Party, after: deberts.Party) -> object:
        """A deal that is over, as anybody may see it, with the count of both."""
        view, outcome = state.view(None), state.outcome
        return _Finished(
            number=state.terms.number,
            names={seat: seat.value for seat in SEATS},
            outcome=outcome,
            entries=after.sheet.entries[len(before.sheet.entries) :],
            hands={seat: hand.cards or () for seat, hand in view.hands.items()},
            first_trump=view.first_trump,
            stock=_stock(view) if outcome is not None and outcome.maker is not None else None,
            history=view.history,
            calls=view.calls,
            said=view.said,
            named=view.named,
            count=_count(state, outcome) if outcome is not None and outcome.maker is not None else None,
            score=after.sheet.points,
            hanging=after.sheet.hanging,
        )

    def asked(self, state: deberts.State) -> tuple[tuple[Seat, int], ...]:  # noqa: ARG002 - nobody is asked
        """Calls mean what they say."""
        return ()

    def timed(self, event: Event) -> bool:  # noqa: ARG002 - nothing depends on the clock
        """No event of deberts depends on the moment of another."""
        return False

    def late(self, event: Event, elapsed: int) -> Illegal | None:  # noqa: ARG002 - nothing depends on the clock
        """The clock refuses nothing."""
        return None

    def amendment(self, event: Amendment, by: str, bots: frozenset[str]) -> Illegal | None:
        """A player may stop the party, but speaks for himself alone."""
        if not isinstance(event, events.Stop):
            return Illegal(Reason.TABLE_ONLY, "D-SCORE-2")
        forged = set(event.consent) - {by} - bots
        return Illegal(Reason.NO_CONSENT, "D-SCORE-5") if forged else None

    def results(self, party: deberts.Party) -> Mapping[str, Fraction]:
        """What the party is worth, won by one and lost by the other (D-MATCH-1)."""
        north, south = party.match_points
        return {name: Fraction(won) for name, won in zip(party.names, (north - south, south - north), strict=True)}

    def stop(self, consent: tuple[str, ...], *, force_majeure: bool = False) -> Amendment | None:
        """The end of the party before its time: nobody wins it."""
        return events.Stop(force_majeure=True) if force_majeure else events.Stop(consent)

    def substitute(self, name: str, consent: tuple[str, ...]) -> Amendment | None:
        """Another person with this player's score."""
        return events.Substitute(name, consent)

    def guarantee(self, state: deberts.State, name: str, tricks: int) -> tuple[str, ...] | Illegal:  # noqa: ARG002 - nobody
        """Each plays for himself: there is no plan to guarantee."""
        return Illegal(Reason.NOT_AGREED, "D-DEAL-1")

    def owed(
        self,
        before: deberts.Party,  # noqa: ARG002 - nothing is guaranteed
        outcome: deberts.Outcome,  # noqa: ARG002
        name: str,  # noqa: ARG002
        tricks: int,  # noqa: ARG002
    ) -> Mapping[str, Fraction]:
        """Nothing is guaranteed, so nothing is owed."""
        return {}


def _stock(view: deberts.View) -> tuple[Card, ...]:
    """The cards that nobody held, the turned-up one (or the seven that took its place) among them."""
    held = {card for hand in view.hands.values() for card in hand.cards or ()}
    return tuple(card for card in DEBERTS.cards if card not in held)


def _count(state: deberts.State, outcome: deberts.Outcome) -> Mapping[Seat, _Counted]:
    """What each one counts; after a card bait the innocent counts everything of both (D-BAIT-4)."""
    trump = outcome.trump or Suit.SPADES
    worth, spoken = POINTS[trump], {Rank.JACK, Rank.NINE}
    counted: dict[Seat, _Counted] = {}
    ruled = outcome.bait is not None and outcome.closed is None
    for at, seat in enumerate(SEATS):
        items: list[_Item] = []
        offender = ruled and outcome.bait == seat.value
        whose = () if offender else SEATS if ruled else (seat,)
        for other in whose:
            kinds = outcome.melds.get(other.value, ())
            named = state.named[SEATS.index(other)]
            tops = [meld.top for meld in named] if len(named) == len(kinds) else [None] * len(kinds)
            items += [_Item(kind, MELD_POINTS[kind], top) for kind, top in zip(kinds, tops, strict=True)]
            if outcome.bella == other.value:
                items.append(_Item("bella", BELLA_POINTS))
        if ruled or outcome.last == seat.value:
            items += [] if offender else [_Item("last_trick", LAST_TRICK)]
        if ruled:
            cards = [] if offender else [*CardSet(state.owned[0]), *CardSet(state.owned[1])]
        else:
            cards = [card for trick in state.history if trick.winner is seat for _, card in trick.cards]
        aloud = [card for card in cards if card.suit is trump and card.rank in spoken]
        items += [_Item("spoken", worth[card.index], card) for card in aloud]
        items += [_Item("card", worth[card.index], card) for card in cards if card not in aloud]
        counted[SEATS[at]] = _Counted(tuple(items), sum(item.points for item in items))
    return counted
