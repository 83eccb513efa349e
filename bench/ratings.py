"""Seconds in which the ratings of a club are made anew from what it keeps of rated deals, on one core.

python -m bench ratings
"""

import asyncio
import random
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import sqlalchemy as sa

from kozyr.club.live.queue import Queue
from kozyr.club.ratings import Side
from kozyr.club.standings import Standings
from kozyr.club.wire import encode
from kozyr.store import Store
from kozyr.store.schema import LOGS, REVIEWS, TABLES

_DEALS = 100_000
_OF_A_TABLE = 20
_PEOPLE = 5_000


def main(parts: list[str] | None = None) -> int:  # noqa: ARG001 - it has none
    """Fill a database with deals of three people each, and fold them; the figures include reading and decoding."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        store = Store(path, "OFF")
        try:
            _fill(path)
            apart = Queue("ratings", 8, threaded=True)
            standings = Standings(store, time.monotonic, apart)
            begun, worked = time.perf_counter(), time.process_time()
            found = asyncio.run(standings.now())
            spent, worked = time.perf_counter() - begun, time.process_time() - worked
            apart.close()
        finally:
            store.close()
    print(f"{'rated deals':>12}{'ratings':>10}{'seconds':>10}{'of a core':>11}{'us a deal':>11}")
    print(f"{_DEALS:>12,}{len(found):>10,}{spent:>10.1f}{worked:>11.1f}{worked / _DEALS * 1e6:>11.0f}")
    return 0


def _fill(path: Path) -> None:
    chance = random.Random("ratings")
    tables = [f"t{nth}" for nth in range(_DEALS // _OF_A_TABLE)]
    deals = []
    for nth in range(_DEALS):
        people = chance.sample(range(_PEOPLE), 3)
        sides = [Side("people", (f"p{one:05}",), Fraction(chance.randrange(-300, 300), 3)) for one in people]
        table, deal = tables[nth // _OF_A_TABLE], 1 + nth % _OF_A_TABLE
        row = {"table_id": table, "deal": deal, "upto": deal, "edition": 1, "told": "", "brief": "{}"}
        deals.append(row | {"ended": nth, "rated": encode(sides).decode()})
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(LOGS.insert(), [{"id": one, "owner": "table"} for one in tables])
        about = {"game": "preferans", "preset": "sochi", "conventions": "{}", "seats": "[]", "created": 1}
        connection.execute(TABLES.insert(), [{"id": one} | about for one in tables])
        connection.execute(REVIEWS.insert(), deals)
    engine.dispose()
