"""Programs of docs/bot-protocol.md in a match of the arena: `kozyr match --program`.

A program is started with the club's address and a table's id, and its token in KOZYR_TOKEN. The club is this process.
It answers on the loopback alone, keeps nothing, and its table is the club's own fold: the programs see the frames that
any table sends. What is not there stands in docs/bot-protocol.md.

The arena plays and scores. It tells the table what our bots do, and asks it what the programs do (`arena.Others`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import queue
import secrets
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from multiprocessing.util import Finalize
from typing import Final, NamedTuple

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from kozyr import bots
from kozyr.bots import arena, commands
from kozyr.bots.arena import BadMatch, Decided
from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.acts import Act, TableTerms
from kozyr.club.refusal import Manner
from kozyr.club.table.card import Accept
from kozyr.club.table.course import SeatLot
from kozyr.club.table.ended import RematchNamed, Seen
from kozyr.club.table.fold import decider
from kozyr.club.table.part import Asker, Wish
from kozyr.club.table.seats import NICKS, TakeChair
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.games import Amendment, AnyMatch, Deal, Event, Refusal, Stop
from kozyr.store import Entry

_LOG: Final = logging.getLogger("kozyr.club.programs")
_LOG.addHandler(logging.NullHandler())  # a line that a program breaks is told in the match's own words
_BAD: Final = 2  # exit status for bad input
_HOST: Final = "127.0.0.1"
_PATH: Final = "/ws/table/"
_OWNER: Final = "match"  # to whom the programs belong: they are shown as match/NAME
_TICK: Final = 0.05  # seconds between two looks after the programs' processes
_LOOK: Final = 10.0  # seconds for which a finished deal waits for a program's `next`
_GRACE: Final = 2.0  # seconds between the signal to end and the one that cannot be missed
_QUEUE: Final = 64  # messages of a line that may wait; a program that sends more waits with them
_NO_SESSION, _NO_TABLE, _ELSEWHERE, _TOO_OLD, _OVER = 4401, 4404, 4409, 4426, 1000
_WORDS: Final = 4096  # bytes of a program's last words that are kept
_QUOTED: Final = 160  # letters of them that are told


class Broken(BadMatch):
    """A program has broken off the match; the message names the program, the deal, and what it did."""


# --- a program: its process, and its line ---------------------------------------------------------------------


class _Line:
    """A websocket of a program, and the frames that wait to go out through it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, table: str) -> None:
        self.table = table
        self.room = asyncio.Semaphore(_QUEUE)  # for messages that have been read, and not taken
        self._loop = loop
        self._frames: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        """Send a frame; a program that does not read keeps nobody waiting."""
        self._put(frame.decode())

    def tell(self, message: wire.FromServer) -> None:
        """Send a message."""
        self.send(wire.encode(message))

    def close(self, code: int, why: str) -> None:
        """Close it once all frames are sent."""
        self._put((code, why))

    def taken(self) -> None:
        """Make room for one message more."""
        self._loop.call_soon_threadsafe(self.room.release)

    def _put(self, what: str | tuple[int, str]) -> None:
        self._loop.call_soon_threadsafe(self._frames.put_nowait, what)

    async def speak(self, connection: ServerConnection) -> None:
        """Send what comes, until it is to be closed."""
        with contextlib.suppress(ConnectionClosed):
            while isinstance(what := await self._frames.get(), str):
                await connection.send(what)
            await connection.close(*what)


class _Program:
    """One seat's program."""

    def __init__(self, name: str, command: str, nth: int) -> None:
        self.name, self.account = name, f"{name} {nth}"
        self.token = f"kozyr_{secrets.token_urlsafe(24)}"
        self.line: _Line | None = None
        self.answered: dict[str, int] = {}  # the entries that its commands became
        self._command = shlex.split(command)
        self._process: subprocess.Popen[bytes] | None = None
        self.table = ""  # at which it is: it was started for it, or has said hello there
        self._words = b""
        self._listening: threading.Thread | None = None

    def sits(self, table: str) -> bool:
        """Whether it has said hello at this table."""
        return self.line is not None and self.table == table

    def wanted(self, address: str, table: str) -> None:
        """Start it for a table, unless it still runs after another one and may follow by itself.

        Raises:
            OSError: it cannot be started.
        """
        if self._process is not None and self._process.poll() is None:
            return
        self.end()
        self.table, self._words = table, b""
        self._process = subprocess.Popen(  # noqa: S603 - the user's own command
            [*self._command, address, table],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "KOZYR_TOKEN": self.token},
            start_new_session=True,  # Ctrl-C is the match's affair, and its children end with it
        )
        self._listening = threading.Thread(target=self._listen, args=(self._process,), daemon=True)
        self._listening.start()

    def ended(self, table: str) -> str | None:
        """How its process has ended at this table. None: it runs, or was at another table."""
        process = self._process
        if process is None or process.poll() is None or self.table != table:
            return None
        if self._listening is not None:
            self._listening.join(_GRACE)  # its last words may be on the way
        lines = [line.strip() for line in self._words.decode(errors="replace").splitlines() if line.strip()]
        last = "".join(filter(str.isprintable, lines[-1]))[:_QUOTED] if lines else ""
        return f"has ended with status {process.returncode}" + (f": {last}" if last else "")

    def end(self) -> None:
        """End its process, and all that it has started."""
        process, self._process, self.line = self._process, None, None
        if process is None:
            return
        if process.poll() is None:
            _signal(process, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
        if sys.platform != "win32":
            _signal(process, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
        process.wait()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None
        with process.stderr as stream:
            while told := os.read(stream.fileno(), _WORDS):
                if process is self._process:
                    self._words = (self._words + told)[-_WORDS:]


def _signal(process: subprocess.Popen[bytes], what: signal.Signals) -> None:
    if sys.platform == "win32":
        process.send_signal(what)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, what)


# --- the table ------------------------------------------------------------------------------------------------


class _Said(NamedTuple):
    """A message of a program. data: None: the line is closed."""

    program: _Program
    line: _Line
    data: str | bytes | None


class _Door:
    """The loopback's end of the lines: it knows the programs by their tokens, and hands on what they say."""

    def __init__(self, known: Mapping[tuple[str, int], _Program]) -> None:
        self.inbox: queue.Queue[_Said] = queue.Queue()
        self._known = known
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server: Server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        self.address = f"ws://{_HOST}:{next(iter(self._server.sockets)).getsockname()[1]}"

    def close(self) -> None:
        """Close all lines."""
        asyncio.run_coroutine_threadsafe(self._shut(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> Server:
        def greet(connection: ServerConnection, request: Request) -> Response | None:
            known = request.path.startswith(_PATH)
            return None if known else connection.respond(HTTPStatus.NOT_FOUND, "this club has one table\n")

        return await serve(
            self._come,
            _HOST,
            0,
            process_request=greet,
            ping_interval=None,
            close_timeout=_GRACE,
            compression=None,
            logger=_LOG,
        )

    async def _shut(self) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _come(self, connection: ServerConnection) -> None:
        request = connection.request
        assert request is not None
        _, _, token = request.headers.get("Authorization", "").partition("Bearer ")
        found = next((one for one in self._known.values() if secrets.compare_digest(one.token, token)), None)
        if found is None:
            await connection.close(_NO_SESSION, "no such token")
            return
        line = _Line(self._loop, request.path.removeprefix(_PATH))
        speaking = asyncio.create_task(line.speak(connection))
        try:
            async for data in connection:
                await line.room.acquire()
                self.inbox.put(_Said(found, line, data))
        except ConnectionClosed:
            pass
        finally:
            speaking.cancel()
            self.inbox.put(_Said(found, line, None))


class Hall:
    """The club of a match: one table after another, and the programs that sit there."""

    def __init__(self, commands_: Mapping[str, str], patience: float) -> None:
        self._commands, self._patience = commands_, patience
        self._programs: dict[tuple[str, int], _Program] = {}
        self._sitting: tuple[_Program, ...] = ()
        self._door = _Door(self._programs)
        self._next = secrets.token_urlsafe(8)  # the id of the next table
        self._table: Table | None = None
        self._where = ""  # the deal, for complaints
        self._levels: dict[int, str] = {}  # of our bots, by place

    # --- as the arena asks it ------------------------------------------------------------------------------

    def open(self, setup: arena.Setup, number: int, seating: tuple[str, ...], match: AnyMatch) -> None:
        """Set up a table, and wait until its programs sit there and have accepted its card.

        Raises:
            BadMatch: errors are ruled on instead of refused. Broken: one of them does not come.
        """
        if match.conventions.table.irregularities != "prevent":
            raise BadMatch("programs play where errors are refused: table.irregularities=prevent")
        self._where = f"{'party' if setup.parties else 'deal'} {number}"
        self._levels = {place: name for place, name in enumerate(seating) if name not in setup.programs}
        of = {
            place: self._program(name, seating[:place].count(name))
            for place, name in enumerate(seating)
            if name in setup.programs
        }
        people = tuple(
            Person(NICKS[place % len(NICKS)], bot=name) if place in self._levels else None
            for place, name in enumerate(seating)
        )
        terms = TableTerms(kibitzers=False, tempo_mask=False).of(match.conventions)
        card = Setup(self._next, setup.game, setup.preset, match.conventions, people, terms=terms, accepted=())
        self._table, self._sitting = Table.open(card), tuple(of.values())
        for program in self._sitting:
            program.answered.clear()
        until = self._until()
        while not self._now.ready:
            for program in self._sitting:
                self._want(program, card.id)
            if self._hear() is None and time.monotonic() > until:
                raise self._late(self._missing(), "come to the table and accepted its card")
        chairs = {program: self._now.chair(program.account) for program in self._sitting}
        order = tuple(place if place not in of else chairs[of[place]] for place in range(len(seating)))
        lot = SeatLot((), (), tuple(chair for chair in order if chair is not None), match.dealer)
        self._written("lot", None, wire.encode(lot))

    def happened(self, event: Event, seat: Seat | None) -> None:
        """Tell the programs of an event; before the next deal they look at the last one."""
        if isinstance(event, Deal):
            until = time.monotonic() + min(_LOOK, self._patience)
            while self._now.ended.looking(self._now) and time.monotonic() < until:
                self._hear()
        self._written("event", None if seat is None else seat.value, msgspec.json.encode(event))

    def decided(self) -> Decided | None:
        """The next event of a program, or a bot's answer to its question. None: a bot of ours decides.

        Raises:
            Broken: the program that decides breaks the rules or the wire, ends, or takes too long.
        """
        table = self._now
        if table.question is not None:
            place, call = table.question
            view, seat = table.sees(place), table.seat(place)
            assert view is not None
            assert seat is not None
            said = table.customs.explaining(call)(view, self._levels[place], 0)
            self.happened(said, seat)
            return Decided(seat, said, None)
        state = table.deal_state
        assert state is not None
        place = decider(table, state)
        if place in self._levels:
            return None
        begun, until = time.monotonic(), self._until()
        while (told := self._hear()) is None:
            if time.monotonic() > until:
                raise self._late(self._of_chair(table.order[place]), "decided anything")
        assert told.entry.seat is not None
        seat, event = Seat(told.entry.seat), table.setup.rules.decoder.decode(told.entry.body)
        chosen = event in state.legal(seat)  # no question, and no claim
        return Decided(seat, event, time.monotonic() - begun if chosen else None)

    def over(self) -> None:
        """End the match, and name the next table to programs that want to stay."""
        table = self._now
        if not table.finished:
            self._written("event", None, msgspec.json.encode(Stop(consent=table.names)))
        self._next = secrets.token_urlsafe(8)
        chair = self._now.chair(self._sitting[0].account)
        step = self._now.act(chair, RematchNamed(self._next), _now())
        assert isinstance(step, Step)
        self._show(step)
        self._table = None

    def close(self) -> None:
        """End all programs, and the club."""
        for program in self._programs.values():
            program.end()
        self._door.close()

    # --- the programs --------------------------------------------------------------------------------------

    @property
    def _now(self) -> Table:
        assert self._table is not None
        return self._table

    def _program(self, name: str, nth: int) -> _Program:
        found = self._programs.get((name, nth))
        if found is None:
            found = self._programs[name, nth] = _Program(name, self._commands[name], nth + 1)
        return found

    def _want(self, program: _Program, table: str) -> None:
        if not program.sits(table) and program.ended(table) is None:
            try:
                program.wanted(self._door.address, table)
            except OSError as error:
                raise self._broken(program, f"cannot be started: {error.strerror or error}") from None

    def _missing(self) -> _Program:
        chairs = {program: self._now.chair(program.account) for program in self._sitting}
        accepted = self._now.card.accepted
        return next(program for program, chair in chairs.items() if chair is None or chair not in accepted)

    def _of_chair(self, chair: int) -> _Program:
        return next(program for program in self._sitting if self._now.chair(program.account) == chair)

    def _late(self, program: _Program, what: str) -> Broken:
        return self._broken(program, f"has not {what} in {self._patience:g} seconds")

    def _until(self) -> float:
        return time.monotonic() + self._patience

    def _broken(self, program: _Program, what: str) -> Broken:
        return Broken(f"{program.name}, {self._where}: {what}")

    # --- the line ------------------------------------------------------------------------------------------

    def _hear(self) -> Step | None:
        """Take one message, if one comes soon. Returns the step of an event.

        Raises:
            Broken: a program breaks the rules or the wire, or has ended.
        """
        try:
            said = self._door.inbox.get(timeout=_TICK)
        except queue.Empty:
            for program in self._sitting:
                if (how := program.ended(self._now.setup.id)) is not None:
                    raise self._broken(program, how) from None
            return None
        program, line, data = said
        line.taken()
        if data is None:
            program.line = None if program.line is line else program.line
        elif data == "p":
            line.send(b"p")
        else:
            return self._taken(program, line, data)
        return None

    def _taken(self, program: _Program, line: _Line, data: str | bytes) -> Step | None:
        """Carry out a message; returns the step of an event."""
        try:
            return self._carried_out(program, line, wire.decode(data))
        except wire.BadMessage as error:
            raise self._broken(program, f"has sent no message of the wire: {error}") from None

    def _carried_out(self, program: _Program, line: _Line, message: wire.Message) -> Step | None:
        if isinstance(message, wire.Hello):
            self._greet(program, line, message)
        elif line.table != self._now.setup.id:  # it looks at a match that is over
            if not isinstance(message, wire.Looked | wire.Hurry):
                line.tell(wire.Nak(message.id, "closed"))
        elif program.line is not line:
            raise wire.BadMessage("say hello first")
        elif isinstance(message, wire.Cmd):
            return self._event(program, line, message)
        elif isinstance(message, wire.Next):
            done = self._stale(message.at) or self._act(program, Seen(), message.id)
            self._answer(program, line, message.id, done)
        elif isinstance(message, wire.ActMessage):
            wish = wire.part(message.do, self._now.wishes, message.id)
            self._answer(program, line, message.id, self._wish(program, wish, message.id))
        elif isinstance(message, wire.Say):
            line.tell(wire.Nak.illegal(message.id, Refusal(Manner.QUIET, "PE-5.4.8")))
        return None

    def _greet(self, program: _Program, line: _Line, hello: wire.Hello) -> None:
        if hello.proto != wire.PROTO:
            line.close(_TOO_OLD, f"proto {wire.PROTO} is spoken here: docs/bot-protocol.md")
            raise self._broken(program, f"says hello in proto {hello.proto}; {wire.PROTO} is spoken here")
        if line.table != self._now.setup.id:
            line.close(_NO_TABLE, "no such table")
            return
        before, program.line, program.table = program.line, line, line.table
        if before is not None and before.table != line.table:
            before.close(_OVER, "the match is over")
        elif before is not None and before is not line:
            before.tell(wire.Bye("elsewhere"))
            before.close(_ELSEWHERE, "elsewhere")
        eye = self._now.eye(program.account)
        assert eye is not None
        line.tell(self._now.snap(eye))

    def _event(self, program: _Program, line: _Line, cmd: wire.Cmd) -> Step | None:
        """An event of a program: it happens, comes too late, or is against the rules."""
        table = self._now
        event = wire.part(cmd.do, table.setup.rules.decoder, cmd.id)
        chair = table.chair(program.account)
        done: Step | Refusal | str | None = self._stale(cmd.at)
        if cmd.id in program.answered or done is not None:
            self._answer(program, line, cmd.id, done)
            return None
        if chair is None or isinstance(event, Amendment) or table.lot is None:
            done = Refusal(Manner.NOT_AGREED)
        else:
            done = table.decide(table.place(chair), event, _now(), cmd.id)
        if isinstance(done, Refusal):
            law = f" ({done.law})" if done.law else ""
            raise self._broken(program, f"breaks the rules with {event.token}: {done.code}{law}")
        self._answer(program, line, cmd.id, done)
        return done

    def _stale(self, at: int) -> str | None:
        return None if self._now.course.seq <= at <= self._now.seq else "stale"

    def _wish(self, program: _Program, wish: Wish | Act, command: str) -> Step | Refusal:
        if not isinstance(wish, TakeChair | Accept):  # there is nobody with whom it could be agreed
            return Refusal(Manner.NOT_AGREED)
        asker = Asker(program.account, program.account, f"{_OWNER}/{program.name}", None, "")
        act = self._now.wished(wish, asker)
        return act if isinstance(act, Refusal) else self._act(program, act, command)

    def _act(self, program: _Program, act: Act, command: str) -> Step | Refusal:
        return self._now.act(self._now.chair(program.account), act, _now(), command)

    def _answer(self, program: _Program, line: _Line, id_: str, done: Step | Refusal | str | None) -> None:
        """Answer a command, and show all what has come of it; the same again gets the same answer."""
        if (seq := program.answered.get(id_)) is not None:
            line.tell(wire.Ack(id_, seq))
        elif isinstance(done, Step):
            program.answered[id_] = done.entry.seq
            line.tell(wire.Ack(id_, done.entry.seq))
            self._show(done)
        elif isinstance(done, Refusal):
            line.tell(wire.Nak.illegal(id_, done))
        else:
            line.tell(wire.Nak(id_, "stale"))

    # --- the log -------------------------------------------------------------------------------------------

    def _written(self, kind: str, seat: str | None, body: bytes) -> None:
        """An entry that no program has asked for."""
        before = self._now
        entry = Entry(before.seq + 1, _now(), kind, seat, None, body.decode())
        self._show(Step(before, entry, before.after(entry)))

    def _show(self, step: Step) -> None:
        """Go on from a step, and show it to each program."""
        self._table = step.table
        for program in self._sitting:
            if program.line is not None and program.sits(step.table.setup.id):
                was, eye = step.before.eye(program.account), step.table.eye(program.account)
                assert eye is not None
                program.line.tell(step.ev(eye, was))


def _now() -> int:
    return time.time_ns() // 1_000_000


# --- the match ------------------------------------------------------------------------------------------------

_halls: dict[float, Hall] = {}  # of this process, by patience: one match has one


def play(setup: arena.Setup, number: int, patience: float) -> arena.Played:
    """Play the deal of this number in all seatings. patience: seconds that a program may take for one decision.

    Raises:
        Broken: a program has broken it off.
    """
    hall = _halls.get(patience)
    if hall is None:
        hall = _halls[patience] = Hall(setup.programs, patience)
        Finalize(None, close, exitpriority=100)  # a process of a pool ends without the caller's `close`
    return arena.play(setup, number, hall)


def close() -> None:
    """End the programs that this process has started."""
    while _halls:
        _halls.popitem()[1].close()


def match(arguments: argparse.Namespace) -> int:
    """Let bots and programs play each other."""
    try:
        programs = _programs(arguments)
        return commands.match(arguments, programs, partial(play, patience=arguments.patience))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return _BAD
    finally:
        close()


def _programs(arguments: argparse.Namespace) -> Mapping[str, str]:
    """The programs by name.

    Raises:
        ValueError: an option is wrong; the message says which, and how it is written.
    """
    found: dict[str, str] = {}
    for pair in arguments.program:
        name, equals, command = (part.strip() for part in pair.partition("="))
        if not equals or not name.replace("-", "").isalnum() or not command:
            raise ValueError(f"--program {pair}: written --program name=command, as fox='python bot.py'")
        if name in bots.LEVELS or name in found:
            raise ValueError(
                f"--program {name}: {'a level' if name in bots.LEVELS else 'another program'} is called so"
            )
        try:
            shlex.split(command)
        except ValueError as error:
            raise ValueError(f"--program {name}: {error}") from None
        found[name] = command
    unused = found.keys() - set((arguments.bots or "").split(","))
    if unused:
        raise ValueError(f"--program {min(unused)}: --bots does not name it")
    if not arguments.patience > 0:
        raise ValueError("--patience is more than 0 seconds")
    return found
