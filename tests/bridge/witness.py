"""Who may have seen which card of bridge."""

from kozyr.cards import CardSet, Seat
from kozyr.games import Deal, Entry, Progress, bridge
from kozyr.games.bridge.terms import partner
from kozyr.games.bridge.words import Claim, Play as BridgePlay
from tests.witness import Witness


class Bridge(Witness):
    """B-2H-2, B-3H-2, B-PLAY-4, B-PLAY-5, B-LAW-CLAIM-1, B-LAW-DUMMY-2."""

    def follow(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened."""
        now, event, seat = after.state, entry.event, entry.seat
        was = before.state
        assert isinstance(was, bridge.State)
        if not isinstance(now, bridge.State) or now.terms.number != was.terms.number or now.phase == "honours":
            self.over = True
            return
        terms = now.terms
        hands = [CardSet(bits) for bits in now.dealt_hands]
        declarer, stage = now.declarer, 9 if now.auction is None else now.auction.stage
        if isinstance(event, Deal):
            for place in terms.seats:
                self.one(place, hands[place.position])
        if len(terms.seats) == 2:
            self.one(Seat.N, hands[2])
            self.one(Seat.E, hands[3])
        if len(terms.seats) == 3 and (terms.conventions.three_hand_auction == "free" or stage > 0):
            self.one(Seat.N, hands[2])
        if isinstance(event, BridgePlay):  # the dummies lie open once a card is led
            self.all([event.card])
            assert declarer is not None
            self.all(hands[partner(declarer).position])
            for place in set(Seat) - set(terms.seats):
                self.all(hands[place.position])
            dummy = partner(declarer)
            if terms.conventions.dummy_sees_all and dummy in terms.seats:
                for hand in hands:
                    self.one(dummy, hand)
        if isinstance(event, Claim) and seat is not None:
            assert declarer is not None
            if seat.position % 2 == declarer.position % 2:
                self.all(hands[declarer.position])
            else:
                self.one(declarer, hands[seat.position])


WITNESS = Bridge
