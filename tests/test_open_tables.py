"""Which tables the lobby shows: room is shared by network, and what is kept is what would be found."""

import random

import msgspec
import pytest

from kozyr.club.acts import TableTerms
from kozyr.club.live.open_tables import OpenTables
from kozyr.club.table.setup import Person
from kozyr.club.table.table import Table
from tests.clubtable import setup

PLACES = 50  # in a list


class Room:
    """A table that gathers people, its owner before it."""

    def __init__(self, name: str, created: int, network: str | None, owner: str, invited: tuple[str, ...] = ()) -> None:
        people = (Person(owner, account=owner), None, None)
        terms = TableTerms(invited=invited)
        made = msgspec.structs.replace(setup(), id=name, people=people, accepted=(0,), public=True, terms=terms)
        self.table, self.created, self.network, self.attended = Table.open(made), created, network, True
        self.holder: str | None = owner.partition("/")[0]


def names(tables: OpenTables) -> list[str]:
    return [one.table for one in tables.lists().gathering]


def found(rooms: list[Room]) -> list[str]:
    """The list as its rule says, made from all tables: round by round one of each network, the newest first in each round."""
    left = sorted((room for room in rooms if room.attended), key=lambda room: (-room.created, room.table.setup.id))
    networks = list(dict.fromkeys(room.network for room in left))  # by their newest table
    owned: dict[str, int] = {}
    shown: list[Room] = []
    while len(shown) < PLACES:
        picked = list[Room]()
        for network in networks:
            open_ = (room for room in left if room.network == network and owned.get(owner(room), 0) < 3)
            room = next(open_, None)
            if room is not None and len(shown) + len(picked) < PLACES:
                owned[owner(room)] = owned.get(owner(room), 0) + 1
                left.remove(room)
                picked.append(room)
        if not picked:
            break
        shown += sorted(picked, key=lambda room: (-room.created, room.table.setup.id))
    return [room.table.setup.id for room in shown]


def owner(room: Room) -> str:
    person = room.table.people[0]
    assert person is not None
    return person.nick


def test_one_address_takes_no_place_from_others() -> None:
    """17 guests of one address, ten tables each, all of them newer than the table of one from elsewhere."""
    tables = OpenTables()
    tables.look(Room("honest", 1, "198.51.100.7", "anna"))
    for guest in range(17):
        for n in range(10):
            tables.look(Room(f"flood {guest} {n}", 100 + 10 * guest + n, "203.0.113.9", f"guest {guest}"))
    shown = names(tables)
    assert shown[:2] == ["flood 16 9", "honest"]
    assert len(shown) == PLACES
    assert len({name.split()[1] for name in shown[2:]}) == 17  # three of each at most
    tables.look(Room("later", 9_999, "192.0.2.8", "boris"))
    assert names(tables)[:3] == ["later", "flood 16 9", "honest"]


def test_the_addresses_of_one_line_share_its_place() -> None:
    """IPv6: a /48 is one site, however many lines it has."""
    tables = OpenTables()
    tables.look(Room("honest", 1, "2001:db8:77::", "anna"))
    for n in range(60):
        tables.look(Room(f"flood {n}", 100 + n, f"2001:db8:1:{n:x}00::", f"guest {n}"))
    assert names(tables)[:3] == ["flood 59", "honest", "flood 58"]


def test_somebody_and_his_programs_have_three_places() -> None:
    tables = OpenTables()
    for n in range(8):
        tables.look(Room(f"t{n}", n, f"198.51.{n}.1", f"anna/program {n}"))
    assert names(tables) == ["t7", "t6", "t5"]


def test_from_many_networks_the_newest_tables_stand_first() -> None:
    tables = OpenTables()
    for n in range(200):
        tables.look(Room(f"t{n:03}", n, f"198.51.{n}.1", f"p{n}"))
    assert names(tables) == [f"t{n:03}" for n in range(199, 149, -1)]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_kept_is_what_would_be_found(seed: int) -> None:
    chance = random.Random(seed)
    tables, rooms = OpenTables(), dict[str, Room]()
    for step in range(600):
        name = f"t{chance.randrange(150)}"
        room = rooms.get(name)
        match chance.choice(["open", "open", "moves", "leaves", "forgotten"]):
            case "open" if room is None:
                network = chance.choice([None, *(f"198.51.{n}.1" for n in range(1, 9))])
                rooms[name] = Room(name, chance.randrange(100), network, f"p{chance.randrange(20)}")
                tables.look(rooms[name])
            case "moves" if room is not None:
                room.network = f"198.51.{chance.randrange(1, 9)}.1"
                tables.look(room)
            case "leaves" if room is not None:
                room.attended = not room.attended
                tables.look(room)
            case "forgotten":
                rooms.pop(name, None)
                tables.forget(name)
        if step % 7 == 0:
            assert names(tables) == found(list(rooms.values()))


def test_who_is_invited_finds_the_tables_that_wait_for_him_as_long_as_they_do() -> None:
    tables = OpenTables()
    room = Room("t", 1, None, "anna", ("boris", "clara"))
    tables.look(room)
    assert names(tables) == []  # it is for those alone whom its card names
    assert [tables.waiting_for(who) for who in ("boris", "clara", "anna", "daria")] == [True, True, False, False]
    assert [one.table for one in tables.invitations("boris", frozenset())] == ["t"]
    assert tables.invitations("boris", frozenset({"anna"})) == ()
    seats = msgspec.structs.replace(
        room.table.seats, people=(*room.table.people[:1], Person("b", account="boris"), None)
    )
    room.table = msgspec.structs.replace(room.table, seats=seats)
    tables.look(room)
    assert [tables.waiting_for(who) for who in ("boris", "clara")] == [False, True]
    room.attended = False
    tables.look(room)
    assert not tables.waiting_for("clara")
    assert tables.invitations("clara", frozenset()) == ()
