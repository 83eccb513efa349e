"""Databases of older clubs: each is brought to today's schema, is sound, tells what it told, and is played on.

`tests/data/databases/SOURCE.txt` says where they come from. A database is a file `SCHEMA-COMMIT.db.xz`; beside it stand
`golden`, what today's club tells of it, and `then`, what its own club told at the end of the evening.
"""

from pathlib import Path

import msgspec
import pytest

from kozyr.club.live.waits import Waits
from kozyr.club.upkeep import check
from kozyr.deals import Reveal, reveal_fault
from kozyr.games import replay
from kozyr.notation import parse
from tests import olddb
from tests.longer import longer, thinned
from tests.people import club, seated

FILES = olddb.files()


def named(file: Path) -> str:
    return file.name.removesuffix(".db.xz")


@pytest.fixture(params=thinned(FILES, 3), ids=named)
def file(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_an_old_database_is_told_as_it_was(file: Path, tmp_path: Path) -> None:
    """`kozyr check` changes nothing; what today's club tells is what is kept."""
    path = olddb.unpacked(file, tmp_path)
    before = path.read_bytes()
    lines, sound = check(str(path))
    assert sound, lines
    assert path.read_bytes() == before
    told = olddb.golden(path)
    # The arbiter's sentences are read aloud: they are today's words, and no part of the contract.
    difference = olddb.differs(olddb.read(olddb.beside(file, "golden")), told, passing=(".reason.said",))
    assert difference is None, difference


@pytest.mark.long
def test_what_is_kept_is_what_its_own_club_told(file: Path, tmp_path: Path) -> None:
    then = olddb.beside(file, "then")
    if then.exists():  # one that is kept from elsewhere has none
        path, told = olddb.unpacked(file, tmp_path), olddb.read(olddb.beside(file, "golden"))
        assert list(olddb.retold(olddb.read(then), told["tables"], path)) == []


@pytest.mark.parametrize("file", [*FILES[::5], *longer(*(one for one in FILES if one not in FILES[::5]))], ids=named)
def test_some_tables_of_an_old_database_play_on(file: Path, tmp_path: Path) -> None:
    path = olddb.unpacked(file, tmp_path)
    plays_on(path, olddb.tables(path), 1, every=8)


def shown(old: olddb.Opened, table: str, account: str) -> int:
    """Record, deals and proofs of a table, as one of its people asks for them; how many deals were verified."""
    at = f"/api/tables/{table}"
    answer = old.browser(account).get(f"{at}/record")
    assert answer.status_code == 200, answer.text
    parsed = parse(answer.text)
    assert parsed.error is None, parsed.error
    assert parsed.record is not None
    replayed = replay(parsed.record)
    assert replayed.error is None, (table, replayed.error)
    reveals = msgspec.convert(old.get(account, f"{at}/fair"), tuple[Reveal, ...])
    for reveal in reveals:
        assert reveal_fault(reveal) is None
    for n in range(1, 1000):
        if n > 1 and old.browser(account).get(f"{at}/deals/{n}").status_code == 404:
            return len(reveals)
        answer = old.browser(account).get(f"{at}/deals/{n}")
        assert n == 1 or answer.status_code == 200, answer.text
    raise AssertionError(table)


@pytest.mark.long
def test_an_old_database_is_played_on_to_its_end(file: Path, tmp_path: Path) -> None:
    """Every table plays until its match is over, or all have played enough; all are shown, all deals verify; events go on."""
    path = olddb.unpacked(file, tmp_path)
    plays_on(path, olddb.tables(path), olddb.MOST, every=1)
    lines, sound = check(str(path))
    assert sound, lines


@pytest.mark.rule("P-3.9.17", "B-LAW-REVOKE-4")
def test_a_deal_that_an_older_club_had_just_played_is_heard(tmp_path: Path) -> None:
    """Its tables stopped with the last card of a deal. A bot has seen the revoke of the person, and calls the arbiter now."""
    path = olddb.unpacked(olddb.DATA / "0017-c920bbc.db.xz", tmp_path)
    tables = olddb.tables(path)
    laws = {"preferans": "P-3.9.16.2", "bridge": "B-LAW-REVOKE-4"}
    waits = Waits(absent=1e9, shares=0.0, look=1e9)
    with club(path, waits=waits, clock=olddb.Then(path, still=False)) as client:
        old = olddb.Opened(client, path)
        for table, seats in tables.items():
            game = seats[""]["table"]["game"]
            account = next(account for account in seats if account)
            with seated(old.browser(account), table) as person:
                assert person.room["bench"]["hearing"] or person.room["bench"]["ruled"] or person.view is not None
                if game in laws:
                    person.until(lambda: bool(person.room["bench"]["ruled"]))
                    assert person.room["bench"]["ruled"][0]["laws"][0] == laws.pop(game)
    assert laws == {}
    lines, sound = check(str(path))
    assert sound, lines


def plays_on(path: Path, tables: olddb.Json, deals: int, every: int) -> None:
    """Each table of so many goes on for so many deals, and is shown then; so do events."""
    with olddb.opened(path) as old:
        verified = 0
        for table, seats in sorted(tables.items())[::every]:
            accounts = [account for account in seats if account]
            if accounts:
                olddb.play_on(old, table, deals)
                verified += shown(old, table, accounts[0])
        assert verified > 0
        olddb.go_on(old)
