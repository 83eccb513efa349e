"""A field of a state is sent only if it is listed here: structs that go out as they are, and secrets that are planted in all others."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
import pytest

from kozyr.club import wire
from kozyr.club.event import hall_told, parts, told
from kozyr.club.event.tournament import Tournament
from kozyr.tournaments import director
from kozyr.tournaments.director.entries import (
    Appointed,
    Disqualified,
    Elected,
    Filed,
    Noticed,
    Penalised,
    Warned,
)
from kozyr.tournaments.director.state import Party
from scripts import house
from scripts.wire import ANSWERS
from tests.test_events import HOST
from tests.test_events_powers import ASSISTANT, PLAYER, STRANGER, Evening, evening, ruled, written

__all__ = ["evening"]  # a fixture

# The structs of states and logs that are sent as they are, with all that is sent of them. A new field is added here only if
# everybody who gets such a struct may know it.
LISTED: Final[Mapping[str, str]] = {
    "Appeal": "entry ruling entrant facts request committee society",
    "Assistant": "name powers",
    "At": "session round table board room",
    "Call": "call table name about at",
    "Decision": "artificial assigned weighted room natural fouled dropped",
    "Effect": "of number board entrants before after",
    "Formula": "weight least best",
    "Lack": "code numbers",
    "LinedUp": "entrant boards open_room closed_room",
    "News": "seq at what title text version",
    "Notice": "entry ruling entrant filed",
    "Numbers": "told countries cities youngest oldest",
    "Offer": "law decision",
    "Party": "at won deals positive entry",
    "Place": "rank entrant total",
    "ProceduralPenalty": "entry entrant percent offence stage",
    "Proposed": "entry entrant by",
    "SystemCard": "entrant system text",
    "TableWarned": "session round table offence",
}
# Everybody reads the whole announcement, option by option.
ANNOUNCED: Final = frozenset({"Regulations", "Duties", "Penalties"})
PLANT: Final = "nobody may know this"


def as_they_are(answers: Iterable[object]) -> dict[str, str]:
    """The structs of events and leagues that are sent, and are made for nothing else than to be sent, with their fields."""
    views = {name.rpartition(": ")[2] for name in house.view_structs()}
    ours = ("kozyr.club.event", "kozyr.club.league", "kozyr.tournaments")
    return {
        kind.__name__: " ".join(getattr(kind, "__struct_fields__", ()) or kind._fields)  # type: ignore[attr-defined]
        for kind in house.reached(answers)
        if kind.__module__.startswith(ours) and kind.__name__ not in views
    }


def test_what_is_sent_as_it_is_stands_in_the_list_field_by_field() -> None:
    assert as_they_are(ANSWERS) == LISTED


def test_a_field_more_and_a_struct_more_are_found() -> None:
    more = msgspec.defstruct(
        "Party", [("secret", str)], bases=(Party,), frozen=True, module="kozyr.tournaments.anywhere"
    )
    assert as_they_are([tuple[more, ...]])["Party"].endswith("secret")  # type: ignore[valid-type]
    assert "Written" in as_they_are([*ANSWERS, Mapping[int, director.Written]])


def planted(value: Any, only: bool) -> Any:
    """A value in which structs bear a secret. only: those that are listed; else all others."""
    if isinstance(value, msgspec.Struct):
        kind = type(value)
        if kind.__name__ in ANNOUNCED:
            return value
        fields = {name: planted(getattr(value, name), only) for name in value.__struct_fields__}
        if (kind.__name__ in LISTED) is not only or kind.__struct_config__.tag is not None:
            return kind(**fields) if kind.__name__ != "Event" else value
        again = msgspec.defstruct(kind.__name__, [("secret", str)], bases=(kind,), kw_only=True, frozen=True)
        return again(**fields, secret=PLANT)
    if isinstance(value, Mapping):
        return {planted(name, only): planted(one, only) for name, one in value.items()}
    if type(value) in {tuple, frozenset}:
        return type(value)(planted(one, only) for one in value)
    return value


def answers(at: Tournament, log: tuple[director.Entry, ...]) -> Iterator[bytes]:
    """All that anybody is told of an event."""
    for account in (HOST.id, PLAYER.id, STRANGER.id, ASSISTANT.id):
        event = told.told(at, account)
        yield wire.encode((event, parts.first(event), told.played(at), told.card(at, 1, 0)))
        if at.officiates(account):
            yield wire.encode(hall_told.hall(at, account, log, 0))


@pytest.mark.rule("PT-I.12.2.4")
def test_a_secret_field_of_a_state_reaches_nobody(evening: Evening) -> None:
    written(evening)
    evening.do(Appointed(name="Vera", powers=("report",)), Elected(members=("P3", "P4")))
    evening.do(Warned(table=1, offence="slow"), Penalised(entrant=1, offence="late"), Disqualified(entrant=8))
    ruling = evening.do(ruled(evening))
    notice = evening.do(Noticed(entrant=1, entry=ruling), by=PLAYER)
    evening.do(Filed(notice=notice, facts="facts", request="request"), by=PLAYER)
    found = asyncio.run(evening.hall.find(evening.event))
    assert found is not None
    at, log = found.tournament, tuple(found.log)
    secret, shown = (msgspec.structs.replace(at, state=planted(at.state, only)) for only in (False, True))
    assert PLANT in repr(secret.state)
    assert not any(PLANT.encode() in answer for answer in answers(secret, log))
    assert any(PLANT.encode() in answer for answer in answers(shown, log))  # so the list above is what guards them
