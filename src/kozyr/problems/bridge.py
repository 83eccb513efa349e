"""Bridge: opening leads, single suits, endings, squeezes and throw-ins. Tricks are those of the deciding side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from kozyr import bots
from kozyr.bots.frame import Level
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import BRIDGE, Layout
from kozyr.games import AnyState, AnyView, Deal, Event, Play, Progress, game
from kozyr.games.bridge import State
from kozyr.problems.part import SEED, Found, Theme, Unit
from kozyr.problems.touching import alike
from kozyr.solver.bridge import Board, fault, solve, values as solved

themes: Final = (
    Theme("lead", once=True),
    Theme("suit", narrow=True),
    Theme("ending"),
    Theme("squeeze"),
    Theme("throw-in"),
)
unit: Final[Unit] = "tricks"
least: Final = 1

_PRESET: Final = "duplicate"
_TRICKS: Final = 13
_BUILT: Final = {"squeeze", "throw-in"}  # drawn as endings, since they are rare
_SEATS: Final = tuple(Seat)
_HIGH: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}


def side(state: AnyState, seat: Seat) -> frozenset[Seat]:
    """The seat and its partner."""
    return frozenset(place for place in state.terms.holders if (place.position - seat.position) % 2 == 0)


def score(state: AnyState, seat: Seat) -> int:
    """The tricks of the side."""
    assert isinstance(state, State)
    return state.won[seat.position % 2]


def most(state: AnyState, seat: Seat) -> int:  # noqa: ARG001 - both sides want tricks
    """All tricks that are left."""
    return _TRICKS - len(state.history)


def values(state: AnyState, aim: str) -> Mapping[Event, int]:  # noqa: ARG001 - nothing is put away in this game
    """What each card brings.

    Raises:
        ValueError: the solver does not play this moment.
    """
    assert isinstance(state, State)
    board = _board(state)
    if (wrong := fault(board)) is not None:
        raise ValueError(wrong)
    moves, had = solve(board).moves, score(state, board.mover)
    ours = (board.mover.position - board.declarer.position) % 2 == 0
    return {
        event: had + (moves[event.card] if ours else board.left - moves[event.card])
        for event in state.legal()
        if isinstance(event, Play)
    }


def best(state: AnyState, aim: str, asked: Seat) -> Event:  # noqa: ARG001 - all seats look after their own side
    """A card that gives nothing away."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    found = values(state, aim)
    return max(found, key=lambda event: found[event])


def chosen(view: AnyView, level: Level, budget: bots.Budget) -> Event:
    """A bot's choice."""
    return bots.choose(view, level, SEED, budget)


def groups(state: AnyState) -> tuple[frozenset[Event], ...]:
    """The choices, touching cards together."""
    others = sum(state.holding(seat) for seat in state.terms.holders if seat is not state.turn)
    return alike(state.legal(), others | sum(card.bit for card in state.trick))


def _board(state: State) -> Board:
    """The moment as the solver has it.

    Raises:
        ValueError: no card is played now.
    """
    if state.phase != "play" or state.declarer is None or state.leader is None:
        raise ValueError("no card is to be played in this deal now")
    n, e, s, w = (CardSet(hand) for hand in state.hands)
    return Board((n, e, s, w), state.trump, state.declarer, state.leader, state.trick)


# --- from seeds ----------------------------------------------------------------------------------------------------


def seek(theme: str, chance: random.Random) -> Iterator[Found]:
    """The moments of a theme in one drawn deal, in a contract that stands or falls with the right card where it can."""
    for hands, declarer, strain, cards in _built(theme, chance) if theme in _BUILT else _played(theme, chance):
        begun, state, _ = _table(hands, declarer, f"1{strain}")
        for card in cards:
            state = state.apply(card)
        right, mover = max(values(state, "").values()), state.turn
        assert mover is not None
        ours = (mover.position - declarer.position) % 2 == 0
        level = min(7, max(1, (right if ours else _TRICKS - right + 1) - 6))
        begun, state, auction = _table(hands, declarer, f"{level}{strain}")
        for card in cards:
            state = state.apply(card)
        deal = str(Layout.of(zip(Seat, hands, strict=True)))
        yield Found(begun, deal, (*auction, *cards), state, _PRESET, 4, 0)


_Made: TypeAlias = tuple[list[CardSet], Seat, str, list[Event]]  # the hands, who declares, in what, the cards so far


def _played(theme: str, chance: random.Random) -> Iterator[_Made]:
    """A drawn deal whose cards are played by chance: its moments that may be of a theme."""
    pack = list(BRIDGE.cards)
    chance.shuffle(pack)
    hands = [CardSet.of(pack[n * _TRICKS : (n + 1) * _TRICKS]) for n in range(4)]
    declarer, strain = _strain(hands)
    cards: list[Event] = []
    _, state, _ = _table(hands, declarer, f"1{strain}")
    if theme == "lead":
        yield hands, declarer, strain, cards
        return
    most = 6 if theme == "suit" else 5
    while state.outcome is None:
        turn, left = state.turn, _TRICKS - len(state.history)
        assert turn is not None
        suits = {event.card.suit for event in state.legal() if isinstance(event, Play)}
        ours = (turn.position - declarer.position) % 2 == 0
        fits = ours and len(suits) == 1 if theme == "suit" else len(suits) > 1
        if 3 <= left <= most and fits and len(state.legal()) >= 3:
            yield hands, declarer, strain, list(cards)
        cards.append(chance.choice(state.legal()))
        state = state.apply(cards[-1])


def _built(theme: str, chance: random.Random) -> Iterator[_Made]:
    """A drawn ending, if it is of the theme, after tricks in which everybody follows suit."""
    left = chance.choice((4, 5, 5))
    counts = [5, 5, 5, 5] if left == 5 else [5, 5, 5, 1]
    chance.shuffle(counts)
    rows = {suit: [card for card in BRIDGE.cards if card.suit is suit] for suit in Suit}
    for row in rows.values():
        chance.shuffle(row)
    kept = [card for suit, count in zip(Suit, counts, strict=True) for card in rows[suit][:count]]
    chance.shuffle(kept)
    last = [CardSet.of(kept[n * left : (n + 1) * left]) for n in range(4)]
    declarer = chance.choice(_SEATS)
    leader = chance.choice((declarer, _SEATS[(declarer.position + 2) % 4]))
    trump = chance.choice((None, None, *Suit)) if theme == "throw-in" else None
    n, e, s, w = last
    board = Board((n, e, s, w), trump, declarer, leader)
    if not (_thrown_in(board) if theme == "throw-in" else _squeezed(board)):
        return
    tricks = [
        rows[suit][count + 4 * nth : count + 4 * nth + 4]
        for suit, count in zip(Suit, counts, strict=True)
        for nth in range((_TRICKS - count) // 4)
    ]
    chance.shuffle(tricks)
    yield _before(chance, board, tricks)


def _before(chance: random.Random, board: Board, tricks: list[list[Card]]) -> _Made:
    """The tricks before an ending, each of one suit; the last of them is won by whoever leads to the ending."""
    strain = "NT" if board.trump is None else board.trump.value
    leads = _SEATS[(board.declarer.position + 1) % 4]
    hands, cards = list(board.hands), list[Event]()
    for nth, trick in enumerate(tricks):
        highest = max(trick, key=lambda card: card.rank.position)
        seats = list(Seat)
        chance.shuffle(seats)
        held = dict(zip(seats, trick, strict=True))
        if nth == len(tricks) - 1:  # its winner leads to the ending
            other = next(seat for seat, card in held.items() if card is highest)
            held[other], held[board.leader] = held[board.leader], highest
        for after in range(4):
            seat = _SEATS[(leads.position + after) % 4]
            hands[seat.position] |= CardSet.of((held[seat],))
            cards.append(Play(held[seat]))
        leads = next(seat for seat, card in held.items() if card is highest)
    return hands, board.declarer, strain, cards


def _strain(hands: list[CardSet]) -> tuple[Seat, str]:
    """Who declares and in what: the stronger side in its longest major of eight, else at no trump."""
    points = [sum(_HIGH.get(card.rank.value, 0) for card in hand) for hand in hands]
    line = 0 if points[0] + points[2] >= points[1] + points[3] else 1
    for suit in (Suit.SPADES, Suit.HEARTS):
        lengths = [len(hands[line].suit(suit)), len(hands[line + 2].suit(suit))]
        if sum(lengths) >= 8:
            return _SEATS[line if lengths[0] >= lengths[1] else line + 2], suit.value
    return _SEATS[line if points[line] >= points[line + 2] else line + 2], "NT"


def _table(hands: list[CardSet], declarer: Seat, contract: str) -> tuple[Progress, State, tuple[Event, ...]]:
    """The match, the deal before its first card, and the auction: all pass but the declarer."""
    rules = game("bridge")
    begun = Progress.start(rules.start(rules.agree(_PRESET, {}, 4), 4, 0))
    state = begun.state
    assert isinstance(state, State)
    waits = (declarer.position - state.terms.dealer.position) % 4
    auction = tuple(map(rules.parse, (*("pass",) * waits, contract, "pass", "pass", "pass")))
    state = state.apply(Deal(str(Layout.of(zip(Seat, hands, strict=True)))))
    for event in auction:
        state = state.apply(event)
    return begun, state, auction


# --- what a theme wants --------------------------------------------------------------------------------------------


def _line(board: Board) -> list[Board]:
    """The moments of the best play of all from here on, this one first."""
    found = [board]
    while board.left > 1:
        moves = solve(board).moves
        ours = (board.mover.position - board.declarer.position) % 2 == 0
        board = board.play((max if ours else min)(moves, key=lambda card: (moves[card], card.index)))
        found.append(board)
    return found


def _thrown_in(board: Board) -> bool:
    """Whether a defender must lead on the way, and would be a trick better off if the declarer's side led instead."""
    if _tops(board) >= solved([board])[0]:
        return False
    for now in _line(board)[1:]:
        ours = (now.leader.position - board.declarer.position) % 2 == 0
        if now.trick or ours or now.left < 2:
            continue
        led = [_replaced(now, seat) for seat in Seat if (seat.position - board.declarer.position) % 2 == 0]
        here, *there = solved([now, *led])
        if max(there) < here:
            return True
    return False


def _replaced(board: Board, leader: Seat) -> Board:
    return Board(board.hands, board.trump, board.declarer, leader)


def _squeezed(board: Board) -> bool:
    """Whether the declarer takes all tricks, and a defender must throw a card of one of several suits, each of which costs a trick.

    Before the discard the declarer's top cards are too few, and after each they are enough.
    """
    if _tops(board) != board.left - 1 or solved([board])[0] < board.left:
        return False
    line = _line(board)
    for now in line:
        if not now.trick or (now.mover.position - board.declarer.position) % 2 == 0:
            continue
        hand, led = now.hands[now.mover.position], now.trick[0].suit
        suits = {card.suit for card in hand}
        if hand.suit(led) or len(suits) < 2 or now.trump in suits or now.left < 3:
            continue
        whole = now.left - 1
        if _tops(now) < whole and all(_tops(now.play(card)) >= whole for card in hand):
            return True
    return False


def _tops(board: Board) -> int:
    """The tricks that the declarer's side has by its top cards, suit by suit, each from the highest down."""
    declarer = board.declarer.position
    found = 0
    for suit in Suit:
        rows = [sorted((card.rank.position for card in hand.suit(suit)), reverse=True) for hand in board.hands]
        while True:
            tops = [(row[0], seat) for seat, row in enumerate(rows) if row]
            if not tops or (max(tops)[1] - declarer) % 2:
                break
            found += 1
            who = max(tops)[1]
            rows = [row[1:] if seat == who else row[:-1] for seat, row in enumerate(rows)]
    return found


__all__ = ["best", "chosen", "groups", "least", "most", "score", "seek", "side", "themes", "unit", "values"]
