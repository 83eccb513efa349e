"""How bots of a game are compared: what a match between them needs to know of it.

The base does for any game: every seating of the table is one rotation, and a deal brings each player what the match's
results say after it. A game's module in the layer of bots has a `CONTEST` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from kozyr.games import AnyMatch, AnyState, Event, Outcome, part


class Contest:
    """How bots of a game are compared.

    preset: what is played if nothing is said; None: the game's first preset. parties: whole matches can be played, and
    a score is then the share that is won. systems: of bidding, by name, that `by_bidding` can compare.
    """

    preset: str | None = None
    parties: bool = False
    systems: tuple[str, ...] = ()

    def by_bidding(self, names: Sequence[str], deals: int, seed: int) -> tuple[msgspec.Struct, str]:
        """One or two systems by their bidding alone: what was found, and the line that tells it.

        Raises:
            ValueError: the game has no systems, or other names or numbers than it can compare.
        """
        raise ValueError(f"no systems of bidding here: {', '.join(names)}, {deals} deals, seed {seed}")

    def options(self, preset: str, number: int) -> Mapping[str, object]:  # noqa: ARG002 - the base changes none
        """Options that every deal of a match between bots is played with, unless others are asked for."""
        return {}

    def check(self, bots: int, players: int, match: AnyMatch) -> None:
        """Refuse what cannot be compared.

        Raises:
            ValueError: so many levels, players or this match; the message says why.
        """

    def seatings(self, seats: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The different ways to seat these bots, by place."""
        return list(dict.fromkeys(seats[at:] + seats[:at] for at in range(len(seats))))

    def scores(self, match: AnyMatch) -> list[float]:
        """What the first deal of a match has brought each player, by place."""
        return [float(match.results[name]) for name in match.names]

    def kind(self, outcome: Outcome) -> str:  # noqa: ARG002 - the base has one kind
        """What kind of deal this was, for counting."""
        return "deal"

    def won(self, match: AnyMatch, place: int) -> bool:
        """Whether the player at this place has won a whole match."""
        best = max(match.results.values())
        return match.results[match.names[place]] == best

    def compared(self, scores: Mapping[str, list[float]]) -> dict[str, list[float]]:
        """The scores of a deal by level, as they are counted."""
        return dict(scores)

    def cost(self, state: AnyState, event: Event) -> tuple[str, int] | None:  # noqa: ARG002 - the base cannot say
        """The role of who acts and the tricks that his card gives up, with all cards seen; None: it cannot be said."""
        return None


def contest_of(game: str) -> Contest:
    """How bots of this game are compared.

    Raises:
        ValueError: there is no such game.
    """
    module = part("bots", game)
    found: Contest = _ANY if module is None else module.CONTEST
    return found


_ANY = Contest()
