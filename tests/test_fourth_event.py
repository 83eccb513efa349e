"""A game from out of the tree at an event: in a folder, and at the club. What it brings is tests/game/events.py."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.games import replay
from kozyr.games.refusal import Refused
from kozyr.notation import format as written
from kozyr.tournaments import exports, folder, records
from kozyr.tournaments.director import Event, State, announced, standing
from kozyr.tournaments.director.entries import Entered, Published, RoundBegun, RoundEnded, Row
from kozyr.tournaments.director.state import At
from kozyr.tournaments.folder import BadFolder
from kozyr.tournaments.part import HowSeated, event_part, games_at_events
from kozyr.tournaments.seating import seated
from tests.games import OURS
from tests.people import guest, visitor
from tests.test_events_over_http import DUTIES, Acts, enter, member
from tests.tournaments.commands import by_novices
from tests.tournaments.evening import regulations

PAIRS = "pairs"
THERE = f"there are events of: {', '.join((*OURS, PAIRS))}"
MANY = 6  # at three tables


def held() -> Event:
    return announced(Event(name="Duel", game=PAIRS, preset="short", regulations=regulations()))


def line(chance: random.Random) -> str:
    tricks = chance.randint(0, 6)
    return f"{chance.choice('SH-')} N{tricks} S{6 - tricks}"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder of an event with everybody seated."""
    where = tmp_path / "duel"
    folder.create(where, held())
    people = [Entered(entrant=n, name=f"P{n}") for n in range(1, MANY + 1)]
    state = folder.add(where, "Orlova", people, 1_000_000)
    folder.add(where, "Orlova", [seated(state, HowSeated(by="hand"))], 1_000_001)
    return where


def played(where: Path, chance: random.Random) -> State:
    """The whole session, and its result."""
    state = folder.load(where)
    assert state.session is not None
    for turn in state.session.movement.rounds:
        lines = [
            Row(table=table.table, board=board, result=line(chance)) for table in turn.tables for board in table.boards
        ]
        folder.add(where, "Orlova", [RoundBegun(), *lines, RoundEnded()], 1_000_002)
    return folder.add(where, "Orlova", [Published()], 1_000_003)


def test_every_player_meets_every_board_once_and_is_scored(here: Path) -> None:
    """Matchpoints are counted anew: two for a better result of the same line on the same board, one for an equal one."""
    state = played(here, random.Random(5))
    assert len(state.rows) == MANY // 2 * 3 * 2
    points = dict.fromkeys(range(1, MANY + 1), 0)
    for one in state.rows.values():
        for other in state.rows.values():
            if one.at != other.at and one.at.board == other.at.board:
                for seat, who in one.seats.items():
                    ours, theirs = (int(row.reading.text[{"N": 3, "S": 6}[seat]]) for row in (one, other))
                    points[who] += (ours > theirs) + (ours >= theirs)
    table = standing(state)
    assert table.unit == "percent"
    assert {place.entrant: place.total * 24 / 100 for place in table.places} == points
    assert {name: len(some) for name, some in table.fields.items()} == {"N": 3, "S": 3}
    assert folder.load(here) == state
    told = msgspec.json.decode(exports.exported(state, "json", {}))
    assert told["game"] == PAIRS
    assert len(told["rows"]) == len(state.rows)


def test_what_cannot_be_is_refused(here: Path) -> None:
    folder.add(here, "Orlova", [RoundBegun()], 1_000_002)
    before = folder.load(here)
    for result in ("H N4 S3", "D N3 S3", "4H N 10"):
        with pytest.raises(Refused, match=r"table 1, board 1: .* is no line of pairs"):
            folder.add(here, "Orlova", [Row(table=1, board=1, result=result)], 1_000_003)
    assert folder.load(here) == before
    with pytest.raises(ValueError, match="--boards decides nothing at this event"):
        seated(folder.load(here), HowSeated(boards=3, again=True))
    with pytest.raises(ValueError, match="an event of pairs is not written as usebio, but as csv, final, json"):
        exports.exported(before, "usebio", {})
    with pytest.raises(ValueError, match=f"no events of tarot; {THERE}"):
        Event(name="x", game="tarot")
    assert games_at_events() == (*OURS, PAIRS)
    assert event_part(PAIRS).at == (2,)


def test_a_line_is_read_from_a_record(here: Path, tmp_path: Path) -> None:
    """Board 1 is dealt by N; played card by card at table 1 it is the line of its outcome, and it is no board 2."""
    folder.add(here, "Orlova", [RoundBegun()], 1_000_002)
    record = by_novices(PAIRS, "short", {}, 2, seed=3, level="random")
    path = tmp_path / "1.kz"
    path.write_text(written(record))
    text = folder.line_of_record(here, path, At(1, 1, 1, 1))
    state = folder.add(here, "Orlova", [Row(table=1, board=1, result=text)], 1_000_003)
    assert state.rows[At(1, 1, 1, 1)].reading.scores == replay(record).match.results
    assert records.stands(state, At(1, 1, 1, 1), record)
    with pytest.raises(BadFolder, match="board 2 is dealt by S"):
        folder.line_of_record(here, path, At(1, 1, 1, 2))


def test_it_is_announced_and_played_at_the_club(client: TestClient, tmp_path: Path) -> None:
    """Six players, each from his own page; the log is that of a folder, and makes the same table there."""
    arbiter = member(client, "orlova")
    about: dict[str, Any] = {
        "name": "Duel",
        "game": PAIRS,
        "preset": "short",
        "regulations": {"duties": DUTIES, "tournament.early_end": True},
    }
    refused = arbiter.post("/api/events", json=about | {"game": "tarot"})
    assert refused.status_code == 400
    assert THERE in refused.json()["error"]["message"]
    assert arbiter.post("/api/events", json=about | {"online": True}).status_code == 400  # nobody deals its boards
    event = arbiter.post("/api/events", json=about).json()["id"]
    acts, people, chance = Acts(event), [visitor(client) for _ in range(MANY)], random.Random(7)
    for n, one in enumerate(people, 1):
        guest(one, f"P{n}")
        enter(one, event, f"e{n}")
    answer = arbiter.post(f"/api/events/{event}/seat", json={"id": "seat", "seating": {"by": "hand"}})
    assert answer.status_code == 200, answer.text
    for _ in range(3):
        told = acts.do(arbiter, what="round_begun")
        for table in told["round"]["tables"]:
            writer = people[table["seats"]["N"] - 1]
            for board in table["boards"]:
                acts.do(writer, what="row", table=table["table"], board=board, result=line(chance))
        acts.do(arbiter, what="round_ended")
    told = acts.do(arbiter, what="published")
    folder.create(tmp_path / "duel", held())
    (tmp_path / "duel" / folder.LOG).write_bytes(arbiter.get(f"/api/events/{event}/log.jsonl").content)
    final = standing(folder.load(tmp_path / "duel"))
    assert [(one.rank, one.entrant) for one in final.places] == [
        (one["place"], one["entrant"]) for one in told["standing"]
    ]
    assert len(final.places) == MANY
