"""What people do at a table besides playing: sit down, accept the card, leave, agree, watch, cut the pack.

An act in the log says everything that it needs, so a table is made from its log alone. What may come from outside
is narrower (`Wish`): who acts is known from the session, and what only the table can know is added by the table.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

__all__ = [
    "Accept",
    "Act",
    "Adjourn",
    "Allow",
    "Answer",
    "Answered",
    "Away",
    "Back",
    "Carded",
    "Chair",
    "Chaired",
    "Commit",
    "Guarantee",
    "HandOver",
    "Hint",
    "Hold",
    "Leave",
    "Look",
    "Looks",
    "NewCard",
    "Nonce",
    "Object",
    "OpenChat",
    "Person",
    "Propose",
    "Proposed",
    "Rematch",
    "Rematched",
    "Reseed",
    "Resume",
    "Reveal",
    "Rise",
    "Seal",
    "Seen",
    "Sit",
    "Sits",
    "Stop",
    "Take",
    "Terms",
    "Warn",
    "What",
    "Wish",
    "Withdraw",
]

Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=7)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
Hex: TypeAlias = Annotated[str, msgspec.Meta(max_length=128, pattern="^[0-9a-f]*$")]

_CLOCK: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who takes part: an account, or a bot of some level. program: what an account that is a program is called."""

    nick: str
    account: str | None = None
    bot: str | None = None
    program: str | None = None


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table card besides the conventions (PE-5.4.4).

    whist_value: the virtual price of a whist, never money. pulkas: how many will be played. until: HH:MM, when the
    people want to end. chat_in_play, tempo_mask: None: as the conventions say. kibitzers: whether others may watch.
    hints: whether players may be helped.
    """

    whist_value: Annotated[str, msgspec.Meta(max_length=32)] | None = None
    pulkas: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    until: Annotated[str, msgspec.Meta(max_length=5)] | None = None
    chat_in_play: bool | None = None
    tempo_mask: bool | None = None
    kibitzers: bool = True
    hints: bool = False

    def of(self, conventions: Any) -> Terms:
        """The terms with nothing left open; conventions: those of the game, which may have a `table` struct.

        Raises:
            ValueError: the ending time is none.
        """
        if self.until is not None and not _CLOCK.fullmatch(self.until):
            raise ValueError(f"the ending time is HH:MM, not {self.until!r}")
        table = getattr(conventions, "table", None)
        stake = getattr(table, "stake", 0)
        return msgspec.structs.replace(
            self,
            whist_value=str(stake) if self.whist_value is None and stake else self.whist_value,
            chat_in_play=getattr(table, "chat_in_play", False) if self.chat_in_play is None else self.chat_in_play,
            tempo_mask=getattr(table, "tempo_mask", False) if self.tempo_mask is None else self.tempo_mask,
        )


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """An act at a table."""


# --- gathering -------------------------------------------------------------------------------------------------


class Sit(_Act, frozen=True, tag="sit"):
    """A visitor takes a free chair."""

    chair: Place


class Sits(_Act, frozen=True, tag="sit"):
    """The same in the log: who it is."""

    chair: int
    account: str
    nick: str
    program: str | None = None


class Rise(_Act, frozen=True, tag="rise"):
    """A player leaves a table that gathers; nobody asks why (PE-5.4.3)."""


class Chair(_Act, frozen=True, tag="chair"):
    """The owner puts a bot on a chair, or frees it; who sat there may not come back (PE-5.4.6)."""

    chair: Place
    bot: Name | None = None


class Chaired(_Act, frozen=True, tag="chair"):
    """The same in the log: what the bot is called."""

    chair: int
    bot: str | None
    nick: str | None


class NewCard(_Act, frozen=True, tag="card"):
    """The owner changes the table card; what the others accepted falls (PE-5.4.4). file: its deals, if any, stay."""

    preset: Name
    changes: dict[str, Any] = {}
    terms: Terms = Terms()
    public: bool = False
    file: bool = True


class Carded(_Act, frozen=True, tag="card"):
    """The same in the log: every convention, since presets may change."""

    preset: str
    conventions: dict[str, Any]
    terms: Terms
    public: bool
    file: bool = True


class Accept(_Act, frozen=True, tag="accept"):
    """A player accepts the card with this hash."""

    card: Annotated[str, msgspec.Meta(max_length=64)]


# --- leaving and coming back -----------------------------------------------------------------------------------


class Leave(_Act, frozen=True, tag="leave"):
    """A player walks out of a match; a bot holds his seat."""


class Hold(_Act, frozen=True, tag="hold"):
    """The table lets a bot hold the seat of one who has been away too long."""

    chair: int
    why: Literal["absent"] = "absent"


class Back(_Act, frozen=True, tag="back"):
    """A player has his seat again."""


# --- consent ---------------------------------------------------------------------------------------------------


class _What(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What is proposed."""


class Adjourn(_What, frozen=True, tag="adjourn"):
    """Keep the table for another day (PE-5.4.18)."""


class Stop(_What, frozen=True, tag="stop"):
    """End the match early and settle (P-4.2.15)."""


class OpenChat(_What, frozen=True, tag="open_chat"):
    """Speak freely for the rest of this match (PE-5.4.8)."""


class HandOver(_What, frozen=True, tag="hand_over"):
    """A substitute takes a seat (PE-5.4.7)."""

    chair: Place
    account: Name


What: TypeAlias = Adjourn | Stop | OpenChat | HandOver


class Propose(_Act, frozen=True, tag="propose"):
    """A player proposes something that needs everybody's consent."""

    what: What


class Proposed(_Act, frozen=True, tag="propose"):
    """The same in the log. nick: of the one who would take a seat."""

    what: What
    nick: str | None = None


class Answer(_Act, frozen=True, tag="answer"):
    """Yes or no to proposal number n. account: only of a substitute, who has no chair yet; the table adds it."""

    n: Count
    yes: bool


class Answered(_Act, frozen=True, tag="answer"):
    """The same in the log."""

    n: int
    yes: bool
    account: str | None = None


class Withdraw(_Act, frozen=True, tag="withdraw"):
    """Who proposed takes it back."""

    n: Count


class Resume(_Act, frozen=True, tag="resume"):
    """A player wants to go on with an adjourned match."""


# --- kibitzers -------------------------------------------------------------------------------------------------


class Object(_Act, frozen=True, tag="object"):
    """A player objects to a kibitzer, who leaves at once (PE-5.5.4)."""

    account: Name


class Warn(_Act, frozen=True, tag="warn"):
    """A player warns a kibitzer for noise; the second warning is the last (PE-5.5.2)."""

    account: Name


class Look(_Act, frozen=True, tag="look"):
    """A kibitzer asks to look into one hand (PE-5.5.4)."""

    chair: Place


class Looks(_Act, frozen=True, tag="look"):
    """The same in the log."""

    chair: int
    account: str
    nick: str


class Allow(_Act, frozen=True, tag="allow"):
    """The owner of a hand lets a kibitzer see it, or does no longer."""

    account: Name
    yes: bool


# --- contracts settled in whists -------------------------------------------------------------------------------


class Guarantee(_Act, frozen=True, tag="guarantee"):
    """A defender guarantees a result against those who do not like his plan (P-3.8.5.1a)."""

    tricks: Annotated[int, msgspec.Meta(ge=0, le=13)]


class Take(_Act, frozen=True, tag="take"):
    """An answer to that; mine: the same terms the other way round."""

    n: Count
    answer: Literal["yes", "no", "mine"]


# --- help ------------------------------------------------------------------------------------------------------


class Hint(_Act, frozen=True, tag="hint"):
    """A player lets the club's bot tell him what it would do; the others hear that he did (PE-5.4.4)."""


# --- after the match -------------------------------------------------------------------------------------------


class Reseed(_Act, frozen=True, tag="reseed"):
    """A player wants a new pack for the next match, for no reason given (PE-5.4.15, PE-5.4.16)."""


class Rematch(_Act, frozen=True, tag="rematch"):
    """A player wants another match with the same people."""


class Rematched(_Act, frozen=True, tag="rematch"):
    """The same in the log: the table where it will be."""

    table: str


# --- fair dealing ----------------------------------------------------------------------------------------------


class Commit(_Act, frozen=True, tag="commit"):
    """The server binds itself to its part of a deal; 0 is the lot."""

    deal: int
    commitment: str


class Seal(_Act, frozen=True, tag="seal"):
    """The hash of a player's nonce."""

    deal: Count
    hash: Hex


class Nonce(_Act, frozen=True, tag="nonce"):
    """A player's nonce."""

    deal: Count
    nonce: Hex


class Away(_Act, frozen=True, tag="away"):
    """These gave nothing in time (P-3.2.7)."""

    deal: int
    chairs: tuple[int, ...]


class Reveal(_Act, frozen=True, tag="reveal"):
    """The server's part, once the deal is over."""

    deal: int
    seed: str


class Seen(_Act, frozen=True, tag="next"):
    """A player has looked at the deal that ended."""


# What a session may ask for; the message `next` becomes `Seen`.
Wish: TypeAlias = (
    Sit | Rise | Chair | NewCard | Accept | Leave | Back | Propose | Answer | Withdraw | Resume | Object | Warn | Look
    | Allow | Guarantee | Take | Hint | Reseed | Rematch | Seal | Nonce
)  # fmt: skip
# What stands in the log.
Act: TypeAlias = (
    Sits | Rise | Chaired | Carded | Accept | Leave | Hold | Back | Proposed | Answered | Withdraw | Resume | Object
    | Warn | Looks | Allow | Guarantee | Take | Hint | Reseed | Rematched | Commit | Seal | Nonce | Away | Reveal | Seen
)  # fmt: skip
