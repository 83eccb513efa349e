"""Preferans: positions and their values, tables, chances."""

from kozyr.solver.preferans.costs import cost
from kozyr.solver.preferans.position import (
    DENOMINATIONS,
    Chances,
    Kind,
    Position,
    Solution,
    Table,
    chances,
    endings_file,
    fault,
    mean,
    prepare,
    quick,
    solve,
    solve_many,
    table,
)
from kozyr.solver.preferans.questions import answer

__all__ = [
    "DENOMINATIONS",
    "Chances",
    "Kind",
    "Position",
    "Solution",
    "Table",
    "answer",
    "chances",
    "cost",
    "counts_chances",
    "endings_file",
    "fault",
    "mean",
    "prepare",
    "quick",
    "solve",
    "solve_many",
    "table",
]

counts_chances = True
