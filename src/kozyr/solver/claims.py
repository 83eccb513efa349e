"""Claims in preferans, proved or refuted by searching every line of play.

Two questions are asked of a claim. Does it *hold*: can the claimant, playing best, take the claimed tricks against
every defence? And does it hold *dictated*? Where a player shows the cards without a plan, P-3.9.14.4 lets the opponents
name their order, "not absurd plays (underleading aces and so on)". The solver answers the first; the second searches
everything that the opponents may ask for.

**Absurd**, where the claimant wants tricks. A *master* is a card that no card of another hand beats in its suit. A card
is *certain* if it takes the trick against all cards of the later hands. Cards of one hand with no other hand's card
between them count as the same card.

1. To lead a card that is no master from a suit whose master the hand holds: from under the ace.
2. To play an uncertain card beside a certain one, unless the partner's card is winning the trick.
3. To lose a card for nothing on a trick that it cannot take. This is a card above a playable lower one of its suit, or
   a master beside another playable card.

Where the claimant wants none (the declarer at misère, everybody at all-pass):

1. To lead a card while holding a lower one of that suit.
2. To take a trick, as it stands, beside a card that leaves it to another hand.
3. To keep, of two cards of a suit that both leave the trick to another hand, the higher one.

Where the claimant catches a misère: to take a trick from the declarer, as it stands, beside a card that leaves it
there.

Where every legal card is absurd, none is. A careless play is not absurd: to take with the ace instead of the ten, to
draw no trumps, to part with entries.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from kozyr.cards import Card, Seat, takes
from kozyr.solver import bridge, preferans
from kozyr.solver.integers import card_of, mask_of, number_of, trump_number

_SUIT: Final = 0xFF
_NONE: Final = -1


class Proof(msgspec.Struct, frozen=True):
    """The result of a claim."""

    holds: bool
    """Whether the claim stands against every defence if the claimant plays best."""
    value: int
    """The tricks of the claimant's side from here on."""
    dictated: bool | None
    """Whether it holds even in the worst order that is not absurd, or by the told plan.

    None: the search takes too long, or the game has no such rule.
    """
    line: tuple[Card, ...] = ()
    """Cards from here on that refute it."""


@takes("a claim is on a Position of preferans or a Board of bridge", preferans.Position, bridge.Board)
def prove_claim(
    position: preferans.Position | bridge.Board,
    seat: Seat,
    tricks: int,
    *,
    plan: Sequence[Card] = (),
    seconds: float | None = 5.0,
) -> Proof:
    """Whether a seat's side gets the claimed tricks of those still to come with the current one.

    tricks: at least this number, for a declarer of tricks and for the defenders of the contract together (in bridge
    for either side). At most this number, for a declarer at misère, for the catchers together, and for a seat at
    all-pass. plan: all cards of the seat in the told order; the first playable one is played, and nothing is
    dictated (preferans only). seconds: how long this play may be searched; the first answer is always exact.

    A claiming defender's own cards are dictated; the partner plays as well as possible.

    Raises:
        ValueError: the position is faulty, the seat does not play, or fewer tricks are left.
    """
    if isinstance(position, bridge.Board):
        best = bridge.solve(position).value
        left = position.left
        value = best if (seat.position - position.declarer.position) % 2 == 0 else left - best
        _check(tricks, left)
        return Proof(value >= tricks, value, None)
    found = preferans.solve(position, maxn=False)
    left = position.left
    _check(tricks, left)
    if seat not in position.seats:
        raise ValueError(f"{seat.value} does not play")
    if found.each is not None:
        value = found.each[seat]
    else:
        value = found.value or 0
        if seat is not position.declarer:
            value = left - value
    holds = value >= tricks if position.kind == "tricks" else value <= tricks
    if plan and set(plan) != set(position.hand(seat)):
        raise ValueError(f"the plan is not of the cards of {seat.value}")
    search = _Search(position, seat, None if seconds is None else time.monotonic() + seconds, plan)
    try:
        line = search.refutation(tricks)
    except TimeoutError:
        return Proof(holds, value, False if not holds else None)
    return Proof(holds, value, line is None, line or ())


@takes("a position is asked, as solver.preferans.Position", preferans.Position)
def absurd(position: preferans.Position, card: Card) -> bool:
    """Whether the opponents may not ask the seat on turn to play this legal card (see the head of this file)."""
    search = _Search(position, position.mover, None)
    allowed = search.dictated(search.start)
    return not allowed >> number_of(card) & 1


def _check(tricks: int, left: int) -> None:
    if not 0 <= tricks <= left:
        raise ValueError(f"a claim of {tricks} where {left} tricks are left")


class _State(msgspec.Struct, frozen=True):
    """Native masks and numbers: a moment of the play."""

    hands: tuple[int, int, int]
    leader: int
    trick: tuple[int, ...]
    talon: tuple[int, ...]

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % 3

    @property
    def led(self) -> int:
        """The suit led; -1 where the mover leads."""
        first = self.talon or self.trick
        return first[0] >> 3 if first else _NONE


class _Search:
    """A search in which the claimant's cards are dictated, the partner (of two defenders) is free, and all others play against them."""

    def __init__(
        self, position: preferans.Position, seat: Seat, deadline: float | None, plan: Sequence[Card] = ()
    ) -> None:
        seats = position.seats
        self.trump: Final = trump_number(position.trump)
        self.talon_wins: Final = position.talon_wins
        self.claimant: Final = seats.index(seat)
        self.declarer: Final = _NONE if position.declarer is None else seats.index(position.declarer)
        defends = self.declarer not in {_NONE, self.claimant}
        self.partner: Final = 3 - self.declarer - self.claimant if defends else _NONE
        self.side: Final = {self.claimant, self.partner}
        self.greedy: Final = position.kind == "tricks"
        self.catches: Final = position.kind == "misere" and defends
        n, e, s = (mask_of(position.hand(place)) for place in seats)
        self.start: Final = _State(
            (n, e, s),
            seats.index(position.leader),
            tuple(number_of(card) for card in position.trick),
            tuple(number_of(card) for card in position.talon),
        )
        self.plan: Final = tuple(number_of(card) for card in plan)
        self.deadline: Final = deadline
        self.nodes = 0
        self.known: dict[tuple[_State, int], bool] = {}

    def refutation(self, claimed: int) -> tuple[Card, ...] | None:
        """Cards that break the claim, if the play dictated can break it."""
        left = self.start.hands[self.start.mover].bit_count()
        need = claimed if self.greedy else left - claimed  # tricks to win, or to be rid of
        if self.safe(self.start, need):
            return None
        line: list[Card] = []
        state = self.start
        while need <= state.hands[state.mover].bit_count():  # until too few tricks are left
            card, state, won = next(move for move in self.moves(state) if not self.safe(move[1], need - move[2]))
            need -= won
            line.append(card_of(card))
        return tuple(line)

    def safe(self, state: _State, need: int) -> bool:
        """Whether the claimant's side gets `need` more of its wish, against everything that may be asked."""
        left = state.hands[state.mover].bit_count()
        if need <= 0:
            return True
        if need > left:
            return False
        key = (state, need)
        if not state.trick:
            found = self.known.get(key)
            if found is not None:
                return found
        self.nodes += 1
        if self.deadline is not None and not self.nodes & 255 and time.monotonic() > self.deadline:
            raise TimeoutError("the claim is too long to search")
        if not state.trick and self.greedy and state.mover == self.claimant and self.all_masters(state):
            good = True
        else:
            outcomes = (self.safe(after, need - won) for _, after, won in self.moves(state))
            good = any(outcomes) if state.mover == self.partner else all(outcomes)
        if not state.trick:
            self.known[key] = good
        return good

    def all_masters(self, state: _State) -> bool:
        """Whether the claimant has only masters and no opponent can trump, so that every trick is won in any order."""
        others = 0
        for seat in range(3):
            if seat != self.claimant:
                others |= state.hands[seat]
        if self.trump < 4 and others >> 8 * self.trump & _SUIT:
            return False
        mine = state.hands[self.claimant]
        return all(
            (mine >> 8 * suit & _SUIT & -(mine >> 8 * suit & _SUIT)) > (others >> 8 * suit & _SUIT)
            for suit in range(4)
            if mine >> 8 * suit & _SUIT
        )

    # --- moves ---------------------------------------------------------------------------------------------

    def moves(self, state: _State) -> Iterator[tuple[int, _State, int]]:
        """Each card to try, the state after it, and 1 if the card meets the claimant's aim, else 0.

        Of cards with no live card between them only the lowest is tried.
        """
        mover = state.mover
        cards = self.legal(state)
        if mover == self.claimant:
            cards = self.planned(cards) if self.plan else self.dictated(state)
        live = self.live(state)
        for card in _numbers(cards):
            below = live & _SUIT << 8 * (card >> 3) & (1 << card) - 1
            if below and 1 << below.bit_length() - 1 & cards:
                continue  # nothing parts it from the next card below, which may be played as well
            yield self.after(state, card)

    def live(self, state: _State) -> int:
        """The cards that can part two others: all hands, the trick on the table, a talon card that can win."""
        live = state.hands[0] | state.hands[1] | state.hands[2]
        for card in state.trick:
            live |= 1 << card
        if self.talon_wins:
            for card in state.talon:
                live |= 1 << card
        return live

    def legal(self, state: _State) -> int:
        hand, led = state.hands[state.mover], state.led
        if led == _NONE:
            return hand
        same = hand & _SUIT << 8 * led
        trumps = hand & _SUIT << 8 * self.trump if self.trump < 4 else 0
        return same or trumps or hand

    def after(self, state: _State, card: int) -> tuple[int, _State, int]:
        hands = list(state.hands)
        hands[state.mover] &= ~(1 << card)
        n, e, s = hands
        trick = (*state.trick, card)
        if len(trick) < 3:
            return card, _State((n, e, s), state.leader, trick, state.talon), 0
        taker = self.taker(state, trick)
        leader = state.leader if state.talon else taker
        won = (taker in self.side) == self.greedy
        return card, _State((n, e, s), leader, (), state.talon[1:]), int(won)

    def taker(self, state: _State, trick: tuple[int, ...]) -> int:
        """The taker of a trick as it stands; 3: the dealer."""
        at = self.winning(state, trick)
        return 3 if at == _NONE else (state.leader + at) % 3

    def winning(self, state: _State, trick: tuple[int, ...]) -> int:
        """The place of the winning card of a trick as it stands; -1: the talon's card, or none yet."""
        led = state.talon[0] >> 3 if state.talon else trick[0] >> 3
        best, at = (state.talon[0] if state.talon and self.talon_wins else _NONE), _NONE
        for place, card in enumerate(trick):
            suit = card >> 3
            if suit in {led, self.trump}:
                strength = card + 64 if suit == self.trump else card
                if strength > best:
                    best, at = strength, place
        return at

    # --- the cards that the claimant may be asked for --------------------------------------------------------

    def planned(self, legal: int) -> int:
        """The first legal card of the plan."""
        return next(1 << card for card in self.plan if legal >> card & 1)

    def dictated(self, state: _State) -> int:
        """The legal cards of the seat on turn that are not absurd; all of them if all are."""
        legal = self.legal(state)
        if not legal & (legal - 1):
            return legal
        shunning = self.absurd_catching if self.catches else self.absurd_shunning
        absurd = self.absurd_wanting if self.greedy else shunning
        bad = sum(1 << card for card in _numbers(legal) if absurd(state, card, legal))
        return legal & ~bad or legal

    def others(self, state: _State) -> int:
        """The cards in the two other hands."""
        mover = state.mover
        return state.hands[(mover + 1) % 3] | state.hands[(mover + 2) % 3]

    def takes(self, state: _State, card: int) -> bool:
        """Whether the trick, as it stands, falls to a card."""
        return self.winning(state, (*state.trick, card)) == len(state.trick)

    def absurd_wanting(self, state: _State, card: int, legal: int) -> bool:
        hand, others = state.hands[state.mover], self.others(state)
        suit = card >> 3
        if state.led == _NONE:  # 1
            return _has_master(hand, others, suit) and not _is_master(card, others)
        free = self.taker(state, state.trick) == self.partner or self.certain(state, card)
        if not free and any(self.certain(state, other) for other in _numbers(legal)):  # 2
            return True
        if self.takes(state, card):
            return False
        lowest = legal & _SUIT << 8 * suit
        if _parted((lowest & -lowest).bit_length() - 1, card, others):  # 3
            return True
        return _is_master(card, others) and any(not _is_master(other, others) for other in _numbers(legal))

    def certain(self, state: _State, card: int) -> bool:
        """Whether a card takes the trick that others have led, against all cards of the later hands."""
        if not self.takes(state, card):
            return False
        suit, led = card >> 3, state.led
        for after in range(1, 3 - len(state.trick)):
            hand = state.hands[(state.mover + after) % 3]
            higher = hand & _SUIT << 8 * suit & -(2 << card)
            void = not hand & _SUIT << 8 * led
            if suit == led:
                trumps = self.trump < 4 and suit != self.trump and hand & _SUIT << 8 * self.trump
                if higher or (void and trumps):
                    return False
            elif void and higher:  # a trump on another suit: only a hand without that suit can overtrump
                return False
        return True

    def absurd_shunning(self, state: _State, card: int, legal: int) -> bool:
        others = self.others(state)
        suit = legal & _SUIT << 8 * (card >> 3)
        if state.led == _NONE:  # 1
            return _parted((suit & -suit).bit_length() - 1, card, others)
        if self.takes(state, card):  # 2
            return any(not self.takes(state, other) for other in _numbers(legal))
        left = (other for other in _numbers(suit & -(2 << card)) if not self.takes(state, other))
        return any(_parted(card, other, others) for other in left)  # 3

    def absurd_catching(self, state: _State, card: int, legal: int) -> bool:
        if not state.trick or self.taker(state, state.trick) != self.declarer or not self.takes(state, card):
            return False
        return any(not self.takes(state, other) for other in _numbers(legal))


def _numbers(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _is_master(card: int, others: int) -> bool:
    """Whether no card of these beats it in its suit."""
    return not others & _SUIT << 8 * (card >> 3) & -(2 << card)


def _has_master(hand: int, others: int, suit: int) -> bool:
    mine = hand & _SUIT << 8 * suit
    return bool(mine) and mine > others & _SUIT << 8 * suit


def _parted(low: int, high: int, live: int) -> bool:
    """Whether one of these cards lies between two of a suit."""
    return bool(live & (1 << high) - 1 & -(2 << low))
