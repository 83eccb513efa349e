"""The steps that a table takes by itself, when it is their turn."""

from __future__ import annotations

from kozyr.club.table.bench import ScoreWritten
from kozyr.club.table.cut import Away
from kozyr.club.table.table import Step, Table
from kozyr.games import Refusal


def done(table: Table, master: bytes, now: int) -> Step | Refusal:
    """The step of the table's own duty. master: its secret; now: milliseconds since 1970."""
    duty = table.duty
    match None if duty is None else duty.what:
        case "commit":
            return table.commit(master, now)
        case "lot":
            return table.draw(master, now)
        case "deal":
            return table.deal(master, now)
        case "reveal":
            return table.reveal(master, now)
        case "amend":
            return table.amend(now)
        case "write":
            return table.act(None, ScoreWritten(), now)
    shuffle = table.cut.shuffle
    assert shuffle is not None
    return table.act(None, Away(shuffle.deal, shuffle.missing), now)
