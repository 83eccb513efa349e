"""A deberts table for tests: a party driven by tokens, with the page's words for the two players.

O is the eldest (опонент), who speaks and leads first, R the dealer (роздає). In deals made here the dealer is N unless a
test says otherwise, so O is S.
"""

from collections.abc import Iterable, Mapping

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit, parse_card
from kozyr.deals import DEBERTS, Layout
from kozyr.games import Deal, Event, IllegalEvent, Refusal
from kozyr.games.deberts import Conventions, Outcome, Party, State, View, agree, parse, start
from kozyr.games.deberts.combinations import held


def cards(text: str) -> list[Card]:
    """Cards as people write them: `♠A ♥10` or `SA HT`."""
    return [parse_card(word) for word in text.split()]


class Duel:
    """A deal in progress."""

    def __init__(self, agreed: Conventions | None = None, /, **options: object) -> None:
        """Options are written with two underscores for the dot; `dealer` is the first one's place. agreed: all of them."""
        changes = {name.replace("__", "."): value for name, value in options.items()}
        dealer = changes.pop("dealer", 0)
        assert isinstance(dealer, int)
        self.party: Party = start(agreed or agree("moscow", changes), 2, dealer)
        self.state: State = self.party.begin()
        self.log: list[Event] = []

    @property
    def conventions(self) -> Conventions:
        """What is agreed."""
        return self.party.conventions

    def seat(self, who: str) -> Seat:
        """The seat of O or R, or of a seat's own letter."""
        terms = self.state.terms
        return {"O": terms.eldest, "R": terms.dealer}.get(who) or Seat(who)

    def who(self, seat: Seat | str | None) -> str | None:
        """The opposite."""
        if seat is None:
            return None
        seat = Seat(seat) if isinstance(seat, str) else seat
        return "O" if seat is self.state.terms.eldest else "R"

    @property
    def turn(self) -> str | None:
        """Whose word or card it is."""
        return self.who(self.state.turn)

    @property
    def legal(self) -> list[str]:
        """What the one on turn has to choose from."""
        return [event.token for event in self.state.legal()]

    @property
    def words(self) -> list[str]:
        """The same without cards and without the exchange."""
        return [word for word in self.legal if word[0].islower() and word != "exchange"]

    @property
    def passed(self) -> str | None:
        """Whose combinations count, as all know by now."""
        return self.who(self.view(None).passed)

    def view(self, who: str | None = None) -> View:
        """What somebody sees; None: a kibitzer."""
        return self.state.view(None if who is None else self.seat(who))

    def hand(self, who: str) -> set[Card]:
        """What somebody holds."""
        return set(self.view(who).hands[self.seat(who)].cards or ())

    def phase_is(self, phase: str) -> bool:
        """Whether the deal is there (`play`, `melds`)."""
        return self.state.phase == phase

    # ---- what happens

    def deal(self, o: str = "", r: str = "", up: str = "", bottom: str = "") -> "Duel":
        """Deal: O, R, the turned-up and the bottom card as written, the rest from the pack.

        o and r are hands; the first six cards written are the first six dealt, and cards that fill a hand make no combination in it.
        """
        named = {"O": cards(o), "R": cards(r)}
        first, last = cards(up), cards(bottom)
        used = {*named["O"], *named["R"], *first, *last}
        left = [card for card in DEBERTS.cards if card not in used]
        for hand in named.values():
            wanted = held(CardSet.of(hand).bits, self.conventions.hundred)
            while len(hand) < 9:
                fill = next(c for c in left if held(CardSet.of([*hand, c]).bits, self.conventions.hundred) == wanted)
                left.remove(fill)
                hand.append(fill)
        if not first:
            first.append(left.pop())
        rest = [*first, *(card for card in left if card not in last), *last]
        layout = Layout.of([(self.seat(who), CardSet.of(hand)) for who, hand in named.items()], rest)
        sixes: list[CardSet | None] = [None] * 4
        for who, hand in named.items():
            sixes[self.seat(who).position] = CardSet.of(hand[:6])
        layout = msgspec.structs.replace(layout, first=tuple(sixes))
        return self.table(Deal(str(layout)))

    def table(self, event: Event) -> "Duel":
        """Something that the table itself does."""
        self.log.append(event)
        self.state = self.state.apply(event)
        return self

    def goes(self, tokens: str) -> "Duel":
        """What follows, each by whoever has to decide."""
        for token in tokens.split():
            self.table(parse(token))
        return self

    def plays(self, trump: str, by: str = "O") -> "Duel":
        """Somebody orders: by the first trump if it is that, else in the second round."""
        state = self.state
        assert state.turned is not None
        if Suit(trump) is state.turned.suit:
            return self.goes("order" if by == "O" else "pass order")
        return self.goes(f"pass pass order:{trump}" if by == "O" else f"pass pass pass order:{trump}")

    def refuses(self, token: str, who: str | None = None) -> Refusal:
        """The refusal that an event gets; the deal stays as it was."""
        before = self.state
        event, seat = parse(token), None if who is None else self.seat(who)
        try:
            self.state.apply(event, seat)
        except IllegalEvent as refusal:
            assert self.state == before
            assert event not in self.state.legal(seat)
            return refusal.illegal
        raise AssertionError(f"{token} was not refused")

    def ends(self, *prefer: str) -> Outcome:
        """The deal played to its end: preferred tokens where they are legal, else the first that is."""
        while self.state.outcome is None:
            legal = self.legal
            self.goes(next((token for token in prefer if token in legal), legal[0]))
        return self.state.outcome

    def melds(self, outcome: Outcome | None = None) -> dict[str | None, int]:
        """The points that combinations bring, by O and R."""
        points = {"terz": 20, "fifty": 50, "hundred": 100}
        found = outcome or self.ends()
        return {self.who(name): sum(points[kind] for kind in kinds) for name, kinds in found.melds.items()}


def line(maker: str, n: int, s: int, **facts: object) -> Outcome:
    """A line of a score file; hearts are trumps, N dealt."""
    fields: dict[str, object] = {"dealer": "N", "maker": maker, "trump": "H", "points": {"N": n, "S": s}} | facts
    return msgspec.convert(fields, Outcome)


def party(n: int = 0, s: int = 0, changes: Mapping[str, object] | None = None, preset: str = "moscow") -> Party:
    """A party with this score, as deals before have made it; N deals next."""
    found = start(agree(preset, changes))
    while n or s:
        more_n, more_s = min(n, 80), min(s, 79)
        found = recorded(found, line("N" if more_n > more_s else "S", more_n, more_s, last="N"))
        n, s = n - more_n, s - more_s
    return msgspec.structs.replace(found, dealer=0)


def recorded(found: Party, outcome: Outcome) -> Party:
    """The party after a deal, by whoever is to deal; the first one's dealer is as told."""
    dealer = found.names[found.dealer] if found.history else outcome.dealer
    return found.record(msgspec.structs.replace(outcome, dealer=dealer))


def scores(found: Party, lines: Iterable[Outcome]) -> list[tuple[int, int]]:
    """The score after each deal."""
    after = []
    for outcome in lines:
        found = recorded(found, outcome)
        after.append(found.sheet.points)
    return after
