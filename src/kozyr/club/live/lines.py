"""The letters between a process that has a viewer's socket and the one that owns the table.

A far end has sockets of tables that another process owns. It asks the owner with `Came` and `Sent`, and is answered at once
with `Taken`. What the viewers are to see comes on the far end's own subject: `Frames`, numbered for each pair of processes,
and a `Beat` each second with the last number. So the far end notices what is lost, and lets its viewers enter anew.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from kozyr.club import wire
from kozyr.club.live.parts import Part
from kozyr.games.refusal import Refusal
from kozyr.store import Account


class Came(msgspec.Struct, frozen=True, tag="came"):
    """A viewer wants to enter, or to enter anew."""

    far: str
    """The incarnation of the viewer's process."""
    nth: int
    """The viewer's number there."""
    table: str
    account: Account
    network: str | None
    browser: str


class Went(msgspec.Struct, frozen=True, tag="went"):
    """A viewer has left."""

    far: str
    nth: int


class Sent(msgspec.Struct, frozen=True, tag="sent"):
    """A message of a viewer who has entered, as the socket had it."""

    far: str
    nth: int
    text: bytes


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """A letter has come, and its work has begun."""

    known: bool
    """Whether the viewer had entered here; if not, it must come first."""


class Frame(msgspec.Struct, frozen=True, array_like=True):
    """A frame for a viewer."""

    nth: int
    data: bytes
    answers: str | None = None
    """The command that it answers."""
    closes: int | None = None
    """With this code the viewer is dismissed; there is no frame then."""


class Frames(msgspec.Struct, frozen=True, tag="frames"):
    """What one turn of the owner's loop shows to the viewers of one far end."""

    owner: str
    """The owner's incarnation."""
    number: int
    """Dense for each pair of processes, from 1."""
    frames: tuple[Frame, ...]


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """The owner lives."""

    owner: str
    number: int
    """The number of the last frames that it has sent to this far end."""


class Stirred(msgspec.Struct, frozen=True, tag="stirred"):
    """A process that does not own a log has written it up to this number."""

    log: str
    seq: int


class Question(msgspec.Struct, frozen=True, tag="question"):
    """Something that only the owner of a log can answer."""

    far: str
    nth: int
    what: str
    """The kind of the question."""
    body: bytes


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    """The asker waits no more."""

    far: str
    nth: int


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """The answer to a question."""

    nth: int
    body: bytes
    refusal: Refusal | None = None
    busy: int = 0
    """The refusal says only that there is too much to do, for about so many seconds."""


class Over(msgspec.Struct, frozen=True, tag="over"):
    """These sessions have ended."""

    sessions: tuple[str, ...]


class Ruled(msgspec.Struct, frozen=True, tag="ruled"):
    """The operator has ruled something: the rulings are to be read now."""


Letter: TypeAlias = (
    Came | Went | Sent | Taken | Frames | Beat | Stirred | Question | Dropped | Reply | Over | Ruled | Part
)


def commands(life: str, shard: int, epoch: int) -> str:
    """The subject on which the owner of a shard hears, in this epoch alone."""
    return f"{life}.{shard}.{epoch}.cmd"


def everybody(life: str) -> str:
    """The subject on which every process hears."""
    return f"{life}.all"


def far_end(life: str, incarnation: str) -> str:
    """The subject on which a process hears what its viewers are to see."""
    return f"{life}.to.{incarnation}"


def answered(message: wire.FromServer) -> str | None:
    """The command that a message answers."""
    return message.id if isinstance(message, (wire.Ack, wire.Nak)) else None
