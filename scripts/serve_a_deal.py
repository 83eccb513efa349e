"""Start the installed club, sit down with bots as a program without any of our code, and see ten cards: the wheel works."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.sync.client import connect
from websockets.typing import Origin

_PATIENCE = 60  # seconds for a club to answer, and for a deal


@contextmanager
def club() -> Iterator[str]:
    """A club on a free port of this machine, with a database that is gone afterwards."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        port = one.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kozyr.cli", "club", "--port", str(port), "--db", str(Path(folder, "club.db"))]
        with Path(folder, "log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - our own words
        try:
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)


def ask(url: str, body: object = None, cookie: str = "") -> tuple[str, str]:
    """What the club answers, and the cookie that it gives."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "cookie": cookie, "origin": url[: url.index("/", 8)]}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=_PATIENCE) as answer:  # noqa: S310 - loopback
        return answer.read().decode(), (answer.headers.get("set-cookie") or "").partition(";")[0]


def page(host: str) -> str:
    """The page, once the club is up."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return ask(f"http://{host}/")[0]
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def deal(host: str) -> list[str]:
    """My ten cards at a table with two bots."""
    _, cookie = ask(f"http://{host}/api/guest", {"name": "Trial"})
    wanted = {"game": "preferans", "preset": "sochi", "players": 3, "bots": ["novice", "novice"]}
    table = json.loads(ask(f"http://{host}/api/tables", wanted, cookie)[0])["table"]
    with connect(
        f"ws://{host}/ws/table/{table}", additional_headers={"cookie": cookie}, origin=Origin(f"http://{host}")
    ) as line:
        from kozyr.club.wire import PROTO  # noqa: PLC0415 - the only thing that is asked of the package

        line.send(json.dumps({"t": "hello", "proto": PROTO}))
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            frame = json.loads(line.recv(timeout=_PATIENCE))
            if frame["t"] == "snap" and frame["room"]["state"] == "gathering":
                line.send(json.dumps({"t": "act", "id": "1", "do": {"act": "accept", "card": frame["table"]["card"]}}))
            view = frame.get("view")
            mine = [hand["cards"] for hand in (view or {}).get("hands", {}).values() if hand.get("cards")]
            if mine:
                return list(mine[0])
    raise TimeoutError("no cards have come")


def main() -> int:
    """Print the cards."""
    os.environ.pop("PYTHONPATH", None)
    with club() as host:
        assert "<html" in page(host)
        cards = deal(host)
    assert len(cards) == 10
    print("dealt:", " ".join(cards))
    return 0


if __name__ == "__main__":
    sys.exit(main())
