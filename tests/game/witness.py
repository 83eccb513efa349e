"""Who may have seen which card of pairs."""

from kozyr.deals import Layout
from kozyr.games import Deal, Entry, Play as AnyPlay, Progress
from tests.witness import Witness


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


WITNESS = Pairs
