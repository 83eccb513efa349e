"""What the club itself says in English; the page has words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# there is no place now for one more long work, where the browser itself shows why
BUSY: Final[Mapping[str, str]] = {
    "busy": "{why}",
    "own_work": "Your network has asked for as much as it may at once. Try again in {seconds} s.",
    "much_work": "The club is busy. Try again in {seconds} s.",
    "work_died": "A process of the club has died. Try again in {seconds} s.",
}

# what the club rules by itself at an event
RULED: Final[Mapping[str, str]] = {
    "not_come": "Had not come {minutes} minutes after the round began: {names}",
}

# lines of a league's bulletin
FEED: Final[Mapping[str, str]] = {
    "said": "{title}",
    "counted": "{title} counts",
    "withdrawn": "{title} counts no more",
    "rules": "Rules {title}, version {version}",
    "formula": "A new formula of points",
    "club": "The club {title} has joined",
}
