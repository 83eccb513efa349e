"""Somebody who looks at a table, and from where."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from kozyr.club import wire
from kozyr.store import Account

# Why a socket is closed.
AWAY, ELSEWHERE, AGAIN = 4403, 4409, 1012


class Whence(NamedTuple):
    """Where somebody comes from. network: None: from this machine. browser: what his browser or program calls itself."""

    network: str | None
    browser: str


class Viewer(Protocol):
    """Somebody who looks at a table."""

    @property
    def account(self) -> Account:
        """Who he is."""

    @property
    def whence(self) -> Whence:
        """Where he comes from."""

    def tell(self, message: wire.FromServer) -> None:
        """Hand over a message that is for him alone, without waiting."""

    def send(self, frame: bytes) -> None:
        """Hand over a message that has been encoded for several."""

    def dismiss(self, code: int) -> None:
        """Close his socket once what waits has been sent."""
