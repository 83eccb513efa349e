"""The club as `kozyr club` runs it, but what its tables draw follows from the name of the test that is running.

`main` takes FATE LIFE --port PORT --db DB --ahead MS: FATE is a file with that name; LIFE says how often the club has
been started over its database, so that it does not draw the same again; --ahead, by how many milliseconds its clock is ahead.
"""

import argparse
from pathlib import Path

from kozyr.club.app import serve
from kozyr.club.clock import Chance, Clock
from kozyr.club.live import workers
from tests.luck import Luck


def equal() -> None:
    """Let no process of the club yield to others: beside other tests one that does may stand still for minutes."""
    wake = workers.wake
    workers.wake = lambda count, nice: wake(count, min(nice, 0))


class Fate(Chance):
    """The chance of the club: luck that begins anew with every test."""

    def __init__(self, file: Path, life: str) -> None:
        self._file = file
        self._life = life
        self._name = ""
        self._luck = Luck()

    def _of_now(self) -> Luck:
        name = self._file.read_text(encoding="utf-8")
        if name != self._name:
            self._name = name
            self._luck.begin(name + self._life)
        return self._luck

    def token_bytes(self, size: int) -> bytes:
        return self._of_now().token_bytes(size)

    def uniform(self, least: float, most: float) -> float:
        return self._of_now().uniform(least, most)


class Ahead(Clock):
    """A clock that is so many milliseconds ahead."""

    def __init__(self, ahead: int) -> None:
        self._ahead = ahead

    def now(self) -> int:
        return super().now() + self._ahead


def main() -> None:
    """Run the club of the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("fate", type=Path)
    parser.add_argument("life")
    parser.add_argument("--port", type=int)
    parser.add_argument("--db")
    parser.add_argument("--ahead", type=int, default=0)
    given = parser.parse_args()
    equal()
    serve(port=given.port, db=given.db, chance=Fate(given.fate, given.life), clock=Ahead(given.ahead))
