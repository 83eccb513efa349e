"""A natural system after the Standard American Yellow Card: five-card majors, a strong no trump, weak twos.

Source: the published card (ACBL booklet SP-3), put into rules of our own (`kozyr.bots.bridge.book`).
"""

from __future__ import annotations

from typing import Final

from kozyr.bots.bridge.book import Style, System, standing

__all__ = ["NAME", "SAYC", "book", "choice", "known", "meaning", "rules", "standing"]

NAME: Final = "SAYC"
SAYC: Final = System(NAME, Style())
book, choice, known, meaning, rules = SAYC.book, SAYC.choice, SAYC.known, SAYC.meaning, SAYC.rules
