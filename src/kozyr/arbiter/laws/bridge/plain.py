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

from kozyr.arbiter.ruling import Proof
from kozyr.cards import Card, CardSet, Suit
from kozyr.games.bridge import State
from kozyr.games.trick import FollowRules, followers, winner
from kozyr.solver.bridge import SEATS, Board

_FOLLOW: Final = FollowRules(must_trump=False)


class Worst(msgspec.Struct, frozen=True):
    """The fewest tricks of the declarer's side from here on, and cards that lead to them."""

    tricks: int
    line: tuple[Card, ...]


Choices: TypeAlias = Callable[[Board], Iterator[Card]]


def worst(
    board: Board, seconds: float | None = 5.0, choices: Choices | None = None, *, side: int | None = None
) -> Worst:
    """The worst order of play that is not illogical.

    choices: the cards that may be played at a moment; left out, those of B-LAW-CLAIM-2. side: the side whose tricks are
    counted, the declarer's if left out.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    choices = choices or _choices
    counted = board.declarer.position % 2 if side is None else side
    search = _Search(counted, choices, None if seconds is None else time.monotonic() + seconds)
    tricks = search.least(board)
    line: list[Card] = []
    now, left = board, tricks
    while now.trick or now.left:
        for card in choices(now):
            after = now.play(card)
            won = search.won(now, card)
            if won + search.least(after) == left:
                break
        else:
            raise AssertionError("no card gives the value that was found")
        line.append(card)
        now, left = after, left - won
    return Worst(tricks, tuple(line))


class _Search:
    """One choice after another, all of them the defenders'."""

    def __init__(self, side: int, choices: Choices, cut: float | None) -> None:
        self.side: Final = side
        self.choices: Final = choices
        self.cut: Final = cut
        self.known: dict[Board, int] = {}
        self.nodes = 0

    def won(self, board: Board, card: Card) -> int:
        """Whether a card gives the side the trick, 0 or 1."""
        trick = (*board.trick, card)
        return int(len(trick) == 4 and (board.leader.position + winner(trick, board.trump)) % 2 == self.side)

    def least(self, board: Board) -> int:
        """The fewest tricks from here on."""
        if not board.trick and not board.left:
            return 0
        found = self.known.get(board)
        if found is not None:
            return found
        self.nodes += 1
        if self.cut is not None and not self.nodes & 255 and time.monotonic() > self.cut:
            raise TimeoutError("the search did not finish in time")
        best = 14
        for card in self.choices(board):
            best = min(best, self.won(board, card) + self.least(board.play(card)))
            if not best:
                break
        self.known[board] = best
        return best


def _choices(board: Board) -> Iterator[Card]:
    """The cards that the defenders may choose for the hand on turn; of neighbours in a suit one alone."""
    hand = board.hands[board.mover.position]
    legal = followers(hand.bits, board.trick[0].suit, board.trump, _FOLLOW) if board.trick else hand.bits
    dictated = board.mover.position % 2 == board.declarer.position % 2
    yield from parted(board, logical(board, legal) if dictated else legal)


def parted(board: Board, cards: int) -> Iterator[Card]:
    """Some cards of the hand on turn, as bits; of neighbours in a suit one alone."""
    live = CardSet.of(board.trick).bits
    for other in board.hands:
        live |= other.bits
    for suit in Suit:
        below: Card | None = None
        for card in sorted(CardSet(cards & suit.bits), key=lambda card: card.rank.position):
            parted = below is None or any(
                below.rank.position < one.rank.position < card.rank.position
                for one in CardSet(live & suit.bits & ~cards)
            )
            below = card
            if parted:
                yield card


def logical(board: Board, legal: int) -> int:
    """The legal cards of the declarer's hand on turn that may be asked of it, as bits."""
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
    return all(one.rank.position < card.rank.position for one in CardSet(others & card.suit.bits))


def certain(board: Board, card: Card) -> bool:
    """Whether a card takes the trick against any cards of the later hands."""
    trick = (*board.trick, card)
    if winner(trick, board.trump) != len(board.trick):
        return False
    for after in range(len(trick), 4):
        hand = board.hands[(board.leader.position + after) % 4]
        for one in CardSet(followers(hand.bits, trick[0].suit, board.trump, _FOLLOW)):
            if winner((*trick, one), board.trump) == len(trick):
                return False
    return True


def claimed_plainly(state: State, seconds: float = 5.0) -> tuple[int | None, Proof]:
    """How many tricks a declarer of bridge who has told no plan loses in the worst order not illogical (B-LAW-CLAIM-2).

    None: too much to search in this time.
    """
    play = state.play
    assert play is not None
    n, e, s, w = map(CardSet, state.hands)
    leader = play.tricks.leader
    board = Board((n, e, s, w), play.contract.trump, play.declarer, leader, state.trick)
    asked: dict[str, object] = {
        "game": "bridge",
        "deal": f"N:{n} {e} {s} {w}",
        "lead": leader.value,
        "declarer": play.declarer.value,
        "trump": "NT" if board.trump is None else board.trump.value,
    }
    if board.trick:
        asked["trick"] = ",".join(card.text for card in board.trick)
    try:
        found = worst(board, seconds)
    except TimeoutError:
        return None, Proof("plain_claim", {"lost": "unknown"}, (asked,))
    lost = board.left - found.tricks
    value: dict[str, int | str] = {"lost": lost, "line": " ".join(card.text for card in found.line)}
    return lost, Proof("plain_claim", value, (asked,))
