"""Preferans in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# of its sheets of paper
PRINT: Final[Mapping[str, str]] = {
    "first_hand": "first hand {}",
    "talon": "Talon",
    "upper": "upper",
    "lower": "lower",
    "misere": "misère",
    "misere.short": "M",
    "makes": "Makes",
    "makes.none": "Nobody makes six",
    "double_dummy.talon": "Tricks of the declarer with the talon and his best discard when all cards are seen; M: tricks at misère.",
    "protocol": "Protocol of board",
    "whister1": "1st whister",
    "whister2": "2nd whister",
    "position": "seat",
    "whists": "whists",
    "allpass": "all-pass",
    "protocol.foot": "N fills the line in, but for the matchpoints (MP), and puts the protocol back. At an all-pass the contract is a dash, and tricks are written from the first hand clockwise.",
    "values": "Table of game values",
    "values.at3": "Three at the table",
    "values.at4": "Four at the table",
    "values.how": "Tricks: the declarer, then clockwise. Whists in the same order.",
    "values.how.allpass": "Tricks: the first hand, then clockwise. Whists in the same order.",
    "values.dealer": "The last column: the dealer who sits out.",
    "size.6": "Six",
    "size.7": "Seven",
    "size.8": "Eight",
    "size.9": "Nine",
    "size.10": "Ten",
    "size.misere": "Misère",
    "size.-": "All-pass",
    "whisters.0": "Not whisted",
    "whisters.checked": "Checked",
    "whisters.1": "One whister",
    "whisters.2": "Both whist",
    "game.preferans": "preferans",
    "scoring.whists": "matchpoints by whists, within a line",
    "break.allpass_won": "more all-passes won",
    "break.allpass_tricks": "fewer tricks at all-passes",
    "break.sets": "fewer undertricks",
    "break.misere_tricks": "fewer tricks at misères",
}
