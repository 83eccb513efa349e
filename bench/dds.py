"""Bo Haglund's and Soren Hein's DDS 2.9 through ctypes: a peer of the double-dummy core, for benchmarks and tests.

Its library lies in the `endplay` wheel, which is looked into and never imported. DDS trusts its input: whoever asks has
checked the position. Cards are ``13 * suit + rank`` as in the native core, suits S H D C.
"""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from kozyr.cards import Seat
from kozyr.solver.bridge_contracts import DENOMINATIONS, Par, ParContract, Table, Vulnerability

_OK: Final = 1  # DDS's RETURN_NO_FAULT
_Holdings: Final = ctypes.c_uint * 4 * 4  # by seat N E S W, by suit S H D C
_VULNERABLE: Final[dict[Vulnerability, int]] = {"none": 0, "both": 1, "ns": 2, "ew": 3}


class DdsMissing(RuntimeError):
    """The DDS library is not installed."""


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


@cache
def _dll() -> ctypes.CDLL:
    dll = ctypes.CDLL(str(library()))
    dll.SetMaxThreads(1)
    info = _Info()
    dll.GetDDSInfo(ctypes.byref(info))
    if (info.major, info.minor) != (2, 9):
        raise DdsMissing(f"DDS {info.major}.{info.minor} is not DDS 2.9")
    dll.SolveBoard.argtypes = (Deal, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    dll.CalcDDtable.argtypes = (TableDeal, ctypes.c_void_p)
    dll.DealerPar.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int)
    return dll


def _fill(places: ctypes.Array[ctypes.Array[ctypes.c_uint]], hands: Sequence[int]) -> None:
    for row, hand in zip(places, hands, strict=True):
        row[:] = [(hand >> 13 * suit & 0x1FFF) << 2 for suit in range(4)]


def table_of(hands: Sequence[int]) -> list[list[int]]:
    """Tricks by denomination S H D C NT and by declarer N E S W."""
    asked, found = TableDeal(), TableResults()
    _fill(asked.hands, hands)
    if _dll().CalcDDtable(asked, ctypes.byref(found)) != _OK:
        raise ValueError("DDS refuses the deal")
    return [list(row) for row in found.tricks]


def moves_of(trump: int, leader: int, hands: Sequence[int], trick: Sequence[int] = ()) -> dict[int, int]:
    """Every legal card with the tricks of its side from here on; trump 4 is no trump."""
    deal, found = Deal(trump=trump, first=leader), FutureTricks()
    _fill(deal.hands, hands)
    for at, card in enumerate(trick):
        deal.trick_suits[at], deal.trick_ranks[at] = card // 13, card % 13 + 2
    if _dll().SolveBoard(deal, -1, 3, 1, ctypes.byref(found), 0) != _OK:
        raise ValueError("DDS refuses the position")
    moves = {}
    for at in range(found.cards):
        for rank in range(2, 15):
            if rank == found.ranks[at] or found.equals[at] >> rank & 1:
                moves[13 * found.suits[at] + rank - 2] = found.scores[at]
    return moves


def par_of(tricks: Table, dealer: Seat, vulnerable: Vulnerability) -> Par:
    """Par as DDS tells it; where all pass it leaves the score unwritten, which is read as nought."""
    asked, found = TableResults(), ParResults()
    for row, name in zip(asked.tricks, DENOMINATIONS, strict=True):
        row[:] = [tricks[name][seat] for seat in Seat]
    if _dll().DealerPar(ctypes.byref(asked), ctypes.byref(found), dealer.position, _VULNERABLE[vulnerable]) != _OK:
        raise ValueError("DDS refuses the table")
    words = [bytes(found.contracts[at]).split(b"\0", 1)[0].decode("ascii") for at in range(found.number)]
    return Par(found.score, tuple(_contract(word) for word in words if word != "pass"))


def _contract(word: str) -> ParContract:
    """DDS writes ``4S-NS``, ``2H-E+1`` and ``5D*-EW-2``."""
    contract, _, rest = word.partition("-")
    who = rest.rstrip("0123456789+-")
    over = int(rest[len(who) :] or 0)
    name = contract[1:].removesuffix("*")
    return ParContract(int(contract[0]), "NT" if name == "N" else name, tuple(Seat(letter) for letter in who), over)
