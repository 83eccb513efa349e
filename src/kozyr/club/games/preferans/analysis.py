"""The analysis of a finished deal of preferans: every hand as declarer, with all cards seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kozyr.cards import Card, CardSet, Seat
from kozyr.club.table import customs
from kozyr.solver import talon as with_talon
from kozyr.tournaments.boards import Worth
from kozyr.tournaments.games.preferans.worth import makes

_SECONDS: Final = 20.0  # for the whole table; it usually takes a fifth of a second


class Analysis(customs.Analysis, frozen=True):
    """The tricks of each hand as declarer with the talon and its best discard, against two opponents who play together."""

    tricks: Mapping[str, Mapping[Seat, int]] | None
    """The tricks in each denomination."""
    misere: Mapping[Seat, int] | None
    """At misère; None: it took too long."""
    makes: Mapping[Seat, str]
    """The highest contract that a hand makes, as `7H` or `misere`; hands that make none are left out."""

    @property
    def complete(self) -> bool:
        """Whether open cards were looked at; where that took too long it may be tried again."""
        return self.tricks is not None


def analyse(hands: Mapping[Seat, Sequence[Card]], talon: Sequence[Card], leader: Seat) -> Analysis:
    """The analysis of a deal; it does not belong on an event loop.

    hands, talon: as dealt, three hands of ten. The real discard is not used, since it need not be open (P-3.4.1).
    leader: the leader to the first trick.
    """
    north, east, south, west = (None if seat not in hands else CardSet.of(hands[seat]) for seat in Seat)
    try:
        found = with_talon.table((north, east, south, west), talon, leader, seconds=_SECONDS)
    except TimeoutError:
        return Analysis(None, None, {})
    return Analysis(found.tricks, found.misere, makes(Worth(found.tricks, found.misere)))
