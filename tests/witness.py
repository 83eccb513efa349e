"""Who may have seen which card: told from the rulebook and the log, not from the views that it is to judge."""

from collections.abc import Iterator
from typing import Any

import msgspec

from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import Layout
from kozyr.games import Deal, Entry, Event, Play as AnyPlay, Progress, bridge, deberts
from kozyr.games.bridge.terms import partner
from kozyr.games.bridge.words import Claim, Play as BridgePlay
from kozyr.games.deberts.words import Exchange, Order, Show
from kozyr.games.deeds import Exposed, TalonTouched
from kozyr.games.judged import Judged
from kozyr.games.preferans import Contract
from kozyr.games.preferans.deal import State
from kozyr.games.preferans.words import Discard, Invite, Look, Pass, Peek, Play
from kozyr.games.rulings import Opened, Ruled

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

    def watch(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened, a deed or a ruling perhaps."""
        event, now = entry.event, after.state
        if isinstance(event, Exposed):
            for viewer in (*event.to, event.of) if event.to else self.seen:
                self.one(viewer, event.cards)
        if isinstance(event, TalonTouched) and before.state is not None:
            closed = CardSet(before.state.judging.closed)
            self.all(closed) if event.how == "opened" else self.one(entry.seat, closed)
        if isinstance(event, Ruled):
            for effect in event.effects:
                if isinstance(effect, Opened):
                    self.all(effect.cards)
        self.follow(entry, plainly(before), plainly(after))
        if isinstance(now, Judged) and now.phase == "play" and now.turn is not None:
            self.one(now.actor, CardSet(now.holding(now.turn)))  # nobody plays cards that he does not see

    def follow(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened in the game itself."""
        raise NotImplementedError


def plainly(progress: Progress) -> Progress:
    """The progress without what stands over the play."""
    state = progress.state
    return progress if state is None else msgspec.structs.replace(progress, state=state.plain)


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


class Deberts(Witness):
    """D-DEAL-3, D-DEAL-5, D-DEAL-6, D-BID-1, D-BID-2, D-COMBO-7, D-COMBO-16, D-PLAY-1."""

    def __init__(self) -> None:
        super().__init__()
        self.layout = Layout((None, None, None, None))
        self.trump = ""

    def follow(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened."""
        was, now, event = before.state, after.state, entry.event
        assert isinstance(was, deberts.State)
        if now is None or now.terms.number != was.terms.number:
            self.over = True  # all cards lie open
            return
        if isinstance(event, Deal):
            self.layout = Layout.parse(event.cards)
            self.all(self.layout.rest[:1])
            for seat in (Seat.N, Seat.S):
                self.one(seat, self.layout.first[seat.position])
            if was.terms.obliged:
                self.ordered(was, self.layout.rest[0].text[0])
        if isinstance(event, Order):
            self.ordered(was, self.layout.rest[0].text[0] if event.trump is None else event.trump.value)
        if isinstance(event, Exchange):
            self.all([Card(self.trump + "7")])
        if isinstance(event, Show):
            for meld in event.melds:
                self.all(self.named(meld.kind, meld.top))
        if isinstance(event, AnyPlay):
            self.all([event.card])

    def ordered(self, was: deberts.State, trump: str) -> None:
        """Three more cards to each, and the bottom card is shown where that is agreed."""
        self.trump = trump
        for seat in (Seat.N, Seat.S):
            self.one(seat, self.layout.hand(seat))
        if was.terms.conventions.open_bottom_card:
            self.all(self.layout.rest[-1:])

    @staticmethod
    def named(kind: str, top: Card) -> list[Card]:
        """The cards of a combination that is told by its highest card."""
        ranks, length = "789TJQKA", {"terz": 3, "fifty": 4, "hundred": 5}[kind]
        end = ranks.index(top.text[1]) + 1
        return [Card(top.text[0] + rank) for rank in ranks[end - length : end]]


class Pairs(Witness):
    """Each sees his own six cards, and what is played."""

    def follow(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened."""
        if before.state is None or after.state is None or after.state.terms.number != before.state.terms.number:
            self.over = True
            return
        if isinstance(entry.event, Deal):
            layout = Layout.parse(entry.event.cards)
            for seat in before.state.terms.seats:
                self.one(seat, layout.hand(seat))
        if isinstance(entry.event, AnyPlay):
            self.all([entry.event.card])


WITNESSES = {"preferans": Preferans, "bridge": Bridge, "deberts": Deberts, "pairs": Pairs}


_PARTS = (tuple, list, set, frozenset, dict, CardSet, Deal, Iterator)
_FIELDS: dict[type, tuple[str, ...]] = {}  # of a struct; the terms tell no card. Nothing of what has no parts


def found(value: object) -> Iterator[Card]:
    """All cards inside a value, however deep."""
    left: list[Any] = [
        value
    ]  # no calls and no isinstance: half a million views are looked through in a run of the tests
    while left:
        one = left.pop()
        kind = type(one)
        if kind is Card:
            yield one
        elif kind is tuple or kind is list or kind is set or kind is frozenset:
            left += one
        elif kind is CardSet:
            yield from one
        elif kind is dict:
            left += one.keys()
            left += one.values()
        elif kind is Deal:
            yield from of_deal(one)
        else:
            fields = _FIELDS.get(kind)
            if fields is None:
                assert not issubclass(kind, _PARTS), f"how to look through {kind}?"
                fields = _FIELDS[kind] = tuple(f for f in getattr(kind, "__struct_fields__", ()) if f != "terms")
            left += [getattr(one, name) for name in fields]


def of_deal(deal: Deal) -> Iterator[Card]:
    """The cards that a deal's text names, hidden ones apart."""
    for word in deal.cards.partition(":")[2].replace("/", " ").split():
        if "." in word:
            yield from CardSet.parse(word)
        elif word in Card.__members__:
            yield Card(word)
