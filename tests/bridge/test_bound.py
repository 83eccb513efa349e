"""Conventions bind: in no auction of the list (`tests/data/bridge-conventions.toml`) does a bot call what breaks one."""

from __future__ import annotations

import random
import tomllib
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from kozyr import bots
from kozyr.bots.bridge.book import System
from kozyr.bots.bridge.system import Hand
from kozyr.bots.bridge.systems import SYSTEMS
from kozyr.bots.frame import Level
from kozyr.cards import CardSet, Suit
from kozyr.deals import BRIDGE, Layout
from kozyr.games import Deal, Progress, game
from kozyr.games.bridge import parse

_DATA = Path(__file__).parent.parent / "data" / "bridge-conventions.toml"


class Unless(msgspec.Struct, frozen=True):
    """A holding that frees from a convention."""

    suit: Suit
    cards: int


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the list."""

    name: str
    after: str
    only: str = ""
    never: str = ""
    unless: Unless | None = None
    systems: tuple[str, ...] = tuple(SYSTEMS)

    @property
    def calls(self) -> tuple[str, ...]:
        return tuple("pass" if call == "-" else call for call in self.after.split())

    def broken(self, call: str) -> bool:
        """Whether the call breaks the convention."""
        return call in self.never.split() or bool(self.only and call not in self.only.split())

    def hands(self, system: System, chance: random.Random) -> Iterator[CardSet]:
        """Hands of the next caller that have made its own calls of this auction, and that nothing frees."""
        calls, pack = self.calls, [card.bit for card in BRIDGE.cards]
        own = [(system.choices(calls[:at]), calls[at]) for at in range(len(calls) % 4, len(calls), 4)]
        free = self.unless
        while True:
            bits = sum(chance.sample(pack, 13))
            if all(choice(bits) == call for choice, call in own):
                cards = CardSet(bits)
                if free is None or Hand.of(cards).length(free.suit) < free.cards:
                    yield cards


ROWS = msgspec.convert(tomllib.loads(_DATA.read_text())["kept"], list[Kept])


def breaks(rounds: int) -> list[tuple[str, str, str]]:
    """The rows that the book breaks in so many auctions: row, system, call."""
    chance, found = random.Random(39), list[tuple[str, str, str]]()
    several = [(row, SYSTEMS[name]) for row in ROWS for name in row.systems]
    for row, system in several:
        drawn = row.hands(system, chance)
        for _ in range(max(1, rounds // len(several))):
            hand = Hand.of(next(drawn))
            call = system.choice(row.calls, hand)
            found += [(row.name, system.name, call)] if row.broken(call) else []
    return found


def test_the_list_is_long_and_names_each_auction_once() -> None:
    assert len(ROWS) >= 40
    assert len({row.after for row in ROWS}) == len(ROWS)
    assert all(bool(row.only) != bool(row.never) for row in ROWS)


def test_no_convention_is_broken(share: Callable[[int], int]) -> None:
    assert breaks(share(20_000)) == []


@pytest.mark.parametrize("planted", ["pass", "3NT"])
def test_a_planted_break_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(System, "choice", lambda *_asked: planted)
    assert {name for name, _, _ in breaks(1)} == {row.name for row in ROWS if row.broken(planted)}


@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_bot_at_the_table_keeps_them(level: Level, share: Callable[[int], int]) -> None:
    """The search of the expert as well, over one deal for each row."""
    chance, rules = random.Random(7), game("bridge")
    rows = ROWS if level == "club" else chance.sample(ROWS, share(len(ROWS)))
    for row in rows:
        name = row.systems[0]
        mine = next(row.hands(SYSTEMS[name], chance))
        others = [card for card in BRIDGE.cards if card not in mine]
        chance.shuffle(others)
        first, second, third = (CardSet.of(others[13 * at : 13 * at + 13]) for at in range(3))
        around = deque((mine, first, second, third))
        around.rotate(len(row.calls) % 4)
        north, east, south, west = around
        agreed = rules.agree("duplicate", {"deals": 1, "first_board": 1, "explain": "self", "system": name}, 4)
        table = Progress.start(rules.start(agreed, 4, 0)).apply(Deal(str(Layout((north, east, south, west)))))
        for call in row.calls:
            table = table.apply(parse(call))
        state = table.state
        assert state is not None
        token = bots.choose(state.view(state.turn), level, seed=1).token.partition(":")[0]
        assert not row.broken(token), (row.name, token)
