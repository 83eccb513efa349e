"""One's own problems: one's dearest decisions, asked again as they stood; and the account of a whole match."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr import notation
from kozyr.club import wire
from kozyr.club.app import reviews
from kozyr.club.own import place, posed
from kozyr.club.problems import TakeProblem
from kozyr.club.reviews import Played
from kozyr.club.wire import encode
from kozyr.games import AnyState, Deal, Step, steps
from kozyr.review import NOTHING, review, seen, sure
from kozyr.review.part import reviewer
from kozyr.review.reviewing import seed_of
from tests import stores
from tests.longer import longer
from tests.people import club, guest, new_table, seated, visitor
from tests.reviewing import played
from tests.test_reviewed_deals import DEBERTS, asked, cards_of
from tests.witness import of as witnessed


def reviewed(client: TestClient, **more: Any) -> tuple[str, list[int]]:
    """A table whose deals are all over and worked out, and how many they are."""
    guest(client)
    table = new_table(client, **DEBERTS, **more)
    with seated(client, table, 3) as anna:
        anna.play()
    deals = list(range(1, client.get(f"/api/tables/{table}/deals/1").json()["deals"] + 1))
    for nth in deals:
        asked(client, f"/api/tables/{table}/deals/{nth}")
    return table, deals


def take(client: TestClient, name: str, choices: list[Any], game: str = "deberts") -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/problems", json={"game": game, "problem": name, "choices": choices})
    return answer.status_code, answer.json()


def test_ones_dearest_decisions_are_asked_again_and_nobody_elses(path: Path) -> None:
    with club(path) as client:
        assert client.get("/api/problems/own").status_code == 401
        table, deals = reviewed(client)
        rows = client.get("/api/problems/own").json()
        assert rows
        assert [row["cost"] for row in rows] == sorted((row["cost"] for row in rows), reverse=True)
        dear = dict[str, dict[str, Any]]()
        for nth in deals:
            where = f"/api/tables/{table}/deals/{nth}"
            told, me = msgspec.json.decode(asked(client, where))["deal"], client.get(where).json()["you"]
            for one in told["decisions"]:
                if one["seq"] in told["dearest"][me] and one["seen"]["better"]:
                    dear[f"own-{table}-{nth}-{one['seq']}"] = one
        assert {row["name"] for row in rows} == set(dear)
        for row in rows:
            assert (row["stage"], row["cost"]) == (dear[row["name"]]["stage"], dear[row["name"]]["seen"]["score"])
        right, wrong = 0, 0
        for row in rows[:2]:
            one = dear[row["name"]]
            status, told = take(client, row["name"], [])
            assert (status, told["theme"], told["since"], told["then"], told["done"]) == (200, "own", [], None, False)
            assert told["over"] == row["over"] > 0
            view = told["snap"]["view"]
            assert view["actor"] == view["seat"]
            assert [bool(hand["cards"]) for hand in view["hands"].values()].count(True) == 1
            for event in view["legal"]:
                status, after = take(client, row["name"], [event])
                assert (status, after["done"]) == (200, True)
                assert after["then"] is not None
                right, wrong = right + (after["wrong"] is None), wrong + (after["wrong"] is not None)
                if after["wrong"]:
                    assert after["wrong"]["cost"] > NOTHING
                    assert len(after["wrong"]["better"]) == 1
                    assert take(client, row["name"], after["wrong"]["better"])[1]["wrong"] is None
                if event == after["then"]:
                    assert after["wrong"]["cost"] == pytest.approx(one["seen"]["score"], abs=0.001)
            assert take(client, row["name"], [view["legal"][0]] * 2)[0] == 400
            assert take(client, row["name"], [{"type": "nothing"}])[0] == 400
        assert right
        assert wrong
        name = rows[0]["name"]
        assert take(client, name, [], "bridge")[0] == 404
        for other in (
            name + "0",
            "own-none-1-5",
            f"own-{table}-99-5",
            f"own-{table}-1-1",
            "own-x",
            f"own-{table}-1-1e3",
        ):
            assert take(client, other, [])[0] == 404
        stranger = visitor(client)
        assert take(stranger, name, [])[0] == 401
        guest(stranger, "Чужой")
        assert stranger.get("/api/problems/own").json() == []
        assert take(stranger, name, [])[0] == 404


def test_they_are_a_projection_that_may_be_dropped(path: Path) -> None:
    with club(path) as client:
        table, _ = reviewed(client)
        before = client.get("/api/problems/own").content, client.get(f"/api/tables/{table}/review").content
        name = client.get("/api/problems/own").json()[0]["name"]
        stores.execute(path, "delete from reviews")
        assert client.get("/api/problems/own").json() == []
        assert take(client, name, [])[0] == 404
    list(reviews(stores.place(path)))
    with club(path) as again:
        again.cookies = client.cookies
        assert (again.get("/api/problems/own").content, again.get(f"/api/tables/{table}/review").content) == before
        assert take(again, name, [])[0] == 200


def test_a_deal_that_runs_or_is_written_anew_asks_nothing(path: Path) -> None:
    with club(path) as client:
        guest(client)
        table = new_table(client, **DEBERTS)
        with seated(client, table, 3) as anna:
            anna.until(lambda: anna.mine)
            assert client.get("/api/problems/own").json() == []
            assert take(client, f"own-{table}-1-3", [])[0] == 404
            assert client.get(f"/api/tables/{table}/review").status_code == 404
            anna.play()
        asked(client, f"/api/tables/{table}/deals/1")
        name = client.get("/api/problems/own").json()[0]["name"]
        stores.execute(path, "update reviews set upto = upto + 1")
        assert take(client, name, [])[0] == 404


def test_a_match_is_summed_once_all_its_deals_are_worked_out(path: Path) -> None:
    with club(path) as client:
        table, deals = reviewed(client, terms={"kibitzers": False})
        where = f"/api/tables/{table}/review"
        told = client.get(where).json()
        parsed = notation.parse(client.get(f"/api/tables/{table}/record").text).record
        assert parsed is not None
        found = review(parsed, weigh=False)
        assert told["total"] == msgspec.json.decode(encode(found.total))
        assert [one["accounts"] for one in told["deals"]] == [
            msgspec.json.decode(encode(deal.accounts)) for deal in found.deals
        ]
        assert (told["missing"], [one["deal"] for one in told["deals"]]) == ([], deals)
        assert any(told["dearest"].values())
        stores.execute(path, "delete from reviews where deal = 2")
        less = client.get(where).json()
        assert (less["missing"], less["total"]) == ([2], {})
        assert visitor(client).get(where).status_code == 404


@pytest.mark.parametrize("match", ["party", *longer("pulka", "board")])
def test_a_moment_is_asked_with_the_cards_that_were_seen_alone(match: str) -> None:
    """The witness of hidden cards: nothing else is told before the choice, and what was right then is right now."""
    checked = right = 0
    for of, before, decisions in moments(match):
        part = reviewer(of.game)
        assert part is not None
        for seq, state, witness in before:
            if seq not in decisions or state.actor is None:
                continue
            told = posed((of, seq, TakeProblem(of.game, "own-x-1-1")))
            assert isinstance(told, bytes)
            assert set(cards_of(msgspec.json.decode(told))) <= witness.seen[state.actor]
            checked += 1
            choice = next(one for one in state.legal() if part.word(one) == decisions[seq])
            answer = posed((of, seq, TakeProblem(of.game, "own-x-1-1", [msgspec.Raw(msgspec.json.encode(choice))])))
            assert isinstance(answer, bytes)
            cards = of.entries[0].event
            assert isinstance(cards, Deal)
            cost = seen(state, state.actor, choice, seed_of(cards), part)
            assert (msgspec.json.decode(answer)["wrong"] is None) is (sure(cost) <= NOTHING)
            right += sure(cost) <= NOTHING
    assert checked > 2
    assert right == checked  # the better choice of the post-mortem is right


def moments(match: str) -> Iterator[tuple[Played, list[tuple[int, AnyState, Any]], dict[int, str]]]:
    """Deals of novices: each with its states and what each seat has seen by then, and the better choices of the dearest decisions."""
    for nth in range(2):
        record = played(match, f"own {nth}", deals=1)
        run: list[Step] = list(steps(record))
        (deal,) = review(record).deals
        witness, before = witnessed(record.game), list[tuple[int, AnyState, Any]]()
        for step in run:
            if step.before.state is not None and step.before.state.actor is not None:
                before.append((step.entry.seq, step.before.state, deepcopy(witness)))
            witness.watch(step.entry, step.before, step.after)
        last = wire.Finished(number=1, names={}, outcome=None, hands={}, history=(), calls=())
        of = Played(f"own/{nth}", record.game, "", run[0].before, tuple(step.entry for step in run), last)
        dear = {seq for some in deal.dearest.values() for seq in some}
        yield of, before, {one.seq: one.seen.better for one in deal.decisions if one.seq in dear and one.seen}


def test_a_name_is_a_place_or_none() -> None:
    assert place("own-k3f-x_1-2-33") == ("k3f-x_1", 2, 33)
    for name in ("own-1-2", "ending-1", "own-t-2", "own-t--2", "own-t-x-2", "", "own"):
        assert place(name) is None
