"""Acts at a table, and the values that acts and messages share; each part of a table has its own acts.

An act in the log says everything that it needs, so a table is made from its log alone. A wish is a session's request
and says less. The session tells the actor, and the table adds the rest (`kozyr.club.table.part`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, ClassVar, Final, Literal, Self, TypeAlias, get_type_hints

import msgspec

from kozyr.club.budgets import Budget
from kozyr.games import Conventions
from kozyr.games.options import Value, current
from kozyr.games.refusal import Refused
from kozyr.logs import Number

Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=7)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
Hex: TypeAlias = Annotated[str, msgspec.Meta(max_length=128, pattern="^[0-9a-f]*$")]
Clock: TypeAlias = Literal["none", "bank", "correspondence"]

_CLOCK: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """An act at a table besides playing, as its log has it."""

    budget: ClassVar[Budget]
    """On which it draws where a session may ask for it."""
    source: ClassVar[Literal["player", "table", "anybody"]] = "player"
    """The source of the act: a player, the table alone, or any account (then the act names it)."""
    gathers: ClassVar[bool] = False
    """The act is possible only before the lot, and is ignored afterwards."""

    def told(self) -> Act:
        """The act as everybody hears of it."""
        return self


class AtEvent(msgspec.Struct, frozen=True):
    """The event of a table: session, round, table, and the boards in their order."""

    id: str
    session: int
    round: int
    table: int
    boards: tuple[int, ...]
    room: str = ""
    """The room of a match of teams."""


class TableTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table card besides the conventions (PE-5.4.4)."""

    absent: ClassVar[Mapping[str, object]] = {
        "whist_value": None,
        "pulkas": 1,
        "until": None,
        "chat_in_play": None,
        "tempo_mask": None,
        "kibitzers": True,
        "hints": False,
        "rated": False,
        "unpaced": False,
        "invited": (),
        "clock": "none",
        "move_time": 30,
        "deal_time": 120,
    }
    """The values in logs that are older than a field, apart from its default, as in `kozyr.games.options`."""
    retired: ClassVar[Mapping[str, str | None]] = {}
    """Names that are gone from logs, as in `kozyr.games.options`."""
    was: ClassVar[Mapping[str, Mapping[str | int, Value]]] = {}
    """Values that are gone from logs, as in `kozyr.games.options`."""

    whist_value: Annotated[str, msgspec.Meta(max_length=32)] | None = None
    """The virtual price of a whist, never money."""
    pulkas: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    """How many will be played."""
    until: Annotated[str, msgspec.Meta(max_length=5)] | None = None
    """HH:MM, when the people want to end."""
    chat_in_play: bool | None = None
    """Whether players may write during a deal. None: as the conventions say."""
    tempo_mask: bool | None = None
    """Whether the time of a call or card is masked. None: as the conventions say."""
    kibitzers: bool = True
    """Whether kibitzers may watch."""
    hints: bool = False
    """Whether players may be helped."""
    rated: bool = False
    """Whether its deals count for the ratings (docs/ratings.md)."""
    unpaced: bool = False
    """Whether nothing waits for anybody to look or to think: for programs and bots alone (docs/bot-protocol.md)."""
    invited: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=32)], ...], msgspec.Meta(max_length=16)] = ()
    """The accounts that alone may sit down and watch, besides those at the table. Empty: everybody with the link."""
    clock: Clock = "none"
    """How long the table waits for a move.

    `none`: until the others have had enough. `bank`: `move_time` seconds, and `deal_time` seconds more in each deal.
    `correspondence`: days.
    """
    move_time: Annotated[int, msgspec.Meta(ge=5, le=600)] = 30
    deal_time: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120

    @classmethod
    def logged(cls, told: Mapping[str, object]) -> Self:
        """The terms as a log has them, however old it is; a range that is narrower today does not matter.

        Raises:
            ValueError: which name or value this program does not know.
        """
        return cls(**current(told, _kinds(cls), cls.absent, cls.retired, cls.was, "terms."))

    def of(self, conventions: Conventions) -> TableTerms:
        """The terms with nothing left open: the conventions fill the gaps.

        Raises:
            ValueError: the ending time is none, or a tempo is masked where nothing waits.
        """
        if self.unpaced and self.tempo_mask:
            raise Refused("unpaced_masked")
        if self.until is not None and not _CLOCK.fullmatch(self.until):
            raise Refused("ending_time", text=self.until)
        table = conventions.table
        return msgspec.structs.replace(
            self,
            whist_value=str(table.stake) if self.whist_value is None and table.stake else self.whist_value,
            chat_in_play=table.chat_in_play if self.chat_in_play is None else self.chat_in_play,
            tempo_mask=table.tempo_mask and not self.unpaced if self.tempo_mask is None else self.tempo_mask,
        )


@cache
def _kinds(terms: type[TableTerms]) -> Mapping[str, object]:
    """The types of the fields, without their ranges."""
    hints = get_type_hints(terms)
    return {name: hints[name] for name in terms.__struct_fields__}


# --- proposals -------------------------------------------------------------------------------------------------


class _What(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """The subject of a proposal."""


class Adjourn(_What, frozen=True, tag="adjourn"):
    """Keep the table for another day (PE-5.4.18)."""


class EndMatch(_What, frozen=True, tag="stop", omit_defaults=True):
    """End the match early and settle (PE-5.4.18)."""

    without: Place | None = None
    """The chair whose time is out, and whose consent is not asked."""


class ForceMajeure(_What, frozen=True, tag="force_majeure"):
    """Drop the running deal and settle the sheet, since a player must go (PE-5.4.18)."""


class CallBot(_What, frozen=True, tag="call_bot"):
    """Let a bot play for the player whose time is out. That player's consent is not asked."""

    chair: Place


class OpenChat(_What, frozen=True, tag="open_chat"):
    """Speak freely for the rest of this match (PE-5.4.8)."""


class HandOver(_What, frozen=True, tag="hand_over"):
    """A substitute takes a seat (PE-5.4.7)."""

    chair: Place
    account: Name


class Undo(_What, frozen=True, tag="take_back"):
    """Take back the own last call or card, number n of the deal's events, where that was agreed on (PE-5.4.22)."""

    n: Number


What: TypeAlias = Adjourn | EndMatch | ForceMajeure | CallBot | OpenChat | HandOver | Undo


def stalls(what: What) -> int | None:
    """The chair whose delay is the reason of a proposal; None: it has another reason."""
    match what:
        case CallBot(chair=chair) | EndMatch(without=chair):
            return chair
    return None
