"""The phrases of one touch, and the reasons of reports (PE-5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

# The phrases of one touch; the client has the words.
PHRASES: Final = (
    "hello",
    "good_luck",
    "ready",
    "one_moment",
    "back",
    "well_played",
    "thanks",
    "sorry",
    "my_fault",
    "bad_luck",
    "it_happens",
    "last_pulka",
    "once_more",
    "bye",
)
ReportReason: TypeAlias = Literal[
    "quarrel", "advice", "familiarity", "illegal_information", "collusion", "kibitzer", "walked_out", "other"
]
# The reasons of reports, each with the paragraph of the ethics, where one fits.
REASONS: Final[Mapping[ReportReason, str | None]] = {
    "quarrel": "PE-5.4.2",
    "advice": "PE-5.4.19",
    "familiarity": "PE-5.4.20",
    "illegal_information": "PE-5.4.11",
    "collusion": "PE-5.4.13",
    "kibitzer": "PE-5.5.1",
    "walked_out": "PE-5.4.18",
    "other": None,
}
RULING: Final = "ruling"  # a report about a ruling, not a player; the ruling stays (PT-I.13.2.6)
