"""A table with a long past, written into a store without being played at a club."""

from kozyr.club import bodies
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.workers import Workers
from kozyr.club.table.listing import note
from kozyr.store import Account, Store
from tests.clubtable import steps
from tests.luck import Luck


async def long_table(store: Store, account: Account, entries: int, seed: int = 1) -> str:
    """Set up a table of this account and bots, with at least so many entries and a deal that is over at the end."""
    lobby = Lobby(store, Workers(), chance=Luck(f"long {seed}"))
    wanted = bodies.NewTable(
        game="preferans", preset="sochi", players=3, bots=["random"] * 2, changes={"pool_target": 100}, public=False
    )
    table = await lobby.create(account, wanted)
    found = await lobby.beginning(table)
    assert found is not None
    at, log = found[0], []
    for step in steps(at, seed):
        log.append(step.entry)
        at = step.table
        if len(log) >= entries and at.seq == at.course.settled:
            break
    await store.log.append(table, 0, log, None, note(at))
    await lobby.close()
    return table
