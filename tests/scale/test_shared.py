"""What is the club's and no process's: the lobby, who is here, seeks, the end of a session."""

import msgspec

from kozyr.club import answers, wire
from kozyr.club.acts import TableTerms
from kozyr.club.live.lines import Letter
from kozyr.club.live.parts import Part, Parts, people
from kozyr.club.live.seeking import Asked
from kozyr.club.table.listing import summary
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table
from kozyr.games import game
from kozyr.store import Account

SEEK = {"game": "preferans", "players": 3, "preset": "sochi", "changes": {}, "bot": None, "name": ""}


def listed(table: str, created: int) -> answers.Listed:
    rules = game("preferans")
    people = (Person("Anna", account="a"), None, None)
    agreed = rules.agree("sochi", {}, 3)
    about = summary(
        Table.open(Setup(table, "preferans", "sochi", agreed, people, TableTerms().of(agreed), public=True))
    )
    return answers.Listed(**msgspec.structs.asdict(about), created=created)


def test_parts_are_merged_and_grow_old() -> None:
    now = 100.0
    parts = Parts(lambda: now)
    here = {str(n): Account(str(n), f"P{n}", 0, login="x" if n % 2 else None) for n in range(4)}
    members, guests, more = people(here)
    assert (members, guests, more) == ((("1", "P1"), ("3", "P3")), ("0", "2"), 0)
    part = Part("b", (listed("t2", 5), listed("t1", 1)), (), {"me": ((listed("t3", 1), "o"),)}, members, guests, 7)
    text = msgspec.msgpack.encode(part)
    assert msgspec.msgpack.decode(text, type=Letter) == part
    parts.heard(part)
    own = answers.LobbyLists((listed("t9", 9), listed("t2", 5)), ())
    assert [one.table for one in parts.lists(own).gathering] == ["t9", "t2", "t1"]
    assert set(parts.here()) == set(here)
    assert parts.here()["1"].login is not None
    assert parts.here()["0"].login is None
    assert parts.more() == 7
    assert [(one.table, owner) for one, owner in parts.invitations("me")] == [("t3", "o")]
    now += 6
    assert parts.here() == {}
    assert parts.lists(own) == own


def test_a_wish_that_has_travelled_is_the_same_wish() -> None:
    for name in ("preferans", "bridge", "deberts"):
        rules = game(name)
        preset = next(iter(rules.presets))
        players = min(rules.players)
        agreed = rules.agree(preset, {}, players)
        asked = Asked(Account("a", "A", 0), name, preset, players, wire.encode(agreed), None, None)
        there = msgspec.msgpack.decode(msgspec.msgpack.encode(asked), type=Asked)
        assert there.wanted.conventions == agreed
