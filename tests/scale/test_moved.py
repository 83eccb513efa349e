"""An operator moves a shard to a process, and drains one: both obey within a beat, and the audit has it."""

import asyncio
import time
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from kozyr.club.members import NoMove, drain, move
from kozyr.store import Store, ownership
from kozyr.store.ownership import SHARDS, Ownership, shard_of
from tests.test_store import row


def nothing(*_: object) -> None:
    """Nobody is told."""


def member(url: str, name: str) -> Ownership:
    return Ownership(sa.make_url(url), name, "1", gained=nothing, lost=nothing, moved=nothing)


async def until(what: Callable[[], object]) -> None:
    ends = time.monotonic() + 60
    while not what():
        assert time.monotonic() < ends
        await asyncio.sleep(0.02)


def test_a_table_moves_and_stays_and_a_drained_process_owns_nothing(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "RENEW", 0.05)

    async def work(store: Store) -> None:
        await store.log.create(row("a table"), [], [])
        shard = shard_of("a table")
        one, other = member(postgres, "a"), member(postgres, "b")
        await one.start()
        with pytest.raises(NoMove) as refused:
            await drain(store, "operator me", one.id)
        assert refused.value.refusal.code == "last_process"
        await other.start()
        await until(lambda: len(one.shards) + len(other.shards) == SHARDS and one.shards and other.shards)
        there, here = (one, other) if shard in one.shards else (other, one)
        await move(store, "operator me", "a table", here.id)
        await until(lambda: shard in here.shards and shard not in there.shards)
        await asyncio.sleep(0.3)  # some beats, and it does not wander back
        assert shard in here.shards
        await move(store, "operator me", "7", here.id)
        await until(lambda: 7 in here.shards)
        await drain(store, "operator me", here.id)
        await until(lambda: len(there.shards) == SHARDS and not here.shards)
        with pytest.raises(NoMove) as refused:
            await move(store, "operator me", "7", here.id)
        assert refused.value.refusal.code == "no_process"
        # It stays drained where it is struck and comes anew under another id.
        here._drop_connection()
        was = here.id
        await until(lambda: here.id != was and here.live)
        await asyncio.sleep(0.3)
        assert not here.shards
        audited = [(one.what, one.subject, one.why) for one in await store.rulings.audited(0, 10)]
        assert audited == [
            ("drain", was, ""),
            ("move", "7", f"7 to {was}"),
            ("move", "a table", f"{shard} to {was}"),
        ]
        await one.close()
        await other.close()

    store = Store(postgres)
    asyncio.run(work(store))
    store.close()


def test_what_is_no_shard_moves_nothing(postgres: str) -> None:
    async def work(store: Store) -> None:
        for where in (str(SHARDS), "-1", "9" * 400, "no table", ""):
            with pytest.raises(NoMove) as refused:
                await move(store, "operator me", where, "nobody")
            assert refused.value.refusal.code == "no_shard"
        with pytest.raises(NoMove) as refused:
            await move(store, "operator me", "1", "nobody")
        assert refused.value.refusal.code == "no_process"
        assert await store.rulings.audited(0, 10) == []

    store = Store(postgres)
    asyncio.run(work(store))
    store.close()
