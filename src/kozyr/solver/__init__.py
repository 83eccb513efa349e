"""What a position is worth with all cards seen, and what follows: tables, traces, claims, chances, par."""

from kozyr.solver.bridge import par
from kozyr.solver.claims import Proof, absurd, prove_claim
from kozyr.solver.positions import Position, Solution, batch, solve, table
from kozyr.solver.preferans import Chances, chances
from kozyr.solver.requests import answer, answer_batch
from kozyr.solver.trace import Row, trace

__all__ = [
    "Chances",
    "Position",
    "Proof",
    "Row",
    "Solution",
    "absurd",
    "answer",
    "answer_batch",
    "batch",
    "chances",
    "par",
    "prove_claim",
    "solve",
    "table",
    "trace",
]
