"""A match of teams at the club's own tables, from the captains' phones: fours by turns, both rooms, a spectator, the result."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.robot import PHONE, Robot
from tests.browser.test_events_online import DUTIES, Sit, acts, until

pytestmark = pytest.mark.browser


def announced(arbiter: Robot, login: str) -> str:
    request = arbiter.page.request
    arbiter.joins("Орлова", login)
    wanted = {
        "name": "Матч команд", "game": "bridge", "preset": "duplicate", "online": True,
        "regulations": {"duties": DUTIES, "bridge.scoring": "team_imps"},
    }  # fmt: skip
    made = request.post("/api/events", data=wanted)
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def captain(sit: Sit, event: str, name: str, lang: str, login: str) -> Robot:
    robot = sit(size=PHONE, lang=lang, door=False)
    robot.joins(name, login)
    settings = json.dumps({"pace": "instant", "lang": lang})
    robot.page.add_init_script(f"localStorage['kozyr.settings'] ??= {json.dumps(settings)}")
    robot.page.goto(f"/event/{event}")
    robot.press("[data-come]")
    return robot


@pytest.mark.long  # the same by routes: tests/test_events_teams.py; phones at an event: test_events_phones.py
@pytest.mark.rule("B-TEAM-1", "B-TEAM-4")
def test_captains_name_their_fours_on_their_phones(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "teams1")
    halia, boris = (
        captain(sit, event, name, lang, login)
        for name, lang, login in (("Галя", "uk", "halia1"), ("Bulat", "en", "boris1"))
    )
    does, look = acts(arbiter, event)
    until(arbiter, lambda: len(arbiter.page.request.get(f"/api/events/{event}/hall").json()["known"]) == 3)
    for number, (team, name) in enumerate((("Лиси", "Галя"), ("Bears", "Bulat")), 1):
        does(what="entered", entrant=number, name=team, members=[name, *(f"{team} {n}" for n in range(2, 6))])
    seating = {"id": "seat", "seating": {"by": "hand", "boards": 2}}
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data=seating).ok
    seats = look()["round"]["tables"][0]["seats"]
    first, then = (halia, boris) if seats["A"] == 1 else (boris, halia)
    expect(then.page.locator("[data-lineup-waits]")).to_be_visible()
    first.axe("event of teams, the captain names his four")
    # The captain stays out of this series: he takes the fifth for himself.
    names = first.page.locator("[data-place='0'] option").all_text_contents()
    first.page.locator("[data-place='0']").select_option(index=4)
    first.press("[data-lineup-send]")
    expect(then.page.locator("[data-place='0']")).to_be_visible()
    then.page.locator("[data-place='0']").select_option(index=4)
    then.press("[data-lineup-send]")
    expect(first.page.locator("[data-series]")).to_contain_text(names[4])
    until(arbiter, lambda: len(look()["teams"]["series"][0]["fours"]) == 2)
    fours = look()["teams"]["series"][0]["fours"]
    assert {one["open_room"][0] for one in fours} == {"Лиси 5", "Bears 5"}
    # The second series is named by the club: nobody has to wait for its captains five minutes here.
    request = arbiter.page.request
    for team in (seats["B"], seats["A"]):
        name = "Лиси" if team == 1 else "Bears"
        four = {"open_room": [f"{name} 2", f"{name} 3"], "closed_room": [f"{name} 4", f"{name} 5"]}
        does(what="lined_up", entrant=team, boards=[2], **four)
    spectator = sit(size=PHONE, lang="ru", door=False)
    spectator.page.goto(f"/event/{event}")
    does(what="round_begun")
    until(arbiter, lambda: look()["round"] is None)
    expect(spectator.page.locator("[data-matches]")).to_be_visible()
    expect(spectator.page.locator("[data-open-rooms] [data-watch]")).to_have_count(2)
    expect(first.page.locator("[data-matches]")).to_be_visible()
    expect(first.page.locator("[data-open-rooms]")).to_have_count(0)
    spectator.axe("event of teams, for spectators")
    spectator.press("[data-watch='1']")
    spectator.page.wait_for_url("**/deal/1")
    expect(spectator.page.locator("main")).to_contain_text("Лиси 5")
    does(what="published")
    assert request.get(f"/api/events/{event}/boards").json()["lines"][0]["room"] == "closed"


@pytest.mark.rule("B-TEAM-3")
@pytest.mark.long
def test_a_captain_at_the_table_is_told_when_his_team_waits_for_him(sit: Sit) -> None:
    """He has played the first series, and the second one is his to name first."""
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "teams2")
    darka = captain(sit, event, "Дарка", "uk", "darka2")
    does, look = acts(arbiter, event)
    until(arbiter, lambda: len(arbiter.page.request.get(f"/api/events/{event}/hall").json()["known"]) == 2)
    for number, (team, name) in enumerate((("Bears", "Boris"), ("Лиси", "Дарка")), 1):
        does(what="entered", entrant=number, name=team, members=[name, *(f"{team} {n}" for n in range(2, 6))])
    for order in ([1, 2], [2, 1]):  # she is of team B, whose captain names first in the second series
        seating = {
            "id": f"seat{order[0]}",
            "seating": {"by": "hand", "boards": 2, "order": order, "again": order[0] == 2},
        }
        assert arbiter.page.request.post(f"/api/events/{event}/seat", data=seating).ok
        if look()["round"]["tables"][0]["seats"]["B"] == 2:
            break
    does(what="lined_up", entrant=1, boards=[1], open_room=["Boris", "Bears 2"], closed_room=["Bears 3", "Bears 4"])
    does(what="lined_up", entrant=2, boards=[1], open_room=["Дарка", "Лиси 2"], closed_room=["Лиси 3", "Лиси 4"])
    does(what="round_begun")
    darka.page.wait_for_url("**/table/*")
    for _ in range(400):
        if darka.page.locator("[data-way]").count() > 0:
            break
        now = darka.look()
        if (now["events"] and now["action"] != "wait") or now["cards"] or now["next"]:
            darka.act(now)
        darka.page.wait_for_timeout(50)
    expect(darka.page.locator("[data-way]")).to_contain_text("серію 2")
    darka.axe("a captain at the table, whose team waits")
    darka.press("[data-way] a")
    darka.page.wait_for_url(f"**/event/{event}")
    expect(darka.page.locator("[data-lineup-send]")).to_be_visible()


class Member:
    """Somebody of a team on a phone: names fours where he is captain, goes where he is led, plays what he is dealt."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.page = robot, robot.page
        self.tables: list[str] = []  # where he has sat, in their order
        self.before: object = None

    def step(self) -> bool:
        """Do what the page wants of him now; whether it wanted anything."""
        page = self.page
        if "/table/" not in page.url:
            if page.locator("[data-lineup-send]:not(:disabled)").count():
                self.robot.press("[data-lineup-send]")
                return True
            return False
        at = page.url.rpartition("/")[2]
        if at not in self.tables:
            self.tables.append(at)
        if page.locator("[data-way] a").count():
            self.robot.press("[data-way] a >> nth=0")
            return True
        now = self.robot.look()
        waits = now["next"] or now["cards"] or (now["events"] and now["action"] != "wait")
        same, self.before = now == self.before, now
        if waits and same and not now["over"]:
            self.before = None
            self.robot.act(now)
            return True
        return False


@pytest.mark.rule("B-TEAM-1", "B-TEAM-3", "B-TEAM-4")
@pytest.mark.long  # two series that people play card by card, in both rooms
@pytest.mark.parametrize(
    ("langs", "names"),
    [(("uk", "en", "ru"), ("Гордій", "Burke", "Олеся")), (("en", "ru", "uk"), ("Grace", "Богдан Ш.", "Orest"))],
    ids=["in Ukrainian", "in English"],
)
def test_a_match_of_two_series_is_played_in_both_rooms_before_a_spectator(
    sit: Sit, langs: tuple[str, ...], names: tuple[str, ...]
) -> None:
    """Both captains in the open room, a third person in the closed one, bots beside them; both series, and the result."""
    arbiter = sit(lang="ru", door=False)
    arbiter.page.goto("/")
    login = f"teams{langs[0]}"
    event = announced(arbiter, login)
    people = [
        captain(sit, event, name, lang, f"{login}{n}") for n, (name, lang) in enumerate(zip(names, langs, strict=True))
    ]
    members = [Member(one) for one in people]
    does, look = acts(arbiter, event)
    until(arbiter, lambda: len(arbiter.page.request.get(f"/api/events/{event}/hall").json()["known"]) == 4)
    does(what="entered", entrant=1, name="Лиси", members=[names[0], "Лис 2", names[2], "Лис 4"])
    does(what="entered", entrant=2, name="Bears", members=[names[1], "Bear 2", "Bear 3", "Bear 4"])
    seating = {"id": "seat", "seating": {"by": "hand", "boards": 2}}
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data=seating).ok
    spectator = sit(size=PHONE, lang=langs[2], door=False)
    spectator.page.goto(f"/event/{event}")
    does(what="round_begun")
    watched = False
    for _ in range(4_000):
        told = look()
        if told["round"] is None:
            break
        if not watched and spectator.page.locator("[data-watch='1']").count():
            # The first series is over in both rooms: he looks at its open room while the second one is played.
            assert spectator.page.locator("[data-watch='2']").count() == 0
            spectator.press("[data-watch='1']")
            spectator.page.wait_for_url("**/deal/1")
            expect(spectator.page.locator("main")).to_contain_text(names[0])
            spectator.axe("an open room, card by card")
            bar = spectator.page.get_by_role("slider")
            for card in range(4):
                bar.press("ArrowRight")
                expect(bar).to_have_value(str(card))
            # The board is held against what the club was bound to, in his own browser.
            spectator.page.goto(spectator.page.url.partition("#")[0] + "/fair")
            expect(spectator.page.locator("[data-fair='ok']")).to_be_visible()
            spectator.page.goto(f"/event/{event}")
            expect(spectator.page.locator("[data-matches]")).to_be_visible()
            # Neither the closed room of that series nor any room of the next one is his to see.
            for table in members[2].tables + [one.tables[-1] for one in members if len(one.tables) > 1]:
                assert spectator.page.request.get(f"/api/tables/{table}/deals/1").status == 404
            watched = True
        acted = [one.step() for one in members]
        if not any(acted):
            arbiter.page.wait_for_timeout(60)
    assert watched
    assert look()["round"] is None
    assert [len(one.tables) for one in members] == [2, 2, 2]
    assert members[0].tables == members[1].tables
    assert not set(members[0].tables) & set(members[2].tables)
    expect(spectator.page.locator("[data-open-rooms] [data-watch]")).to_have_count(2)
    (match,) = look()["teams"]["matches"]
    assert (match["boards"], match["of"]) == (2, 2)
    assert match["vp"] is not None
    does(what="published")
    lines = arbiter.page.request.get(f"/api/events/{event}/boards").json()["lines"]
    assert sorted((one["board"], one["room"]) for one in lines) == [
        (board, room) for board in (1, 2) for room in ("closed", "open")
    ]
    assert any(one["result"] != "pass" for one in lines)
    people[0].page.goto(f"/event/{event}")
    expect(people[0].page.locator("[data-standing] tbody tr")).to_have_count(2)
    people[0].axe("a match of teams, published")
