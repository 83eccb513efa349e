"""Incidents that the Laws of Duplicate Bridge of 2017 alone know: what the director does, teams, dummy, penalties."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from kozyr.arbiter.incident import Guilt, Incident, Number
from kozyr.cards import Seat


class Undirected(Incident, frozen=True, tag="no_director"):
    """There was an irregularity, and something was done about it before the director came."""

    how: Literal["acted", "settled", "corrected", "consulted"]
    """The innocents played on; the players ruled by themselves; the offender put it right; a choice was talked over with the partner."""
    offender: str
    """The player who offended; where a choice was talked over, who chose."""
    entry: Number | None = None
    """The entry of the irregularity, to which play may go back (LDB-10B)."""
    gained: bool = False
    """Whether the innocents may have gained because an opponent did not know the law (LDB-11A)."""
    outcomes: str = ""
    """Scores of North-South without that gain, each with its per cent: `620 60, -100 40`."""


class TeamBoard(Incident, frozen=True, tag="team_board"):
    """A board of a match of teams cannot be compared as it was to be."""

    how: Literal["redeal", "one_result", "incomparable"]
    """A new deal is wanted; only the other table has a result; there are results that cannot be compared, or several scores are adjusted."""
    known: bool = False
    """Whether the result of the match could be known without the board (LDB-86A)."""
    favours: Literal["", "NS", "EW"] = ""
    """The side of this table that the result at the other one clearly favours (LDB-86B1)."""
    outcomes: str = ""
    """Scores of North-South at this table that were likely, each with its per cent: `620 60, -100 40`."""
    guilt: dict[str, Guilt] = msgspec.field(default_factory=dict)
    """The guilt of each player."""
    regulated: str = ""
    """What the regulations give North-South and East-West for a board of one table, in per cent: `60 50` (LDB-86B3)."""


class VoidCall(Incident, frozen=True, tag="void_call"):
    """A call that no auction can have, and that no record of one has."""

    how: Literal["over_seven", "after_end"]
    """A bid of more than seven, or a call after the last pass."""
    seat: Seat
    """The caller."""
    call: str = ""
    """The call after the last pass."""
    covered: bool = False
    """Whether the left-hand opponent had called after it."""


class Agreement(Incident, frozen=True, tag="agreement"):
    """A question about what a pair has agreed (LDB-40)."""

    how: Literal["deviation", "undisclosed", "forbidden", "aid", "varied"]
    """A call or play against the agreement; an agreement that the opponents were not told; one that is not allowed; an aid to memory; one of other meanings upon something (`upon`)."""
    seat: Seat
    """Who did it."""
    known: bool = False
    """Whether the partner had more reason than the opponents to expect a departure from the agreement."""
    outcomes: str = ""
    """Scores of North-South that were likely without it, each with its per cent: `620 60, -100 40`."""
    upon: Literal["", "question", "answer", "own_irregularity", "their_irregularity"] = ""
    """Upon what the pair agreed to call or play otherwise: its own question, answer or irregularity, or one of the opponents (LDB-40B3)."""


class OpeningLead(Incident, frozen=True, tag="opening_lead"):
    """Something about the opening lead, about the auction after it, or about dummy's hand on the table (LDB-41)."""

    how: Literal["face_down", "review", "contract", "tabled"]
    """A lead lies face down and is to be taken back; somebody wants to hear the auction again, or only what the contract is; dummy's hand lies wrongly."""
    seat: Seat
    """Who has led, asks, or laid the hand."""
    outcomes: str = ""
    """Scores of North-South that were likely if dummy's hand had lain in order, each with its per cent: `620 60, -100 40`."""


class Penalty(Incident, frozen=True, tag="penalty"):
    """A contestant has hindered the game, or has not behaved (LDB-90, LDB-91)."""

    why: Literal[
        "late", "slow", "audible", "compared", "touched", "pocket", "uncounted", "disobeyed", "manners", "grave"
    ]
    """Late; slow; heard at another table; compared scores; touched the cards of another; cards in a wrong pocket; did not count, or erred so that a score
    is adjusted; did not obey; bad manners; something for which a contestant is disqualified."""
    player: str
    percent: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """The part of a board's most that the director takes; left out, a warning is enough."""
    approved: bool = False
    """Whether the organisers approve of a disqualification (LDB-91B)."""
