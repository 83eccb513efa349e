"""A table for tests: a pulka driven by tokens, with the words that the rulebook uses for its people.

H1, H2 and H3 are the first, second and third hand of the running deal, D is its dealer when he sits out, X the fifth
player who waits. The names hold until the next deal is dealt, so that its score can be asked for.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from kozyr.cards import Card, CardSet, Seat, parse_card
from kozyr.deals import PREFERANS, Layout
from kozyr.games import Deal, Event, IllegalEvent, Progress, Refusal
from kozyr.games.preferans import Conventions, Outcome, Pulka, Settlement, State, Terms, View, agree, parse, start
from kozyr.games.preferans.sheet import Entry, Points
from kozyr.games.preferans.words import Claim


class Table:
    """A pulka in progress, at the beginning of a deal that is not dealt yet."""

    def __init__(
        self,
        preset: str | Conventions = "sochi",
        changes: Mapping[str, object] | None = None,
        *,
        players: int = 3,
        dealer: int = 0,
    ) -> None:
        agreed = agree(preset, changes, players) if isinstance(preset, str) else preset
        self.progress = Progress.start(start(agreed, players, dealer))
        self.terms: Terms = self.state.terms

    # ---- what is there

    @property
    def state(self) -> State:
        """The running deal."""
        assert isinstance(self.progress.state, State)
        return self.progress.state

    @property
    def pulka(self) -> Pulka:
        """The pulka, without the running deal."""
        assert isinstance(self.progress.match, Pulka)
        return self.progress.match

    @property
    def outcome(self) -> Outcome:
        """The facts of the last deal that was finished."""
        return self.pulka.history[-1]

    @property
    def settlement(self) -> Settlement:
        """The count, if the pulka ended now."""
        return self.pulka.settlement

    def seat(self, who: str) -> Seat:
        """The seat of H1, H2, H3 or D in the deal that was dealt last, or of a seat's own letter."""
        if who in {"H1", "H2", "H3"}:
            return self.terms.hands[int(who[1]) - 1]
        return self.terms.dealer if who == "D" else Seat(who)

    def who(self, seat: Seat | None) -> str | None:
        """The opposite: what a seat is called in this deal."""
        if seat in self.terms.hands:
            return f"H{self.terms.hands.index(seat) + 1}"
        return "D" if seat is self.terms.dealer else seat.value if seat else None

    @property
    def actor(self) -> str | None:
        """Who decides now."""
        return self.who(self.state.actor)

    @property
    def turn(self) -> str | None:
        """Whose card or call it is."""
        return self.who(self.state.turn)

    @property
    def legal(self) -> list[str]:
        """The tokens that the actor has to choose from."""
        return [event.token for event in self.state.legal()]

    @property
    def dealer(self) -> int:
        """The place that deals next."""
        return self.pulka.dealer

    @property
    def price(self) -> int:
        """What a trick of an all-pass would cost now."""
        return self.pulka.next_deal().price

    def view(self, who: str | None = None) -> View:
        """What somebody sees; None: a kibitzer."""
        return self.state.view(None if who is None else self.seat(who))

    # ---- what happens

    def deal(self, talon: str = "", **hands: str) -> "Table":
        """Deal: named hands and the talon get the cards written (`♠A ♠K` or `SA SK`), all others come from the rest.

        Cards not named go round from the lowest spade on, so that nothing depends on chance.
        """
        terms = self.terms = self.state.terms
        places: dict[Seat | None, list[Card]] = {seat: [] for seat in terms.holders}
        for who, text in hands.items():
            places[self.seat(who)] = [parse_card(card) for card in text.split()]
        places[None] = [parse_card(card) for card in talon.split()]
        named = {card for cards in places.values() for card in cards}
        left = [card for card in PREFERANS.cards if card not in named]
        for place, cards in places.items():
            size = 10 if place else 2
            assert len(cards) <= size
            while len(cards) < size:
                cards.append(left.pop(0))
        dealt = [(seat, CardSet.of(cards)) for seat, cards in places.items() if seat]
        self.dealt = Deal(str(Layout.of(dealt, places[None])))
        return self.table(self.dealt)

    def table(self, event: Event | str) -> "Table":
        """Something that the table itself does: a deal, an amendment."""
        self.progress = self.progress.apply(parse(event) if isinstance(event, str) else event)
        return self

    def does(self, who: str, *tokens: str) -> "Table":
        """Somebody does something, in his turn or with an offer."""
        for token in tokens:
            self.progress = self.progress.apply(parse(token), self.seat(who))
        return self

    def goes(self, tokens: str) -> "Table":
        """What follows, token by token, each by whoever has to decide."""
        for token in tokens.split():
            self.progress = self.progress.apply(parse(token))
        return self

    def refuses(self, token: str | Event, who: str | None = None) -> Refusal:
        """The refusal that an event gets; the table stays as it was."""
        before = self.progress
        event = parse(token) if isinstance(token, str) else token
        try:
            self.progress.apply(event, None if who is None else self.seat(who))
        except IllegalEvent as refusal:
            assert self.progress == before
            return refusal.illegal
        raise AssertionError(f"{event.token} was not refused")

    def discards(self, cards: str = "") -> "Table":
        """The declarer puts two cards away, the first two by name if none are written."""
        return self.goes("discard:" + cards.replace(" ", ",") if cards else self.legal[0])

    def buys(self, contract: str, by: str = "H1") -> "Table":
        """Deal any cards; somebody wins the auction with the lowest bid and names a contract."""
        self.deal()
        while self.state.phase == "auction":
            bid = next(token for token in self.legal if token[0].isdigit())
            self.goes(bid if self.actor == by and self.state.auction.contract is None else "pass")
        return self.discards().goes(f"contract:{contract}")

    def falls(self, **tricks: int) -> "Table":
        """The tricks fall like this: claimed by the actor and agreed by all. Who is not named gets none."""
        takers = next(offer.tricks for offer in self.state.offers() if isinstance(offer, Claim))
        claim = Claim({seat: tricks.get(self.who(seat) or "", 0) for seat in takers})
        self.progress = self.progress.apply(claim)
        number = self.pulka.number
        while self.pulka.number == number:
            self.goes("yes")
        return self

    def plays(self, contract: str, whist: str = "", *, by: str = "H1", **tricks: int) -> "Table":
        """A whole deal: the contract, the answers on whist, and how the tricks fell (none: it was not played)."""
        if contract == "allpass":
            self.deal().goes("pass " * len(self.terms.hands))
        elif contract == "misere":
            self.deal()
            while self.state.phase == "auction":
                self.goes("misere" if self.actor == by else "pass")
            self.discards()
        else:
            self.buys(contract, by).goes(whist)
        return self.falls(**tricks) if tricks else self

    def writes(self, column: str, **points: int) -> "Table":
        """Put points on the sheet before the story begins, as corrections by consent."""
        for who, n in points.items():
            self.table(f"correction:{self.name(who)}:{column}:{n}:P-4.2.1")
        return self

    # ---- the sheet, by the names of the last deal

    def name(self, who: str) -> str:
        """The player, as outcomes and amendments call him."""
        if who == "X":
            assert self.terms.waiting
            return self.terms.waiting
        return self.terms.name(self.seat(who)) if who in {"H1", "H2", "H3", "D"} else who

    def place(self, who: str) -> int:
        """The place of a player on the sheet."""
        return self.pulka.names.index(self.name(who))

    def pool(self, who: str) -> Points:
        """Somebody's pool."""
        return self.pulka.sheet.pool[self.place(who)]

    def hill(self, who: str) -> Points:
        """Somebody's hill."""
        return self.pulka.sheet.hill[self.place(who)]

    def whists(self, who: str, on: str) -> Points:
        """What somebody has written on another."""
        return self.pulka.sheet.whists[self.place(who)][self.place(on)]

    def result(self, who: str) -> Fraction:
        """Somebody's exact result in whists, if the pulka ended now."""
        return Fraction(self.settlement.result[self.place(who)])

    def entries(self, number: int | None = None) -> list[Entry]:
        """The entries of a deal; of the last one, if none is named."""
        wanted = self.pulka.number - 1 if number is None else number
        return [entry for entry in self.pulka.sheet.entries if entry.deal == wanted]

    def laws(self) -> set[str]:
        """The rules that the last deal's entries stand on."""
        return {entry.law for entry in self.entries()}


def tokens(events: Iterable[Event]) -> list[str]:
    """Events as a record writes them."""
    return [event.token for event in events]
