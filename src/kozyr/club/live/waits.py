"""How long the club waits, and for whom."""

from __future__ import annotations

import msgspec


class Waits(msgspec.Struct, frozen=True):
    """How long the club waits, in seconds; a test need not.

    absent: before a bot holds the seat of somebody who is not there. shares: for people's shares of a deal. look: for the
    others, once the first has looked at a deal that ended. bot: for a bot's decision. proof: for a ruling of the arbiter. tempo: where time must tell nothing,
    the shortest and the longest time of a person's event (PE-5.4.11b). idle: before a table that nobody looks at leaves
    the memory. hello: for the first message of a socket. stall: for a move, where the card has no clock,
    before the others may act; days: at correspondence. seek: before bots fill the chairs of who looks for people and takes bots.
    """

    absent: float = 60.0
    shares: float = 2.0
    look: float = 10.0
    bot: float = 5.0
    proof: float = 20.0
    tempo: tuple[float, float] = (1.0, 3.0)
    idle: float = 600.0
    hello: float = 10.0
    stall: float = 120.0
    days: float = 3 * 86400.0
    seek: float = 60.0
