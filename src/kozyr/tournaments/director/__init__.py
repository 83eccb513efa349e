"""The director's desk: an event as a fold over its log, and the tables that come of it. Pure, as all of `tournaments`."""

from kozyr.tournaments.director.entering import admitted, by_rating, check_in_opens, drawn, waiting
from kozyr.tournaments.director.entries import Decision, Entry, Event, decode, encode, power
from kozyr.tournaments.director.final import Standing, standing
from kozyr.tournaments.director.fold import Refused, after, fold
from kozyr.tournaments.director.merging import merged
from kozyr.tournaments.director.state import At, State, Written, missing

__all__ = [
    "At",
    "Decision",
    "Entry",
    "Event",
    "Refused",
    "Standing",
    "State",
    "Written",
    "admitted",
    "after",
    "by_rating",
    "check_in_opens",
    "decode",
    "drawn",
    "encode",
    "fold",
    "merged",
    "missing",
    "power",
    "standing",
    "waiting",
]
