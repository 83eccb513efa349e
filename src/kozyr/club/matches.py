"""The account of a whole match: a fold over the post-mortems of its deals that are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from kozyr.club.mine import briefs
from kozyr.games import AnyMatch
from kozyr.review import Account, Weighed, reviewer, summed, sure
from kozyr.review.account import Unit

_DEAR: Final = 3  # decisions of a player


class DealAccount(msgspec.Struct, frozen=True):
    """The account of one deal, by player."""

    deal: int
    accounts: Mapping[str, Account]


class DearDecision(msgspec.Struct, frozen=True):
    """One of a player's dearest decisions of the match, and its deal."""

    deal: int
    one: Weighed


class MatchTold(msgspec.Struct, frozen=True):
    """The account of a match so far.

    deals: those that have a post-mortem; missing: the others that are over. total: of all deals, with what was written
    between them, by player: the change of the settled sheet. Empty while deals are missing. dearest: by player.
    """

    game: str
    unit: Unit
    deals: tuple[DealAccount, ...]
    missing: tuple[int, ...]
    total: Mapping[str, Account]
    dearest: Mapping[str, tuple[DearDecision, ...]]


def told(
    game: str, deals: Sequence[int], kept: Mapping[int, str], change: tuple[AnyMatch, AnyMatch]
) -> MatchTold | None:
    """The account of a match. deals: those that are over. kept: what lists need of their post-mortems, as JSON.

    change: the match before its first deal, and now. None: nobody reviews the game.
    """
    part = reviewer(game)
    if part is None:
        return None
    found = {deal: briefs(kept[deal]) for deal in deals if deal in kept}
    accounts = tuple(
        DealAccount(deal, {name: one.account for name, one in of.items()}) for deal, of in sorted(found.items())
    )
    missing = tuple(deal for deal in deals if deal not in kept)
    before, now = (part.settled(match) for match in change)
    between = {name: now[name] - before.get(name, Fraction()) for name in now}
    for one in accounts:
        for name, account in one.accounts.items():
            between[name] = between.get(name, Fraction()) - account.sheet
    dear: dict[str, list[DearDecision]] = {}
    for deal, of in sorted(found.items()):
        for name, brief in of.items():
            dear.setdefault(name, []).extend(DearDecision(deal, one) for one in brief.dear)
    return MatchTold(
        game,
        part.unit,
        accounts,
        missing,
        {} if missing else summed((one.accounts for one in accounts), between),
        {name: tuple(sorted(some, key=lambda one: -sure(one.one.seen))[:_DEAR]) for name, some in dear.items()},
    )
