"""Make the figures that the books of rules say: every number, from the game's own declarations.

python -m scripts.figures            writes ui/src/games/<game>/learn/figures.gen.json
python -m scripts.figures --check    status 1 if one is stale

A text of a book has no number of its own: it names a figure. The sheets that a book shows are those of records that are
played here once more, so that what stands in them was written by the rules.
"""

import json
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeAlias

from kozyr.cards import CARDS, Rank, Suit
from kozyr.club import wire
from kozyr.club.table.customs import customs
from kozyr.deals import DEBERTS, PREFERANS
from kozyr.games import bridge, deberts, game, preferans
from kozyr.games.bridge import scoring
from kozyr.games.bridge.words import Contract as BridgeContract
from kozyr.games.deberts import ranks
from kozyr.games.deberts.combinations import BELLA_POINTS, MELD_POINTS
from kozyr.games.deberts.terms import FIRST_SIZE, HAND_SIZE as DEBERTS_HAND
from kozyr.games.options import describe
from kozyr.games.preferans.sheet import settle
from kozyr.games.preferans.terms import HAND_SIZE as PREFERANS_HAND
from kozyr.games.preferans.words import NEED, Contract
from kozyr.games.record import steps
from kozyr.notation import kz

ROOT: Final = Path(__file__).parents[1]
RECORDS: Final = ROOT / "tests" / "data" / "records"
# The presets that the books are about: the first of each game, which a table starts from.
PRESETS: Final = {"preferans": "sochi", "bridge": "rubber", "deberts": "moscow"}

Figure: TypeAlias = int | str
Figures: TypeAlias = Mapping[str, Figure]


def _number(value: Fraction) -> Figure:
    return int(value) if value.denominator == 1 else str(value)


def _hill_of(points: int) -> int | Fraction:
    """What each other player wins of a hill so much higher than the rest, three at the table."""
    pool, nothing = (preferans.PRESETS["sochi"].pool_target,) * 3, ((0, 0, 0),) * 3
    return settle(preferans.PRESETS["sochi"], pool, (points, 0, 0), nothing).result[1]


def of_preferans() -> Figures:
    """By the preset `sochi`, three at the table."""
    agreed = preferans.PRESETS["sochi"]
    by_size = {contract.size: contract for contract in Contract if contract.trump is Suit.SPADES}
    prices = {f"price{size}": contract.price for size, contract in sorted(by_size.items())}
    due = {f"due{size}": tricks for size, tricks in NEED.items()}
    sizes = {f"size{size}": size for size in sorted(by_size)}
    each, later, last = agreed.allpass_prices
    return {
        "cards": len(PREFERANS.cards),
        "suit": len(PREFERANS.cards) // len(Suit),
        "hand": PREFERANS_HAND,
        "talon": len(PREFERANS.cards) - 3 * PREFERANS_HAND,
        "tricks": PREFERANS_HAND,
        **sizes,
        **prices,
        **due,
        "half6": NEED[6] // 2,
        "half7": NEED[7] // 2,
        "misere": Contract.MISERE.price,
        "unit": agreed.unit,
        "set2": 2 * by_size[7].price * agreed.unit,
        "made7": 3 * by_size[7].price * agreed.unit,
        "all1": each,
        "all2": later,
        "all3": last,
        "exit": agreed.allpass_exit_min,
        "pool": agreed.pool_target,
        "help": agreed.help_whists,
        "hill": 3,
        "each": _number(Fraction(_hill_of(3))),
        "players": 3,
    }


def of_bridge() -> Figures:
    """By the preset `rubber`, and what duplicate adds."""
    agreed, boards = bridge.PRESETS["rubber"], bridge.PRESETS["duplicate"]
    if agreed.rubber_bonus != "700_500":
        raise ValueError("the book tells of a rubber's 700 and 500")
    clean, slow = (int(part) for part in agreed.rubber_bonus.split("_"))

    def contract(text: str) -> BridgeContract:
        return BridgeContract.parse(text)

    def above(text: str, tricks: int, why: str, *, vulnerable: bool = False) -> int:
        found = scoring.written(contract(text), tricks, vulnerable=vulnerable, conventions=agreed)
        return next(item.points for item in found if item.why == why)

    def down(tricks: int, doubled: int, *, vulnerable: bool) -> int:
        return scoring.undertricks(tricks, doubled, vulnerable=vulnerable, conventions=agreed)

    part = next(
        item.points
        for item in scoring.written(contract("2H"), 8, vulnerable=False, conventions=boards)
        if item.why == "part"
    )
    return {
        "cards": 52,
        "hand": 52 // 4,
        "suit": 52 // 4,
        "players": 4,
        "book": contract("1C").need - 1,
        "levels": 7,
        "bids": 7 * 5,
        "two": 2,
        "need2": contract("2D").need,
        "four": 4,
        "need4": contract("4S").need,
        "passes": 3,
        "minor": scoring.trick_points(contract("1C")),
        "major": scoring.trick_points(contract("1S")),
        "first": scoring.trick_points(contract("1NT")),
        "later": scoring.trick_points(contract("2NT")) - scoring.trick_points(contract("1NT")),
        "times2": scoring.trick_points(contract("1CX")) // scoring.trick_points(contract("1C")),
        "times4": scoring.trick_points(contract("1CXX")) // scoring.trick_points(contract("1C")),
        "game": 100,
        "game3": scoring.trick_points(contract("3NT")),
        "game4": scoring.trick_points(contract("4H")),
        "game5": scoring.trick_points(contract("5C")),
        "level3": 3,
        "level4": 4,
        "level5": 5,
        "level6": 6,
        "level7": 7,
        "down": down(1, 0, vulnerable=False),
        "downz": down(1, 0, vulnerable=True),
        "downx": down(1, 1, vulnerable=False),
        "downxz": down(1, 1, vulnerable=True),
        "downx2": down(2, 1, vulnerable=False) - down(1, 1, vulnerable=False),
        "downxz2": down(2, 1, vulnerable=True) - down(1, 1, vulnerable=True),
        "overx": above("2SX", 9, "overtricks"),
        "overxz": above("2SX", 9, "overtricks", vulnerable=True),
        "insult": above("2SX", 8, "insult"),
        "small": above("6S", 12, "small_slam"),
        "smallz": above("6S", 12, "small_slam", vulnerable=True),
        "grand": above("7S", 13, "grand_slam"),
        "grandz": above("7S", 13, "grand_slam", vulnerable=True),
        "clean": clean,
        "slow": slow,
        "part": part,
        "bonus": scoring.game_bonus(boards, vulnerable=False),
        "bonusz": scoring.game_bonus(boards, vulnerable=True),
        "cycle": 16,
        "ace": scoring.hcp([card for card in PREFERANS.cards if card.rank is Rank.ACE][:1]),
        "king": scoring.hcp([card for card in PREFERANS.cards if card.rank is Rank.KING][:1]),
        "queen": scoring.hcp([card for card in PREFERANS.cards if card.rank is Rank.QUEEN][:1]),
        "jack": scoring.hcp([card for card in PREFERANS.cards if card.rank is Rank.JACK][:1]),
    }


def of_deberts() -> Figures:
    """By the preset `moscow`."""
    agreed = deberts.PRESETS["moscow"]
    worth = ranks.POINTS[Suit.SPADES]
    by_rank = {(card.suit is Suit.SPADES, card.rank): worth[at] for at, card in enumerate(CARDS)}
    trumps = {f"t{rank.value}": by_rank[True, rank] for rank in Rank if (True, rank) in by_rank}
    plain = {f"p{rank.value}": by_rank[False, rank] for rank in Rank if (False, rank) in by_rank}
    kept = {card.rank.value for card in DEBERTS.cards}
    return {
        "cards": len(DEBERTS.cards),
        "first": FIRST_SIZE,
        "more": DEBERTS_HAND - FIRST_SIZE,
        "hand": DEBERTS_HAND,
        "times": 3,
        "players": 2,
        **{name: points for name, points in (trumps | plain).items() if name[1:] in kept},
        "pack": sum(worth),
        "last": ranks.LAST_TRICK,
        "all": sum(worth) + ranks.LAST_TRICK,
        "terz": MELD_POINTS["terz"],
        "fifty": MELD_POINTS["fifty"],
        "bella": BELLA_POINTS,
        "three": 3,
        "four": 4,
        "target": agreed.target,
    }


FIGURES: Final[Mapping[str, Callable[[], Figures]]] = {
    "preferans": of_preferans,
    "bridge": of_bridge,
    "deberts": of_deberts,
}
# What a book shows of a record: so many deals of it, and the one whose end is counted.
SHOWN: Final = {"preferans": ("sochi", 99), "bridge": ("bridge-rubber", 99), "deberts": ("deberts-party", 4)}


def sample(name: str) -> dict[str, object]:
    """The sheet of a record after some deals, and the last of them that was played out, as the club tells both."""
    record = kz.parse((RECORDS / f"{SHOWN[name][0]}.kz").read_text(encoding="utf-8")).record
    if record is None:
        raise ValueError(f"{SHOWN[name][0]}.kz is no record")
    own, deals, last, match = customs(name), 0, None, None
    for step in steps(record):
        if step.outcome is not None and step.state is not None:
            deals += 1
            told = own.finished(step.state, step.before.match, step.after.match)
            match, last = step.after.match, told if told.history else last
        if deals == SHOWN[name][1]:
            break
    if match is None or last is None:
        raise ValueError(f"{SHOWN[name][0]}.kz has no deal")
    conventions = describe(match.conventions, game(name).groups)
    return {
        "names": list(match.names),
        "conventions": {option: row["value"] for option, row in conventions.items()},
        "sheet": json.loads(wire.encode(own.sheet(match))),
        "last": json.loads(wire.encode(last)),
    }


def made(name: str) -> str:
    """The whole file of a game."""
    told: dict[str, object] = {"preset": PRESETS[name], "figures": dict(FIGURES[name]()), "sample": sample(name)}
    if name == "bridge":
        told["boards"] = [
            [n, table.dealer.value, table.vulnerability] for n in range(1, 17) for table in (scoring.board(n),)
        ]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def path(name: str) -> Path:
    """Where the figures of a game stand."""
    return ROOT / "ui" / "src" / "games" / name / "learn" / "figures.gen.json"


def main(*, check: bool) -> int:
    """Write all, or say which is stale."""
    stale = [
        name for name in FIGURES if not path(name).exists() or path(name).read_text(encoding="utf-8") != made(name)
    ]
    for name in stale:
        if check:
            sys.stderr.write(f"{path(name).relative_to(ROOT)} is stale: make docs\n")
        else:
            path(name).parent.mkdir(exist_ok=True)
            path(name).write_text(made(name), encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
