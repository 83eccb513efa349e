"""The gate: each route, message and act names what it costs; what is spent comes back; room is shared by network."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from kozyr.club import budgets
from kozyr.club.budgets import EVENTS, HINTS, LOOK, REQUESTS, Budget
from kozyr.club.gate import Gate, Networks
from kozyr.club.http.door import Door
from kozyr.club.http.house import Gated
from kozyr.club.table.customs import customs
from kozyr.club.table.vocabulary import wishes_of
from kozyr.club.wire import Message
from kozyr.games import games
from tests.people import ORIGIN, Standing, club, guest, new_table, seated, visitor

DOCS = Path("docs/club.md")
V4, V6 = "203.0.113.7", "2001:db8:1:2::"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with club(tmp_path / "club.db", many=1.0, clock=Standing()) as client:
        yield client


# --- what is declared ------------------------------------------------------------------------------------------


def test_every_route_says_what_it_costs(client: TestClient) -> None:
    """No answer of the club leaves it without the gate, the files of the page neither."""
    routes = client.app.routes  # type: ignore[attr-defined]
    assert len(routes) > 80
    for route in routes:
        assert isinstance(route, (Gated, Door)), route
        assert route.budget in budgets.ALL, route
        assert not isinstance(route, Gated) or route.cost >= 1, route


def test_every_message_says_what_it_costs() -> None:
    """One that brings an act leaves it to the act."""
    for kind in Message.__args__:
        budget = vars(kind)["budget"]
        assert budget in budgets.ALL or (budget is None and kind.__name__ == "ActMessage"), kind


@pytest.mark.parametrize("name", games())
def test_every_act_that_a_session_may_ask_for_says_what_it_costs(name: str) -> None:
    wishes = wishes_of(type(customs(name)))
    assert len(wishes) > 20
    for wish in wishes:
        assert vars(wish)["budget"] in budgets.ALL, wish


def test_the_documentation_has_every_budget() -> None:
    text = DOCS.read_text()
    assert len(budgets.ALL) == len({one.name for one in budgets.ALL}) > 25
    for one in budgets.ALL:
        assert row(one) in text, f"docs/club.md: {row(one)}"


def row(budget: Budget) -> str:
    """A budget as a line of the table in docs/club.md."""
    n, unit = next((budget.seconds // n, unit) for n, unit in UNITS if budget.seconds % n == 0)
    return f"| {budget.what} | {budget.burst:,} in {n} {unit} | {budget.by} |"


UNITS = ((3600, "h"), (60, "min"), (1, "s"))


# --- what is spent ---------------------------------------------------------------------------------------------


def test_what_is_spent_comes_back_and_it_is_said_when() -> None:
    now = [0.0]
    gate = Gate(lambda: now[0])
    assert [gate.wait(HINTS, "anna", V4) for _ in range(20)] == [0.0] * 20
    assert gate.wait(HINTS, "anna", V4) == pytest.approx(3.0)
    assert gate.wait(HINTS, "anna", V4, 4) == pytest.approx(12.0)
    assert gate.wait(HINTS, "anna", V4, 1000) == pytest.approx(60.0)  # all that there can be
    assert gate.wait(HINTS, "boris", V4) == 0.0
    now[0] = 3.0
    assert gate.wait(HINTS, "anna", V4) == 0.0
    assert gate.wait(HINTS, "anna", V4) == pytest.approx(3.0)


def test_what_is_refused_costs_nothing() -> None:
    """Or who asks again too soon would wait for ever, and his network with him."""
    gate = Gate(lambda: 0.0)
    for _ in range(10_000):
        gate.wait(HINTS, "anna", V4)
    assert sum(not gate.wait(HINTS, f"guest {n}", V4) for n in range(1_000)) == 8 * 20 - 20


@pytest.mark.parametrize(
    ("other", "wide"),
    [("203.0.113.{n}", 8), ("2001:db8:1:{n:x}00::", 8), ("2001:db8:1:{n:x}::", 1)],
)
def test_a_wide_network_has_as_much_as_eight(other: str, wide: int) -> None:
    """However many networks it is; all of one /56 are one."""
    gate = Gate(lambda: 0.0)
    networks = [other.format(n=n) for n in range(256)]
    assert sum(not gate.wait(REQUESTS, "", one) for _ in range(20) for one in networks) == min(20 * 256, 300 * wide)
    assert not gate.wait(REQUESTS, "", "198.51.100.1")
    assert not gate.wait(REQUESTS, "", "2001:db8:2::")


def test_members_have_room_that_guests_cannot_take() -> None:
    gate = Gate(lambda: 0.0)
    assert sum(not gate.wait(REQUESTS, "", V6) for _ in range(1_000)) == 300
    assert gate.crowded(REQUESTS, V6)
    assert not gate.crowded(REQUESTS, V6, member=True)
    assert sum(not gate.wait(REQUESTS, "", V6, member=True) for _ in range(1_000)) == 300
    assert gate.crowded(REQUESTS, V6, member=True)
    fresh = Gate(lambda: 0.0)
    assert (
        sum(not fresh.wait(REQUESTS, "", V6, member=True) for _ in range(1_000)) == 600
    )  # and the guests', if it is free
    assert fresh.wait(REQUESTS, "", V6)


def test_where_members_have_their_own_room_they_take_none_of_the_guests() -> None:
    """Events that a member announces leave the guests of the same network as many as they had."""
    gate = Gate(lambda: 0.0)
    assert sum(not gate.wait(EVENTS, "", V4, member=True) for _ in range(100)) == EVENTS.burst
    assert sum(not gate.wait(EVENTS, "", V4) for _ in range(100)) == EVENTS.burst


def test_sockets_of_members_have_places_that_guests_cannot_take() -> None:
    networks = Networks("some", 2)
    held = [networks.joined(V4) for _ in range(3)]
    assert [one.__enter__() for one in held] == [True, True, False]
    with networks.joined(V4, member=True) as member:
        assert member
    for one in held:
        one.__exit__(None, None, None)


def test_sockets_of_a_wide_network_are_counted_too() -> None:
    networks = Networks("some", 2)
    held = [networks.joined(f"203.0.113.{n // 3}") for n in range(60)]
    assert sum(one.__enter__() for one in held) == 16
    with networks.joined("198.51.100.1") as other, networks.joined("203.0.113.99", member=True) as member:
        assert (other, member) == (True, True)
    for one in held:
        one.__exit__(None, None, None)
    assert len(networks) == 0


# --- what visitors are told --------------------------------------------------------------------------------------


def spent(client: TestClient, budget: Budget, network: str) -> None:
    """A network spends at once all but one that it has of this."""
    gate: Gate = client.app.state.club.lobby.gate  # type: ignore[attr-defined]
    burst = budget.burst * (8 if budget.by == "person" else 1)
    assert gate.wait(budget, "", network, burst - 1) == 0.0


def test_who_asks_too_often_is_told_when_he_may_again(client: TestClient) -> None:
    crowd = visitor(client, "203.0.113.5")
    spent(client, LOOK, "203.0.113.5")
    assert crowd.get("/api/lobby").status_code == 200
    refused = crowd.get("/api/lobby")
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "1"
    assert refused.json() == {
        "error": {
            "message": "too often: try again in 1 s",
            "code": "often",
            "params": {"why": "too_often", "seconds": 1},
            "wait": 1,
        }
    }
    assert visitor(client, "198.51.100.6").get("/api/lobby").status_code == 200


def test_at_a_table_he_is_told_it_too(client: TestClient) -> None:
    guest(client)
    with seated(client, new_table(client, bots=[None, None])) as anna:
        said = [anna.ask(t="say", text="ы" * 300) for _ in range(11)]
        assert [one["t"] for one in said] == ["ack"] * 10 + ["nak"]
        assert (said[-1]["code"], said[-1]["wait"]) == ("flood", 6)  # 600 bytes at 100 a second


def test_a_member_is_served_where_guests_of_his_network_have_taken_their_room(client: TestClient) -> None:
    anna, crowd = visitor(client, "203.0.113.5"), visitor(client, "203.0.113.5")
    guest(anna)
    assert anna.post("/api/register", json={"login": "anna", "password": "correct horse"}).status_code == 201
    assert anna.get("/api/me").json()["login"] == "anna"
    spent(client, LOOK, "203.0.113.5")
    assert [crowd.get("/api/lobby").status_code for _ in range(2)] == [200, 429]
    assert anna.get("/api/lobby").status_code == 200


def test_the_page_itself_is_behind_the_gate(client: TestClient) -> None:
    crowd = visitor(client, "203.0.113.5")
    spent(client, budgets.PAGE, "203.0.113.5")
    assert [crowd.get("/nothing.js").status_code for _ in range(2)] == [404, 429]


def test_thousands_of_requests_from_one_address_are_refused_before_the_lobby_is_looked_at(client: TestClient) -> None:
    """Whatever comes beyond the allowance reads nothing and makes no list."""
    house = client.app.state.club  # type: ignore[attr-defined]
    gate: Gate = house.lobby.gate
    crowd, looked = visitor(client, "203.0.113.5"), list[int]()
    made = house.lobby.lists.lobby

    def looking() -> object:
        looked.append(1)
        return made()

    house.lobby.lists.lobby = looking
    spent(client, LOOK, "203.0.113.5")
    assert [crowd.get("/api/lobby").status_code for _ in range(200)] == [200] + [429] * 199
    assert len(looked) == 1
    refused = sum(gate.crowded(LOOK, "203.0.113.5") > 0 for _ in range(13_000))
    assert refused == 13_000


def test_every_route_refuses_a_network_that_has_spent_its_budget(client: TestClient) -> None:
    """And no other: before the body is read, whoever asks; each says when to try again."""
    gate: Gate = client.app.state.club.lobby.gate  # type: ignore[attr-defined]
    asked = 0
    for n, route in enumerate(client.app.routes):  # type: ignore[attr-defined]
        address, budget = f"203.0.{n}.1", route.budget
        assert gate.wait(budget, "", address, budget.burst * (8 if budget.by == "person" else 1)) == 0.0
        if isinstance(route, Door):
            with (
                pytest.raises(WebSocketDenialResponse) as denied,
                visitor(client, address).websocket_connect("/ws/table/x", headers=ORIGIN),
            ):
                pass
            assert int(denied.value.headers["retry-after"]) >= 1
            continue
        path = re.sub(r"\{[^}]*\}", "1", route.path)
        for method in sorted((route.methods or set()) - {"HEAD"}):
            refused = visitor(client, address).request(method, path, content=b"no body at all")
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "often"), (method, path)
            assert refused.headers["retry-after"] == str(refused.json()["error"]["wait"]), (method, path)
            other = visitor(client, f"198.51.{n}.1").request(method, path, content=b"no body at all")
            assert other.status_code != 429, (method, path)
            asked += 1
    assert asked > 80
