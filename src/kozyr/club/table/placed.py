"""A table of an event: it begins with who was placed where, not with a lot, and its conventions and terms are the event's."""

from __future__ import annotations

from typing import Final

from kozyr.club.acts import Act, CallBot
from kozyr.club.refusal import Manner
from kozyr.club.table.consent import ProposalMade
from kozyr.club.table.course import Placed
from kozyr.club.table.ended import RematchNamed, Reseed
from kozyr.club.table.seats import Hold, Leave
from kozyr.games import Amendment, Event, Reason, Refusal

LAW: Final = "PT-I.4"  # the course of a session is the event's
WINDOW: Final = "PT-M.3"  # when an issue of a cup is played


def refusal(act: Act, placed: Placed, *, own: bool) -> Refusal | None:
    """Why an act that other tables know may not be at a table of an event; own: it is one that the game alone has.

    There is no next match and no bet beside the result. The players can agree on nothing but a bot for a player who
    does not move, and on that only if the event has bots in place of people. The player of a cup's issue makes every move there.
    """
    himself = placed.alone or not placed.stand_ins
    agreed = isinstance(act, ProposalMade) and (himself or not isinstance(act.what, CallBot))
    own = own or (himself and isinstance(act, (Leave, Hold)))
    return Refusal(Manner.NOT_AGREED, LAW) if own or agreed or isinstance(act, (RematchNamed, Reseed)) else None


def shut(event: Event, placed: Placed, now: int, *, bot: bool) -> Refusal | None:
    """Why an event of the game may not be at a table of an event: nothing is agreed there, and the window of a cup closes.

    bot: it is a bot's, which ends what it has begun.
    """
    if isinstance(event, Amendment):
        return Refusal(Reason.NOT_AGREED, LAW)
    late = placed.closes is not None and now >= placed.closes and not bot
    return Refusal(Reason.MATCH_OVER, WINDOW) if late else None
