"""Questions about preferans as JSON, and their answers."""

from __future__ import annotations

from kozyr.cards import CardSet, parse_card
from kozyr.solver.preferans.position import Kind, Position, chances, mean, solve, table
from kozyr.solver.requests import Answer, Progress, Request
from kozyr.solver.text import by_seat, card_set, deal, moves, rows, seat, trick, trump


def answer(asked: Request, threads: int, progress: Progress | None) -> Answer:
    """What a position is worth, a table, or a declarer's chances.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time.
    """
    if asked.hand is not None:
        return _chances(asked, threads, progress)
    cards, leader = deal(asked.deal), seat(asked.lead, "lead")
    if asked.par:
        raise ValueError("par is asked for in bridge")
    if asked.table:
        position = Position.parse(cards, leader=leader)
        if asked.trick:
            raise ValueError("a table is for a first lead, before any card is played")
        tricks, misere = table(position.hands, leader, threads=threads, seconds=asked.timeout)
        return {"table": rows(tricks), "misere": by_seat(misere)}
    kind = _kind(asked.kind)
    denomination = trump(asked.trump) if kind == "tricks" or asked.trump is not None else None
    declarer = None if kind == "allpass" and asked.declarer is None else seat(asked.declarer, "declarer")
    position = Position.parse(
        cards, leader=leader, kind=kind, declarer=declarer, trump=denomination, trick=trick(asked.trick)
    )
    found = solve(position, seconds=asked.timeout)
    value: object = found.value if found.each is None else by_seat(found.each)
    told: Answer = {"value": value, "moves": moves(found.moves)}
    if found.maxn is not None:
        told["maxn"] = by_seat(found.maxn)
    return told | {"nodes": found.nodes, "seconds": found.seconds}


def _chances(asked: Request, threads: int, progress: Progress | None) -> Answer:
    kind = _kind(asked.kind)
    found = chances(
        CardSet.parse(asked.hand or ""),
        card_set(asked.gone or ""),
        declarer=seat(asked.declarer, "declarer"),
        leader=seat(asked.lead, "lead"),
        trump=trump(asked.trump) if kind == "tricks" or asked.trump is not None else None,
        kind=kind,
        first=None if asked.first is None else parse_card(asked.first),
        threads=threads,
        seconds=asked.timeout,
        progress=progress,
    )
    shape: Answer = {"layouts": found.layouts, "tricks": list(found.tricks), "mean": found.mean}
    if found.first and asked.first is None:
        each = found.first.items()
        shape["first"] = {card.text: {"tricks": list(n), "mean": mean(n)} for card, n in each}
    return shape | {"seconds": found.seconds}


def _kind(text: str) -> Kind:
    match text:
        case "tricks" | "misere" | "allpass":
            return text
    raise ValueError(f"unknown kind {text!r}: tricks, misere or allpass")
