"""Questions about deberts as JSON, and their answers."""

from __future__ import annotations

from kozyr.solver.deberts.position import Position, solve
from kozyr.solver.requests import Answer, Progress, Request
from kozyr.solver.text import by_seat, deal, moves, seat, trick, trump


def answer(asked: Request, _threads: int, _progress: Progress | None) -> Answer:
    """What a position is worth.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time.
    """
    cards, leader, suit = deal(asked.deal), seat(asked.lead, "lead"), trump(asked.trump)
    if suit is None:
        raise ValueError("deberts is played with a trump suit")
    if asked.table or asked.par:
        raise ValueError("deberts has no table and no par")
    led = trick(asked.trick)
    if len(led) > 1:
        raise ValueError(f"an unfinished trick of deberts has one card, not {len(led)}")
    position = Position.parse(cards, trump=suit, leader=leader, table=led[0] if led else None)
    found = solve(position, seconds=asked.timeout)
    told: Answer = {"points": by_seat(found.points), "moves": moves(found.moves)}
    return told | {"nodes": found.nodes, "seconds": found.seconds}
