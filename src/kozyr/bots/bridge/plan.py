"""A card as the beginning of one plan for all worlds that look alike, instead of a plan for each world.

The mean over solved worlds believes that all hands lie open from the next card on. Then a two-way finesse is always
guessed, and a line that needs no guess looks no better (strategy fusion). Here a card is followed to the end of the
deal. The others see all hands and play the best card of their world, the lowest of equal ones. The planner plays one
card in all worlds that look the same so far: the card with the best mean over them. In a single world the planner plays
perfectly. So a card is worth at most its mean over solved worlds, and a card with a low mean needs no plan.

Few worlds would soon differ by a meaningless spot. So hidden cards look alike if no card in sight stands between them.
To a defender, with partner's hand among the hidden ones, this holds only below the ten. A discard is seen only as a
discard.

After Cazenave and Ventos, "The alpha-mu search algorithm for the game of bridge" (2019). They search all of the
player's next choices against opponents who answer the whole plan, and keep fronts of worlds. A plan that goes on by the
mean is cheaper, and goes to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from kozyr.bots.bridge.worlds import World
from kozyr.bots.frame import Purse
from kozyr.cards import Card
from kozyr.games.bridge import View
from kozyr.solver.bridge import Position, moves_of

_RANKS: Final = 13
STEP: Final = 100  # positions that the core visits for each that is asked, a round figure as in `search`
_TEN: Final = 8  # position of the ten among ranks
_BLOCK, _THROWN = 100, 300  # looks that are no card: of a block, one thrown away
_PLACES: Final = 20  # numbers of blocks that a suit has

_Looks: TypeAlias = tuple[tuple[int, int], ...]  # the seat and the look of each card


class _Path(NamedTuple):
    """A world that has come somewhere."""

    world: int
    at: Position
    won: int
    """The declarer's tricks on the way."""
    seen: _Looks
    """The cards of others, as the planner saw them."""


class Plans:
    """The worth of plans that begin with a card now, in the unit of `brings`.

    worlds: with their weights. usual: the declarer's tricks still to come in each world at best play. brings: the
    worth of a number of tricks to the side on turn, against the usual number. purse: each position that is asked
    costs `STEP` of it.
    """

    def __init__(
        self,
        view: View,
        worlds: Sequence[tuple[World, float]],
        usual: Sequence[int],
        brings: Callable[[int, int], float],
        purse: Purse,
    ) -> None:
        contract, declarer, turn = view.contract, view.declarer, view.turn
        assert contract is not None
        assert declarer is not None
        assert turn is not None
        total = sum(weight for _, weight in worlds)
        self._shares = [weight / total for _, weight in worlds]
        self._usual, self._brings, self._purse = usual, brings, purse
        self._trump = -1 if contract.trump is None else contract.trump.position
        self._declarer = declarer.position
        declaring = (turn.position - declarer.position) % 2 == 0
        self._mine = {turn.position, (turn.position + 2) % 4} if declaring else {turn.position}
        leader = view.trick[0][0] if view.trick else turn
        trick = tuple(held.index for _, held in view.trick)
        self._roots = [Position(contract.trump, leader.position, world, trick) for world, _ in worlds]
        sight = sum(held.bit for hand in view.hands.values() for held in hand.cards or ())
        sight += sum(held.bit for _, held in view.trick)
        self._looks = _looks(sight, _RANKS if declaring else _TEN)

    def worth(self, held: Card) -> float:
        """The worth of the plan that begins with this card.

        Raises:
            TimeoutError: the purse's time is over.
        """
        found = 0.0
        paths = [self._after(_Path(nth, root, 0, ()), held.index) for nth, root in enumerate(self._roots)]
        while paths:
            groups, paths, reached = self._others(paths)
            found += reached
            for group in groups:
                if len(group) == 1:
                    ((path, moves),) = group
                    found += max(self._worth(path, tricks) for tricks in set(moves.values()))
                    continue
                means: dict[int, float] = {}
                for path, moves in group:
                    for card, tricks in moves.items():
                        means[card] = means.get(card, 0.0) + self._worth(path, tricks)
                card = max(means, key=lambda card: (round(means[card], 9), -card))
                paths += [self._after(path, card) for path, _ in group]
        return found

    def _others(self, paths: Sequence[_Path]) -> tuple[list[list[tuple[_Path, dict[int, int]]]], list[_Path], float]:
        """Each path one card further where the planner does not choose.

        Returns the planner's choices in groups that look alike, the paths still to follow, and the worth of
        finished ones.
        """
        reached = 0.0
        going: list[_Path] = []
        for path in paths:
            if path.at.over:
                reached += self._worth(path, 0)
            else:
                going.append(path)
        asked = [path.at for path in going if not path.at.forced]
        solved = iter(moves_of(asked, self._declarer, seconds=self._purse.seconds))
        self._purse.spend(STEP * len(asked))
        after: list[_Path] = []
        groups: dict[tuple[int, _Looks], list[tuple[_Path, dict[int, int]]]] = {}
        for path in going:
            mover, forced = path.at.mover, path.at.forced
            if forced:
                after.append(self._after(path, path.at.hands[mover].bit_length() - 1))
                continue
            moves = next(solved)
            if mover in self._mine:
                groups.setdefault((mover, path.seen), []).append((path, moves))
                continue
            best = (max if (mover - self._declarer) % 2 == 0 else min)(moves.values())
            alike = [card for card, tricks in moves.items() if tricks == best]
            after.append(self._after(path, min(alike, key=lambda card: (card % _RANKS, card))))
        return list(groups.values()), after, reached

    def _worth(self, path: _Path, tricks: int) -> float:
        """A world's share of the worth, if the declarer gets `tricks` more tricks there."""
        return self._shares[path.world] * self._brings(path.won + tricks, self._usual[path.world])

    def _after(self, path: _Path, card: int) -> _Path:
        mover = path.at.mover
        at, winner = path.at.play(card)
        won = path.won + (winner >= 0 and (winner - self._declarer) % 2 == 0)
        if mover in self._mine:
            return _Path(path.world, at, won, path.seen)
        look, trick = self._looks[card], path.at.trick
        if trick and look != card and trick[0] // _RANKS != card // _RANKS != self._trump:
            look = _THROWN
        return _Path(path.world, at, won, (*path.seen, (mover, look)))


def _looks(sight: int, below: int) -> list[int]:
    """For each card its look when a hidden hand plays it: itself, or a block. below: blocks have ranks below it."""
    found = list(range(4 * _RANKS))
    for suit in range(4):
        above = 0
        for rank in reversed(range(_RANKS)):
            card = suit * _RANKS + rank
            if sight >> card & 1:
                above += 1
            elif rank < below:
                found[card] = _BLOCK + suit * _PLACES + above
    return found
