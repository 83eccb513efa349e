"""A table of the club for tests: set up, its lot drawn, and every step that it takes by itself."""

import random
from collections.abc import Iterator

from kozyr import bots
from kozyr.cards import Card, parse_card
from kozyr.club import wire
from kozyr.club.table.bench import ScoreWritten
from kozyr.club.table.course import SeatLot
from kozyr.club.table.cut import Away
from kozyr.club.table.part import Eye
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.games import Refusal, game
from kozyr.store import Entry

MASTER = b"a master secret of at least 32 bytes"


def setup(players: int = 3, preset: str = "sochi", *, humans: int = 1, pool: int = 4) -> Setup:
    conventions = game("preferans").agree(preset, {"pool_target": pool}, players)
    people = [Person(f"person {n}", account=f"account {n}") for n in range(humans)]
    people += [Person(f"bot {n}", bot="random") for n in range(players - humans)]
    return Setup("table", "preferans", preset, conventions, tuple(people), accepted=tuple(range(humans)))


def lot_of(*seats: str, deal: tuple[str, ...]) -> SeatLot:
    return SeatLot(seats=cards(*seats), deal=cards(*deal))


def opened(setup: Setup, lot: SeatLot | None = None, master: bytes = MASTER) -> Table:
    """A table whose lot is drawn; nobody gave a share."""
    if lot is not None:
        return Table.open(setup).after(Entry(1, 0, "lot", None, None, wire.encode(lot).decode()))
    table = Table.open(setup)
    while table.lot is None:
        table = done(own(table, master)).table
    return done(own(table, master)).table  # the lot is shown to be what it was bound to be


def done(result: Step | Refusal) -> Step:
    assert isinstance(result, Step), result
    return result


def own(table: Table, master: bytes = MASTER, now: int = 0) -> Step | Refusal:
    """What the table does next by itself; people give no shares."""
    duty = table.duty
    assert duty is not None
    if duty.what == "shares":
        assert table.cut.shuffle is not None
        return table.act(None, Away(table.cut.shuffle.deal, table.cut.shuffle.missing), now)
    if duty.what == "write":
        return table.act(None, ScoreWritten(), now)
    return {"commit": table.commit, "lot": table.draw, "deal": table.deal, "reveal": table.reveal}[duty.what](
        master, now
    )


def next_deal(table: Table, master: bytes = MASTER) -> Step:
    """The step that deals, after all that must come before it."""
    while table.duty is not None and table.duty.what in {"reveal", "commit", "shares"}:
        table = done(own(table, master)).table
    return done(table.deal(master, 0))


def player(chair: int) -> Eye:
    return Eye("player", chair)


def at(table: Table, place: int) -> Eye:
    return player(table.order[place])


def steps(table: Table, seed: int, claims: float = 0.0, level: str = "random") -> Iterator[Step]:
    """A match played by bots to its end; a share of the moves are offers (claims, closings), if there are any."""
    chance = random.Random(seed)
    master = chance.randbytes(32)
    while not table.finished or table.duty is not None:
        duty = table.duty
        assert duty is not None
        if duty.place is None:
            step = done(own(table, master))
        else:
            view = table.sees(duty.place)
            assert view is not None
            state = table.progress.state
            assert state is not None
            offers = state.offers(table.seat(duty.place))
            event = bots.choose(view, level, chance.getrandbits(60))
            if offers and chance.random() < claims:
                event = chance.choice(offers)
            step = done(table.decide(duty.place, event, 0))
        yield step
        table = step.table


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)
