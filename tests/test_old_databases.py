"""Databases of older clubs: each is brought to today's schema, is sound, tells what it told, and is played on.

`tests/data/databases/SOURCE.txt` says where they come from. A database is a file `SCHEMA-COMMIT.db.xz`; beside it stand
`golden`, what today's club tells of it, and `then`, what its own club told at the end of the evening.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.club.upkeep import check
from kozyr.deals import Reveal, reveal_fault
from kozyr.games import replay
from kozyr.notation import parse
from tests import olddb

FILES = olddb.files()


@pytest.fixture(params=FILES, ids=lambda file: file.name.removesuffix(".db.xz"))
def file(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_an_old_database_is_sound_and_tells_what_it_told(file: Path, tmp_path: Path) -> None:
    """`kozyr check` changes nothing; what today's club tells is what is kept, and what its own club told."""
    path = olddb.unpacked(file, tmp_path)
    before = path.read_bytes()
    lines, sound = check(str(path))
    assert sound, lines
    assert path.read_bytes() == before
    told = olddb.golden(path)
    difference = olddb.differs(olddb.read(olddb.beside(file, "golden")), told)
    assert difference is None, difference
    then = olddb.beside(file, "then")
    if then.exists():  # one that is kept from elsewhere has none
        assert list(olddb.retold(olddb.read(then), told["tables"], path)) == []


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
    """Every table plays until its match is over; all are shown, all deals verify; events go on."""
    plays_on(file, tmp_path, olddb.MOST, every=1)


def test_an_old_database_is_played_on(file: Path, tmp_path: Path) -> None:
    """The same in short: one of six tables, each to the end of its deal."""
    plays_on(file, tmp_path, 1, every=6)


def plays_on(file: Path, folder: Path, deals: int, every: int) -> None:
    path = olddb.unpacked(file, folder)
    people: dict[str, Any] = {
        table: [account for account in seats if account] for table, seats in olddb.tables(path).items()
    }
    with olddb.opened(path) as old:
        verified = 0
        for nth, (table, accounts) in enumerate(people.items()):
            if nth % every == 0 and accounts:
                olddb.play_on(old, table, deals)
                verified += shown(old, table, accounts[0])
        assert verified > 0
        olddb.go_on(old)
    lines, sound = check(str(path))
    assert sound, lines
