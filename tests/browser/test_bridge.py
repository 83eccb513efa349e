"""A person plays bridge in a real browser: a rubber on a phone and on a desktop, boards, Chicago, three-handed."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


class Player:
    """Plays bridge through the page: passes, or bids where the test wants it, lays the first card he may.

    bids: what he bids until he has played a card of dummy's, the first that the box has; later he passes.
    deals: how many are over.
    """

    def __init__(self, robot: Robot, *bids: str) -> None:
        self.robot = robot
        self.bids = bids
        self.deals = 0

    def sits(self, *, game: str, preset: str = "rubber", players: int = 4, boards: int | None = None) -> None:
        """Set a table up on the page of terms."""
        robot, page = self.robot, self.robot.page
        robot.press('a[href="/new?game=bridge"]')
        expect(page.locator("h1")).to_be_visible()
        robot.press(page.get_by_text(game, exact=True))
        if players != 4:
            robot.press(
                page.locator("fieldset").filter(has_text="Сколько за столом").get_by_text(str(players), exact=True)
            )
            expect(page.locator('input[name="preset"]')).to_have_count(2)  # the others are for four
        robot.press(f'label:has(input[value="{preset}"])')
        if boards is not None:
            robot.press("[data-unfold]")
            robot.press('[data-group="form"] summary')
            length = page.locator("fieldset").filter(has=page.get_by_text(re.compile("^(Boards|Сколько сдач)$")))
            robot.press(length.get_by_text(str(boards), exact=True))
            expect(page.locator('[data-diff="deals"]')).to_be_visible()
        robot.axe("terms of bridge")
        robot.press("[data-sit]")

    def calls(self) -> None:
        """A call: by level, then denomination."""
        robot, page = self.robot, self.robot.page
        for bid in self.bids if "dummy's card" not in robot.seen else ():
            level = page.locator(f'[data-level="{bid[0]}"]:not(:disabled)')
            if level.count() == 0:
                continue
            robot.press(level)
            box = page.locator(f'[data-event="{bid}"]')
            if box.count():
                robot.event(bid)
                return
        robot.event("pass")

    def acts(self, now: dict[str, Any]) -> None:
        """Do what waits for him."""
        robot = self.robot
        if now["lot"] or now["next"]:
            self.deals += bool(now["next"])
            robot.act(now)
        elif now["action"] == "auction":
            self.calls()
        elif now["action"] == "claim":
            robot.event("yes")
        elif now["action"] == "honours":
            robot.event("honours")
        else:
            robot.play(now["cards"][0])
        robot.page.wait_for_timeout(4)

    def screen(self, now: dict[str, Any]) -> str:
        """What kind of screen this is."""
        if now["action"] == "play":
            dummy = self.robot.page.locator('[data-open-hand="true"]').count() > 0
            return "dummy's card" if dummy else "play" if now["open"] else "lead"
        return self.robot.screen(now)

    def until(self, done: Callable[[dict[str, Any]], bool], *, most: int = 60) -> dict[str, Any]:
        """Play until something waits that was asked for."""
        for _ in range(most * 30):
            now = self.robot.until_something_waits()
            self.robot.axe(self.screen(now))
            if done(now):
                return now
            self.acts(now)
        raise AssertionError(f"it never came in {self.deals} deals")

    def over(self) -> None:
        """Play until the end is on the table."""
        self.until(lambda now: now["over"])


def number(text: str) -> int:
    """A figure as the page writes it."""
    return int(text.replace("−", "-").replace("+", "") or "0")


def claims(robot: Robot) -> None:
    """Propose that the rest are ours, if the bar has it."""
    robot.press('[data-event="open-claim"]')
    robot.axe("claim")
    robot.event("claim-all")


@pytest.mark.rule("B-RUBBER-1", "B-RUBBER-2", "B-LAW-REV-3", "B-PLAY-4")
@pytest.mark.long  # as on a desktop
def test_a_rubber_on_a_phone(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    page, player = robot.page, Player(robot, "1NT", "3NT")
    robot.prefer("сразу")
    player.sits(game="Бридж")
    player.until(lambda now: now["action"] == "auction")
    # Every card of thirteen shows 27 px at least.
    lefts = sorted(box["x"] for card in page.locator("[data-hand] [data-card]").all() if (box := card.bounding_box()))
    assert len(lefts) == 13
    assert min(b - a for a, b in pairwise(lefts)) >= 26
    # A call with its meaning, which partner never sees and the diagram tells.
    robot.press("[data-explain]")
    page.locator("#meaning").fill("что угодно")
    robot.axe("explaining")
    player.calls()
    player.until(lambda now: now["action"] == "play")
    player.until(lambda now: bool(now["next"]))
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(page.locator('[data-analysis="there"]')).to_be_visible()
    robot.axe("result with open cards")
    # He bids until a contract has been his; if the bots have the whole rubber, in another one.
    while player.until(lambda now: now["over"] or "dummy's card" in robot.seen)["over"]:
        if "dummy's card" in robot.seen:
            break
        robot.again()
    player.over()
    assert {"lot", "auction", "play", "dummy's card", "result", "settlement"} <= robot.seen
    results = [number(text) for text in page.locator("[data-result] b").all_inner_texts()]
    assert len(results) == 2
    assert results[0] == -results[1]
    sums = [number(text) for text in page.locator("[data-total] b").all_inner_texts()]
    assert abs(sums[0] - sums[1]) == abs(results[0])  # the sheet stands below
    # A figure of the sheet opens its deal.
    robot.press(page.locator("[data-figure]").first)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-verdict]")).to_be_visible()
    robot.axe("an older deal")
    page.keyboard.press("Escape")
    page.reload()
    robot.until_something_waits()
    robot.press('[data-event="settle"]')
    assert [number(text) for text in page.locator("[data-result] b").all_inner_texts()] == results


@pytest.mark.long  # a rubber ends when it will: one to seven minutes; Chicago has four deals
@pytest.mark.rule("B-RUBBER-1", "B-AUC-15", "B-LAW-CLAIM-1")
def test_a_rubber_on_a_desktop_by_keys_too(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="uk", theme="light")
    page, player = robot.page, Player(robot, "1NT", "3NT")
    robot.prefer("одразу")
    player.sits(game="Бридж")
    player.until(lambda now: now["action"] == "auction")
    # A digit, then a letter that has another meaning elsewhere at the table.
    calls = page.locator("[data-call]").count()
    page.keyboard.press("7")
    page.keyboard.press("n")
    # The diagram has one call more; or everybody has passed already, and it has made room for the play.
    called = (
        "n => document.querySelectorAll('[data-call]').length !== n || !document.querySelector('[data-action=auction]')"
    )
    page.wait_for_function(called, arg=calls)
    player.until(lambda now: now["action"] == "play")
    player.until(lambda now: bool(now["next"]))
    # All meanings are told after the deal; an underlined call tells its own.
    alerts = page.locator("[data-call].alert")
    if alerts.count():
        robot.press(alerts.first)
        expect(page.locator("[data-meaning]")).not_to_be_empty()
    player.until(lambda now: now["action"] == "play" and bool(page.locator('[data-event="open-claim"]').count()))
    claims(robot)
    player.over()
    assert {"claim", "settlement"} <= robot.seen
    robot.again()


def board(robot: Robot, player: Player, number: int) -> int:
    """Play a board and look at its traveller; the IMPs it says."""
    page = robot.page
    player.until(lambda now: bool(now["next"]))
    page.locator("[data-traveller]").wait_for()  # bots play the board meanwhile: as long as it takes
    robot.axe("traveller")
    assert page.locator("[data-traveller] tbody tr").count() >= 2
    vulnerable = ("none", "ns", "ew", "both")[number - 1]
    expect(page.locator(".result svg.board")).to_have_attribute("data-vul", vulnerable)
    expect(page.locator("[data-deals] tbody tr").nth(number - 1)).to_contain_text("NESW"[number - 1])
    imps = int(page.locator("[data-imps]").get_attribute("data-imps") or "0")
    player.acts(robot.look())
    return imps


@pytest.mark.rule("B-DUP-3")
@pytest.mark.long  # a whole board; its moments are looked at one by one below
def test_a_board_with_its_traveller(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="en")
    player = Player(robot)
    robot.prefer("instant")
    player.sits(game="Bridge", preset="duplicate", boards=4)
    board(robot, player, 1)
    player.until(lambda now: now["action"] in {"auction", "play"})


@pytest.mark.rule("B-DUP-3")
@pytest.mark.long  # three more boards
def test_four_boards_with_the_traveller(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="en")
    page, player = robot.page, Player(robot)
    robot.prefer("instant")
    player.sits(game="Bridge", preset="duplicate", boards=4)
    won = [board(robot, player, number) for number in range(1, 5)]
    player.until(lambda now: now["over"])
    page.locator('[data-against]:not([data-against=""])').wait_for()
    boards = [number(text) for text in page.locator("[data-deals] tbody td:last-child").all_inner_texts()]
    assert boards == won
    expect(page.locator("[data-against]")).to_have_attribute("data-against", str(sum(won)))
    assert number(page.locator("[data-sum-imps]").inner_text()) == sum(won)
    # The double-dummy table of an older board, or a word why there is none.
    robot.press(page.locator("[data-figure]").first)
    dialog = page.get_by_role("dialog")
    dialog.locator('[data-analysis="there"]').wait_for()
    table = dialog.locator("[data-double-dummy] tbody td")
    assert table.count() in {0, 20}
    robot.axe("an older board")


FILE = """[Board "7"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:AK32.J84.A75.K93 QJ9.KQ9.KT82.J84 T876.A52.QJ3.AQ2 54.T763.964.T765"]

[Board "8"]
[Dealer "W"]
[Vulnerable "None"]
[Deal "N:AK32.J84.A75.K93 - T876.A52.QJ3.AQ2 54.T763.964.T765"]

[Board "3"]
[Dealer "W"]
[Vulnerable "All"]
[Deal "N:JT9.Q87.AKQ9.KQJ 5432.AK65432..T5 876..JT876.A9876 AKQ.JT9.5432.432"]
"""


@pytest.mark.long  # as the one above
@pytest.mark.rule("B-DUP-3", "PE-5.4.4")
def test_boards_of_a_file(sit: Sit) -> None:
    """Somebody brings a file: a hidden hand is left out, the others come with their own numbers and vulnerability."""
    robot = sit(PHONE, lang="ru")
    page, player = robot.page, Player(robot)
    robot.prefer("сразу")
    robot.press('a[href="/new?game=bridge"]')
    robot.press(page.get_by_text("Бридж", exact=True))
    robot.press('label:has(input[value="rubber"])')
    robot.press("[data-unfold]")
    robot.press('[data-group="form"] summary')
    expect(page.locator("[data-deals]")).to_have_count(0)  # a rubber's vulnerability comes of its games
    robot.press('label:has(input[value="duplicate"])')
    robot.press(page.locator("[data-deals] label").filter(has_text="из файла"))
    robot.press("[data-paste]")
    page.locator("[data-text]").fill("что-то другое")
    robot.press("[data-read]")
    expect(page.locator("[data-deals] [role=alert]")).to_be_visible()
    file = {"name": "вечер.pbn", "mimeType": "text/plain", "buffer": FILE.encode()}
    page.locator("[data-file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator('[data-deals="file"]')).to_contain_text("2 сдачи: № 7, 3")
    expect(page.locator('[data-left="1"]')).to_contain_text("сдача 8: закрыта рука: Восток")
    expect(page.locator('[data-diff="deals"]')).to_contain_text("2")
    robot.axe("deals of a file")
    robot.press("[data-sit]")
    for board, vulnerability in ((7, "none"), (3, "both")):
        player.until(lambda now: now["action"] in {"auction", "play"})
        expect(page.locator("svg.board").first).to_have_attribute("data-vul", vulnerability)
        expect(page.locator(".nth").first).to_contain_text(str(board))
        player.until(lambda now: bool(now["next"]))
        expect(page.locator('[data-fair="file"]')).to_contain_text("вечер.pbn")
        expect(page.locator(".result h2").first).to_have_text(f"Сдача {board}")
        expect(page.locator(".result svg.board")).to_have_attribute("data-vul", vulnerability)
        robot.axe("result of a file")
        player.acts(robot.look())
    player.until(lambda now: now["over"])
    rows = page.locator("[data-deals] tbody tr")
    assert [text.split()[0] for text in rows.all_inner_texts()] == ["7", "3"]
    robot.axe("end of a file")


@pytest.mark.rule("B-AUC-15", "B-LAW-REV-1")
@pytest.mark.long  # a bot has to think
def test_a_bot_answers_a_question(sit: Sit) -> None:
    """At a table where partner explains, the caller's partner tells what the call means when he is asked."""
    robot = sit(DESKTOP, lang="ru")
    page, player = robot.page, Player(robot)
    robot.prefer("сразу")
    asked = (
        "async () => (await (await fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({game: 'bridge', preset: 'duplicate', players: 4, bots: ['novice', 'novice', 'novice'],"
        " changes: {deals: 8, explain: 'partner'}})})).json()).table"
    )
    page.goto(f"/table/{page.evaluate(asked)}")

    def may_ask(now: dict[str, Any]) -> bool:
        if now["action"] != "auction" or now["lot"]:
            return False
        for call in page.locator("[data-call]").all():
            robot.press(call)
            if page.locator('[data-event="ask"]').count():
                return True
        return False

    player.until(may_ask)
    robot.press('[data-event="ask"]')
    expect(page.locator("[data-call].alert").first).to_be_visible()
    expect(page.locator("[data-meaning]")).not_to_have_text("Спросили, ждём ответа.")
    assert page.locator("[data-meaning]").inner_text().strip()
    robot.axe("a call explained")
    player.until(lambda now: now["action"] == "play")  # and the game goes on


@pytest.mark.rule("B-AUC-13", "B-AUC-15")
@pytest.mark.long  # a whole board; the calls by themselves: tests/bridge/test_bidding.py
def test_a_table_agreed_on_two_over_one_plays_a_board_with_its_alerts(sit: Sit) -> None:
    """The system is chosen with the other terms; what opponents' bots call is underlined and told in the reader's words."""
    robot = sit(PHONE, lang="ru")
    page, player = robot.page, Player(robot)
    robot.prefer("сразу")
    robot.press('a[href="/new?game=bridge"]')
    robot.press('label:has(input[value="duplicate"])')
    robot.press("[data-unfold]")
    robot.press('[data-group="auction"] summary')
    page.locator('[data-option="system"]').select_option("two-over-one")
    expect(page.locator('[data-diff="system"]')).to_contain_text("два над одним (2/1)")
    robot.axe("terms with a system")
    robot.press("[data-sit]")
    told: list[str] = []

    def heard(now: dict[str, Any]) -> bool:
        """A board is over in whose auction the opponents had something to tell; partner's calls are told after it."""
        if now["action"] == "auction" and not now["lot"]:
            for call in page.locator("[data-call].alert").all():
                if call.get_attribute("aria-pressed") == "false":  # the next touch closes it
                    robot.press(call)
                told.append(page.locator("[data-meaning]").inner_text())
        return bool(now["next"] and told)

    player.until(heard)
    assert not any(re.search("[A-Za-z]{2}", text) for text in told), told
    expect(page.locator("[data-verdict]")).to_be_visible()
    robot.axe("a board of two over one")


@pytest.mark.rule("B-LAW-CLAIM-1", "B-LAW-CLAIM-2")
@pytest.mark.long  # a whole board; its claim by events: tests/bridge/test_play.py
def test_the_line_of_a_claim_is_read_by_who_must_answer(sit: Sit) -> None:
    """Two people, each with a dummy: the plan comes with the claim, though nobody may chat over cards."""
    players = [Player(sit(PHONE, lang="ru"), "1NT"), Player(sit(DESKTOP, lang="ru"), "2NT")]
    first, second = (player.robot for player in players)
    made = (
        "async () => (await (await fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({game: 'bridge', preset: 'rubber', players: 2, bots: [null], name: 'Анна'})})).json()).table"
    )
    table = first.page.evaluate(made)
    for robot in (first, second):
        robot.page.goto(f"/table/{table}")
    second.press("[data-sit-at]")
    second.press("[data-accept]")
    for _ in range(2000):
        looks = [player.robot.look() for player in players]
        claimer = next((n for n, now in enumerate(looks) if now["claim"] and now["action"] == "play"), None)
        if claimer is not None:
            break
        for player, now in zip(players, looks, strict=True):
            if now["lot"] or now["next"] or now["cards"] or (now["events"] and now["action"] != "wait"):
                player.acts(now)
    else:
        pytest.fail("nobody could claim")
    robot, other = players[claimer].robot, players[1 - claimer].robot
    robot.press('[data-event="open-claim"]')
    robot.page.locator("[data-line]").fill("Козыри, потом бубна")
    robot.axe("claim with its line")
    robot.event("claim-all")
    expect(other.page.locator('[data-action="claim"] [data-line]')).to_have_text("План: Козыри, потом бубна")
    expect(robot.page.locator("[data-action] [data-line]")).to_have_text("План: Козыри, потом бубна")
    other.axe("a claim to answer")
    other.event("yes")
    expect(other.page.locator("[data-verdict]")).to_be_visible()


@pytest.mark.long  # half a minute; tests/bridge/ counts the same without a page
@pytest.mark.rule("B-CHICAGO-1", "B-CHICAGO-4", "B-RUSSIAN-1", "B-RUSSIAN-4")
def test_chicago_with_the_russian_target(sit: Sit) -> None:
    robot = sit(PHONE, lang="uk", theme="light")
    page, player = robot.page, Player(robot)
    robot.prefer("одразу")
    player.sits(game="Бридж", preset="chicago-russian")
    player.until(lambda now: bool(now["next"]) and page.locator("[data-target]").count() > 0)
    expect(page.locator("[data-target]")).to_contain_text("імп")
    player.over()
    rows = page.locator("[data-deals] tbody tr").all_inner_texts()
    counted = [row for row in rows if "–" not in row.split()[-2:]]
    assert len(counted) == 4
    imps = [number(re.split(r"\s+", row.strip())[-1]) for row in counted]
    assert number(page.locator("[data-sum-imps]").inner_text()) == sum(imps)
    mine = {number(text) for text in page.locator("[data-result] b").all_inner_texts()}
    assert mine == {sum(imps), -sum(imps)}


@pytest.mark.long  # tests/bridge/ shows the rules without a page
@pytest.mark.rule("B-3H-1", "B-3H-2", "B-3H-3")
def test_three_handed_bridge_through_one_deal(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    page, player = robot.page, Player(robot, "1S", "2S", "3S")
    robot.prefer("сразу")
    player.sits(game="Бридж", players=3)
    player.until(lambda now: bool(now["next"]))
    expect(page.locator("[data-verdict]")).to_be_visible()
    robot.axe("result of three")
    robot.event("next")
    player.until(lambda now: now["action"] in {"auction", "play"})
    robot.press(page.get_by_role("button", name="Запись", exact=True))
    expect(page.locator("[data-players]")).to_be_visible()
    assert page.locator("[data-player-total]").count() == 3
    robot.axe("sheet of three")


@pytest.mark.long  # a second size
def test_the_box_stands_beside_the_auction_on_a_phone_on_its_side(sit: Sit) -> None:
    robot = sit((844, 390), lang="ru")
    page, player = robot.page, Player(robot)
    robot.prefer("сразу")
    player.sits(game="Бридж")
    player.until(lambda now: now["action"] == "auction")
    for button in page.locator("[data-action] button").all():
        left, top, _, bottom = robot.box(button)
        assert robot.box(".auction-diagram")[2] <= left
        assert robot.box("header.top")[3] <= top
        assert bottom <= 390
