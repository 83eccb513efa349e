"""Bo Haglund's and Soren Hein's DDS 2.9 through ctypes, and the process that it lives in.

DDS keeps its state in globals, cannot be interrupted and trusts its input, so it never runs in a process of ours. This
file is both sides: `Workers` keeps the processes and kills the one that overruns its time; run as a script it is such a
process. A worker imports nothing of Kozyr, so it is there in a few hundredths of a second.

A message is one letter and the bytes of DDS's own structures; the answer is DDS's return code and the bytes of what it
filled in. Whoever sends a message has checked the position: see `kozyr.solver.bridge`.
"""

from __future__ import annotations

import atexit
import ctypes
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any, Final, Self

_OK: Final = 1  # DDS's RETURN_NO_FAULT
_START: Final = 30.0  # seconds that a worker may take to come up on a busy machine
_Holdings: Final = ctypes.c_uint * 4 * 4  # by seat N E S W, by suit S H D C


class DdsMissing(RuntimeError):
    """The DDS library is not installed."""


class DdsFailed(RuntimeError):
    """DDS refused a position that we had found good, or its process died: a bug, ours or its own."""


# --- DDS's own structures (dll.h of 2.9) -------------------------------------------------------------------


class Deal(ctypes.Structure):
    """A position: who leads the trick, its cards (rank 0: none), and what is left in the hands."""

    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("trick_suits", ctypes.c_int * 3),
        ("trick_ranks", ctypes.c_int * 3),
        ("hands", _Holdings),
    )


class FutureTricks(ctypes.Structure):
    """What SolveBoard found: cards, the lower cards each stands for, the tricks of the side that plays it."""

    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suits", ctypes.c_int * 13),
        ("ranks", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("scores", ctypes.c_int * 13),
    )


class TableDeal(ctypes.Structure):
    """Four hands of thirteen cards."""

    _fields_ = (("hands", _Holdings),)


class TableResults(ctypes.Structure):
    """Tricks by trump S H D C NT and by declarer N E S W."""

    _fields_ = (("tricks", ctypes.c_int * 4 * 5),)


class Play(ctypes.Structure):
    """Cards in the order they were played."""

    _fields_ = (("number", ctypes.c_int), ("suits", ctypes.c_int * 52), ("ranks", ctypes.c_int * 52))


class PlayRequest(ctypes.Structure):
    """A position and what was played from it."""

    _fields_ = (("deal", Deal), ("play", Play))


class SolvedPlay(ctypes.Structure):
    """The declarer's tricks before the first card and after each."""

    _fields_ = (("number", ctypes.c_int), ("tricks", ctypes.c_int * 53))


class ParRequest(ctypes.Structure):
    """A table, the dealer, and the vulnerability as 0 none, 1 both, 2 NS, 3 EW."""

    _fields_ = (("table", TableResults), ("dealer", ctypes.c_int), ("vulnerable", ctypes.c_int))


class ParResults(ctypes.Structure):
    """The par score for North-South and the contracts that reach it, in DDS's words."""

    _fields_ = (("number", ctypes.c_int), ("score", ctypes.c_int), ("contracts", ctypes.c_char * 10 * 10))


class _Info(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_int),
        ("minor", ctypes.c_int),
        ("patch", ctypes.c_int),
        ("version", ctypes.c_char * 10),
        ("system", ctypes.c_int),
        ("bits", ctypes.c_int),
        ("compiler", ctypes.c_int),
        ("constructor", ctypes.c_int),
        ("cores", ctypes.c_int),
        ("threading", ctypes.c_int),
        ("threads", ctypes.c_int),
        ("sizes", ctypes.c_char * 128),
        ("text", ctypes.c_char * 1024),
    )


def library() -> Path:
    """Where the DDS library lies: in the `endplay` wheel, which is looked into and never imported.

    Raises:
        DdsMissing: the wheel is not installed, or has no library for this system.
    """
    spec = importlib.util.find_spec("endplay")
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        for name in ("libdds.so", "libdds.dylib"):
            path = Path(folder) / "_dds" / name
            if path.is_file():
                return path
    raise DdsMissing("bridge needs the DDS library in the endplay package: pip install endplay")


class Workers:
    """Processes with DDS in them, started when they are wanted; threads may share them.

    A request goes to a worker that is idle. One that overruns its time is killed, and another is started for the
    next request; no request ever gets another's answer.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count: Final = count or os.cpu_count() or 1
        self._free = threading.BoundedSemaphore(self.count)
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._owner = os.getpid()
        atexit.register(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the idle workers; a later request starts new ones."""
        with self._lock:
            idle, self._idle = self._idle, []
        if self._owner == os.getpid():
            for worker in idle:
                worker.kill()

    @property
    def spent(self) -> float:
        """The processor time of the idle workers since they began, in seconds; 0 where the system does not tell."""
        with self._lock:
            return sum(worker.spent for worker in self._idle)

    def ask(self, message: bytes, seconds: float | None = None) -> bytes:
        """DDS's answer to a message.

        seconds: how long DDS may think, not counting the wait for a free worker.

        Raises:
            TimeoutError: it thought longer.
            DdsFailed: it refused the message, or died.
            DdsMissing: there is no DDS.
        """
        with self._free:
            worker = self._take()
            good = False
            try:
                answer = worker.ask(message, seconds)
                good = True
            finally:  # also when Ctrl-C comes in between: its answer must not reach the next one who asks
                if good:
                    with self._lock:
                        self._idle.append(worker)
                else:
                    worker.kill()
        code = int.from_bytes(answer[:4], "little", signed=True)
        if code != _OK:
            raise DdsFailed(f"DDS: error {code}")
        return answer[4:]

    def _take(self) -> _Worker:
        with self._lock:
            if self._owner != os.getpid():  # a fork must not speak into its parent's pipes
                self._idle, self._owner = [], os.getpid()
            if self._idle:
                return self._idle.pop()
        return _Worker(library())


class _Worker:
    """One process with DDS in it, and our end of the pipe."""

    def __init__(self, path: Path) -> None:
        self._pipe, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-I", __file__, str(path), str(theirs.fileno()), str(os.getpid())]
            self._process = subprocess.Popen(  # noqa: S603 - our own file
                command,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                cwd=tempfile.gettempdir(),  # where DDS leaves its dump.txt when it refuses a position
            )
        try:
            ready = self._pipe.poll(_START) and self._pipe.recv_bytes() == b"ready"
        except EOFError:
            ready = False
        if not ready:
            self.kill()
            raise DdsFailed("a DDS process did not start")

    @property
    def spent(self) -> float:
        """The processor time of the process so far, in seconds, by Linux's clock of another process (clockid from a pid)."""
        if sys.platform != "linux":
            return 0.0
        return time.clock_gettime((~self._process.pid) << 3 | 2)

    def ask(self, message: bytes, seconds: float | None) -> bytes:
        try:
            self._pipe.send_bytes(message)
            if not self._pipe.poll(seconds):
                raise TimeoutError(f"DDS did not finish within {seconds:g} s")
            return self._pipe.recv_bytes()
        except (EOFError, ConnectionError) as error:
            raise DdsFailed("a DDS process died") from error

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._pipe.close()


# --- the worker's side -------------------------------------------------------------------------------------


def _load(path: str) -> ctypes.CDLL:
    dll = ctypes.CDLL(path)
    dll.SetMaxThreads(1)
    info = _Info()
    dll.GetDDSInfo(ctypes.byref(info))
    if (info.major, info.minor) != (2, 9):
        raise SystemExit(f"DDS {info.major}.{info.minor} is not DDS 2.9: {path}")
    dll.SolveBoard.argtypes = (Deal, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    dll.AnalysePlayBin.argtypes = (Deal, Play, ctypes.c_void_p, ctypes.c_int)
    dll.CalcDDtable.argtypes = (TableDeal, ctypes.c_void_p)
    dll.DealerPar.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int)
    return dll


def _answer(dll: ctypes.CDLL, message: bytes) -> bytes:
    kind, body = message[:1], message[1:]
    found: Any
    code = _OK
    if kind in {b"S", b"V"}:  # one deal or many; every card with its score, or one best card
        deals = (Deal * (len(body) // ctypes.sizeof(Deal))).from_buffer_copy(body)
        found = (FutureTricks * len(deals))()
        for deal, place in zip(deals, found, strict=True):
            if code == _OK:  # with a score also where only one can be played
                code = dll.SolveBoard(deal, -1, 3 if kind == b"S" else 1, 1, ctypes.byref(place), 0)
    elif kind == b"T":
        found = TableResults()
        code = dll.CalcDDtable(TableDeal.from_buffer_copy(body), ctypes.byref(found))
    elif kind == b"A":
        found = SolvedPlay()
        asked = PlayRequest.from_buffer_copy(body)
        code = dll.AnalysePlayBin(asked.deal, asked.play, ctypes.byref(found), 0)
    else:
        found = ParResults()  # zeroed: where all pass DDS leaves the score as it is
        par = ParRequest.from_buffer_copy(body)
        code = dll.DealerPar(ctypes.byref(par.table), ctypes.byref(found), par.dealer, par.vulnerable)
    return int(code).to_bytes(4, "little", signed=True) + bytes(found)


def _leave_with(parent: int) -> None:
    """A search cannot be asked to stop, so a thread ends the process when its owner is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _serve(path: str, pipe: Connection, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the owner's affair
    dll = _load(path)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    with suppress(EOFError, ConnectionError):
        pipe.send_bytes(b"ready")
        while True:
            pipe.send_bytes(_answer(dll, pipe.recv_bytes()))


if __name__ == "__main__":
    _serve(sys.argv[1], Connection(int(sys.argv[2])), int(sys.argv[3]))
