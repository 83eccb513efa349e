"""Questions and answers as JSON: what `kozyr solve`, its batches and `kozyr chances` take and give.

    answer({"game": "preferans", "deal": "N:A.K.. K.A.. Q.Q..", "trump": "S", "declarer": "N", "lead": "N"})
    # {"value": 1, "moves": {"HK": 1, "SA": 1}, "nodes": 0, "seconds": 1e-05}

A question that cannot be answered gives `{"error": "one line that says why"}`, one that took too long
`{"error": "timeout"}`; nothing is raised.
"""

from __future__ import annotations

import codecs
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any, Final, TypeAlias

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit, parse_card
from kozyr.solver import bridge, deberts, preferans
from kozyr.solver.dds import DdsFailed, DdsMissing

__all__ = ["Answer", "Progress", "Request", "answer", "answer_batch"]

Answer: TypeAlias = dict[str, Any]
Progress: TypeAlias = Callable[[int, int], None]

_TRUMPS: Final = preferans.DENOMINATIONS
_CHUNK: Final = 16  # lines a task of a batch
_AHEAD: Final = 4  # tasks a thread that may wait


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question; which fields are wanted depends on the game. Cards, deals and seats are text as everywhere.

    game: preferans, deberts or bridge. deal, trump, declarer, lead, kind, trick: the position; the deal is without the
    cards of `trick`, `lead` led it. table: every declarer in every denomination. par: with `dealer` and `vul` (bridge).
    hand, gone, first: instead of a deal the declarer's ten cards, the two that are gone and the card led: his chances.
    timeout: seconds that the answer may take.
    """

    game: str = "preferans"
    deal: str | None = None
    trump: str | None = None
    declarer: str | None = None
    lead: str | None = None
    kind: str = "tricks"
    trick: str = ""
    table: bool = False
    par: bool = False
    dealer: str | None = None
    vul: str = "none"
    hand: str | None = None
    gone: str | None = None
    first: str | None = None
    timeout: float | None = None


def answer(request: Mapping[str, object], *, threads: int = 1, progress: Progress | None = None) -> Answer:
    """The answer to one question, or `{"error": …}`.

    threads: for tables and chances. progress: told layouts done and in all.
    """
    try:
        return _answer(msgspec.convert(request, Request), threads, progress)
    except TimeoutError:
        return {"error": "timeout"}
    except (ValueError, msgspec.ValidationError, DdsMissing, DdsFailed) as error:
        return {"error": " ".join(str(error).split())}


def _answer(asked: Request, threads: int, progress: Progress | None) -> Answer:
    if asked.timeout is not None and not asked.timeout > 0:
        raise ValueError("timeout is a number of seconds above zero")
    if asked.hand is not None:
        return _chances(asked, threads, progress)
    if asked.game not in _GAMES:
        raise ValueError(f"unknown game {asked.game!r}: preferans, deberts or bridge")
    return _GAMES[asked.game](asked, threads)


def answer_batch(lines: Iterable[str | bytes], *, threads: int | None = None) -> Iterator[Answer]:
    """The answers to many questions, one a line as JSON, in the order of the lines and over all cores.

    A line that cannot be answered gives `{"error": …, "line": n}`, counted from 1, and the rest goes on.
    """
    threads = threads or os.cpu_count() or 1
    numbered = enumerate(lines, 1)
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[list[Answer]]] = deque()
        try:
            while True:
                while len(waiting) < _AHEAD * threads and (some := list(islice(numbered, _CHUNK))):
                    waiting.append(pool.submit(_answers, some))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:  # whoever stops reading does not wait for the rest
            pool.shutdown(wait=False, cancel_futures=True)


def _answers(numbered: list[tuple[int, str | bytes]]) -> list[Answer]:
    return [_answer_line(line, number) for number, line in numbered]


def _answer_line(line: str | bytes, number: int) -> Answer:
    found: Answer
    try:
        request = msgspec.json.decode(_unmarked(line) if number == 1 else line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        why = "an empty line" if not line.strip() else f"not JSON: {' '.join(str(error).split())}"
        found = {"error": why}
    else:
        found = answer(request) if isinstance(request, dict) else {"error": "a line is one JSON object"}
        if "error" not in found and "game" not in request:
            found = {"error": "a line says which game"}
    return found | {"line": number} if "error" in found else found


def _unmarked(line: str | bytes) -> str | bytes:
    """A line without the mark that some editors put before a file."""
    return line.removeprefix("\ufeff") if isinstance(line, str) else line.removeprefix(codecs.BOM_UTF8)


# --- text --------------------------------------------------------------------------------------------------


def _seat(text: str | None, what: str) -> Seat:
    if text is None:
        raise ValueError(f"{what} is missing")
    if text not in Seat.__members__:
        raise ValueError(f"{what} is a seat, N, E, S or W, not {text!r}")
    return Seat(text)


def _trump(text: str | None) -> Suit | None:
    if text is None:
        raise ValueError("trump is missing")
    if text not in _TRUMPS:
        raise ValueError(f"unknown trump {text!r}: S, C, D, H or NT")
    return _TRUMPS[text]


def _kind(text: str) -> preferans.Kind:
    match text:
        case "tricks" | "misere" | "allpass":
            return text
    raise ValueError(f"unknown kind {text!r}: tricks, misere or allpass")


def _trick(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def _deal(asked: Request) -> str:
    if asked.deal is None:
        raise ValueError("deal is missing")
    return asked.deal


def _moves(moves: Mapping[Card, int]) -> dict[str, int]:
    return {card.text: value for card, value in moves.items()}


def _seats(values: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: value for seat, value in values.items()}


def _rows(table: Mapping[str, Mapping[Seat, int]]) -> dict[str, dict[str, int]]:
    return {name: _seats(row) for name, row in table.items()}


# --- the games ---------------------------------------------------------------------------------------------


def _preferans(asked: Request, threads: int) -> Answer:
    deal, leader = _deal(asked), _seat(asked.lead, "lead")
    if asked.par:
        raise ValueError("par is asked for in bridge")
    if asked.table:
        position = preferans.Position.parse(deal, leader=leader)
        if asked.trick:
            raise ValueError("a table is for a first lead, before any card is played")
        tricks, misere = preferans.table(position.hands, leader, threads=threads, seconds=asked.timeout)
        return {"table": _rows(tricks), "misere": _seats(misere)}
    kind = _kind(asked.kind)
    trump = _trump(asked.trump) if kind == "tricks" or asked.trump is not None else None
    declarer = None if kind == "allpass" and asked.declarer is None else _seat(asked.declarer, "declarer")
    position = preferans.Position.parse(
        deal, leader=leader, kind=kind, declarer=declarer, trump=trump, trick=_trick(asked.trick)
    )
    found = preferans.solve(position, seconds=asked.timeout)
    value: object = found.value if found.each is None else _seats(found.each)
    answer: Answer = {"value": value, "moves": _moves(found.moves)}
    if found.maxn is not None:
        answer["maxn"] = _seats(found.maxn)
    return answer | {"nodes": found.nodes, "seconds": found.seconds}


def _deberts(asked: Request, _threads: int) -> Answer:
    deal, leader, trump = _deal(asked), _seat(asked.lead, "lead"), _trump(asked.trump)
    if trump is None:
        raise ValueError("deberts is played with a trump suit")
    if asked.table or asked.par:
        raise ValueError("deberts has no table and no par")
    trick = _trick(asked.trick)
    if len(trick) > 1:
        raise ValueError(f"an unfinished trick of deberts has one card, not {len(trick)}")
    position = deberts.Position.parse(deal, trump=trump, leader=leader, table=trick[0] if trick else None)
    found = deberts.solve(position, seconds=asked.timeout)
    answer: Answer = {"points": _seats(found.points), "moves": _moves(found.moves)}
    return answer | {"nodes": found.nodes, "seconds": found.seconds}


def _bridge(asked: Request, _threads: int) -> Answer:
    hands = bridge.four_hands(_deal(asked))
    found: Answer = {}
    dealer, vul = _seat(asked.dealer, "dealer") if asked.par else Seat.N, bridge.vulnerability(asked.vul)
    if asked.table or asked.par:
        tricks = bridge.table(hands, seconds=asked.timeout)
        if asked.table:
            found["table"] = _rows(tricks)
        if asked.par:
            best = bridge.par(tricks, dealer, vul)
            found["par"] = {"score": best.score, "contracts": [str(contract) for contract in best.contracts]}
        if asked.declarer is None and asked.lead is None and asked.trump is None:
            return found
    declarer, leader = _seat(asked.declarer, "declarer"), _seat(asked.lead, "lead")
    board = bridge.Board(hands, _trump(asked.trump), declarer, leader, _trick(asked.trick))
    solved = bridge.solve(board, seconds=asked.timeout)
    found |= {"value": solved.value, "moves": _moves(solved.moves)}
    return found | {"nodes": solved.nodes, "seconds": solved.seconds}


def _chances(asked: Request, threads: int, progress: Progress | None) -> Answer:
    if asked.game != "preferans":
        raise ValueError("chances are counted in preferans")
    kind = _kind(asked.kind)
    found = preferans.chances(
        CardSet.parse(asked.hand or ""),
        _set(asked.gone or ""),
        declarer=_seat(asked.declarer, "declarer"),
        leader=_seat(asked.lead, "lead"),
        trump=_trump(asked.trump) if kind == "tricks" or asked.trump is not None else None,
        kind=kind,
        first=None if asked.first is None else parse_card(asked.first),
        threads=threads,
        seconds=asked.timeout,
        progress=progress,
    )
    shape: Answer = {"layouts": found.layouts, "tricks": list(found.tricks), "mean": found.mean}
    if found.first and asked.first is None:
        each = found.first.items()
        shape["first"] = {card.text: {"tricks": list(n), "mean": preferans.mean(n)} for card, n in each}
    return shape | {"seconds": found.seconds}


def _set(text: str) -> CardSet:
    cards = _trick(text)
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise ValueError(f"{card} stands twice")
    return CardSet.of(cards)


_GAMES: Final[dict[str, Callable[[Request, int], Answer]]] = {
    "preferans": _preferans,
    "deberts": _deberts,
    "bridge": _bridge,
}
