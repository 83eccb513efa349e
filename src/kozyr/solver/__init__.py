"""The worth of a position with all cards seen, and its uses: tables, traces, claims, chances, par."""

from kozyr.solver.bridge import par
from kozyr.solver.claims import Proof, absurd, prove_claim
from kozyr.solver.cost import Row
from kozyr.solver.positions import Solvable, batch, solve
from kozyr.solver.preferans import Chances, chances
from kozyr.solver.requests import answer, answer_batch
from kozyr.solver.trace import trace

__all__ = [
    "Chances",
    "Proof",
    "Row",
    "Solvable",
    "absurd",
    "answer",
    "answer_batch",
    "batch",
    "chances",
    "par",
    "prove_claim",
    "solve",
    "trace",
]
