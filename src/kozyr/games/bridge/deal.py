"""One deal of bridge: auction, opening lead, dummy, play, claims, honours (B-AUC, B-PLAY). The state is `State`."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, Self, TypeAlias

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import BRIDGE, Layout
from kozyr.games import (
    Deal,
    Event,
    Illegal,
    IllegalEvent,
    Outcome as BaseOutcome,
    Reason,
    Terms as BaseTerms,
    View as BaseView,
)
from kozyr.games.bridge.auction import Auction, Kind, calls, opening, refusal
from kozyr.games.bridge.conventions import Conventions
from kozyr.games.bridge.events import (
    CLAIMS,
    PASS,
    PLAYS,
    Answer,
    Ask,
    Bid,
    Claim,
    Contract,
    Double,
    Explain,
    Honours,
    Line,
    Pass,
    Play,
    Redouble,
    bare,
    meaning_of,
    with_meaning,
)
from kozyr.games.bridge.scoring import Vulnerability, hcp, honours
from kozyr.games.trick import FollowRules, followers, winner

__all__ = ["FOLLOW", "Hand", "Outcome", "Pending", "Phase", "State", "Terms", "Trick", "View"]

FOLLOW: Final = FollowRules(must_trump=False)  # B-PLAY-6
SEATS: Final = tuple(Seat)
LINES: Final[tuple[Line, Line]] = ("NS", "EW")
TRICKS: Final = 13
_PACK: Final = CardSet.of(BRIDGE.cards).bits
_LONGEST: Final = 500  # of a meaning
_PLAN: Final = 300  # of the line of a claim
_CALLS: Final = (Pass, Bid, Double, Redouble)
_YES_NO: Final = (Answer(yes=False), Answer(yes=True))

Phase: TypeAlias = Literal["deal", "auction", "play", "honours", "over"]
Two: TypeAlias = tuple[int, int]  # something for each side, N-S E-W
Four: TypeAlias = tuple[int, int, int, int]  # something for each seat, N E S W
ContractText: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[1-7](C|D|H|S|NT)X{0,2}$")]
Letter: TypeAlias = Literal["N", "E", "S", "W"]


class Terms(BaseTerms, frozen=True):
    """What is known before the cards.

    number: which deal of the session, from 1; one dealt again counts anew. rubber: of which rubber, from 1. board: its
    number at duplicate, or the deal of a Chicago rubber; 0 in a rubber. seats: where people sit, clockwise. names: the
    players in those seats. control: who decides for each seat (two and three play their dummies themselves). kind: the
    auction's. part: part-scores below the line, N-S E-W.
    """

    conventions: Conventions
    number: int
    dealer: Seat
    vulnerability: Vulnerability = "none"
    rubber: int = 1
    board: int = 0
    seats: tuple[Seat, ...] = SEATS
    names: tuple[str, ...] = ("N", "E", "S", "W")
    control: Four = (0, 1, 2, 3)
    kind: Kind = "four"
    part: Two = (0, 0)

    @property
    def holders(self) -> tuple[Seat, ...]:
        """All four places, N E S W, whoever deals: a deal's number is then the same at every table."""
        return SEATS

    def vulnerable(self, seat: Seat | int) -> bool:
        """Whether a seat's side is vulnerable."""
        at = seat if isinstance(seat, int) else seat.position
        return self.vulnerability in {"both", ("ns", "ew")[at % 2]}

    def name(self, seat: Seat) -> str:
        """The player who decides for a seat."""
        return self.names[self.seats.index(SEATS[self.control[seat.position]])]


class Outcome(BaseOutcome, frozen=True):
    """The facts of a deal, by seats; one line of a score file.

    vul: left out, the match knows. contract: None if all passed. tricks: the declarer's, of thirteen. honours: what was
    declared, by seat: 100 or 150. hcp: points of the court cards by line, where the Russian target is played for.
    """

    dealer: Letter
    vul: Vulnerability | None = None
    contract: ContractText | None = None
    declarer: Letter | None = None
    tricks: int | None = None
    honours: dict[Letter, int] = msgspec.field(default_factory=dict)
    hcp: dict[Line, int] = msgspec.field(default_factory=dict)


class Trick(msgspec.Struct, frozen=True):
    """A finished trick: who led, the cards in order, who took it."""

    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat


class Pending(msgspec.Struct, frozen=True):
    """A claim on the table: whose, how many tricks the declarer would have in all, who has agreed, and the line told."""

    by: Seat
    tricks: int
    agreed: tuple[Seat, ...] = ()
    line: str = ""


class Hand(msgspec.Struct, frozen=True):
    """A hand as a viewer sees it: how many cards, and which, if he may know."""

    count: int
    cards: tuple[Card, ...] | None = None


class View(BaseView, frozen=True):
    """All that one viewer may know of a deal; `seat` None is a kibitzer.

    calls, history: what everyone heard and saw fall. meanings: of calls by their number, as far as he may know them.
    asked: calls that opponents want explained. review: whether the table may repeat the auction now (B-LAW-REV-3); last:
    the last trick, for him who may look at it again (B-LAW-TRICK-1). bid: the highest so far. dummy: the hand that lies
    on the table; tabled: every seat whose hand lies there. tricks: by line. refused: cards that may not be played now.
    """

    seat: Seat | None
    terms: Terms
    phase: Phase
    turn: Seat | None
    actor: Seat | None
    hands: dict[Seat, Hand]
    calls: tuple[tuple[Seat, str], ...]
    meanings: dict[int, str]
    asked: tuple[int, ...]
    review: bool
    bid: Contract | None
    contract: Contract | None
    declarer: Seat | None
    dummy: Seat | None
    tabled: tuple[Seat, ...]
    trick: tuple[tuple[Seat, Card], ...]
    history: tuple[Trick, ...]
    last: Trick | None
    tricks: dict[Line, int]
    claim: Pending | None
    honours: Seat | None
    legal: tuple[Event, ...]
    offers: tuple[Event, ...]
    refused: dict[Card, Illegal]
    outcome: Outcome | None


_PLAYS_OF: Final[dict[int, tuple[Play, ...]]] = {0: ()}
_C, _D, _H, _S = Suit.CLUBS.bits, Suit.DIAMONDS.bits, Suit.HEARTS.bits, Suit.SPADES.bits


def _of_suit(bits: int) -> tuple[Play, ...]:
    """The plays of some cards of one suit, sorted by token; made once for each set of cards."""
    found = _PLAYS_OF.get(bits)
    if found is None:
        found = _PLAYS_OF[bits] = tuple(PLAYS[card] for card in sorted(CardSet(bits), key=str))
    return found


def _plays(bits: int) -> tuple[Play, ...]:
    """The plays of some cards, sorted by token."""
    found = _PLAYS_OF.get(bits)
    if found is not None:
        return found
    return _of_suit(bits & _C) + _of_suit(bits & _D) + _of_suit(bits & _H) + _of_suit(bits & _S)


def _token(event: Event) -> str:
    return event.token


@lru_cache(maxsize=128)
def _claims(least: int, most: int) -> tuple[Event, ...]:
    return tuple(sorted(CLAIMS[least : most + 1], key=_token))


@lru_cache(maxsize=64)
def _layout(cards: str) -> Layout:
    """A deal is read when it is checked, again when it is dealt, and for each who sees it come."""
    return Layout.parse(cards)


def _put(values: Four, at: int, value: int) -> Four:
    a, b, c, d = values
    if at == 0:
        return (value, b, c, d)
    if at == 1:
        return (a, value, c, d)
    return (a, b, value, d) if at == 2 else (a, b, c, value)


class State(msgspec.Struct, frozen=True):
    """One deal. Seats are numbered N 0, E 1, S 2, W 3, nobody -1; sets of cards are bits of a `CardSet`.

    hands: what each holds now; dealt: what each got. calls: by seat, without meanings; meanings: by the number of the
    call. doubled, step: of the contract. control: who decides for each seat. done: tricks as (leader, four cards).
    won: tricks by side. claimed: who has claimed in this trick, bits by seat. shown: hands laid down with a claim.
    boast: the seat whose honours were declared.
    """

    terms: Terms
    phase: Phase = "deal"
    hands: Four = (0, 0, 0, 0)
    dealt: Four = (0, 0, 0, 0)
    auction: Auction = Auction(0)
    calls: tuple[tuple[int, Event], ...] = ()
    meanings: tuple[tuple[int, str], ...] = ()
    asked: tuple[int, ...] = ()
    declarer: int = -1
    trump: Suit | None = None
    control: Four = (0, 1, 2, 3)
    at: int = -1
    leader: int = -1
    trick: tuple[Card, ...] = ()
    done: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    won: Two = (0, 0)
    claim: Pending | None = None
    claimed: int = 0
    shown_hands: int = 0
    boast: int = -1
    settled: bool = False

    # --- who -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> Seat | None:
        """Whose cards or call it is; None: over, or waiting for the deal."""
        phase = self.phase
        if phase == "play":
            return SEATS[self.at]
        if phase == "auction":
            return SEATS[self.auction.turn]
        return SEATS[self._holder()] if phase == "honours" else None

    @property
    def actor(self) -> Seat | None:
        """Who decides: the declarer for dummy (B-PLAY-4)."""
        phase = self.phase
        if phase == "play":
            if self.claim is not None:
                return next(s for s in self._voices(self.claim.by) if s not in self.claim.agreed)
            return SEATS[self.control[self.at]]
        if phase == "auction":
            return SEATS[self.auction.turn]
        return SEATS[self.terms.control[self._holder()]] if phase == "honours" else None

    @property
    def contract(self) -> Contract | None:
        """What is played, once the auction is over; None: all passed, or it is not over."""
        auction = self.auction
        return Contract.of(auction.step, auction.doubled) if auction.over and auction.step else None

    @property
    def dummy(self) -> Seat | None:
        """The declarer's partner; his cards are open once the first card is led (B-PLAY-4)."""
        return SEATS[(self.declarer + 2) & 3] if self.declarer >= 0 else None

    @property
    def led(self) -> bool:
        """The opening lead has been made, so dummy lies open."""
        return bool(self.trick or self.done)

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return tuple(self._trick(leader, cards) for leader, cards in self.done)

    def _trick(self, leader: int, cards: tuple[Card, ...]) -> Trick:
        seats = (SEATS[(leader + n) & 3] for n in range(4))
        taker = SEATS[(leader + winner(cards, self.trump)) & 3]
        return Trick(SEATS[leader], tuple(zip(seats, cards, strict=True)), taker)

    def _people(self, side: int) -> tuple[Seat, ...]:
        """The people of a side, as they sit."""
        return tuple(seat for seat in self.terms.seats if seat.position % 2 == side)

    def _declares(self, seat: Seat) -> bool:
        """Whether this one plays the contract."""
        return self.control[self.declarer] == seat.position

    def _defends(self, seat: Seat) -> bool:
        return (seat.position ^ self.declarer) & 1 == 1 and seat in self.terms.seats

    def _voices(self, by: Seat) -> tuple[Seat, ...]:
        """Who must agree to a claim: the other side, and a defender's partner; never dummy (B-LAW-CLAIM-2)."""
        defenders = self._people(1 - self.declarer % 2)
        if self._declares(by):
            return defenders
        return (SEATS[self.control[self.declarer]], *(seat for seat in defenders if seat is not by))

    def _holder(self) -> int:
        """The seat with honours to declare, -1: none has four."""
        if self.declarer < 0:
            return -1
        return next((at for at in range(4) if honours(self.dealt[at], self.trump)), -1)

    # --- what may happen -----------------------------------------------------------------------------------

    def legal(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """What this seat has to choose from now, sorted by token; None: the actor."""
        if seat is not None and seat is not self.actor:
            return ()
        phase = self.phase
        if phase == "play":
            if self.claim is not None:
                return _YES_NO
            hand = self.hands[self.at]
            return _plays(hand & self.trick[0].suit.bits or hand) if self.trick else _plays(hand)
        if phase == "auction":
            return calls(self.auction, self.terms.kind)
        return (Honours(), PASS) if phase == "honours" else ()

    def _playable(self) -> int:
        """The cards that the seat on turn may play (B-PLAY-6)."""
        hand = self.hands[self.at]
        return followers(hand, self.trick[0].suit, self.trump, FOLLOW) if self.trick else hand

    def offers(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """Claims (B-LAW-CLAIM-1), questions about calls (B-LAW-REV-1), honours before the lead (B-SCORE-13)."""
        seat = seat or self.actor
        if seat is None or seat not in self.terms.seats or self.phase not in {"auction", "play"}:
            return ()
        found: list[Event] = []
        if self._why_not_asking(seat) is None:
            found += (ask for n in range(len(self.calls)) if self._why_not_ask(ask := Ask(n), seat) is None)
        if self.phase == "play" and self._why_not_honours(seat) is None:
            found.append(Honours())
        if self.phase == "play" and self._why_not_claiming(seat) is None:
            won = self.won[self.declarer % 2]
            claims = _claims(won, won + TRICKS - len(self.done))
            if not found:
                return claims
            found += claims
        return tuple(sorted(found, key=_token))

    def why_not(self, event: Event, seat: Seat | None = None) -> Illegal | None:
        """Why the event is refused; None: it may happen."""
        kind, phase = type(event), self.phase
        if kind is Play and phase == "play" and self.claim is None:
            if seat is None or seat is SEATS[self.control[self.at]]:
                assert isinstance(event, Play)
                hand, bit = self.hands[self.at], event.card.bit
                if not bit & hand:
                    return Illegal(Reason.NOT_HELD, "B-PLAY-5")
                if self.trick:
                    led = self.trick[0].suit.bits
                    if hand & led and not bit & led:
                        return Illegal(Reason.MUST_FOLLOW, "B-PLAY-6")
                return None
        elif kind is Deal:
            assert isinstance(event, Deal)
            return self._why_not_deal(event, seat)
        if phase == "deal":
            return Illegal(Reason.NOT_NOW, "B-GEN-9")
        if phase == "over":
            return Illegal(Reason.NOT_NOW, "B-SCORE-1")
        if seat is None:
            seat = self.actor
            assert seat is not None
        elif seat not in self.terms.seats:
            return Illegal(Reason.NOT_AT_TABLE, "B-GEN-5")
        if isinstance(event, Ask):
            return self._why_not_asking(seat) or self._why_not_ask(event, seat)
        if isinstance(event, Explain):
            return self._why_not_explain(event, seat)
        if isinstance(event, Claim):
            return self._why_not_claim(event, seat)
        if phase == "play" and isinstance(event, Honours):
            return self._why_not_honours(seat)
        if seat is not self.actor:
            return Illegal(Reason.NOT_YOUR_TURN, self._turn_law(seat))
        if self.claim is not None:
            return None if kind is Answer else Illegal(Reason.CLAIM_PENDING, "B-LAW-CLAIM-2")
        if phase == "auction":
            meaning = meaning_of(event)
            if meaning:
                if self.terms.conventions.explain == "partner":
                    return Illegal(Reason.NO_RIGHT, "B-LAW-REV-2")
                if len(meaning) > _LONGEST:
                    return Illegal(Reason.NOT_NOW, "B-AUC-15")
            return refusal(event, self.auction, self.terms.kind)
        if phase == "honours":
            return None if kind is Honours or event == PASS else Illegal(Reason.NOT_NOW, "B-SCORE-13")
        return Illegal(Reason.NOT_NOW, "B-PLAY-5")

    def _turn_law(self, seat: Seat) -> str:
        if self.phase == "auction":
            return "B-AUC-1"
        if self.phase == "honours":
            return "B-SCORE-13"
        if self.claim is not None:
            return "B-LAW-CLAIM-2"
        if seat is self.dummy:
            return "B-PLAY-4"
        return "B-PLAY-6" if self.trick else "B-PLAY-3"

    def _why_not_deal(self, event: Deal, seat: Seat | None) -> Illegal | None:
        if self.phase != "deal":
            return Illegal(Reason.NOT_NOW, "B-GEN-7")
        if seat is not None:
            return Illegal(Reason.TABLE_ONLY, "B-GEN-7")
        try:
            layout = _layout(event.cards)
        except ValueError:
            return Illegal(Reason.BAD_DEAL, "B-GEN-7")
        together = 0
        for hand in layout.hands:
            if hand is None or len(hand) != TRICKS:
                return Illegal(Reason.BAD_DEAL, "B-GEN-7")
            together |= hand.bits
        return None if together == _PACK and not layout.rest else Illegal(Reason.BAD_DEAL, "B-GEN-4")

    def _why_not_asking(self, seat: Seat) -> Illegal | None:
        """B-LAW-REV-1: in one's own turn while it is bid; B-LAW-REV-3: anybody before the lead, then nobody."""
        if self.phase == "auction":
            return None if seat is self.turn else Illegal(Reason.NOT_YOUR_TURN, "B-LAW-REV-1")
        return None if self.phase == "play" and self._reviews() else Illegal(Reason.NOT_NOW, "B-LAW-REV-3")

    def _why_not_ask(self, event: Ask, seat: Seat) -> Illegal | None:
        if not 0 <= event.call < len(self.calls) or event.call in self.asked:
            return Illegal(Reason.NOT_NOW, "B-AUC-15")
        caller = self.calls[event.call][0]
        if (caller ^ seat.position) & 1 == 0:
            return Illegal(Reason.NO_RIGHT, "B-AUC-15")
        if len(self._people(caller % 2)) < 2:  # who has no partner has agreed nothing
            return Illegal(Reason.NO_RIGHT, "B-LAW-REV-2")
        return None

    def _why_not_explain(self, event: Explain, seat: Seat) -> Illegal | None:
        if self.phase != "auction" and not (self.phase == "play" and self._reviews()):
            return Illegal(Reason.NOT_NOW, "B-LAW-REV-3")
        if not 0 <= event.call < len(self.calls) or not 0 < len(event.meaning) <= _LONGEST:
            return Illegal(Reason.NOT_NOW, "B-AUC-15")
        caller, own = self.calls[event.call][0], self.terms.conventions.explain == "self"
        if seat.position != (caller if own else caller ^ 2):
            return Illegal(Reason.NO_RIGHT, "B-LAW-REV-2")
        return None if own or event.call in self.asked else Illegal(Reason.NO_RIGHT, "B-AUC-15")

    def _why_not_claiming(self, seat: Seat) -> Illegal | None:
        if self.phase != "play" or not self.led:
            return Illegal(Reason.NOT_NOW, "B-LAW-CLAIM-1")
        if self.claim is not None:
            return Illegal(Reason.CLAIM_PENDING, "B-LAW-CLAIM-1")
        if not self._declares(seat) and not self._defends(seat):
            return Illegal(Reason.NO_RIGHT, "B-PLAY-4")
        again = self.claimed >> seat.position & 1
        return Illegal(Reason.ALREADY_CLAIMED, "B-LAW-CLAIM-1") if again else None

    def _why_not_claim(self, event: Claim, seat: Seat) -> Illegal | None:
        refused = self._why_not_claiming(seat)
        if refused is not None:
            return refused
        if len(event.line) > _PLAN:
            return Illegal(Reason.NOT_NOW, "B-LAW-CLAIM-1")
        won = self.won[self.declarer % 2]
        fits = won <= event.tricks <= won + TRICKS - len(self.done)
        return None if fits else Illegal(Reason.IMPOSSIBLE_TRICKS, "B-LAW-CLAIM-1")

    def _why_not_honours(self, seat: Seat) -> Illegal | None:
        """Whether honours can be declared between auction and lead; after the play it is a phase of its own."""
        c = self.terms.conventions
        if not c.honours or c.honours_claim == "automatic":
            return Illegal(Reason.NOT_AGREED, "B-SCORE-13")
        if c.honours_claim != "after_auction" or self.led or self.boast >= 0:
            return Illegal(Reason.NOT_NOW, "B-SCORE-13")
        holder = self._holder()
        mine = holder >= 0 and self.terms.control[holder] == seat.position
        return None if mine else Illegal(Reason.NOT_HELD, "B-SCORE-13")

    def possible(self, event: Event, seat: Seat | None = None) -> bool:
        """Whether a hand could do it: any card that is held, any bid, any double of something."""
        if self.why_not(event, seat) is None:
            return True
        if (seat is not None and seat is not self.actor) or self.claim is not None:
            return False
        if self.phase == "play" and isinstance(event, Play):
            return bool(event.card.bit & self.hands[self.at])
        if self.phase == "auction":
            if isinstance(event, Bid):
                return 1 <= event.level <= 7
            return isinstance(event, Pass) or (isinstance(event, (Double, Redouble)) and self.auction.step > 0)
        return False

    # --- what happens --------------------------------------------------------------------------------------

    def apply(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after the event.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        illegal = self.why_not(event, seat)
        if illegal is not None:
            raise IllegalEvent(event, self, illegal)
        return self.advance(event, seat)

    def advance(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after an event that is known to be possible."""
        if isinstance(event, Play):
            return self._played(event.card)
        if isinstance(event, Deal):
            hands = tuple(hand.bits for hand in _layout(event.cards).hands if hand is not None)
            auction = opening(self.terms.kind, self.terms.dealer.position)
            return self._with(hands=hands, dealt=hands, auction=auction, phase="auction")
        if isinstance(event, Ask):
            return self._with(asked=(*self.asked, event.call))
        if isinstance(event, Explain):
            return self._with(
                meanings=(*((n, said) for n, said in self.meanings if n != event.call), (event.call, event.meaning)),
                asked=tuple(n for n in self.asked if n != event.call),
            )
        if isinstance(event, Claim):
            return self._claimed(event, seat or self.actor)
        if isinstance(event, Answer):
            return self._answered(seat or self.actor, yes=event.yes)
        if isinstance(event, Honours):
            return self._with(boast=self._holder(), phase="over" if self.phase == "honours" else self.phase)
        return self._called(event) if self.phase == "auction" else self._with(phase="over")

    def _with(self, **changes: object) -> Self:
        return msgspec.structs.replace(self, **changes)

    def _called(self, event: Event) -> Self:
        auction = self.auction
        meaning = meaning_of(event)
        call = bare(event) if meaning else event
        said = (*self.calls, (auction.turn, call))
        auction = auction.after(call, self.terms.kind)
        after = msgspec.structs.replace(self, auction=auction, calls=said)
        if meaning:
            after = after._with(meanings=(*self.meanings, (len(self.calls), meaning)))
        if not auction.over:
            return after
        return after._opened() if auction.step else after._with(phase="over")

    def _opened(self) -> Self:
        """The declarer was the first of his side to name the denomination; his left neighbour leads (B-PLAY-1, B-PLAY-3)."""
        contract, side = Contract.of(self.auction.step), self.auction.by & 1
        declarer = next(
            at
            for at, call in self.calls
            if at & 1 == side and isinstance(call, Bid) and call.denomination is contract.denomination
        )
        base = self.terms.control
        leader = (declarer + 1) & 3
        return self._with(
            phase="play",
            declarer=declarer,
            trump=contract.trump,
            control=_put(base, declarer ^ 2, base[declarer]),
            at=leader,
            leader=leader,
        )

    def _played(self, card: Card) -> Self:
        at = self.at
        hands = _put(self.hands, at, self.hands[at] & ~card.bit)
        trick = (*self.trick, card)
        if len(trick) < 4:
            return msgspec.structs.replace(self, hands=hands, trick=trick, at=(at + 1) & 3)
        leader = self.leader
        taker = (leader + winner(trick, self.trump)) & 3
        ns, ew = self.won
        after = msgspec.structs.replace(
            self,
            hands=hands,
            trick=(),
            done=(*self.done, (leader, trick)),
            won=(ns, ew + 1) if taker & 1 else (ns + 1, ew),
            at=taker,
            leader=taker,
            claimed=0,
        )
        return after._ended() if len(after.done) == TRICKS else after

    def _claimed(self, event: Claim, by: Seat | None) -> Self:
        if by is None:
            raise TypeError(event)
        lays = 1 << self.declarer if self._declares(by) else 0  # what is laid down stays there (B-LAW-CLAIM-1)
        return self._with(
            claim=Pending(by, event.tricks, line=event.line),
            claimed=self.claimed | 1 << by.position,
            shown_hands=self.shown_hands | lays,
        )

    def _answered(self, seat: Seat | None, *, yes: bool) -> Self:
        claim = self.claim
        if claim is None or seat is None:
            raise TypeError("no claim")
        if not yes:
            return self._with(claim=None)
        agreed = (*claim.agreed, seat)
        if set(self._voices(claim.by)) - set(agreed):
            return self._with(claim=msgspec.structs.replace(claim, agreed=agreed))
        ours = claim.tricks
        won = (ours, TRICKS - ours) if self.declarer % 2 == 0 else (TRICKS - ours, ours)
        return self._with(claim=None, won=won, settled=True)._ended()

    def _ended(self) -> Self:
        """The tricks are counted; honours may be declared now, if anybody has them (B-SCORE-13)."""
        c, holder = self.terms.conventions, self._holder()
        if not c.honours or holder < 0 or c.honours_claim == "after_auction":
            return self._with(phase="over")
        if c.honours_claim == "automatic":
            return self._with(phase="over", boast=holder)
        return self._with(phase="honours")

    # --- what is seen --------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        if self.phase != "over":
            return None
        terms, contract = self.terms, self.contract
        points: dict[Line, int] = {}
        if terms.conventions.compare == "russian_target":
            points = {line: sum(hcp(CardSet(self.dealt[at])) for at in (n, n + 2)) for n, line in enumerate(LINES)}
        if contract is None:
            return Outcome(terms.dealer.value, terms.vulnerability, hcp=points)
        declared: dict[Letter, int] = {}
        if self.boast >= 0:
            declared[SEATS[self.boast].value] = honours(self.dealt[self.boast], self.trump)
        return Outcome(
            terms.dealer.value,
            terms.vulnerability,
            str(contract),
            SEATS[self.declarer].value,
            self.won[self.declarer % 2],
            declared,
            points,
        )

    def _reviews(self) -> bool:
        """Whether the auction may be repeated with its meanings (B-LAW-REV-1, B-LAW-REV-3)."""
        return not self.led or self.phase == "over" or self.terms.conventions.review_after_lead == "always"

    def _visible(self, place: int, viewer: Seat | None) -> bool:
        """Whether the viewer may see the cards in a place."""
        if self.phase == "over" or self.phase == "honours":  # noqa: PLR1714 - this runs for every hand of every view
            return True
        terms = self.terms
        if viewer is not None and terms.control[place] == viewer.position:
            # The soloist of three looks at his dummy once the pair has bid (B-3H-2).
            return place == viewer.position or terms.kind != "three" or self.auction.stage > 0 or self.auction.over
        if self.declarer < 0:
            return False
        if self.led and (place == self.declarer ^ 2 or terms.control[place] != place):
            return True
        if self.shown_hands >> place & 1:
            return True
        if viewer is None:
            return False
        if self.led and viewer is self.dummy and viewer in terms.seats and terms.conventions.dummy_sees_all:
            return True
        claim = self.claim
        claims = claim is not None and terms.control[place] == claim.by.position
        return claims and self._declares(viewer)

    def _may_know(self, call: int, viewer: Seat | None) -> bool:
        """Whether the viewer may know what a call means: what its author tells the opponents is not for partner."""
        if self.terms.conventions.explain == "partner" or viewer is None or self.phase == "over":
            return True
        return viewer.position != self.calls[call][0] ^ 2

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know; None: a kibitzer."""
        phase, over = self.phase, self.phase in {"over", "honours"}
        hands: dict[Seat, Hand] = {}
        for at, place in enumerate(SEATS):
            bits = self.dealt[at] if over else self.hands[at]
            hands[place] = Hand(bits.bit_count(), tuple(CardSet(bits)) if self._visible(at, seat) else None)
        actor = self.actor
        acting = seat is not None and seat is actor
        refused: dict[Card, Illegal] = {}
        if acting and phase == "play" and self.claim is None:
            for card in CardSet(self.hands[self.at] & ~self._playable()):
                refused[card] = Illegal(Reason.MUST_FOLLOW, "B-PLAY-6")
        counted = over or self.terms.conventions.table.show_counters
        history = self.history
        looks = not self.trick and seat is not None and seat is not self.dummy and seat in self.terms.seats
        auction = self.auction
        lying = () if not self.led else tuple(
            place for at, place in enumerate(SEATS)
            if at == self.declarer ^ 2 or self.terms.control[at] != at or self.shown_hands >> at & 1
        )  # fmt: skip
        return View(
            seat=seat,
            terms=self.terms,
            phase=phase,
            turn=self.turn,
            actor=actor,
            hands=hands,
            calls=tuple((SEATS[at], call.token) for at, call in self.calls),
            meanings={n: said for n, said in self.meanings if self._may_know(n, seat)},
            asked=self.asked,
            review=self._reviews(),
            bid=Contract.of(auction.step, auction.doubled) if auction.step else None,
            contract=self.contract,
            declarer=SEATS[self.declarer] if self.declarer >= 0 else None,
            dummy=self.dummy,
            tabled=lying,
            trick=tuple((SEATS[(self.leader + n) & 3], card) for n, card in enumerate(self.trick)),
            history=history,
            last=history[-1] if history and looks else None,
            tricks={line: self.won[side] for side, line in enumerate(LINES)} if counted else {},
            claim=self.claim,
            honours=SEATS[self.boast] if self.boast >= 0 else None,
            legal=self.legal(seat) if acting else (),
            offers=self.offers(seat) if seat is not None else (),
            refused=refused,
            outcome=self.outcome,
        )

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen: a deal hides cards, a meaning told to the opponents hides from partner."""
        if isinstance(event, Deal):
            layout = _layout(event.cards)
            mine = [
                (place, hand)
                for at, place in enumerate(SEATS)
                if viewer is not None
                and self.terms.control[at] == viewer.position
                and (place is viewer or self.terms.kind != "three")
                and (hand := layout.hand(place)) is not None
            ]
            return Deal(str(Layout.of(mine)))
        partner = by is not None and viewer is not None and viewer.position == by.position ^ 2
        if partner and self.terms.conventions.explain == "self":
            if isinstance(event, Explain):
                return Explain(event.call, "")
            if meaning_of(event):
                return with_meaning(event, "")
        return event
