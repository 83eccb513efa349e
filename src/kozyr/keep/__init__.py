"""The score keeper: a real table's sheet as a fold over a log (docs/keep.md). Pure; a game has its part in keep/<game>.py."""

from __future__ import annotations

from kozyr.keep.acts import DECODER, SETUP, AnyAct, KeepAct, Mark, Setup
from kozyr.keep.custom import Change, Due
from kozyr.keep.fold import Ending, Error, Kept, Line, Unwritten, Wrong, start

__all__ = [
    "DECODER", "SETUP", "AnyAct", "Change", "Due", "Ending", "Error", "KeepAct", "Kept", "Line", "Mark", "Setup", "Unwritten", "Wrong",
    "start",
]  # fmt: skip
