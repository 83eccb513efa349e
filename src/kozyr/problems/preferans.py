"""Preferans: misère to play and to catch, discards, first cards, endings, all-passes.

At misère and in an all-pass tricks count below nought for whoever wants none. In an all-pass everybody looks after their
own, and a choice is worth what is sure against the two others together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kozyr.bots.frame import Budget, Level, Purse, chance_of
from kozyr.bots.preferans import strong
from kozyr.cards import Card, CardSet, Rank, Seat, Suit
from kozyr.deals import PREFERANS, Layout
from kozyr.games import AnyState, AnyView, Deal, Event, Play, Progress, game
from kozyr.games.preferans import Contract, State, View
from kozyr.games.preferans.words import Discard, read_contract
from kozyr.problems.part import SEED, Found, Theme, Unit
from kozyr.problems.touching import alike
from kozyr.solver import preferans as solver
from kozyr.solver.integers import mask_of, trump_number
from kozyr.solver.preferans import Kind, Position, fault

themes: Final = (
    Theme("misere-catch", narrow=True),
    Theme("misere-play", narrow=True),
    Theme("discard", once=True),
    Theme("first", once=True),
    Theme("ending"),
    Theme("allpass", narrow=True),
)
unit: Final[Unit] = "tricks"
least: Final = 1

_PRESET: Final = "sochi"
_SURE: Final = 0.85  # how often a card on the way to the moment is one that gives nothing away
_HANDS: Final = 3
_LOW: Final = {
    Rank.SEVEN: 9,
    Rank.EIGHT: 7,
    Rank.NINE: 5,
    Rank.TEN: 3,
    Rank.JACK: 2,
}  # how likely a misère has such a card


def side(state: AnyState, seat: Seat) -> frozenset[Seat]:
    """The seat alone, or both defenders."""
    assert isinstance(state, State)
    if state.declarer is None or seat is state.declarer or state.contract is Contract.ALLPASS:
        return frozenset({seat})
    return frozenset(place for place in state.terms.holders if place is not state.declarer)


def score(state: AnyState, seat: Seat) -> int:
    """The tricks of the side; at misère those of the declarer, below nought for the declarer; in an all-pass the own, below nought."""
    assert isinstance(state, State)
    won = state.won
    if state.declarer is None:
        return -won[seat.position]
    if state.contract is Contract.MISERE:
        taken = won[state.declarer.position]
        return -taken if seat is state.declarer else taken
    return sum(won[place.position] for place in side(state, seat))


def most(state: AnyState, seat: Seat) -> int:
    """All tricks that are left; nothing for whoever wants none."""
    assert isinstance(state, State)
    wants_none = state.declarer is None or (state.contract is Contract.MISERE and seat is state.declarer)
    return 0 if wants_none else 10 - len(state.history)


def values(state: AnyState, aim: str) -> Mapping[Event, int]:
    """What each choice brings: a card or a discard.

    Raises:
        ValueError: the solver does not play this moment.
    """
    assert isinstance(state, State)
    if state.phase == "discard":
        return _discards(state, aim)
    position = Position.of(state)
    if (wrong := fault(position)) is not None:
        raise ValueError(wrong)
    moves = solver.solve(position, maxn=False).moves
    return {event: _worth(state, position, moves[event.card]) for event in state.legal() if isinstance(event, Play)}


def _worth(state: State, position: Position, tricks: int) -> int:
    """The solver's number in the terms of `score` at the end of the deal."""
    had, mover, declarer = score(state, position.mover), position.mover, state.declarer
    if declarer is None:
        return had - tricks
    if state.contract is Contract.MISERE:
        return had - tricks if mover is declarer else had + tricks
    return had + tricks if mover is declarer else had + position.left - tricks


def _discards(state: State, aim: str) -> Mapping[Event, int]:
    """The declarer's tricks after each discard in the contract that it is for; at misère below nought."""
    misere = state.contract is Contract.MISERE
    contract = Contract.MISERE if misere else read_contract(aim)
    if contract is None or state.actor is None or len(state.terms.holders) != _HANDS:
        raise ValueError("a discard is for a contract of three hands")
    kind: Kind = "misere" if misere else "tricks"
    declarer = state.actor
    choices = [event for event in state.legal() if isinstance(event, Discard)]
    holds = {seat: CardSet(state.holding(seat)) for seat in state.terms.holders}
    positions = []
    for event in choices:
        n, e, s, w = ((holds[seat] - CardSet.of(event.cards)) if seat is declarer else holds.get(seat) for seat in Seat)
        positions.append(Position((n, e, s, w), state.terms.hands[0], kind, declarer, contract.trump))
    sign = -1 if misere else 1
    return {event: sign * worth for event, worth in zip(choices, solver.values(positions), strict=True)}


def best(state: AnyState, aim: str, asked: Seat) -> Event:
    """A choice that gives nothing away; the words between a discard and the first card follow from what it was for.

    In an all-pass the two others play against the seat that is asked.
    """
    assert isinstance(state, State)
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    if state.phase == "play" and state.declarer is None and state.turn is not asked:
        return max(legal, key=lambda event: _laid_on(state.apply(event), asked))
    if state.phase in {"discard", "play"}:
        found = values(state, aim)
        return max(found, key=lambda event: found[event])
    wanted = {"contract": f"contract:{aim}", "whist": _answer(state)}.get(state.phase, "pass")
    return next((event for event in legal if event.token == wanted), legal[0])


def _laid_on(state: State, seat: Seat) -> int:
    """The tricks that a seat takes in an all-pass if the two others combine against it."""
    left = 0 if state.outcome is not None else (solver.solve(Position.of(state), maxn=False).each or {})[seat]
    return left - score(state, seat)


def _answer(state: State) -> str:
    """One whists and lays the cards open, the other passes."""
    tokens = {event.token for event in state.legal()}
    if "open" in tokens:
        return "open"
    return "pass" if state.defence.whisters else "whist"


def chosen(view: AnyView, level: Level, budget: Budget) -> Event:
    """A bot's choice, with all worlds equally likely: the calls and answers to whist are made up, and would mislead it."""
    assert isinstance(view, View)
    return strong.weigh(view, level, chance_of(view, SEED), Purse(budget), even=True)[0].event


def groups(state: AnyState) -> tuple[frozenset[Event], ...]:
    """The choices, touching cards together; each discard is one."""
    assert isinstance(state, State)
    if state.phase == "discard":
        return tuple(frozenset({event}) for event in state.legal())
    others = sum(state.holding(seat) for seat in state.terms.holders if seat is not state.turn)
    return alike(state.legal(), others | sum(card.bit for card in state.trick))


# --- from seeds ----------------------------------------------------------------------------------------------------


class _Way:
    """A deal on its way to a moment."""

    def __init__(self, chance: random.Random, hands: Sequence[CardSet], talon: Sequence[Card]) -> None:
        rules = game("preferans")
        self.chance, self.dealer = chance, chance.randrange(_HANDS)
        self.begun = Progress.start(rules.start(rules.agree(_PRESET, {}, _HANDS), _HANDS, self.dealer))
        assert self.begun.state is not None
        holders = self.begun.state.terms.holders
        self.deal = str(Layout.of(zip(holders, hands, strict=True), talon))
        state = self.begun.state.apply(Deal(self.deal))
        assert isinstance(state, State)
        self.state: State = state
        self.past: list[Event] = []

    def do(self, event: Event) -> None:
        """One event more."""
        self.state = self.state.apply(event)
        self.past.append(event)

    def say(self, *tokens: str) -> None:
        """Words, one after another."""
        for token in tokens:
            self.do(game("preferans").parse(token))

    def at(self, aim: str = "") -> Found:
        """The moment."""
        return Found(self.begun, self.deal, tuple(self.past), self.state, _PRESET, _HANDS, self.dealer, aim)

    def plays(self) -> None:
        """One card more: mostly one that gives nothing away."""
        cards: list[Event] = list(self.state.legal())
        if len(cards) > 1 and self.chance.random() < _SURE:
            found = values(self.state, "")
            right = max(found.values())
            cards = [event for event, worth in found.items() if worth == right]
        self.do(self.chance.choice(cards))

    def from_(self, left: int) -> Iterator[Found]:
        """The moments from so many tricks to the end."""
        while self.state.outcome is None:
            if 10 - len(self.state.history) <= left and len(self.state.legal()) > 1:
                yield self.at()
            self.plays()


def seek(theme: str, chance: random.Random) -> Iterator[Found]:
    """The moments of a theme in one drawn deal."""
    if theme.startswith("misere"):
        yield from _misere(chance, catch=theme == "misere-catch")
        return
    way = _drawn(chance)
    if theme == "allpass":
        way.say("pass", "pass", "pass")
        yield from way.from_(7)
        return
    yield from _contract(way, theme)


def _drawn(chance: random.Random, first: Sequence[Card] = ()) -> _Way:
    """A drawn deal; first: the cards of its first hand, drawn too where it is left out."""
    pack = [card for card in PREFERANS.cards if card not in first]
    chance.shuffle(pack)
    own = list(first)
    own += [pack.pop() for _ in range(10 - len(own))]
    hands = [CardSet.of(own), CardSet.of(pack[:10]), CardSet.of(pack[10:20])]
    return _Way(chance, hands, pack[20:22])


def _misere(chance: random.Random, *, catch: bool) -> Iterator[Found]:
    """A misère by the first hand: decisions of the declarer that can keep it clean, or of defenders that can catch it."""
    low = sorted(PREFERANS.cards, key=lambda card: chance.random() ** (1 / _LOW.get(card.rank, 1)), reverse=True)
    way = _drawn(chance, low[:10])
    way.say("misere", "pass", "pass")
    found = _discards(way.state, "")
    right = max(found.values())
    if right < (-2 if catch else 0):
        return
    way.do(chance.choice([event for event, worth in found.items() if worth == right]))
    while way.state.outcome is None:
        if (way.state.turn is way.state.declarer) is not catch and len(way.state.legal()) > 1:
            worths = set(values(way.state, "").values())
            if len(worths) > 1 and (min(worths) == 0 if catch else max(worths) == 0):
                yield way.at()
        way.plays()


def _contract(way: _Way, theme: str) -> Iterator[Found]:
    """A contract in the longest suit of one hand: its discard, the first card, or an ending."""
    state, who = way.state, way.chance.randrange(_HANDS)
    hands = [CardSet(state.holding(seat)) for seat in state.terms.holders]
    suit = max(Suit, key=lambda suit: (len(hands[who].suit(suit)), hands[who].suit(suit).bits))
    twelve = hands[who] | CardSet.of(Layout.parse(way.deal).rest)
    cards = tuple(twelve)
    pairs = [(one, two) for nth, one in enumerate(cards) for two in cards[nth + 1 :]]
    taken: dict[tuple[Card, ...], int] = {two: _taken(hands, who, suit, twelve - CardSet.of(two)) for two in pairs}
    tricks = max(taken.values())
    size = tricks + (theme == "first" and who > 0)  # the right lead beats it, or the right card makes it
    if not 6 <= size <= 10:
        return
    way.say(*("6S" if nth == who else "pass" for nth in range(_HANDS)))
    aim = f"{size}{suit.value}"
    if theme == "discard":
        yield way.at(aim)
        return
    way.do(Discard(max(pairs, key=taken.__getitem__)))
    while way.state.phase != "play":
        way.do(best(way.state, aim, state.terms.holders[who]))
    if theme == "first":
        yield way.at()
    else:
        yield from way.from_(5)


def _taken(hands: Sequence[CardSet], who: int, trump: Suit, ten: CardSet) -> int:
    """The declarer's tricks with these ten cards."""
    masks = [mask_of(ten if nth == who else hand) for nth, hand in enumerate(hands)]
    return solver.quick("tricks", trump_number(trump), who, 0, masks, moves=False).value


__all__ = ["best", "chosen", "groups", "least", "most", "score", "seek", "side", "themes", "unit", "values"]
