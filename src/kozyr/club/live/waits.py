"""The waiting times of the club."""

from __future__ import annotations

import msgspec


class Waits(msgspec.Struct, frozen=True):
    """How long the club waits, in seconds; a test need not."""

    absent: float = 60.0
    """Before a bot holds the seat of an absent player."""
    shares: float = 2.0
    """For people's shares of a deal."""
    look: float = 10.0
    """For the other players, once the first one has looked at a finished deal."""
    hearing: float = 30.0
    """For a call of the arbiter after the last card: of a match, and of each board of an event."""
    bot: float = 5.0
    """For a bot's decision."""
    proof: float = 20.0
    """For a ruling of the arbiter."""
    tempo: tuple[float, float] = (1.0, 3.0)
    """The shortest and the longest time of a person's event under a masked tempo (PE-5.4.11b)."""
    idle: float = 600.0
    """Before a table without viewers leaves the memory."""
    hello: float = 10.0
    """For the first message of a socket."""
    stall: float = 120.0
    """For a move without a clock, before the others may act."""
    days: float = 3 * 86400.0
    """For a move at correspondence."""
    seek: float = 60.0
    """For a seek, before bots fill its chairs."""
