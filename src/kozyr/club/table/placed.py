"""A table of an event: it begins with places instead of a lot, and its conventions and terms are the event's."""

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
    """The refusal of an act at a table of an event. own: only this game has the act.

    There is no next match and no bet beside the result. The only possible agreement is a bot for a player who does
    not move, and only if the event has stand-ins. The player of a cup's issue makes every move there.
    """
    himself = placed.alone or not placed.stand_ins
    agreed = isinstance(act, ProposalMade) and (himself or not isinstance(act.what, CallBot))
    own = own or (himself and isinstance(act, (Leave, Hold)))
    return Refusal(Manner.NOT_AGREED, LAW) if own or agreed or isinstance(act, (RematchNamed, Reseed)) else None


def shut(event: Event, placed: Placed, now: int, *, bot: bool) -> Refusal | None:
    """The refusal of an event of the game at a table of an event: amendments, and events after a cup's window.

    bot: the event is a bot's; bots finish a begun deal.
    """
    if isinstance(event, Amendment):
        return Refusal(Reason.NOT_AGREED, LAW)
    late = placed.closes is not None and now >= placed.closes and not bot
    return Refusal(Reason.MATCH_OVER, WINDOW) if late else None
