"""The acts on a kept sheet: the entries of its log. The first one, `Begun`, has the game and the players."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from kozyr.logs import Number

_LONGEST: Final = 24  # characters of a name

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=_LONGEST)]
Column: TypeAlias = Annotated[str, msgspec.Meta(max_length=8)]
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game of a sheet, and its players, clockwise."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    preset: Annotated[str, msgspec.Meta(max_length=64)]
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=2, max_length=6)]
    changes: dict[str, bool | int | str | None] = {}
    """The changes to the preset."""
    dealer: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    """The place of the first dealer, from 0."""


class Begun(Setup, frozen=True):
    """The first entry of a sheet's log."""

    agreed: dict[str, object] | None = None
    """All conventions by their fields, as they were on that day; None: an older program wrote it."""


class Signed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person wrote on the sheet."""

    n: int
    """The number of its entry in the log."""
    ts: int
    """When it was written, in milliseconds since 1970."""
    by: str


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points that a player writes by hand into the own sector."""

    column: Column
    """`pool`, `hill` or `whists` (then `on` names the other player)."""
    points: Points
    on: Annotated[str, msgspec.Meta(max_length=_LONGEST)] = ""


class KeepAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """Something that a player does to the sheet."""

    by: Name
    """The player who acts; the phone may belong to another."""


class Write(KeepAct, frozen=True, tag="write"):
    """The pencil is down under the result of a deal (P-4.2.8)."""

    deal: Number
    """The number of the deal, from 1."""
    outcome: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "outcome"})]
    """The outcome, as a line of a score file."""


class Enter(KeepAct, frozen=True, tag="enter"):
    """The pencil is down under entries by hand, which belong to this deal."""

    deal: Number
    marks: Annotated[tuple[Mark, ...], msgspec.Meta(min_length=1, max_length=12)]
    instead: bool = False
    """Whether the entries replace the deal's result: then the deal counts as written, and the next player deals."""


class Named(KeepAct, frozen=True, tag="named"):
    """The auction of this deal is over: earlier lines are now final (P-4.2.9)."""

    deal: Number


class Rewrite(KeepAct, frozen=True, tag="rewrite"):
    """The result of a deal is wrong, and this is the right one."""

    entry: Number
    """The number of the wrong entry."""
    outcome: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "outcome"})]


class Amend(KeepAct, frozen=True, tag="amend"):
    """Entries by hand are wrong, and these are the right ones.

    none: nothing should stand there.
    """

    entry: Number
    marks: Annotated[tuple[Mark, ...], msgspec.Meta(max_length=12)]


class TakeBack(KeepAct, frozen=True, tag="take_back"):
    """A player withdraws the objection to an entry: the written line counts again."""

    entry: Number


class Consent(KeepAct, frozen=True, tag="agree"):
    """The answer to a question that needs consent."""

    entry: Number
    """The number of the question."""
    yes: bool


class End(KeepAct, frozen=True, tag="end"):
    """A proposal to end here and settle (P-4.2.15)."""


class Join(KeepAct, frozen=True, tag="join"):
    """One more player sits down (P-3.1.2)."""

    name: Name


class Replace(KeepAct, frozen=True, tag="replace"):
    """Another person takes over a player's score (PE-5.4.7)."""

    player: Name
    name: Name


class Penalty(KeepAct, frozen=True, tag="fine"):
    """A fine of the table: points on a player's hill by a rule."""

    player: Name
    points: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    law: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]+-[\w.-]+$", max_length=24)]


AnyAct: TypeAlias = Write | Enter | Named | Rewrite | Amend | TakeBack | Consent | End | Join | Replace | Penalty

DECODER: Final[msgspec.json.Decoder[AnyAct]] = msgspec.json.Decoder(AnyAct)
BEGUN: Final = msgspec.json.Decoder(Begun)
