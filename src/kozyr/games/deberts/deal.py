"""One deal of deberts: its cards checked and dealt, each viewer's view, and the result (D-DEAL)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final

from msgspec.structs import replace

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import Layout
from kozyr.games import contract
from kozyr.games.contract import Deal, Deed, Effect, Event, by_token
from kozyr.games.deberts.bait import Bait, baited
from kozyr.games.deberts.bidding import Bidding
from kozyr.games.deberts.combinations import Meld
from kozyr.games.deberts.course import Course, Stage
from kozyr.games.deberts.melds import Melds
from kozyr.games.deberts.over import Over
from kozyr.games.deberts.play import Playing
from kozyr.games.deberts.ranks import PACK, SEVEN
from kozyr.games.deberts.terms import FIRST_SIZE, HAND_SIZE, SEATS, Calls, Dealt, Outcome, Terms, View
from kozyr.games.deberts.words import PLAYS, AnyEvent, Height, Nine, Passes, parse
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.rulings import AllRest, Ruled
from kozyr.games.trick import Hand

PHASES: Final = ("deal", *(phase.name for phase in (Bidding, Playing, Melds, Bait, Over)))
_STOCK: Final = 19  # the cards left when each hand has six and one is turned up
_ERRORS: Final[tuple[AnyEvent, ...]] = (Height(), Nine(), Passes())  # words that can be out of place


@lru_cache(maxsize=64)
def _layout(cards: str) -> Layout:
    """The layout of a deal's text, remembered: it is read when it is checked, when it is dealt, and for each viewer.

    Two hands may stand side by side, `N:hand hand`, without the empty seats.
    """
    layout = Layout.parse(cards)
    (north, east, south, west), first = layout.hands, layout.first
    if south is None and west is None and east is not None:
        return Layout((north, None, east, None), layout.rest, (first[0], None, first[1], None))
    if north is None and east is None and west is not None:
        return Layout((west, None, south, None), layout.rest, (first[3], None, first[2], None))
    return layout


def _six(layout: Layout, seat: Seat) -> CardSet | None:
    """The first six cards of a hand; if it is not written in two parts, its first six in order, spades first."""
    hand, first = layout.hand(seat), layout.first[seat.position]
    if first is not None or hand is None:
        return first
    return CardSet.of(sorted(hand, key=lambda card: (card.suit.position, -card.rank.position))[:FIRST_SIZE])


class State(contract.State[AnyEvent, Terms, View, Outcome], frozen=True):
    """One deal. Sets of cards are bits of a `CardSet`; a tuple of four is by seat N E S W."""

    dealing: ClassVar[str] = "D-DEAL-3"
    sitting: ClassVar[str] = "D-DEAL-1"
    deeds: ClassVar[Mapping[str, str]] = {"misdeal": "D-DEAL-3", "missing": "D-DEAL-5", "found": "D-DEAL-5"}

    now: Stage | None = None

    # --- the cards come

    def fault(self, cards: str) -> Refusal | None:
        """Why these cards cannot be dealt; None: they can."""
        try:
            layout = _layout(cards)
        except ValueError:
            return Refusal(Reason.BAD_DEAL, "D-DEAL-3")
        together = CardSet.of(layout.rest).bits
        for place in Seat:
            hand, first = layout.hand(place), layout.first[place.position]
            if len(hand or ()) != (HAND_SIZE if place in SEATS else 0):
                return Refusal(Reason.BAD_DEAL, "D-DEAL-5" if place in SEATS else "D-DEAL-1")
            if first is not None and len(first) != FIRST_SIZE:
                return Refusal(Reason.BAD_DEAL, "D-DEAL-3")
            together |= hand.bits if hand is not None else 0
        return None if together == PACK else Refusal(Reason.BAD_DEAL, "D-DEAL-1")

    def dealt(self, cards: str) -> Stage:
        """The bidding; the play at once if the dealer is obliged."""
        layout, terms = _layout(cards), self.terms
        north, south = (_six(layout, seat) or CardSet() for seat in SEATS)
        more = (layout.hand(Seat.N) or CardSet()) - north, (layout.hand(Seat.S) or CardSet()) - south
        first, later = (north.bits, 0, south.bits, 0), (more[0].bits, 0, more[1].bits, 0)
        found = Dealt(terms, first, later, layout.rest[0], layout.rest[-1])
        return Playing.begin(found, (), terms.dealer, None) if terms.obliged else Bidding(found)

    # --- at a judged table

    def holding(self, seat: Seat) -> int:
        """The cards that a player holds now, as bits."""
        return 0 if self.now is None or seat not in SEATS or self.phase == "over" else self.hand(seat).bits

    @property
    def judging(self) -> Judging:
        """The deal as deeds and rulings see it."""
        return Judging(self)

    # --- facts for a viewer of all cards

    @property
    def course(self) -> Course | None:
        """The course of the deal since the order. None: no player has ordered."""
        return None if self.now is None else self.now.course

    @property
    def calls(self) -> Calls:
        """The bidding so far."""
        return () if self.now is None else self.now.calls

    @property
    def turned(self) -> Card | None:
        """The card that was turned up for trumps; None: no cards yet."""
        return None if self.now is None else self.now.dealt.turned

    @property
    def bottom(self) -> Card | None:
        """The lowest card of the stock; None: no cards yet."""
        return None if self.now is None else self.now.dealt.bottom

    @property
    def trump(self) -> Suit | None:
        """The trump suit. None: nothing is ordered yet."""
        return None if self.course is None else self.course.trump

    def first(self, seat: Seat) -> CardSet:
        """The six cards that a player got before the bidding."""
        return CardSet(0 if self.now is None else self.now.dealt.first[seat.position])

    def later(self, seat: Seat) -> CardSet:
        """The three cards that a player gets after the bidding."""
        return CardSet(0 if self.now is None else self.now.dealt.later[seat.position])

    def owned(self, seat: Seat) -> CardSet:
        """All cards with which a player plays, after an exchange; before the order the first six."""
        return self.first(seat) if self.course is None else CardSet(self.course.owned[seat.position])

    def hand(self, seat: Seat) -> CardSet:
        """The cards that a player holds now."""
        return self.first(seat) if self.course is None else CardSet(self.course.hand(seat))

    def named(self, seat: Seat) -> tuple[Meld, ...]:
        """The combinations that a player has named."""
        return () if self.course is None else self.course.talk.names(seat)

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        return None if self.now is None else self.now.outcome

    # --- the views

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know; None: a kibitzer."""
        now, terms, course = self.now, self.terms, self.course
        talk = None if course is None else course.talk
        phase, turn, turned = self.phase, self.turn, self.turned
        over, acting = phase == "over", seat is not None and seat is turn
        legal = self.legal(seat) if acting else ()
        c, seven = terms.conventions, None if course is None or course.exchanged is None else SEVEN[course.trump]
        bottom = self.bottom if over or (course is not None and c.open_bottom_card) else None
        in_hands = 2 * (HAND_SIZE - FIRST_SIZE) if course is not None else 0
        points = {} if course is None else {place: course.taken[place.position] for place in SEATS}
        return View(
            seat=seat,
            terms=terms,
            phase=phase,
            step=now.step if isinstance(now, Melds) else "",
            turn=turn,
            actor=turn,
            hands={place: self._hand(course, place, shown=over or place is seat, whole=over) for place in SEATS},
            first_trump=turned,
            upcard=seven or turned,
            bottom=bottom,
            stock=_STOCK - in_hands - (bottom is not None),
            calls=tuple((who, call.token) for who, call in self.calls),
            maker=None if course is None else course.maker,
            trump=None if course is None else course.trump,
            exchanged=None if course is None else course.exchanged,
            said=() if talk is None else tuple((who, word.token) for who, word in talk.said),
            claim=None if talk is None else talk.claim,
            named={place: () if talk is None else talk.names(place) for place in SEATS},
            passed=None if talk is None else talk.passed,
            bella=None if course is None else course.bella,
            trick=() if course is None else course.tricks.trick,
            history=() if course is None else course.tricks.history,
            points=(points or dict.fromkeys(SEATS, 0)) if over or c.table.show_counters else {},
            baited=now.baited if isinstance(now, Bait | Over) else None,
            legal=legal,
            offers=self.offers(seat) if acting else (),
            reasons=self._reasons() if acting else {},
            possible=self._possible(legal) if acting and terms.ruled else (),
            outcome=self.outcome,
        )

    def _hand(self, course: Course | None, seat: Seat, *, shown: bool, whole: bool) -> Hand:
        """A hand for a viewer. shown: with its cards; whole: also the played ones."""
        if course is None:
            first = self.first(seat)
            return Hand(len(first), tuple(first) if shown else None)
        bits = course.owned[seat.position] if whole else course.hand(seat)
        known = course.dealt.turned.bit if course.exchanged is seat else 0
        for meld in course.talk.names(seat):
            known |= meld.bits
        known_cards = tuple(CardSet(known & bits)) if known else ()
        return Hand(bits.bit_count(), tuple(CardSet(bits)) if shown else None, known_cards)

    def _reasons(self) -> dict[Card, Refusal]:
        """The cards of the seat on turn that the rules forbid now."""
        now = self.now
        if not isinstance(now, Playing) or not now.tricks.trick:
            return {}
        faults = ((card, now.fault(card)) for card in CardSet(now.tricks.hand))
        return {card: fault for card, fault in faults if fault is not None}

    def _possible(self, legal: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
        """The possible events of the seat on turn. Where the rules price errors most of them are legal, but not all."""
        now = self.now
        if not isinstance(now, Playing):
            return legal
        tried = (*_ERRORS, *(PLAYS[card] for card in CardSet(now.tricks.hand)))
        more = [event for event in tried if event not in legal and now.possible(event, now.turn)]
        return by_token((*legal, *more)) if more else legal

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen: a deal shows the viewer's first six cards and the turned-up one."""
        if isinstance(event, (Deed, Ruled)):
            return event.hidden(by, viewer)
        if not isinstance(event, Deal):
            return event
        layout = _layout(event.cards)
        six = None if viewer is None else _six(layout, viewer)
        hidden = [] if viewer is None or six is None else [(viewer, six)]
        return Deal(str(Layout.of(hidden, layout.rest[:1])))


class Judging(contract.Judging, frozen=True):
    """A deal of deberts as deeds and rulings see it."""

    state: State

    def word(self, token: str) -> Event:
        """The event of a token."""
        return parse(token)

    def ruled(self, effect: Effect) -> State | None:
        """The deal ended by a card bait, where all the rest is given to the innocent (D-BAIT-4); no other effect fits."""
        state = self.state
        course = state.course
        if course is None or state.phase not in {"play", "melds"} or not isinstance(effect, AllRest):
            return None
        if effect.seat not in SEATS:
            return None
        return replace(state, now=baited(course, state.terms.other(effect.seat)))
