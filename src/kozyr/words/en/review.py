"""The post-mortem of a deal in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.words.en.refusals import REVIEW as REFUSED

__all__ = ["REFUSED", "REVIEW"]

REVIEW: Final[Mapping[str, str]] = {
    "decimal": ".",
    "deal": "Deal {deal}, entries {first} to {last}",
    "whole": "The whole match, deals: {deals}",
    "sheet": "sheet",
    "luck": "luck",
    "auction": "auction",
    "discard": "discard",
    "whist": "whist",
    "play": "play",
    "rulings": "rulings",
    "mine": "own",
    "partner": "partner",
    "opponents": "opponents",
    "unsolved": "Some of its moments cannot be valued with all hands seen.",
    "dearest": "Dearest decisions by what was seen:",
    "no_errors": "Nothing was given away by what was seen.",
    "right": "{event}: right by what was seen",
    "instead": "{event} instead of {better}: {losses}",
    "least": "{loss} or more",
    "sets": "fails in {mine} % of the layouts instead of {other} %",
    "open": "all hands seen: {losses} (better {better})",
    "open_bare": "all hands seen: {losses}",
    "open_right": "all hands seen: nothing lost",
    "loss.whists": "whists −{n}",
    "loss.points": "points −{n}",
    "loss.imps": "IMPs −{n}",
    "loss.matchpoints": "matchpoints −{n} %",
    "loss.chance": "chance to win the party −{n} %",
    "loss.tricks": "tricks −{n}",
}
