"""Checkpoints: a table from its last one is what the fold of its whole log makes, and one that does not fit is none."""

import asyncio
import pickle
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
import sqlalchemy as sa

from kozyr.club.live import archive as archives, checkpoints
from kozyr.club.live.archive import Archive
from kozyr.club.live.workers import Workers
from kozyr.club.table.packed import Unpacked, pack, unpack
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table
from kozyr.games import game
from kozyr.store import Checkpoint, Entry, Store
from kozyr.store.schema import CHECKPOINTS
from tests import olddb, stores
from tests.clubtable import MASTER, setup, steps
from tests.longer import thinned
from tests.people import Here, club, figure, guest, new_table, seated

T = TypeVar("T")
MATCHES = [
    ("preferans", "sochi", 3),
    ("preferans", "leningrad", 4),
    ("bridge", "rubber", 4),
    ("bridge", "duplicate", 4),
    ("deberts", "moscow", 2),
]


def shared(table: Table) -> list[int]:
    """Which structs of a table are the same one, in the order in which they are met; tuples are no matter."""
    met: dict[int, int] = {}
    found: list[int] = []

    def walk(value: Any) -> None:
        if isinstance(value, msgspec.Struct):
            new = id(value) not in met
            found.append(met.setdefault(id(value), len(met)))
            for name in value.__struct_fields__ if new else ():
                walk(getattr(value, name))
        elif isinstance(value, (tuple, list)):
            for one in value:
                walk(one)
        elif isinstance(value, dict):
            for one in value.values():
                walk(one)

    walk(table)
    return found


def same(one: Table, other: Table) -> None:
    """Equal field by field, and alike in what the fields share."""
    for name in one.__struct_fields__:
        assert getattr(one, name) == getattr(other, name), name
    assert shared(one) == shared(other)


def resumed_alike(start: Table, log: Sequence[Entry]) -> int:
    """From the checkpoint at each deal the log leads to where the fold is at the next one; how many there were."""
    states = [start]
    for entry in log:
        states.append(states[-1].after(entry))
    at, found = start, 0
    for n, entry in enumerate(log, 1):
        at = at.after(entry)
        if states[n].course.dealt == states[n - 1].course.dealt:
            continue
        same(at, states[n])
        packed, found = pack(states[n]), found + 1
        at = unpack(packed)
        same(at, states[n])
        assert pack(at) == packed
    same(at, states[-1])
    return found


def run(work: Callable[[Store, Archive], Coroutine[Any, Any, T]], path: Path) -> T:
    async def done() -> T:
        store = stores.opened(path)
        archive = Archive(store)
        try:
            return await work(store, archive)
        finally:
            archive.close()
            await asyncio.to_thread(store.close)

    return asyncio.run(done())


def old_logs(path: Path) -> list[tuple[Table, list[Entry]]]:
    """Every table of an old club before its first entry, and its log."""

    async def work(store: Store, archive: Archive) -> list[tuple[Table, list[Entry]]]:
        rows = [await store.log.table(id_) for id_ in await store.log.table_ids()]
        return [(await archive.start(row), await store.log.events(row.id)) for row in rows if row is not None]

    return run(work, path)


FILES = pytest.mark.parametrize("file", thinned(olddb.files(), 3), ids=lambda file: file.name.removesuffix(".db.xz"))


@FILES
def test_a_table_of_an_old_club_resumes_as_it_is_folded(file: Path, tmp_path: Path) -> None:
    assert sum(resumed_alike(*one) for one in old_logs(olddb.unpacked(file, tmp_path))[::8]) > 0


@FILES
@pytest.mark.long
def test_every_table_of_an_old_club_resumes_as_it_is_folded(file: Path, tmp_path: Path) -> None:
    assert sum(resumed_alike(*one) for one in old_logs(olddb.unpacked(file, tmp_path))) > 0


def bots_alone(name: str, preset: str, players: int) -> Setup:
    people = tuple(Person(f"bot {n}", bot="random") for n in range(players))
    return Setup("table", name, preset, game(name).agree(preset, {}, players), people, accepted=())


@pytest.mark.parametrize(("name", "preset", "players"), MATCHES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_match_resumes_as_it_is_folded(name: str, preset: str, players: int, seed: int) -> None:
    start = Table.open(bots_alone(name, preset, players))
    log: list[Entry] = []
    for step in steps(start, seed, claims=0.1 if name == "preferans" else 0.0):
        log.append(step.entry)
        if step.table.course.dealt == 4:
            break
    assert resumed_alike(start, log) > 2


# --- which checkpoint is read -----------------------------------------------------------------------------------


@pytest.fixture
def log() -> list[Entry]:
    """Two deals and a part of the third; a command has become each entry of a bot."""
    found: list[Entry] = []
    for step in steps(Table.open(setup(3, humans=0, pool=50)), 7):
        found.append(msgspec.structs.replace(step.entry, cmd_id=f"command {step.entry.seq}"))
        if step.table.course.dealt == 3 and len(step.table.course.running) > 5:
            return found
    raise AssertionError


async def written(store: Store, archive: Archive, log: Sequence[Entry]) -> tuple[Table, Checkpoint]:
    """A table in the store, and the checkpoint that a room keeps at its third deal."""
    await archive.create(setup(3, humans=0, pool=50), MASTER)
    await store.log.append("table", 0, log)
    loaded = await archive.resume("table")
    assert loaded is not None
    row = await store.log.table("table")
    assert row is not None
    at = await archive.start(row)
    for entry in log:
        before, at = at, at.after(entry)
        if at.course.dealt == 3 and before.course.dealt == 2:
            archive.keep(at, entry)
    kept = None
    while kept is None:
        await asyncio.sleep(0.01)
        kept = await store.checkpoints.find("table", checkpoints.made_by({}))
    same(at, loaded.table)
    return loaded.table, kept


def other(at: Checkpoint) -> Checkpoint:
    """A checkpoint with another state, by which it is seen whether it was read."""
    table = unpack(at.state)
    spoilt = msgspec.structs.replace(table, watching=msgspec.structs.replace(table.watching, removed=("somebody",)))
    return msgspec.structs.replace(at, state=pack(spoilt))


def test_a_checkpoint_that_fits_is_read_with_the_answers_before_it(tmp_path: Path, log: list[Entry]) -> None:
    async def work(store: Store, archive: Archive) -> None:
        folded, kept = await written(store, archive, log)
        assert 1 < kept.seq < len(log)
        found, whole = await archive.resume("table"), await archive.load("table")
        assert found is not None
        assert whole is not None
        same(found.table, folded)
        assert found == whole
        assert found.answers["command 3"] == 3
        await store.checkpoints.keep(other(kept))
        found = await archive.resume("table")
        assert found is not None
        assert found.table.removed == ("somebody",)
        assert found.table.seq == len(log)
        await store.checkpoints.drop()
        found = await archive.resume("table")
        assert found is not None
        same(found.table, folded)

    run(work, tmp_path / "club.db")


def cut(at: Checkpoint) -> Checkpoint:
    return msgspec.structs.replace(other(at), state=other(at).state[:-3])


def of_other_code(at: Checkpoint) -> Checkpoint:
    return msgspec.structs.replace(other(at), made_by="0" * 64)


def of_another_log(at: Checkpoint) -> Checkpoint:
    return msgspec.structs.replace(other(at), entry="0" * 64)


def past_the_end(at: Checkpoint) -> Checkpoint:
    return msgspec.structs.replace(other(at), seq=at.seq + 1_000)


def of_another_table(at: Checkpoint) -> Checkpoint:
    table = unpack(other(at).state)
    named = msgspec.structs.replace(table.card, setup=msgspec.structs.replace(table.card.setup, id="another"))
    return msgspec.structs.replace(at, state=pack(msgspec.structs.replace(table, card=named)))


def that_breaks(at: Checkpoint) -> Checkpoint:
    """A state after which the log cannot be followed."""
    table = unpack(other(at).state)
    course = msgspec.structs.replace(table.course, progress=None)
    return msgspec.structs.replace(at, state=pack(msgspec.structs.replace(table, course=course)))


@pytest.mark.parametrize(
    "spoil",
    [cut, of_other_code, of_another_log, past_the_end, of_another_table, that_breaks],
    ids=lambda one: one.__name__,
)
def test_a_checkpoint_that_does_not_fit_is_none(
    spoil: Callable[[Checkpoint], Checkpoint], tmp_path: Path, log: list[Entry]
) -> None:
    async def work(store: Store, archive: Archive) -> None:
        folded, kept = await written(store, archive, log)
        await store.checkpoints.keep(spoil(kept))
        found = await archive.resume("table")
        assert found is not None
        assert not found.broken
        same(found.table, folded)
        assert len(found.answers) == len(log)

    run(work, tmp_path / "club.db")


@pytest.mark.parametrize("column", ["seq", "entry", "state", "digest"])
def test_a_damaged_row_is_none(column: str, tmp_path: Path, log: list[Entry]) -> None:
    async def work(store: Store, archive: Archive) -> None:
        folded, kept = await written(store, archive, log)
        await store.checkpoints.keep(other(kept))
        at = CHECKPOINTS.c[column]
        value = at - 1 if column == "seq" else "x" + sa.func.substr(at, 2)
        with store.database.engine.begin() as connection:
            connection.execute(CHECKPOINTS.update().values({column: value}))
        assert await store.checkpoints.find("table", kept.made_by) is None
        found = await archive.resume("table")
        assert found is not None
        same(found.table, folded)

    run(work, tmp_path / "club.db")


def test_other_names_by_the_operator_make_another_state(tmp_path: Path, log: list[Entry]) -> None:
    async def work(store: Store, archive: Archive) -> None:
        folded, kept = await written(store, archive, log)
        await store.checkpoints.keep(other(kept))
        store.log.names = {"account 1": "a decent name"}
        found = await archive.resume("table")
        assert found is not None
        same(found.table, folded)

    run(work, tmp_path / "club.db")


def test_what_cannot_be_written_is_said() -> None:
    table = Table.open(bots_alone("preferans", "sochi", 3))
    with pytest.raises(Unpacked, match=r"builtins\.object"):
        pack(msgspec.structs.replace(table, seq=object()))
    for text in (b"", b"\xc1", msgspec.msgpack.encode((["os:system"], [10])), msgspec.msgpack.encode(([], 1))):
        with pytest.raises(Unpacked):
            unpack(text)


def test_the_table_at_which_somebody_waits_is_read_first(tmp_path: Path) -> None:
    """Before those for which nobody waits, though it was asked for last; of each, people's tables before bots'."""

    async def work(_store: Store, archive: Archive) -> None:
        asked = {
            "bots later": (0, False),
            "later": (1, False),
            "bots": (0, True),
            "people": (1, True),
            "turns": (1, False),
        }
        for name, (humans, _) in asked.items():
            agreed = setup(3, humans=0, pool=50)
            people = (*(Person("somebody") for _ in range(humans)), *agreed.people[humans:])
            await archive.create(msgspec.structs.replace(agreed, id=name, people=people), MASTER)
        awaited = {name for name, (_, waits) in asked.items() if waits}
        busy, read = threading.Event(), list[str]()
        holding = asyncio.create_task(archive.aside.do(busy.wait))

        async def resume(name: str) -> None:
            await archive.load(name, lambda: name in awaited)
            read.append(name)

        going = []
        for n, name in enumerate(asked):
            going.append(asyncio.create_task(resume(name)))
            while figure('kozyr_queue_places{queue="tables"}') < n + 2:  # noqa: ASYNC110 - the queue tells nobody
                await asyncio.sleep(0.001)
        awaited.add("turns")  # somebody has come to it meanwhile
        busy.set()
        await asyncio.gather(holding, *going)
        assert read == ["people", "turns", "bots", "later", "bots later"]

    run(work, tmp_path / "club.db")


# --- long logs without one --------------------------------------------------------------------------------------


class Apart(Here):
    """Another process: what goes there and comes back is written and read. fault: it fails instead."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault, self.asked = fault, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        if checkpoints.last_deal not in args:
            return super().submit(fn, *args)
        self.asked += 1
        if self.fault is not None:
            raise self.fault
        read = pickle.loads(pickle.dumps(args))  # noqa: S301 - written a moment ago
        return super().submit(lambda: pickle.loads(pickle.dumps(fn(*read))))  # noqa: S301 - as above


def folded_apart(apart: Apart, log: Sequence[Entry], path: Path) -> Checkpoint | None:
    """A table without a checkpoint is what its log says; the checkpoint that it has then."""

    async def work(store: Store, alone: Archive) -> Checkpoint | None:
        archive = Archive(store, workers=Workers(apart))
        await archive.create(setup(3, humans=0, pool=50), MASTER)
        await store.log.append("table", 0, log)
        found, whole = await archive.resume("table"), await alone.load("table")
        assert found is not None
        assert whole is not None
        same(found.table, whole.table)
        assert found == whole
        while archive._keeping:  # noqa: ASYNC110 - the task tells nobody
            await asyncio.sleep(0.001)
        archive.close()
        return await store.checkpoints.find("table", checkpoints.made_by({}))

    return run(work, path)


def test_a_long_log_is_folded_to_its_last_deal_by_another_process(
    tmp_path: Path, log: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a new release no checkpoint fits. The one that is made is kept, so that the next process folds nothing."""
    monkeypatch.setattr(archives, "_LONG", len(log))
    apart = Apart()
    kept = folded_apart(apart, log, tmp_path / "club.db")
    assert apart.asked == 1
    assert kept is not None
    at = unpack(kept.state)
    assert (at.course.dealt, kept.seq) == (3, at.seq)
    assert log[kept.seq - 1].kind == "event"


def test_a_short_log_is_folded_here(tmp_path: Path, log: list[Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_LONG", len(log) + 1)
    apart = Apart()
    assert folded_apart(apart, log, tmp_path / "club.db") is None
    assert not apart.asked


@pytest.mark.parametrize("fault", [BrokenProcessPool("killed"), RuntimeError("it is shut down")], ids=repr)
def test_a_long_log_is_folded_here_if_the_other_process_fails(
    fault: Exception, tmp_path: Path, log: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "_LONG", len(log))
    apart = Apart(fault)
    assert folded_apart(apart, log, tmp_path / "club.db") is None
    assert apart.asked == 1


def test_a_long_log_that_breaks_off_is_followed_as_far_as_it_goes(
    tmp_path: Path, log: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "_LONG", len(log))
    broken = [*log, msgspec.structs.replace(log[-1], seq=len(log) + 1, cmd_id="once more", body='{"type":"none"}')]
    apart = Apart()
    assert folded_apart(apart, broken, tmp_path / "club.db") is None
    assert apart.asked == 1


# --- in the club ------------------------------------------------------------------------------------------------


def rows(path: Path) -> int:
    found: int = stores.execute(path, "select count(*) from checkpoints")[0][0]
    return found


def test_a_club_that_starts_again_goes_on_from_the_checkpoint(tmp_path: Path) -> None:
    """A table is shown alike from its checkpoint and from its whole log, and is played on."""
    path = tmp_path / "club.db"
    with club(path) as client:
        guest(client)
        cookies = dict(client.cookies)
        table = new_table(client, bots=["random", "random"])
        with seated(client, table) as person:
            person.act("accept", card=person.table["card"])
            # Between deals the table has its own to do, so it stands still only within one.
            while len(person.deals) < 2 or person.view is None or not person.mine:
                if person.mine:
                    person.move()
                else:
                    person.hear()

            while not rows(path):  # it is written soon, and not at once
                time.sleep(0.01)

    async def kept(store: Store, _: Archive) -> Checkpoint | None:
        return await store.checkpoints.find(table, checkpoints.made_by({}))

    async def spoil(store: Store, archive: Archive) -> None:
        at = await kept(store, archive)
        assert at is not None
        assert at.seq > 1
        await store.checkpoints.keep(other(at))

    def shown() -> dict[str, Any]:
        with club(path) as client:
            client.cookies.update(cookies)
            with seated(client, table) as person:
                snap: dict[str, Any] = person.messages[0]
                assert person.mine
                return snap

    found = shown()
    run(spoil, path)
    assert shown()["room"]["removed"] == ["somebody"]  # so it was read
    run(lambda store, _: store.checkpoints.drop(), path)
    folded = shown()
    for part in ("seq", "hash", "table", "room", "view", "sheet", "log", "last"):
        assert found[part] == folded[part], part
    assert run(kept, path) is None
