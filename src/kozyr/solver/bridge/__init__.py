"""Bridge: boards and their values by DDS, tables, par."""

from kozyr.solver.bridge.costs import cost
from kozyr.solver.bridge.position import (
    DENOMINATIONS,
    Board,
    Par,
    ParContract,
    Solution,
    Table,
    Vulnerability,
    fault,
    four_hands,
    installed,
    par,
    processor_time,
    solve,
    solve_many,
    table,
    tables,
    trace,
    values,
    vulnerability,
)
from kozyr.solver.bridge.questions import answer

__all__ = [
    "DENOMINATIONS",
    "Board",
    "Par",
    "ParContract",
    "Solution",
    "Table",
    "Vulnerability",
    "answer",
    "cost",
    "counts_chances",
    "fault",
    "four_hands",
    "installed",
    "par",
    "processor_time",
    "solve",
    "solve_many",
    "table",
    "tables",
    "trace",
    "values",
    "vulnerability",
]

counts_chances = False
