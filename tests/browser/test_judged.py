"""A table that rules on errors, in the browser: errors by hand, calls of the arbiter, choices, what is scored then."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.robot import PHONE, Robot
from tests.conftest import LONG

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

PREFERANS = {"game": "preferans", "preset": "sochi", "players": 3}

MAKE = """async ([body]) => {
    const answer = await fetch('/api/tables', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    return answer.json();
}"""


def table_of(terms: dict[str, Any], *robots: Robot) -> str:
    """People at a table that rules on errors; the lot is drawn, the first deal is dealt."""
    for robot, name in zip(robots, ("Анна", "Борис", "Вера", "Глеб"), strict=False):
        robot.page.goto("/")
        robot.page.evaluate(
            "name => fetch('/api/guest', {method: 'POST', headers: {'content-type': 'application/json'},"
            " body: JSON.stringify({name})})",
            name,
        )
    body = {"bots": [None] * (len(robots) - 1)} | terms | {"public": False}
    made = robots[0].page.evaluate(MAKE, [body])
    for robot in robots:
        robot.page.goto(f"/table/{made['table']}")
    for chair, robot in enumerate(robots[1:], 1):
        robot.press(f'[data-sit-at="{chair}"]')
        robot.press("[data-accept]")
    return str(made["table"])


class Hand:
    """Somebody at the table: his page, and what he was last told of the deal."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.page = robot, robot.page
        self.view: dict[str, Any] = {}
        self.bench: dict[str, Any] = {}
        self.chair: int | None = None
        self.sheet: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.over: dict[str, Any] | None = None  # the deal that has just ended
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        if frame == "p":
            return
        message = json.loads(frame)
        if message["t"] not in {"snap", "ev"}:
            return
        if "view" in message:
            self.view = message["view"] or self.view
        self.over = message.get("last") or (None if message.get("view") else self.over)
        if room := message.get("room"):
            self.bench = room["bench"] or {}
        self.sheet = message.get("sheet") or self.sheet
        if table := message.get("table"):
            self.chair = table["chair"]
        if message["t"] == "snap":
            self.log = list(message["log"])
        elif said := message.get("said"):
            to = min((one["to"] for one in said["event"].get("effects", ()) if one["type"] == "back"), default=9999)
            self.log = [one | {"struck": True} if one.get("n", 0) > to else one for one in self.log]
            self.log = [said] if said["event"]["type"] == "deal" else [*self.log, said]

    @property
    def seat(self) -> str:
        return str(self.view["seat"])

    @property
    def cards(self) -> list[str]:
        return list(self.view["hands"][self.seat]["cards"])

    def follows(self, seat: str | None = None) -> list[str]:
        """The cards by the rules, of one's own hand or of one that one plays."""
        held = self.view["hands"][seat or self.seat]
        cards = list(held["cards"] or held["known"])
        led = self.view["trick"][0][1][0] if self.view["trick"] else None
        contract = self.view["contract"]  # of preferans a word, of bridge its parts
        named = contract if isinstance(contract, str) else contract["denomination"]
        trump = named[-1] if named != "allpass" else None
        for suit in (led, trump):
            if led is not None and (found := [card for card in cards if card[0] == suit]):
                return found
        return cards

    def lays(self, suit: str | None = None) -> str:
        """A card by the rules, and by what the arbiter has laid on the hand; of a suit, if it leads and has one."""
        able = {one["card"] for one in self.view["possible"] if one["type"] == "play"}
        fits = [card for card in self.follows(self.view["turn"]) if card in able] or sorted(able)
        return next((card for card in fits if not self.view["trick"] and card[0] == suit), fits[0])

    def until(self, so: Callable[[Hand], object]) -> None:
        for _ in range(3_000):
            if so(self):
                return
            self.page.wait_for_timeout(20)
        pytest.fail(f"it did not come: {self.view}")


def people(sit: Sit, langs: tuple[str, ...]) -> list[Hand]:
    """So many people on phones, at the door of the club."""
    hands = [Hand(sit(PHONE, lang=lang, door=False)) for lang in langs]
    for hand, lang in zip(hands, langs, strict=True):
        kept = json.dumps({"pace": "instant", "lang": lang})
        hand.page.add_init_script(f"localStorage['kozyr.settings'] ??= {json.dumps(kept)}")
    return hands


def seated(hands: list[Hand], terms: dict[str, Any]) -> dict[str, Hand]:
    """They sit at a table that rules on errors; by seat, with their first cards."""
    for hand in hands:
        hand.view = {}
    table_of(terms, *(hand.robot for hand in hands))
    for hand in hands:
        hand.robot.event("lot")
        hand.until(lambda me: "seat" in me.view)
    return {hand.seat: hand for hand in hands}


def begun(sit: Sit, langs: tuple[str, str, str] = ("ru", "uk", "en")) -> dict[str, Hand]:
    """Three people at preferans, by seat."""
    changes = {"pool_target": 2, "table.irregularities": "rule"}
    return seated(people(sit, langs), {**PREFERANS, "changes": changes})


def contract(by: dict[str, Hand]) -> list[str]:
    """The first hand plays 6S against two whisters; returns the seats from it on."""
    order: list[str] = next(iter(by.values())).view["terms"]["hands"]
    first, *others = (by[seat] for seat in order)
    first.robot.event("bid:6S")
    for other in others:
        other.robot.event("pass")
    first.until(lambda me: me.view["phase"] == "discard")
    for card in first.cards[:2]:
        first.robot.card(card)
    first.robot.event("discard")
    first.until(lambda me: me.view["phase"] == "contract")
    first.robot.press('[data-event="contract:6S"]')
    first.robot.event("name")
    for other in others:
        other.robot.event("whist")
    for hand in by.values():
        hand.until(lambda me: me.view["phase"] == "play")
    return order


def fell(said: dict[str, Any]) -> str | None:
    """The card of an event that nobody has taken back."""
    return None if said.get("struck") else said["event"].get("card")


def lay(by: dict[str, Hand], seat: str, card: str) -> None:
    """A card from a hand, in its turn or not; everybody sees it."""
    by[seat].robot.play(card)
    for hand in by.values():
        hand.until(lambda me: me.over is not None or card in map(fell, me.log))


def plays(by: dict[str, Hand], cards: int, suit: str | None = None) -> None:
    """So many cards by the rules; suit: what is led, if it can be."""
    for _ in range(cards):
        actor = next(iter(by.values())).view["actor"]
        by[actor].until(lambda me: me.view["actor"] == me.seat and me.view["possible"])
        lay(by, actor, by[actor].lays(suit))


def last(hand: Hand, card: str) -> int:
    """The number of the event by which a card was played."""
    return int(next(one["n"] for one in reversed(hand.log) if one["event"].get("card") == card))


def calls(hand: Hand, entry: int) -> None:
    hand.robot.event("arbiter")
    hand.robot.press(f'[data-call="{entry}"]')


def ends(by: dict[str, Hand]) -> dict[str, Any]:
    """The deal is played to its end by the rules; returns its facts."""
    one = next(iter(by.values()))
    while one.over is None:
        plays(by, 1)
        one.page.wait_for_timeout(20)
    for hand in by.values():
        hand.until(lambda me: me.over is not None)
    return dict(one.over["outcome"])


def ruled(by: dict[str, Hand], effects: int | None = None) -> None:
    """Everybody is told what was ruled, and reads it; effects: how many things are done."""
    for hand in by.values():
        done = hand.page.locator("[data-ruled] .done li")
        expect(done.first).to_be_visible()
        if effects is not None:
            expect(done).to_have_count(effects)
        hand.robot.event("ruled-read")


@pytest.mark.long
@pytest.mark.rule("P-3.9.16.2")
def test_a_revoke_noticed_two_tricks_later(sit: Sit) -> None:
    """Called, ruled, taken back, played again, and scored with the trick that the ruling gives."""
    by = begun(sit)
    order = contract(by)
    declarer, guilty = by[order[0]], by[order[1]]
    each = [[card[0] for card in hand.cards] for hand in by.values()]
    suit = next(
        suit for suit in "CDHS" if all(held.count(suit) >= 2 for held in each)
    )  # it is led again, and shows him
    lay(by, order[0], next(card for card in declarer.cards if card[0] == suit))
    wrong = next(card for card in guilty.cards if card not in guilty.follows())
    assert guilty.view["legal"] == []
    expect(guilty.page.locator('[data-card][aria-disabled="true"]')).to_have_count(0)  # nothing is dimmed
    lay(by, order[1], wrong)
    entry = last(declarer, wrong)
    plays(by, 7, suit)
    calls(declarer, entry)
    expect(guilty.page.locator("[data-hearing]")).to_be_visible()
    expect(guilty.page.locator("[data-branch]")).to_have_count(0)  # the choice is the declarer's
    expect(declarer.page.locator("[data-branch]")).to_have_count(1)
    expect(declarer.page.locator("[data-hearing] .laws")).to_contain_text("3.9.16.2")
    declarer.robot.axe("hearing")
    declarer.robot.press("[data-branch]")
    ruled(by, 2)
    guilty.until(lambda me: me.view["actor"] == me.seat)
    assert wrong in guilty.cards  # it is taken back
    if not LONG:  # what is scored then: tests/test_judged_tables.py
        return
    counted = ends(by)
    assert counted["ruled"]["law"] == "P-3.9.16.2"
    taken = counted["ruled"]["taken"]
    assert counted["tricks"][order[0]] == taken[order[0]] + 1
    assert counted["tricks"][order[1]] == taken[order[1]] - 1
    expect(declarer.page.get_by_text("3.9.16.2").first).to_be_visible()


@pytest.mark.rule("P-3.9.14.1")
@pytest.mark.long
@pytest.mark.parametrize("branch", [0, 1, 2])
def test_a_lead_out_of_turn_gives_the_declarer_three_choices(sit: Sit, branch: int) -> None:
    by = begun(sit)
    order = contract(by)
    declarer, guilty = by[order[0]], by[order[1]]
    card = guilty.cards[0]
    lay(by, order[1], card)
    calls(declarer, last(declarer, card))
    expect(declarer.page.locator("[data-branch]")).to_have_count(3)
    declarer.robot.axe("three ways")
    way = declarer.page.locator("[data-branch]").nth(branch)
    effects = way.locator("> span").count()
    declarer.robot.press(way)
    ruled(by, effects)
    assert sum(ends(by)["tricks"].values()) == 10


@pytest.mark.rule("P-3.3.16.1", "P-3.3.16.2", "P-3.2.19", "P-3.2.21")
@pytest.mark.long
def test_the_talon_looked_at_bars_its_reader(sit: Sit) -> None:
    """He may not bid, at the all-pass the first two tricks are his, and five go on his hill."""
    by = begun(sit, ("uk", "ru", "en"))
    order = next(iter(by.values())).view["terms"]["hands"]
    guilty, other = by[order[1]], by[order[0]]
    guilty.robot.event("free")
    guilty.robot.press(guilty.page.locator('[data-event="free-talon"]').last)
    other.until(lambda me: any(one["event"]["type"] == "talon" for one in me.log))
    entry = int(next(one["n"] for one in other.log if one["event"]["type"] == "talon"))
    calls(other, entry)
    for hand in by.values():
        expect(hand.page.locator("[data-ruled] .done li").last).to_contain_text("5")
    ruled(by, 3)
    for hand in by.values():  # the first two tricks stand on his plate with their paragraph
        expect(hand.page.locator("[data-owes]", has_text="3.3.16.1")).to_contain_text("2")
    for seat in order:
        by[seat].until(lambda me: me.view["actor"] == me.seat)
        by[seat].robot.event("pass")
    for hand in by.values():
        hand.until(lambda me: me.view["phase"] == "play")
    counted = ends(by)
    assert counted["kind"] == "allpass"
    expect(other.page.locator("[data-counted]")).to_contain_text("3.3.16.1")
    ruled_on = counted["ruled"]
    assert ruled_on["law"] == "P-3.3.16.1"
    assert counted["tricks"][order[1]] == ruled_on["taken"][order[1]] + 2  # the first two are his
    assert guilty.sheet["hill"][guilty.sheet["names"].index(order[1])] >= 5  # the fine, and what his tricks cost
    fines = [entry["points"] for entry in guilty.sheet["entries"] if entry["law"] == "P-3.2.21"]
    assert fines == [5]
    expect(guilty.page.locator("[data-counted]")).to_contain_text("3.3.16.1")


@pytest.mark.long  # the same by routes: tests/test_judged_tables.py
def test_a_bot_chooses_for_who_has_gone(sit: Sit) -> None:
    """The declarer calls the arbiter and leaves the table: the bot that holds his seat takes one of the three ways."""
    by = begun(sit)
    order = contract(by)
    declarer, guilty, other = (by[seat] for seat in order)
    card = guilty.cards[0]
    lay(by, order[1], card)
    calls(declarer, last(declarer, card))
    expect(declarer.page.locator("[data-branch]")).to_have_count(3)
    declarer.robot.press("header.top button[aria-haspopup=dialog]")
    declarer.robot.event("pause")
    declarer.robot.event("leave")
    ruled({hand.seat: hand for hand in (guilty, other)})
    assert guilty.bench["pending"] is None
    assert guilty.bench["ruled"][-1]["chosen"] in {0, 1, 2}


@pytest.mark.rule("P-3.9.14.4")
@pytest.mark.long
def test_cards_shown_without_a_plan_are_dictated(sit: Sit) -> None:
    by = begun(sit)
    order = contract(by)
    declarer, other = by[order[0]], by[order[1]]
    plays(by, 3)
    declarer.robot.event("free")
    declarer.robot.press(declarer.page.locator('[data-event="free-expose"]').first)
    other.until(lambda me: any(one["event"]["type"] == "expose" for one in me.log))
    entry = int(next(one["n"] for one in other.log if one["event"]["type"] == "expose"))
    calls(other, entry)
    ways = other.page.locator("[data-branch]")
    expect(ways).to_have_count(2)
    other.robot.press(ways.last)
    ruled(by, 2)
    other.until(lambda me: me.view["actor"] == me.seat and me.view["turn"] == order[0])
    expect(other.page.locator("[data-owes]")).not_to_have_count(0)
    assert sum(ends(by)["tricks"].values()) == 10


@pytest.mark.rule("P-3.9.14.4")
@pytest.mark.long
def test_cards_shown_with_a_plan_are_played_along_it(sit: Sit) -> None:
    by = begun(sit)
    order = contract(by)
    declarer, other = by[order[0]], by[order[1]]
    plays(by, 3)
    declarer.robot.event("free")
    declarer.robot.event("plan")
    plan = sorted(declarer.cards)
    for card in plan:
        declarer.robot.press(f'[data-plan] [data-key="{card}"]')
    declarer.robot.event("free-plan")
    other.until(lambda me: any(one["event"]["type"] == "expose" for one in me.log))
    calls(other, int(next(one["n"] for one in other.log if one["event"]["type"] == "expose")))
    ways = other.page.locator("[data-branch]")
    expect(ways).to_have_count(2)
    other.robot.press(ways.last)
    ruled(by, 1)
    expect(other.page.locator("[data-owes]")).not_to_have_count(0)
    while declarer.over is None:
        actor = declarer.view["actor"]
        by[actor].until(lambda me: me.view["actor"] == me.seat and me.view["possible"])
        if actor == order[0]:
            follows = [card for card in plan if card in declarer.follows()]
            assert declarer.lays() == follows[0]
        plays(by, 1)
        declarer.page.wait_for_timeout(20)
    assert sum(declarer.over["outcome"]["tricks"].values()) == 10


@pytest.mark.rule("PE-5.4.22")
@pytest.mark.long
@pytest.mark.parametrize("irregularities", ["prevent", "rule"])
def test_a_card_is_taken_back_by_the_consent_of_all(sit: Sit, irregularities: str) -> None:
    changes = {"pool_target": 2, "table.undo": "unanimous", "table.irregularities": irregularities}
    by = seated(people(sit, ("uk", "ru", "en")), {**PREFERANS, "changes": changes})
    order = contract(by)
    declarer, *others = (by[seat] for seat in order)
    card = declarer.cards[0]
    lay(by, order[0], card)
    for other in others:
        expect(other.page.locator('[data-event="take-back"]')).to_have_count(0)  # it is not theirs
    declarer.robot.event("take-back")
    for other in others:
        yes = other.page.locator('[data-event="consent-yes"]')
        expect(yes).to_be_visible()
        other.robot.axe("a card is asked back")
        other.robot.press(yes)
    for hand in by.values():
        hand.until(lambda me: not me.view["trick"] and me.view["actor"] == order[0])
    assert card in declarer.cards
    lay(by, order[0], declarer.cards[1])


def unhurried(hand: Hand) -> None:
    """He wants to be shown everything calmly, and his clock stands still from now on."""
    hand.page.evaluate("localStorage['kozyr.settings'] = JSON.stringify({ pace: 'calm', lang: 'ru' })")
    hand.view = {}
    hand.page.reload()
    hand.until(lambda me: "seat" in me.view)
    hand.robot.event("lot")
    expect(hand.page.locator("[inert]")).to_have_count(0)
    expect(hand.page.locator("[data-hand] [data-card]").first).to_be_visible()
    hand.page.clock.pause_at(hand.page.evaluate("Date.now()") + 1000)


@pytest.mark.rule("P-3.4.8", "PC-4.7.2")
@pytest.mark.long
@pytest.mark.parametrize("counts", ["released", "lifted"])
def test_what_one_does_can_be_mended_before_it_counts(sit: Sit, counts: str) -> None:
    changes = {"pool_target": 2, "table.irregularities": "rule", "table.played_when": counts}
    three = people(sit, ("ru", "ru", "ru"))
    for hand in three:
        hand.page.clock.install()
    by = seated(three, {**PREFERANS, "changes": changes})
    order = contract(by)
    first, *others = (by[seat] for seat in order)
    unhurried(first)
    calls = len(first.log)
    card, other_card = first.cards[:2]
    first.robot.play(card)
    mends = first.page.locator('[data-event="mend"]')
    if counts == "lifted":  # a card that was lifted is played
        expect(first.page.get_by_text("Отправлено")).to_be_visible()
        expect(mends).to_have_count(0)
        first.page.clock.run_for(5000)
        first.until(lambda me: len(me.log) > calls)
        return
    expect(mends).to_be_visible()
    first.robot.event("mend")
    expect(mends).to_have_count(0)
    first.page.clock.run_for(5000)
    for other in others:
        assert len(other.log) == calls
    first.robot.play(card)
    expect(mends).to_be_visible()
    first.robot.play(other_card)  # another card, before the first one counted
    first.page.clock.run_for(5000)
    for hand in by.values():
        hand.until(lambda me: [fell(one) for one in me.log[calls:]] == [other_card])


@pytest.mark.rule("P-3.4.8", "B-LAW-BID-3")
@pytest.mark.long
def test_a_word_is_mended_before_it_is_said(sit: Sit) -> None:
    three = people(sit, ("ru", "ru", "ru"))
    for hand in three:
        hand.page.clock.install()
    by = seated(three, {**PREFERANS, "changes": {"pool_target": 2, "table.irregularities": "rule"}})
    first = by[next(iter(by.values())).view["terms"]["hands"][0]]
    unhurried(first)
    before = len(first.log)
    first.robot.event("pass")
    first.robot.event("mend")
    first.page.clock.run_for(5000)
    first.robot.event("pass")
    first.robot.event("bid:6S")  # at once another word: it is the one that counts
    first.page.clock.run_for(5000)
    for hand in by.values():
        hand.until(lambda me: [one["event"]["type"] for one in me.log[before:]] == ["bid"])


@pytest.mark.rule("P-3.8.5.1b")
@pytest.mark.long
def test_who_objects_to_a_plan_has_the_result_of_his_own(sit: Sit) -> None:
    changes = {"pool_target": 2, "whist.plan_dispute": "arbiter"}
    by = seated(people(sit, ("ru", "uk", "en")), {**PREFERANS, "changes": changes})
    order: list[str] = next(iter(by.values())).view["terms"]["hands"]
    first, passer, whister = (by[seat] for seat in order)
    first.robot.event("bid:6S")
    for other in (passer, whister):
        other.robot.event("pass")
    first.until(lambda me: me.view["phase"] == "discard")
    for card in first.cards[:2]:
        first.robot.card(card)
    first.robot.event("discard")
    first.until(lambda me: me.view["phase"] == "contract")
    first.robot.press('[data-event="contract:6S"]')
    first.robot.event("name")
    passer.robot.event("pass")
    whister.robot.event("whist")
    whister.robot.event("open")
    for other in (first, whister):  # it is theirs neither to object nor to be told that they may
        other.until(lambda me: me.view["phase"] == "play")
        expect(other.page.locator('[data-event="open-dispute"]')).to_have_count(0)
    passer.robot.event("open-dispute")
    expect(passer.page.locator("[data-key]")).to_have_count(20)
    passer.robot.axe("a plan is disputed")
    passer.robot.press(passer.page.locator("[data-key]").first)
    passer.robot.event("dispute")
    for hand in by.values():
        expect(hand.page.locator("[data-ruled]")).to_contain_text("3.8.5.1")
        hand.robot.press('[data-event="ruled-read"]')
    expect(passer.page.locator('[data-event="open-dispute"]')).to_have_count(0)
    lay(by, order[0], first.cards[0])


@pytest.mark.rule("P-3.9.17", "P-3.9.16.2")
@pytest.mark.long
def test_a_revoke_noticed_after_the_last_card(sit: Sit) -> None:
    """It is called from the deal's result, ruled, played again, and scored; the first result is gone."""
    by = begun(sit)
    order = contract(by)
    declarer, guilty = by[order[0]], by[order[1]]
    suit = next(
        suit
        for suit in "CDHS"
        if any(card[0] == suit for card in declarer.cards) and any(card[0] == suit for card in guilty.cards)
    )
    lay(by, order[0], next(card for card in declarer.cards if card[0] == suit))
    wrong = next(card for card in guilty.cards if card not in guilty.follows())
    lay(by, order[1], wrong)
    entry = last(declarer, wrong)
    ends(by)
    hears = declarer.page.locator("[data-hears]")
    expect(hears).to_be_visible()
    declarer.robot.axe("hearing after the last card")
    for hand in by.values():
        hand.over = None
    calls(declarer, entry)
    declarer.robot.press("[data-branch]")
    ruled(by, 2)
    guilty.until(lambda me: me.view["actor"] == me.seat)
    assert wrong in guilty.cards
    expect(declarer.page.locator("[data-result-of]")).to_have_count(0)
    counted = ends(by)
    assert counted["ruled"]["law"] == "P-3.9.16.2"
    expect(declarer.page.get_by_text("3.9.16.2").first).to_be_visible()
