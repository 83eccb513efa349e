"""Two versions of Kozyr against each other at bridge: a match of two teams, each version a program of its own.

    git worktree add /tmp/old 710195d && make -C /tmp/old .venv/stamps/native
    python -m scripts.versions --one . --other /tmp/old --boards 2000 --seed 1 --out match.jsonl
    python -m scripts.versions --one . --other /tmp/old --boards 2000 --seed 1 --bidding-only

`--one` and `--other` are checkouts with a built `.venv`. Each board is played twice, each version once N-S; the score is the
difference in IMPs. A program hears the deal and every event, and answers with its own seat's choice; its bot sees the
view of that seat alone. `--nodes 1500000,1500000` gives each version's budget of nodes a decision; the processor time that each
took is counted and printed, solvers in processes of their own with it, so that "equal time" can be read off. `--bidding-only` plays no
cards: the contracts are counted with all cards seen. `--given` counts what each
version's cards gave up against perfect play (as declarer, in defence, by the lead), and by level and strain what declarers took more than at double dummy. Results are a board a line in a file, and a match goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from kozyr.bots.bridge.ends import ended
from kozyr.cards import CardSet, Seat, parse_card
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import Deal, game
from kozyr.games.bridge import Contract, State
from kozyr.games.bridge.options import Conventions
from kozyr.games.bridge.scoring import board as of_number, imps, is_vulnerable, written
from kozyr.solver.bridge import Board, Hands, four_hands, trace, values

_SEATS: Final = tuple(Seat)
_NORMAL: Final = 1.96

# What runs in the other checkout, so nothing but what both versions have: how a deal is begun and its words are read is asked.
_PROGRAM: Final = """
import json, sys, time
from kozyr.bots import Budget, choose
from kozyr.cards import Seat
from kozyr.games import Deal, game
from kozyr.solver import bridge as solver
rules = game("bridge")
elsewhere = getattr(solver, "processor_time", lambda: 0.0)
for line in sys.stdin:
    asked = json.loads(line)
    if "deal" in asked:
        changes = {"deals": 1, "first_board": asked["board"]}
        agreed = rules.choose("teams", changes, 4, "record") if hasattr(rules, "choose") else rules.agree("teams", changes, 4)
        match = rules.start(agreed, 4)
        try:
            state = match.begin()
        except TypeError:
            state = match.begin(match.next_deal())
        state = state.apply(Deal(asked["deal"]))
    for seat, token in asked.get("events", ()):
        state = state.apply(rules.parse(token), Seat(seat))
    if "seat" in asked:
        budget = Budget(nodes=asked["nodes"]) if asked["nodes"] else None
        event = choose(state.view(Seat(asked["seat"])), asked["level"], asked["seed"], budget)
        print(json.dumps(event.token), flush=True)
    if "time" in asked:
        print(json.dumps(time.process_time() + elsewhere()), flush=True)
"""


class _Program:
    """A version's bot in a process of its own."""

    def __init__(self, checkout: Path, level: str, nodes: int) -> None:
        python = checkout / ".venv" / "bin" / "python"
        if not python.exists():
            raise SystemExit(f"{checkout} has no .venv/bin/python: build it first")
        self._level, self._nodes = level, nodes
        self._process = subprocess.Popen(  # noqa: S603 - the checkout is the caller's own
            [str(python), "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=checkout
        )
        self._news: list[tuple[str, str]] = []

    def _ask(self, what: dict[str, Any], *, answers: bool) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline()) if answers else None

    def begin(self, number: int, deal: str) -> None:
        """A new deal."""
        self._news = []
        self._ask({"deal": deal, "board": number}, answers=False)

    def hear(self, seat: Seat, token: str) -> None:
        """Somebody has done something."""
        self._news.append((seat.value, token))

    def choose(self, seat: Seat, seed: int) -> str:
        """The token of what the bot does at this seat."""
        news, self._news = self._news, []
        asked = {"events": news, "seat": seat.value, "level": self._level, "seed": seed, "nodes": self._nodes}
        return str(self._ask(asked, answers=True))

    @property
    def spent(self) -> float:
        """Seconds of the processor so far."""
        return float(self._ask({"time": True}, answers=True))

    def close(self) -> None:
        """End the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()


def _deal(number: int, seed: int) -> str:
    chance = random.Random(f"{seed} {number}")  # noqa: S311 - a measurement is to be repeated
    return str(numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, _SEATS))


def _conventions() -> Conventions:
    found = game("bridge").presets["teams"]
    assert isinstance(found, Conventions)
    return found


def _start(number: int, deal: str) -> State:
    rules = game("bridge")
    agreed = rules.choose("teams", {"deals": 1, "first_board": (number - 1) % 16 + 1}, 4, "record")
    state = rules.start(agreed, 4).begin().apply(Deal(deal))
    assert isinstance(state, State)
    return state


def _table(number: int, deal: str, sides: tuple[_Program, _Program], *, cards: bool) -> tuple[float, str, str]:
    """N-S's points, the contract with its auction, and the cards; sides: who plays N-S and E-W."""
    state = _start(number, deal)
    for program in dict.fromkeys(sides):
        program.begin((number - 1) % 16 + 1, deal)
    calls: list[str] = []
    played: list[str] = []
    while state.outcome is None and (cards or state.phase == "auction"):
        seat = state.actor
        assert seat is not None
        token = sides[seat.position % 2].choose(seat, number)
        (calls if state.phase == "auction" else played).append(token.partition(":")[0])
        for program in dict.fromkeys(sides):
            program.hear(seat, token)
        state = state.apply(game("bridge").parse(token), seat)
    vulnerability = of_number((number - 1) % 16 + 1)
    end = ended(tuple(calls), vulnerability.dealer.position)
    if end.contract is None:
        return 0.0, "pass", ""
    if cards:
        tricks = state.won[end.declarer % 2]
    else:
        n, e, s, w = (CardSet(hand) for hand in state.hands)
        hands: Hands = (n, e, s, w)
        (tricks,) = values([Board(hands, end.contract.trump, _SEATS[end.declarer], _SEATS[(end.declarer + 1) % 4])])
    vulnerable = is_vulnerable(vulnerability.vulnerability, end.declarer % 2)
    items = written(end.contract, tricks, vulnerable=vulnerable, conventions=_conventions())
    points = sum(item.points if item.declarers else -item.points for item in items)
    how = f"{end.contract} {_SEATS[end.declarer].value} {tricks}: {' '.join(calls)}"
    return float(-points if end.declarer % 2 else points), how, " ".join(played)


def _played(
    one: _Program, other: _Program, first: int, last: int, seed: int, *, cards: bool
) -> Iterator[dict[str, Any]]:
    """The boards from one number to another, as lines of the file."""
    for number in range(first, last + 1):
        deal = _deal(number, seed)
        before = one.spent, other.spent
        here, how, cards_here = _table(number, deal, (one, other), cards=cards)
        there, otherwise, cards_there = _table(number, deal, (other, one), cards=cards)
        after = one.spent, other.spent
        seconds = [round(now - then, 3) for now, then in zip(after, before, strict=True)]
        yield {
            "board": number,
            "imps": imps(round(here - there)),
            "seconds": seconds,
            "tables": [how, otherwise],
            "cards": [cards_here, cards_there],
        }


def _given(lines: Sequence[Mapping[str, Any]], seed: int) -> str:
    """What the two versions gave up by their cards at double dummy, in tricks a deal, by role."""
    given: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        deal = _deal(line["board"], seed)
        for at, (how, cards) in enumerate(zip(line["tables"], line.get("cards", ("", "")), strict=True)):
            if not cards:
                continue
            contract, declarer = Contract.parse(how.split()[0].rstrip("X")), Seat(how.split()[1])
            board = Board(four_hands(deal), contract.trump, declarer, _SEATS[(declarer.position + 1) % 4])
            played = [parse_card(card) for card in cards.split()]
            worth = trace(board, played)
            lost = {"lead": 0, "declarer": 0, "defence": 0}
            for nth, card in enumerate(played):
                declares = (board.mover.position - declarer.position) % 2 == 0
                lost["declarer" if declares else "defence" if nth else "lead"] += abs(worth[nth + 1] - worth[nth])
                board = board.play(card)
            ours = declarer.position % 2 == at  # the first version declares
            for role, tricks in lost.items():
                given.setdefault(("one" if ours == (role == "declarer") else "other", role), []).append(tricks)
    return "tricks given up a deal: " + "; ".join(
        f"{who}, {role}: {statistics.fmean(tricks):.3f} ± {_wide(tricks):.3f} ({len(tricks)} deals)"
        for (who, role), tricks in sorted(given.items())
    )


def _against_perfect(lines: Sequence[Mapping[str, Any]], seed: int) -> str:
    """What declarers of both versions took more than perfect play of all four brings, in tricks, by level and strain."""
    more: dict[str, list[int]] = {}
    for line in lines:
        hands = four_hands(_deal(line["board"], seed))
        for how in (how for how, cards in zip(line["tables"], line.get("cards", ("", "")), strict=True) if cards):
            contract, declarer = Contract.parse(how.split()[0].rstrip("X")), Seat(how.split()[1])
            (tricks,) = values([Board(hands, contract.trump, declarer, _SEATS[(declarer.position + 1) % 4])])
            kind = "no trumps" if contract.trump is None else "trumps"
            for key in ("all", f"level {contract.level}, {kind}"):
                more.setdefault(key, []).append(int(how.split()[2].rstrip(":")) - tricks)
    return "declarers took more than at double dummy: " + "; ".join(
        f"{key}: {statistics.fmean(some):+.2f} ± {_wide(some):.2f} ({len(some)})" for key, some in sorted(more.items())
    )


def _wide(values: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return _NORMAL * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan


def _said(lines: list[dict[str, Any]]) -> str:
    gains = [line["imps"] for line in lines]
    mine, yours = (statistics.fmean(line["seconds"][at] for line in lines) for at in (0, 1))
    return (
        f"{len(gains)} boards: {statistics.fmean(gains):+.2f} ± {_wide(gains):.2f} IMPs a board; "
        f"seconds of processor a board {mine:.2f} and {yours:.2f}"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m scripts.versions", description="Two versions at bridge.")
    parser.add_argument("--one", type=Path, required=True)
    parser.add_argument("--other", type=Path, required=True)
    parser.add_argument("--levels", default="expert,expert")
    parser.add_argument("--nodes", default="0,0", help="of each a decision; 0 is what the level is used to")
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bidding-only", action="store_true")
    parser.add_argument("--given", action="store_true", help="count the tricks that cards gave up, at the end")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    levels, nodes = arguments.levels.split(","), [int(each) for each in arguments.nodes.split(",")]
    head = {"seed": arguments.seed, "levels": levels, "nodes": nodes, "bidding_only": arguments.bidding_only}
    lines: list[dict[str, Any]] = []
    if arguments.out is not None and arguments.out.exists():
        found, *done = arguments.out.read_text().splitlines()
        if json.loads(found) != head:
            raise SystemExit(f"{arguments.out} is of another match: {found}")
        lines = [json.loads(line) for line in done]
    out = None if arguments.out is None else arguments.out.open("a", buffering=1)
    if out is not None and not lines:
        out.write(json.dumps(head) + "\n")
    one, other = (
        _Program(checkout, level, limit)
        for checkout, level, limit in zip((arguments.one, arguments.other), levels, nodes, strict=True)
    )
    for line in _played(one, other, len(lines) + 1, arguments.boards, arguments.seed, cards=not arguments.bidding_only):
        lines.append(line)
        if out is not None:
            out.write(json.dumps(line) + "\n")
        if len(lines) % 20 == 0:
            print(_said(lines), file=sys.stderr, flush=True)
    print(_said(lines))
    if arguments.given:
        print(_given(lines, arguments.seed))
        print(_against_perfect(lines, arguments.seed))
    one.close()
    other.close()


if __name__ == "__main__":
    main()
