"""A table that keeps its sheet, for tests: acts in short words, and what `kozyr score` makes of the same sheet."""

from __future__ import annotations

from typing import Any

import msgspec

from kozyr.games.refusal import Refusal, Refused
from kozyr.keep import DECODER, Kept, Setup, decide, start
from kozyr.sheets import keeper, printer

ALL = {"pool", "hill", "whists"}


class Table:
    """A kept sheet and its log. do: an act, as JSON has it."""

    def __init__(self, *players: str, game: str = "preferans", preset: str = "sochi", **changes: Any) -> None:
        self.setup = Setup(game, preset, players, changes)
        self.log: list[dict[str, Any]] = []
        self.kept: Kept = start(self.setup)

    def do(self, act: str, by: str, **more: Any) -> int:
        """Do it; returns its number in the log."""
        body = {"act": act, "by": by, **more}
        seq = self.kept.seq + 1
        self.kept = decide(self.kept, seq, seq * 1000, DECODER.decode(msgspec.json.encode(body)))
        self.log.append(body)
        return seq

    def refused(self, act: str, by: str, **more: Any) -> Refusal:
        """Why it is not written; the sheet is as it was."""
        before = self.kept
        try:
            self.do(act, by, **more)
        except Refused as error:
            assert self.kept is before
            return error.refusal
        raise AssertionError(f"{act} was written")

    def game(self, declarer: str, contract: str, taken: int, by: str | None = None, **more: Any) -> int:
        """The result of the present deal: whoever is named in `whist` whists and takes the rest."""
        due = self.kept.due[0] if "deal" not in more else next(d for d in self.kept.due if d.deal == more["deal"])
        facts = outcome(due.dealer, declarer, contract, taken, more.get("whist", ""))
        return self.do("write", by or declarer, deal=due.deal, outcome=facts)

    def hand(self, by: str, column: str, points: int, on: str = "", deal: int = 1, *, instead: bool = False) -> int:
        """An entry by hand."""
        return self.do("enter", by, deal=deal, marks=[mark(column, points, on)], instead=instead)

    @property
    def sheet(self) -> dict[str, Any]:
        """Pools, hills and whists by name, as `kozyr score --json` tells them."""
        told: dict[str, Any] = printer(self.setup.game).standing(self.kept.match)["sheet"]
        return told

    def as_scored(self) -> None:
        """The file that it gives is read with the same result, and its log gives the same sheet again."""
        told = self.setup.game == "preferans"
        count = None if told or self.setup.game == "deberts" else len(self.setup.players)
        reader = keeper(self.setup.game, None if told else self.setup.preset, {} if told else self.setup.changes, count)
        for line in self.kept.jsonl().splitlines():
            reader.line(line)
        found, ours = reader.standing(), printer(self.setup.game).standing(self.kept.match)
        assert {key: found[key] for key in ours} == ours
        again = start(self.setup)
        for n, body in enumerate(self.log, 2):
            again = again.after(n, n * 1000, DECODER.decode(msgspec.json.encode(body)))
        assert again == self.kept


def outcome(dealer: str, declarer: str, contract: str, taken: int, whist: str = "") -> dict[str, Any]:
    """The facts of a trick game: one whister takes what the declarer does not; nobody whists: nothing is played."""
    facts: dict[str, Any] = {"dealer": dealer, "kind": "tricks", "declarer": declarer, "contract": contract}
    if whist:
        facts |= {"calls": {whist: "whist"}, "tricks": {declarer: taken, whist: 10 - taken}}
    return facts


def mark(column: str, points: int, on: str = "") -> dict[str, Any]:
    return {"column": column, "points": points, "on": on}
