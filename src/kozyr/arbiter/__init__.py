"""The arbiter: from an incident to a ruling, with its laws, its branches, its reason and its proof.

`rule` reads the record up to the call of the arbiter. A branch of the ruling becomes an event of the record
(`Ruling.event`). A replay carries that event out without knowing any law.
"""

from __future__ import annotations

from typing import Final

import msgspec

from kozyr.arbiter.directed import VoidCall
from kozyr.arbiter.facts import check, fields
from kozyr.arbiter.incident import Incident
from kozyr.arbiter.incidents import COMPETITIONS, ONLY, AnyIncident, DummySpoke, Offence, Revoke
from kozyr.arbiter.laws import competition
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Lawbook, Moment, Proof, Reason, Ruling
from kozyr.cards import wrong_type
from kozyr.games import Record, part
from kozyr.games.options import HEARING
from kozyr.games.refusal import Refused
from kozyr.games.rulings import PlayOn, Scored, Shared, TakenBack

__all__ = [
    "ARBITER",
    "HEARD",
    "AnyIncident",
    "Branch",
    "Deadline",
    "Proof",
    "Reason",
    "Ruling",
    "lawbook",
    "rule",
]


# What is heard after the last card, until the score is written (P-3.9.17, D-BAIT-5).
HEARD: Final = (Revoke, Offence, VoidCall, DummySpoke)


def rule(record: Record, at: int, incident: AnyIncident) -> Ruling:
    """The ruling on an incident, for which the arbiter is called after so many entries of a record.

    Raises:
        Refused: it cannot have happened then, the record contradicts it, or no law of the game knows it.
        TypeError: it is no record.
    """
    if not isinstance(record, Record):
        raise wrong_type("the arbiter rules on a Record, as notation.parse(text).record", record)
    laws = part("arbiter", record.game)
    if laws is None:
        raise Refused("no_laws", game=record.game)
    _answered_here(record, incident)
    moment = Moment.of(record, at)
    check(moment, incident)
    heard = moment.hearing if isinstance(incident, HEARD) else moment
    own = getattr(laws, "knows", None)  # a body of law that has laws of its own for what happens at events
    found = None if own is not None and own(moment, incident) else competition.rule(moment, incident)
    ruling: Ruling = found or laws.rule(heard, incident)
    ruling = competition.with_spectator(moment, incident, ruling)
    if heard.over and record.conventions.edition < HEARING:
        ruling = _reaching(ruling, heard.progress.entries)
    for choice in range(len(ruling.branches)):
        illegal = moment.progress.why_not(ruling.event(choice))
        if illegal is not None:
            if any(isinstance(effect, (Scored, Shared)) for effect in ruling.branches[choice].effects):
                raise Refused("score_unfit", ruling.laws[0])
            raise Refused("effect_unfit", event=ruling.event(choice).token, entry=at)
    return ruling


def _answered_here(record: Record, incident: AnyIncident) -> None:
    """Refuse a fact that the agreed body of law does not ask for: the body that does is named.

    Raises:
        Refused: there is such a fact.
    """
    of, names = ONLY.get(type(incident), ("2017", ()))
    own = str(getattr(record.conventions, "laws", record.game))
    if own == of:
        of, names = "competitions", COMPETITIONS.get(type(incident), ())
    told = next((name for name in names if _told(incident, name)), None)
    if told is not None:
        raise Refused("body_unasked", body=own, other=of, field=told)


def _told(incident: Incident, name: str) -> bool:
    """Whether a field of an incident has another value than the one that it has by itself."""
    field = fields(type(incident))[name]
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return bool(getattr(incident, name) != default)


def _reaching(ruling: Ruling, last: int) -> Ruling:
    """The ruling on a deal that is over in an old record, where only what takes something back reaches such a deal.

    last: the deal's last entry, after which nothing is taken back.
    """
    branches = tuple(
        branch
        if any(isinstance(effect, (TakenBack, PlayOn)) for effect in branch.effects)
        else msgspec.structs.replace(branch, effects=(TakenBack(last), *branch.effects))
        for branch in ruling.branches
    )
    return msgspec.structs.replace(ruling, branches=branches)


def lawbook(game: str) -> Lawbook:
    """The laws that can be ruled, of a game and of its competitions: for each id the incident and its part in the ruling."""
    laws = part("arbiter", game)
    own: Lawbook = {} if laws is None else laws.LAWBOOK
    return {**own, **(competition.LAWBOOK if laws is not None else {})}
