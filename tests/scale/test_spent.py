"""Limits that all processes of a club share."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, closing

import psycopg
import pytest

from kozyr.store import Store, StoreError
from kozyr.store.spent import Spend, Spent

KEY = b"the club's"


def one(key: str = "anna", burst: float = 10, rate: float = 1e-6, cost: float = 1, name: str = "login") -> Spend:
    return Spend(name, key, burst, rate, cost)


@pytest.fixture
def two(postgres: str) -> Iterator[tuple[Spent, Spent]]:
    """Two processes of one club."""
    with ExitStack() as opened:
        stores = [opened.enter_context(closing(Store(postgres))) for _ in range(2)]
        yield Spent(stores[0].database, KEY), Spent(stores[1].database, KEY)


def test_what_is_spent_at_one_is_spent_at_all(two: tuple[Spent, Spent]) -> None:
    """However many ask at the same moment, the bucket has what it has; other keys and limits have their own."""

    async def crowd() -> None:
        lacks = await asyncio.gather(*(two[n % 2].spend([one()]) for n in range(24)))
        assert sum(lack == 0 for lack in lacks) == 10
        assert all(lack > 0 for lack in lacks if lack)
        assert await two[1].spend([one("boris")]) == 0
        assert await two[1].spend([one(name="guests")]) == 0
        assert await two[0].spend([]) == 0

    asyncio.run(crowd())


def test_all_buckets_are_spent_from_or_none(two: tuple[Spent, Spent]) -> None:
    async def spends() -> None:
        small, large = one("small", 1), one("large", 3)
        assert await two[0].spend([large, small]) == 0
        for _ in range(5):  # what is refused costs nothing
            assert await two[1].spend([small, large]) > 0
        assert await two[1].spend([large]) == 0
        assert await two[0].spend([large]) == 0
        assert await two[0].spend([large]) > 0
        # From both ends at once: nobody waits for each other.
        pairs = [one(f"p{n}", 1_000) for n in range(6)]
        asked = [two[n % 2].spend(pairs[:: 1 if n % 3 else -1]) for n in range(30)]
        assert await asyncio.gather(*asked) == [0] * 30

    asyncio.run(spends())


def test_credit_comes_back_by_the_databases_clock(two: tuple[Spent, Spent], postgres: str) -> None:
    minute = one(burst=10, rate=10 / 60)

    def passes(seconds: int) -> None:
        with psycopg.connect(postgres) as connection:
            connection.execute("UPDATE spent SET at = at - %s", (seconds * 1000,))

    async def tries(least: int, most: int) -> None:
        found = [await two[n % 2].spend([minute]) for n in range(most + 1)]
        assert least <= found.index(found[-1]) <= most
        assert 0 < found[-1] <= 6

    asyncio.run(tries(10, 12))  # a slow machine gets some back meanwhile
    passes(30)
    asyncio.run(tries(5, 8))
    passes(-3_600)  # the clock goes back: nothing is taken, and nothing comes
    assert 0 < asyncio.run(two[0].spend([minute])) <= 6
    passes(7_200)
    asyncio.run(tries(10, 12))


def test_the_table_names_nobody_and_is_not_logged(two: tuple[Spent, Spent], postgres: str) -> None:
    asyncio.run(two[0].spend([one("203.0.113.9"), one("anna|203.0.113.9")]))
    with psycopg.connect(postgres) as connection:
        rows = connection.execute("SELECT id FROM spent").fetchall()
        (kept,) = connection.execute("SELECT relpersistence FROM pg_class WHERE relname = 'spent'").fetchone() or ("",)
    assert kept == "u"
    assert [len(id_) for (id_,) in rows] == [48, 48]
    assert not any("113" in id_ and "." in id_ for (id_,) in rows)


def test_old_buckets_are_dropped(two: tuple[Spent, Spent], postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.store.spent._CLEANS", 2)
    asyncio.run(two[0].spend([one("old")]))
    with psycopg.connect(postgres) as connection:
        connection.execute("UPDATE spent SET at = at - 4000000")
    asyncio.run(two[0].spend([one("new")]))
    with psycopg.connect(postgres) as connection:
        assert connection.execute("SELECT count(*) FROM spent").fetchone() == (1,)


def test_a_database_that_does_not_answer_grants_nothing(two: tuple[Spent, Spent], postgres: str) -> None:
    with psycopg.connect(postgres) as connection:
        connection.execute("ALTER TABLE spent RENAME TO gone")
    with pytest.raises(StoreError):
        asyncio.run(two[0].spend([one()]))
