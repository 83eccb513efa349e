"""A viewer of a table, and the viewer's network."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from kozyr.club import wire
from kozyr.store import Account

# Why a socket is closed.
AWAY, ELSEWHERE, AGAIN = 4403, 4409, 1012


class Moved(Exception):
    """The table has left this process's memory: whoever asks finds it anew, and asks again there."""


class Whence(NamedTuple):
    """The origin of a visitor."""

    network: str | None
    """The network. None: this machine."""
    browser: str
    """The name that the browser or program gives itself."""


class Viewer(Protocol):
    """A viewer of a table."""

    @property
    def account(self) -> Account:
        """The viewer's account."""

    @property
    def whence(self) -> Whence:
        """The viewer's origin."""

    def tell(self, message: wire.FromServer) -> None:
        """Send a message to this viewer alone, without waiting."""

    def send(self, frame: bytes) -> None:
        """Hand over a message that has been encoded for several."""

    def dismiss(self, code: int) -> None:
        """Close the viewer's socket once the waiting messages are sent."""
