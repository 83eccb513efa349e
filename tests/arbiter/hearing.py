"""A hearing: a record, the incident as JSON, and what the ruling makes of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import AnyIncident, Ruling, rule
from kozyr.games import Entry, Record, Replay, replay
from kozyr.games.options import Conventions
from kozyr.games.preferans import Outcome, Pulka
from kozyr.games.refusal import Refused

_decoder: Final = msgspec.json.Decoder[AnyIncident](AnyIncident)
DEAL: Final = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'  # N deals, E is first hand
SIX: Final = f"{DEAL} 6S pass pass discard:CA,DA contract:6S whist whist"  # E plays 6S and leads
PASSED: Final = f"{DEAL} pass pass pass"


class Hearing(msgspec.Struct, frozen=True):
    """A ruling with the record before it."""

    record: Record
    ruling: Ruling

    def after(self, choice: int = 0, more: str = "") -> Replay:
        """What comes of the record with this branch, and with more events after it."""
        entries = (*self.record.entries, Entry(len(self.record.entries) + 1, None, self.ruling.event(choice)))
        ruled = msgspec.structs.replace(self.record, entries=entries)
        read = notation.parse(notation.format(ruled) + "\n" + more)
        assert read.error is None, read.error
        assert read.record is not None
        assert read.record.entries[: len(entries)] == entries
        found = replay(read.record)
        assert found.error is None, found.error
        return found

    def pulka(self, choice: int = 0, more: str = "") -> Pulka:
        """The pulka after that."""
        match = self.after(choice, more).match
        assert isinstance(match, Pulka)
        return match

    def facts(self, choice: int = 0, more: str = "") -> Outcome:
        """The facts of the deal that has ended."""
        found = self.after(choice, more).outcomes[-1]
        assert isinstance(found, Outcome)
        return found

    @property
    def effects(self) -> list[str]:
        """The effects of each branch, as tokens."""
        return ["+".join(effect.token for effect in branch.effects) for branch in self.ruling.branches]

    @property
    def choosers(self) -> list[str]:
        """Who may take each branch."""
        return [branch.chooser for branch in self.ruling.branches]

    def cites(self, *laws: str) -> bool:
        """Whether the ruling, or its deadline, cites these laws."""
        deadline = () if self.ruling.deadline is None else (self.ruling.deadline.law,)
        return set(laws) <= {*self.ruling.laws, *deadline}


def read(head: str, events: str) -> Record:
    """A record of any game, with its tags, that replays."""
    found = notation.parse(f"{head}\n{events}")
    assert found.error is None, found.error
    assert found.record is not None
    assert replay(found.record).error is None, replay(found.record).error
    return found.record


def recorded(events: str, preset: str = "sochi", players: int = 3, options: Sequence[str] = ()) -> Record:
    """A record of preferans that replays."""
    told = " ".join(f'[Option "{option}"]' for option in options)
    return read(f'[Game "preferans"] [Preset "{preset}"] [Players "{players}"] {told}', events)


def called(record: Record, incident: Mapping[str, object], at: int | None = None) -> Hearing:
    """The ruling on an incident, at the end of a record if nothing else is said."""
    told = _decoder.decode(msgspec.json.encode(incident))
    return Hearing(record, rule(record, len(record.entries) if at is None else at, told))


def heard(
    events: str,
    incident: Mapping[str, object],
    preset: str = "sochi",
    players: int = 3,
    options: Sequence[str] = (),
    at: int | None = None,
) -> Hearing:
    """The ruling on an incident at the end of these events."""
    return called(recorded(events, preset, players, options), incident, at)


def ruled_under(
    conventions: Conventions, players: int, events: str, incident: Mapping[str, object], name: str = "preferans"
) -> object:
    """What the arbiter rules where this is agreed: who may choose which effects; or why he rules nothing."""
    record = notation.parse(f'[Game "{name}"] [Players "{players}"]\n{events}').record
    assert record is not None
    agreed = msgspec.structs.replace(record, conventions=conventions)
    try:
        found = called(agreed, incident)
    except Refused as error:
        return str(error)
    return list(zip(found.choosers, found.effects, strict=True))


def refused(events: str, incident: Mapping[str, object], said: str, preset: str = "sochi", players: int = 3) -> None:
    """The arbiter cannot rule, and says why."""
    with pytest.raises(Refused, match=said):
        heard(events, incident, preset, players)
