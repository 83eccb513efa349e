"""Why something may not happen: a reason that a client can explain, and the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, Self

import msgspec

from kozyr.words.en.arbiter import ARBITER, REASONS

_WORDS: Final[Mapping[str, str]] = {**ARBITER, **REASONS}


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


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, rename={"code": "reason"}):
    """Why something may not be, in any room: a code that every reader has words for, and the law that forbids it.

    params: what stands in those words, by name: names, numbers, moments. `field`, if there is one, is the answer or the argument that says
    it. In a view, where it says why a card may not be played, the code is called `reason`.
    """

    code: str
    law: str = ""
    params: Mapping[str, str | int] = {}

    def __hash__(self) -> int:
        return hash((self.code, self.law))


def refusal(code: str, law: str = "", **params: object) -> Refusal:
    """A refusal of these params; whatever is no number stands in it as its text."""
    return Refusal(code, law, {name: one if type(one) is int else str(one) for name, one in params.items()})


def sentence(told: Refusal, words: Mapping[str, str] = _WORDS) -> str:
    """A refusal as a line, as commands print it: where, why, and the law in parentheses. words: by code, English ones by default."""
    text = words[told.code].format_map(told.params)
    if told.params.get("field"):
        text = f"{told.params['field']}: {text}"
    return f"{text} ({told.law})" if told.law else text


class Refused(ValueError):
    """Something may not be. refusal: why, as data; the text is its English line."""

    def __init__(self, code: str, law: str = "", **params: object) -> None:
        self.refusal = refusal(code, law, **params)
        super().__init__(sentence(self.refusal))

    @classmethod
    def of(cls, told: Refusal, **more: object) -> Self:
        """The exception of a refusal that was found elsewhere. more: params beside its own."""
        params: dict[str, Any] = {**told.params, **more}  # Any: a param is whatever has a text
        return cls(told.code, told.law, **params)

    def __reduce__(self) -> tuple[Callable[[Refusal], Self], tuple[Refusal]]:  # it crosses to other processes whole
        return type(self).of, (self.refusal,)
