"""One deal of preferans: its cards, its phases (`bidding`, `buying`, `whisting`, `play`, `over`), and its views."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import PREFERANS, Layout
from kozyr.games import (
    AnyView,
    Deal,
    Event,
    Hand,
    Judging as BaseJudging,
    Outcome as BaseOutcome,
    Reason,
    Refusal,
    State as BaseState,
    Trick,
    View as BaseView,
)
from kozyr.games.claim import Pending
from kozyr.games.contract import Deed, Effect
from kozyr.games.options import HEARING
from kozyr.games.preferans.auction import Auction
from kozyr.games.preferans.bidding import Bidding
from kozyr.games.preferans.over import Over, takers
from kozyr.games.preferans.phase import Bids, Dealt, Game, Phase
from kozyr.games.preferans.play import start
from kozyr.games.preferans.ruled import closed_talon, counted, ruled
from kozyr.games.preferans.terms import HAND_SIZE, Outcome, Terms
from kozyr.games.preferans.whist import Defence
from kozyr.games.preferans.words import AnyEvent, Contract, Discard, Name, parse
from kozyr.games.rulings import Ruled
from kozyr.games.trick import Four, Tricks

_LEAST: Final = 8  # cards of a hand that was dealt wrongly, and can still be played
_PACK: Final = CardSet.of(PREFERANS.cards).bits


class View(BaseView[AnyEvent, Terms, Outcome], frozen=True, kw_only=True):
    """All that one viewer may know of a deal; `seat` None is a kibitzer."""

    game: ClassVar[str] = "preferans"

    talon: tuple[Card, ...]
    """The talon's cards that the viewer may see."""
    calls: tuple[tuple[Seat, str], ...]
    """The calls of the auction, each with its seat."""
    answers: tuple[tuple[Seat, str], ...]
    """The answers on whist, each with its seat."""
    bid: Contract | None
    """The present bid."""
    contract: Contract | None
    declarer: Seat | None
    whisters: tuple[Seat, ...]
    open: bool
    shared: bool
    factor: int
    price: int
    """The price of a trick in an all-pass."""
    lead: Card | None
    """The talon's card that leads."""
    tricks: dict[Seat, int]
    """The tricks won by each seat.

    Everybody saw the tricks before the last one fall; a table shows the last one alone (P-3.9.8).
    """
    discard: tuple[Card, ...] | None
    """The two cards put away, where the viewer may look at them."""
    put_away: tuple[Card, ...] | None
    """The discard for its owner, also after the first lead, which ends the looking (P-3.4.9); no table shows it."""
    claim: Pending[dict[Seat, int]] | None

    @property
    def words(self) -> tuple[tuple[Seat, str], ...]:
        """The calls, and the answers on whist."""
        return self.calls + self.answers

    @property
    def headline(self) -> str:
        """The contract and its declarer, and the cards of the talon that the viewer may see."""
        by = "" if self.contract is None or self.declarer is None else f"{self.contract} by {self.declarer.value}"
        talon = f"talon {' '.join(card.sign() for card in self.talon)}" if self.talon else ""
        return ", ".join(filter(None, (by, talon)))


class State(BaseState[AnyEvent, Terms, View, Outcome], frozen=True):
    """One deal. Sets of cards are bits of a `CardSet`."""

    dealing: ClassVar[str] = "P-3.2.11"
    again: ClassVar[str] = "P-3.2.2"
    waiting: ClassVar[str] = "P-3.2.23"
    sitting: ClassVar[str] = "P-1.2"
    deeds: ClassVar[Mapping[str, str]] = {
        "expose": "P-3.9.15", "talon": "P-3.2.21", "look-at": "P-3.9.11.2", "put-away": "P-3.4.6", "misdeal": "P-3.2.15",
        "missing": "P-3.9.18", "found": "P-3.9.18", "remark": "P-3.9.13", "advice": "P-3.9.20",
    }  # fmt: skip

    now: Phase | None = None

    # --- the cards come ------------------------------------------------------------------------------------

    def fault(self, cards: str) -> Refusal | None:
        """Why these cards cannot be dealt; None: they can."""
        try:
            layout = Layout.parse(cards)
        except ValueError:
            return Refusal(Reason.BAD_DEAL, "P-3.2.8")
        together = CardSet.of(layout.rest).bits
        for place in Seat:
            hand = layout.hand(place)
            holds = place in self.terms.holders
            if (0 if hand is None else len(hand)) != (HAND_SIZE if holds else 0):
                return Refusal(Reason.BAD_DEAL, "P-3.2.8" if holds else "P-3.2.10")
            together |= hand.bits if hand is not None else 0
        return None if together == _PACK and len(layout.rest) == 2 else Refusal(Reason.BAD_DEAL, "P-1.3.1")

    def dealt(self, cards: str) -> Phase:
        """The first phase with these cards: the auction, or the play of a compulsory all-pass (P-3.7.9)."""
        layout = Layout.parse(cards)
        n, e, s, w = (0 if hand is None else hand.bits for hand in layout.hands)
        dealt = Dealt(self.terms, (n, e, s, w), layout.rest)
        bids = Bids(Auction(self.terms.hands[0]))
        return start(dealt, bids, Game(Contract.ALLPASS)) if self.terms.forced else Bidding(dealt, bids)

    # --- at a judged table ---------------------------------------------------------------------------------

    def holding(self, seat: Seat) -> int:
        """The cards that a seat holds now, as bits."""
        now = self.now
        return 0 if now is None or isinstance(now, Over) else now.hands[seat.position]

    @property
    def trump(self) -> Suit | None:
        """The suit of trumps."""
        return None if self.contract is None else self.contract.trump

    @property
    def judging(self) -> Judging:
        """The deal as deeds and rulings see it."""
        return Judging(self)

    # --- settled facts -------------------------------------------------------------------------------------

    @property
    def _now(self) -> Phase:
        """The phase. Before the cards: an auction of empty hands."""
        terms = self.terms
        return self.now or Bidding(Dealt(terms, (0, 0, 0, 0), ()), Bids(Auction(terms.hands[0])))

    @property
    def dealt_hands(self) -> Four:
        """The hands as they were dealt, as bits."""
        return self._now.dealt.hands

    @property
    def talon(self) -> tuple[Card, ...]:
        """The talon as it was dealt, its upper card first."""
        return self._now.dealt.talon

    @property
    def hands(self) -> Four:
        """The cards that each seat holds now, as bits; after the deal, the cards that it was dealt."""
        return self._now.hands

    @property
    def discarded(self) -> int:
        """The two cards that the declarer has put away, as bits."""
        return self._now.discarded

    @property
    def auction(self) -> Auction:
        """The auction, as it is now or was at its end."""
        return self._now.bids.auction

    @property
    def calls(self) -> tuple[tuple[Seat, Event], ...]:
        """The calls, without looks and invitations."""
        return self._now.bids.calls

    @property
    def shared(self) -> bool:
        """Whether the dealer has accepted an invitation to share a misère (P-3.6.9)."""
        return self._now.bids.shared

    @property
    def declarer(self) -> Seat | None:
        """The winner of the auction. None: the auction goes on, or all have passed."""
        return self._now.declarer

    @property
    def contract(self) -> Contract | None:
        """The contract, once it is known."""
        return self._now.contract

    @property
    def factor(self) -> int:
        """The multiplier of this deal (P-3.3.19)."""
        return self._now.factor

    @property
    def defence(self) -> Defence:
        """The whisters and their way of play, as far as they are known."""
        return self._now.defence

    @property
    def tricks(self) -> Tricks | None:
        """The play of the cards; None: none has been asked for."""
        return self._now.tricks

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return () if self.tricks is None else self.tricks.history

    @property
    def won(self) -> Four:
        """The tricks taken, by seat."""
        return (0, 0, 0, 0) if self.tricks is None else self.tricks.won

    @property
    def claim(self) -> Pending[dict[Seat, int]] | None:
        """The claim that waits for answers."""
        return self._now.claim

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        return None if self.now is None else self.now.outcome

    # --- the views -----------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know; None: a kibitzer."""
        told, terms, now = _told(self), self.terms, self._now
        mine = seat is not None and seat is told.declarer
        acting = seat is not None and seat is told.actor
        tricks = now.tricks
        # The discard may be looked at until a card is led (P-3.4.9).
        keep = tricks is None or not tricks.begun or terms.conventions.irr_discard_peek == "none"
        held, put_away = now.hands, _cards(now.discarded)
        shows = now.sees_discard(seat) or not put_away if isinstance(now, Over) else mine and keep
        return msgspec.structs.replace(
            told,
            seat=seat,
            hands={place: _hand(held[place.position], seen=now.sees(seat, place)) for place in told.hands},
            talon=now.sees_talon(seat),
            discard=put_away if shows else None,
            put_away=put_away if mine and put_away else None,
            legal=self.legal(seat) if acting else (),
            offers=() if seat is None else self.offers(seat),
            reasons=now.reasons() if acting else {},
        )

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen: a deal or a discard hides its cards."""
        if isinstance(event, Deal):
            layout = Layout.parse(event.cards)
            lifts = viewer in self.terms.hands and not self.terms.auction.blind
            mine = layout.hand(viewer) if viewer is not None and lifts else None
            hidden = Layout.of([(viewer, mine)] if viewer is not None and mine is not None else [])
            return Deal(str(hidden))
        if isinstance(event, Discard) and viewer is not by:
            return Discard()
        if isinstance(event, (Deed, Ruled)):
            return event.hidden(by, viewer)
        return event


class Judging(BaseJudging, frozen=True):
    """A deal of preferans as deeds and rulings see it."""

    state: State

    @property
    def closed(self) -> int:
        """The closed cards: the talon, until it is bought or leads."""
        now = self.state.now
        return 0 if now is None or isinstance(now, Over) else closed_talon(now)

    @property
    def put_away(self) -> tuple[Seat, int] | None:
        """The declarer, and the discard as bits."""
        declarer, discarded = self.state.declarer, self.state.discarded
        return (declarer, discarded) if declarer is not None and discarded else None

    @property
    def bid(self) -> Name | None:
        """The word that names the bid as the contract."""
        bid = self.state.auction.contract
        return None if bid is None else Name(bid)

    def misdealt(self, cards: str) -> bool:
        """Whether a real table could have these cards: hands of a wrong size beside a talon of two, with cards of one pack."""
        try:
            layout = Layout.parse(cards)
        except ValueError:
            return False
        sizes = {place: len(layout.hand(place) or ()) for place in Seat}
        together = CardSet.of(layout.rest).bits
        for hand in layout.hands:
            together |= 0 if hand is None else hand.bits
        seated = all((sizes[place] >= _LEAST) == (place in self.state.terms.holders) for place in Seat)
        nobody = all(place in self.state.terms.holders or not sizes[place] for place in Seat)
        return seated and nobody and len(layout.rest) == 2 and not together & ~_PACK

    def word(self, token: str) -> Event:
        """The event of a token."""
        return parse(token)

    def ruled(self, effect: Effect) -> State | None:
        """The deal after an effect of a ruling that changes the cards, the auction or the end; None: it does not fit."""
        now = None if self.state.now is None else ruled(self.state.now, effect)
        return None if now is None else msgspec.structs.replace(self.state, now=now)

    def takers(self) -> tuple[Seat, ...]:
        """The players with hands, and the dealer whose talon leads in an all-pass."""
        owner = self.state.terms.talon_owner
        return self.state.terms.hands if owner is None else (*self.state.terms.hands, owner)

    def on_demand(self, seat: Seat) -> bool:
        """Whether an open card is played only where an opponent demands it: the declarer's (P-3.9.14.2)."""
        return seat is self.state.declarer

    def picks(self, seat: Seat) -> Seat | None:
        """The seat that picks between several open cards: the offender's opponent (P-3.9.14)."""
        declarer = self.state.declarer
        late = self.state.terms.conventions.edition >= HEARING
        return declarer if late and declarer is not None and seat is not declarer else None

    def counted(self, outcome: BaseOutcome, tallies: tuple[tuple[Effect, str], ...]) -> Outcome:
        """The facts with the effects of rulings."""
        assert isinstance(outcome, Outcome)
        return counted(outcome, self.state.terms, self.state.history, tallies)

    def revealed(self, view: AnyView, cards: int) -> AnyView:
        """The view of a viewer who has also seen these cards, including talon cards."""
        assert isinstance(view, View)
        seen = tuple(card for card in self.state.talon if card in view.talon or card.bit & cards & self.closed)
        return super().revealed(msgspec.structs.replace(view, talon=seen), cards)


class _Told:
    """What all viewers of a deal see alike, made once for the deal that is shown to one after another."""

    def __init__(self) -> None:
        self._latest: tuple[State, View] | None = None

    def __call__(self, state: State) -> View:
        latest = self._latest
        if latest is None or latest[0] is not state:
            latest = self._latest = state, self._made(state)
        return latest[1]

    @staticmethod
    def _made(state: State) -> View:
        terms, now, tricks = state.terms, state._now, state.tricks
        return View(
            seat=None,
            terms=terms,
            phase=state.phase,
            turn=state.turn,
            actor=state.actor,
            hands=dict.fromkeys(terms.holders, Hand(0, None)),
            talon=(),
            calls=now.bids.told,
            answers=now.defence.answers,
            bid=now.bids.auction.contract,
            contract=now.contract,
            declarer=now.declarer,
            whisters=now.defence.whisters,
            open=now.defence.open,
            shared=now.bids.shared,
            factor=now.factor,
            price=terms.price,
            lead=None if tricks is None else tricks.lead,
            trick=() if tricks is None else tricks.trick,
            history=state.history,
            tricks={} if tricks is None else {taker: tricks.won[taker.position] for taker in takers(tricks, terms)},
            discard=None,
            put_away=None,
            claim=now.claim,
            legal=(),
            offers=(),
            reasons={},
            outcome=state.outcome,
        )


_told: Final = _Told()


def _hand(bits: int, *, seen: bool) -> Hand:
    return Hand(bits.bit_count(), _cards(bits) if seen else None)


@lru_cache(maxsize=1 << 14)
def _cards(bits: int) -> tuple[Card, ...]:
    return tuple(CardSet(bits))
