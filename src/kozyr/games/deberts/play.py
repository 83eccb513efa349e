"""The play: cards, and the words before a player's first card (D-PLAY, D-COMBO, D-CLOSE-1)."""

from __future__ import annotations

from typing import ClassVar, Final, Self

from msgspec.structs import replace

from kozyr.cards import Card, CardSet, Rank, Seat, Suit
from kozyr.games.contract import CannotFollow, Event, by_token
from kozyr.games.deberts.bait import found_out
from kozyr.games.deberts.combinations import MELDS, height, right_word
from kozyr.games.deberts.course import Course, Offence, Stage
from kozyr.games.deberts.dialogue import NINE_TERZ, Dialogue
from kozyr.games.deberts.melds import after, after_first_trick
from kozyr.games.deberts.over import Over
from kozyr.games.deberts.ranks import KING_AND_QUEEN, LAST_TRICK, POINTS, SEVEN, STRENGTH
from kozyr.games.deberts.terms import HAND_SIZE, SEATS, Calls, Dealt
from kozyr.games.deberts.words import (
    BELLAS,
    PLAYS,
    AnyEvent,
    Close,
    Declare,
    Exchange,
    Height,
    Nine,
    Passes,
    Play,
    Show,
)
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.trick import FollowRules, Tricks, clockwise, plays, put

_FOLLOW: Final = {
    "trump_lead": FollowRules(must_trump=True, must_overtrump=True),  # D-PLAY-3, D-PLAY-4
    "never": FollowRules(must_trump=True),
}
_plays = plays(PLAYS)


class Playing(Course, frozen=True):
    """A card is due; before a player's first card also words about combinations, and the exchange of the seven."""

    name: ClassVar[str] = "play"
    takes: ClassVar[tuple[type[Event], ...]] = (Play, Close, Exchange, Declare, Nine, Height, Show, Passes)
    waits: ClassVar[str] = "D-PLAY-7"

    @classmethod
    def begin(cls, dealt: Dealt, calls: Calls, maker: Seat, suit: Suit | None) -> Self:
        """The play with three more cards to each; the eldest leads (D-DEAL-5, D-PLAY-1).

        suit: of trumps; None: that of the first trump.
        """
        terms = dealt.terms
        trump = suit or dealt.turned.suit
        a, b, c, d = dealt.first
        e, f, g, h = dealt.later
        hands = (a | e, b | f, c | g, d | h)
        rules = _FOLLOW[terms.conventions.must_beat]
        tricks = Tricks.begin(hands, clockwise(SEATS, terms.eldest), trump, rules, STRENGTH[trump])
        return cls(dealt, calls, maker, suit is None, hands, tricks, Dialogue(terms, trump))

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.tricks.at

    # --- the possible events

    def legal(self) -> tuple[AnyEvent, ...]:
        """The events from which the seat on turn has to choose."""
        words = self._words() if self._first else None
        if not words:
            return self._cards()
        said = by_token(words)  # in ASCII they stand after the cards
        return said if self.talk.owes_word(self.turn) else (*self._cards(), *said)

    def offers(self, seat: Seat) -> tuple[AnyEvent, ...]:
        """Closing, for the seat on turn, but not in the last trick (D-CLOSE-1)."""
        mine = seat is self.turn and len(self.tricks.history) < HAND_SIZE - 1
        return (Close(),) if mine and self.dealt.terms.conventions.closing else ()

    @property
    def _first(self) -> bool:
        """Whether the player on turn has not played a card yet."""
        return self.tricks.hand.bit_count() == HAND_SIZE

    def _cards(self) -> tuple[AnyEvent, ...]:
        tricks, bits = self.tricks, self.tricks.playable
        if bits != tricks.hand and self.dealt.terms.ruled:
            bits = tricks.hand
        second = self._second_of_bella() & bits
        if not second:
            return _plays(bits)
        (card,) = CardSet(second)
        cards = _plays(bits if self.dealt.terms.conventions.bella_optional else bits & ~second)
        return (*cards, BELLAS[card])

    def _second_of_bella(self) -> int:
        """The second card of a bella, if the seat on turn holds just it (D-COMBO-15)."""
        pair, at = KING_AND_QUEEN[self.talk.trump], self.tricks.at.position
        if self.owned[at] & pair != pair:
            return 0
        left = self.tricks.hands[at] & pair
        return left if left.bit_count() == 1 else 0

    def _words(self) -> list[AnyEvent]:
        """The possible words before the player's first card."""
        seat, hand, agreed = self.turn, self.tricks.hand, self._exchange_agreed()
        exchanges = agreed and self._may_exchange()
        nine = agreed and self.talk.nine is None
        if nine and not self.dealt.terms.ruled:
            nine = exchanges and NINE_TERZ[self.trump] in self.talk.held(hand)
        words = self.talk.openings(seat, hand, nine=nine)
        return [Exchange(), *words] if exchanges else words

    def _exchange_agreed(self) -> bool:
        """Whether the seat on turn might exchange, as far as the other can tell (D-COMBO-16)."""
        if not self.by_first or self.exchanged is not None or self.dealt.turned.rank is Rank.SEVEN:
            return False
        agreed = self.dealt.terms.conventions.exchange7
        return agreed == "either" or (agreed == "declarer_only" and self.turn is self.maker)

    def _may_exchange(self) -> bool:
        """Whether the seat on turn has the seven and need not keep it, where the exchange is agreed (D-COMBO-16)."""
        seat, hand = self.turn, self.tricks.hand
        if self.talk.owes_names(seat):
            return False
        lies = hand & self.dealt.first[seat.position] if self.dealt.terms.conventions.exchange7_first_six else hand
        return bool(lies & SEVEN[self.trump].bit)

    def refusal(self, event: Event) -> Refusal | None:
        """Why the event of the seat on turn is refused; None: it may happen."""
        if type(event) is Play:
            return self._why_not_play(event)
        if isinstance(event, Close):
            if not self.dealt.terms.conventions.closing:
                return Refusal(Reason.NOT_AGREED, "D-CLOSE-1")
            return None if self.offers(self.turn) else Refusal(Reason.LAST_TRICK, "D-CLOSE-1")
        legal = self.legal()
        if event in legal:
            return None
        if isinstance(event, Show):
            if not self._first:
                return Refusal(Reason.NOT_NOW, "D-COMBO-1")
            law = (
                self._word_law() if self.talk.claim is not None and self.turn is self.talk.terms.dealer else "D-COMBO-5"
            )
            return self.talk.why_not_show(event, self.tricks.hand, legal, Refusal(Reason.NOT_NOW, law))
        return self._why_not_word(event)

    def _why_not_play(self, event: Play) -> Refusal | None:
        tricks, bit = self.tricks, event.card.bit
        hand = tricks.hand
        if not bit & hand:
            return Refusal(Reason.NOT_HELD, "D-PLAY-2")
        second = bit & self._second_of_bella()
        if event.bella and not second:
            return Refusal(Reason.NOT_NOW, "D-COMBO-15")
        if second and not event.bella and not self.dealt.terms.conventions.bella_optional:
            return Refusal(Reason.OBLIGATORY, "D-COMBO-15")
        if hand.bit_count() == HAND_SIZE and self.talk.owes_word(tricks.at):
            return Refusal(Reason.OBLIGATORY, self._word_law())
        if bit & tricks.playable or self.dealt.terms.ruled:
            return None
        return self.fault(event.card)

    def fault(self, card: Card) -> Refusal | None:
        """The refusal of a card by the rules of following suit, whether or not the table lets errors happen."""
        reason = self.tricks.refusal(card)
        if reason is None:
            return None
        return Refusal(reason, "D-PLAY-4" if reason is Reason.MUST_OVERTRUMP else "D-PLAY-3")

    def _word_law(self) -> str:
        """The rule by which the dealer owes a word about the eldest's combination."""
        if self.talk.claim is None:
            return "D-COMBO-17"
        if self.talk.claim != "terz":
            return "D-COMBO-12"
        return "D-COMBO-11" if self.talk.right_word(self.tricks.hand) == "show" else "D-COMBO-8"

    def _why_not_word(self, event: Event) -> Refusal:
        """Why a word about combinations, or the exchange, is not legal."""
        talk, seat, first = self.talk, self.turn, self._first
        asked = first and talk.asked(seat)
        match event:
            case Height() if asked:
                right = talk.right_word(self.tricks.hand)
                return Refusal(Reason.NO_RIGHT, "D-COMBO-9" if right == "passes" else "D-COMBO-11")
            case Passes() if asked:
                return Refusal(Reason.OBLIGATORY, self._word_law())
            case Exchange() if not self.by_first or not first:
                return Refusal(Reason.NOT_NOW, "D-COMBO-16")
            case Exchange() if not self._exchange_agreed():
                return Refusal(Reason.NOT_AGREED if self.exchanged is None else Reason.NOT_NOW, "D-COMBO-16")
            case Exchange() if talk.owes_names(seat):
                return Refusal(Reason.NOT_NOW, "D-COMBO-17")
            case Exchange():
                return Refusal(Reason.NOT_HELD, "D-COMBO-16")
            case Nine() if first:
                return Refusal(Reason.NO_RIGHT if talk.nine is None else Reason.NOT_NOW, "D-COMBO-18")
            case Declare() if first and seat is talk.terms.eldest and talk.claim is None and talk.nine is not seat:
                return Refusal(Reason.NOT_HELD, "D-COMBO-1")
            case Declare() if first:
                return Refusal(Reason.NOT_NOW, "D-COMBO-5")
        return Refusal(Reason.NOT_NOW, "D-PLAY-2")

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: play any card that is held, say any word in its place, lead out of turn.

        The dealer can ask too late, after the own first card.
        """
        if self._too_late(event, seat):
            return True
        if seat is not self.turn:
            if not isinstance(event, Play) or event.bella or self.tricks.trick:
                return False
            return bool(event.card.bit & self.tricks.hands[seat.position])
        if isinstance(event, Play):
            second = event.card.bit & self._second_of_bella()
            silent = self._first and self.talk.owes_word(seat)
            return bool(event.card.bit & self.tricks.hand) and (not event.bella or bool(second)) and not silent
        asked = self._first and self.talk.asked(seat)
        if isinstance(event, Height | Passes):
            return asked
        opens = self._first and seat is self.talk.terms.eldest and self.talk.claim is None
        return isinstance(event, Nine) and (asked or opens) and self.talk.nine is None and self._exchange_agreed()

    def _too_late(self, event: Event, seat: Seat) -> bool:
        """Whether the dealer asks about combinations after the own first card; nothing comes of it (D-COMBO-1)."""
        played = self.tricks.hands[seat.position].bit_count() < HAND_SIZE
        return isinstance(event, (Height, Nine)) and seat is self.talk.terms.dealer and played

    # --- the events

    def apply(self, event: Event, seat: Seat) -> Stage:
        """The deal after a card or a word."""
        talk = self.talk
        if self._too_late(event, seat):
            return self
        match event:
            case Play():
                return self._played(event)
            case Close():
                return Over(self, closed=seat)
            case Exchange():
                return self._exchanged()
            case Declare(kind=kind):
                return after(self, talk.say(seat, event, claim=kind, spoke=talk.remember(seat, self.tricks.hand)))
            case Nine():
                return self._asked_nine()
            case Height():
                return self._asked_height()
            case Show(melds=melds):
                return after(self, talk.say(seat, event, named=melds, passed=seat, reply=talk.reply or "show"))
        # The only other word is "passes", of the eldest's combination.
        return after(self, talk.say(seat, event, passed=talk.terms.eldest, reply="passes"))

    def _played(self, event: Play) -> Stage:
        tricks, card, offences = self.tricks, event.card, self.offences
        seat = tricks.holder(card) or tricks.at
        if seat is tricks.at and not card.bit & tricks.playable:
            fault = self.fault(card)
            early = self.talk.terms.conventions.edition < 0
            owed = tricks.playable if early else _proofs(tricks, card)
            offences = (*offences, Offence(seat, fault.law if fault else "", owed=owed))
        bella = seat if event.bella else self.bella
        played = tricks.play(card)
        if played.cards:
            led = replace(self, tricks=played, bella=bella, offences=offences)
            return found_out(led) or led if offences else led
        worth, taker, nth = POINTS[self.talk.trump], played.at, len(played.history)
        points = self.taken[taker.position] + worth[tricks.cards[0].index] + worth[card.index]
        if nth == HAND_SIZE:
            points += LAST_TRICK
        done = replace(
            self, tricks=played, taken=put(self.taken, taker.position, points), bella=bella, offences=offences
        )
        if nth == 1:
            return after_first_trick(done)
        return found_out(done) or (Over(done) if nth == HAND_SIZE else done)

    def _exchanged(self) -> Stage:
        """The play after the exchange: the seven goes under the stock, the turned-up card into the hand (D-COMBO-16)."""
        seat = self.turn
        if not self.tricks.hand & SEVEN[self.trump].bit:
            raise CannotFollow(Exchange(), self.name)
        hand = self.tricks.hand & ~SEVEN[self.trump].bit | self.dealt.turned.bit
        tricks = self.tricks.holding(hand)
        exchanged = replace(self, exchanged=seat, owned=put(self.owned, seat.position, hand), tricks=tricks)
        return after(exchanged, self.talk.say(seat, Exchange()))

    def _asked_nine(self) -> Stage:
        """The phase after 'Does a terz from the nine of trumps pass?'.

        Asked without holding it, it is an offence (D-COMBO-18).
        """
        talk, seat, hand = self.talk, self.turn, self.tricks.hand
        other, terz = talk.terms.other(seat), NINE_TERZ[self.trump].bits
        asked = self if not terz & ~hand else self._offended(Offence(seat, "D-COMBO-18", need=(terz,), hand=hand))
        spoke = talk.remember(seat, hand)
        if seat is talk.terms.dealer:
            return after(asked, talk.say(seat, Nine(), nine=seat, spoke=spoke), "answer", other)
        spoke = put(spoke, other.position, self.hand(other))
        return after(asked, talk.say(seat, Nine(), nine=seat, spoke=spoke), "nine", other)

    def _asked_height(self) -> Stage:
        """The phase after 'Height?'. Asked with nothing that could win, it is an offence (D-COMBO-9)."""
        talk, seat, hand = self.talk, self.turn, self.tricks.hand
        asked = self
        if talk.right_word(hand) == "passes":
            kind, trump, hundred = talk.claim or "terz", self.trump, talk.terms.conventions.hundred
            rights = (meld for meld in MELDS if hundred or meld.kind != "hundred")
            need = tuple(meld.bits for meld in rights if right_word(height(meld, trump), kind) != "passes")
            asked = self._offended(Offence(seat, "D-COMBO-9", need=need, hand=hand))
        return after(asked, talk.say(seat, Height(), reply="height", spoke=talk.remember(seat, hand)))

    def _offended(self, offence: Offence) -> Self:
        return replace(self, offences=(*self.offences, offence))


def _proofs(tricks: Tricks, card: Card) -> int:
    """The cards of a hand that each prove, once seen, that this card was against the rules.

    A kept trump proves it too where the led suit was not followed, whether the hand had that suit or not. The end of a
    deal must not depend on cards unseen by the opponent.
    """
    others = (one for one in CardSet(tricks.hand) if one is not card)
    return sum(one.bit for one in others if not card.bit & tricks.holding(one.bit | card.bit).playable)
