"""Bridge: a system as data that bids, explains and is understood, and the play of the cards."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from kozyr.bots.bridge.branch import expects
from kozyr.bots.bridge.decisions import explain, weigh
from kozyr.bots.bridge.duel import duel, reached
from kozyr.bots.bridge.sayc import NAME, meaning
from kozyr.bots.bridge.system import Hand, Meaning, text
from kozyr.bots.bridge.systems import SYSTEMS
from kozyr.bots.bridge.words import sentence
from kozyr.bots.contest import Contest
from kozyr.bots.frame import LEVELS, Level
from kozyr.cards import Seat
from kozyr.games import AnyMatch, Event
from kozyr.games.bridge import Session, View
from kozyr.games.bridge.scoring import imps

__all__ = [
    "CONTEST",
    "NAME",
    "Hand",
    "Meaning",
    "allied",
    "daring",
    "expects",
    "explain",
    "levels",
    "meaning",
    "offered",
    "seen",
    "sentence",
    "slips",
    "takes_offers",
    "text",
    "ventures",
    "weigh",
]

levels: Final = LEVELS
slips: Final[Mapping[Level, Mapping[str, float]]] = {
    "amateur": {"imps": 1.2, "matchpoints": 12.0, "points": 36.0},
    "strong": {"imps": 0.4, "matchpoints": 4.0, "points": 12.0},
}
ventures: Final[tuple[type[Event], ...]] = ()
daring: Final[Mapping[str, float]] = {}  # the system of the table says how much a call promises
takes_offers: Final = False


def allied(view: View, other: Seat) -> bool:
    """Whether the viewer and another seat are partners."""
    return view.seat is not None and view.seat.position % 2 == other.position % 2


def offered() -> tuple[Level, ...]:
    """All of them."""
    return levels


def seen(view: View) -> tuple[object, ...]:
    """The calls, and a claim on the table."""
    return view.calls, view.claim


class _Bridge(Contest):
    preset = "teams"
    systems = tuple(SYSTEMS)

    def by_bidding(self, names: Sequence[str], deals: int, seed: int) -> tuple[msgspec.Struct, str]:
        """The result of bidding alone at double dummy: of two systems, or of one while the opponents pass.

        Raises:
            ValueError: unknown names, too many, or fewer than two deals.
        """
        if any(name not in SYSTEMS for name in names) or len(names) > 2:
            raise ValueError(f"--systems takes one or two of {', '.join(SYSTEMS)}, not {','.join(names)}")
        if deals < 2:
            raise ValueError("--deals is at least 2: an interval needs two boards")
        if len(names) == 1:
            one = reached(SYSTEMS[names[0]], deals, seed)
            return one, f"{names[0]}, E W pass, {deals} boards, seed {seed}: {one.text}"
        match = duel(SYSTEMS[names[0]], SYSTEMS[names[1]], deals, seed)
        gain = f"{match.imps:+.2f} ± {match.interval:.2f} IMPs a board"
        return match, f"{' against '.join(names)}, bidding alone at double dummy, {deals} boards, seed {seed}: {gain}"

    def options(self, preset: str, number: int) -> Mapping[str, object]:
        """At duplicate the board tells dealer and vulnerability."""
        return {"deals": 1, "first_board": number % 16 + 1} if preset in {"duplicate", "teams"} else {}

    def check(self, bots: int, players: int, match: AnyMatch) -> None:
        """Refuse a match unless two teams play deals that count by themselves.

        Raises:
            ValueError: it is another match.
        """
        if bots > 2 or players != 4:
            raise ValueError("at bridge two teams play: one or two levels, four players")
        if isinstance(match, Session) and match.conventions.part_scores == "carry":
            raise ValueError(
                "with part-scores that carry over a deal is worth nothing by itself; teams play duplicate or teams"
            )

    def seatings(self, seats: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The two seatings; partners are of one level."""
        one, other = seats[0], seats[-1]
        return list(dict.fromkeys([(one, other, one, other), (other, one, other, one)]))

    def scores(self, match: AnyMatch) -> list[float]:
        """Points of the pair, by place."""
        scored = match.sheet.scores if isinstance(match, Session) else ()
        points = float(scored[-1] if scored else 0)  # all passed, and it is dealt again
        return [points, -points, points, -points]

    def compared(self, scores: Mapping[str, list[float]]) -> dict[str, list[float]]:
        """Both tables' points as IMPs of the comparison: a level's at one table less the other's at the other."""
        if len(scores) == 1:
            return {next(iter(scores)): [0.0]}
        one, other = scores
        gained = float(imps(round(sum(scores[one]) / 2)))  # two players a table, each with the pair's points
        return {one: [gained], other: [-gained]}


CONTEST: Final = _Bridge()
