"""What a client is shown of a session of bridge: its score, and a deal that is over."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.games import bridge
from kozyr.games.bridge import Vulnerability
from kozyr.games.bridge.match import Places
from kozyr.games.bridge.sheet import Entry


class Sheet(wire.Sheet, frozen=True, kw_only=True):
    """The session for a client. Pairs are N-S, E-W of the running rubber; places whose each seat is, N E S W.

    rubber, rubbers: the running one of how many. games, part, below, above, lines: of the running rubber. scores, imps:
    what each deal brought N-S. results: of each finished rubber, by player. next: who deals and is vulnerable then.
    """

    form: str
    compare: str
    rubber: int
    rubbers: int
    boards: int | None
    games: tuple[int, int]
    part: tuple[int, int]
    below: tuple[int, int]
    above: tuple[int, int]
    lines: tuple[int, ...]
    scores: tuple[int, ...]
    imps: tuple[int, ...]
    results: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    places: Places
    entries: tuple[Entry, ...]
    deals: tuple[bridge.Outcome, ...]
    stopped: bool


class Finished(wire.Finished, frozen=True, kw_only=True):
    """A deal that is over: all cards lie open. score: what it brought N-S by itself."""

    board: int
    dealer: Seat
    vulnerability: Vulnerability
    outcome: bridge.Outcome | None
    entries: tuple[Entry, ...]
    score: int
    meanings: Mapping[int, str]
