"""Lessons in a browser: every one played right and wrong, by finger and by keys, and what has been gone through is remembered."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from kozyr.games import Play, games
from kozyr.learn import lessons
from kozyr.learn.check import good_choices
from kozyr.learn.course import chosen
from tests.browser.learner import Learner
from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
FIRST = "deberts/02-play"
EVERY = [f"{one.game}/{one.name}" for name in games() for one in lessons(name)]


def opened(sit: Sit, which: str, lang: str, *, phone: bool) -> Learner:
    robot = sit(PHONE if phone else DESKTOP, lang, door=False)
    game, _, name = which.partition("/")
    learner = Learner(robot.page, robot, game, name)
    learner.open()
    return learner


def apart(page: Page) -> bool:
    """Whether the coach's slip covers neither a card of a hand nor a button that waits."""
    found: bool = page.evaluate("""() => {
        const slip = document.querySelector('[data-coach]').getBoundingClientRect();
        return [...document.querySelectorAll('[data-card], [data-action] [data-event]')].every((one) => {
            const box = one.getBoundingClientRect();
            return box.top >= slip.bottom - 1 || box.bottom <= slip.top + 1 || box.width === 0;
        });
    }""")
    return found


def played(learner: Learner, *, axe: bool = False) -> None:
    """Through a lesson: wrong where that can be, taken back, and right."""
    robot, page = learner.robot, learner.page
    while not learner.done:
        learner.listen()
        assert apart(page)
        if axe:
            robot.axe(f"a choice in {learner.course.at.partition('.')[0]}")
        if learner.wrong() is not None:
            assert learner.settled() == "wrong"
            if axe:
                robot.axe("a verdict")
            learner.take_back()
        learner.right()
        assert learner.settled() != "wrong"
    learner.listen()
    assert learner.settled() == "end"
    if axe:
        robot.axe("the end")


def test_a_lesson_is_played_wrong_and_right_and_remembered(sit: Sit) -> None:
    learner = opened(sit, FIRST, "ru", phone=True)
    played(learner, axe=True)
    assert learner.page.evaluate("localStorage.getItem('kozyr.lessons')") == f'["{FIRST}"]'
    learner.robot.event("next-lesson")
    expect(learner.page.locator("h1")).to_have_text("Второй круг")


@pytest.mark.long
@pytest.mark.parametrize("phone", [True, False], ids=["390", "1440"])
@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
@pytest.mark.parametrize("which", EVERY)
def test_every_lesson_is_played_wrong_and_right(sit: Sit, which: str, lang: str, phone: bool) -> None:
    played(opened(sit, which, lang, phone=phone), axe=lang == "en")


@pytest.mark.long
def test_keys_alone_play_a_lesson(sit: Sit) -> None:
    learner = opened(sit, "preferans/08-whole", "en", phone=False)
    page = learner.page
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift")  # from here on the page knows that keys are used
    while not learner.done:
        while learner.settled() == "more":
            page.keyboard.press("g")
        event = good_choices(learner.lesson, learner.course)[0]
        if isinstance(event, Play):
            page.locator(f'[data-card="{event.card.text}"]').first.focus()
            page.keyboard.press("Enter")
        elif event.token.startswith("discard:"):
            for card in event.token.partition(":")[2].split(","):
                page.locator(f'[data-card="{card}"]').first.focus()
                page.keyboard.press("Enter")
            page.locator('[data-event="discard"]').focus()
            page.keyboard.press("Enter")
        elif event.token.startswith("contract:"):
            page.locator(f'[data-event="{event.token}"]').focus()
            page.keyboard.press("Enter")
            page.locator('[data-event="name"]').focus()
            page.keyboard.press("Enter")
        else:
            page.locator(f'[data-event="bid:{event.token}"]').focus()
            page.keyboard.press("Enter")
        learner.course = chosen(learner.lesson, learner.course, event)
        learner.settled()
    while learner.settled() == "more":
        page.keyboard.press("g")
    assert learner.settled() == "end"


def test_the_learner_is_called_by_a_word_that_comes_late(sit: Sit) -> None:
    """The words of the lessons may come after the lesson: nobody sees their code."""
    robot = sit(PHONE, "uk", door=False)
    page = robot.page

    told: list[str] = []
    page.on("response", lambda answer: told.append(answer.url) if answer.request.method == "POST" else None)

    def late(route: Route) -> None:
        answer = route.fetch()
        for _ in range(600):
            if any(url.endswith("/api/lessons") for url in told):
                break
            page.wait_for_timeout(100)
        page.wait_for_timeout(500)
        route.fulfill(response=answer)

    page.route(re.compile(r"/assets/lesson-[\w-]+\.js$"), late)
    page.goto("/learn/deberts/02-play")
    expect(page.locator("[data-coach]")).to_be_visible()
    expect(page.locator(".mine .nick")).to_have_text("Ви")


def test_a_lesson_that_is_none_says_so(sit: Sit) -> None:
    robot = sit(lang="en", door=False)
    robot.page.goto("/learn/preferans/99-none")
    expect(robot.page.locator("h1")).to_have_text("There is no such lesson")
