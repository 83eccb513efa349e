"""One deal of bridge: its cards, the view of each player, and the result (B-AUC, B-PLAY)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import BRIDGE, Layout
from kozyr.games import Deal, Duty, Event, Hand, Reason, Refusal, Trick, contract
from kozyr.games.bridge.auction import Auction, opening
from kozyr.games.bridge.bidding import Bidding
from kozyr.games.bridge.honours import ended
from kozyr.games.bridge.stage import CardPlay, Dealt, Stage
from kozyr.games.bridge.talk import Talk
from kozyr.games.bridge.terms import LINES, SEATS, TRICKS, Outcome, Terms, Two, partner, side_of
from kozyr.games.bridge.words import AnyEvent, Call, Contract, Explain, Line, parse, with_meaning
from kozyr.games.claim import Pending
from kozyr.games.contract import Effect
from kozyr.games.rulings import AllRest, DeclarerSet, Resulted, Ruled, Transferred
from kozyr.games.trick import Four

_PACK: Final = CardSet.of(BRIDGE.cards).bits
_NONE: Final[Four] = (0, 0, 0, 0)


class View(contract.View[AnyEvent, Terms, Outcome], frozen=True, kw_only=True):
    """All that one viewer may know of a deal; `seat` None is a kibitzer.

    calls, history: the calls and tricks that all players heard and saw.
    """

    game: ClassVar[str] = "bridge"

    calls: tuple[tuple[Seat, str], ...]
    meanings: dict[int, str]
    """The meanings of calls that the viewer may know, by the number of the call."""
    asked: tuple[int, ...]
    """Calls that opponents want explained."""
    review: bool
    """Whether the table may repeat the auction now (B-LAW-REV-3)."""
    bid: Contract | None
    """The highest bid so far."""
    contract: Contract | None
    declarer: Seat | None
    dummy: Seat | None
    """The hand that lies on the table."""
    tabled: tuple[Seat, ...]
    """The seats whose hands are on the table."""
    last: Trick | None
    """The last trick, if the viewer may look at it again (B-LAW-TRICK-1)."""
    tricks: dict[Line, int]
    """The tricks won by each line."""
    claim: Pending[int] | None
    """How many tricks the declarer would have in all."""
    honours: Seat | None
    """The seat that declared honours."""

    @property
    def words(self) -> tuple[tuple[Seat, str], ...]:
        """The calls."""
        return self.calls

    @property
    def headline(self) -> str:
        """The contract and its declarer."""
        return "" if self.contract is None or self.declarer is None else f"{self.contract} by {self.declarer.value}"


@lru_cache(maxsize=64)
def _layout(cards: str) -> Layout:
    """The layout of a deal's text, remembered: it is read when it is checked, when it is dealt, and for each viewer."""
    return Layout.parse(cards)


class State(contract.State[AnyEvent, Terms, View, Outcome], frozen=True):
    """One deal; sets of cards are bits of a `CardSet`."""

    dealing: ClassVar[str] = "B-GEN-9"
    sitting: ClassVar[str] = "B-GEN-5"
    deeds: ClassVar[Mapping[str, str]] = {
        "expose": "B-LAW-PEN-1", "look-at": "B-LAW-TRICK-1", "misdeal": "B-LAW-DEAL-1", "remark": "B-LAW-INFO-1",
        "missing": "B-GEN-7", "found": "B-GEN-7",
    }  # fmt: skip

    terms: Terms
    now: Stage | None = None

    def fault(self, cards: str) -> Refusal | None:
        """Why these cards cannot be dealt; None: they can."""
        try:
            layout = _layout(cards)
        except ValueError:
            return Refusal(Reason.BAD_DEAL, "B-GEN-7")
        together = 0
        for hand in layout.hands:
            if hand is None or len(hand) != TRICKS:
                return Refusal(Reason.BAD_DEAL, "B-GEN-7")
            together |= hand.bits
        return None if together == _PACK and not layout.rest else Refusal(Reason.BAD_DEAL, "B-GEN-4")

    def dealt(self, cards: str) -> Bidding:
        """The auction with these cards."""
        n, e, s, w = (0 if hand is None else hand.bits for hand in _layout(cards).hands)
        return Bidding(Dealt(self.terms, (n, e, s, w)), opening(self.terms.kind, self.terms.dealer))

    # --- at a judged table -----------------------------------------------------------------------------------

    def holding(self, seat: Seat) -> int:
        """The cards that a seat holds now, as bits."""
        return 0 if self.now is None or self.now.revealed else self.hands[seat.position]

    @property
    def judging(self) -> Judging:
        """The deal as deeds and rulings see it."""
        return Judging(self)

    # --- the facts so far ------------------------------------------------------------------------------------

    @property
    def play(self) -> CardPlay | None:
        """The play of the contract; None: there is none, or not yet."""
        return None if self.now is None else self.now.play

    @property
    def talk(self) -> Talk:
        """The calls and the words about them."""
        return Talk() if self.now is None else self.now.talk

    @property
    def calls(self) -> tuple[tuple[Seat, Call], ...]:
        """The calls with their callers, without meanings."""
        return self.talk.calls

    @property
    def auction(self) -> Auction | None:
        """The state of the auction, while it lasts."""
        return self.now.auction if isinstance(self.now, Bidding) else None

    @property
    def contract(self) -> Contract | None:
        """The contract, once the auction is over. None: all passed, or the auction goes on."""
        return None if self.play is None else self.play.contract

    @property
    def declarer(self) -> Seat | None:
        """The declarer of the contract."""
        return None if self.play is None else self.play.declarer

    @property
    def dummy(self) -> Seat | None:
        """The declarer's partner."""
        return None if self.play is None else self.play.dummy

    @property
    def trump(self) -> Suit | None:
        """The suit of trumps, once there is one."""
        return None if self.play is None else self.play.contract.trump

    @property
    def leader(self) -> Seat | None:
        """The seat that led the trick in progress, or leads the next."""
        return None if self.play is None else self.play.tricks.leader

    @property
    def led(self) -> bool:
        """Whether the opening lead has been made, so that dummy lies open."""
        return self.play is not None and self.play.tricks.begun

    @property
    def won(self) -> Two:
        """The tricks of each side."""
        return (0, 0) if self.play is None else self.play.won

    @property
    def hands(self) -> Four:
        """The cards that each seat holds now."""
        return self.dealt_hands if self.play is None else self.play.tricks.hands

    @property
    def dealt_hands(self) -> Four:
        """The cards that each seat was dealt."""
        return _NONE if self.now is None else self.now.dealt.hands

    @property
    def claim(self) -> Pending[int] | None:
        """The claim on the table."""
        return None if self.now is None else self.now.claim

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The seats that owe an explanation, each with its call."""
        return () if self.now is None else self.now.duties

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        return None if self.now is None else self.now.outcome

    # --- the views -------------------------------------------------------------------------------------------

    def _visible(self, place: Seat, viewer: Seat | None) -> bool:
        """Whether the viewer may see the cards in a place."""
        now, play, terms = self.now, self.play, self.terms
        if now is not None and now.revealed:
            return True
        if viewer is not None and terms.controls(place) is viewer:
            # The soloist of three looks at the dummy once the pair has bid (B-3H-2).
            waits = terms.kind == "three" and play is None and (self.auction is None or self.auction.stage == 0)
            return place is viewer or not waits
        if play is None:
            return False
        if place in play.tabled:
            return True
        if viewer is None:
            return False
        if play.tricks.begun and viewer is play.dummy and viewer in terms.seats and terms.conventions.dummy_sees_all:
            return True
        claim = self.claim
        return claim is not None and terms.controls(place) is claim.by and play.declares(viewer)

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know; None: a kibitzer."""
        now, play, talk, terms = self.now, self.play, self.talk, self.terms
        revealed = now is not None and now.revealed
        hands: dict[Seat, Hand] = {}
        for place, bits in zip(SEATS, self.dealt_hands if revealed else self.hands, strict=True):
            hands[place] = Hand(bits.bit_count(), tuple(CardSet(bits)) if self._visible(place, seat) else None)
        acting = seat is not None and seat is self.actor
        reasons: dict[Card, Refusal] = now.reasons() if acting and now is not None else {}
        counted = revealed or terms.conventions.table.show_counters
        history = self.history
        looks = not self.trick and seat is not None and seat is not self.dummy and seat in terms.seats
        over = self.phase == "over"
        return View(
            seat=seat,
            terms=terms,
            phase=self.phase,
            turn=self.turn,
            actor=self.actor,
            hands=hands,
            calls=tuple((at, call.token) for at, call in talk.calls),
            meanings=dict(talk.meanings) if over else talk.known(seat, terms),
            asked=talk.asked,
            review=now is None or now.review,
            bid=None if now is None else now.bid,
            contract=self.contract,
            declarer=self.declarer,
            dummy=self.dummy,
            tabled=() if play is None else play.tabled,
            trick=() if play is None else play.tricks.trick,
            history=history,
            last=history[-1] if history and looks else None,
            tricks=dict(zip(LINES, self.won, strict=True)) if counted else {},
            claim=self.claim,
            honours=None if play is None else play.honours,
            legal=self.legal(seat) if acting else (),
            offers=self.offers(seat) if seat is not None else (),
            reasons=reasons,
            duties=self.duties,
            outcome=self.outcome,
        )

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen: a deal hides cards, a meaning told to the opponents hides from partner."""
        terms = self.terms
        if isinstance(event, (contract.Deed, Ruled)):
            return event.hidden(by, viewer)
        if isinstance(event, Deal):
            layout = _layout(event.cards)
            mine = [
                (place, hand)
                for place, hand in zip(SEATS, layout.hands, strict=True)
                if hand is not None and terms.controls(place) is viewer and (place is viewer or terms.kind != "three")
            ]
            return Deal(str(Layout.of(mine)))
        if terms.conventions.explain == "self" and by is not None and viewer is partner(by):
            if isinstance(event, Explain):
                return Explain(event.call, "")
            if isinstance(event, Call):
                return with_meaning(event, "")
        return event


class Judging(contract.Judging, frozen=True):
    """A deal of bridge as deeds and rulings see it."""

    state: State

    def word(self, token: str) -> Event:
        """The event of a token."""
        return parse(token)

    def takers(self) -> tuple[Seat, ...]:
        """The seats that can take tricks: all four."""
        return SEATS

    def ruled(self, effect: Effect) -> State | None:
        """The deal after an effect that gives tricks to a side. None: the effect does not fit."""
        state = self.state
        play = state.play
        if play is None or state.phase != "play" or not isinstance(effect, (AllRest, Resulted, DeclarerSet)):
            return None
        if isinstance(effect, DeclarerSet):
            return self._turned(play, effect.seat)
        taken = (
            play.taken + (play.declares(effect.seat) and TRICKS - sum(play.won)) if isinstance(effect, AllRest) else 0
        )
        if isinstance(effect, Resulted):
            taken = sum(n for seat, n in effect.tricks.items() if side_of(seat) == side_of(play.declarer))
        if not 0 <= taken <= TRICKS:
            return None
        return msgspec.structs.replace(state, now=ended(msgspec.structs.replace(play, agreed=taken)))

    def _turned(self, play: CardPlay, seat: Seat) -> State | None:
        """The deal where declarer and dummy have changed places after an opening lead (LDB-54A). None: it is too late."""
        if seat is not play.dummy or play.tricks.history or len(play.tricks.trick) > 1:
            return None
        terms = self.state.terms
        control = tuple(terms.controls(seat if one is play.declarer else one) for one in SEATS)
        turned = msgspec.structs.replace(play, declarer=seat, control=control)
        return msgspec.structs.replace(self.state, now=turned)

    def counted(self, outcome: contract.Outcome, tallies: tuple[tuple[Effect, str], ...]) -> Outcome:
        """The facts with the tricks that rulings have moved (B-LAW-REVOKE-4)."""
        assert isinstance(outcome, Outcome)
        if outcome.tricks is None or outcome.declarer is None:
            return outcome
        side, tricks = side_of(Seat(outcome.declarer)), outcome.tricks
        for effect, _ in tallies:
            if isinstance(effect, Transferred) and side_of(effect.giver) != side_of(effect.taker):
                moved = self._moved(
                    effect, outcome.tricks if side_of(effect.giver) == side else TRICKS - outcome.tricks
                )
                tricks += moved if side_of(effect.taker) == side else -moved
        tricks = min(TRICKS, max(0, tricks))
        taken: dict[str, int] = {outcome.declarer: outcome.tricks} if tricks != outcome.tricks else {}
        return msgspec.structs.replace(outcome, tricks=tricks, ruled=contract.Counted(tallies[0][1], taken))

    def _moved(self, effect: Transferred, won: int) -> int:
        """How many tricks a ruling moves: no more than the giver's side has won since the trick that it names.

        won: the tricks of the giver's side in all.
        """
        if effect.since is None:
            return effect.tricks
        earlier = self.state.history[: effect.since - 1]
        before = sum(side_of(trick.winner) == side_of(effect.giver) for trick in earlier)
        return min(effect.tricks, max(0, won - before))
