"""Teaches the forecast of tricks (`kozyr.bots.bridge.forecast`): solves contracts, trains its network on them, tells how far it is off.

    python -m scripts.bridge_forecast rows rows.jsonl --seed 1 --deals 10000
    python -m scripts.bridge_forecast train rows.jsonl [another.jsonl] --out src/kozyr/bots/bridge/forecast.json
    python -m scripts.bridge_forecast report rows.jsonl

`rows` solves four likely contracts of every deal (long trumps, many points) with all cards seen, and called again goes on where it stopped.
Any file of lines with `hands` (bits, N E S W) and `tricks` (strain and declarer's place: `{"S2": 9}`) is read. `train` leaves each tenth deal out and prints the error on it by kind of contract. It wants
PyTorch, which nothing that is shipped does (`pip install torch --index-url https://download.pytorch.org/whl/cpu`); a processor is enough.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from kozyr.bots.bridge.forecast import FEATURES, NO_TRUMP, expected, marks
from kozyr.bots.bridge.system import SUITS, Hand
from kozyr.bots.bridge.worlds import World
from kozyr.cards import CardSet, Seat
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.solver.bridge import Board, Hands, values

_SEATS: Final = tuple(Seat)
_LETTERS: Final = ("S", "H", "D", "C", "NT")
_LIKELY: Final = 4  # contracts of a deal
_LEFT_OUT: Final = 10  # each so many-th deal is not learned from
_UNITS, _AFTER = 32, 16  # of the first layer, for each kind of suit, and of the second
_TURNED: Final = 0.5
_PASSES, _BATCH, _RATE, _DECAY = 30, 128, 3e-3, 0.05


class Row(NamedTuple):
    """A contract and its tricks; learned: not left out."""

    world: World
    strain: int
    declarer: int
    tricks: int
    learned: bool


# --- rows ---------------------------------------------------------------------------------------------------------------


def _likely(hands: Hands, chance: random.Random) -> Iterator[tuple[int, int]]:
    """Strains and declarers that one may think of."""
    four = [Hand.of(hand) for hand in hands]
    found: list[tuple[float, int, int]] = []
    for side in (0, 1):
        points = four[side].hcp + four[side + 2].hcp
        lengths = [four[side].lengths[at] + four[side + 2].lengths[at] for at in range(4)]
        found += [
            (length + points / 4 + 4 * chance.random(), at, side) for at, length in enumerate(lengths) if length > 6
        ]
        found.append((7 + points / 4 + 4 * chance.random(), NO_TRUMP, side))
    for _, strain, side in sorted(found, reverse=True)[:_LIKELY]:
        yield strain, side + 2 * chance.randrange(2)


def _rows(path: Path, seed: int, deals: int) -> None:
    done = len(path.read_text().splitlines()) if path.exists() else 0
    with path.open("a", buffering=1) as out:
        for number in range(done + 1, deals + 1):
            chance = random.Random(f"tricks {seed} {number}")  # noqa: S311 - what is learned from is to be made again
            n, e, s, w = (
                CardSet.of(hand or ()) for hand in numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, _SEATS).hands
            )
            likely = list(dict.fromkeys(_likely((n, e, s, w), chance)))
            asked = [
                Board((n, e, s, w), None if strain == NO_TRUMP else SUITS[strain], _SEATS[at], _SEATS[(at + 1) % 4])
                for strain, at in likely
            ]
            tricks = {f"{_LETTERS[strain]}{at}": made for (strain, at), made in zip(likely, values(asked), strict=True)}
            line = {"n": number, "hands": [hand.bits for hand in (n, e, s, w)], "tricks": tricks}
            out.write(json.dumps(line) + "\n")


def _read(paths: list[Path]) -> list[Row]:
    found: list[Row] = []
    for path in paths:
        for line in path.read_text().splitlines():
            try:
                told = json.loads(line)
            except json.JSONDecodeError:
                continue  # torn when the making of it was broken off
            n, e, s, w = told["hands"]
            for contract, tricks in told["tricks"].items():
                strain = _LETTERS.index(contract[:-1])
                found.append(Row((n, e, s, w), strain, int(contract[-1]), tricks, told["n"] % _LEFT_OUT != 0))
    return found


# --- training -----------------------------------------------------------------------------------------------------------


def _inputs(row: Row) -> list[list[float]]:
    """Of each suit, trumps first, what the four hands hold of it."""
    suits = [row.strain, *(at for at in range(4) if at != row.strain)] if row.strain != NO_TRUMP else [0, 1, 2, 3]
    found = []
    for suit in suits:
        line = [0.0] * (4 * FEATURES)
        for hand, away in enumerate((0, 2, 1, 3)):
            for mark in marks(row.world[(row.declarer + away) % 4] >> 13 * suit & 0x1FFF):
                line[FEATURES * hand + mark] = 1.0
        found.append(line)
    return found


def _train(rows: list[Row], seed: int) -> dict[str, Any]:
    """The numbers of both kinds, as the file has them."""
    torch: Any = importlib.import_module("torch")
    torch.manual_seed(seed)
    chance = random.Random(seed)  # noqa: S311 - an order of batches
    with_trumps = [row for row in rows if row.strain != NO_TRUMP]
    without = [row for row in rows if row.strain == NO_TRUMP]
    return {
        "trumps": _kind(torch, with_trumps, (slice(0, 1), slice(1, 4)), 8.0, chance),
        "none": _kind(torch, without, (slice(0, 4),), 7.0, chance),
    }


def _kind(
    torch: Any, rows: list[Row], places: tuple[slice, ...], middle: float, chance: random.Random
) -> dict[str, Any]:
    """The numbers of one kind of contract; places: which suits share a first layer. middle: its tricks, about."""
    first = [torch.nn.Linear(4 * FEATURES, _UNITS) for _ in places]
    then, last = torch.nn.Linear(len(places) * _UNITS, _AFTER), torch.nn.Linear(_AFTER, 1)
    way = torch.optim.AdamW(
        [one for layer in (*first, then, last) for one in layer.parameters()], lr=_RATE, weight_decay=_DECAY
    )
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(way, _PASSES)

    def guess(suits: Any) -> Any:
        seen = [torch.relu(layer(suits[:, place])).sum(1) for layer, place in zip(first, places, strict=True)]
        return middle + last(torch.relu(then(torch.cat(seen, 1))))[:, 0]

    known, left = ([row for row in rows if row.learned is learned] for learned in (True, False))
    inputs, wanted = torch.tensor([_inputs(row) for row in known]), torch.tensor([float(row.tricks) for row in known])
    turned = torch.tensor([1, 0, 3, 2])  # dummy declares: nearly the same
    order = list(range(len(known)))
    for _ in range(_PASSES):
        chance.shuffle(order)
        for at in range(0, len(order), _BATCH):
            some = torch.tensor(order[at : at + _BATCH])
            batch = inputs[some]
            if chance.random() < _TURNED:
                batch = batch.reshape(len(batch), 4, 4, FEATURES)[:, :, turned].reshape(batch.shape)
            loss = ((guess(batch) - wanted[some]) ** 2).mean()
            way.zero_grad()
            loss.backward()
            way.step()
        slower.step()
    with torch.no_grad():
        tests, truth = torch.tensor([_inputs(row) for row in left]), torch.tensor([float(row.tricks) for row in left])
        error = float(((guess(tests) - truth) ** 2).mean() ** 0.5)
    print(f"{len(known)} contracts learned, off by {error:.3f} tricks on {len(left)} others")
    return {
        "first": [_matrix(layer.weight) for layer in first],
        "bias": [_line(layer.bias) for layer in first],
        "then": [[*row, more] for row, more in zip(_matrix(then.weight), _line(then.bias), strict=True)],
        "last": [*_matrix(last.weight)[0], *_line(last.bias)],
        "middle": middle,
        "error": round(error, 3),
    }


def _line(values: Any) -> list[float]:
    return [round(float(value), 4) for value in values.detach()]


def _matrix(rows: Any) -> list[list[float]]:
    return [_line(row) for row in rows.detach()]


# --- report -------------------------------------------------------------------------------------------------------------


def _report(rows: list[Row]) -> None:
    """How far the shipped forecast is off, with trumps and without, and whether it is off to one side."""
    for none in (False, True):
        wrong = [
            expected(row.world, row.strain, row.declarer) - row.tricks
            for row in rows
            if (row.strain == NO_TRUMP) is none
        ]
        if wrong:
            off = math.sqrt(sum(one * one for one in wrong) / len(wrong))
            print(
                f"{'no trumps' if none else 'trumps'}: {len(wrong)} contracts, off by {off:.3f}, mean {sum(wrong) / len(wrong):+.3f}"
            )


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bridge_forecast", description="Tricks without a search.")
    parser.add_argument("what", choices=("rows", "train", "report"))
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    if arguments.what == "rows":
        _rows(arguments.files[0], arguments.seed, arguments.deals)
    elif arguments.what == "report":
        _report(_read(arguments.files))
    else:
        found = _train(_read(arguments.files), arguments.seed)
        if arguments.out is not None:
            arguments.out.write_text(json.dumps(found, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
