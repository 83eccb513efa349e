"""The states of a table that are not play: who is away, consents, talk, kibitzers, another tab, a restart, the cut."""

import hashlib
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from kozyr.club import wire
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.stage import MOMENTS, NOBODY, Stage, plain
from tests.conftest import LONG

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
VECTORS = Path(__file__).parents[1] / "data" / "fair" / "vectors.json"


def watching(moment: str) -> dict[str, Any]:
    """The same moment as a kibitzer sees it: nobody's cards."""
    hands = {seat: {"count": hand["count"], "cards": None} for seat, hand in MOMENTS[moment]["view"]["hands"].items()}
    return {
        "table": {"you": None, "chair": None, "role": "kibitzer"},
        "view": {"seat": None, "legal": [], "offers": [], "reasons": {}, "hands": hands, "history": []},
    }


def stage(
    sit: Sit, moment: str | dict[str, Any], size: tuple[int, int] = PHONE, lang: str = "ru", **more: Any
) -> tuple[Robot, Stage]:
    robot = sit(size, lang=lang, door=False)
    kept = json.dumps({"pace": "instant", "lang": lang})
    robot.page.add_init_script(f"localStorage['kozyr.settings'] ??= {json.dumps(kept)}")
    scene = Stage(robot.page, moment, **more)
    scene.open()
    return robot, scene


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_who_is_away_and_whose_seat_a_bot_holds(sit: Sit, size: tuple[int, int]) -> None:
    robot, scene = stage(sit, "play", size)
    page = robot.page
    expect(page.locator("[data-away]")).to_have_count(0)
    scene.send({"t": "here"} | NOBODY | {"online": [0, 1], "since": {"2": time.time() * 1000}})
    expect(page.locator("[data-away]")).to_have_text(re.compile(r"нет связи 0:0\d"))
    robot.axe("away")
    scene.send({"t": "here"} | NOBODY)
    expect(page.locator("[data-away]")).to_have_count(0)
    table = scene.snap["table"]
    players = [one | {"held": "left" if one["chair"] == 2 else None} for one in table["players"]]
    scene.happens(act={"by": 2, "do": {"act": "leave"}}, table=table | {"players": players})
    expect(page.locator('[data-held="left"]')).to_have_text("не за столом, играет бот")
    expect(page.locator("p.note")).to_contain_text("Место держит бот")


@pytest.mark.rule("PE-5.4.18")
def test_a_proposal_is_answered_and_an_adjourned_pulka_taken_up_again(sit: Sit) -> None:
    robot, scene = stage(sit, "play")
    page = robot.page
    proposal = {
        "n": 9,
        "by": 1,
        "what": {"kind": "adjourn"},
        "nick": None,
        "yes": [1],
        "asked": [0],
        "asks_you": True,
    }
    scene.happens(act={"by": 1, "do": {"act": "propose"}}, room={"proposal": proposal})
    expect(page.locator('[data-notice="proposal"]')).to_contain_text("Отложить пульку")
    robot.axe("proposal")
    robot.event("consent-yes")
    scene.happens(room={"proposal": None, "state": "adjourned", "resume": [1]})
    expect(page.locator('[data-cover="adjourned"]')).to_contain_text("можно играть")
    assert scene.acts() == [{"act": "answer", "n": 9, "yes": True}]
    robot.axe("adjourned")
    robot.event("resume")
    scene.happens(act={"by": 0, "do": {"act": "resume"}}, room={"resume": [0, 1]})
    expect(page.locator('[data-cover="adjourned"]')).to_contain_text("Вас услышали")
    scene.happens(room={"state": "playing", "resume": []})
    expect(page.locator("[data-cover]")).to_have_count(0)
    assert scene.acts()[-1] == {"act": "resume"}


@pytest.mark.rule("PE-5.4.18")
def test_ways_to_break_off(sit: Sit) -> None:
    robot, scene = stage(sit, "play", DESKTOP, "en")
    robot.press(robot.page.get_by_role("button", name="Menu"))
    robot.axe("menu")
    robot.event("pause")
    robot.axe("pause")
    robot.event("force")
    robot.event("force!")
    scene.until(lambda: bool(scene.acts()))
    assert scene.acts()[-1] == {"act": "propose", "what": {"kind": "force_majeure"}}
    assert not [message for message in scene.heard if message["t"] == "cmd"]


def test_with_bots_alone_force_majeure_asks_nobody(sit: Sit) -> None:
    robot, scene = stage(sit, "play", DESKTOP, "en")
    table = scene.snap["table"]
    players = [one if one["chair"] == table["chair"] else one | {"held": "left"} for one in table["players"]]
    scene.happens(table=table | {"players": players})
    robot.press(robot.page.get_by_role("button", name="Menu"))
    robot.event("pause")
    robot.event("force")
    robot.event("force!")
    scene.until(lambda: any(message["t"] == "cmd" for message in scene.heard))
    commands = [message["do"] for message in scene.heard if message["t"] == "cmd"]
    assert commands == [{"type": "stop", "force_majeure": True}]


# --- the move clock --------------------------------------------------------------------------------------------


def turn(scene: Stage, *, mine: bool, ago: float = 0.0, out: bool = False, bank: int | None = None) -> dict[str, Any]:
    """Whose move the table waits for, since so many seconds: mine, or another's."""
    me: int = scene.snap["table"]["chair"]
    chair = me if mine else next(one["chair"] for one in scene.snap["table"]["players"] if one["chair"] != me)
    told = wire.Turn(chair, int((time.time() - ago) * 1000), bank, out)
    found: dict[str, Any] = plain(told)
    return found


@pytest.mark.long  # in short: test_the_others_wait_call_a_bot_or_end_the_match
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_a_ring_tells_how_long_somebody_thinks(sit: Sit, size: tuple[int, int]) -> None:
    robot, scene = stage(sit, "play", size)
    ring = robot.page.locator("[data-ring]")
    expect(ring).to_have_count(0)
    for ago, count in ((5.0, 0), (60.0, 1)):
        scene.snap["turn"] = turn(scene, mine=False, ago=ago)
        robot.page.reload()
        robot.page.locator(".room").wait_for()
        expect(ring).to_have_count(count)
    assert 0.4 < float(ring.evaluate("plate => plate.style.getPropertyValue('--left')")) <= 0.5
    robot.axe("ring")


@pytest.mark.rule("PE-5.4.18")
@pytest.mark.parametrize(
    ("size", "lang"),
    [
        pytest.param(PHONE, "ru", marks=pytest.mark.long),
        (DESKTOP, "uk"),
        pytest.param((844, 390), "en", marks=pytest.mark.long),
    ],
)
def test_the_others_wait_call_a_bot_or_end_the_match(sit: Sit, size: tuple[int, int], lang: str) -> None:
    robot, scene = stage(sit, "play", size, lang)
    slow = turn(scene, mine=False, ago=121.0, out=True)
    scene.happens(act={"by": None, "do": {"act": "time_out", "chair": slow["chair"]}}, turn=slow)
    notice = robot.page.locator('[data-notice="stalled"]')
    expect(notice).to_be_visible()
    expect(robot.page.locator(".note.toast")).to_have_count(0)  # nothing lies over it
    expect(robot.page.locator('[data-ring="out"]')).to_have_count(1)
    robot.axe("stalled")
    box = notice.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    name = robot.page.locator(".top .contract > span").last
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")  # who plays it is written out
    robot.event("stall-end")
    assert not scene.acts()  # it asks first
    robot.event("stall-end!")
    assert scene.acts()[-1] == {"act": "propose", "what": {"kind": "stop", "without": slow["chair"]}}
    robot.event("stall-back")
    robot.event("stall-bot")
    assert scene.acts()[-1] == {"act": "propose", "what": {"kind": "call_bot", "chair": slow["chair"]}}
    robot.event("stall-wait")
    expect(notice).to_have_count(0)
    scene.happens(turn=turn(scene, mine=True))
    expect(robot.page.locator("[data-ring]")).to_have_count(0)
    scene.happens(turn=turn(scene, mine=True, out=True))
    expect(robot.page.locator('[data-notice="slow"]')).to_be_visible()


def test_another_tab_takes_the_table_and_gives_it_back(sit: Sit) -> None:
    robot, scene = stage(sit, "play", lang="en")
    page = robot.page
    scene.send({"t": "bye", "code": "elsewhere"})
    scene.sockets[-1].close(code=4409)
    expect(page.locator('[data-cover="elsewhere"]')).to_contain_text("You play in another tab")
    robot.axe("elsewhere")
    page.wait_for_timeout(1500 if LONG else 300)
    assert len(scene.sockets) == 1  # it does not fight for the table
    robot.event("take-back")
    expect(page.locator("[data-cover]")).to_have_count(0)
    assert len(scene.sockets) == 2


def test_a_restart_loses_no_command(sit: Sit) -> None:
    robot, scene = stage(sit, "play", DESKTOP)
    page = robot.page
    card = robot.look()["cards"][0]
    robot.play(card)
    scene.until(lambda: scene.heard[-1]["t"] == "cmd")
    asked = scene.heard[-1]
    assert asked["t"] == "cmd"
    scene.sockets[-1].close(code=1012)
    expect(page.locator(".lost")).to_contain_text("Клуб перезапускается")
    expect(page.locator(".lost")).to_have_count(0)
    scene.until(lambda: scene.heard[-1] == asked)
    assert scene.heard[-1] == asked  # the same command under the same id


@pytest.mark.long
def test_a_lost_line_is_told_soon_and_does_not_flicker(sit: Sit) -> None:
    robot, scene = stage(sit, "play")
    page = robot.page
    lost = page.locator(".lost")
    # The browser says that the network is gone: that is told at once. The club answers all the same (it is next door).
    page.context.set_offline(True)
    expect(lost).to_be_visible(timeout=1000)
    robot.axe("no network")
    page.context.set_offline(False)
    expect(lost).to_have_count(0)
    # Nobody answers, and the browser knows nothing of it.
    scene.deaf = True
    expect(lost).to_be_visible(timeout=4500)
    page.wait_for_timeout(1000 if LONG else 200)
    expect(lost).to_be_visible()
    scene.deaf = False
    expect(lost).to_have_count(0)
    assert len(scene.sockets) == 1  # the line was slow, not dead


@pytest.mark.rule("PE-5.4.8")
def test_talk_is_closed_in_play_and_free_between_deals(sit: Sit) -> None:
    robot, scene = stage(sit, "play")
    page = robot.page
    robot.press('[data-event="chat"]')
    expect(page.locator("[data-chat-closed]")).to_contain_text("п. 5.4.8")
    expect(page.locator("[data-say]")).to_have_count(0)
    robot.axe("chat closed")
    scene.happens(room={"chat": True})
    robot.press('[data-phrase="well_played"]')
    page.locator("[data-say]").fill("<b>Кто</b> сдавал?")
    page.keyboard.press("Enter")
    said = {"n": 1, "at": 0, "account": "a1", "nick": "Борис", "chair": 1, "text": "<i>я</i>", "phrase": None}
    scene.send({"t": "chat"} | said)
    expect(page.locator("[data-chat]")).to_contain_text("<i>я</i>")
    robot.axe("chat")
    words = [message for message in scene.heard if message["t"] == "say"]
    assert [(one.get("phrase"), one.get("text")) for one in words] == [
        ("well_played", None),
        (None, "<b>Кто</b> сдавал?"),
    ]
    page.keyboard.press("Escape")
    scene.send({"t": "chat"} | said | {"n": 2, "phrase": "thanks", "text": None})
    expect(page.locator('[data-event="chat"]')).to_contain_text("1")
    expect(page.get_by_role("log")).to_contain_text("Борис: Спасибо")


@pytest.mark.rule("PE-5.5.4")
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_a_kibitzer_sees_no_cards_until_he_may(sit: Sit, size: tuple[int, int]) -> None:
    robot, scene = stage(sit, "play", size, **watching("play"))
    page = robot.page
    expect(page.locator("[data-watching]")).to_contain_text("Вы смотрите")
    expect(page.locator("[data-hand], [data-open-hand], [data-action]")).to_have_count(0)
    expect(page.get_by_role("button", name="Последняя взятка")).to_have_count(0)  # PE-5.4.9
    robot.axe("kibitzer")
    robot.event("look")
    robot.event("look:1")
    scene.until(lambda: len(scene.acts()) == 1)
    assert scene.acts() == [{"act": "look", "chair": 1}]
    look = {"account": "w9", "nick": "Зоя", "chair": 1, "yes": None}
    scene.happens(act={"by": None, "do": {"act": "look"}}, room={"looks": [look]})
    expect(page.locator("[data-watching]")).to_contain_text("Ждём ответа")
    scene.happens(room={"looks": [look | {"yes": True}]})
    expect(page.locator("[data-sees]")).to_be_visible()
    scene.happens(act={"by": 0, "do": {"act": "warn", "account": "w9"}}, room={"warned": {"w9": 1}})
    expect(page.locator("[data-warned]")).to_contain_text("Второе удаляет")  # PE-5.5.2
    scene.send({"t": "bye", "code": "sent_away"})
    scene.sockets[-1].close(code=4403)
    expect(page.locator("h1")).to_have_text("Вас попросили отойти от стола")


@pytest.mark.rule("PE-5.5.4", "PE-5.5.2")
def test_players_decide_about_kibitzers(sit: Sit) -> None:
    look = {"account": "w1", "nick": "Кот", "chair": 0, "yes": None}
    kibitzers = [{"account": "w1", "nick": "Кот", "at": None}]
    robot, scene = stage(
        sit, "play", room={"looks": [look]}, here=NOBODY | {"kibitzers": kibitzers}, table={"chair": 0}
    )
    page = robot.page
    expect(page.locator('[data-notice="look"]')).to_contain_text("Кот просит посмотреть в ваши карты")
    robot.axe("look")
    robot.event("look-yes")
    robot.press(page.get_by_role("button", name="Меню"))
    robot.event("people")
    robot.axe("people")
    robot.press('[data-kibitzer="w1"] [data-event="warn"]')
    robot.press('[data-kibitzer="w1"] [data-event="object"]')
    scene.until(lambda: len(scene.acts()) == 3)
    assert scene.acts() == [
        {"act": "allow", "account": "w1", "yes": True},
        {"act": "warn", "account": "w1"},
        {"act": "object", "account": "w1"},
    ]


def test_questions_are_answered_aloud_and_cards_may_be_typed(sit: Sit) -> None:
    robot, scene = stage(sit, "play", DESKTOP)
    page, log = robot.page, robot.page.get_by_role("log")
    for key, heard in (("H", "На руке"), ("K", "играет"), ("W", "Ваш ход"), ("S", "пуля"), ("L", "Взятка:")):
        page.keyboard.press(f"Shift+{key}")
        expect(log).to_contain_text(heard)
    card = robot.look()["cards"][0]
    suit = {"S": "пик", "H": "черв", "D": "бубен", "C": "треф"}[card[0]]
    rank = {"A": "туз", "K": "король", "Q": "дама", "J": "валет", "T": "10"}.get(card[1], card[1])
    page.keyboard.press("/")
    field = page.locator("[data-type-card]")
    expect(field).to_be_focused()
    field.fill("абракадабра")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Не понимаю")
    robot.axe("typed")
    field.fill(f"{rank} {suit}")
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)
    assert scene.heard[-1]["do"] == {"type": "play", "card": card}


@pytest.mark.rule("PE-5.4.11b")
def test_a_prepared_card_is_nobodys_business(sit: Sit) -> None:
    view = MOMENTS["play"]["view"]
    mine = view["hands"][view["seat"]]["cards"]
    other = next(seat for seat in view["terms"]["hands"] if seat != view["seat"])
    waits = {"actor": other, "turn": other, "legal": [], "reasons": {}}
    robot = sit(DESKTOP, lang="ru")
    page = robot.page
    page.evaluate(
        "s => localStorage.setItem('kozyr.settings', s)",
        json.dumps({"pace": "instant", "lang": "ru", "prepare": True}),
    )
    scene = Stage(page, "play", view=waits)
    scene.open()
    good = next(event["card"] for event in view["legal"] if event["type"] == "play")
    before = len(scene.heard)
    robot.card(good)
    expect(page.locator(f'[data-card="{good}"].prepared')).to_be_visible()
    page.wait_for_timeout(100)
    assert len(scene.heard) == before  # nothing was sent
    scene.happens(view=view)
    scene.until(lambda: len(scene.heard) > before)
    assert scene.heard[-1]["do"] == {"type": "play", "card": good}
    scene.took()
    # Not to be laid when its moment comes: it goes by itself.
    scene.happens(view=view | waits)
    bad = next((card for card in mine if card in view["reasons"]), None)
    assert bad is not None
    robot.card(bad)
    before = len(scene.heard)
    scene.happens(view=view)
    expect(page.locator("p.note")).to_contain_text("не подходит")
    assert len(scene.heard) == before


@pytest.mark.rule("P-3.2.3", "P-3.2.5")
def test_the_page_cuts_by_itself_and_verifies_the_deal(sit: Sit) -> None:
    robot, scene = stage(sit, "deal", DESKTOP)
    page = robot.page
    share = {"chair": 0, "player": "N", "hash": None, "nonce": None}
    fair = {"pack": "p", "deal": 5, "phase": "hashes", "commitment": "c0", "asked": [0], "shares": [share]}
    scene.snap["table"]["chair"] = 0
    scene.happens(room={"fair": fair}, table=scene.snap["table"])
    scene.until(lambda: len(scene.acts()) == 1)
    sealed = scene.acts()[-1]
    assert sealed["act"] == "seal"
    page.reload()  # the nonce is kept
    page.locator(".room").wait_for()
    scene.until(lambda: len(scene.acts()) == 2)
    assert scene.acts() == [sealed, sealed]
    scene.happens(room={"fair": fair | {"phase": "nonces", "shares": [share | {"hash": sealed["hash"]}]}})
    scene.until(lambda: scene.acts()[-1] != sealed)
    opened = scene.acts()[-1]
    assert opened["act"] == "nonce"
    parts = [b"fairdeal/1 nonce", b"stage", b"5", b"N", bytes.fromhex(opened["nonce"])]
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert hashlib.sha256(joined).hexdigest() == sealed["hash"]
    assert sum(act["act"] == "nonce" for act in scene.acts()) == 1
    # What is revealed at the end of a deal is checked here, and the badge says so.
    proof = json.loads(VECTORS.read_text(encoding="utf-8"))["reveals"][0]
    hands, talon = proof["cards"].removeprefix("N:").split(" + ")
    dealt = {
        seat: [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]
        for seat, hand in zip("NES", hands.split(), strict=True)
    }
    scene.snap["last"] |= {"number": proof["deal"], "hands": dealt, "talon": talon.split()}
    scene.snap["proof"] = proof
    scene.open(proof["table"])
    expect(page.locator("[data-fair]")).to_have_attribute("data-fair", "ok")
    robot.axe("verified")
    scene.open("stage")  # a good proof of another table proves nothing here
    expect(page.locator("[data-fair]")).to_have_attribute("data-fair", "seen")
    scene.snap["last"]["talon"] = talon.split()[::-1]  # not the cards that were on the table
    scene.open(proof["table"])
    expect(page.locator("[data-fair]")).to_have_attribute("data-fair", "seen")
    scene.snap["proof"] = proof | {"cards": proof["cards"][::-1]}
    scene.open(proof["table"])
    expect(page.locator("[data-fair]")).to_have_attribute("data-fair", "cards")


@pytest.mark.long  # what is prepared stays on the page too: test_a_prepared_card_is_nobodys_business
def test_notes_at_a_misere_stay_on_the_page(sit: Sit) -> None:
    view = MOMENTS["play"]["view"]
    declarer = next(seat for seat in view["terms"]["hands"] if seat != view["seat"])
    misere = {"contract": "misere", "declarer": declarer, "open": False}
    robot, scene = stage(sit, "play", view=misere)
    page = robot.page
    robot.press('[data-event="open-notes"]')
    note = page.locator("[data-note]").first
    before = len(scene.heard)
    robot.press(note)
    expect(note).to_contain_text("●")
    expect(note).to_contain_text("у мизерящего")
    robot.axe("notes")
    assert len(scene.heard) == before
    held = view["hands"][view["seat"]]["cards"]
    assert all(page.locator(f'[data-note="{card}"]').count() == 0 for card in held)


@pytest.mark.rule("PE-5.4.20")
@pytest.mark.parametrize(("size", "lang"), [(PHONE, "ru"), pytest.param(DESKTOP, "uk", marks=pytest.mark.long)])
def test_a_report_has_a_reason_and_mutes(sit: Sit, size: tuple[int, int], lang: str) -> None:
    robot, scene = stage(sit, "play", size, lang)
    page = robot.page
    posted: list[tuple[str, Any]] = []

    def taken(route: Route) -> None:
        posted.append((route.request.method, route.request.post_data_json))
        route.fulfill(status=201 if route.request.method == "POST" else 204, json={"report": 1})

    page.route("**/api/reports", taken)
    page.route("**/api/mutes/a1", taken)
    robot.press("header.top button[aria-haspopup=dialog]")
    robot.event("people")
    robot.event("report")
    dialog = page.get_by_role("dialog")
    robot.axe("report")
    robot.press(dialog.locator("[type=submit]"))
    expect(dialog.get_by_role("alert")).to_be_visible()  # a reason first
    robot.press(dialog.locator('label:has(input[value="familiarity"])'))
    expect(dialog.locator('label:has(input[value="familiarity"])')).to_contain_text("5.4.20")
    dialog.locator("textarea").fill("звал меня дедулей")
    robot.press(dialog.locator("[type=submit]"))
    expect(dialog.get_by_role("status")).to_be_visible()
    robot.axe("reported")
    told = {"table": scene.snap["table"]["id"], "account": "a1", "reason": "familiarity", "text": "звал меня дедулей"}
    assert posted == [("POST", told), ("PUT", {})]
    robot.press(dialog.locator("button.brass"))
    expect(dialog.locator("[data-person]").first).to_be_visible()  # back among the people


def test_what_is_closed_gives_the_focus_back(sit: Sit) -> None:
    robot, _ = stage(sit, "play", DESKTOP)
    page, keys = robot.page, robot.page.keyboard
    menu = page.locator("header.top button[aria-haspopup=dialog]")
    menu.focus()
    keys.press("Enter")
    page.get_by_role("button", name="Вид и управление").focus()
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Вид и управление")).to_be_visible()
    keys.press("Escape")
    expect(menu).to_be_focused()
    last = page.get_by_role("button", name="Последняя взятка")
    last.focus()
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Последняя взятка")).to_be_visible()
    keys.press("Escape")
    expect(last).to_be_focused()


@pytest.mark.long  # other phones on their side: test_newcomer.py, test_layout.py
@pytest.mark.parametrize("moment", [pytest.param("auction", marks=pytest.mark.long), "contract"])
def test_a_phone_on_its_side_shows_what_is_asked_beside_the_talon(sit: Sit, moment: str) -> None:
    robot, _ = stage(sit, moment, (844, 390))
    page = robot.page
    assert robot.box(".talon")[2] <= robot.box("[data-action]")[0]
    for button in page.locator("[data-action] button").all():
        _, top, _, bottom = robot.box(button)
        assert robot.box("header.top")[3] <= top
        assert bottom <= 390
