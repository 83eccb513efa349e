"""Why something may not happen: a reason that a client can explain, and the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, Protocol, Self

import msgspec

from kozyr.words.en.arbiter import ARBITER, REASONS
from kozyr.words.en.refusals import WORDS

_WORDS: Final[Mapping[str, str]] = {**ARBITER, **REASONS, **WORDS}


class Reason(StrEnum):
    """Why an event is refused. Every game draws from this list, so that a client can explain each once."""

    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_AT_TABLE = "not_at_table"
    TABLE_ONLY = "table_only"
    BAD_DEAL = "bad_deal"
    NOT_HELD = "not_held"
    MUST_FOLLOW = "must_follow"
    MUST_TRUMP = "must_trump"
    MUST_OVERTRUMP = "must_overtrump"
    TOO_LOW = "too_low"
    TOO_HIGH = "too_high"
    JUMP = "jump"
    NOTHING_TO_MATCH = "nothing_to_match"
    FIRST_CALL_ONLY = "first_call_only"
    OUTBID_TOO_LOW = "outbid_too_low"
    NOT_AGREED = "not_agreed"
    CARDS_SEEN = "cards_seen"
    CARDS_UNSEEN = "cards_unseen"
    OBLIGATORY = "obligatory"
    ALREADY_CLAIMED = "already_claimed"
    CLAIM_PENDING = "claim_pending"
    IMPOSSIBLE_TRICKS = "impossible_tricks"
    NO_CONSENT = "no_consent"
    MATCH_OVER = "match_over"
    ALREADY_REFUSED = "already_refused"
    NO_RIGHT = "no_right"
    CARD_TWICE = "card_twice"
    LAST_TRICK = "last_trick"
    OPEN_CARD = "open_card"
    BARRED = "ruled_out"
    LEAD_DEMANDED = "lead_demanded"
    LEAD_FORBIDDEN = "lead_forbidden"
    DICTATED = "dictated"
    NO_EFFECT = "no_effect"


class Place(Protocol):
    """The place of a refusal: a table, its board (0: the whole table), and the room of a team match (empty: there is one room)."""

    @property
    def table(self) -> int:
        """The number of the table, from 1."""

    @property
    def board(self) -> int:
        """The number of the board, from 1; 0: no board."""

    @property
    def room(self) -> str:
        """The room: `open`, `closed` or empty."""


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, rename={"code": "reason"}):
    """Why something may not be, in any room: a code that every reader has words for, and the law that forbids it."""

    code: str
    law: str = ""
    params: Mapping[str, str | int] = {}
    """The names, numbers and moments in the words of the code, by name.

    `field`, if there is one, is the wrong answer or argument. `why` is the code of a sentence within the sentence,
    whose params stand beside it. `at_table`, `at_board`, `at_room` and `at_team` say where it was. In a view, for
    an unplayable card, and inside other answers the code is called `reason`.
    """

    def __hash__(self) -> int:
        return hash((self.code, self.law))


def refusal(
    code: str, law: str = "", *, at: Place | None = None, why: Refusal | str | None = None, **params: object
) -> Refusal:
    """A refusal with these params; a value that is no number becomes text. at: the place.

    why: the cause, whose params are added, and whose law counts if `law` is empty; or the cause's code, with its
    params in `params`.
    """
    said: dict[str, str | int] = {}
    if isinstance(why, Refusal):
        said, law = {**why.params, "why": why.code}, law or why.law
    elif why is not None:
        said["why"] = why
    said |= {name: one if type(one) is int else str(one) for name, one in params.items()}
    return Refusal(code, law, {**_place(at), **said})


def _place(at: Place | None) -> dict[str, str | int]:
    if at is None:
        return {}
    found: dict[str, str | int] = {"at_table": at.table, "at_board": at.board, "at_room": at.room}
    return {name: one for name, one in found.items() if one}


def spot(at: Place) -> str:
    """A place in English: `table 3, open room, board 5`."""
    return _spot(at.table, at.board, at.room)


def _spot(table: str | int, board: str | int, room: str | int) -> str:
    return f"table {table}{f', {room} room' if room else ''}{f', board {board}' if board else ''}"


def sentence(told: Refusal, words: Mapping[str, str] = _WORDS) -> str:
    """A refusal as a line, as commands print it: where, why, and the law in parentheses. words: by code, English ones by default."""
    params = dict(told.params)
    if why := str(params.get("why", "")):
        params["why"] = words.get(why, why).format_map(params)
    text = words.get(told.code, told.code).format_map(params)
    if "field" in params:
        text = f"{params['field']}: {text}"
    if "at_team" in params:
        text = f"team {params['at_team']}: {text}"
    if "at_table" in params:
        text = f"{_spot(*(params.get(name, 0) for name in ('at_table', 'at_board', 'at_room')))}: {text}"
    return f"{text} ({told.law})" if told.law else text


class Refused(ValueError):
    """The error of something refused.

    refusal: why, as data; the text is its English line.
    """

    def __init__(
        self, code: str, law: str = "", *, at: Place | None = None, why: Refusal | str | None = None, **params: object
    ) -> None:
        self.refusal = refusal(code, law, at=at, why=why, **params)
        super().__init__(sentence(self.refusal))

    @classmethod
    def of(cls, told: Refusal, *, at: Place | None = None, **more: object) -> Self:
        """The exception of a refusal that was found elsewhere. at: where; more: params beside its own."""
        params: dict[str, Any] = {**told.params, **more}  # Any: by name, which may be those of `why`
        return cls(told.code, told.law, at=at, **params)

    def __reduce__(self) -> tuple[Callable[[Refusal], Self], tuple[Refusal]]:  # it crosses to other processes whole
        return type(self).of, (self.refusal,)
