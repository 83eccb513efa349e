"""Events for the tests: a log in memory with a clock, and results as tables might write them."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from kozyr.cards import Seat
from kozyr.tournaments import movements, pairs
from kozyr.tournaments.boards import mark
from kozyr.tournaments.director import Entry, Event, State, after, decide
from kozyr.tournaments.director.entries import AnyWhat, Entered, RoundBegun, RoundEnded, Row, Seated
from kozyr.tournaments.movements import Movement, Table
from kozyr.tournaments.regulations import Duties, Regulations, change

DUTIES = Duties(
    arbiter="Orlova", preparations="p", sessions="s", entry="e", special_conditions="c", published="published"
)


def regulations(**changes: object) -> Regulations:
    """Regulations by which an event can open, some fields changed."""
    dotted = {name.replace("_", ".", 1): value for name, value in changes.items()}
    return change(
        Regulations(duties=DUTIES),
        {"tournament.early_end": changes.get("tournament_type", "duplicate") == "duplicate"} | dotted,
    )


def event(game: str = "preferans", **changes: object) -> Event:
    return Event(name="Spring cup", game=game, regulations=regulations(**changes))


class Evening:
    """A log that grows, and the state it leads to."""

    def __init__(self, held: Event) -> None:
        self.begun = State(held)
        self.state = self.begun
        self.log: list[Entry] = []
        self.now = 1_000_000

    def do(self, *what: AnyWhat, who: str = "Orlova", after_s: int = 1) -> int:
        """Enter something; the number of the last entry."""
        for one in what:
            entry = Entry(self.now + after_s, who, one)
            before, self.state = self.state, decide(self.state, entry)
            assert after(before, entry) == self.state  # who follows the log finds the same
            self.now = entry.at
            self.log.append(entry)
        return len(self.log)

    def enter(self, count: int, **members: tuple[str, ...]) -> None:
        for number in range(1, count + 1):
            self.do(Entered(entrant=number, name=f"P{number}", members=members.get(f"t{number}", ())))

    def seat(self, movement: Movement, order: tuple[int, ...] = (), *, stage: bool = False) -> None:
        playing = order or tuple(range(1, movement.fields[-1].last + 1))
        self.do(Seated(how="hand", order=playing, movement=movement, stage=stage))

    def play(self, chance: random.Random, rounds: int | None = None) -> None:
        """The whole session with results by chance."""
        session = self.state.session
        assert session is not None
        for turn in session.movement.rounds[session.begun : rounds]:
            self.do(RoundBegun())
            for table in turn.tables:
                self.do(*rows(self.state, table, chance), who="N")
            self.do(RoundEnded())


def rows(state: State, table: Table, chance: random.Random) -> Iterator[Row]:
    """A line for each board of a table, of a team match from both rooms."""
    rooms = ("open", "closed") if "A" in table.seats else ("",)
    for board in table.boards:
        for room in rooms:
            result = (
                bridge_result(chance)
                if state.event.game == "bridge"
                else preferans_result(board, len(table.seats), chance)
            )
            yield Row(table=table.table, board=board, result=result, room=room)  # type: ignore[arg-type]


def at_once(entrants: int, board: int) -> Movement:
    """One round of pairs in which all tables play the same board."""
    once = pairs.pairs(entrants, "mitchell", boards=1, rounds=1)
    (turn,) = once.rounds
    tables = tuple(replace(table, boards=(board,)) for table in turn.tables)
    return replace(once, rounds=(replace(turn, tables=tables),))


def hands(board: int, players: int) -> tuple[str, ...]:
    """The three who have cards, the first hand first; worked out anew."""
    letters = "NESW" if players == 4 else "NES"
    at = (board - 1) % players
    first = at + 1 if players == 4 else at
    return tuple(letters[(first + step) % players] for step in range(3))


def preferans_result(board: int, players: int, chance: random.Random) -> str:
    """A line as a table may write it: a game, a misère or an all-pass."""
    three = hands(board, players)
    kind = chance.choices(["game", "alone", "pass", "misere", "allpass"], [5, 2, 2, 1, 2])[0]
    if kind == "allpass":
        talons = (
            chance.choice([0, 0, 1, 2]) if players == 4 else 0
        )  # what the talon takes for the dealer is not written
        first = chance.randint(0, 10 - talons)
        second = chance.randint(0, 10 - talons - first)
        return "- " + " ".join(
            f"{seat}{n}" for seat, n in zip(three, (first, second, 10 - talons - first - second), strict=True)
        )
    at = chance.randrange(3)
    declarer, left, right = three[at:] + three[:at]
    if kind == "misere":
        taken = chance.choice([0, 0, 0, 1, 3])
        one = chance.randint(0, 10 - taken)
        return f"misere {declarer}{taken} {left}{one} {right}{10 - taken - one}"
    size = chance.choice([6, 6, 6, 7, 7, 8, 9])
    contract = f"{size}{chance.choice(['S', 'C', 'D', 'H', 'NT'])}"
    if kind == "pass":
        return f"{contract} {declarer}"
    tricks = min(10, max(0, size + chance.choice([-2, -1, 0, 0, 0, 1])))
    if kind == "alone":
        return f"{contract} {declarer}{tricks} {chance.choice([left, right])}{10 - tricks}"
    one = chance.randint(0, 10 - tricks)
    return f"{contract} {declarer}{tricks} {left}{one} {right}{10 - tricks - one}"


def bridge_result(chance: random.Random) -> str:
    if chance.random() < 0.05:
        return "pass"
    level = chance.choice([1, 2, 2, 3, 3, 4, 4, 5, 6])
    doubled = chance.choices(["", "X", "XX"], [8, 2, 1])[0]
    tricks = min(13, max(0, 6 + level + chance.choice([-3, -1, 0, 0, 1, 2])))
    return f"{level}{chance.choice(['S', 'C', 'D', 'H', 'NT'])}{doubled} {chance.choice('NESW')} {tricks}"


def marks() -> tuple[Seat, ...]:
    return tuple(mark(n, 4) for n in range(1, 5))


def preferans(players: int, **kinds: int) -> Movement:
    return movements.preferans(players, **kinds)  # type: ignore[arg-type]
