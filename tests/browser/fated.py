"""The club as `kozyr club` runs it, but what its tables draw follows from the name of the test that is running.

`python -m tests.browser.fated FATE LIFE club --port ...`: FATE is a file with that name; LIFE says how often the club has
been started over its database, so that it does not draw the same again.
"""

import sys
from pathlib import Path

from kozyr import cli
from kozyr.club import lobby, room
from tests.luck import Luck


class Fate:
    """In place of the module `secrets`: luck that begins anew with every test."""

    def __init__(self, file: Path, life: str) -> None:
        self._file = file
        self._life = life
        self._name = ""
        self._luck = Luck("")

    def _of_now(self) -> Luck:
        name = self._file.read_text(encoding="utf-8")
        if name != self._name:
            self._name, self._luck = name, Luck(name + self._life)
        return self._luck

    def token_bytes(self, size: int) -> bytes:
        return self._of_now().token_bytes(size)

    def token_hex(self, size: int) -> str:
        return self._of_now().token_hex(size)


if __name__ == "__main__":
    fate = Fate(Path(sys.argv[1]), sys.argv[2])
    for module in (lobby, room):
        module.secrets = fate  # type: ignore[attr-defined]
    sys.exit(cli.main(sys.argv[3:]))
