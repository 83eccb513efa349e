"""Who may have seen which card of deberts."""

from kozyr.cards import Card, Seat
from kozyr.deals import Layout
from kozyr.games import Deal, Entry, Play as AnyPlay, Progress, deberts
from kozyr.games.deberts.words import Exchange, Order, Show
from tests.witness import Witness


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


WITNESS = Deberts
