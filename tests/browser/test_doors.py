"""The five headings: every page is at most two taps from one, "back" goes where one came from, no page is wider than its screen."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.door import settle
from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

ROUTES: Final = (Path(__file__).parents[2] / "ui" / "src" / "core" / "routes.ts").read_text(encoding="utf-8")
PAGES: Final = frozenset(re.findall(r"readonly is: '(\w+)'", ROUTES))
# An address that is none; the operator's page, to which /me leads the operator alone (test_operator.py); a deal played again,
# which is no place but begins at a decision of a post-mortem (test_review.py).
NOT_TAPPED: Final = {"lost", "operator", "again"}
HEADINGS: Final = ("play", "learn", "events", "arbiter", "me")
# The id of a table, an event, a sheet, a person: pages that differ in it alone are one kind.
AN_ID: Final = re.compile(r"(?<=/)(?!new\b|deal\b)[\w-]*[\d_A-Z][\w-]*")


def asked(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What the club answers to a wish of the person at this page."""
    found: dict[str, Any] = page.evaluate(
        """async ([path, body]) => {
            const headers = {'content-type': 'application/json'};
            const answer = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)});
            return answer.ok ? await answer.json() : {refused: answer.status, text: await answer.text()};
        }""",
        [path, body],
    )
    assert "refused" not in found, found
    return found


def furnished(robot: Robot, login: str) -> dict[str, str]:
    """A person with a login, a table with a deal behind it, a sheet, an event, a cup, a league. The address of each."""
    page = robot.page
    settle(robot, "Анна")
    asked(page, "/api/guest", {"name": "Анна"})
    asked(page, "/api/register", {"login": login, "password": "long enough"})
    duties = dict.fromkeys(
        ("arbiter", "preparations", "sessions", "entry", "special_conditions", "published"), "Орлова"
    )
    held = {"game": "preferans", "preset": "sochi", "regulations": {"duties": duties}, "listed": True}
    event = asked(page, "/api/events", {"name": "Турнир", **held})["id"]
    cup_rules = {
        "duties": duties,
        "tournament.type": "cup",
        "cup.issues": 1,
        "cup.deals_per_issue": 3,
        "cup.finalists": 1,
    }
    cup = asked(
        page,
        "/api/events",
        {"name": "Кубок", **held, "regulations": cup_rules, "cup": {"level": "novice", "prizes": 0}},
    )["id"]
    league = asked(
        page, "/api/leagues", {"name": "Лига", "text": "", "formula": {"weight": 100, "least": 6, "best": 0}}
    )["id"]
    page.goto("/keep")
    robot.press("main form [type=submit]")
    page.wait_for_url(re.compile("/keep/."))
    sheet = page.url
    page.goto("/")
    robot.press("[data-sit]")
    while not (now := robot.until_something_waits())["next"]:
        robot.act(now)
    table = page.url
    return {
        "event": f"/event/{event}", "cup": f"/cup/{cup}", "league": f"/league/{league}", "sheet": sheet, "table": table
    }  # fmt: skip


def kind(path: str) -> str:
    return AN_ID.sub("*", path.partition("?")[0].partition("#")[0])


def links(page: Page) -> dict[str, str]:
    """One link of each kind on the page, by its kind, once two looks agree."""
    expect(page.locator("main")).to_have_count(1)
    expect(page.locator("main[aria-busy=true]")).to_have_count(0)
    found, before = None, None
    while found is None or found != before:
        before = found
        page.wait_for_timeout(300)
        found = page.eval_on_selector_all(
            "main a[href^='/']", "all => all.filter(one => one.checkVisibility()).map(one => one.getAttribute('href'))"
        )
    return {kind(path): path for path in reversed(found) if not path.startswith("/api/")}


def tap(robot: Robot, path: str) -> str:
    """Follow the link; which page it leads to. What opens beside this page is closed again."""
    link = robot.page.locator(f'main a[href="{path}"]:visible').first
    if link.get_attribute("target") == "_blank":
        with robot.page.expect_popup() as opened:
            robot.press(link)
        opened.value.locator("html[data-page]").wait_for()
        shown = str(opened.value.evaluate("document.documentElement.dataset.page"))
        opened.value.close()
        return shown
    robot.press(link)
    expect(robot.page).to_have_url(re.compile(re.escape(path) + "$"))
    return str(robot.page.evaluate("document.documentElement.dataset.page"))


@pytest.mark.long
def test_every_page_is_two_taps_from_a_heading(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    furnished(robot, "doors-taps")
    page = robot.page
    reached: set[str] = set()
    opened: set[str] = set()  # whose own links have been followed
    gone: set[str] = set()
    page.goto("/")
    for heading in HEADINGS:
        robot.press(f'[data-heading="{heading}"]')
        expect(page.locator(f'[data-heading="{heading}"][aria-current]')).to_be_visible()
        reached.add(page.evaluate("document.documentElement.dataset.page"))
        first = page.url
        near = {shown: path for shown, path in links(page).items() if shown not in opened}
        opened |= near.keys()
        gone |= near.keys()
        for one in near.values():
            reached.add(tap(robot, one))
            if "data-headings" not in page.content():  # a table: the browser's own "back"
                page.go_back()
                continue
            second = page.url
            for other in links(page).values():
                if kind(other) in gone:
                    continue
                gone.add(kind(other))
                reached.add(tap(robot, other))
                if page.url != second:
                    page.go_back()
                expect(page).to_have_url(second)
            back = page.locator("[data-back-to]")
            if back.count():
                robot.press(back)
            else:
                page.go_back()
            expect(page).to_have_url(first)
    assert reached == PAGES - NOT_TAPPED


@pytest.mark.long  # in short: test_rooms.py, friends by a link
@pytest.mark.rule("PE-5.4.4")
@pytest.mark.parametrize(
    ("size", "lang"), [(PHONE, "ru"), pytest.param(DESKTOP, "uk", marks=pytest.mark.long), pytest.param(PHONE, "en", marks=pytest.mark.long)]
)  # fmt: skip
def test_friends_have_a_link_after_four_taps(sit: Sit, size: tuple[int, int], lang: str) -> None:
    """The game, the chairs, the agreement; what else can be changed is behind one line, in five chapters, each option explained."""
    robot = sit(size, lang=lang, door=False)
    page = robot.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/")
    robot.press('[data-friends="preferans"]')
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator("main input:not([type=radio]), [data-group]")).to_have_count(0)
    robot.press('label:has(input[value="rostov"])')
    expect(page.locator("[data-sit]")).to_be_enabled()
    robot.axe("friends")
    robot.press("[data-sit]")
    robot.press("[data-copy]")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert "/table/" in page.url
    page.go_back()
    robot.press("[data-unfold]")
    chapters = page.locator("[data-chapters] > [data-group]")
    assert chapters.evaluate_all("all => all.map(one => one.dataset.group)") == [
        "pulka", "auction", "play", "table", "irr"
    ]  # fmt: skip
    for chapter in chapters.all():
        robot.press(chapter.locator("summary"))
    page.locator('[data-option="whist.half"]').select_option("off")
    expect(page.locator('[data-diff="whist.half"]')).to_be_visible()
    expect(page.locator('[data-group="irr"] [data-option]')).to_have_count(2)
    page.locator('[data-option="table.irregularities"]').select_option("rule")
    expect(page.locator('[data-group="irr"] [data-option]')).not_to_have_count(2)  # what only an arbiter obeys
    robot.press('[data-explain="allpass.scoring"]')
    explained = page.locator('[data-explained="allpass.scoring"]')
    expect(explained).to_contain_text("3.7.2")
    expect(explained.locator("li")).to_have_count(2)
    robot.axe("what friends may change")
    robot.press('[data-reset="whist.half"]')
    expect(page.locator('[data-diff="whist.half"]')).to_have_count(0)


def test_an_address_that_is_none_offers_five_doors(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="uk", door=False)
    page = robot.page
    page.goto("/no/such/page")
    expect(page.locator("[data-doors] a")).to_have_count(5)
    assert page.locator("[data-doors] a").evaluate_all("all => all.map(one => one.getAttribute('href'))") == [
        "/", "/learn", "/events", "/arbiter", "/me"
    ]  # fmt: skip
    robot.axe("lost")
    robot.press(page.locator("[data-doors] a").nth(3))
    expect(page.locator("h1")).to_have_text("Суддя і запис")
    robot.press('main a[href="/laws"]')
    expect(page.locator("main h1")).to_be_visible()
    robot.press("[data-back-to]")
    expect(page).to_have_url(re.compile("/arbiter$"))
    # Who came from nowhere goes to the page above.
    page.goto("/laws")
    expect(page.locator("main h1")).to_be_visible()
    page.evaluate("history.replaceState({step: 0}, '')")
    page.reload()
    robot.press("[data-back-to]")
    expect(page).to_have_url(re.compile("/arbiter$"))


MOST_BYTES: Final = 132_999  # 133 KB
MOST_ANSWERS: Final = 25


@pytest.mark.parametrize(
    "lang", ["uk", pytest.param("ru", marks=pytest.mark.long), pytest.param("en", marks=pytest.mark.long)]
)
def test_the_door_is_light_and_what_teaches_comes_apart(sit: Sit, lang: str) -> None:
    """A first visit with an empty cache: what goes over the wire, compressed, until nothing more is asked for."""
    page = sit(lang=lang, door=False).page
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    paths: dict[str, str] = {}
    sizes: dict[str, int] = {}
    wire.on("Network.responseReceived", lambda told: paths.update({told["requestId"]: told["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))
    page.goto("/")
    expect(page.locator("[data-sit]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(sizes) <= MOST_ANSWERS, sorted(paths.values())
    assert sum(sizes.values()) <= MOST_BYTES, sorted((size, paths[at]) for at, size in sizes.items())
    first = {path.rpartition("/")[2].partition("-")[0] for path in paths.values()}
    page.goto("/learn")
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    taught = {path.rpartition("/")[2].partition("-")[0] for path in paths.values()} - first
    assert "Learn" in taught, taught


WIDE: Final = "document.documentElement.scrollWidth > innerWidth"
PLAIN: Final = ("/", "/learn", "/events", "/cups", "/leagues", "/arbiter", "/me", "/new?friends", "/nowhere")
MORE: Final = (
    "/new", "/desk", "/laws", "/laws/P", "/keep", "/conduct", "/history", "/programs", "/fair", "/operator", "/events/new",
    "/cups/new", "/leagues/new", "/rules", "/rules/preferans", "/rules/bridge", "/words", "/learn/preferans/01-trick", "/problems", "/problems/preferans/ending-1",
)  # fmt: skip


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        ((360, 780), "dark"),
        *(
            pytest.param(size, theme, marks=pytest.mark.long)
            for size, theme in (((360, 780), "light"), (DESKTOP, "dark"), (DESKTOP, "light"), ((720, 450), "light"))
        ),
    ],
)
def test_the_headings_fit_and_axe_finds_nothing(sit: Sit, size: tuple[int, int], theme: str) -> None:
    """A small phone, a desktop, a desktop at 200 %; the language is the one with the longest words."""
    robot = sit(size, lang="uk", theme=theme, door=False)
    for path in PLAIN:
        robot.page.goto(path)
        expect(robot.page.locator("main h1").first).to_be_visible()
        assert not robot.page.evaluate(WIDE), path
        robot.axe(path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "theme", "lang"),
    [
        (PHONE, "light", "uk"),
        (PHONE, "dark", "ru"),
        (DESKTOP, "light", "en"),
        (DESKTOP, "dark", "ru"),
        ((360, 780), "light", "ru"),
        ((360, 780), "dark", "uk"),
        ((720, 450), "dark", "en"),
        ((720, 450), "light", "uk"),
        ((195, 422), "light", "ru"),
        ((195, 422), "dark", "uk"),
    ],
)
def test_no_route_is_wider_than_its_screen_and_axe_finds_nothing(
    sit: Sit, size: tuple[int, int], theme: str, lang: str
) -> None:
    """Both widths, a small phone, both widths at 200 %; a page of every kind, with a table, an event and a cup of one's own."""
    robot = sit(size, lang=lang, theme=theme)
    page = robot.page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})  # what is set up is set up on a phone
    held = furnished(robot, f"doors-{lang}-{theme}-{size[0]}")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    deal = f"{held['table']}/deal/1"
    more = (f"{held['event']}/hall", f"{held['event']}/wall", deal, f"{deal}/fair", f"{deal}/review")
    wide: list[str] = []
    for path in (*PLAIN, *MORE, *held.values(), *more):
        page.goto(path)
        expect(page.locator("main").first).to_be_visible()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        page.wait_for_timeout(300)  # pages of events ask all the time: the network never rests
        if page.evaluate(WIDE):
            wide.append(path)
        robot.axe(path)
    assert not wide
