"""Teaches the learned caller of bridge: solves deals, trains its network on them, and says what it gains.

    python -m scripts.teach_bidding deals deals.jsonl --seed B --deals 20000 [--seconds 3600]
    python -m scripts.teach_bidding train deals.jsonl [another.jsonl] --out src/kozyr/bots/bridge/learned.bin
    python -m scripts.teach_bidding report --seed 5001 --boards 1000

`deals` bids every deal by the book with each dealer, tries at every call what else the hand may call, bids each of these on by
the book and solves the contracts with all cards seen. Called again it goes on where it stopped; a line torn by an interruption
is made anew. `train` leaves each tenth deal out, trains on the others, and tells for several margins what a caller who
leaves the book for more than the margin gains on the deals left out (`MARGIN` in learned.py is chosen by that). It wants PyTorch, which
nothing else here does: `pip install torch --index-url https://download.pytorch.org/whl/cpu`; a processor is enough. `report` is a match of
bidding alone against the book and against each system, on deals of its own.
"""

from __future__ import annotations

import argparse
import random
import struct
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from kozyr import _native
from kozyr.bots.bridge.book import System
from kozyr.bots.bridge.duel import duel
from kozyr.bots.bridge.ends import End, ended, over
from kozyr.bots.bridge.inputs import EXPOSED, INPUTS, SIGNATURE, inputs
from kozyr.bots.bridge.learned import Learned, offered
from kozyr.bots.bridge.system import Hand
from kozyr.bots.bridge.systems import SYSTEMS
from kozyr.cards import CardSet, Seat
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games.bridge import Contract, duplicate_score
from kozyr.games.bridge.scoring import imps

_SEATS: Final = tuple(Seat)
_PAIRS: Final = (("sayc", "sayc"), ("sayc", "two-over-one"), ("sayc", "pressure"))
_WILD: Final = 0.25  # auctions in which one call is not the book's, so that what follows such a call is learned as well
_LONGEST: Final = 50  # calls after which all pass
_MEGABYTES: Final = 64
_FILE: Final = 10_000_000  # deals that a file has at most
_LEFT_OUT: Final = 10  # each so many-th deal is not learned from
_FAR: Final = 3  # tricks down from which a contract is taken to be doubled; one less where both sides bid
_DOUBLED: Final = 0.3  # how much the score with such doubles counts in what is learned, against the plain one
_MARGINS: Final = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5)
_WIDE: Final = 1.96  # standard errors of an interval of 95 %
_FINE: Final = 1 << 12  # a weight of one, as native/src/network.cpp reads it
_COARSE: Final = 1 << 8  # what goes from layer to layer, likewise


# --- deals --------------------------------------------------------------------------------------------------------------


class Tried(msgspec.Struct, array_like=True, frozen=True):
    """A call and the contract that it leads to by the book: as its name, its declarer, whether both sides had bid (0 or 1)."""

    call: str
    contract: str | None
    declarer: int
    fought: int


class Bidding(msgspec.Struct, frozen=True):
    """An auction with its dealer and the systems of N S and E W; nodes: calls made before, and what was tried then."""

    dealer: int
    sys: tuple[str, str]
    calls: str
    nodes: list[tuple[int, list[Tried]]]


class Solved(msgspec.Struct, frozen=True):
    """A deal by its number, from 1: hands as bits, the declarer's tricks by strain and declarer, auctions."""

    n: int
    hands: tuple[int, int, int, int]
    tricks: dict[str, int]
    auctions: list[Bidding]


def solved(seed: str, number: int, solver: _native.BridgeSolver, dealers: int = 4) -> Solved:
    """A deal of a seed, bid with each dealer (or with two neighbours) and solved as far as it is asked."""
    chance = random.Random(f"learned caller {seed} {number}")  # noqa: S311 - to be repeated
    layout = numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, _SEATS)
    n, e, s, w = (CardSet.of(hand or ()).bits for hand in layout.hands)
    four = [Hand.of(CardSet(bits)) for bits in (n, e, s, w)]
    first = chance.randrange(4)
    order = range(4) if dealers == 4 else (first, (first + chance.choice((1, 3))) % 4)
    ends: dict[tuple[str, int], End] = {}
    auctions = [_auction(chance, dealer, four, ends) for dealer in order]
    tricks: dict[str, int] = {}
    for (strain, declarer), end in sorted(ends.items()):
        assert end.contract is not None
        trump = None if end.contract.trump is None else _native.Suit(end.contract.trump.position)
        position = _native.BridgePosition(trump, (declarer + 1) % 4, [n, e, s, w], [])
        value = solver.solve(position, moves=False).value
        tricks[f"{strain}{declarer}"] = value if declarer % 2 == 0 else 13 - value
    return Solved(number, (n, e, s, w), tricks, auctions)


def _auction(chance: random.Random, dealer: int, four: Sequence[Hand], ends: dict[tuple[str, int], End]) -> Bidding:
    """An auction and all that might have been called; contracts that are to be solved are put to the ends."""
    names = chance.choice(_PAIRS)
    if chance.random() < 0.5:
        names = names[::-1]
    one, other = (SYSTEMS[name] for name in names)
    wild = chance.random() < _WILD
    calls, choices = _bid((one, other), dealer, four)
    if wild and choices:
        at, some = chance.choice(choices)
        calls, choices = _bid((one, other), dealer, four, (at, chance.choice(some[1:])))
    nodes: list[tuple[int, list[Tried]]] = []
    for at, some in choices:
        row = [_bid_on((one, other), (*calls[:at], call), dealer, four) for call in some]
        if len({end.key for end in row}) > 1:
            ends |= {(end.contract.denomination.value, end.declarer): end for end in row if end.contract is not None}
        tried = [
            Tried(call, None if end.contract is None else str(end.contract), end.declarer, int(end.fought))
            for call, end in zip(some, row, strict=True)
        ]
        nodes.append((at, tried))
    return Bidding(dealer, names, " ".join(calls), nodes)


def _bid(
    systems: tuple[System, System], dealer: int, four: Sequence[Hand], other: tuple[int, str] | None = None
) -> tuple[tuple[str, ...], list[tuple[int, list[str]]]]:
    """An auction by the book, but for one call; and where a hand had a choice, between what."""
    calls: tuple[str, ...] = ()
    choices: list[tuple[int, list[str]]] = []
    while not over(calls):
        at = (dealer + len(calls)) % 4
        some = [rule.call for rule in offered(systems[at % 2], calls, four[at])] if len(calls) < _LONGEST else ["pass"]
        if len(some) > 1:
            choices.append((len(calls), some))
        calls += (other[1] if other is not None and other[0] == len(calls) else some[0],)
    return calls, choices


def _bid_on(systems: tuple[System, System], calls: tuple[str, ...], dealer: int, four: Sequence[Hand]) -> End:
    while not over(calls):
        at = (dealer + len(calls)) % 4
        calls += (systems[at % 2].choice(calls, four[at]) if len(calls) < _LONGEST else "pass",)
    return ended(calls, dealer)


def deals(path: Path, seed: str, until: int, seconds: float, dealers: int = 4) -> int:
    """Adds deals to a file up to a number, or as many as are done in the time; tells how many there are.

    Raises:
        ValueError: the file has deals of another seed, or is none of deals.
    """
    done = _mended(path)
    solver = _native.BridgeSolver(_MEGABYTES)
    if done is not None and solved(seed, done.n, solver, dealers) != done:
        raise ValueError(f"{path}: its deals are of another seed or of another book")
    number = 0 if done is None else done.n
    end = time.monotonic() + seconds
    with path.open("ab") as file:
        while number < until and time.monotonic() < end:
            number += 1
            file.write(msgspec.json.encode(solved(seed, number, solver, dealers)) + b"\n")
            file.flush()
    return number


def _mended(path: Path) -> Solved | None:
    """The last deal of a file, after a torn line at its end is cut off; None: there is none yet."""
    if not path.exists():
        return None
    whole = path.read_bytes()
    kept = whole[: whole.rfind(b"\n") + 1]
    if kept != whole:
        path.write_bytes(kept)
    return _read(path, kept.splitlines()[-1]) if kept else None


def _read(path: Path, line: bytes) -> Solved:
    try:
        return msgspec.json.decode(line, type=Solved)
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"{path}: no deals of this program: {wrong}") from wrong


# --- what is learned from them --------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """A call that might have been made: which inputs are set, its deal and its place there, and what it gains.

    gains: IMPs over the book's call, by who is vulnerable (nobody, the caller's side, the other, both), plain and then with contracts that
    fail badly doubled.
    """

    inputs: list[int]
    deal: int
    node: int
    gains: list[int]


def samples(path: Path, base: int = 0) -> Iterator[Sample]:
    """All of a file of deals, whose numbers are counted from a base on.

    Raises:
        ValueError: it is no such file, or was made with another book.
    """
    with path.open("rb") as file:
        for line in file:
            one = _read(path, line)
            four = [Hand.of(CardSet(bits)) for bits in one.hands]
            for auction in one.auctions:
                calls = tuple(auction.calls.split())
                for at, tried in auction.nodes:
                    seat = (auction.dealer + at) % 4
                    system = SYSTEMS[auction.sys[seat % 2]]
                    rules = offered(system, calls[:at], four[seat])
                    if [rule.call for rule in rules] != [each.call for each in tried]:
                        raise ValueError(f"{path}: deal {one.n} was bid by another book")
                    rows = inputs(system, calls[:at], four[seat], rules)
                    for row, each in zip(rows, tried[1:], strict=True):
                        gains = [
                            _gain(each, tried[0], one.tricks, seat % 2, exposed, doubles=doubles)
                            for doubles in (False, True)
                            for exposed in range(4)
                        ]
                        yield Sample(row, base + one.n, 64 * auction.dealer + at, gains)


def _gain(one: Tried, book: Tried, tricks: dict[str, int], side: int, exposed: int, *, doubles: bool) -> int:
    if (one.contract, one.declarer) == (book.contract, book.declarer):
        return 0
    here, there = (_points(each, tricks, side, exposed, doubles=doubles) for each in (one, book))
    return imps(here - there)


def _points(end: Tried, tricks: dict[str, int], side: int, exposed: int, *, doubles: bool) -> int:
    """What an end brings a side; exposed: 1 if it is vulnerable, 2 if the other is."""
    if end.contract is None:
        return 0
    taken = tricks[f"{end.contract.rstrip('X')[1:]}{end.declarer}"]
    declares = end.declarer % 2 == side
    points = _scored(end.contract, taken, bool(exposed & (1 if declares else 2)), doubles, end.fought)
    return points if declares else -points


@cache
def _scored(name: str, taken: int, vulnerable: bool, doubles: bool, fought: int) -> int:
    contract = Contract.parse(name)
    if doubles and not contract.doubled and contract.need - taken >= _FAR - fought:
        contract = Contract(contract.level, contract.denomination, 1)
    return duplicate_score(contract, taken, vulnerable=vulnerable)


class Taught(NamedTuple):
    """Samples as arrays: all inputs in one row, where each sample's begin and the last ends, deals, nodes, gains."""

    row: NDArray[np.int16]
    starts: NDArray[np.int64]
    deal: NDArray[np.int64]
    node: NDArray[np.int64]
    gains: NDArray[np.float32]

    @classmethod
    def of(cls, found: Iterator[Sample]) -> Taught:
        """The arrays of samples; there is at least one."""
        row: list[NDArray[np.int16]] = []
        deal: list[int] = []
        node: list[int] = []
        gains: list[NDArray[np.int8]] = []
        for one in found:
            row.append(np.array(one.inputs, np.int16))
            deal.append(one.deal)
            node.append(one.node)
            gains.append(np.array(one.gains, np.int8))
        starts = np.cumsum([0, *(len(each) for each in row)])
        return cls(np.concatenate(row), starts, np.array(deal), np.array(node), np.stack(gains).astype(np.float32))

    def some(self, which: NDArray[np.int64], exposed: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The inputs of some samples one after another, with who is vulnerable, and where each begins."""
        lengths = self.starts[which + 1] - self.starts[which] + 1
        begin = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        last = begin + lengths - 1
        at = np.repeat(self.starts[which] - begin, lengths) + np.arange(lengths.sum())
        at[last] = 0
        row = self.row[at].astype(np.int64)
        row[last] = EXPOSED + exposed
        return row, begin


# --- the network ------------------------------------------------------------------------------------------------------------


class Member(NamedTuple):
    """One network: rows by input, the sums they start from, the small layer, what comes out."""

    rows: NDArray[np.float32]
    start: NDArray[np.float32]
    small: NDArray[np.float32]
    small_start: NDArray[np.float32]
    out: NDArray[np.float32]
    out_start: NDArray[np.float32]


def packed(members: Sequence[Member]) -> bytes:
    """The file that `_native.Network` reads.

    Raises:
        ValueError: a weight is too large to be written.
    """
    wide, narrow = len(members[0].start), len(members[0].small_start)
    body = b"KOZYRNET" + struct.pack("<6I", 1, SIGNATURE, INPUTS, len(members), wide, narrow)
    for one in members:
        for weights, start, unit in (
            (one.rows, one.start, _FINE),
            (one.small, one.small_start, _FINE * _COARSE),
            (one.out, one.out_start, _FINE * _COARSE),
        ):
            whole = np.rint(weights * _FINE)
            if np.abs(whole).max() > np.iinfo(np.int16).max:
                raise ValueError("a weight of 8 or more cannot be written")
            body += whole.astype("<i2").tobytes() + np.rint(start * unit).astype("<i4").tobytes()
    checksum = 2166136261
    for byte in body:
        checksum = (checksum ^ byte) * 16777619 & 0xFFFFFFFF
    return body + struct.pack("<I", checksum)


def train(paths: Sequence[Path], out: Path, members: int, epochs: int, sizes: tuple[int, int]) -> None:
    """Trains networks on files of deals, tells what they gain on the deals left out, and writes them."""
    import torch  # noqa: PLC0415 - nothing else wants it

    torch.set_num_threads(1)
    taught = Taught.of(one for at, path in enumerate(paths) for one in samples(path, at * _FILE))
    left_out = taught.deal % _LEFT_OUT == 0
    learns, checks = np.flatnonzero(~left_out), np.flatnonzero(left_out)
    print(
        f"{len(taught.deal)} calls of {len(np.unique(taught.deal))} deals, {len(checks)} of them left out", flush=True
    )
    target = (1 - _DOUBLED) * taught.gains[:, :4] + _DOUBLED * taught.gains[:, 4:]
    made = _trained(torch, taught, learns, target, members, epochs, sizes)
    whole = packed(made)
    out.write_bytes(whole)
    network = _native.Network(whole, SIGNATURE, INPUTS)
    print(f"{out}: {len(whole)} bytes")
    for line in _checked(network, taught, checks):
        print(line)


def _trained(
    torch: Any,
    taught: Taught,
    learns: NDArray[np.int64],
    target: NDArray[np.float32],
    members: int,
    epochs: int,
    sizes: tuple[int, int],
) -> list[Member]:
    """Networks that begin otherwise and forget otherwise (dropout), trained side by side on the same calls."""
    torch.manual_seed(1)
    chance = np.random.default_rng(1)
    wide, narrow = sizes
    rows, start = 0.05 * torch.randn(INPUTS, members * wide), torch.zeros(members * wide)
    small, small_start = torch.randn(members, narrow, wide) / wide**0.5, torch.zeros(members, narrow)
    out, out_start = torch.randn(members, narrow) / narrow**0.5, torch.zeros(members)
    weights = [one.requires_grad_() for one in (rows, start, small, small_start, out, out_start)]
    drop = torch.nn.Dropout(0.2)
    batch, rate = 1024, 2e-3
    turns = torch.optim.AdamW(weights, rate, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(turns, rate, epochs * (len(learns) // batch + 1))
    for epoch in range(epochs):
        order = chance.permutation(learns)
        missed = 0.0
        for at in range(0, len(order), batch):
            which = order[at : at + batch]
            exposed = chance.integers(0, 4, len(which))
            row, begin = taught.some(which, exposed)
            asked = torch.zeros(len(which), INPUTS)
            asked[np.repeat(np.arange(len(which)), np.diff([*begin, len(row)])), row] = 1.0
            hidden = drop(torch.relu(asked @ rows + start)).view(-1, members, wide)
            hidden = drop(torch.relu(torch.einsum("bmw,mnw->bmn", hidden, small) + small_start))
            guess = (hidden * out).sum(2) + out_start
            loss = ((guess - torch.from_numpy(target[which, exposed])[:, None]) ** 2).mean()
            turns.zero_grad()
            (loss * members).backward()
            turns.step()
            pace.step()
            missed += loss.item() * len(which)
        print(f"epoch {epoch + 1} of {epochs}: {missed / len(order):.3f} square IMPs missed", flush=True)
    found = [one.detach().numpy() for one in weights]
    return [
        Member(
            found[0][:, wide * k : wide * (k + 1)],
            found[1][wide * k : wide * (k + 1)],
            found[2][k],
            found[3][k],
            found[4][k],
            found[5][k : k + 1],
        )
        for k in range(members)
    ]


def _checked(network: _native.Network, taught: Taught, checks: NDArray[np.int64]) -> Iterator[str]:
    """What is gained on some deals by leaving the book for more than a margin: IMPs a deal and dealer for both sides together."""
    numbers, deal = np.unique(taught.deal[checks], return_inverse=True)
    asked = [[int(at) for at in taught.row[taught.starts[one] : taught.starts[one + 1]]] for one in checks]
    told = np.array([network.answers([[*row, EXPOSED + exposed] for row in asked]) for exposed in range(4)]).T
    key = taught.deal[checks] * 1024 + taught.node[checks]
    for margin in _MARGINS:
        gained = np.zeros((len(numbers), 2))
        count = 0
        for exposed in range(4):
            order = np.lexsort((-told[:, exposed], key))
            first = order[np.concatenate([[True], np.diff(key[order]) != 0])]  # the best call of each node
            some = first[told[first, exposed] > margin]
            count += len(some)
            for kind, column in enumerate((exposed, 4 + exposed)):
                np.add.at(gained[:, kind], deal[some], taught.gains[checks[some], column] / 16)
        error = _WIDE * gained[:, 0].std() / np.sqrt(len(numbers))
        yield (
            f"margin {margin:.2f}: {gained[:, 0].mean():+.3f} ± {error:.3f} IMPs a board (bad contracts doubled "
            f"{gained[:, 1].mean():+.3f}), {count / 16 / len(numbers):.2f} calls a board"
        )


# --- what it gains ------------------------------------------------------------------------------------------------------------


def report(own: str, boards: int, seed: int) -> Iterator[str]:
    """A system as the learned caller bids it against its book and against the other systems, by bidding alone."""
    for name in (own, *(name for name in SYSTEMS if name != own)):
        found = duel(Learned(SYSTEMS[own]), SYSTEMS[name], boards, seed)
        yield f"{own}+learned against {name}, {boards} boards, seed {seed}: {found.imps:+.2f} ± {found.interval:.2f} IMPs a board"


def main(words: Sequence[str] | None = None) -> int:
    """Do what is asked; 2 and one line if it cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m scripts.teach_bidding", description="Teach the learned caller.")
    what = parser.add_subparsers(dest="what", required=True)
    made = what.add_parser("deals", help="solve deals, or go on with it")
    made.add_argument("file", type=Path)
    made.add_argument("--seed", default="1")
    made.add_argument("--deals", type=int, default=20_000)
    made.add_argument("--dealers", type=int, choices=(2, 4), default=4, help="with how many dealers each is bid")
    made.add_argument("--seconds", type=float, default=float("inf"))
    taught = what.add_parser("train", help="train the network and write its weights")
    taught.add_argument("files", type=Path, nargs="+")
    taught.add_argument("--out", type=Path, required=True)
    taught.add_argument("--members", type=int, default=4)
    taught.add_argument("--epochs", type=int, default=10)
    taught.add_argument("--sizes", type=int, nargs=2, default=(32, 16), metavar="N")
    told = what.add_parser("report", help="a match by bidding alone against the book and each system")
    told.add_argument("--system", choices=tuple(SYSTEMS), default="sayc")
    told.add_argument("--boards", type=int, default=1000)
    told.add_argument("--seed", type=int, default=5001)
    arguments = parser.parse_args(words)
    try:
        if arguments.what == "deals":
            print(
                f"{deals(arguments.file, arguments.seed, arguments.deals, arguments.seconds, arguments.dealers)} deals"
            )
        elif arguments.what == "train":
            train(arguments.files, arguments.out, arguments.members, arguments.epochs, tuple(arguments.sizes))
        else:
            for line in report(arguments.system, arguments.boards, arguments.seed):
                print(line, flush=True)
    except (OSError, ValueError, ModuleNotFoundError) as wrong:
        print(f"{parser.prog}: {wrong}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
