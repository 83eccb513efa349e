"""Events on the wire: the bodies of requests (docs/events.md); the answers are `told`."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from kozyr.club.event.acts import Moment, Nonce, Note
from kozyr.club.event.cup_told import NewCup
from kozyr.club.table.customs import agree
from kozyr.club.wire import Command
from kozyr.games.refusal import Refused
from kozyr.logs import EntryNumber
from kozyr.tournaments import director, regulations
from kozyr.tournaments.director.entries import AnyWhat, Count, Word
from kozyr.tournaments.part import check_read, event_part
from kozyr.tournaments.regulations import Regulations

WHAT: Final = msgspec.json.Decoder(AnyWhat)
_GROUPS: Final = frozenset({"duties", "penalties"})  # fields of the regulations that are no options


class NewEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/events`."""

    name: Word
    game: Word
    preset: Annotated[str, msgspec.Meta(max_length=64)]
    changes: dict[str, str] = {}
    """The changes to the preset."""
    regulations: dict[str, object] = {}
    """The regulations by dotted names, `duties` and `penalties` as groups."""
    online: bool = False
    """At tables of the club, which deals the boards: duplicate preferans, and bridge by single players, pairs or teams."""
    listed: bool = False
    """In the list of events; else it is known by its address alone."""
    starts: Moment | None = None
    """The planned beginning of the first session, in milliseconds since 1970."""
    stand_ins: bool = True
    """Whether a bot replaces an absent player online."""
    cup: NewCup | None = None
    """The club plays this cup."""


class EnterEvent(Command, frozen=True):
    """The body of `POST /api/events/EVENT/enter`, under an id by which it is done once."""

    team: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """The name of a pair or a team."""
    country: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Of a cup's entrant, optional: countries are only counted, and never shown (PT-M.5)."""
    city: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Of a cup's entrant, optional: cities are only counted, and never shown (PT-M.5)."""
    age: Annotated[int, msgspec.Meta(ge=0, le=130)] | None = None
    """Of a cup's entrant, optional: ages are only counted, and never shown (PT-M.5)."""


class ComeToEvent(Command, frozen=True):
    """The body of `POST /api/events/EVENT/come`, under an id by which it is done once."""


class JoinEntrant(Command, frozen=True):
    """The body of `POST /api/events/EVENT/join`: I want to be of this pair or team, under an id by which it is asked once."""

    entrant: Count


class CallDirector(Command, frozen=True):
    """The body of `POST /api/events/EVENT/call`: my table calls the director, under an id by which it does once."""

    table: Count
    about: Note = ""


class CameToTable(Command, frozen=True):
    """The body of `POST /api/events/EVENT/came`: the sender is at the table that made the call in this entry."""

    call: EntryNumber


class EventDo(Command, frozen=True):
    """The body of `POST /api/events/EVENT`: an entry of the director's, under an id by which it is written once, and why."""

    do: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "entry"})]
    why: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class ShareInEvent(Command, frozen=True):
    """The body of `POST /api/events/EVENT/share`: an entrant's nonce for all boards, under an id by which it is given once."""

    nonce: Nonce


def about(wanted: NewEvent) -> director.Event:
    """An event from the request to announce it.

    Raises:
        ValueError: impossible conventions or regulations.
    """
    own = event_part(wanted.game)
    agreed = regulations.change(Regulations(), wanted.regulations)
    for name in wanted.regulations.keys() - _GROUPS:
        check_read(name, wanted.game, agreed.tournament_type)
    held = director.Event(
        name=wanted.name,
        game=wanted.game,
        preset=wanted.preset,
        changes=wanted.changes,
        regulations=agreed,
        starts=None if wanted.starts is None else wanted.starts // 1000,
    )
    deals = own.boards is not None and own.boards.dealt is not None
    if wanted.cup is not None and (
        not deals or agreed.tournament_type != "cup" or held.scoring != "whists" or wanted.online
    ):
        raise Refused("cup_of_preferans", "PT-M.1")
    of_parties = agreed.tournament_type in {"olympic", "compensation"}
    if wanted.online and not of_parties and (not deals or agreed.tournament_type != "duplicate"):
        raise Refused("online_games")
    if not wanted.stand_ins and not wanted.online:
        raise Refused("stand_ins_online")
    if agreed.tournament_absent_min is not None and (wanted.stand_ins or not wanted.online):
        raise Refused("absent_online")
    held = director.announced(held)
    conventions = held.conventions
    if wanted.cup is not None and conventions.table.irregularities == "rule":
        raise Refused("cup_prevents")
    if wanted.online and (wrong := own.unplayable(conventions, of_parties)):
        raise Refused.of(wrong)
    if wanted.online and of_parties:
        for players in held.at:
            agree(held.game, held.preset, {**held.changes, **held.length}, players)
    return held
