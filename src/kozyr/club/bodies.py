"""The bodies of requests over HTTP that are no acts of a table, an event, a league or a sheet; `make wire` writes them for the client.

A field that stands here is all that a request may have: unknown fields are refused before anything looks at them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from kozyr.club.acts import TableTerms
from kozyr.club.files import DealsFile
from kozyr.logs import Number


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/bots`."""

    name: Annotated[str, msgspec.Meta(max_length=64)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`."""

    game: str
    players: int
    bots: Annotated[list[Annotated[str, msgspec.Meta(max_length=32)] | None], msgspec.Meta(max_length=8)]
    """A level, perhaps with a style (`club+bold`), for every chair but the sender's; None for a person."""
    preset: str
    changes: dict[str, object] = {}
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    public: bool = False
    terms: TableTerms = TableTerms()
    file: DealsFile | None = None
    """Deals to be played instead of the club's own."""


class NewSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/seek`."""

    game: str
    players: Annotated[int, msgspec.Meta(ge=2, le=8)]
    preset: str
    changes: dict[str, object] = {}
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    bot: Annotated[str, msgspec.Meta(max_length=32)] | None = None
    """The level of the bots that fill the chairs after a minute; None: wait for people."""
    rated: bool = False
    """Whether the deals are to count for the ratings; with bots alone they do not."""


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/me`."""

    name: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Newcomer(Guest, frozen=True):
    """The body of `POST /api/guest`."""

    at: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The page of the newcomer, as `/table/ID`; its link vouches for a crowd."""


class TellWhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `PUT /api/where`: a person's place, and its readers. The club guesses nothing of it."""

    country: Annotated[str, msgspec.Meta(max_length=2)] | None
    """Two letters of ISO 3166. None: the person declines."""
    place: Annotated[str, msgspec.Meta(max_length=256)] = ""
    zone: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    """A name of the IANA database."""
    shown: bool = False
    """Whether everybody may see the place."""
    known: bool = False
    """Whether former partners may find the person, invite them, and see when they are here."""
    ranked: bool = False
    """Whether the lists of ratings name the person."""


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/register` and `POST /api/login`."""

    login: Annotated[str, msgspec.Meta(max_length=256)]
    password: Annotated[str, msgspec.Meta(max_length=1024)]


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/password`."""

    old: Annotated[str, msgspec.Meta(max_length=1024)]
    new: Annotated[str, msgspec.Meta(max_length=1024)]


class Reset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/reset`."""

    link: Annotated[str, msgspec.Meta(max_length=128)]
    """The secret of the operator's link."""
    password: Annotated[str, msgspec.Meta(max_length=1024)]


class OperatorAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/operator`: an act of `kozyr admin`."""

    what: Literal["close", "open", "ban", "mute", "lift", "rename", "delete", "report"]
    who: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The thing to close or open, by its id or page address; or an account or a network."""
    length: Annotated[str, msgspec.Meta(max_length=8)] = "1d"
    """The length of a ban or mute, as `12h`."""
    why: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The reason: of a closing for all its readers, otherwise for operators alone."""
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The new name, for `rename`."""
    report: Number = 0
    """The number of the report, for the act `report`."""
    state: Literal["open", "taken", "done"] = "open"
    """The new state of the report, for the act `report`."""


class Agree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/agree`."""

    game: str
    preset: str
    changes: dict[str, object] = {}
    players: int | None = None


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/reports`."""

    table: Annotated[str, msgspec.Meta(max_length=32)]
    reason: Annotated[str, msgspec.Meta(max_length=32)]
    """One of `REASONS`, with the account; or `ruling`, with the number of the call."""
    account: Annotated[str, msgspec.Meta(max_length=32)] = ""
    ruling: Number = 0
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""
