"""An exhaustive search of endings, which knows duties: a second opinion on what the arbiter computes.

It is written from the seeds' text and shares no code with the solver or with `kozyr.arbiter.laws.preferans.proofs`: a card is its text, a
hand a set of them, and every card is tried. `Table.of` alone reads a state of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from kozyr.cards import CardSet, Seat
from kozyr.games import AnyState
from kozyr.games.bridge import State as BridgeState
from kozyr.games.judged import Judged
from kozyr.games.preferans import Contract, State
from kozyr.games.rulings import Dictated, LeadRuled, Opened

RANKS = "23456789TJQKA"
Hand = frozenset[str]
Ways = frozenset[tuple[int, ...]]


class Duty(NamedTuple):
    """What a seat owes: open cards (and who chooses among them), a lead demanded or forbidden, its cards dictated."""

    what: str
    seat: int
    cards: Hand = frozenset()
    suit: str = ""
    by: int | None = None
    lasting: bool = False


class Table(NamedTuple):
    """Hands in the order of play; whose lead it is or was, the trick, the talon's cards that lead, trumps, duties.

    kind: tricks, misere, allpass or bridge. owner: a card of the talon can take a trick, for nobody at the table.
    """

    hands: tuple[Hand, ...]
    leader: int
    trick: tuple[str, ...] = ()
    trump: str = ""
    kind: str = "tricks"
    declarer: int | None = None
    talon: tuple[str, ...] = ()
    owner: bool = False
    duties: tuple[Duty, ...] = ()

    @classmethod
    def of(cls, state: AnyState) -> tuple[Table, tuple[Seat, ...]]:
        """The table of a deal that is being played, and its seats."""
        plain, talon = state.plain, tuple[str, ...]()
        if isinstance(plain, BridgeState):
            assert plain.play is not None
            assert plain.declarer is not None
            seats: tuple[Seat, ...] = tuple(Seat)
            kind, trump, owner = "bridge", plain.trump, False
            leader = plain.play.tricks.leader
        else:
            assert isinstance(plain, State)
            assert plain.tricks is not None
            seats = tuple(seat for seat in Seat if seat in plain.tricks.order)
            kinds = {Contract.MISERE: "misere", Contract.ALLPASS: "allpass"}
            assert plain.contract is not None
            kind, trump = kinds.get(plain.contract, "tricks"), plain.tricks.trump
            leads = plain.tricks.lead is not None
            talon = tuple(card.text for card in plain.talon[len(plain.history) :]) if leads else ()
            owner = bool(talon) and plain.tricks.owner is not None
            leader = plain.tricks.leader
        place = {seat: n for n, seat in enumerate(seats)}
        duties: list[Duty] = []
        for duty in state.duties if isinstance(state, Judged) else ():
            effect = duty.effect
            if isinstance(effect, Opened):
                by = None if effect.order is None else place[effect.order]
                duties.append(Duty("open", place[effect.seat], frozenset(card.text for card in effect.cards), by=by))
            elif isinstance(effect, LeadRuled):
                until = effect.until == "end"
                duties.append(Duty(effect.how, place[effect.seat], suit=effect.suit.value, lasting=until))
            elif isinstance(effect, Dictated):
                duties.append(Duty("dictate", place[effect.seat], by=place[effect.by], lasting=effect.until == "end"))
        hands = tuple(frozenset(card.text for card in CardSet(plain.hands[seat.position])) for seat in seats)
        table = cls(
            hands,
            place[leader],
            tuple(card.text for card in plain.trick),
            "" if trump is None else trump.value,
            kind,
            None if plain.declarer is None else place[plain.declarer],
            talon,
            owner,
            tuple(duties),
        )
        return table, seats

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def over(self) -> bool:
        return not self.trick and not any(self.hands)

    @property
    def led(self) -> str:
        """The suit led, nothing where the mover leads."""
        first = (*self.talon[:1], *self.trick[:1])
        return first[0][0] if first else ""

    def legal(self) -> Hand:
        """Follow suit; who cannot, trumps if he can, but not in bridge."""
        hand, led = self.hands[self.mover], self.led
        same = frozenset(card for card in hand if card[0] == led)
        trumps = frozenset(card for card in hand if self.kind == "tricks" and card[0] == self.trump)
        return same or (trumps if led else hand) or hand

    def owed(self) -> tuple[Hand, int]:
        """What the duties leave of it, and who chooses; a duty that leaves nothing does not bind."""
        cards, mover = self.legal(), self.mover
        chooser = mover
        for duty in self.duties:
            if duty.seat != mover:
                continue
            left = cards
            if duty.what == "open":
                left = cards & duty.cards
                if duty.by is not None and len(left) > 1:
                    chooser = duty.by
            elif duty.what == "dictate":
                assert duty.by is not None
                chooser = duty.by
            elif not self.trick:
                left = frozenset(card for card in cards if (card[0] == duty.suit) == (duty.what == "demand"))
            cards = left or cards
        return cards, chooser

    def winning(self) -> int | None:
        """Which card of the trick wins as it stands, by its number in the trick; None: the talon's, or none."""
        trick = self.trick
        trumps = [card for card in trick if self.kind in {"tricks", "bridge"} and card[0] == self.trump]
        same = trumps or [card for card in trick if card[0] == self.led]
        best = max(same, key=lambda card: RANKS.index(card[1]), default=None)
        if best is None or (self.owner and self.talon and RANKS.index(self.talon[0][1]) > RANKS.index(best[1])):
            return None
        return trick.index(best)

    def play(self, card: str) -> tuple[Table, int | None]:
        """The table after a card, and who takes the trick with it; -1: the dealer who sits out."""
        mover, size = self.mover, len(self.hands)
        hands = tuple(hand - {card} if n == mover else hand for n, hand in enumerate(self.hands))
        duties = []
        for duty in self.duties:
            kept = duty._replace(cards=duty.cards - {card})
            led = duty.what in {"demand", "forbid"} and duty.seat == mover and not self.trick
            if (duty.what == "open" and not kept.cards) or (led and not duty.lasting):
                continue
            duties.append(kept)
        now = self._replace(hands=hands, trick=(*self.trick, card), duties=tuple(duties))
        if len(now.trick) < size:
            return now, None
        at = now.winning()
        # Where nobody has followed the talon's card the trick is the dealer's, or without one the first hand's.
        taker = (-1 if now.owner else now.leader) if at is None else (now.leader + at) % size
        leader = now.leader if now.talon else taker
        return now._replace(trick=(), leader=leader, talon=now.talon[1:]), taker


Rule = Callable[[Table, int, Hand], Hand]
# What was found of positions after those asked for, by the question: a deal's later positions are among its earlier one's.
_tricks: dict[tuple[frozenset[int], frozenset[int], Rule | None], dict[Table, int]] = {}
_ways: dict[Table, Ways] = {}


def forget() -> None:
    """Of another deal nothing is known."""
    _tricks.clear()
    _ways.clear()


def tricks_of(table: Table, counted: frozenset[int], friends: frozenset[int], rule: Rule | None = None) -> int:
    """How many tricks those counted take, where the friends want them to take many and everybody else few."""
    known = _tricks.setdefault((counted, friends, rule), {})

    def value(now: Table) -> int:
        if now.over:
            return 0
        if now in known:
            return known[now]
        cards, chooser = now.owed()
        if rule is not None:
            cards = rule(now, now.mover, cards)
        values = []
        for card in cards:
            after, taker = now.play(card)
            values.append((taker in counted) + value(after))
        known[now] = max(values) if chooser in friends else min(values)
        return known[now]

    return value(table)


def worth(table: Table, seat: int | None = None) -> int:
    """The declarer's tricks at best play; at all-pass those of a seat against which both others combine."""
    every = frozenset(range(len(table.hands)))
    if table.kind == "allpass":
        assert seat is not None
        return tricks_of(table, frozenset({seat}), every - {seat})
    assert table.declarer is not None
    mine = frozenset({table.declarer})
    if table.kind == "bridge":
        side = frozenset({table.declarer, (table.declarer + 2) % 4})
        return tricks_of(table, side, side)
    return tricks_of(table, mine, mine if table.kind == "tricks" else every - mine)


def payoff(table: Table, seat: int, pays: Mapping[tuple[int, ...], Fraction]) -> Fraction:
    """What a seat can be sure of at all-pass, where the tricks pay him so and the others do him what harm they can."""
    known: dict[tuple[Table, tuple[int, ...]], Fraction] = {}

    def value(now: Table, won: tuple[int, ...]) -> Fraction:
        if now.over:
            return pays[won]
        key = (now, won)
        if key not in known:
            cards, chooser = now.owed()
            values = []
            for card in cards:
                after, taker = now.play(card)
                values.append(value(after, tuple(n + (at == taker) for at, n in enumerate(won))))
            known[key] = max(values) if chooser == seat else min(values)
        return known[key]

    return value(table, (0,) * len(table.hands))


def ways(table: Table) -> Ways:
    """All ways in which the tricks can fall, where nobody plays an absurd card."""
    known = _ways

    def look(now: Table) -> Ways:
        if now.over:
            return frozenset({(0,) * len(now.hands)})
        if now not in known:
            found: set[tuple[int, ...]] = set()
            for card in not_absurd(now, now.mover, now.legal()):
                after, taker = now.play(card)
                found |= {tuple(n + (at == taker) for at, n in enumerate(way)) for way in look(after)}
            known[now] = frozenset(found)
        return known[now]

    return look(table)


@cache
def _dictated(claimant: int) -> Rule:
    """Of the claimant's cards those that are not absurd."""
    return lambda now, mover, cards: not_absurd(now, mover, cards) if mover == claimant else cards


def claim_stands(table: Table, claimant: int) -> bool:
    """Whether one who shows his cards gets all the rest (at misère as declarer nothing), where his opponents choose his cards.

    The partner of a defender is free, and helps him.
    """
    left = max(map(len, table.hands))
    others = frozenset(range(3)) - {claimant}
    dictated = _dictated(claimant)
    everybody = frozenset(range(3))
    if table.kind == "tricks":
        side = frozenset({claimant}) if table.declarer in {None, claimant} else everybody - {table.declarer or 0}
        if table.declarer == 0 and claimant != 0:
            side = everybody - {0}
        return tricks_of(table, side, side - {claimant}, dictated) == left
    if table.kind == "misere" and table.declarer == claimant:
        return tricks_of(table, frozenset({claimant}), everybody, dictated) == 0
    if table.kind == "allpass":  # he claims that all the rest are his
        return tricks_of(table, frozenset({claimant}), others, dictated) <= left
    raise AssertionError("a catcher's claim is not searched here")


# ------------------------------------------------------------------ what nobody may ask for


def _rank(card: str) -> int:
    return RANKS.index(card[1])


def _parted(low: str, high: str, others: Hand) -> bool:
    """Whether another hand's card lies between two of a suit."""
    return any(card[0] == low[0] and _rank(low) < _rank(card) < _rank(high) for card in others)


def _master(card: str, others: Hand) -> bool:
    return not any(other[0] == card[0] and _rank(other) > _rank(card) for other in others)


def _takes(table: Table, card: str) -> bool:
    """Whether the trick as it stands falls to a card."""
    return table._replace(trick=(*table.trick, card)).winning() == len(table.trick)


def _certain(table: Table, card: str) -> bool:
    """Whether it takes the trick whatever those after it play."""
    if not _takes(table, card):
        return False
    laid = table._replace(trick=(*table.trick, card), duties=())
    if len(laid.trick) == len(table.hands):
        return True
    # A hand after it beats it, or lets a later one do so: each can do it by itself.
    for later in range(len(laid.trick), len(table.hands)):
        seat = (laid.leader + later) % len(table.hands)
        turned = laid._replace(leader=(seat - len(laid.trick)) % len(table.hands))
        if any(turned._replace(trick=(*laid.trick, reply)).winning() != len(table.trick) for reply in turned.legal()):
            return False
    return True


def not_absurd(table: Table, mover: int, cards: Hand) -> Hand:
    """The cards that may be asked of a player of preferans (P-3.9.14.4); all, where each is absurd."""
    if len(cards) < 2:
        return cards
    wants = table.kind == "tricks"
    catches = table.kind == "misere" and mover != table.declarer
    test = _absurd_greedy if wants else _absurd_catching if catches else _absurd_shunning
    return frozenset(card for card in cards if not test(table, mover, card, cards)) or cards


def _others(table: Table, mover: int) -> Hand:
    return frozenset().union(*(hand for n, hand in enumerate(table.hands) if n != mover))


def _absurd_greedy(table: Table, mover: int, card: str, cards: Hand) -> bool:
    others = _others(table, mover)
    suit = [one for one in cards if one[0] == card[0]]
    if not table.led:
        return any(_master(one, others) for one in suit) and not _master(card, others)
    at = table.winning()
    holder = None if at is None else (table.leader + at) % len(table.hands)
    partners = table.declarer not in {None, mover} and holder not in {None, table.declarer, mover}
    if not partners and not _certain(table, card) and any(_certain(table, one) for one in cards):
        return True
    if _takes(table, card):
        return False
    if any(_parted(one, card, others) for one in suit if _rank(one) < _rank(card)):
        return True
    return _master(card, others) and any(not _master(one, others) for one in cards)


def _absurd_shunning(table: Table, mover: int, card: str, cards: Hand) -> bool:
    others = _others(table, mover)
    suit = [one for one in cards if one[0] == card[0]]
    if not table.led:
        return any(_parted(one, card, others) for one in suit if _rank(one) < _rank(card))
    if _takes(table, card):
        return any(not _takes(table, one) for one in cards)
    higher = [one for one in suit if _rank(one) > _rank(card) and not _takes(table, one)]
    return any(_parted(card, one, others) for one in higher)


def _absurd_catching(table: Table, _mover: int, card: str, cards: Hand) -> bool:
    at = table.winning()
    if not table.trick or at is None or (table.leader + at) % 3 != table.declarer or not _takes(table, card):
        return False
    return any(not _takes(table, one) for one in cards)


def plain(table: Table, mover: int, cards: Hand) -> Hand:
    """The cards that may be asked of a declarer of bridge who has told no plan, or of his dummy (B-LAW-CLAIM-2)."""
    assert table.declarer is not None
    if mover % 2 != table.declarer % 2:
        return cards
    others = _others(table, mover)
    if not table.trick:
        cards = frozenset(card for card in cards if card[0] != table.trump) or cards
        tops = {card[0] for card in cards if _master(card, others)}
        return frozenset(card for card in cards if card[0] not in tops or _master(card, others))
    if any(card[0] == table.led for card in cards):
        cards = frozenset({max(cards, key=_rank), min(cards, key=_rank)})
    at = table.winning()
    assert at is not None
    partners = (table.leader + at) % 2 == mover % 2
    sure = frozenset(card for card in cards if _certain(table, card))
    if sure and not partners:
        return sure
    thrown = [card for card in cards if card[0] != table.led and not _takes(table, card)]
    small = frozenset(card for card in cards if card not in thrown or not _master(card, others))
    return small if any(not _master(card, others) for card in cards) else cards


def tricks_left(table: Table) -> int:
    """The tricks still to come, the current one among them."""
    return max(len(hand) for hand in table.hands)


def every_way(table: Table) -> Iterator[tuple[int, ...]]:
    """All ways in which the tricks that are left can be counted among three."""
    left = tricks_left(table)
    for one in range(left + 1):
        for two in range(left + 1 - one):
            yield one, two, left - one - two
