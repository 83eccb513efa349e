"""The score keeper: a real table's sheet as a fold over a log (docs/keep.md). Pure; a game has its part in keep/<game>.py."""

from __future__ import annotations

from kozyr.keep.acts import BEGUN, DECODER, AnyAct, Begun, KeepAct, Mark, Setup
from kozyr.keep.custom import Change, Due
from kozyr.keep.deciding import decide, judge
from kozyr.keep.fold import Ending, Error, Kept, Line, logged, start

__all__ = [
    "BEGUN", "DECODER", "AnyAct", "Begun", "Change", "Due", "Ending", "Error", "KeepAct", "Kept", "Line", "Mark", "Setup",
    "decide", "judge", "logged", "start",
]  # fmt: skip
