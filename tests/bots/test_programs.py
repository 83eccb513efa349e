"""Programs of docs/bot-protocol.md in a match: paired deals with our bots, and one line for whatever a program does wrong."""

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr.bots import arena
from kozyr.bots.arena import Decided, Setup
from kozyr.cards import Seat
from kozyr.cli import main
from kozyr.club import programs
from kozyr.club.programs import Broken, Hall
from kozyr.games import AnyMatch, AnyState, Event

EXAMPLES = Path(__file__).parents[2] / "examples"
# Plays the first of what it may. Its first word says what it does wrong, once it is to decide.
PROGRAM = """
import itertools, json, os, subprocess, sys, time
from websockets.sync.client import connect
vice, pids, address, table = sys.argv[1:]
child = subprocess.Popen(["sleep", "600"], stderr=subprocess.DEVNULL)
with open(pids, "a") as out:
    out.write(f"{os.getpid()} {child.pid}\\n")
head, ids = {"Authorization": "Bearer " + os.environ["KOZYR_TOKEN"]}, itertools.count()
def wish(know, tries, asked):
    room, table, view = know["room"], know["table"], know["view"]
    if room["state"] == "gathering":
        if table["chair"] is None:
            free = [one["chair"] for one in table["players"] if one["nick"] is None]
            return {"t": "act", "do": {"act": "sit", "chair": free[0]}} if free else None
        return None if table["chair"] in room["accepted"] else {"t": "act", "do": {"act": "accept", "card": table["card"]}}
    if view and view["legal"]:
        if tries:
            return tries.pop()
        first = [offer for offer in view["offers"] if offer["type"] == "ask" and not asked] or view["legal"]
        return {"t": "cmd", "at": know["seq"], "do": first[0]}
    over = view is None and know["last"] and room["state"] == "playing"
    return {"t": "next", "at": know["seq"]} if over and table["chair"] not in room["next"] else None
def play(table):
    know, waits, due, asked, explained = {}, False, 0, False, False
    tries = [{"t": "cmd", "at": 0, "do": {"type": "pass"}}, {"t": "act", "do": {"act": "hint"}}]
    with connect(f"{address}/ws/table/{table}", additional_headers=head) as line:
        line.send(json.dumps({"t": "hello", "proto": 3}))
        for frame in line:
            told = json.loads(frame)
            if told["t"] in ("snap", "ev"):
                know |= {key: told[key] for key in ("seq", "table", "room", "view", "last") if key in told}
                said = told.get("said")
                explained = explained or bool(said and said["event"]["type"] == "explain")
            elif told["t"] == "ack":
                waits, due = False, told["seq"]
            else:
                refused = told["code"], told["reason"]
                waits, due = False, due + (refused == ("illegal", "taken") or (refused[0] == "stale" and not tried))
                assert refused in {("stale", None), ("illegal", "taken")} or (tried and refused == ("illegal", "not_agreed"))
            if know["room"]["rematch"]:
                assert explained or not asked
                return know["room"]["rematch"]
            if waits or know["seq"] < due:
                continue
            before = len(tries)
            wants = wish(know, tries, asked)
            tried = len(tries) < before
            if wants and wants["t"] == "cmd" and not tried:
                if vice == "dies" or (vice == "gives up" and tables):
                    sys.exit("no idea")
                if vice == "hangs":
                    time.sleep(600)
                if vice == "babbles":
                    line.send('{"t":"cmd"')
                if vice == "cheats":
                    wants["do"] = {"type": "play", "card": "SA"}
                asked = asked or wants["do"]["type"] == "ask"
            if wants:
                waits, due = True, know["seq"]
                line.send(json.dumps(wants | {"id": str(next(ids))}))
tables = 0
while True:
    table = play(table)
    tables += 1
"""


class First:
    """Plays the first of what it may, in this process."""

    def __init__(self) -> None:
        self._levels: dict[Seat | None, str] = {}
        self._match: AnyMatch | None = None
        self._state: AnyState | None = None
        self._seating: tuple[str, ...] = ()

    def open(self, _: Setup, number: int, seating: tuple[str, ...], match: AnyMatch) -> None:  # noqa: ARG002 - as `Others`
        self._match, self._state, self._seating = match, None, seating

    def happened(self, event: Event, seat: Seat | None) -> None:
        assert self._match is not None
        if self._state is None or self._state.outcome is not None:
            if self._state is not None and self._state.outcome is not None:
                self._match = self._match.record(self._state.outcome)
            self._state = self._match.begin()
            terms = self._state.terms
            self._levels = {terms.seat(n): one for n, one in zip(self._match.names, self._seating, strict=True)}
        self._state = self._state.apply(event, seat)

    def decided(self) -> Decided | None:
        assert self._state is not None
        seat = self._state.actor
        if seat is None or self._levels[seat] != "fox":
            return None
        event = self._state.view(seat).legal[0]
        self.happened(event, seat)
        return Decided(seat, event, 0)

    def over(self) -> None: ...


@pytest.fixture
def pids(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "pids"
    yield path
    programs.close()
    for pid in path.read_text().split() if path.exists() else ():
        ends = time.monotonic() + 60
        while running(int(pid)):
            assert time.monotonic() < ends, f"{pid} is left running"
            time.sleep(0.05)


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def command(pids: Path, vice: str) -> str:
    path = pids.with_name("program.py")
    path.write_text(PROGRAM)
    return shlex.join([sys.executable, str(path), vice, str(pids)])


@pytest.mark.parametrize(
    ("game", "preset", "players", "parties"),
    [("preferans", "sochi", 3, False), ("preferans", "sochi", 4, False), ("bridge", "teams", 4, False), ("deberts", "moscow", 2, True)],
)  # fmt: skip
def test_a_program_plays_what_it_would_play_here(
    game: str, preset: str, players: int, parties: bool, pids: Path
) -> None:
    bots = ("fox", "novice") if game != "preferans" else ("novice", "fox", "novice")
    setup = Setup(game, bots, 5, preset, players, parties=parties, programs={"fox": command(pids, "none")})
    far, near = programs.play(setup, 3, 600), arena.play(setup, 3, First())
    assert (far.scores, far.kinds, far.given) == (near.scores, near.kinds, near.given)
    assert {name: len(one) for name, one in far.millis.items()} == {name: len(one) for name, one in near.millis.items()}
    assert len(pids.read_text().splitlines()) == (2 if game == "bridge" else 1)  # each has stayed for all tables


@pytest.mark.parametrize(
    ("vice", "told"),
    [
        ("dies", "fox, deal 4: has ended with status 1: no idea"),
        ("gives up", "fox, deal 4: has ended with status 1: no idea"),  # at the second table, to which it has stayed
        ("babbles", "fox, deal 4: has sent no message of the wire: Input data was truncated"),
        ("cheats", "fox, deal 4: breaks the rules with SA: not_now (D-BID-1)"),
        ("hangs", "fox, deal 4: has not decided anything in 0.1 seconds"),
    ],
)
def test_what_a_program_does_wrong_is_one_line(vice: str, told: str, pids: Path) -> None:
    class Hasty(Hall):
        """Has little patience once all sit."""

        def open(self, *of: object) -> None:
            super().open(*of)  # type: ignore[arg-type]
            self._patience = 0.1 if vice == "hangs" else 600

    setup = Setup("deberts", ("novice", "fox"), 5, "moscow", 2, programs={"fox": command(pids, vice)})
    hall = Hasty(setup.programs, 600)
    try:
        with pytest.raises(Broken) as broken:
            arena.play(setup, 4, hall)
    finally:
        hall.close()
    assert str(broken.value) == told


@pytest.mark.parametrize("name", ["bot.py", "deberts_stranger.py"])
def test_the_examples_of_the_documentation_play_a_match(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    fox = f"fox={shlex.join([sys.executable, str(EXAMPLES / name)])}"
    words = [
        "match",
        "deberts",
        "--bots",
        "novice,fox",
        "--program",
        fox,
        "--patience",
        "600",
        "--deals",
        "1",
        "--jobs",
        "1",
    ]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "seats novice,fox rotated" in out
    assert "    fox: " in out


def test_a_match_that_is_broken_off_keeps_its_deals_and_goes_on(pids: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = pids.with_name("out.jsonl")
    mend = pids.with_name("mend.py")
    mend.write_text("import sys\nsys.exit('not today')")
    words = ["match", "deberts", "--bots", "random,fox", "--out", str(out), "--patience", "600", "--no-regret"]
    words += ["--program", f"fox={shlex.join([sys.executable, str(mend)])}"]
    assert main([*words, "--deals", "2", "--jobs", "2"]) == 2
    assert capsys.readouterr().err == "fox, deal 0: has ended with status 1: not today\n"
    mend.write_text(f"import sys\nsys.argv[1:1] = ['none', {str(pids)!r}]\n{PROGRAM}")
    assert main([*words, "--deals", "2", "--jobs", "2"]) == 0
    assert "2 deals, each 2 times" in capsys.readouterr().out
    assert len(out.read_bytes().splitlines()) == 3


def test_who_never_comes_is_named(pids: Path) -> None:
    setup = Setup("deberts", ("novice", "fox"), 5, "moscow", 2, programs={"fox": "sleep 600"})
    pids.write_text("")
    hall = Hall({"fox": "sh -c 'sleep 600 & echo $! >> $0; sleep 600' " + str(pids)}, 0.5)
    try:
        with pytest.raises(
            Broken, match=r"^fox, deal 0: has not come to the table and accepted its card in 0\.5 seconds$"
        ):
            arena.play(setup, 0, hall)
    finally:
        hall.close()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--bots novice,fox --program fox", "--program fox: written --program name=command, as fox='python bot.py'"),
        ("--bots novice,fox --program novice=x", "--program novice: a level is called so"),
        ("--bots novice,fox --program fox=x --program fox=y", "--program fox: another program is called so"),
        ("--bots novice --program fox=x", "--program fox: --bots does not name it"),
        ("--bots novice,fox --program fox='x", "--program fox: No closing quotation"),
        ("--bots novice,fox --program fox=x --patience 0", "--patience is more than 0 seconds"),
        ("--bots fox --program fox=no-such-program", "fox, deal 0: cannot be started: No such file or directory"),
        (
            "--bots fox --program fox=x --set table.irregularities=rule",
            "programs play where errors are refused: table.irregularities=prevent",
        ),
        ("--bots novice,cat --program fox=x --program cat=x --bidding-only", "--program fox: --bots does not name it"),
    ],
)
def test_a_wrong_program_is_one_line(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "preferans", *words.split(), "--jobs", "1"]) == 2
    assert capsys.readouterr().err == f"{why}\n"
