"""The things that an operator can close, told apart by their ids: a table, a kept sheet, an event, a cup, a league, a program."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.store import ClosedKind, Store
from kozyr.store.schema import SHEET

What: TypeAlias = Literal["table", "sheet", "event", "cup", "league", "program"]

_ADDRESS: Final = re.compile(r"/(?:table|keep|event|cup|challenge|league)/([^/?#\s]+)")  # of a page of the club
_NAME: Final = 100  # characters of a name


class Thing(msgspec.Struct, frozen=True):
    """Something that can be closed."""

    what: What
    kind: ClosedKind
    """The kind in the store."""
    id: str
    name: str
    """The name; of a table, the people at it."""
    created: int
    """When the thing was made, in milliseconds since 1970."""


class _Regulated(msgspec.Struct, frozen=True):
    tournament_type: str = ""


class _About(msgspec.Struct, frozen=True):
    """The part of an event's announcement that tells a cup apart."""

    name: str = ""
    regulations: _Regulated = _Regulated()


class _Chair(msgspec.Struct, frozen=True):
    nick: str | None = None


class _Summary(msgspec.Struct, frozen=True):
    chairs: tuple[_Chair, ...] = ()


async def thing(store: Store, text: str) -> Thing | None:
    """The thing of this id or page address. None: there is no such thing to close.

    Raises:
        StoreError: the database does not answer.
    """
    address = _ADDRESS.search(text)
    id_ = address[1] if address is not None else text.strip()
    kind = await store.closures.kind(id_)
    return None if kind is None else await known(store, kind, id_)


async def known(store: Store, kind: ClosedKind, id_: str) -> Thing | None:
    """The thing of this kind and id; None: there is none. Raises as `thing`."""
    what, name, created = await _OF[kind](store, id_) or ("table", "", None)
    return None if created is None else Thing(what, kind, id_, " ".join(name.split())[:_NAME], created)


def at(summary: str | None) -> tuple[str, ...]:
    """The people at a table, from its list entry."""
    chairs = () if summary is None else msgspec.json.decode(summary, type=_Summary).chairs
    return tuple(chair.nick for chair in chairs if chair.nick is not None)


_Told: TypeAlias = tuple[What, str, int] | None


async def _table(store: Store, id_: str) -> _Told:
    if id_.startswith(SHEET):
        row = await store.log.sheet(id_)
        names = "" if row is None else ", ".join(msgspec.json.decode(row.seats, type=tuple[str, ...]))
        return None if row is None else ("sheet", names, row.created)
    row = await store.log.table(id_)
    if row is None:
        return None
    return "table", ", ".join(at(row.summary)), row.created


async def _event(store: Store, id_: str) -> _Told:
    row = await store.log.event(id_)
    if row is None:
        return None
    about = msgspec.json.decode(row.about, type=_About)
    return "cup" if about.regulations.tournament_type == "cup" else "event", about.name, row.created


async def _league(store: Store, id_: str) -> _Told:
    row = await store.log.league(id_)
    return None if row is None else ("league", row.name, row.created)


async def _program(store: Store, id_: str) -> _Told:
    found = await store.accounts.find(id_)
    return None if found is None or found.program is None else ("program", found.program, found.created)


_OF: Final = {"table": _table, "event": _event, "league": _league, "program": _program}
