"""Tables without pauses: programs and bots play on at once, people only watch, and what protects the club stays."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.cards import Card
from kozyr.club.acts import TableTerms
from kozyr.club.clock import CLOCK
from kozyr.club.live.queue import Queue
from kozyr.club.live.tempo import Tempo
from kozyr.club.live.thinkers import Thinkers
from kozyr.club.live.waits import Waits
from kozyr.club.live.workers import Workers
from kozyr.deals import Reveal, reveal_fault
from kozyr.games import AnyView, Event, Play, game
from kozyr.games.refusal import Refused
from kozyr.store import LogStore
from tests.luck import LUCK
from tests.people import TABLE, Person, club, guest, new_table, seated, visitor
from tests.test_programs import bearer, program

PATIENT = Waits(absent=1e6, shares=1e6, look=1e6, hearing=1e6)  # whoever waits for any of these waits for ever
UNPACED = {"unpaced": True}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with club(tmp_path / "club.db", waits=PATIENT, pause=1e6) as client:
        guest(client)
        yield client


def made(client: TestClient, token: str, **changes: Any) -> str:
    """A table that a program has set up."""
    answer = client.post("/api/tables", json=TABLE | {"terms": UNPACED} | changes, headers=bearer(token))
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


def plays(fox: Person) -> None:
    """Play the match without a share and without a `next`."""
    while True:
        fox.until(lambda: fox.over or bool(fox.view and fox.view["legal"]))
        if fox.over:
            return
        assert fox.view is not None
        answer = fox.ask(t="cmd", do=fox.chance.choice(fox.view["legal"]))
        assert answer["t"] == "ack", answer
        while fox.seq < answer["seq"]:
            fox.hear()


@pytest.mark.parametrize(
    ("name", "preset", "changes", "players"),
    [
        ("preferans", "sochi", {"pool_target": 1}, 3),
        ("deberts", "moscow", {"target": 101}, 2),
        ("bridge", "duplicate", {"deals": 2}, 4),
    ],
)
def test_nothing_waits_where_programs_and_bots_play(
    client: TestClient, name: str, preset: str, changes: dict[str, int], players: int
) -> None:
    """A match from end to end, where bots pause for days, and shares and finished deals are waited for as long."""
    token = program(client)["token"]
    bots = ["random"] * (players - 1)
    table = made(client, token, game=name, preset=preset, changes=changes, players=players, bots=bots)
    with client.websocket_connect(f"/ws/table/{table}", headers=bearer(token)) as line:
        fox = Person(line)
        assert fox.table["terms"]["unpaced"] is True
        plays(fox)
        fox.until(lambda: len(fox.proofs) > max(fox.deals))  # of the lot, too
    proofs = [msgspec.convert(one, Reveal) for one in fox.proofs.values()]
    assert [one.shares for one in proofs] == [()] * len(proofs)
    assert [reveal_fault(one) for one in proofs if one.deal] == [None] * (len(proofs) - 1)


def test_a_bot_explains_its_call_at_once(client: TestClient) -> None:
    token = program(client)["token"]
    deal = {"game": "bridge", "preset": "duplicate", "changes": {"deals": 1}, "players": 4}
    table = made(client, token, bots=["novice"] * 3, **deal)
    with client.websocket_connect(f"/ws/table/{table}", headers=bearer(token)) as line:
        fox = Person(line)
        asks: list[dict[str, Any]] = []
        while not asks:
            fox.until(lambda: bool(fox.view and (fox.view["legal"] or fox.view["offers"])))
            assert fox.view is not None
            assert fox.view["phase"] == "auction"
            asks = [one for one in fox.view["offers"] if one["type"] == "ask"]
            if not asks:
                assert fox.ask(t="cmd", do={"type": "pass"})["t"] == "ack"
                fox.until(lambda: bool(fox.view and (fox.view["legal"] == [])))
        assert fox.ask(t="cmd", do=asks[0])["t"] == "ack"
        fox.until(lambda: bool(fox.view and str(asks[0]["call"]) in fox.view["meanings"]))


def test_without_the_term_the_same_table_waits(client: TestClient) -> None:
    """What the test above holds is there to be waited for: the first deal does not come."""
    token = program(client)["token"]
    table = made(client, token, terms={})
    with client.websocket_connect(f"/ws/table/{table}", headers=bearer(token)) as line:
        fox = Person(line)
        fox.until(lambda: fox.room["fair"]["phase"] == "hashes")
        assert fox.room["fair"]["asked"] == [0]
        assert fox.view is None


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_people_set_none_up_and_a_masked_tempo_is_none(client: TestClient) -> None:
    token = program(client)["token"]
    body = {"game": "deberts", "preset": "moscow", "players": 2, "bots": ["random"], "terms": UNPACED}
    assert refusal(client.post("/api/tables", json=body)) == (400, "programs_only")
    stranger = visitor(client)
    assert refusal(stranger.post("/api/tables", json=body)) == (400, "programs_only")
    assert stranger.get("/api/me").json() is None  # and no guest was made for it
    masked = body | {"terms": UNPACED | {"tempo_mask": True}}
    assert refusal(client.post("/api/tables", json=masked, headers=bearer(token))) == (400, "unpaced_masked")
    wrong = client.post("/api/tables", json=body, headers=bearer("kozyr_wrong"))
    assert wrong.status_code == 401


def test_people_watch_and_do_not_sit_down(client: TestClient) -> None:
    fox, cub = program(client)["token"], program(client, "Волк")["token"]
    table = made(client, fox, players=3, bots=[None, "random"])
    with (
        client.websocket_connect(f"/ws/table/{table}", headers=bearer(fox)) as first,
        client.websocket_connect(f"/ws/table/{table}", headers=bearer(cub)) as second,
        seated(client, table) as anna,
    ):
        Person(first)
        answer = anna.act("sit", chair=1)
        assert (answer["code"], answer["reason"]) == ("illegal", "programs_only")
        wolf = Person(second)
        assert wolf.act("sit", chair=1)["t"] == "ack"
        assert wolf.act("accept", card=wolf.table["card"])["t"] == "ack"
        wolf.until(lambda: wolf.room["state"] == "playing" and wolf.view is not None)
        anna.until(lambda: anna.view is not None)
        me = client.get("/api/me").json()["account"]
        handed = wolf.act("propose", what={"kind": "hand_over", "chair": 1, "account": me})
        assert (handed["code"], handed["reason"]) == ("illegal", "programs_only")


def test_no_card_hurries_people(client: TestClient) -> None:
    """Neither a person nor a program changes the card of a table at which a person sits into one without pauses."""
    table = new_table(client, bots=[None, "random"])
    with seated(client, table) as anna:
        answer = anna.act("card", preset="sochi", terms=UNPACED)
        assert (answer["code"], answer["reason"]) == ("illegal", "bad_card")
        assert "without pauses" in answer["detail"]
    token = program(client)["token"]
    own = made(client, token, bots=[None, "random"], terms={})
    with client.websocket_connect(f"/ws/table/{own}", headers=bearer(token)) as line:
        fox = Person(line)
        assert fox.act("card", preset="sochi", terms=UNPACED)["t"] == "ack"
        assert fox.act("card", preset="sochi", terms={})["t"] == "ack"
        with seated(client, own) as anna:
            assert anna.act("sit", chair=1)["t"] == "ack"
            assert fox.act("card", preset="sochi", terms=UNPACED)["t"] == "nak"


def test_terms_that_say_nothing_of_it_have_pauses() -> None:
    assert TableTerms.logged({"rated": True}).unpaced is False
    masked = game("preferans").agree("sochi", {"table.tempo_mask": True})
    assert TableTerms().of(masked).tempo_mask is True
    assert TableTerms(unpaced=True).of(masked).tempo_mask is False
    with pytest.raises(Refused, match="without pauses"):
        TableTerms(unpaced=True, tempo_mask=True).of(masked)


class Slow(Workers):
    """Workers that note how many decisions they are asked for at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = self.most = 0

    async def choose(
        self,
        view: AnyView,  # noqa: ARG002 - as it is asked, here and below
        level: str,  # noqa: ARG002
        where: str = "",  # noqa: ARG002
        limit: float | None = None,  # noqa: ARG002
        seed: int = 0,  # noqa: ARG002
    ) -> Event:
        """An event, after the others have had a chance to ask."""
        self.now += 1
        self.most = max(self.most, self.now)
        for _ in range(20):
            await asyncio.sleep(0)
        self.now -= 1
        return Play(Card.SA)


@pytest.mark.parametrize(("unpaced", "most"), [(True, 1), (False, 8)])
def test_bots_think_one_at_a_time_where_programs_play(unpaced: bool, most: int) -> None:
    """However many tables of programs go on at once, people's bots find a process free."""

    async def ask() -> int:
        workers = Slow()
        aside, log = cast("Queue", None), cast("LogStore", None)  # for the arbiter alone
        thinkers = Thinkers(log, workers, Tempo(0.0, CLOCK, LUCK), PATIENT, CLOCK, aside)
        view = cast("AnyView", None)
        await asyncio.gather(
            *(thinkers.think(view, "novice", "", n, hurried=not unpaced, unpaced=unpaced) for n in range(8))
        )
        return workers.most

    assert asyncio.run(ask()) == most
