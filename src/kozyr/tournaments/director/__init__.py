"""The director's desk: an event as a fold over its log, and the tables that come of it. Pure, as all of `tournaments`."""

from kozyr.tournaments.director.deciding import decide, judge
from kozyr.tournaments.director.entering import admitted, by_rating, check_in_opens, drawn, waiting
from kozyr.tournaments.director.entries import Decision, Entry, Event, announced, decode, encode, logged, power
from kozyr.tournaments.director.final import Standing, standing
from kozyr.tournaments.director.fold import fold
from kozyr.tournaments.director.following import after
from kozyr.tournaments.director.merging import judged, merged
from kozyr.tournaments.director.shown import begins, complete, is_live, open_to_all, others, so_far
from kozyr.tournaments.director.state import At, Conflict, State, Written, lacks, missing

__all__ = [
    "At",
    "Conflict",
    "Decision",
    "Entry",
    "Event",
    "Standing",
    "State",
    "Written",
    "admitted",
    "after",
    "announced",
    "begins",
    "by_rating",
    "check_in_opens",
    "complete",
    "decide",
    "decode",
    "drawn",
    "encode",
    "fold",
    "is_live",
    "judge",
    "judged",
    "lacks",
    "logged",
    "merged",
    "missing",
    "open_to_all",
    "others",
    "power",
    "so_far",
    "standing",
    "waiting",
]
