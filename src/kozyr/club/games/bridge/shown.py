"""The client's picture of a session of bridge: its score, and a finished deal."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.games import bridge
from kozyr.games.bridge import Vulnerability
from kozyr.games.bridge.match import Places
from kozyr.games.bridge.sheet import Entry


class Sheet(wire.Sheet, frozen=True, kw_only=True):
    """The score of the session, as a client gets it.

    Pairs are N-S, E-W of the running rubber; places are the players' places, by seat N E S W.
    """

    form: str
    compare: str
    rubber: int
    """The number of the running rubber."""
    rubbers: int
    """How many rubbers there are."""
    boards: int | None
    games: tuple[int, int]
    """Games of the running rubber, by side."""
    part: tuple[int, int]
    """Part-scores of the running rubber, by side."""
    below: tuple[int, int]
    """Points below the line in the running rubber, by side."""
    above: tuple[int, int]
    """Points above the line in the running rubber, by side."""
    lines: tuple[int, ...]
    """The written lines of the running rubber."""
    scores: tuple[int, ...]
    """The points that each deal brought N-S."""
    imps: tuple[int, ...]
    """The IMPs that each deal brought N-S."""
    results: tuple[tuple[int, ...], ...]
    """The results of each finished rubber, by player."""
    totals: tuple[int, ...]
    places: Places
    entries: tuple[Entry, ...]
    deals: tuple[bridge.Outcome, ...]
    stopped: bool


class Finished(wire.Finished, frozen=True, kw_only=True):
    """A deal that is over: all cards lie open."""

    board: int
    dealer: Seat
    vulnerability: Vulnerability
    outcome: bridge.Outcome | None
    entries: tuple[Entry, ...]
    score: int
    """The points that the deal by itself brought N-S."""
    meanings: Mapping[int, str]
