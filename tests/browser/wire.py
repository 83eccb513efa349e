"""Somebody who plays by the wire what he would play on his page: for tests that are about what comes before a deal or after it."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import urlsplit

from starlette.testclient import WebSocketTestSession
from websockets.sync.client import ClientConnection, connect

from tests.browser.robot import Robot
from tests.people import Person

PATIENCE = 60.0  # seconds without a word


class Line:
    """A socket as a test's own club has it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    def send_json(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def receive_text(self) -> str:
        text = self._socket.recv(PATIENCE)
        assert isinstance(text, str)
        return text


@contextlib.contextmanager
def at_table(robot: Robot, url: str) -> Iterator[Person]:
    """This person at a table, by its page's address; no page of his may be there."""
    place = urlsplit(url)
    origin = f"{place.scheme}://{place.netloc}"
    table = place.path.split("/")[2]
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in robot.page.context.cookies(origin))
    address = f"{origin.replace('http', 'ws', 1)}/ws/table/{table}"
    with connect(address, additional_headers={"cookie": cookies}, origin=cast("Any", origin)) as socket:
        yield Person(cast("WebSocketTestSession", Line(socket)), name="by the wire")


def deal_over(robot: Robot) -> str:
    """Leave the page of a table and play there until its first deal is over; returns the table's address."""
    url = robot.page.url
    robot.page.goto("about:blank")
    with at_table(robot, url) as person:
        while not person.deals:
            person.move() if person.mine else person.hear()
        if not person.over:
            person.settle()  # the deal is proved before the next one
    return url


def match_over(robot: Robot) -> str:
    """Leave the page of a table and play there to its end; returns the table's address."""
    url = robot.page.url
    robot.page.goto("about:blank")
    with at_table(robot, url) as person:
        person.play()
    return url
