"""Finds x and y that balance the column of a compensation event: bots play random deals, and a proposal follows.

The rules leave both numbers open (PT-III.3, C-TOUR-3). The organiser says the worth of a positive result. The
simulation finds the y with which the column is worth nought on average, so that the cards themselves bring no gain.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from kozyr.bots import arena
from kozyr.games import game
from kozyr.games.refusal import Refused
from kozyr.tournaments.formats import Balance, balanced, extra_column
from kozyr.tournaments.scoring import Score, shown

_BAD: Final = 2  # exit status for bad input
_ALONE: Final = {"preferans": {"length_mode": "boards", "length_deals": 1}}  # a deal's value by itself (PT-I.7)
_PRESETS: Final = {"bridge": "duplicate"}  # where a deal is worth something by itself


class Proposal(msgspec.Struct, frozen=True):
    """The proposal, and its grounds. Amounts are whists, or the game's points."""

    game: str
    preset: str
    players: int
    level: str
    deals: int
    positive: Fraction
    """The part of results above nought."""
    exact: Fraction
    """The y with which the mean is nought."""
    low: Fraction
    """The lower end of the 95 per cent interval of y."""
    high: Fraction
    """The upper end of the 95 per cent interval of y."""
    x: int
    """The bonus of a positive result, a whole number to play with."""
    y: int
    """The proposed y, as a whole number to play with."""
    mean: Fraction
    """The mean of the column with them, a deal and player."""


def proposed(setup: arena.Setup, deals: Sequence[Sequence[Score]], x: int) -> Proposal:
    """The proposal that follows from the values of played deals, player by player.

    Raises:
        ValueError: deals that do not suffice (see `formats.balanced`), or an x that is not positive.
    """
    if x < 1:
        raise Refused("low_x", x=x)
    found: Balance = balanced(deals, x)
    y = round(found.y)
    column = [entry for deal in deals for entry in extra_column(deal, x, y)]
    positive = Fraction(sum(value > 0 for deal in deals for value in deal), len(column))
    mean = Fraction(sum(column), len(column))
    told = (setup.game, setup.preset, setup.players, setup.bots[0], len(deals))
    return Proposal(*told, positive, found.y, found.low, found.high, x, y, mean)


def simulated(
    name: str,
    x: int,
    deals: int,
    level: str = "novice",
    preset: str = "",
    players: int = 0,
    seed: int = 0,
    jobs: int = 1,
) -> Proposal:
    """Play `deals` deals with bots of a level, and propose a y for an x.

    preset: the game's first, at bridge duplicate, if left out. players: as many as the pack is dealt to, at
    preferans four.

    Raises:
        ValueError: the match is impossible, or there are too few deals.
    """
    rules = game(name)
    changes = dict(_ALONE.get(name, {}))
    setup = arena.Setup(
        game=name,
        bots=(level,),
        seed=seed,
        preset=preset or _PRESETS.get(name) or next(iter(rules.presets)),
        players=players or (4 if name in _ALONE else len(rules.pack.hands)),
        changes=changes,
        regret=False,
    )
    return proposed(setup, [[Fraction(each) for each in deal] for deal in arena.all_scores(setup, deals, jobs)], x)


# --- the verb ----------------------------------------------------------------------------------------------


def run(args: argparse.Namespace) -> int:
    """Propose a compensation, and print it."""
    try:
        if args.deals < 2 or args.jobs < 1:
            raise Refused("few_deals_jobs")
        found = simulated(args.game, args.x, args.deals, args.level, args.preset, args.players, args.seed, args.jobs)
    except ValueError as error:
        sys.stderr.write(f"kozyr compensation: {' '.join(str(error).split())}\n")
        return _BAD
    if args.json:
        sys.stdout.write(msgspec.json.encode(found, enc_hook=str).decode() + "\n")
    else:
        sys.stdout.write("\n".join(_lines(found)) + "\n")
    return 0


def _lines(found: Proposal) -> Iterator[str]:
    """The proposal for people."""
    yield f"{found.game} {found.preset}, {found.players} players, {found.level}, {found.deals} deals"
    yield f"positive results: {shown(100 * found.positive)} %"
    yield f"x {found.x} asks for y {shown(found.exact)}, with 95 per cent {shown(found.low)} to {shown(found.high)}"
    yield f"proposed: x {found.x}, y {found.y}; mean of the column {shown(found.mean, 3)} a deal and player"
