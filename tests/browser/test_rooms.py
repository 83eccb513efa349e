"""Every page of the club that is not the card table: the door, the waiting room, accounts, replay, the fair page, conduct."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.door import lay, settle
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.wire import deal_over

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


@pytest.mark.parametrize(
    ("size", "lang", "theme"), [(PHONE, "ru", "dark"), pytest.param(DESKTOP, "uk", "light", marks=pytest.mark.long)]
)
def test_nothing_is_wrong_with_any_page(sit: Sit, size: tuple[int, int], lang: str, theme: str) -> None:
    robot = sit(size, lang=lang, theme=theme)
    page = robot.page
    expect(page.locator("[data-hall]")).to_be_visible()
    robot.axe("door")
    titles = set()
    for path, shown in (
        ("/me", "form [type=submit]"),
        ("/history", ".empty"),
        ("/conduct", "main li"),
        ("/fair", "ol li"),
        ("/new?friends", "[data-unfold]"),
        ("/nowhere", "h1"),
    ):
        page.goto(path)
        expect(page.locator(shown).first).to_be_visible()
        expect(page.locator("h1")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
        titles.add(page.title())
        robot.axe(path)
    assert len(titles) == 6  # each page has a title of its own
    page.goto("/conduct")
    expect(page.locator("main")).to_contain_text("5.4.18")


def test_friends_by_a_link_and_what_they_agree_on(sit: Sit) -> None:
    host, guest = sit(DESKTOP, lang="ru", door=False), sit(PHONE, lang="uk", door=False)
    settle(host, "Анна", (None, "novice"))
    address = lay(host)
    expect(host.page.locator("code").first).to_have_text(address)
    qr = host.page.locator("img.qr")
    assert qr.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    host.page.locator("[data-strength]").fill("2")
    expect(host.page.locator('[data-chair="2"] small')).to_have_text("бот, клубный")
    host.press(host.page.get_by_text("смелый", exact=True))
    expect(host.page.locator('[data-chair="2"] small')).to_have_text("бот, клубный, смелый")
    host.axe("waiting")

    settle(guest)
    guest.page.goto(address)
    expect(guest.page.locator("h1")).to_have_text("Вас кличуть за стіл")
    guest.axe("invited")
    guest.page.locator("[data-nick]").fill("Марія")
    guest.press('[data-sit-at="1"]')
    expect(guest.page.locator("[data-accept]")).to_be_visible()
    expect(host.page.locator('[data-chair="1"]')).to_contain_text("Марія")
    guest.axe("the card to accept")

    # The owner changes the card: whoever reads it sees what is new, and it must be accepted anew.
    host.press("[data-edit]")
    dialog = host.page.get_by_role("dialog")
    host.press(dialog.locator('label:has(input[value="rostov"])'))
    host.press(dialog.locator('[data-group="table"] summary'))
    dialog.locator('[data-term="until"]').fill("23:30")
    host.axe("the card to change")
    host.press(dialog.locator("[data-save]"))
    fresh = guest.page.locator("[data-fresh]")
    expect(fresh).to_contain_text("Ростов")
    expect(fresh).to_contain_text("23:30")
    guest.axe("a card that has changed")
    guest.press("[data-accept]")
    # Everybody has accepted: the lot is drawn, and both are at the table.
    for robot in (host, guest):
        expect(robot.page.locator('[data-event="lot"]')).to_be_visible()
    # The door knows the table.
    host.page.goto("/")
    with_friend = host.page.locator("[data-mine] a").filter(has_text="Марія")
    expect(with_friend).to_have_count(1)
    host.axe("my tables")
    host.press(with_friend)
    expect(host.page.locator('[data-event="lot"]')).to_be_visible()


@pytest.mark.long
def test_the_owner_seats_a_bot_or_sends_somebody_away(sit: Sit) -> None:
    host, guest = sit(DESKTOP, lang="ru", door=False), sit(PHONE, lang="ru", door=False)
    settle(host, "Анна", (None, None))
    address = lay(host)
    guest.page.goto(address)
    guest.press('[data-sit-at="2"]')
    expect(guest.page.locator("[data-accept]")).to_be_visible()
    host.page.locator('[data-chair="1"] select').select_option("novice")
    expect(guest.page.locator('[data-chair="1"]')).to_contain_text("бот")
    host.press(host.page.locator('[data-chair="2"]').get_by_role("button", name=re.compile("Не сажать")))
    host.press(host.page.get_by_role("button", name="Да, место свободно"))
    expect(guest.page.locator('[data-chair="2"]')).to_contain_text("Свободно")
    guest.press('[data-sit-at="2"]')
    expect(guest.page.get_by_role("alert")).to_be_visible()  # not here again (PE-5.4.6)
    # A public table waits at everybody's door.
    public = lay(host, public=True)
    guest.page.goto("/")
    row = guest.page.locator(f'[data-hall] a[href="{public[public.index("/table/") :]}"]')
    expect(row).to_contain_text("Анна")
    guest.axe("a table that waits")
    guest.press(row)
    expect(guest.page.locator("[data-sit-at]").first).to_be_visible()


def enter(page: Page, login: str, password: str) -> None:
    page.locator("[name=username]").fill(login)
    page.locator("[name=password]").fill(password)


@pytest.mark.long  # the same by routes: tests/test_accounts.py
def test_a_login_keeps_what_the_guest_has_played(sit: Sit) -> None:
    robot, other = sit(PHONE, lang="ru"), sit(DESKTOP, lang="en")
    settle(robot, "Анна")
    robot.press("[data-sit]")
    expect(robot.page.locator('[data-event="lot"]')).to_be_visible()
    table = robot.page.url
    page = robot.page
    page.goto("/me")
    expect(page.locator("main")).to_contain_text("Анна")
    enter(page, "anna", "short")
    assert not page.evaluate("document.querySelector('[name=password]').checkValidity()")
    enter(page, "anna", "Anna" * 2)
    robot.press('[data-account="register"]')
    expect(page.get_by_text("Готово.")).to_be_visible()
    expect(page.locator("main")).to_contain_text("anna")
    robot.axe("registered")

    page = other.page
    page.goto("/me")
    enter(page, "anna", "not the password")
    other.press('[data-account="login"]')
    expect(page.get_by_role("alert")).to_contain_text("check the keyboard layout")
    other.axe("a wrong password")
    enter(page, "Anna", "Anna" * 2)
    other.press('[data-account="login"]')
    expect(page.get_by_text("You are logged in.")).to_be_visible()
    page.goto("/")
    expect(page.locator(f'[data-mine] a[href="{table[table.index("/table/") :]}"]')).to_be_visible()
    # What is taken says so.
    third = sit(PHONE, lang="ru", door=False)
    third.page.goto("/me")
    third.press(third.page.get_by_role("button", name="Завести вход"))
    enter(third.page, "ANNA", "another one")
    third.press('[data-account="register"]')
    expect(third.page.get_by_role("alert")).to_contain_text("занято")
    # The others are logged out, and he himself.
    page.goto("/me")
    other.press(page.get_by_role("button", name="End other sessions"))
    expect(page.get_by_text("1 session ended.")).to_be_visible()
    robot.page.goto("/me")
    expect(robot.page.locator("main")).to_contain_text("гость")
    other.press('[data-account="logout"]')
    expect(page.locator("[data-mine]")).to_have_count(0)


def test_a_deal_card_by_card_and_its_proof(sit: Sit) -> None:
    robot, friend = sit(DESKTOP, lang="en", theme="light"), sit(PHONE, lang="uk")
    settle(robot, "Ann")
    robot.press("[data-sit]")
    robot.until_something_waits()
    page, keys = robot.page, robot.page.keyboard
    table = deal_over(robot)
    page.goto(f"{table}/deal/1")
    expect(page.locator('[data-frame="dealt"]')).to_be_visible()
    expect(page.locator(".rank")).to_have_count(30)
    robot.axe("as dealt")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(page.locator('[data-frame="1"]')).to_be_visible()
    expect(page.locator(".rank")).to_have_count(29)
    assert page.url.endswith("/deal/1#1")
    keys.press("PageDown")
    expect(page.locator('[data-frame="3"]')).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("takes the trick")
    robot.axe("a full trick")
    keys.press("Home")
    expect(page.locator('[data-frame="dealt"]')).to_be_visible()
    page.locator("input[type=range]").fill("5")
    expect(page.locator('[data-frame="5"]')).to_be_visible()
    robot.press(page.get_by_role("button", name="before"))
    expect(page.locator("[data-figure]")).to_have_count(0)
    # The link shows a friend the same card, without a session.
    friend.page.goto(page.url)
    expect(friend.page.locator('[data-frame="5"]')).to_be_visible()
    friend.axe("a shared card")
    # The proof, in the browser; and what there is when there is none.
    robot.press(page.get_by_role("link", name="Check the deal"))
    expect(page.locator('[data-fair="ok"]')).to_contain_text("Deal 1 is verified")
    robot.axe("verified")
    friend.page.goto(f"{table}/deal/999")
    expect(friend.page.locator("h1")).to_have_text("Цієї здачі не показати")
    friend.axe("no such deal")
    # History has it, with a way to its deals.
    page.goto("/history")
    expect(page.locator("main li")).to_have_count(1)
    robot.axe("history")
    robot.press(page.locator("a.replay"))
    expect(page.locator('[data-frame="dealt"]')).to_be_visible()


@pytest.mark.usefixtures("installed")
def test_the_shell_is_there_without_a_network_and_no_hand_is_kept(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", door=False)
    page = robot.page
    settle(robot, "Анна")
    robot.press("[data-sit]")
    expect(page.locator('[data-event="lot"]')).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept: list[str] = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
            return all.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert "/" in kept
    assert all(re.fullmatch(r"/|/favicon(?:-turn)?\.svg|/manifest\.webmanifest|/assets/[\w.-]+", path) for path in kept)
    page.context.set_offline(True)
    page.goto("/conduct")
    expect(page.locator("main li").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("status")).to_contain_text("Клуб не отвечает")
    robot.axe("offline")
    page.context.set_offline(False)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    for icon in manifest["icons"]:
        assert page.evaluate("src => fetch(src).then((answer) => answer.ok)", icon["src"])


def test_a_newer_build_waits_until_it_is_wanted(sit: Sit) -> None:
    robot = sit(PHONE, lang="uk")
    page = robot.page
    # A browser in which the worker of a newer build has been fetched and waits.
    page.add_init_script(
        """
        window.told = [];
        const registered = {waiting: {postMessage: (word) => told.push(word)}, addEventListener: () => {}};
        const workers = {controller: {}, register: async () => registered};
        Object.assign(workers, {addEventListener: () => {}, removeEventListener: () => {}});
        Object.defineProperty(navigator, 'serviceWorker', {value: workers});
        """
    )
    page.reload()
    bar = page.locator(".update")
    expect(bar).to_contain_text("Клуб оновився")
    robot.axe("a newer build")
    robot.press(bar.get_by_role("button", name="Потім"))
    expect(bar).to_have_count(0)
    assert page.evaluate("told") == []
    page.reload()
    robot.press(bar.get_by_role("button", name="Оновити"))
    assert page.evaluate("told") == ["now"]


@pytest.mark.long  # two tables
def test_who_sits_at_two_tables_goes_from_one_to_the_other(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", door=False)
    page = robot.page
    settle(robot, "Анна")
    robot.press("[data-sit]")
    expect(page.locator('[data-event="lot"]')).to_be_visible()
    first = page.url
    page.goto("/")
    robot.press("[data-sit]")
    page.wait_for_url(lambda url: "/table/" in url and url != first)
    second = page.url
    robot.event("lot")
    robot.press("header.top button[aria-haspopup=dialog]")
    row = page.locator("[data-others] a")
    expect(row).to_have_count(1)
    robot.axe("other tables")
    page.evaluate("window.stays = true")
    robot.press(row)
    page.wait_for_url(first)
    expect(page.locator('[data-event="lot"]')).to_be_visible()
    expect(page.get_by_role("dialog", name="Меню")).to_have_count(0)
    # And back, and to the first once more: within the page, which complains of nothing (`sit` listens).
    robot.event("lot")
    for there in (second, first):
        robot.press("header.top button[aria-haspopup=dialog]")
        robot.press(row)
        page.wait_for_url(there)
        expect(page.locator("header.top .line")).to_be_visible()
    assert page.evaluate("window.stays")
