"""What a reader of an evening of preferans was sent, held against what that reader may have seen.

The witness tells from the rulebook and the log alone who may see what.
"""

import asyncio
import contextlib
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

from kozyr.cards import CardSet, Seat
from kozyr.club.live.archive import Archive
from kozyr.club.table.setup import Setup
from kozyr.club.table.table import Table
from kozyr.games import Deal, Entry as GameEntry
from kozyr.games.preferans import State
from kozyr.store import Entry, Store
from tests.knowledge import shown
from tests.preferans.witness import Preferans
from tests.witness import found

Message: TypeAlias = dict[str, Any]


def written(database: Path | str, table: str) -> tuple[Setup, list[Entry]]:
    """What was agreed at a table, and its log."""

    async def read(store: Store) -> tuple[Setup, list[Entry]]:
        found = await Archive(store).load(table)
        assert found is not None
        return found[0].setup, await store.log.events(table)

    # A test may have an event loop in its own thread, as Playwright has.
    with contextlib.closing(Store(database)) as store, ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(read(store))).result()


def what_was_seen(agreed: Setup, entries: list[Entry], account: str, sent: Iterable[tuple[str, Message]]) -> int:
    """Count the messages about a running deal; none had a card that its reader may not have seen.

    sent: tables and their messages. A `cmd`, which goes the other way, counts after the entry that it follows (`at`).

    Raises:
        AssertionError: a message had such a card.
    """
    by_entry: dict[int, list[Message]] = {}
    for at, message in sent:
        if at == agreed.id and message["t"] in {"snap", "ev", "cmd"}:
            by_entry.setdefault(message["at" if message["t"] == "cmd" else "seq"], []).append(message)
    now, witness, checked = Table.open(agreed), Preferans(), 0
    for entry in entries:
        before, now = now, now.after(entry)
        if entry.kind == "event" and before.lot is not None and now.latest is not None:
            if isinstance(now.latest.event, Deal):
                witness = Preferans()
            witness.follow(GameEntry(entry.seq, now.latest.seat, now.latest.event), before.progress, now.progress)
        state = now.deal_state
        if not isinstance(state, State) or witness.over:
            continue
        chair = now.chair(account)
        if chair is not None:
            may = witness.seen[now.seat(now.place(chair))]
        else:
            eye = now.eye(account)
            seat = None if eye is None or eye.at is None else now.seat(now.place(eye.at))
            may = witness.seen[None] | (set(CardSet(state.hands[seat.position])) if isinstance(seat, Seat) else set())
        for message in by_entry.get(entry.seq, ()):
            # The lot and the deals that are over are public; all else is about the running deal.
            told = {key: value for key, value in message.items() if key not in {"table", "sheet"}}
            cards = set(shown(json.dumps(told).encode()))
            for said in (message.get("said"), *message.get("log", ())):
                if said is not None and said["event"]["type"] == "deal":
                    cards |= set(found(Deal(said["event"]["cards"])))
            assert cards <= may, (entry.seq, account)
            checked += 1
    return checked
