"""Somebody who takes a lesson through the page: what is good the lesson itself says, and the page alone is pressed."""

from playwright.sync_api import Page, expect

from kozyr.games import Event, Play
from kozyr.learn import Course, begin, lesson
from kozyr.learn.check import good_choices
from kozyr.learn.course import chosen
from kozyr.learn.lesson import OVER
from tests.browser.robot import Robot


class Learner:
    """A lesson on a page, and where it stands by the engine."""

    def __init__(self, page: Page, robot: Robot, game: str, name: str) -> None:
        found = lesson(game, name)
        assert found is not None
        self.page, self.robot, self.lesson = page, robot, found
        self.course: Course = begin(found)
        self.taps = 0

    def open(self) -> None:
        """Come to the lesson."""
        self.page.goto(f"/learn/{self.lesson.game}/{self.lesson.name}")
        self.settled()

    def settled(self) -> str:
        """Wait until the coach waits for something; returns for what."""
        expect(self.page.locator("[data-coach][data-calm='true']")).to_be_visible()
        return self.page.locator("[data-coach]").get_attribute("data-coach") or ""

    def take_back(self) -> None:
        """Make the last choice unmade, and hear the coach out."""
        self.robot.event("take-back")
        expect(self.page.locator("[data-coach='wrong']")).to_have_count(0)
        self.listen()

    def listen(self) -> None:
        """Hear the coach out."""
        while self.settled() == "more":
            self.robot.event("coach-next")
            self.taps += 1

    @property
    def done(self) -> bool:
        """No choice follows."""
        return self.course.at in {OVER, self.lesson.until}

    def choose(self, event: Event) -> None:
        """Do this on the page."""
        if isinstance(event, Play) and event.token == event.card.text:
            self.robot.play(event.card.text)
            self.taps += 2
            state = self.course.state
            assert state is not None
            if sum(isinstance(one, Play) and one.card == event.card for one in state.legal()) > 1:  # the page asks
                self.robot.event("silent")
                self.taps += 1
        else:
            self.taps += press(self.robot, event)

    def right(self) -> Event:
        """Make the first good choice of the text."""
        event = good_choices(self.lesson, self.course)[0]
        self.choose(event)
        self.course = chosen(self.lesson, self.course, event)
        return event

    def wrong(self) -> Event | None:
        """Make a choice that is not good, if there is one that a plain press makes; None: there is none."""
        state = self.course.state
        assert state is not None
        good = good_choices(self.lesson, self.course)
        bad = [event for event in state.legal() if event not in good]
        plain = [event for event in bad if isinstance(event, Play) and event.token == event.card.text]
        words = [event for event in bad if event.token in {"pass", "order", "closed"}]
        for event in (*plain, *words):
            self.choose(event)
            return event
        return None


def press(robot: Robot, event: Event) -> int:
    """Press what an event that is no plain card takes; returns how many presses that were."""
    token = event.token
    head, _, told = token.partition(":")
    if head == "discard":
        for card in told.split(","):
            robot.card(card)
    elif head == "bella":
        robot.play(told)
    elif head == "misere":
        robot.event("misere")
    elif head == "contract":
        robot.event(token)
    elif robot.page.locator("[data-level]").count() and token[0].isdigit():
        robot.press(f'[data-level="{token[0]}"]')
    last = {"discard": "discard", "bella": "bella", "misere": "misere!", "contract": "name"}.get(head, token)
    bid = robot.page.locator(f'[data-event="bid:{token}"]')
    robot.event(f"bid:{token}" if bid.count() else last)
    return 3 if head in {"discard", "bella"} else 1 if last == token else 2
