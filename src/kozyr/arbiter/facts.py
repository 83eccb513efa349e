"""Checks whether an incident is possible in its record: its players play, its seats are taken, its cards are in the pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

import msgspec

from kozyr.arbiter.incident import Incident
from kozyr.arbiter.incidents import AnyIncident, ForgottenEntry, Protocol
from kozyr.arbiter.ruling import Moment
from kozyr.cards import Card, Seat
from kozyr.games import game
from kozyr.games.refusal import Refused

# The fields that name players; other texts are words of the incident.
_PLAYERS: Final = {"dealer", "noticed_by", "player", "on", "offender", "objectors", "guilty", "keeps", "before"}


@cache
def fields(kind: type[Incident]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The fields of a type of incidents, by name. To read them anew each time would be a third of a ruling."""
    return {one.name: one for one in msgspec.structs.fields(kind)}


def check(moment: Moment, incident: AnyIncident) -> None:
    """Refuse an incident that speaks of what is not there.

    Raises:
        Refused: the first such fact, by its field.
    """
    names, state = moment.match.names, moment.progress.state
    seated = None if state is None else {*state.terms.seats, *state.terms.holders}
    pack = game(moment.record.game).pack.cards
    for name, field in fields(type(incident)).items():
        told = getattr(incident, name)
        several = tuple(_parts(told))
        if isinstance(told, tuple) and len(set(told)) < len(told):
            raise Refused("named_twice", field=name, said=" ".join(_word(one) for one in told))
        for one in several:
            if isinstance(one, Card) and one not in pack:
                raise Refused("not_in_pack", field=name, cards=one.text)
            if isinstance(one, Seat) and seated is not None and one not in seated:
                raise Refused("nobody_sits", field=name, seat=one.value)
            of_players = name in _PLAYERS or isinstance(told, dict) or (name == "by" and isinstance(incident, Protocol))
            left_out = one == told == "" and not field.required
            if of_players and type(one) is str and one not in names and not left_out:
                raise Refused("player_unknown", field=name, name=one, names=", ".join(names))
    if isinstance(incident, ForgottenEntry):
        if incident.after > moment.at:
            raise Refused("after_the_call", field="after", entry=incident.after, moment=moment.at)
        if (incident.column == "whists") != bool(incident.on) or incident.on == incident.player:
            raise Refused("whists_on", field="on")


def _word(one: object) -> str:
    return one.value if isinstance(one, (Seat, Card)) else str(one)


def _parts(told: object) -> Iterator[object]:
    """A value, or what a list or the keys of a table have in them."""
    if isinstance(told, tuple):
        yield from told
    elif isinstance(told, dict):
        for key, value in told.items():
            yield key
            if isinstance(value, dict):
                yield from value
    else:
        yield told
