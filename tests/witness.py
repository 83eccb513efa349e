"""Who may have seen which card: told from the rulebook and the log, not from the views that it is to judge."""

from collections.abc import Iterator

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Deal, Entry, Event, Progress, bridge
from kozyr.games.bridge.events import Claim, Play as BridgePlay
from kozyr.games.preferans import Contract
from kozyr.games.preferans.deal import State
from kozyr.games.preferans.events import Discard, Invite, Look, Pass, Peek, Play

Viewer = Seat | None


class Witness:
    """What each viewer may have seen of the running deal."""

    def __init__(self) -> None:
        self.seen: dict[Viewer, set[Card]] = {viewer: set() for viewer in (*Seat, None)}
        self.over = False

    def all(self, cards: object) -> None:
        """Everybody sees these cards."""
        for viewer in self.seen:
            self.one(viewer, cards)

    def one(self, viewer: Viewer, cards: object) -> None:
        """One viewer sees them."""
        self.seen[viewer] |= set(found(cards))

    def follow(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened."""
        raise NotImplementedError


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
                    self.one(place, CardSet(now.dealt[place.position]))
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
            self.one(seat, CardSet(now.dealt[seat.position]) if seat else [])
        if now.phase not in {"auction", "invite"}:  # the auction is over: all may look
            for place in terms.hands:
                self.one(place, CardSet(now.dealt[place.position]))

    def talon(self, now: State) -> None:
        """Bought openly it is everybody's to see, in the dark its buyer's; in all-pass it comes card by card."""
        if now.contract is Contract.ALLPASS:
            if now.terms.conventions.allpass_talon == "opened":
                self.all(now.talon[: len(now.history) + 1])
            self.all(now.talon[: now.auction.taken])  # opened without a word, as a pass
        elif now.auction.over and not now.auction.hand and now.phase != "talon":
            if now.dark:
                self.one(list(Seat)[now.declarer], now.talon)
            else:
                self.all(now.talon)

    def opened(self, now: State) -> None:
        """Hands that lie on the table."""
        terms = now.terms
        if now.phase != "play" or now.contract is Contract.ALLPASS:
            return
        if terms.dummy is not None:  # its player sees it
            player = next(seat for seat in terms.hands if seat.position != now.declarer)
            self.one(player, CardSet(now.hands[terms.dummy.position]))
        checked = now.contract is not None and now.contract.size == 10 and not now.whisters
        in_the_dark = now.contract is Contract.MISERE or not terms.conventions.whist_light_before_declarer_lead
        waits = in_the_dark and now.declarer == terms.hands[0].position and not now.history and not now.trick
        for place in terms.holders:
            if checked or (now.open and not waits and place.position != now.declarer):
                self.all(CardSet(now.hands[place.position]))


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
        terms, seats = now.terms, list(Seat)
        hands = [CardSet(bits) for bits in now.dealt]
        if isinstance(event, Deal):
            for place in terms.seats:
                self.one(place, hands[place.position])
        if len(terms.seats) == 2:
            self.one(Seat.N, hands[2])
            self.one(Seat.E, hands[3])
        if len(terms.seats) == 3 and (terms.conventions.three_hand_auction == "free" or now.auction.stage > 0):
            self.one(Seat.N, hands[2])
        if isinstance(event, BridgePlay):  # the dummies lie open once a card is led
            self.all([event.card])
            self.all(hands[(now.declarer + 2) % 4])
            for place in set(Seat) - set(terms.seats):
                self.all(hands[place.position])
            dummy = seats[(now.declarer + 2) % 4]
            if terms.conventions.dummy_sees_all and dummy in terms.seats:
                for hand in hands:
                    self.one(dummy, hand)
        if isinstance(event, Claim) and seat is not None:
            declares = seat.position % 2 == now.declarer % 2
            if declares:
                self.all(hands[now.declarer])
            else:
                self.one(seats[now.declarer], hands[seat.position])


WITNESSES = {"preferans": Preferans, "bridge": Bridge}


def found(value: object) -> Iterator[Card]:
    """All cards inside a value, however deep."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, str | int | None):
        return
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from found(key)
            yield from found(inner)
    elif isinstance(value, tuple | list | set | CardSet):
        for inner in value:
            yield from found(inner)
    elif isinstance(value, Deal):
        yield from of_deal(value)
    else:
        for name in getattr(value, "__struct_fields__", ()):
            if name != "terms":
                yield from found(getattr(value, name))


def of_deal(deal: Deal) -> Iterator[Card]:
    """The cards that a deal's text names, hidden ones apart."""
    for word in deal.cards.partition(":")[2].replace("/", " ").split():
        if "." in word:
            yield from CardSet.parse(word)
        elif word in Card.__members__:
            yield Card(word)
