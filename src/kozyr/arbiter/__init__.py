"""The arbiter: from an incident to a ruling, with its laws, its branches, its reason and its proof.

`rule` reads the record up to the call of the arbiter. A branch of the ruling becomes an event of the record
(`Ruling.event`). A replay carries that event out without knowing any law.
"""

from __future__ import annotations

from kozyr.arbiter.facts import check
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.laws import competition
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Lawbook, Moment, Proof, Reason, Ruling
from kozyr.games import Record, part
from kozyr.games.refusal import Refused

__all__ = [
    "ARBITER",
    "AnyIncident",
    "Branch",
    "Deadline",
    "Proof",
    "Reason",
    "Ruling",
    "lawbook",
    "rule",
]


def rule(record: Record, at: int, incident: AnyIncident) -> Ruling:
    """The ruling on an incident, for which the arbiter is called after so many entries of a record.

    Raises:
        Refused: it cannot have happened then, the record contradicts it, or no law of the game knows it.
    """
    laws = part("arbiter", record.game)
    if laws is None:
        raise Refused("no_laws", game=record.game)
    moment = Moment.of(record, at)
    check(moment, incident)
    ruling: Ruling = competition.rule(moment, incident) or laws.rule(moment, incident)
    for choice in range(len(ruling.branches)):
        illegal = moment.progress.why_not(ruling.event(choice))
        if illegal is not None:
            raise Refused("effect_unfit", event=ruling.event(choice).token, entry=at)
    return ruling


def lawbook(game: str) -> Lawbook:
    """The laws that can be ruled, of a game and of its competitions: for each id the incident and its part in the ruling."""
    laws = part("arbiter", game)
    own: Lawbook = {} if laws is None else laws.LAWBOOK
    return {**own, **(competition.LAWBOOK if laws is not None else {})}
