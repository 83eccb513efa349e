"""A table of an event: it begins with who was placed where, not with a lot, and its conventions and terms are the event's."""

from __future__ import annotations

from typing import Final

from kozyr.club.acts import Act, CallBot
from kozyr.club.refusal import Manner, Refusal
from kozyr.club.table.consent import ProposalMade
from kozyr.club.table.ended import RematchNamed, Reseed

LAW: Final = "PT-I.4"  # the course of a session is the event's


def refusal(act: Act, *, own: bool) -> Refusal | None:
    """Why an act that other tables know may not be at a table of an event; own: it is one that the game alone has.

    There is no next match, no bet beside the result, and nothing that the players could agree on by themselves but a bot
    for one who does not move.
    """
    agreed = isinstance(act, ProposalMade) and not isinstance(act.what, CallBot)
    return Refusal(Manner.NOT_AGREED, LAW) if own or agreed or isinstance(act, (RematchNamed, Reseed)) else None
