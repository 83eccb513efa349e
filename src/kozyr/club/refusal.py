"""The refusals of acts at a table other than play; a game has reasons of its own."""

from __future__ import annotations

from enum import StrEnum


class Manner(StrEnum):
    """The reason for which an act at the table is refused; games have reasons of their own."""

    WRONG_STATE = "wrong_state"
    NOT_PLAYER = "not_player"
    NOT_VISITOR = "not_visitor"
    NOT_KIBITZER = "not_kibitzer"
    NOT_OWNER = "not_owner"
    NO_CHAIR = "no_chair"
    TAKEN = "taken"
    ALREADY = "already"
    BARRED = "barred"
    NOT_INVITED = "not_invited"
    PROGRAMS_ONLY = "programs_only"
    CARD_CHANGED = "card_changed"
    NOT_YOURS = "not_yours"
    NOT_HELD = "not_held"
    PENDING = "pending"
    NO_PROPOSAL = "no_proposal"
    NOT_ASKED = "not_asked"
    NO_KIBITZER = "no_kibitzer"
    ONE_HAND = "one_hand"
    NOT_AGREED = "not_agreed"
    NOT_NOW = "not_now"
    QUIET = "quiet"
    TABLE_ONLY = "table_only"
    BAD_SHARE = "bad_share"
    BAD_CARD = "bad_card"
    NO_HINTS = "no_hints"
    NO_PART = "no_part"
    NOT_SEEN = "not_seen"
    NO_RULING = "no_ruling"
    LATE = "late"
    HEARING = "hearing"
