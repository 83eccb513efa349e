"""One's own deals: a fold over the post-mortems that are kept, game by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from kozyr.club.ratings import exact
from kozyr.club.reviews import Brief
from kozyr.review import Weighed
from kozyr.review.account import Stage
from kozyr.store import Brief as Row

MOST: Final = 1000  # of the latest deals
_DEAR: Final = 5  # decisions that are shown
_CURVE: Final = 100  # deals


_BRIEFS: Final = msgspec.json.Decoder(dict[str, Brief], dec_hook=exact)


def briefs(text: str) -> dict[str, Brief]:
    """What is kept of a deal for the lists, by player."""
    return _BRIEFS.decode(text)


class OwnLoss(msgspec.Struct, frozen=True):
    """What one's decisions of a stage cost by what was seen, on average a deal. right: those that cost nothing.

    curve: what they cost in each of the latest deals, the oldest first.
    """

    stage: Stage
    decisions: int
    right: int
    a_deal: float
    curve: tuple[float, ...]


class OwnDear(msgspec.Struct, frozen=True):
    """One of one's dearest decisions, and where it was made."""

    table: str
    deal: int
    one: Weighed


class OwnDeals(msgspec.Struct, frozen=True):
    """One's deals of a game that have a post-mortem.

    unit: of all losses. contracts: one's own; made: of them. curve: what each of the latest deals cost, the oldest first.
    """

    game: str
    unit: str
    deals: int
    contracts: int
    made: int
    lost: tuple[OwnLoss, ...]
    curve: tuple[float, ...]
    dear: tuple[OwnDear, ...]


def own_deals(rows: Sequence[Row]) -> tuple[OwnDeals, ...]:
    """The deals of one player by game. rows: the latest first. Losses in other units than most are left out."""
    games: dict[str, list[tuple[Row, Brief]]] = {}
    for row in rows:
        mine = briefs(row.brief).get(row.name)
        if mine is not None:
            games.setdefault(row.game, []).append((row, mine))
    return tuple(_of(game, found) for game, found in sorted(games.items()))


def _of(game: str, found: Sequence[tuple[Row, Brief]]) -> OwnDeals:
    units = Counter(lost.unit for _, mine in found for lost in mine.lost)
    unit = units.most_common(1)[0][0] if units else ""
    stages: dict[Stage, list[float]] = {}
    for _, mine in found:
        for lost in mine.lost:
            if lost.unit == unit:
                sums = stages.setdefault(lost.stage, [0, 0, 0.0])
                sums[0], sums[1], sums[2] = sums[0] + lost.decisions, sums[1] + lost.right, sums[2] + lost.loss
    contracts = [mine.made for _, mine in found if mine.made is not None]
    dear = [OwnDear(row.table_id, row.deal, mine.dear[0]) for row, mine in found if mine.dear]
    dear = [one for one in dear if one.one.seen is not None and one.one.seen.unit == unit]
    dear.sort(key=lambda one: -one.one.seen.score if one.one.seen is not None else 0.0)
    return OwnDeals(
        game,
        unit,
        len(found),
        len(contracts),
        sum(contracts),
        tuple(
            OwnLoss(stage, int(a), int(b), round(c / len(found), 3), _curve(found, unit, stage))
            for stage, (a, b, c) in stages.items()
        ),
        _curve(found, unit, None),
        tuple(dear[:_DEAR]),
    )


def _curve(found: Sequence[tuple[Row, Brief]], unit: str, stage: Stage | None) -> tuple[float, ...]:
    """What each of the latest deals cost in a stage, the oldest first. None: in all stages."""
    latest = [mine.lost for _, mine in reversed(found[:_CURVE])]
    return tuple(
        round(sum(one.loss for one in lost if one.unit == unit and stage in {None, one.stage}), 3) for lost in latest
    )
