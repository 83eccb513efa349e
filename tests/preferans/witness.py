"""Who may have seen which card of preferans."""

from kozyr.cards import CardSet
from kozyr.games import Deal, Entry, Event, Progress
from kozyr.games.preferans import Contract
from kozyr.games.preferans.deal import State
from kozyr.games.preferans.words import Discard, Invite, Look, Pass, Peek, Play
from tests.witness import Viewer, Witness


class Preferans(Witness):
    """P-3.2.11, P-3.3.19, P-3.4.1, P-3.6.6, P-3.6.9, P-3.7.6, P-3.8.5, P-3.8.8, P-3.9.22."""

    def follow(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened."""
        was = before.state
        assert isinstance(was, State)
        terms, event, seat = was.terms, entry.event, entry.seat
        now = after.state
        if not isinstance(now, State) or now.terms.number != terms.number:
            self.over = True  # all cards lie open, and the next deal is another story
            return
        if isinstance(event, Deal):
            for place in terms.hands:
                if terms.forced or not terms.auction.blind:
                    self.one(place, CardSet(now.dealt_hands[place.position]))
        self.lifted(event, seat, was, now)
        if isinstance(event, Invite) and seat is not None:
            self.one(terms.dealer, CardSet(now.hands[seat.position]))
        if isinstance(event, Peek):
            self.one(terms.dealer, CardSet(now.hands[event.hand.position]))
        if isinstance(event, Play):
            self.all([event.card])
        if isinstance(event, Discard):
            self.one(seat, event.cards)
        if now.claim is not None and was.claim is None:
            self.all(CardSet(now.hands[now.claim.by.position]))
        self.talon(now)
        self.opened(now)

    def lifted(self, event: Event, seat: Viewer, was: State, now: State) -> None:
        """Who has taken his cards up, where one may call before looking."""
        terms = now.terms
        if not terms.auction.blind or was.phase == "deal":
            return
        looks = isinstance(event, Look) or (isinstance(event, Pass) and not event.blind)
        if was.phase == "auction" and looks:
            self.one(seat, CardSet(now.dealt_hands[seat.position]) if seat else [])
        if now.phase not in {"auction", "invite"}:  # the auction is over: all may look
            for place in terms.hands:
                self.one(place, CardSet(now.dealt_hands[place.position]))

    def talon(self, now: State) -> None:
        """Bought openly it is everybody's to see, in the dark its buyer's; in all-pass it comes card by card."""
        if now.contract is Contract.ALLPASS:
            if now.terms.conventions.allpass_talon == "opened":
                self.all(now.talon[: len(now.history) + 1])
            self.all(now.talon[: now.auction.taken])  # opened without a word, as a pass
        elif now.auction.over and not now.auction.hand and now.phase != "talon":
            if now.auction.dark:
                self.one(now.declarer, now.talon)
            else:
                self.all(now.talon)

    def opened(self, now: State) -> None:
        """Hands that lie on the table."""
        terms = now.terms
        if now.phase != "play" or now.contract is Contract.ALLPASS:
            return
        if terms.dummy is not None:  # its player sees it
            player = next(seat for seat in terms.hands if seat is not now.declarer)
            self.one(player, CardSet(now.hands[terms.dummy.position]))
        checked = now.contract is not None and now.contract.size == 10 and not now.defence.whisters
        in_the_dark = now.contract is Contract.MISERE or not terms.conventions.whist_light_before_declarer_lead
        waits = in_the_dark and now.declarer is terms.hands[0] and not now.history and not now.trick
        for place in terms.holders:
            if checked or (now.defence.open and not waits and place is not now.declarer):
                self.all(CardSet(now.hands[place.position]))


WITNESS = Preferans
