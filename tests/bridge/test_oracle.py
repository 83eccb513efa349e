"""Random rubbers and Chicagos against a recount that shares no code with the engine.

The oracle keeps the sheet as people do, straight from the source's words: its own prices, its own idea of a game, of
vulnerability and of the end. After every deal both must stand the same.
"""

import random
from collections.abc import Callable

import pytest

from kozyr.games.bridge import Session, agree, start
from tests.boards import line

UNITS = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
OPTIONS = {
    "rubber_bonus": ("700_500", "game200_rubber700"),
    "rubber_bonus_variant": ("700_only", "200_plus_700"),
    "clean_rubber": (700, 750),
    "insult": ("50/100", "50/50"),
    "nv_doubled_penalty": ("100_200_200_300", "100_200"),
    "honours": ("off", "on"),
    "unfinished.part": (100, 50),
}


class Oracle:
    """A sheet kept by hand: columns of N-S and E-W, above and below."""

    def __init__(self, form: str, options: dict[str, object]) -> None:
        self.form, self.options = form, options
        self.above, self.below, self.part, self.games = [0, 0], [0, 0], [0, 0], [0, 0]
        self.deal = 0

    def zone(self, side: int, dealer: str) -> bool:
        """Whether a side is vulnerable."""
        if self.form == "rubber":
            return self.games[side] > 0
        if self.deal in {0, 3}:
            return self.deal == 3
        return ("NESW".index(dealer) % 2 == side) == (self.form == "chicago-old")

    def writes(self, dealer: str, text: str, declarer: str, tricks: int, extra: dict[str, int]) -> None:
        """A deal that was played."""
        side, crosses = "NESW".index(declarer) % 2, text.count("X")
        zone, times = self.zone(side, dealer), 2**crosses
        level, name = int(text[0]), text[1:].rstrip("X")
        over = tricks - level - 6
        if over < 0:
            self.above[1 - side] += self.penalty(-over, crosses, zone=zone)
        else:
            value = (level * UNITS[name] + (10 if name == "NT" else 0)) * times
            self.below[side] += value
            self.part[side] += value
            self.above[side] += over * (UNITS[name] if not crosses else (200 if zone else 100) * crosses)
            self.above[side] += {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[zone]
            self.above[side] += (0, 50, 50 if self.options.get("insult") == "50/50" else 100)[crosses]
        for who, points in extra.items():
            self.above["NESW".index(who) % 2] += points
        if self.part[side] >= 100:
            self.part = [0, 0]
            self.games[side] += 1
            self.game(side, zone=zone)
        self.deal += 1
        if self.form != "rubber" and self.deal == 4:
            for one in (0, 1):
                self.above[one] += 100 if self.part[one] else 0

    def penalty(self, down: int, crosses: int, *, zone: bool) -> int:
        """Undertricks one by one."""
        total = 0
        for nth in range(1, down + 1):
            if not crosses:
                total += 100 if zone else 50
                continue
            if nth == 1:
                each = 200 if zone else 100
            elif zone:
                each = 300
            else:
                each = 200 if nth <= 3 or self.options.get("nv_doubled_penalty") == "100_200" else 300
            total += each * crosses
        return total

    def game(self, side: int, *, zone: bool) -> None:
        """What a game brings, and the rubber."""
        if self.form != "rubber":
            self.above[side] += 500 if zone else 300
            return
        last = self.games[side] == 2
        if self.options.get("rubber_bonus") == "game200_rubber700":
            if last:
                self.above[side] += 700
            if not last or self.options.get("rubber_bonus_variant") == "200_plus_700":
                self.above[side] += 200
        elif last:
            self.above[side] += 500 if self.games[1 - side] else int(str(self.options.get("clean_rubber", 700)))


@pytest.mark.rule("B-SCORE-7", "B-RUBBER-1", "B-RUBBER-V1", "B-RUBBER-V2", "B-RUBBER-V4", "B-CHICAGO-3", "B-CHICAGO-4")
@pytest.mark.parametrize("form", ["rubber", "chicago", "chicago-old"])
def test_a_sheet_kept_by_hand_is_the_same(form: str, share: Callable[[int], int]) -> None:
    chance = random.Random(form)
    deals = 0
    while deals < share(20_000):
        options: dict[str, object] = {
            name: chance.choice(values)
            for name, values in OPTIONS.items()
            if form == "rubber" or name in {"insult", "honours"}
        }
        found: Session = start(agree(form, options))
        oracle = Oracle(form, options)
        while not found.finished:
            dealer = found.next_deal().dealer.value
            if chance.random() < 0.05:
                found = found.record(line(dealer))
                continue
            name, level = chance.choice(list(UNITS)), min(7, 1 + int(chance.expovariate(0.6)))
            text = f"{level}{name}" + chance.choice(["", "", "", "X", "XX"])
            declarer, tricks = chance.choice("NESW"), min(13, max(0, level + 6 + round(chance.gauss(0, 1.5))))
            extra = {}
            if options.get("honours") == "on" and chance.random() < 0.1:
                extra = {chance.choice("NESW"): 150 if name == "NT" else chance.choice([100, 150])}
            found = found.record(line(dealer, f"{text} {declarer}", tricks, honours=extra))
            oracle.writes(dealer, text, declarer, tricks, extra)
            assert (list(found.sheet.above), list(found.sheet.below)) == (oracle.above, oracle.below)
            assert (list(found.sheet.part), list(found.sheet.games)) == (oracle.part, oracle.games)
            deals += 1
        balance = oracle.above[0] + oracle.below[0] - oracle.above[1] - oracle.below[1]
        assert found.totals == (balance, -balance, balance, -balance)
