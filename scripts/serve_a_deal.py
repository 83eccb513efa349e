"""Start the installed club, sit down with bots as a program without any of our code, and see ten cards: the wheel works.

python serve_a_deal.py [bot.py]     and two of the cookbook's bot play a party of deberts there
"""

import json
import os
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
    """The address of a club on a free port of this machine, with a database that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kozyr.cli", "club", "--port", "0", "--db", str(Path(folder, "club.db"))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own words
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[1]  # "Kozyr: http://127.0.0.1:PORT  (...)", once it is up
            finally:
                process.terminate()


def ask(url: str, body: object = None, cookie: str = "", token: str = "") -> tuple[str, str]:
    """What the club answers, and the cookie that it gives."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "cookie": cookie, "origin": url[: url.index("/", 8)]}
    if token:
        headers["authorization"] = f"Bearer {token}"
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=_PATIENCE) as answer:  # noqa: S310 - loopback
        return answer.read().decode(), (answer.headers.get("set-cookie") or "").partition(";")[0]


def deal(url: str) -> list[str]:
    """My ten cards at a table with two bots."""
    _, cookie = ask(f"{url}/api/guest", {"name": "Trial"})
    wanted = {"game": "preferans", "preset": "sochi", "players": 3, "bots": ["novice", "novice"]}
    table = json.loads(ask(f"{url}/api/tables", wanted, cookie)[0])["table"]
    address = url.replace("http", "ws", 1)
    with connect(f"{address}/ws/table/{table}", additional_headers={"cookie": cookie}, origin=Origin(url)) as line:
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


def party(url: str, program: Path) -> dict[str, object]:
    """The sheet of a party of deberts that two of the cookbook's bot have played."""
    _, cookie = ask(f"{url}/api/guest", {"name": "Owner"})
    tokens = [json.loads(ask(f"{url}/api/bots", {"name": f"fox {n}"}, cookie)[0])["token"] for n in range(2)]
    wanted = {"game": "deberts", "preset": "moscow", "players": 2, "changes": {"target": 101}, "bots": [None]}
    table = json.loads(ask(f"{url}/api/tables", wanted, token=tokens[0])[0])["table"]
    command = [sys.executable, str(program), url.replace("http", "ws", 1), table]
    foxes = [
        subprocess.Popen(command, env={**os.environ, "KOZYR_TOKEN": token}, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own program
        for token in tokens
    ]
    try:
        sheets: list[dict[str, object]] = [json.loads(fox.communicate(timeout=_PATIENCE)[0]) for fox in foxes]
    finally:
        for fox in foxes:
            fox.kill()
    assert sheets[0] == sheets[1]
    return sheets[0]


def main() -> int:
    """Print the cards, and what the bots have scored."""
    os.environ.pop("PYTHONPATH", None)
    with club() as url:
        assert "<html" in ask(f"{url}/")[0]
        cards = deal(url)
        assert len(cards) == 10
        print("dealt:", " ".join(cards))
        for program in map(Path, sys.argv[1:]):
            sheet = party(url, program)
            assert sheet["finished"] is True
            print(f"{program.name}: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
