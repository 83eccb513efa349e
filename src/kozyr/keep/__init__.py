"""The score keeper: a real table's sheet as a fold over a log (docs/keep.md). Pure; a game has its part in keep/<game>.py."""

from __future__ import annotations

from kozyr.keep.acts import BEGUN, DECODER, AnyAct, Begun, KeepAct, Mark, Setup, Signed
from kozyr.keep.custom import Change, Due
from kozyr.keep.deciding import decide, judge
from kozyr.keep.fold import Ending, Kept, logged, start
from kozyr.keep.written import Error, Line, State

__all__ = [
    "BEGUN", "DECODER", "AnyAct", "Begun", "Change", "Due", "Ending", "Error", "KeepAct", "Kept", "Line", "Mark", "Setup", "Signed", "State",
    "decide", "judge", "logged", "start",
]  # fmt: skip
