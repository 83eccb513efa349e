"""Deberts at the club: the drawing for the first deal, the sheet, and the count of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

import msgspec

from kozyr.cards import Card, Rank, Seat, Suit
from kozyr.club import wire
from kozyr.club.table.customs import Customs, told_terms
from kozyr.club.table.part import Laws
from kozyr.deals import DEBERTS
from kozyr.games import Conventions, deberts
from kozyr.games.deberts import Meld
from kozyr.games.deberts.combinations import BELLA_POINTS, MELD_POINTS
from kozyr.games.deberts.ranks import LAST_TRICK, POINTS
from kozyr.games.deberts.sheet import Entry
from kozyr.games.deberts.terms import SEATS


class Sheet(wire.Sheet, frozen=True, kw_only=True):
    """The party for a client."""

    target: int
    points: tuple[int, int]
    hanging: tuple[int, ...]
    """The hanging points, the oldest first."""
    baits: tuple[int, int]
    entries: tuple[Entry, ...]
    deals: tuple[deberts.Outcome, ...]
    stopped: bool
    winner: int | None
    """The place of the winner."""
    match_points: tuple[int, int]
    """The points that the winner writes for the party."""


class Item(msgspec.Struct, frozen=True):
    """One counted card or combination."""

    what: Literal["terz", "fifty", "hundred", "bella", "last_trick", "spoken", "card"]
    points: int
    card: Card | None = None
    """The top card of a combination, if it was told. None: the last trick, a bella."""


class Count(msgspec.Struct, frozen=True):
    """The count of one player, in the order in which players say it aloud (D-SCORE-3).

    First come the "spoken" items: combinations, bella, last trick, jack and nine of trumps. The other cards follow one
    by one as they lie in the tricks, the worthless ones too.
    """

    items: tuple[Item, ...]
    total: int
    """The sum of all items."""


class Finished(wire.Finished, frozen=True, kw_only=True):
    """A deal that is over: all cards lie open, and each player's points are counted."""

    outcome: deberts.Outcome | None
    entries: tuple[Entry, ...]
    first_trump: Card | None
    stock: tuple[Card, ...] | None
    """The cards in no hand. `count` and `stock` are None if no player ordered."""
    said: tuple[tuple[Seat, str], ...]
    named: Mapping[Seat, tuple[Meld, ...]]
    count: Mapping[Seat, Count] | None
    score: tuple[int, int]
    """The score of the party after the deal."""
    hanging: tuple[int, ...]
    """The hanging points after the deal."""


class Terms(deberts.Terms, frozen=True, kw_only=True):
    """The terms of a deal on the wire, with the eldest, who speaks and leads first."""

    eldest: Seat


class View(deberts.View, frozen=True, kw_only=True):
    """A view as the wire has it."""

    terms: Terms
    tricks: dict[Seat, int]
    """How many each has taken."""


_ONCE: Final = wire.Once()


def _terms(terms: deberts.Terms) -> dict[str, object]:
    return told_terms(terms) | {"eldest": terms.eldest}


class Deberts(Customs[deberts.State, deberts.View, deberts.Party], frozen=True):
    """Deberts at a table: places opposite each other are alike, so people sit down as they came."""

    laws: ClassVar[Laws] = Laws(waits="D-DEAL-1", dealing="D-DEAL-3", amending="D-SCORE-2")

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:
        """How many cards are drawn: from the top in turn until an ace comes (D-DEAL-2)."""
        return next((n for n, card in enumerate(heap, 1) if card.rank is Rank.ACE), len(heap) + 1)

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:
        """The player who draws the first ace deals first (D-DEAL-2)."""
        return deberts.ace_draw(cards)

    def without_cards(self, conventions: Conventions) -> tuple[bool, bool]:
        """Any lot may name the first dealer where that is agreed (D-DEAL-2); for the seats there is none."""
        assert isinstance(conventions, deberts.Conventions)
        return False, conventions.first_dealer == "random"

    def view(self, view: deberts.View, *, watching: bool) -> Mapping[str, object]:
        """The view with the last trick alone, and the number of tricks of each player."""
        tricks = {seat: sum(trick.winner is seat for trick in view.history) for seat in SEATS}
        return {**super().view(view, watching=watching), "terms": _ONCE(view.terms, _terms), "tricks": tricks}

    def sheet(self, match: deberts.Party) -> Sheet:
        """The sheet with its target and its hanging points."""
        sheet = match.sheet
        return Sheet(
            names=match.names,
            target=match.conventions.target,
            points=sheet.points,
            hanging=sheet.hanging,
            baits=sheet.baits,
            entries=sheet.entries,
            deals=match.history,
            finished=match.finished,
            stopped=match.stopped,
            winner=match.winner,
            match_points=match.match_points,
        )

    def finished(self, state: deberts.State, before: deberts.Party, after: deberts.Party) -> Finished:
        """A deal that is over, in its public form, with the count of both players."""
        view, outcome = state.view(None), state.outcome
        return Finished(
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


def _stock(view: deberts.View) -> tuple[Card, ...]:
    """The cards in no hand, with the turned-up one (or the seven that took its place)."""
    held = {card for hand in view.hands.values() for card in hand.cards or ()}
    return tuple(card for card in DEBERTS.cards if card not in held)


def _count(state: deberts.State, outcome: deberts.Outcome) -> Mapping[Seat, Count]:
    """The count of each player. After a card bait the innocent counts everything of both (D-BAIT-4)."""
    trump = outcome.trump or Suit.SPADES
    worth, spoken = POINTS[trump], {Rank.JACK, Rank.NINE}
    counted: dict[Seat, Count] = {}
    ruled = outcome.bait is not None and outcome.closed is None
    for seat in SEATS:
        items: list[Item] = []
        offender = ruled and outcome.bait == seat.value
        whose = () if offender else SEATS if ruled else (seat,)
        for other in whose:
            kinds = outcome.melds.get(other.value, ())
            named = state.named(other)
            tops = [meld.top for meld in named] if len(named) == len(kinds) else [None] * len(kinds)
            items += [Item(kind, MELD_POINTS[kind], top) for kind, top in zip(kinds, tops, strict=True)]
            if outcome.bella == other.value:
                items.append(Item("bella", BELLA_POINTS))
        if ruled or outcome.last == seat.value:
            items += [] if offender else [Item("last_trick", LAST_TRICK)]
        if ruled:
            cards = [] if offender else [card for each in SEATS for card in state.owned(each)]
        else:
            cards = [card for trick in state.history if trick.winner is seat for _, card in trick.cards]
        aloud = [card for card in cards if card.suit is trump and card.rank in spoken]
        items += [Item("spoken", worth[card.index], card) for card in aloud]
        items += [Item("card", worth[card.index], card) for card in cards if card not in aloud]
        counted[seat] = Count(tuple(items), sum(item.points for item in items))
    return counted


CUSTOMS: Final = Deberts()
