"""The tables that the lobby shows.

They are updated as tables and people come and go, and shared by all readers, so that a look costs nothing.

A list has room for a fixed number of tables, and networks share that room. The newest table of each network comes
first, then the second of each, and so on. No person has more than three, programs included. So an account that opens
many tables takes no place from other networks.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from kozyr.club import answers
from kozyr.club.limits import shares_of
from kozyr.club.table.listing import listing, summary
from kozyr.club.table.table import Table

_SHOWN: Final = 50  # tables in each list of the lobby
_OF_ONE: Final = 3  # of them that belong to the same account

_List: TypeAlias = Literal["gathering", "running", "over"]


class Attended(Protocol):
    """A table in memory, and the facts about its viewers."""

    @property
    def table(self) -> Table:
        """The present table."""

    @property
    def created(self) -> int:
        """When the table was set up, in milliseconds since 1970."""

    @property
    def attended(self) -> bool:
        """Whether one of its players is connected."""

    @property
    def network(self) -> str | None:
        """The network of the table's owner or players; None: this machine, or unknown."""

    @property
    def holder(self) -> str | None:
        """The person who owns the table; of a program, its owner."""


class _Open:
    """A table with a connected player. which: the list of the table; None: it is not public.

    owner: the account of the table's owner; holder: the person. waits_for: the accounts that the card names, while it
    gathers. network: the network that shares the room.
    """

    def __init__(self, room: Attended) -> None:
        self.room, table = room, room.table
        self.id, self.created = table.setup.id, room.created
        self.which: _List | None = listing(table)
        self.network = None if room.network is None else shares_of(room.network)[1]  # the wide one
        owner = None if table.owner is None else table.people[table.owner]
        self.owner, self.holder = None if owner is None else owner.account, room.holder
        gathers = table.state == "gathering" and any(person is None for person in table.people)
        self.waits_for = tuple(one for one in table.setup.terms.invited if gathers and table.chair(one) is None)
        self._told: answers.Listed | None = None

    @property
    def told(self) -> answers.Listed:
        """The table's list entry, made when it is first shown."""
        if self._told is None:
            about = msgspec.structs.asdict(summary(self.room.table))
            self._told = answers.Listed(**about, created=self.created)
        return self._told


class _Fair:
    """Tables in the order in which a list shows them: the newest of each network, then the second of each, and so on."""

    def __init__(self, tables: Iterable[_Open] = ()) -> None:
        self._tables: dict[str, _Open] = {}
        self._networks: defaultdict[str | None, list[tuple[int, str]]] = defaultdict(list)  # the newest first
        self._heads: list[tuple[int, str]] = []  # the newest of each network, the newest first
        self._chosen: tuple[answers.Listed, ...] | None = None
        for table in tables:
            self.put(table)

    def put(self, table: _Open) -> None:
        """Put a table into the list."""
        place, own = (-table.created, table.id), self._networks[table.network]
        self._tables[table.id] = table
        insort(own, place)
        if own[0] == place:
            if len(own) > 1:
                _drop(self._heads, own[1])
            insort(self._heads, place)
        self._chosen = None

    def drop(self, table: _Open) -> None:
        """Take the table out of the lists."""
        place, own = (-table.created, table.id), self._networks[table.network]
        del self._tables[table.id]
        if own[0] == place:
            _drop(self._heads, place)
            if len(own) > 1:
                insort(self._heads, own[1])
        _drop(own, place)
        if not own:
            del self._networks[table.network]
        self._chosen = None

    def shown(self) -> tuple[answers.Listed, ...]:
        """The shown entries of the list."""
        if self._chosen is None:
            self._chosen = tuple(table.told for table in self._choose())
        return self._chosen

    def _choose(self) -> list[_Open]:
        owned = Counter[str | None]()
        chosen = list[_Open]()
        going: Iterable[Iterator[_Open]] = map(self._of_network, self._heads)
        while len(chosen) < _SHOWN:
            found, round_ = [], []
            for network in going:
                table = next((one for one in network if one.holder is None or owned[one.holder] < _OF_ONE), None)
                if table is not None:
                    owned[table.holder] += 1
                    round_.append(table)
                    found.append(network)
                if len(chosen) + len(round_) == _SHOWN:
                    break
            if not round_:
                break
            chosen += sorted(round_, key=lambda one: (-one.created, one.id))
            going = found
        return chosen

    def _of_network(self, head: tuple[int, str]) -> Iterator[_Open]:
        """The tables of a network, the newest first; head: its newest table."""
        return (self._tables[id_] for _, id_ in self._networks[self._tables[head[1]].network])


class OpenTables:
    """The tables with a connected player."""

    def __init__(self) -> None:
        self._open: dict[str, _Open] = {}
        self._lists: dict[_List, _Fair] = {"gathering": _Fair(), "running": _Fair()}
        self._inviting: defaultdict[str, dict[str, _Open]] = defaultdict(dict)  # by the account that a table waits for

    def look(self, room: Attended) -> None:
        """Note a change of a table or of the people at it."""
        self.forget(room.table.setup.id)
        if not room.attended:
            return
        found = self._open[room.table.setup.id] = _Open(room)
        if found.which in self._lists:
            self._lists[found.which].put(found)
        for account in found.waits_for:
            self._inviting[account][found.id] = found

    def forget(self, table: str) -> None:
        """Drop a table that has left the memory, or has no people."""
        found = self._open.pop(table, None)
        if found is None:
            return
        if found.which in self._lists:
            self._lists[found.which].drop(found)
        for account in found.waits_for:
            del self._inviting[account][table]
            if not self._inviting[account]:
                del self._inviting[account]

    def lists(self) -> answers.LobbyLists:
        """Public tables: those that wait for people, and those that may be watched."""
        return answers.LobbyLists(self._lists["gathering"].shown(), self._lists["running"].shown())

    def waiting_for(self, account: str) -> bool:
        """Whether a table gathers people, and its card names this account."""
        return account in self._inviting

    def inviting(self) -> dict[str, tuple[tuple[answers.Listed, str | None], ...]]:
        """The tables that wait for each account, each with its owner's account."""
        return {
            account: tuple((one.told, one.owner) for one in found.values()) for account, found in self._inviting.items()
        }

    def invitations(self, account: str, unheard: frozenset[str]) -> tuple[answers.Listed, ...]:
        """The tables that wait for this account, without those of muted owners."""
        found = self._inviting.get(account, {}).values()
        return _Fair(one for one in found if one.owner not in unheard).shown()


def _drop(places: list[tuple[int, str]], place: tuple[int, str]) -> None:
    del places[bisect_left(places, place)]
