"""The plan of an evening in a TOML file: what flags say of a new event, its entrants, and how they are seated.

name = "Spring cup"
game = "bridge"
set = { "bridge.scoring" = "matchpoints" }
duties = { arbiter = "Orlova", sessions = "May 5, 18:00" }
entrants = ["Anna and Boris:Anna,Boris", "Vera and Gleb:Vera,Gleb"]
[seat]
by = "lot"
boards = 3
"""

from __future__ import annotations

import argparse
import tomllib
from typing import Annotated, Self

import msgspec

from kozyr.games.refusal import Refused
from kozyr.tournaments import regulations
from kozyr.tournaments.part import HowSeated, check_read


class Comer(msgspec.Struct, frozen=True):
    """An entrant: a name, and the members of a pair or a team."""

    name: str
    members: tuple[str, ...] = ()
    rating: str = ""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of an evening."""

    name: str = ""
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    preset: str = ""
    set: dict[str, object] = {}
    duties: dict[str, str] = {}
    written: tuple[str, ...] = msgspec.field(default=(), name="entrants")
    seat: HowSeated | None = None

    @property
    def entrants(self) -> tuple[Comer, ...]:
        """The entrants: a name, or `NAME:MEMBER,MEMBER`."""
        return tuple(map(comer, self.written))

    def flagged(self, args: argparse.Namespace) -> Self:
        """The same with what the flags of a command say instead.

        Raises:
            Refused: a flag that is none, or no name.
        """
        changes, duties = dict(self.set), dict(self.duties)
        for word in args.set:
            name, equals, text = word.partition("=")
            if not equals:
                raise Refused("set_form", text=word[:40])
            changes[name] = value(text)
        duties |= dict(word.partition("=")[::2] for word in args.duty)
        name = self.name if args.name is None else args.name
        if not name and args.name is None:
            raise Refused("nameless")
        return msgspec.structs.replace(
            self,
            name=name,
            game=args.game or self.game or "preferans",
            preset=args.preset or self.preset,
            set=changes,
            duties=duties,
        )

    def regulations(self) -> regulations.Regulations:
        """The regulations of the event.

        Raises:
            ValueError: they cannot be so.
        """
        base = regulations.change(regulations.Regulations(), self.set)
        for name in self.set:
            check_read(name, self.game, base.tournament_type)
        try:
            return msgspec.convert({**msgspec.to_builtins(base), "duties": self.duties}, regulations.Regulations)
        except msgspec.ValidationError as error:
            raise Refused("no_regulation", text=error) from None


def read(path: str, text: str) -> Told:
    """The plan of a file.

    Raises:
        Refused: it is none; the line or the field is said.
    """
    try:
        return msgspec.convert(tomllib.loads(text), Told)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused("file_unread", file=path, text=error) from None


def comer(told: str) -> Comer:
    """An entrant as people write one: `NAME`, or `NAME:MEMBER,MEMBER`."""
    name, colon, members = told.partition(":")
    return Comer(name.strip(), tuple(one.strip() for one in members.split(",")) if colon else ())


def value(text: str) -> object:
    """A value of a flag: JSON, or a text."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
