"""The comparison of a game's bots: the facts that a match between them needs.

The base does for any game: every seating of the table is one rotation, and a deal brings each player the match's
results. A game's module in the layer of bots has a `CONTEST` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from kozyr.games import AnyMatch, AnyState, Event, Outcome, part


class Contest:
    """The comparison of a game's bots."""

    preset: str | None = None
    """The default preset. None: the game's first preset."""
    parties: bool = False
    """Whether whole matches can be played; a score is then the won share."""
    systems: tuple[str, ...] = ()
    """The systems of bidding, by name, that `by_bidding` can compare."""

    def by_bidding(self, names: Sequence[str], deals: int, seed: int) -> tuple[msgspec.Struct, str]:
        """A comparison of one or two systems by bidding alone: the figures, and their line of text.

        Raises:
            ValueError: the game has no systems, or other names or numbers than it can compare.
        """
        raise ValueError(f"no systems of bidding here: {', '.join(names)}, {deals} deals, seed {seed}")

    def options(self, preset: str, number: int) -> Mapping[str, object]:  # noqa: ARG002 - the base changes none
        """Options that every deal of a match between bots is played with, unless others are asked for."""
        return {}

    def check(self, bots: int, players: int, match: AnyMatch) -> None:
        """Refuse a match that cannot be compared.

        Raises:
            ValueError: the number of levels or players, or the match, does not fit; the message says why.
        """

    def seatings(self, seats: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The different ways to seat these bots, by place."""
        return list(dict.fromkeys(seats[at:] + seats[:at] for at in range(len(seats))))

    def scores(self, match: AnyMatch) -> list[float]:
        """The result of the first deal of a match for each player, by place."""
        return [float(match.results[name]) for name in match.names]

    def kind(self, outcome: Outcome) -> str:  # noqa: ARG002 - the base has one kind
        """The kind of a deal, for counting."""
        return "deal"

    def won(self, match: AnyMatch, place: int) -> bool:
        """Whether the player at this place has won a whole match."""
        best = max(match.results.values())
        return match.results[match.names[place]] == best

    def compared(self, scores: Mapping[str, list[float]]) -> dict[str, list[float]]:
        """The scores of a deal by level, as they are counted."""
        return dict(scores)

    def cost(self, state: AnyState, event: Event) -> tuple[str, int] | None:  # noqa: ARG002 - the base cannot say
        """The actor's role and the tricks that the card gives up, with all cards seen. None: unknown."""
        return None


def contest_of(game: str) -> Contest:
    """The comparison of this game's bots.

    Raises:
        ValueError: there is no such game.
    """
    module = part("bots", game)
    found: Contest = _ANY if module is None else module.CONTEST
    return found


_ANY = Contest()
