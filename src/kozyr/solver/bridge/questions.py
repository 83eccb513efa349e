"""Questions about bridge as JSON, and their answers."""

from __future__ import annotations

from kozyr.cards import Seat
from kozyr.solver.bridge.dds import DdsFailed, DdsMissing
from kozyr.solver.bridge.position import Board, four_hands, par, solve, table, vulnerability
from kozyr.solver.requests import Answer, Progress, Request, SolverMissing
from kozyr.solver.text import deal, moves, rows, seat, trick, trump


def answer(asked: Request, _threads: int, _progress: Progress | None) -> Answer:
    """What a position is worth, a table, par.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time. SolverMissing: DDS is not there, or has failed.
    """
    try:
        return _answer(asked)
    except (DdsMissing, DdsFailed) as error:
        raise SolverMissing(str(error)) from None


def _answer(asked: Request) -> Answer:
    hands = four_hands(deal(asked.deal))
    found: Answer = {}
    dealer, vul = seat(asked.dealer, "dealer") if asked.par else Seat.N, vulnerability(asked.vul)
    if asked.table or asked.par:
        tricks = table(hands, seconds=asked.timeout)
        if asked.table:
            found["table"] = rows(tricks)
        if asked.par:
            best = par(tricks, dealer, vul)
            found["par"] = {"score": best.score, "contracts": [str(contract) for contract in best.contracts]}
        if asked.declarer is None and asked.lead is None and asked.trump is None:
            return found
    declarer, leader = seat(asked.declarer, "declarer"), seat(asked.lead, "lead")
    board = Board(hands, trump(asked.trump), declarer, leader, trick(asked.trick))
    solved = solve(board, seconds=asked.timeout)
    found |= {"value": solved.value, "moves": moves(solved.moves)}
    return found | {"nodes": solved.nodes, "seconds": solved.seconds}
