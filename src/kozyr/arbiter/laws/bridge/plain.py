"""Bridge: the tricks of a claiming declarer without a plan (B-LAW-CLAIM-2), with all cards seen.

The defenders choose the cards of all four hands, but for the illogical ones of declarer and dummy. While the declaring
hand on turn has another card, the defenders may not ask it:

1. to lead a trump;
2. to play to a trick of another hand a card that is neither the highest nor the lowest of the suit;
3. to lead a beatable card from a suit whose highest card it holds;
4. to leave a trick of the defenders that a certain winner could take;
5. to throw away an unbeatable card where it does not follow suit.

The source forbids the declarer to draw trumps and to finesse, so this may not be used against the declarer either.
`kozyr.games.judged` narrows the play likewise. Where each card is refused, none is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import msgspec

from kozyr.arbiter.laws.bridge.terms import play_of
from kozyr.arbiter.ruling import Proof, plain_of
from kozyr.cards import CARDS, Card, CardSet, Suit
from kozyr.games import AnyState
from kozyr.games.bridge import State
from kozyr.games.trick import FollowRules, followers, winner
from kozyr.solver.bridge import SEATS, Board

_FOLLOW: Final = FollowRules(must_trump=False)
_SUITS: Final = tuple(suit.bits for suit in Suit)


class Worst(msgspec.Struct, frozen=True):
    """The fewest tricks of a side from here on, and cards that lead to them."""

    tricks: int
    line: tuple[Card, ...]
    decided: bool = True
    """Whether it is sure that no line takes fewer."""


Choices: TypeAlias = Callable[[Board], Iterator[Card]]


def worst(board: Board, seconds: float | None = 5.0, choices: Choices | None = None) -> Worst:
    """The worst order of play that is not illogical, for the declarer's side.

    choices: the cards that may be played at a moment; left out, those of B-LAW-CLAIM-2.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    found = Search(board.declarer.position % 2, choices or _choices, seconds).worst(board)
    if not found.decided:
        raise TimeoutError("the search did not finish in time")
    return found


class Search:
    """The lines that lose most tricks of a side: every card of all four hands is chosen against it.

    It asks whether one trick can be lost, then whether two can, and so on. So what it has found when the time is up stands.
    Positions that differ only in the gaps between the cards are one.
    """

    def __init__(self, side: int, choices: Choices, seconds: float | None, *, alike: bool = True) -> None:
        """side: 0 or 1. seconds: for all questions together. alike: whether `choices` looks at the order of the cards alone."""
        self.side: Final = side
        self.choices: Final = choices
        self.cut: Final = None if seconds is None else time.monotonic() + seconds
        self.alike: Final = alike
        self.known: dict[object, tuple[int, int]] = {}
        self.nodes = 0

    def won(self, board: Board, card: Card) -> int:
        """Whether a card gives the side the trick, 0 or 1."""
        trick = (*board.trick, card)
        return int(len(trick) == 4 and (board.leader.position + winner(trick, board.trump)) % 2 == self.side)

    def worst(self, board: Board) -> Worst:
        """The fewest tricks of the side from here on, as far as it was decided in time."""
        left, lost, decided = board.left, 0, True
        try:
            while lost < left and self._loses(board, lost + 1):
                lost += 1
        except TimeoutError:
            decided = False
        return Worst(left - lost, self._line(board, lost), decided)

    def _line(self, board: Board, lost: int) -> tuple[Card, ...]:
        """Cards that lose so many tricks, to the end of the deal or to where the time is up."""
        line: list[Card] = []
        try:
            while board.trick or board.left:
                card, lost = next(self._losing(board, lost))
                line.append(card)
                board = board.play(card)
        except TimeoutError:
            pass
        return tuple(line)

    def _losing(self, board: Board, lost: int) -> Iterator[tuple[Card, int]]:
        """The cards after which so many tricks can be lost, each with those that are to be lost after it."""
        own = board.mover.position % 2 == self.side
        cards = sorted(self.choices(board), key=lambda card: card.rank.position, reverse=not own)
        for card in cards:
            rest = lost - int(len(board.trick) == 3) + self.won(board, card)
            after = board.play(card)
            if self._loses(after, rest):
                yield card, max(rest, 0)

    def _loses(self, board: Board, lost: int) -> bool:
        """Whether the side can lose at least so many of the tricks that are left, the running one among them."""
        if lost <= 0:
            return True
        if lost > board.left:
            return False
        if board.trick:  # what is found is kept from trick to trick
            return next(self._losing(board, lost), None) is not None
        key = _order(board) if self.alike else board
        most, least = self.known.get(key, (0, board.left + 1))
        if most >= lost or least <= lost:
            return most >= lost
        self.nodes += 1
        if self.cut is not None and not self.nodes & 15 and time.monotonic() > self.cut:
            raise TimeoutError("the search did not finish in time")
        found = next(self._losing(board, lost), None) is not None
        most, least = self.known.get(key, (most, least))
        self.known[key] = (max(most, lost), least) if found else (most, min(least, lost))
        return found


def _order(board: Board) -> tuple[object, ...]:
    """A position between two tricks without the gaps between the cards: for each suit whose the cards are, from the top."""
    n, e, s, w = (hand.bits for hand in board.hands)
    north_south, east_north, live = n | s, n | e, n | e | s | w
    order = 1
    for suit in _SUITS:
        bits = live & suit
        while bits:
            top = 1 << bits.bit_length() - 1
            bits ^= top
            order = order << 2 | (2 if north_south & top else 0) | (1 if east_north & top else 0)
        order = order << 4 | (live & suit).bit_count()
    return board.leader, order


def _choices(board: Board) -> Iterator[Card]:
    """The cards that the defenders may choose for the hand on turn; of neighbours in a suit one alone."""
    hand = board.hands[board.mover.position]
    legal = followers(hand.bits, board.trick[0].suit, board.trump, _FOLLOW) if board.trick else hand.bits
    dictated = board.mover.position % 2 == board.declarer.position % 2
    yield from parted(board, logical(board, legal) if dictated else legal)


def parted(board: Board, cards: int) -> Iterator[Card]:
    """Some cards of the hand on turn, as bits; of neighbours in a suit one alone."""
    others = sum(card.bit for card in board.trick) & ~cards
    for other in board.hands:
        others |= other.bits & ~cards
    for suit in _SUITS:
        own, gaps, last = cards & suit, others & suit, 0
        while own:
            low = own & -own
            own ^= low
            if not last or gaps & (low - 1) & ~((last << 1) - 1):
                yield CARDS[low.bit_length() - 1]
            last = low


def logical(board: Board, legal: int) -> int:
    """The legal cards that a claim without a plan leaves to the declarer, as bits: no trumps are drawn, nothing is illogical."""
    cards = _plain(board, legal)
    illogical = sum(card.bit for card in CardSet(cards) if _illogical(board, card, cards))
    return cards & ~illogical or cards


def _plain(board: Board, legal: int) -> int:
    """Whether a play is plain: no trump is drawn, and another's suit is followed with the highest card or the lowest."""
    if not board.trick:
        return legal & ~board.trump.bits or legal if board.trump is not None else legal
    same = legal & board.trick[0].suit.bits
    return 1 << same.bit_length() - 1 | same & -same if same else legal


def _illogical(board: Board, card: Card, cards: int) -> bool:
    hand, others = board.hands[board.mover.position], 0
    for seat in SEATS:
        if seat is not board.mover:
            others |= board.hands[seat.position].bits
    if not board.trick:
        own = [one for one in CardSet(hand.bits & card.suit.bits) if master(one, others)]
        return bool(own) and not master(card, others)
    at = winner(board.trick, board.trump)
    partners = len(board.trick) >= 2 and at == len(board.trick) - 2
    if not partners and any(certain(board, one) for one in CardSet(cards)):
        return not certain(board, card)
    if card.suit is board.trick[0].suit or winner((*board.trick, card), board.trump) == len(board.trick):
        return False
    return master(card, others) and any(not master(one, others) for one in CardSet(cards))


def master(card: Card, others: int) -> bool:
    """Whether none of these cards beats the card in its suit."""
    return (others & card.suit.bits) < card.bit  # a suit's bits rise with the rank


def certain(board: Board, card: Card) -> bool:
    """Whether a card takes the trick, whichever legal cards the later hands play of those that they hold."""
    trick = (*board.trick, card)
    if winner(trick, board.trump) != len(board.trick):
        return False
    led, suit, trump = trick[0].suit.bits, card.suit.bits, 0 if board.trump is None else board.trump.bits
    for after in range(len(trick), 4):
        hand = board.hands[(board.leader.position + after) % 4].bits
        able = hand & led or hand
        if (able & suit) > card.bit or (suit != trump and able & trump):
            return False
    return True


def board_of(state: AnyState) -> Board:
    """The position of a deal in play, as the solver reads it."""
    play = play_of(state)
    n, e, s, w = map(CardSet, plain_of(state, State).hands)
    return Board((n, e, s, w), play.contract.trump, play.declarer, play.tricks.leader, play.tricks.cards)


def asked(board: Board) -> dict[str, object]:
    """A position as `kozyr solve bridge` reads it."""
    n, e, s, w = board.hands
    found: dict[str, object] = {
        "game": "bridge",
        "deal": f"N:{n} {e} {s} {w}",
        "lead": board.leader.value,
        "declarer": board.declarer.value,
        "trump": "NT" if board.trump is None else board.trump.value,
    }
    if board.trick:
        found["trick"] = ",".join(card.text for card in board.trick)
    return found


def claimed_plainly(state: State, seconds: float = 5.0) -> tuple[int | None, Proof]:
    """How many tricks a declarer of bridge who has told no plan loses in the worst order not illogical (B-LAW-CLAIM-2).

    None: too much to search in this time.
    """
    board = board_of(state)
    try:
        found = worst(board, seconds)
    except TimeoutError:
        return None, Proof("plain_claim", {"lost": "unknown"}, (asked(board),))
    lost = board.left - found.tricks
    value: dict[str, int | str] = {"lost": lost, "line": " ".join(card.text for card in found.line)}
    return lost, Proof("plain_claim", value, (asked(board),))
