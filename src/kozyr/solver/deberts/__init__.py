"""Deberts: positions and their values."""

from kozyr.solver.deberts.costs import cost
from kozyr.solver.deberts.position import (
    SEATS,
    Position,
    Solution,
    fault,
    quick,
    solve,
)
from kozyr.solver.deberts.questions import answer

__all__ = [
    "SEATS",
    "Position",
    "Solution",
    "answer",
    "cost",
    "counts_chances",
    "fault",
    "quick",
    "solve",
]

counts_chances = False
