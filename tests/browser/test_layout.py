"""What a hard look at the page has found, as far as a rule can hold it: names whole, lines that stay lines, few requests."""

import json
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from kozyr.games.preferans import agree, start
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.stage import MOMENTS
from tests.browser.test_table_states import stage

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

# How many lines the words of an element take.
LINES = """one => {
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const bottoms = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        bottoms.push(...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => bottom));
    }
    bottoms.sort((one, other) => one - other);
    return bottoms.filter((bottom, at) => at === 0 || bottom - bottoms[at - 1] > 8).length;
}"""


def lines(element: Locator) -> int:
    found: int = element.evaluate(LINES)
    return found


@pytest.mark.parametrize("lang", ["ru", pytest.param("en", marks=pytest.mark.long)])
def test_a_settlement_on_a_phone_breaks_no_name(sit: Sit, lang: str) -> None:
    people = MOMENTS["deal"]["table"]["players"]
    written = MOMENTS["deal"]["sheet"]
    pulka = start(agree("sochi"))
    pulka = msgspec.structs.replace(pulka, sheet=msgspec.structs.replace(pulka.sheet, hill=(112, 88, 34)))
    settlement = json.loads(msgspec.json.encode(pulka.settlement))
    nicks = ("Анна", "Филиппина", "Горностай")
    seats = [
        person | {"nick": nick, "account": f"a{chair}", "bot": None, "chair": chair, "held": None}
        for chair, (person, nick) in enumerate(zip(people, nicks, strict=True))
    ]
    sheet = written | {"hill": [112, 88, 34], "finished": True, "settlement": settlement}
    room = {"state": "finished"}
    robot, _ = stage(sit, "deal", PHONE, lang, table={"players": seats}, room=room, view=None, sheet=sheet)
    robot.event("settle")
    expect(robot.page.locator("[data-result]")).to_have_count(3)
    for nick in nicks[1:]:
        shown = robot.page.get_by_text(nick, exact=True)
        assert shown.count() >= 2  # in the result and in the count
        assert [lines(one) for one in shown.all()] == [1] * shown.count()
    robot.axe("settled")


def test_the_drawn_pulka_says_what_stands_where(sit: Sit) -> None:
    robot, _ = stage(sit, "play", DESKTOP)
    drawn = robot.page.locator("svg", has=robot.page.locator("text.name")).first
    words = drawn.locator("text").all_text_contents()
    assert {"гора", "пуля"} <= set(words)
    assert sum(word.startswith("висты: ") for word in words) == 2
    sizes = drawn.locator("text.name").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b))"
    )
    assert min(sizes) >= 12


def test_a_new_pack_is_one_line_of_the_menu(sit: Sit) -> None:
    robot, _ = stage(sit, "auction", PHONE)
    robot.press("header.top button[aria-haspopup=dialog]")
    for line in robot.page.locator("[role=dialog] button:visible, dialog button:visible").all():
        assert lines(line) <= 1, line.text_content()


def test_a_cold_start_asks_for_little(sit: Sit, club: str) -> None:
    """The page, its style, its program and words in two stages, and what the door shows: 25 requests."""
    robot = sit(PHONE, lang="ru", door=False)
    asked: list[str] = []
    robot.page.on("request", lambda request: asked.append(request.url))
    robot.page.goto("/")
    expect(robot.page.locator("[data-hall]")).to_be_visible()
    robot.page.wait_for_load_state("networkidle")
    assert len(asked) <= 25, "\n".join(asked)
    assert not [url for url in asked if not url.startswith((club, "data:", "blob:"))]


@pytest.mark.parametrize(
    ("moment", "height", "rounds"),
    [
        ("auction", 640, 2),
        pytest.param("auction", 780, 4, marks=pytest.mark.long),
        pytest.param("blind", 640, 0, marks=pytest.mark.long),
    ],
)
def test_in_a_low_window_no_words_lie_over_the_auction(sit: Sit, moment: str, height: int, rounds: int) -> None:
    """Its latest rounds, the talon, the others and what is asked stand apart; where four play their last words stand on the plates."""
    names = [f"{level}{suit}" for level in "67" for suit in ("S", "C", "D", "H", "NT")]
    seats = MOMENTS[moment]["view"]["terms"]["hands"]
    calls = [[seats[nth % 3], names[nth % 10]] for nth in range(12)]
    robot, _ = stage(sit, moment, (1000, height), "en", view=MOMENTS[moment]["view"] | {"calls": calls})
    if robot.look()["lot"]:
        robot.event("lot")
    asked = robot.page.get_by_text("Your call", exact=True)
    expect(asked).to_be_visible()
    expect(robot.page.locator(".auction tbody tr:visible")).to_have_count(rounds)
    shown = [one for one in robot.page.locator(".auction, .talon, .plates .seat").all() if one.is_visible()]
    boxes = [robot.box(one) for one in (*shown, asked)]
    for nth, one in enumerate(boxes):
        for other in boxes[nth + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (moment, one, other)
