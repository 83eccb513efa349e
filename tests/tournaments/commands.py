"""How a director runs an event by commands: what most tests of whole events begin and go on with."""

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from kozyr.tournaments import folder
from kozyr.tournaments.director import State
from tests.tournaments.evening import rows

Kozyr = Callable[..., tuple[int, str, str]]
EVENT = Path("ev")
DUTIES = [f"--duty={name}={name}" for name in ("preparations", "sessions", "entry", "special_conditions", "published")]


def begun(kozyr: Kozyr, players: int, *more: str) -> None:
    """An event with so many entrants P1, P2 and so on."""
    kozyr("tournament", "new", "ev", "--name", "Spring cup", "--duty=arbiter=Orlova", *DUTIES, *more)
    assert kozyr("tournament", "enter", "ev", *(f"P{n}" for n in range(1, players + 1)))[0] == 0


def does(kozyr: Kozyr, *words: str) -> str:
    """What `kozyr tournament` says to a command that it obeys."""
    status, out, complaint = kozyr("tournament", words[0], "ev", *words[1:])
    assert (status, complaint) == (0, ""), words
    return out


def refuses(kozyr: Kozyr, *words: str) -> str:
    """What `kozyr tournament` says to a command that it refuses; nothing is entered."""
    before = (EVENT / folder.LOG).read_bytes()
    status, out, complaint = kozyr("tournament", words[0], "ev", *words[1:])
    assert (status, out) == (2, ""), words
    assert (EVENT / folder.LOG).read_bytes() == before
    return complaint


def enters(kozyr: Kozyr, what: str, *, who: str = "Orlova", **fields: object) -> int:
    """Enter what the arbiter, the committee or an entrant does; the number of the entry."""
    told = (
        f"{name.rstrip('_')}={value if isinstance(value, str) else json.dumps(value)}" for name, value in fields.items()
    )
    out = does(kozyr, "rule", what, *told, "--who", who)
    return int(out.split()[1].rstrip(":"))


def state() -> State:
    """The event as a fold over its folder."""
    return folder.load(EVENT)


def written(kozyr: Kozyr, lines: Sequence[str], *more: str) -> str:
    """Lines of tables from a file, all at once."""
    Path("lines.txt").write_text("\n".join(lines))
    return does(kozyr, "row", "--file", "lines.txt", *more)


def played(kozyr: Kozyr, chance: random.Random) -> None:
    """Every round of the session by results of chance; a file of lines for each, of a room each at a team match."""
    session = state().session
    assert session is not None
    for nth, turn in enumerate(session.movement.rounds, 1):
        assert f"round {nth}" in does(kozyr, "round", "begin")
        now = state()
        some = [row for table in turn.tables for row in rows(now, table, chance)]
        for room in sorted({row.room for row in some}):
            mine = [f"{row.table} {row.board} {row.result}" for row in some if row.room == room]
            written(kozyr, mine, "--confirm", *(("--room", room) if room else ()))
        assert "missing" not in does(kozyr, "round", "end")


def places(kozyr: Kozyr) -> dict[str, tuple[int, str]]:
    """The final table: rank and total of each, by name."""
    told = json.loads(does(kozyr, "score", "--json"))
    return {place["name"]: (place["rank"], place["total"]) for place in told["places"]}
