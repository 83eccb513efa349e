"""An event: a pure fold over its log. No input, no output, no clock, no chance.

The director's fold (`tournaments.director`) says what may be entered and what follows from it. The club adds who is who: an
account bears one name in an event, an entry is signed with it, and a table's lines come from those who sit there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from kozyr.club.event.acts import DECODER, KIND, AnyAct, Done, Known
from kozyr.store import Entry
from kozyr.tournaments import director
from kozyr.tournaments.director.entries import AnyWhat, Confirmed, Row, power
from kozyr.tournaments.director.fold import Refused, table_at
from kozyr.tournaments.director.state import At, State, minutes

_SECOND: Final = 1000  # milliseconds: the store's unit; the director's log has seconds


class Setup(msgspec.Struct, frozen=True):
    """An event as it was announced. created: milliseconds since 1970."""

    id: str
    about: director.Event
    created: int


class Tournament(msgspec.Struct, frozen=True):
    """All that is known of an event. seq: the number of the last entry. names: by account, each once."""

    setup: Setup
    state: State
    seq: int = 0
    names: Mapping[str, str] = {}

    @classmethod
    def open(cls, setup: Setup) -> Tournament:
        """The event before the first entry of its log."""
        return cls(setup, State(setup.about))

    # --- the fold ------------------------------------------------------------------------------------------

    def after(self, entry: Entry) -> Tournament:
        """The event after one more entry of its log.

        Raises:
            Refused: it cannot be. ValueError: it is no entry of an event, or not the next one.
        """
        if entry.kind != KIND or entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} of kind {entry.kind} after {self.seq}")
        return self._done(DECODER.decode(entry.body), entry.ts)

    def _done(self, act: AnyAct, ts: int) -> Tournament:
        if isinstance(act, Known):
            if act.account in self.names:
                raise Refused(f"{act.name} is known as {self.names[act.account]} already")
            if self.seq and act.name in self.taken:
                raise Refused(f"{act.name} is the name of somebody else here")
            return replace(self, seq=self.seq + 1, names={**self.names, act.account: act.name})
        self._permit(act.by, act.entry)
        return replace(self, seq=self.seq + 1, state=director.after(self.state, self.signed(act, ts)))

    def signed(self, act: Done, ts: int) -> director.Entry:
        """What somebody has done as a line of a director's log. ts: milliseconds since 1970; a clock that goes back stands still.

        Raises:
            Refused: he is not known to the event.
        """
        return director.Entry(max(ts // _SECOND, self.state.clock), self.name(act.by), act.entry, act.why)

    # --- who is who ----------------------------------------------------------------------------------------

    def name(self, account: str) -> str:
        """What an account is called in this event.

        Raises:
            Refused: it is not known here.
        """
        found = self.names.get(account)
        if found is None:
            raise Refused("nobody of this account takes part in the event")
        return found

    @property
    def taken(self) -> frozenset[str]:
        """All names that somebody has in this event, with an account or without."""
        state, about = self.state, self.setup.about
        found = {
            *self.names.values(),
            *state.assistants,
            *state.committee,
            *about.society,
            about.regulations.duties.arbiter,
        }
        for entrant in state.entrants.values():
            found |= {entrant.name, *entrant.members}
        return frozenset(found | {name for _, name, _ in state.substitutes})

    def free(self, nick: str) -> str:
        """A name that nobody has here: the nickname, or with the first number that is free."""
        taken, nth, name = self.taken, 1, nick
        while name in taken:
            nth += 1
            name = f"{nick} {nth}"
        return name

    def officiates(self, account: str) -> bool:
        """Whether an account is the arbiter of this event, or an assistant of his with any power (PT-I.13.1, PT-I.13.2.4)."""
        name = self.names.get(account, "")
        return name != "" and (name == self.setup.about.regulations.duties.arbiter or name in self.state.assistants)

    def accounts_of(self, entrant: int) -> frozenset[str]:
        """The accounts that play for an entrant: himself, his members, whoever plays on for them."""
        found = self.state.entrants.get(entrant)
        if found is None:
            return frozenset()
        people = {found.name, *found.members} | {name for who, name, _ in self.state.substitutes if who == entrant}
        people -= {gone for who, _, gone in self.state.substitutes if who == entrant}
        return frozenset(account for account, name in self.names.items() if name in people)

    def _permit(self, account: str, what: AnyWhat) -> None:
        """Refuse lines of a table at which an account does not sit; all else the director's fold refuses by the name.

        Raises:
            Refused: it may not.
        """
        if power(what) is not None or not isinstance(what, Row | Confirmed) or self.officiates(account):
            return
        session = self.state.session
        if session is None:
            raise Refused("nobody is seated yet")
        at = At(len(self.state.sessions), what.round or session.begun, what.table, what.board, what.room)
        seats = session.entrants(table_at(self.state, at))
        if not any(account in self.accounts_of(entrant) for entrant in seats.values()):
            raise Refused(f"{at}: {self.names.get(account, 'who asks')} does not sit there (PT-I.6)")

    # --- the clock -----------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """When the running round ends by the clock, in milliseconds since 1970; None: none runs, or it has no time (PT-I.4)."""
        session = self.state.session
        if session is None or session.begun == session.ended or session.begun_at is None:
            return None
        long = minutes(self.setup.about, session.movement)
        return (session.begun_at + 60 * long) * _SECOND if long else None


def lines(setup: Setup, entries: Iterable[Entry]) -> Iterator[director.Entry]:
    """The log of an event as the director's own, line for line what `kozyr tournament` keeps in a folder.

    Raises:
        Refused, ValueError: see `Tournament.after`.
    """
    now = Tournament.open(setup)
    for entry in entries:
        act = DECODER.decode(entry.body)
        if isinstance(act, Done):
            yield now.signed(act, entry.ts)
        now = now.after(entry)
