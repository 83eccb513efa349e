"""Questions and answers as JSON: the input and output of `kozyr solve`, its batches and `kozyr chances`.

    answer({"game": "preferans", "deal": "N:A.K.. K.A.. Q.Q..", "trump": "S", "declarer": "N", "lead": "N"})
    # {"value": 1, "moves": {"HK": 1, "SA": 1}, "nodes": 0, "seconds": 1e-05}

A question without an answer gives `{"error": "one line that says why"}`, and one that took too long `{"error":
"timeout"}`; nothing is raised.
"""

from __future__ import annotations

import codecs
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from kozyr.games import AnyState, games, part
from kozyr.solver.cost import Row

Answer: TypeAlias = dict[str, Any]
Progress: TypeAlias = Callable[[int, int], None]

_CHUNK: Final = 16  # lines a task of a batch
_AHEAD: Final = 4  # tasks a thread that may wait


class Solver(Protocol):
    """The interface of a game's module in this layer."""

    chances_by: tuple[str, ...]
    """The fields of a request that ask for chances over layouts of unseen hands; none: no chances are counted."""

    def answer(self, asked: Request, threads: int, progress: Progress | None) -> Answer:
        """The answer to a question about this game.

        Raises:
            ValueError: it cannot be answered; the message says why. TimeoutError: not in time.
        """

    def cost(self, row: Row, state: AnyState, seconds: float | None) -> Row:
        """The row of a played card with its cost, or with the reason why it has none."""


def solver(game: str) -> Solver | None:
    """The solver of a game. None: it has none.

    Raises:
        ValueError: there is no such game.
    """
    found: Solver | None = part("solver", game)
    return found


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question; which fields are wanted depends on the game. Cards, deals and seats are text as everywhere."""

    game: str = ""
    """Its name; it may be left out where chances are asked for."""
    deal: str | None = None
    """The hands of the position, without the cards of `trick`."""
    trump: str | None = None
    """The trump suit of the position, or no trump."""
    declarer: str | None = None
    """The seat of the declarer."""
    lead: str | None = None
    """The seat that led the trick."""
    kind: str = "tricks"
    """The kind of deal at preferans: tricks, misère or all-pass."""
    trick: str = ""
    """The cards on the table, from the leader on."""
    table: bool = False
    """Every declarer in every denomination."""
    par: bool = False
    """With `dealer` and `vul` (bridge)."""
    dealer: str | None = None
    vul: str = "none"
    hand: str | None = None
    """Instead of a deal: the declarer's ten cards, for the declarer's chances."""
    gone: str | None = None
    """For chances: the two cards that are gone."""
    first: str | None = None
    """For chances: the card led."""
    predeal: str | None = None
    """Instead of a deal, at bridge: the cards that are known, for chances over the rest."""
    where: str | None = None
    """The same by a condition."""
    contract: str | None = None
    """For chances at bridge: level and trump, instead of `trump`."""
    layouts: int | None = None
    """For chances at bridge: how many are drawn."""
    seed: str | int | None = None
    """For chances at bridge: what the layouts follow from."""
    timeout: float | None = None
    """Seconds that the answer may take."""

    @property
    def unseen(self) -> tuple[str, ...]:
        """The fields by which chances are asked for."""
        return tuple(name for name in ("hand", "predeal", "where") if getattr(self, name) is not None)


def answer(request: Mapping[str, object], *, threads: int = 1, progress: Progress | None = None) -> Answer:
    """The answer to one question, or `{"error": …}`.

    threads: for tables and chances. progress: gets the layouts done and in all.
    """
    try:
        return _answer(msgspec.convert(request, Request), threads, progress)
    except TimeoutError:
        return {"error": "timeout"}
    except (ValueError, msgspec.ValidationError) as error:
        return {"error": " ".join(str(error).split())}


def _answer(asked: Request, threads: int, progress: Progress | None) -> Answer:
    if asked.timeout is not None and not asked.timeout > 0:
        raise ValueError("timeout is a number of seconds above zero")
    name = asked.game
    unseen = asked.unseen
    if not name and unseen:  # each game asks for chances in its own way
        name = next(game for game in games() if (one := solver(game)) is not None and unseen[0] in one.chances_by)
    if not name:
        raise ValueError(f"game is missing; there are: {', '.join(games())}")
    found = solver(name)
    if found is None:
        raise ValueError(f"nobody solves {name} here")
    for field in unseen:
        if not found.chances_by:
            raise ValueError(f"chances are not counted in {name}")
        if field not in found.chances_by:
            raise ValueError(f"chances in {name} are asked for by {' and '.join(found.chances_by)}, not by {field}")
    if "predeal" not in found.chances_by or not unseen:
        for field in ("contract", "layouts", "seed"):
            if getattr(asked, field) is not None:
                raise ValueError(f"{field} is for chances in bridge")
    return found.answer(asked, threads, progress)


def missing(game: str) -> str:
    """What a question about chances in a game must have, in one line; no name: in the first game that counts them."""
    try:
        found = [solver(game)] if game else [solver(name) for name in games()]
    except ValueError as error:
        return str(error)
    by = next((one.chances_by for one in found if one is not None and one.chances_by), ())
    return f"{by[0]} is missing" if by else f"chances are not counted in {game}"


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
        finally:  # a reader that stops does not wait for the rest
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
