"""How a director runs an event by commands: what most tests of whole events begin and go on with."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from kozyr.bots.frame import Budget, choose
from kozyr.deals import numbered_deal
from kozyr.games import Deal, Entry, Progress, Record, game
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


def enters(kozyr: Kozyr, what: str, told: Mapping[str, object] = {}, *, who: str = "Orlova", **more: object) -> int:
    """Enter what the arbiter, the committee or an entrant does, told as one or as fields; the number of the entry."""
    fields = {**told, **more}
    words = (
        f"{name.rstrip('_')}={value if isinstance(value, str) else json.dumps(value)}" for name, value in fields.items()
    )
    out = does(kozyr, "rule", what, *words, "--who", who)
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


def by_novices(
    name: str,
    preset: str,
    changes: dict[str, object],
    players: int,
    *,
    cards: str = "",
    seed: int = 0,
    level: str = "novice",
) -> Record:
    """A match that novices, or bots of another level, play card by card to its end. cards: of its only deal, else each is dealt by chance."""
    rules = game(name)
    agreed = rules.agree(preset, changes, players)
    now = Progress.start(rules.start(agreed, players))
    chance = random.Random(seed)
    entries: list[Entry] = []
    while (state := now.state) is not None:
        if state.phase == "deal":
            number = chance.randrange(rules.pack.deals)
            dealt = cards or str(numbered_deal(number, rules.pack, state.terms.holders))
            entry = Entry(len(entries) + 1, None, Deal(dealt))
        else:
            assert state.actor is not None
            event = choose(state.view(state.actor), level, seed + len(entries), Budget(nodes=100))
            entry = Entry(len(entries) + 1, state.actor, event)
        entries.append(entry)
        now = now.step(entry).after
    return Record(name, agreed, players, 0, tuple(entries))


def places(kozyr: Kozyr) -> dict[str, tuple[int, str]]:
    """The final table: rank and total of each, by name."""
    told = json.loads(does(kozyr, "score", "--json"))
    return {place["name"]: (place["rank"], place["total"]) for place in told["places"]}
