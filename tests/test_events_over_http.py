"""Events over HTTP: announced, entered, officiated; what each is told."""

import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.club.clock import Clock
from kozyr.club.event.boards import table_id
from kozyr.club.event.bodies import NewEvent, about
from kozyr.club.live.socket import NO_TABLE
from kozyr.tournaments import folder, movements
from kozyr.tournaments.director import standing
from kozyr.tournaments.director.entries import Event
from kozyr.tournaments.regulations import OFFENCES, declarations, dotted
from tests.people import ORIGIN, Standing, club, guest, seated, visitor
from tests.tournaments.evening import preferans_result

DUTIES = {
    "arbiter": "",
    "preparations": "hall",
    "sessions": "May 5",
    "entry": "free",
    "special_conditions": "none",
    "published": "at the door",
}
CUP: dict[str, Any] = {
    "name": "Весенний кубок",
    "game": "preferans",
    "preset": "sochi",
    "regulations": {"duties": DUTIES, "tournament.early_end": True},
}


def member(client: TestClient, login: str) -> TestClient:
    """Somebody with a login at a browser of his own."""
    other = visitor(client)
    guest(other, login.title())
    assert other.post("/api/register", json={"login": login, "password": "a long password"}).status_code == 201
    return other


def announced(arbiter: TestClient, **changes: Any) -> str:
    answer = arbiter.post("/api/events", json=CUP | changes)
    assert answer.status_code == 201, answer.text
    event: str = answer.json()["id"]
    return event


class Acts:
    """Acts at an event, each under an id of its own."""

    def __init__(self, event: str) -> None:
        self.event, self.count = event, 0

    def ask(self, one: TestClient, why: str = "", **do: Any) -> Any:
        self.count += 1
        return one.post(f"/api/events/{self.event}", json={"id": f"n{self.count}", "do": do, "why": why})

    def do(self, one: TestClient, why: str = "", **do: Any) -> dict[str, Any]:
        answer = self.ask(one, why, **do)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def refused(self, one: TestClient, **do: Any) -> tuple[int, str | None]:
        answer = self.ask(one, **do)
        return answer.status_code, answer.json()["error"].get("law")

    def look(self, one: TestClient) -> dict[str, Any]:
        told: dict[str, Any] = one.get(f"/api/events/{self.event}").json()
        return told


def enter(one: TestClient, event: str, key: str = "me") -> dict[str, Any]:
    answer = one.post(f"/api/events/{event}/enter", json={"id": key})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_an_evening_from_announcement_to_the_table(client: TestClient, tmp_path: Path) -> None:
    """Eight players, each from his own page; the log is that of a folder, and makes the same table there."""
    arbiter = member(client, "orlova")
    event = announced(arbiter)
    acts, people = Acts(event), [visitor(client) for _ in range(8)]
    for n, one in enumerate(people, 1):
        guest(one, f"Игрок {n}")
        you = enter(one, event, f"e{n}")["you"]
        assert you == {"name": f"Игрок {n}", "entrant": n, "arbiter": False, "powers": []}
    told = acts.look(arbiter)
    assert (told["arbiter"], told["lacking"], told["round"]) == ("Orlova", [], None)
    seats = msgspec.to_builtins(movements.preferans(8))
    told = acts.do(arbiter, what="seated", how="hand", order=list(range(1, 9)), movement=seats)
    assert (told["round"]["round"], told["round"]["running"], told["round"]["deadline"]) == (1, False, None)
    chance = random.Random(4)
    for _ in range(told["round"]["rounds"]):
        told = acts.do(arbiter, what="round_begun")
        assert told["round"]["deadline"] > told["created"]
        for table in told["round"]["tables"]:
            writer = people[next(iter(table["seats"].values())) - 1]
            for board in table["boards"]:
                result = preferans_result(board, len(table["seats"]), chance)
                acts.do(writer, what="row", table=table["table"], board=board, result=result)
        told = acts.do(arbiter, what="round_ended")
        assert (told["standing"], told["unit"]) == ([], None)  # nothing before it is published
    assert told["round"] is None
    told = acts.do(arbiter, what="published")
    assert told["standing"][0]["place"] == 1
    assert told == acts.look(arbiter)
    assert acts.look(visitor(client))["standing"] == told["standing"]

    log = arbiter.get(f"/api/events/{event}/log.jsonl")
    assert people[0].get(f"/api/events/{event}/log.jsonl").status_code == 403
    duties = DUTIES | {"arbiter": "Orlova"}
    held = msgspec.convert(
        {"name": CUP["name"], "game": "preferans", "preset": "sochi", "regulations": {"duties": duties}}, Event
    )
    here = tmp_path / "here"
    folder.create(here, held)
    (here / folder.LOG).write_bytes(log.content)
    final = standing(folder.load(here))
    assert [(one.rank, one.entrant) for one in final.places] == [
        (one["place"], one["entrant"]) for one in told["standing"]
    ]


@pytest.mark.rule("PT-I.13.2.4")
def test_an_assistant_may_what_was_delegated_and_a_player_his_lines(client: TestClient) -> None:
    arbiter, helper = member(client, "orlova"), member(client, "helper")
    event = announced(arbiter)
    acts = Acts(event)
    enter(helper, event)
    assert acts.refused(helper, what="announced", text="Тишина") == (409, "PT-I.13.2.4")
    told = acts.do(arbiter, what="appointed", name="Helper", powers=["conditions"], why="зал второй")
    assert told["officials"] == [{"name": "Helper", "powers": ["conditions"]}]
    assert acts.do(helper, what="announced", text="Тишина")["conditions"] == ["Тишина"]
    assert acts.look(helper)["you"]["powers"] == ["conditions"]
    assert acts.refused(helper, what="round_begun") == (409, "PT-I.13.2.4")
    stranger = visitor(client)
    assert acts.ask(stranger, what="announced", text="x").status_code == 401
    guest(stranger, "Кто-то")
    assert acts.refused(stranger, what="announced", text="x") == (409, "PT-I.13.2.4")
    assert acts.look(stranger)["you"] is None


def test_an_act_is_done_once_and_a_restart_tells_the_same(path: Path) -> None:
    with club(path) as client:
        arbiter = member(client, "orlova")
        event = announced(arbiter)
        body = {"id": "once", "do": {"what": "announced", "text": "Тишина"}}
        first, again = (arbiter.post(f"/api/events/{event}", json=body).json() for _ in range(2))
        assert first == again
        assert first["conditions"] == ["Тишина"]
        cookies = arbiter.cookies
    with club(path) as client:
        client.cookies = cookies
        assert client.get(f"/api/events/{event}").json() == first


def test_who_announces_has_a_login_and_says_what_can_be(client: TestClient) -> None:
    assert client.post("/api/events", json=CUP).status_code == 401
    guest(client)
    assert client.post("/api/events", json=CUP).status_code == 403
    arbiter = member(client, "orlova")
    wrong: list[dict[str, Any]] = [
        {"game": "chess"},
        {"preset": "none"},
        {"name": ""},
        {"changes": {"no.such": "1"}},
        {"regulations": {"no.such": 1}},
        {"regulations": {"bridge.scoring": "butler"}},  # nothing at preferans obeys it
        {"regulations": {"tournament.minutes_per_board": 0}},
        {"secret": "x"},
    ]
    for changes in wrong:
        assert arbiter.post("/api/events", json=CUP | changes).status_code == 400, changes
    event = announced(arbiter, regulations={"duties": DUTIES | {"entry": ""}}, starts=1_780_000_000_000)
    told = Acts(event).look(arbiter)
    assert told["starts"] == 1_780_000_000_000
    assert told["lacking"] == [{"reason": "duty_open", "law": "PT-I.13.1", "params": {"duty": "entry"}}]
    assert Acts(event).ask(arbiter, what="nothing").status_code == 400
    assert arbiter.get("/api/events/none").status_code == 404
    assert arbiter.post("/api/events/none/enter", json={"id": "1"}).status_code == 404
    assert arbiter.get(f"/api/events/{event}?have=x").status_code == 400


@pytest.mark.rule("PT-I.13.1")
def test_duties_are_settled_before_the_event_opens_and_not_before_it_is_announced(client: TestClient) -> None:
    """Four answers announce it; what was left open is settled by the arbiter, until everybody is seated."""
    arbiter = member(client, "orlova")
    acts = Acts(announced(arbiter, regulations={}))
    told = acts.look(arbiter)
    assert [one["params"]["duty"] for one in told["lacking"]] == [
        "preparations", "sessions", "entry", "special_conditions", "published"
    ]  # fmt: skip
    for nth in range(1, 9):
        acts.do(arbiter, what="entered", entrant=nth, name=f"P{nth}")
    refused = arbiter.post(f"/api/events/{acts.event}/seat", json={"id": "s"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "cannot_open")
    said = {name: f"the {name}" for name in DUTIES if name not in {"arbiter", "sessions"}}
    assert acts.ask(member(client, "nobody"), what="settled", **said).status_code == 409
    acts.do(arbiter, what="settled", **said)
    acts.do(arbiter, what="settled", sessions="at seven")
    told = acts.look(arbiter)
    assert told["lacking"] == []
    assert told["regulations"]["duties"] == {"arbiter": "Orlova", "sessions": "at seven", **said}
    assert arbiter.post(f"/api/events/{acts.event}/seat", json={"id": "s"}).status_code == 200
    late = acts.ask(arbiter, what="settled", sessions="at eight")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "seated")


def test_every_regulation_is_told_so_that_a_form_can_be_made_of_it(client: TestClient) -> None:
    """What a form makes of the answer, each option with another value of its own, is taken; so are all penalties."""
    told = visitor(client).get("/api/regulations").json()
    assert {one["name"] for one in told["options"]} == {
        dotted(field) for field, option in declarations().items() if option.reader != "log"
    }
    assert told["offences"] == dict(OFFENCES)
    for one in told["options"]:
        if one["name"] == "tournament.type":
            continue
        other: Any = {
            "choice": next((value for value in one["values"] if value != str(one["usual"])), None),
            "choices": one["values"],
            "flag": not one["usual"],
            "number": one["least"] if one["least"] not in (None, one["usual"]) else (one["most"] or 7),
            "numbers": [30, 40, 70],
        }[one["kind"]]
        kind = (one["types"] or ["duplicate"])[0]
        game = (one["games"] or ["preferans"])[0]
        preset = "duplicate" if (game, kind) == ("bridge", "duplicate") else "rubber" if game == "bridge" else "sochi"
        wanted = {"duties": DUTIES, "tournament.type": kind, one["name"]: other}
        waits = one["name"] == "tournament.absent_min"  # obeyed at tables of the club alone, where no bot stands in
        new = NewEvent(name="x", game=game, preset=preset, regulations=wanted, online=waits, stand_ins=not waits)
        held = about(new)
        kept = msgspec.to_builtins(held.regulations)[one["name"].replace(".", "_")]
        assert str(list(kept) if isinstance(kept, tuple) else kept) == str(other), one
    penalties = {offence: at for at, offence in enumerate(OFFENCES, 1)}
    arbiter = member(client, "orlova")
    event = announced(
        arbiter, regulations={"duties": DUTIES, "penalties": penalties}, changes={"auction.here": "elder_hand"}
    )
    found = arbiter.get(f"/api/events/{event}").json()
    assert (found["regulations"]["penalties"], found["changes"]) == (penalties, {"auction.here": "elder_hand"})


def _at_table(movement: movements.Movement, *who: int) -> list[int]:
    """The entrants in the order of a movement for six, these at the first table."""
    there = list(movement.rounds[0].tables[0].seats.values())
    left = [number for number in range(1, 7) if number not in who]
    numbers = dict(zip(there, who, strict=False))
    return [numbers[place] if place in numbers else left.pop(0) for place in range(1, 7)]


@pytest.mark.rule("PT-I.13.2.7")
def test_the_director_looks_into_a_table_that_has_called_him(client: TestClient) -> None:
    """What was called and played there and no hand; nobody else does, nor an official who takes part."""
    arbiter, plays, ann, second = member(client, "orlova"), member(client, "vera"), visitor(client), visitor(client)
    event = announced(arbiter, online=True)
    acts = Acts(event)
    for one, name in ((ann, "Анна"), (second, "Борис")):
        guest(one, name)
    for n, one in enumerate((ann, plays), 1):
        enter(one, event, f"e{n}")
    acts.do(arbiter, what="appointed", name="Vera", powers=["interpret"])
    for n in range(3, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    path = f"/api/events/{event}/tables/1"
    assert arbiter.get(path).status_code == 404
    movement = movements.preferans(6)
    order = _at_table(movement, 1, 2)
    acts.do(arbiter, what="seated", how="hand", order=order, movement=msgspec.to_builtins(movement))
    acts.do(arbiter, what="round_begun")
    deadline = time.monotonic() + 30
    while arbiter.get(path).json()["rooms"] == [] or len(arbiter.get(path).json()["rooms"][0]["said"]) < 1:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    called = ann.post(f"/api/events/{event}/call", json={"id": "call 1", "table": 1, "about": "look"})
    assert called.status_code == 200
    (room,) = arbiter.get(path).json()["rooms"]
    assert room["board"] in movement.rounds[0].tables[0].boards
    assert {"Vera", "Анна"} < set(room["people"].values())
    assert room["said"][0]["event"] == {"type": "deal", "cards": "N:-"}  # no hand
    for one in (ann, plays, second):
        assert one.get(path).status_code == 403
    assert visitor(client).get(path).status_code == 401
    assert arbiter.get(f"/api/events/{event}/tables/9").status_code == 404
    (call,) = hall(arbiter, event)["calls"]
    assert arbiter.post(f"/api/events/{event}/came", json={"id": "came 1", "call": call["call"]}).status_code == 200
    assert acts.look(ann)["paused"] is False
    assert arbiter.get(path).status_code == 200  # he looks on while he rules


def test_not_too_many_are_announced(path: Path) -> None:
    with club(path, clock=Standing()) as client:
        there = visitor(client, "198.51.100.7")
        guest(there)
        assert there.post("/api/register", json={"login": "many", "password": "a long password"}).status_code == 201
        found = [there.post("/api/events", json=CUP).status_code for _ in range(11)]
        assert found == [201] * 10 + [429]


# --- for its officials -------------------------------------------------------------------------------------------


def hall(one: TestClient, event: str, **query: int) -> dict[str, Any]:
    answer = one.get(f"/api/events/{event}/hall", params=query)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def come(one: TestClient, event: str) -> None:
    answer = one.post(f"/api/events/{event}/come", json={"id": "come"})
    assert answer.status_code == 200, answer.text


@pytest.mark.rule("PT-I.13.2.4")
def test_officials_see_all_of_it_and_each_may_what_is_in_his_power(client: TestClient) -> None:
    arbiter, helper, player = member(client, "orlova"), member(client, "helper"), visitor(client)
    event = announced(arbiter)
    acts = Acts(event)
    guest(player, "Анна")
    enter(player, event, "p")
    assert player.post(f"/api/events/{event}/come", json={"id": "c"}).status_code == 403  # a guest
    come(helper, event)
    come(helper, event)
    assert acts.look(helper)["you"] == {"name": "Helper", "entrant": None, "arbiter": False, "powers": []}
    assert "Helper" in hall(arbiter, event)["known"]
    acts.do(arbiter, what="appointed", name="Helper", powers=["fine", "report"])
    for n in range(2, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    for one in (player, visitor(client)):
        assert one.get(f"/api/events/{event}/hall").status_code in {401, 403}
        assert one.get(f"/api/events/{event}/print/results").status_code in {401, 403}
        assert one.get(f"/api/events/{event}/export/json").status_code in {401, 403}
        assert one.post(f"/api/events/{event}/seat", json={"id": "s"}).status_code in {401, 403}
    assert visitor(client).get(f"/api/events/{event}/print/announcement?lang=en").content.startswith(b"%PDF")
    assert arbiter.get(f"/api/events/{event}/print/nothing").status_code == 400
    assert arbiter.get("/api/events/none/hall").status_code == 404
    told = hall(arbiter, event)
    assert [one["said"]["what"] for one in told["log"]][:3] == ["entered", "appointed", "entered"]
    assert {"seated", "ruled", "penalised", "published", "row"} <= set(told["may"])
    assert "decided" not in told["may"]  # that is for the committee (PT-0.5)
    mine = set(hall(helper, event)["may"])
    assert {"penalised", "suspended", "published", "noticed"} <= mine
    assert mine.isdisjoint({"seated", "ruled", "appointed", "disqualified", "round_begun", "paused", "warned"})
    for what in ("round_begun", "paused", "resumed"):
        assert acts.refused(helper, what=what) == (409, "PT-I.13.2.4")
    assert acts.refused(helper, what="warned", table=1, offence="slow") == (409, "PT-I.13.2.4")
    assert helper.post(f"/api/events/{event}/seat", json={"id": "s"}).json()["error"]["law"] == "PT-I.13.2.4"
    assert len(hall(arbiter, event, log=8)["log"]) == 1
    assert arbiter.get(f"/api/events/{event}/hall?log=x").status_code == 400


def test_everybody_is_seated_by_a_lot_and_anew_for_who_comes_late(client: TestClient) -> None:
    arbiter = member(client, "orlova")
    event = announced(arbiter)
    acts = Acts(event)
    for n in range(1, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    wrong = arbiter.post(f"/api/events/{event}/seat", json={"id": "w", "seating": {"kind": "howell"}})
    assert wrong.status_code == 409
    assert "decides nothing" in wrong.text
    first = arbiter.post(f"/api/events/{event}/seat", json={"id": "one"}).json()
    again = arbiter.post(f"/api/events/{event}/seat", json={"id": "one"}).json()
    assert first == again  # the lot is drawn once for an id
    acts.do(arbiter, what="entered", entrant=9, name="Поздний")
    twice = arbiter.post(f"/api/events/{event}/seat", json={"id": "twice"})  # two directors at once seat nobody twice
    assert (twice.status_code, twice.json()["error"]["code"]) == (409, "session_running")
    told = arbiter.post(
        f"/api/events/{event}/seat", json={"id": "two", "seating": {"seed": "open air", "again": True}}
    ).json()
    sat = {who for table in told["round"]["tables"] for who in table["seats"].values()}
    assert told["round"]["session"] == 1
    now = hall(arbiter, event)
    assert len(now["sessions"]) == 1
    assert sat | set(now["sessions"][0]["rounds"][0]["rest"]) == set(range(1, 10))
    acts.do(arbiter, what="round_begun")
    late = arbiter.post(f"/api/events/{event}/seat", json={"id": "three", "seating": {"again": True}})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "round_begun")


def test_a_pair_that_comes_late_is_seated_in_the_rounds_to_come(client: TestClient) -> None:
    """Seven pairs: one rests each round, and meets the late one. Who is no pair, or comes when no round is left, is told so."""
    arbiter = member(client, "orlova")
    event = announced(arbiter, game="bridge", preset="duplicate")
    acts = Acts(event)
    for n in range(1, 8):
        acts.do(arbiter, what="entered", entrant=n, name=f"Пара {n}", members=[f"А{n}", f"Б{n}"])

    def late(who: int, key: str) -> Any:
        return arbiter.post(f"/api/events/{event}/late", json={"id": key, "entrant": who})

    assert late(1, "l0").json()["error"]["code"] == "late_running"
    seating = {"by": "hand", "kind": "howell", "boards": 1}
    assert arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": seating}).status_code == 200
    acts.do(arbiter, what="round_begun")
    acts.do(arbiter, what="entered", entrant=8, name="Поздние", members=["Анна", "Борис"])
    acts.do(arbiter, what="entered", entrant=9, name="Один")
    told = late(9, "l1")
    assert (told.status_code, told.json()["error"]["code"]) == (409, "late_pair")
    assert late(8, "l2").status_code == 200
    assert late(8, "l2").status_code == 200  # once for an id
    assert late(8, "l3").json()["error"]["code"] == "seated_already"
    session = hall(arbiter, event)["sessions"][0]
    first, *rest = session["rounds"]
    assert 8 in first["rest"]
    sat = [one for one in rest if any(8 in table["seats"].values() for table in one["tables"])]
    assert len(sat) >= len(rest) - 1
    for one in rest:
        who = [number for table in one["tables"] for number in table["seats"].values()] + one["rest"]
        assert sorted(who) == list(range(1, 9))
    stranger = member(client, "stranger")
    assert stranger.post(f"/api/events/{event}/late", json={"id": "x", "entrant": 8}).status_code in {403, 404}


@pytest.mark.rule("PT-I.4", "PT-I.6a")
def test_a_player_knows_his_next_table_and_prints_the_protocols_once_they_are_published(client: TestClient) -> None:
    arbiter, anna = member(client, "orlova"), visitor(client)
    event = announced(arbiter)
    acts, chance = Acts(event), random.Random(4)
    guest(anna, "Anna")
    enter(anna, event, "e1")
    for n in range(2, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"P{n}")
    arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": {"by": "hand"}})
    second = hall(arbiter, event)["sessions"][0]["rounds"][1]["tables"]
    assert acts.look(anna)["round"]["next"] is None  # the first one has not begun
    told = acts.do(arbiter, what="round_begun")
    assert told["round"]["next"] is None  # of who does not play
    following = acts.look(anna)["round"]["next"]
    expected = next(one for one in second if 1 in one["seats"].values())
    assert following == expected
    for table in told["round"]["tables"]:
        for board in table["boards"]:
            result = preferans_result(board, 4, chance)
            acts.do(arbiter, what="row", table=table["table"], board=board, result=result)
    acts.do(arbiter, what="round_ended", last=True)
    sheets = {name: f"/api/events/{event}/print/{name}" for name in ("results", "protocols", "table-cards")}
    assert {visitor(client).get(path).status_code for path in sheets.values()} == {401}
    acts.do(arbiter, what="published")
    for name, path in sheets.items():
        answer = anna.get(path)
        assert answer.status_code == (403 if name == "table-cards" else 200), name
        assert name == "table-cards" or answer.content.startswith(b"%PDF")


def test_an_official_sees_what_a_ruling_changes_before_it_is_entered(client: TestClient) -> None:
    """Nothing is entered by the asking; who is no official, or asks for what cannot be, is refused."""
    arbiter, anna = member(client, "orlova"), visitor(client)
    rules = {"duties": DUTIES, "bridge.scoring": "team_imps"}
    event = announced(arbiter, game="bridge", preset="duplicate", regulations=rules)
    acts = Acts(event)
    for n in (1, 2):
        acts.do(arbiter, what="entered", entrant=n, name=f"T{n}", members=[f"{seat}{n}" for seat in "NESW"])
    seating = {"by": "hand", "boards": 2}
    assert arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": seating}).status_code == 200
    acts.do(arbiter, what="round_begun")
    for room in ("open", "closed"):
        acts.do(arbiter, what="row", table=1, board=1, room=room, result="4S N 10")
    entry: dict[str, object] = {"what": "ruled", "table": 1, "board": 1, "law": "Law 12C2", "text": "t"}
    entry["decision"] = {"artificial": {"1": "innocent"}}
    before = len(hall(arbiter, event)["log"])
    answer = arbiter.post(f"/api/events/{event}/try", json={"id": "t1", "do": entry})
    assert answer.status_code == 200, answer.text
    assert {one["of"] for one in answer.json()} == {"match", "total"}
    assert len(hall(arbiter, event)["log"]) == before
    assert anna.post(f"/api/events/{event}/try", json={"id": "t1", "do": entry}).status_code in {401, 403}
    wrong = {"id": "t2", "do": entry | {"board": 77}}
    assert arbiter.post(f"/api/events/{event}/try", json=wrong).json()["error"]["code"] == "no_such_board"
    assert arbiter.post(f"/api/events/{event}/try", json={"id": "t3", "do": {"what": "x"}}).status_code == 400


@pytest.mark.rule("P-4.2.16", "PT-I.6b")
def test_a_table_writes_mends_and_confirms_its_line_and_calls_the_director(client: TestClient) -> None:
    """Its own line until the protocol is back, and no other table's; the director is called once and comes."""
    arbiter, one, other = member(client, "orlova"), visitor(client), visitor(client)
    event = announced(arbiter)
    acts = Acts(event)
    for n, person in enumerate((one, other), 1):
        guest(person, f"Игрок {n}")
        enter(person, event, f"e{n}")
    for n in range(3, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": {"by": "hand"}})
    call = {"id": "c0", "table": 1}
    assert one.post(f"/api/events/{event}/call", json=call).status_code == 409  # no round is played
    told = acts.do(arbiter, what="round_begun")
    table = next(at for at in told["round"]["tables"] if 1 in at["seats"].values())
    assert 2 not in table["seats"].values()
    board, chance = table["boards"][0], random.Random(5)
    first, second = (preferans_result(board, 4, chance) for _ in range(2))
    assert first != second
    where = {"table": table["table"], "board": board}
    assert acts.refused(other, what="row", **where, result=first) == (409, "PT-I.6")
    own = acts.do(one, what="row", **where, result=first)["own"]
    assert [(line["board"], line["result"], line["confirmed"]) for line in own] == [(board, first, False)]
    assert acts.look(other)["own"] == []
    assert acts.look(visitor(client))["own"] == []
    mend = {"what": "corrected", **where, "result": second, "ground": "claim"}
    assert acts.refused(other, **mend) == (409, "PT-I.13.2.4")
    assert acts.refused(one, **(mend | {"ground": "error"})) == (409, "PT-I.13.2.4")
    assert acts.refused(one, **(mend | {"result": ""})) == (409, "PT-I.13.2.4")
    assert acts.do(one, **mend)["own"][0]["result"] == second
    assert acts.do(one, what="confirmed", **where)["own"][0]["confirmed"]
    assert acts.refused(one, **(mend | {"result": first})) == (409, "PT-I.13.2.4")

    call = {"id": "c1", "table": table["table"], "about": "фальшренонс"}
    assert other.post(f"/api/events/{event}/call", json=call).status_code == 409  # he does not sit there
    assert one.post(f"/api/events/{event}/call", json=call).json()["called"]
    assert one.post(f"/api/events/{event}/call", json=call | {"id": "c2"}).status_code == 409  # it waits already
    waits = hall(arbiter, event)["calls"]
    assert [(one["table"], one["name"], one["about"]) for one in waits] == [(table["table"], "Игрок 1", "фальшренонс")]
    came = {"id": "d1", "call": waits[0]["call"]}
    assert one.post(f"/api/events/{event}/came", json=came).json()["error"]["law"] == "PT-I.13.2.4"
    assert arbiter.post(f"/api/events/{event}/came", json=came).status_code == 200
    assert arbiter.post(f"/api/events/{event}/came", json=came | {"id": "d2"}).status_code == 409
    assert not acts.look(one)["called"]


@pytest.mark.rule("P-4.2.16", "PT-0.5", "PT-0.6")
def test_a_player_sees_the_rulings_on_his_boards_and_appeals_in_time(client: TestClient) -> None:
    """Notice before his next deal, the appeal itself until half an hour after the session; nobody else is told."""
    arbiter, one, other = member(client, "orlova"), visitor(client), visitor(client)
    event = announced(arbiter)
    acts, chance = Acts(event), random.Random(8)
    for n, person in enumerate((one, other), 1):
        guest(person, f"Игрок {n}")
        enter(person, event, f"e{n}")
    for n in range(3, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": {"by": "hand"}})
    told = acts.do(arbiter, what="round_begun")
    table = next(at for at in told["round"]["tables"] if 1 in at["seats"].values())
    first, second, *_ = table["boards"]

    def played(board: int) -> None:
        acts.do(one, what="row", table=table["table"], board=board, result=preferans_result(board, 4, chance))

    def ruled(board: int) -> int:
        rule = {"board": board, "table": table["table"], "law": "PT-I.11.2.B.1", "text": "обсуждали"}
        acts.do(arbiter, what="ruled", **rule, decision={"artificial": {"1": "fully"}})
        return int(acts.look(one)["rulings"][-1]["entry"])

    played(first)
    late = ruled(first)
    assert [(x["board"], x["guilt"], x["may"]) for x in acts.look(one)["rulings"]] == [(first, "fully", True)]
    assert acts.look(other)["rulings"] == []
    played(second)
    assert not acts.look(one)["rulings"][0]["may"]
    assert acts.refused(one, what="noticed", entrant=1, entry=late) == (409, "PT-0.6")
    entry = ruled(second)
    assert acts.refused(other, what="noticed", entrant=1, entry=entry) == (409, "PT-0.6")
    told = acts.do(one, what="noticed", entrant=1, entry=entry)
    notice = told["rulings"][1]["notice"]
    assert (told["appeals_until"], told["rulings"][1]["may"]) == (None, False)
    told = acts.do(one, what="filed", notice=notice, facts="не обсуждали", request="оставить")
    filed = told["rulings"][1]["filed"]
    acts.do(arbiter, what="elected", members=["Игрок 2"])
    assert acts.refused(arbiter, what="decided", filed=filed, by="committee", allowed=True) == (409, "PT-0.5")
    acts.do(other, what="decided", filed=filed, by="committee", allowed=True)
    assert acts.look(one)["rulings"][1]["allowed"]


@pytest.mark.rule("P-4.2.16", "PT-0.5", "PT-I.13.2.4")
def test_who_is_of_the_committee_is_told_what_to_decide_and_nobody_else(client: TestClient) -> None:
    arbiter = member(client, "orlova")
    event = announced(arbiter)
    acts, people = Acts(event), [visitor(client) for _ in range(3)]
    for n, person in enumerate(people, 1):
        guest(person, f"Игрок {n}")
        enter(person, event, f"e{n}")
    for n in range(4, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": {"by": "hand"}})
    told = acts.do(arbiter, what="round_begun")
    table = next(at for at in told["round"]["tables"] if 1 in at["seats"].values())
    board = table["boards"][0]
    acts.do(
        people[0], what="row", table=table["table"], board=board, result=preferans_result(board, 4, random.Random(8))
    )
    rule = {"board": board, "table": table["table"], "law": "PT-I.11.2.B.1", "text": "обсуждали"}
    acts.do(arbiter, what="ruled", **rule, decision={"artificial": {"1": "fully"}})
    ruling = acts.look(people[0])["rulings"][0]["entry"]
    acts.do(people[0], what="noticed", entrant=1, entry=ruling)
    acts.do(arbiter, what="elected", members=["Игрок 1", "Игрок 2"])
    notice = acts.look(people[0])["rulings"][0]["notice"]
    acts.do(people[0], what="filed", notice=notice, facts="молчали", request="результат стола")
    assert acts.refused(arbiter, what="disqualified", entrant=3, approved_by="Игрок 2") == (409, "PT-I.13.2.4")
    acts.do(arbiter, what="disqualified", entrant=3)

    waits = acts.look(people[1])["committee"]
    (appeal,) = waits["appeals"]
    assert (appeal["by"], appeal["board"], appeal["facts"], appeal["ruling"]) == (
        "committee",
        board,
        "молчали",
        "обсуждали",
    )
    assert appeal["about"] == sorted(table["seats"].values())
    assert [(one["entrant"], one["by"]) for one in waits["proposed"]] == [(3, "Orlova")]
    own = acts.look(people[0])["committee"]  # nobody decides his own appeal
    assert (own["appeals"], len(own["proposed"])) == ([], 1)
    for one in (people[2], arbiter, visitor(client)):
        assert acts.look(one)["committee"] is None
    proposed = waits["proposed"][0]["entry"]
    assert acts.refused(people[2], what="approved", entry=proposed, yes=True) == (409, "PT-I.13.2.4")
    acts.do(people[1], what="decided", filed=appeal["entry"], by="committee", allowed=True, decision={"natural": [1]})
    told = acts.do(people[1], what="approved", entry=proposed, yes=True)
    assert told["committee"] == {"appeals": [], "proposed": []}
    assert [one["out"] for one in told["entrants"][:3]] == [False, False, True]
    assert acts.look(people[0])["rulings"][0]["allowed"]


@pytest.mark.rule("B-TEAM-3")
def test_pairs_and_teams_come_together_before_they_are_seated(client: TestClient) -> None:
    """Whoever wants to be of one asks, and who is of it takes him; a team of fewer than four is not seated."""
    arbiter = member(client, "orlova")
    bridge = {"game": "bridge", "preset": "duplicate"}
    event = announced(arbiter, **bridge, regulations={"duties": DUTIES, "bridge.scoring": "team_imps"})
    people = [visitor(client) for _ in range(8)]
    for n, one in enumerate(people, 1):
        guest(one, f"Игрок {n}")
    acts = Acts(event)
    for n, captain in enumerate((people[0], people[4]), 1):
        entered = captain.post(f"/api/events/{event}/enter", json={"id": f"e{n}", "team": "Ладья"})
        assert entered.json()["you"]["entrant"] == n
    assert [(one["name"], one["members"]) for one in acts.look(arbiter)["entrants"]] == [
        ("Ладья", ["Игрок 1"]),
        ("Ладья 2", ["Игрок 5"]),
    ]
    short = arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": {"boards": 4}})
    assert (short.status_code, short.json()["error"]["law"]) == (409, "B-TEAM-3")
    for n, one in enumerate(people, 1):
        if n in {1, 5}:
            continue
        asked = one.post(f"/api/events/{event}/join", json={"id": f"j{n}", "entrant": 1 if n < 5 else 2})
        assert asked.json()["asked"] == (1 if n < 5 else 2)
    assert acts.look(people[0])["asks"] == ["Игрок 2", "Игрок 3", "Игрок 4"]
    assert acts.look(people[1])["asks"] == []
    assert acts.refused(people[4], what="joined", entrant=1, name="Игрок 2") == (409, "PT-I.13.2.4")
    for n in (2, 3, 4):
        acts.do(people[0], what="joined", entrant=1, name=f"Игрок {n}")
    assert acts.look(people[0])["asks"] == []
    assert acts.look(people[1])["you"]["entrant"] == 1
    assert acts.refused(people[0], what="joined", entrant=1, name="Игрок 2")[0] == 409  # he is there already
    again = people[1].post(f"/api/events/{event}/join", json={"id": "k", "entrant": 2})
    assert again.status_code == 409
    for n in (6, 7, 8):
        acts.do(people[4], what="joined", entrant=2, name=f"Игрок {n}")
    seated = arbiter.post(f"/api/events/{event}/seat", json={"id": "s2", "seating": {"boards": 4}})
    assert seated.status_code == 200, seated.text
    late = visitor(client)
    guest(late, "Поздний")
    assert late.post(f"/api/events/{event}/join", json={"id": "l", "entrant": 1}).status_code == 409
    assert acts.refused(people[0], what="joined", entrant=1, name="Поздний")[0] == 409


@pytest.mark.rule("B-AUC-13", "B-AUC-14")
def test_a_pair_files_its_own_card_and_opponents_open_it_as_it_was_filed(client: TestClient) -> None:
    arbiter, anna, boris = member(client, "orlova"), visitor(client), visitor(client)
    event = announced(arbiter, game="bridge", preset="duplicate")
    acts, cards = Acts(event), f"/api/events/{event}/cards"
    for one, name in ((anna, "Anna"), (boris, "Boris")):
        guest(one, name)
        enter(one, event, name)
    for n in (3, 4):
        acts.do(arbiter, what="entered", entrant=n, name=f"Pair {n}")
    assert boris.get(f"{cards}/1").status_code == 404
    filed = acts.do(anna, what="system_card", entrant=1, system="artificial", text="strong club")
    assert [one["system"] for one in filed["entrants"]] == ["artificial", None, None, None]
    assert acts.refused(anna, what="system_card", entrant=2, system="natural", text="x") == (409, "PT-I.13.2.4")
    shown = {"what": "system_card", "entrant": 1, "system": "artificial", "text": "strong club"}
    assert boris.get(f"{cards}/1").json() == shown
    seated_ = arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": {"boards": 1, "rounds": 1}})
    assert seated_.status_code == 200, seated_.text
    acts.do(anna, what="system_card", entrant=1, system="artificial", text="strong club, four-card majors")
    acts.do(arbiter, what="round_begun")
    # Who plays against a card finds it as it was: nobody changes it while he plays, but whoever keeps the register.
    assert acts.refused(anna, what="system_card", entrant=1, system="natural", text="other") == (409, "B-AUC-13")
    assert boris.get(f"{cards}/1?session=1").json()["text"] == "strong club, four-card majors"
    acts.do(arbiter, what="round_ended", last=True)
    acts.do(anna, what="system_card", entrant=1, system="natural", text="five-card majors")
    assert boris.get(f"{cards}/1").json()["text"] == "five-card majors"
    assert boris.get(f"{cards}/1?session=1").json()["text"] == "strong club, four-card majors"
    for bad, status in (("9", 404), ("1?session=2", 404), ("1?session=x", 400), ("1?session=" + "9" * 30, 400)):
        assert boris.get(f"{cards}/{bad}").status_code == status, bad


def test_a_pair_is_two_and_who_plays_for_himself_is_one(client: TestClient) -> None:
    arbiter, one, two, third = member(client, "orlova"), visitor(client), visitor(client), visitor(client)
    for person, name in ((one, "Анна"), (two, "Борис"), (third, "Вера")):
        guest(person, name)
    pairs = announced(arbiter, game="bridge", preset="duplicate")
    assert enter(one, pairs)["together"] == 2
    two.post(f"/api/events/{pairs}/join", json={"id": "j", "entrant": 1})
    acts = Acts(pairs)
    told = acts.do(one, what="joined", entrant=1, name="Борис")
    assert told["entrants"][0]["members"] == ["Анна", "Борис"]
    assert third.post(f"/api/events/{pairs}/join", json={"id": "j3", "entrant": 1}).json()["error"]["law"] == "B-TEAM-3"
    assert acts.refused(one, what="joined", entrant=1, name="Вера") == (409, "B-TEAM-3")
    alone = announced(arbiter)
    told = enter(one, alone)
    assert (told["together"], told["entrants"][0]["members"]) == (1, [])
    assert two.post(f"/api/events/{alone}/join", json={"id": "j", "entrant": 1}).status_code == 409


class Moved(Clock):
    """A clock that a test puts forward. ahead: seconds."""

    ahead = 0

    def now(self) -> int:
        return super().now() + 1000 * self.ahead


def test_the_clock_stands_still_while_the_director_says_so(path: Path) -> None:
    clock = Moved()
    with club(path, clock=clock) as client:
        arbiter = member(client, "orlova")
        event = announced(arbiter)
        acts = Acts(event)
        for n in range(1, 9):
            acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
        arbiter.post(f"/api/events/{event}/seat", json={"id": "s"})
        assert acts.refused(arbiter, what="paused")[0] == 409
        begun = acts.do(arbiter, what="round_begun")["round"]["deadline"]
        clock.ahead += 60
        assert acts.do(arbiter, what="paused")["round"]["deadline"] is None
        assert acts.refused(arbiter, what="paused")[0] == 409
        clock.ahead += 600
        assert hall(arbiter, event)["sessions"][0]["paused_at"] is not None
        assert acts.do(arbiter, what="resumed")["round"]["deadline"] == begun + 600_000
        assert acts.refused(arbiter, what="resumed")[0] == 409
        told = acts.do(arbiter, what="warned", table=2, offence="slow")
        assert hall(arbiter, event)["warned"] == [{"session": 1, "round": 1, "table": 2, "offence": "slow"}]
        assert acts.refused(arbiter, what="warned", table=7, offence="slow")[0] == 409
        assert told["round"]["running"]


@pytest.mark.rule("PT-I.12.2.4")
def test_an_arbiter_who_plays_online_sees_no_line_before_the_session_has_ended(client: TestClient) -> None:
    arbiter = member(client, "orlova")
    event = announced(arbiter, online=True)
    acts = Acts(event)
    enter(arbiter, event, "me")
    for n in range(2, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    helper = member(client, "helper")
    come(helper, event)
    acts.do(arbiter, what="appointed", name="Helper", powers=["report"])
    arbiter.post(f"/api/events/{event}/seat", json={"id": "s"})
    acts.do(arbiter, what="round_begun")
    deadline = time.monotonic() + 60
    log = f"/api/events/{event}/log.jsonl"
    routes = (log, f"/api/events/{event}/export/lines", f"/api/events/{event}/print/protocols")
    while not hall(helper, event)["lines"]:  # he does not play
        assert time.monotonic() < deadline
        time.sleep(0.05)
    told = hall(arbiter, event)
    assert told["blind"]
    assert (told["lines"], told["standing"], told["parties"]) == ([], [], [])
    assert all(one["said"]["what"] != "row" for one in told["log"])
    for route in routes:
        answer = arbiter.get(route)
        assert (answer.status_code, answer.json()["error"]["law"]) == (403, "PT-I.12.2.4")
    acts.do(arbiter, what="round_ended", last=True)
    told = hall(arbiter, event, log=0)  # lines still come: its log and its lines are of one moment
    assert not told["blind"]
    assert told["lines"]
    assert [one["said"]["what"] for one in told["log"]].count("row") == len(told["lines"])
    assert arbiter.get(log).status_code == 200


# --- online ----------------------------------------------------------------------------------------------------


def test_who_plays_online_is_told_where_and_nobody_else_sees_his_table(client: TestClient) -> None:
    """Not another entrant, not the arbiter, not a stranger: no route and no socket says more than that there is nothing."""
    arbiter, one, other, stranger = member(client, "orlova"), visitor(client), visitor(client), visitor(client)
    event = announced(arbiter, online=True)
    acts = Acts(event)
    for n, person in enumerate((one, other, stranger), 1):
        guest(person, f"Игрок {n}")
    enter(one, event, "e1")
    enter(other, event, "e2")
    for n in range(3, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    nonce = {"id": "mine", "nonce": "0123456789abcdef" * 4}
    assert one.post(f"/api/events/{event}/share", json=nonce).json()["shared"] == ["Игрок 1"]
    assert stranger.post(f"/api/events/{event}/share", json=nonce | {"id": "his"}).status_code == 409
    acts.do(
        arbiter,
        what="seated",
        how="hand",
        order=[1, 2, 3, 4, 5, 6],
        movement=msgspec.to_builtins(movements.preferans(6)),
    )
    assert all(table["at"] is None for table in acts.look(one)["round"]["tables"])
    acts.do(arbiter, what="round_begun")
    at = {}
    for n, person in enumerate((one, other), 1):
        deadline = time.monotonic() + 30  # the tables are set up a moment later
        while not (mine := [one for one in acts.look(person)["round"]["tables"] if one["at"] is not None]):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert [n in table["seats"].values() for table in mine] == [True]
        at[n] = mine[0]["at"]
    assert at[1] != at[2]
    for person in (arbiter, stranger):
        assert all(table["at"] is None for table in acts.look(person)["round"]["tables"])
    with seated(one, at[1]) as player:
        assert player.room["state"] == "playing"
        assert player.table["chair"] is not None
        assert player.table["event"] == {
            "id": event, "session": 1, "round": 1, "table": 1 + (at[1] != table_id(event, 1, 1, 1)),
            "boards": next(one["boards"] for one in acts.look(one)["round"]["tables"] if one["at"] == at[1]),
            "room": "",
        }  # fmt: skip
        routes = ("", "/record", "/fair", "/deals/1", "/deals/1/analysis", "/deals/1/review", "/deals/1/why/1")
        for person in (other, arbiter, stranger):
            for route in routes:
                answer = person.get(f"/api/tables/{at[1]}{route}")
                assert answer.status_code in {403, 404}, (route, answer.text)
            with person.websocket_connect(f"/ws/table/{at[1]}", headers=ORIGIN) as socket:
                with pytest.raises(WebSocketDisconnect) as closed:
                    socket.receive_json()
                assert closed.value.code == NO_TABLE
    fair = stranger.get(f"/api/events/{event}/fair").json()
    assert (len(fair["commitments"]), fair["reveals"]) == (480, [])
    acts.do(arbiter, what="round_ended", last=True)
    fair = stranger.get(f"/api/events/{event}/fair").json()
    assert fair["reveals"]
    assert {told["commitment"] for told in fair["reveals"]} <= set(fair["commitments"].values())
    assert stranger.get(f"/api/events/{event}/boards").status_code == 404  # nothing before it is published
    assert arbiter.get(f"/api/events/{event}/boards").status_code == 404


@pytest.mark.rule("B-TEAM-1", "B-TEAM-4")
def test_both_rooms_of_a_match_are_shut_while_they_play(client: TestClient) -> None:
    """Each captain is told of his own room; neither the other one, nor the arbiter, nor a spectator gets into either."""
    arbiter, stranger = member(client, "orlova"), visitor(client)
    guest(stranger, "Зритель")
    regulations = {**CUP["regulations"], "bridge.scoring": "team_imps"}
    event = announced(arbiter, online=True, game="bridge", preset="duplicate", regulations=regulations)
    acts, captains = Acts(event), [member(client, "foxes"), member(client, "bears")]
    for n, captain in enumerate(captains, 1):
        name = captain.post(f"/api/events/{event}/come", json={"id": f"come{n}"}).json()["you"]["name"]
        team = [name, *(f"{name} {letter}" for letter in "bcd")]
        acts.do(captain, what="entered", entrant=n, name=f"Team {n}", members=team)
    seating = {"id": "seat", "seating": {"by": "hand", "boards": 4}}
    told = arbiter.post(f"/api/events/{event}/seat", json=seating).json()
    seats = told["round"]["tables"][0]["seats"]
    first, then = captains[seats["A"] - 1], captains[seats["B"] - 1]
    four = {
        one: acts.look(one)["teams"]["series"][0]["yours"] for one in (first, then)
    }  # fmt: skip

    def lineup(one: TestClient, team: int, *order: int) -> dict[str, Any]:
        names = [four[one][at] for at in order]
        return {"what": "lined_up", "entrant": team, "boards": [1, 2], "open_room": names[:2], "closed_room": names[2:]}

    assert acts.refused(then, **lineup(then, seats["B"], 1, 2, 0, 3)) == (409, "B-TEAM-4")
    assert acts.refused(stranger, **lineup(first, seats["A"], 0, 1, 2, 3))[0] == 409
    acts.do(first, **lineup(first, seats["A"], 0, 1, 2, 3))
    acts.do(then, **lineup(then, seats["B"], 1, 2, 0, 3))
    acts.do(arbiter, what="round_begun")
    at = {}
    for room, person in (("open", first), ("closed", then)):
        deadline = time.monotonic() + 30
        while not (mine := acts.look(person)["round"]["tables"][0]["at"]):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        at[room] = mine
        with seated(person, mine) as player:
            assert player.table["event"]["room"] == room
            assert player.table["event"]["boards"] == ([1, 2] if room == "open" else [2, 1])
    assert at["open"] != at["closed"]
    shut = {"open": (then, arbiter, stranger), "closed": (first, arbiter, stranger)}
    for room, people in shut.items():
        for person in people:
            for route in ("", "/record", "/fair", "/deals/1", "/deals/1/analysis", "/deals/1/review", "/deals/1/why/1"):
                answer = person.get(f"/api/tables/{at[room]}{route}")
                assert answer.status_code in {403, 404}, (room, route, answer.text)
            with person.websocket_connect(f"/ws/table/{at[room]}", headers=ORIGIN) as socket:
                with pytest.raises(WebSocketDisconnect) as closed:
                    socket.receive_json()
                assert closed.value.code == NO_TABLE
    for person in (arbiter, stranger):
        looked = acts.look(person)
        assert looked["round"]["tables"][0]["at"] is None
        assert (looked["teams"]["matches"], looked["teams"]["open_rooms"]) == ([], [])


@pytest.mark.long
def test_what_every_table_has_played_is_open_once_it_is_published(client: TestClient) -> None:
    """All lines of all boards with what they come to, and each board of each table to be looked at card by card."""
    arbiter, stranger = member(client, "orlova"), visitor(client)
    event = announced(arbiter, online=True)
    acts = Acts(event)
    guest(stranger, "Прохожий")
    for n in range(1, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=[1, 2, 3, 4, 5, 6], movement=movement)
    told = acts.look(arbiter)
    rounds, played = told["round"]["rounds"], set()
    for nth in range(1, rounds + 1):
        told = acts.do(arbiter, what="round_begun")
        played |= {(nth, table["table"], board) for table in told["round"]["tables"] for board in table["boards"]}
        deadline = time.monotonic() + 60
        while told["round"] and told["round"]["running"] and told["round"]["round"] == nth:
            assert time.monotonic() < deadline
            time.sleep(0.05)
            told = acts.look(arbiter)
    table, deal = table_id(event, 1, 1, 1), "/deals/1"
    assert stranger.get(f"/api/tables/{table}{deal}").status_code == 404
    acts.do(arbiter, what="published")
    lines = stranger.get(f"/api/events/{event}/boards").json()["lines"]
    assert {(line["round"], line["table"], line["board"]) for line in lines} == played
    for line in lines:
        assert line["at"] == table_id(event, 1, line["round"], line["table"])
        assert set(line["scores"]) == set(line["seats"]) == set(line["points"])
        shown = stranger.get(f"/api/tables/{line['at']}/deals/{line['deal']}")
        assert shown.status_code == 200
        assert shown.json()["you"] is None
    worth = stranger.get(f"/api/tables/{table}{deal}/analysis").json()
    assert set(worth["tricks"]) == {"S", "H", "D", "C", "NT"}
    assert {frozenset(row) for row in worth["tricks"].values()} == {frozenset(worth["misere"])}
    assert stranger.get(f"/api/tables/{table}/fair").status_code == 200
    assert stranger.get(f"/api/tables/{table}/record").status_code == 404  # that of who sat there


def test_only_what_the_club_can_play_is_announced_online(client: TestClient) -> None:
    arbiter = member(client, "orlova")
    for changes, why in (
        ({"game": "deberts", "preset": "moscow"}, "and parties of every game"),
        ({"regulations": {"duties": DUTIES, "tournament.type": "cup"}}, "and parties of every game"),
        (
            {
                "regulations": {
                    "duties": DUTIES,
                    "tournament.type": "olympic",
                    "event.length": "deals",
                    "event.number": 0,
                }
            },
            "event.number",
        ),
    ):
        answer = arbiter.post("/api/events", json=CUP | {"online": True} | changes)
        assert answer.status_code == 400
        assert why in answer.text
    event = announced(arbiter)
    assert arbiter.get(f"/api/events/{event}/fair").status_code == 404
    guest_ = visitor(client)
    guest(guest_, "Анна")
    enter(guest_, event)
    body = {"id": "n", "nonce": "ab" * 16}
    assert guest_.post(f"/api/events/{event}/share", json=body).status_code == 409


def test_the_list_of_events(client: TestClient) -> None:
    """Who announces an event says whether it is listed; the list says how far each is, and which are mine."""
    arbiter, other = member(client, "orlova"), visitor(client)
    guest(other, "Анна")
    assert client.get("/api/events").json() == []
    hidden, open_ = announced(arbiter, name="Наш"), announced(arbiter, listed=True)
    told = other.get("/api/events").json()
    assert [one["id"] for one in told] == [open_]
    assert (told[0]["stage"], told[0]["entrants"], told[0]["you"], told[0]["arbiter"]) == (
        "announced",
        0,
        False,
        "Orlova",
    )
    enter(other, open_)
    enter(other, hidden)
    told = other.get("/api/events").json()
    assert [(one["id"], one["entrants"], one["you"]) for one in told] == [(open_, 1, True)]
    assert client.get("/api/events").json()[0]["you"] is False
    assert other.get("/api/events?page=x").status_code == 400


def test_how_far_a_listed_event_is(client: TestClient) -> None:
    arbiter = member(client, "orlova")
    event = announced(arbiter, listed=True)
    acts = Acts(event)

    def stage() -> str:
        told: str = client.get("/api/events").json()[0]["stage"]
        return told

    for n in range(1, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    movement = msgspec.to_builtins(movements.preferans(8, rounds=2))
    told = acts.do(arbiter, what="seated", how="hand", order=list(range(1, 9)), movement=movement)
    assert stage() == "seated"
    acts.do(arbiter, what="round_begun")
    assert stage() == "playing"
    for table in told["round"]["tables"]:
        for board in table["boards"]:
            result = preferans_result(board, len(table["seats"]), random.Random(4))
            acts.do(arbiter, what="row", table=table["table"], board=board, result=result)
    acts.do(arbiter, what="round_ended")
    assert stage() == "between"
    acts.do(arbiter, what="round_begun")
    acts.do(arbiter, what="round_ended", last=True)
    assert stage() == "played"


def test_the_list_is_paged(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.club.http.events._PAGE", 3)  # ten events an hour may be announced
    arbiter = member(client, "orlova")
    many = [announced(arbiter, name=f"Кубок {n}", listed=True) for n in range(4)]
    first = client.get("/api/events")
    assert first.headers["link"] == '</api/events?page=2>; rel="next"'
    second = client.get("/api/events?page=2")
    assert (len(first.json()), len(second.json())) == (3, 1)
    assert "link" not in second.headers
    assert {one["id"] for one in first.json() + second.json()} == set(many)


def test_the_address_of_an_event_as_a_qr_code(client: TestClient) -> None:
    event = announced(member(client, "orlova"))
    answer = client.get(f"/api/events/{event}/qr.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.text.startswith("<svg")
    assert client.get("/api/events/none/qr.svg").status_code == 404


@pytest.mark.rule("PT-I.13.1")
def test_who_waits_is_told_so_and_gets_the_place_of_one_who_withdraws(client: TestClient) -> None:
    arbiter = member(client, "places")
    regulations = {"duties": DUTIES, "tournament.places": 8, "tournament.check_in_min": 30}
    event = announced(arbiter, regulations=regulations)
    acts, people = Acts(event), [visitor(client) for _ in range(9)]
    for n, one in enumerate(people, 1):
        guest(one, f"Очередь {n}")
        enter(one, event, f"e{n}")
    told = acts.look(people[8])
    assert (told["check_in"], [one["waits"] for one in told["entrants"]]) == (0, [0] * 8 + [1])
    assert acts.refused(people[8], what="withdrawn", entrant=1) == (409, "PT-I.13.2.4")
    for n in (1, 2, *range(4, 10)):
        told = acts.do(people[n - 1], what="checked_in", entrant=n)
    assert [one["here"] for one in told["entrants"]] == [n != 3 for n in range(1, 10)]
    assert told["entrants"][8]["waits"] == 1  # until then the third may still come
    answer = arbiter.post(f"/api/events/{event}/seat", json={"id": "seat", "seating": {"by": "hand"}})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    seats = [who for table in told["round"]["tables"] for who in table["seats"].values()]
    assert sorted(seats) == [1, 2, *range(4, 10)]
    assert (told["check_in"], told["entrants"][2]["gone"]) == (None, False)
    for wrong in ({"tournament.places": 1}, {"tournament.check_in_min": -1}):
        refused = arbiter.post("/api/events", json=CUP | {"regulations": {"duties": DUTIES} | wrong})
        assert (refused.status_code, next(iter(wrong)) in refused.json()["error"]["message"]) == (400, True)


def test_what_a_movement_lacks_is_told_by_codes_that_the_page_has_words_for(client: TestClient) -> None:
    """In the official's language; what else stands in the movement's note stays as it is."""
    arbiter = member(client, "orlova")
    event = announced(arbiter)
    acts = Acts(event)
    for n in range(1, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    seating = {"by": "lot", "set_by_hand": True}
    assert arbiter.post(f"/api/events/{event}/seat", json={"id": "s", "seating": seating}).status_code == 200
    (session,) = hall(arbiter, event)["sessions"]
    assert session["lacks"][0] == {"code": "none", "numbers": ["2", "three"]}
    assert session["note"].startswith("before round 1 these set boards by hand")
    words = {
        lang: (Path(__file__).parents[1] / f"ui/src/core/i18n/{lang}/hall.ts").read_text(encoding="utf-8")
        for lang in ("ru", "uk", "en")
    }
    for lang, text in words.items():
        for code, said in movements.LACKS.items():
            line = next(one for one in text.splitlines() if f"'lack.{code}'" in one)
            assert line.count("{") == said.count("{}"), (lang, code)
