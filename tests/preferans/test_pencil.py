"""Random pulkas against somebody with a pencil, who shares no code with the sheet.

He hears the facts of each deal, as a line of a score file tells them, and writes point by point what the paragraphs say, under
whatever conventions were agreed. After every deal his sheet, the price of the next all-pass and his count must be the
program's.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from kozyr.cards import parse_card
from kozyr.deals import PREFERANS
from kozyr.games.preferans import Contract, Conventions, Outcome, Pulka, agree, start

PRICE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
DUTY = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
CONTRACTS = [contract for contract in Contract if contract.size]
HALF = Fraction(1, 2)

OPTIONS: dict[str, list[Any]] = {
    "pool_mode": ["help", "common"],
    "pool_overflow": ["hill", "forfeit", "whists"],
    "help_whists": [10, 12, 20],
    "unit": [1, 2, 3],
    "gusarik_hill": ["divisible", "indivisible"],
    "consolation_for_waiting": ["on", "off"],
    "allpass.scoring": ["hill", "whists"],
    "allpass.progression": ["none", "arithmetic", "geometric", "list"],
    "allpass.step": [1, 2],
    "allpass.ratio": [2, 3],
    "allpass.limit": [1, 2, 3, "unlimited"],
    "allpass.whists_per_trick": [1, 5],
    "allpass.zero_bonus": ["trick_price", 1, "none", "hill_2_or_pool_1"],
    "allpass.dealer_zero_bonus": ["on", "off"],
    "allpass.amnesty": ["on", "off"],
    "allpass.talon": ["opened", "closed"],
    "allpass.dealer_owns_talon_tricks": ["on", "off"],
    "allpass.dealer": ["sliding", "repeat"],
    "allpass.exit_min": [6, 7, "6+k"],
    "allpass.exit_requires": ["any_contract", "made", "made_and_whisted"],
    "allpass.misere_exits": ["on", "off"],
    "allpass.failed_exit": ["freeze", "repeat_last", "reset"],
    "whist.responsibility": ["full", "half", "half_then_full"],
    "whist.style": ["greedy", "gentleman"],
    "whist.consolation": ["all_including_dealer", "whisters_only", "none"],
    "whist.dealer_responsible": ["on", "off"],
    "whist.dealer_whist_takes_all": ["off", "all", "own"],
    "whist.shared_8_9_10": ["second", "both"],
    "whist.shared_deficit": ["capped", "personal"],
    "talon_bonus": ["on", "off"],
    "talon_bonus_at_three": ["dealer", "halves"],
    "talon_refusal_fine": [0, 3],
    "contract.surrender": ["without_all_only", "without_three"],
    "contract.ten_is": ["whisted", "checked"],
    "blind.counter": ["per_deal", "per_series", "both"],
    "blind.cap": [1, 2, 3, "unlimited"],
}
PRESETS = ["sochi", "leningrad", "rostov", "classic", "club", "fspr", "sochi+qualifying"]
TALONS = ["SA SK", "SA HK", "HA DA", "DK DQ", "CK HQ", "S7 S8", "CQ CA"]


class Pencil:
    """The sheet by hand. Places are clockwise from 0; `active` have cards, `sitter` deals without, `waiting` is a fifth."""

    def __init__(self, conventions: Conventions, players: int, dealer: int) -> None:
        self.c, self.n, self.dealer = conventions, players, dealer
        self.pool = [Fraction(0)] * players
        self.hill = [Fraction(0)] * players
        self.whists = [[Fraction(0)] * players for _ in range(players)]
        self.row, self.again, self.level = 0, False, 0  # all-passes in a row, a price that comes again, blind passes
        self.bombs: list[list[int]] = [[] for _ in range(players)]
        self.compulsory = conventions.allpass_forced_rounds

    def least(self) -> int:
        """The smallest game that may be bid."""
        lowest = self.c.allpass_min_bid_in_series
        if not self.row:
            return 6
        return max(7, 6 + min(self.level, 4)) if lowest == "6+k" else lowest

    def places(self) -> tuple[list[int], int | None, int | None]:
        n, d = self.n, self.dealer
        if n < 4:
            return [(d + step) % n for step in range(1, n + 1)], None, None
        if n == 4:
            return [(d + 1) % 4, (d + 2) % 4, (d + 3) % 4], d, None
        return [(d + 1) % 5, (d + 2) % 5, (d + 4) % 5], d, (d + 3) % 5

    def price(self) -> int:
        c, before = self.c, self.row - self.again  # how many went before it
        prices = c.allpass_prices
        if c.allpass_progression == "list":
            return prices[min(before, len(prices) - 1)]
        price = prices[0]
        for _ in range(before if c.allpass_limit is None else min(before, c.allpass_limit - 1)):
            if c.allpass_progression == "arithmetic":
                price += c.allpass_step
            elif c.allpass_progression == "geometric":
                price *= c.allpass_ratio
        return price

    def into_pool(self, who: int, points: Fraction | int) -> None:
        """Half a point at a time: into his own pool, as help, or where the rest goes."""
        c = self.c
        for _ in range(int(points * 2)):
            open_pools = [step for step in range(1, self.n) if self.pool[(who + step) % self.n] < c.pool_target]
            if c.pool_mode == "common" or self.pool[who] < c.pool_target:
                self.pool[who] += HALF
            elif open_pools:
                step = max(open_pools, key=lambda step: (self.pool[(who + step) % self.n], -step))
                helped = (who + step) % self.n
                self.pool[helped] += HALF
                self.whists[who][helped] += HALF * c.help_whists
            elif c.pool_overflow == "hill":
                self.hill[who] -= HALF * c.pool_point_whists / 10 / (2 if self.whole_hill() else 1)
            elif c.pool_overflow == "whists":
                for other in range(self.n):
                    if other != who:
                        self.whists[who][other] += HALF * c.pool_point_whists / (self.n - 1)

    def whole_hill(self) -> bool:
        return self.n == 2 and self.c.gusarik_hill == "indivisible"

    def writes(self, line: Outcome, names: tuple[str, ...]) -> None:
        self.dealer = names.index(line.dealer)
        tricks: dict[int, int] = defaultdict(int)
        tricks.update({names.index(name): n for name, n in (line.tricks or {}).items()})
        if line.kind == "allpass":
            self.all_pass(tricks, [names.index(name) for name in line.blind])
            return
        declarer = names.index(line.declarer or "")
        factor = self.bombs[declarer].pop(0) if self.bombs[declarer] else 1
        if line.kind == "misere":
            made = self.misere(declarer, tricks[declarer], factor, shared=line.shared)
            out = self.c.allpass_misere_exits and (made or self.c.allpass_exit_requires == "any_contract")
        else:
            assert line.contract is not None
            words = {names.index(name): word for name, word in line.calls.items()}
            made = self.contract(line, declarer, words, tricks, factor)
            least = 6 + max(1, self.level) if self.c.allpass_exit_min == "6+k" else self.c.allpass_exit_min
            out = line.contract.size >= min(least, 10)
            if self.c.allpass_exit_requires != "any_contract":
                out = out and made and (line.tricks is not None or self.c.allpass_exit_requires == "made")
        if line.refused and self.dealer != declarer:
            self.hill[self.dealer] += self.c.talon_refusal_fine
        if out or self.c.allpass_failed_exit == "reset":
            self.row, self.level, self.again = 0, 0, False
        elif self.row and self.c.allpass_failed_exit == "repeat_last":
            self.again = True
        self.dealer = (self.dealer + 1) % self.n

    def all_pass(self, tricks: dict[int, int], blind: list[int]) -> None:
        c = self.c
        active, sitter, _ = self.places()
        if self.compulsory:
            blind = active
        factor = 1
        if blind:
            level = {
                "per_deal": len(blind),
                "per_series": self.level + 1,
                "both": self.level + len(blind),
            }[c.blind_counter]
            level = self.level + 1 if self.compulsory else level
            level = level if c.blind_cap is None else min(level, c.blind_cap)
            factor = 2**level
            if c.blind_counter != "per_deal":
                self.level = max(self.level, level)
        price = self.price() * factor
        if c.allpass_scoring == "whists":
            fewest = min(tricks[who] for who in active)
            best = [who for who in active if tricks[who] == fewest]
            for who in best:
                for other in set(active) - set(best):
                    whists = Fraction(c.allpass_whists_per_trick * factor * tricks[other], len(best))
                    self.whists[who][other] += whists
        else:
            struck = min(tricks[who] for who in range(self.n)) if c.allpass_amnesty else 0
            for who in range(self.n):
                self.hill[who] += max(0, tricks[who] - struck) * price
        none = [who for who in range(self.n) if who in active and not tricks[who]]
        if sitter is not None and c.allpass_dealer_zero_bonus and not tricks[sitter]:
            none.append(sitter)
        for who in none:
            if c.allpass_zero_bonus == "hill_2_or_pool_1" and self.hill[who] > 0:
                self.hill[who] -= 2 * price
            elif c.allpass_zero_bonus != "none":
                self.into_pool(who, 1 if c.allpass_zero_bonus == 1 else price)
        if c.bombs and blind:
            earn = set(range(self.n)) if self.compulsory else {*blind, *([] if sitter is None else [sitter])}
            for who in earn:
                self.bombs[who].append(factor)
        self.row += not self.again
        self.again = False
        self.compulsory = max(0, self.compulsory - 1)
        if c.allpass_dealer == "sliding":
            self.dealer = (self.dealer + 1) % self.n

    def misere(self, declarer: int, taken: int, factor: int, *, shared: bool) -> bool:
        partners = [declarer, self.dealer] if shared else [declarer]
        for who in partners:
            if taken:
                self.hill[who] += Fraction(10 * self.c.unit * factor * taken, len(partners))
            else:
                self.into_pool(who, Fraction(10 * factor, len(partners)))
        return not taken

    def contract(
        self, line: Outcome, declarer: int, words: Mapping[int, str], tricks: dict[int, int], factor: int
    ) -> bool:
        c = self.c
        assert line.contract is not None
        size = line.contract.size
        price = PRICE[size] * c.unit * factor
        active, sitter, _ = self.places()
        round_the_table = [(declarer + step) % self.n for step in range(1, self.n)]
        defenders = [who for who in round_the_table if who in active]
        whisters = [who for who in defenders if words.get(who) == "whist"]
        if sitter is not None and words.get(sitter) == "whist":
            whisters.append(sitter)
        closed = [who for who in range(self.n) if self.pool[who] >= c.pool_target]
        made = not line.surrender
        if line.surrender and c.contract_surrender == "without_three":
            self.hill[declarer] += 3 * price
        elif line.surrender:  # all ten tricks are the others'
            self.hill[declarer] += size * price
            waiting = [who for who in defenders if who not in words]
            if not (waiting or whisters) and sitter is not None and sitter not in words and c.whist_dealer_may_return:
                waiting = [sitter]
            owners = whisters or waiting or [who for who in defenders if words[who] == "pass"][:1]
            if size == 10 and c.contract_ten_is == "checked":
                owners = []
            all_tricks = {who: Fraction(10, len(owners)) for who in owners} | {declarer: Fraction(0)}
            self.trick_whists(declarer, defenders, owners, words, all_tricks, price, set_=True)
            self.consoles(declarer, size * price, owners)
        elif line.tricks is None:
            self.into_pool(declarer, PRICE[size] * factor)
            for who in defenders:
                if words.get(who) == "half_whist":
                    self.whists[who][declarer] += Fraction(DUTY[size], 2) * price
        else:
            short = size - tricks[declarer]
            made = short <= 0
            if made:
                self.into_pool(declarer, PRICE[size] * factor)
            else:
                self.hill[declarer] += short * price
            defence = 10 - tricks[declarer]
            self.trick_whists(declarer, defenders, whisters, words, tricks, price, set_=not made)
            for who, missing in self.debts(size, whisters, tricks, defence).items():
                full = c.whist_responsibility == "full"
                full = full or (c.whist_responsibility == "half_then_full" and who in closed)
                if who != sitter or c.whist_dealer_responsible:
                    self.hill[who] += missing * price * (1 if full else HALF)
            if not made:
                self.consoles(declarer, short * price, whisters)
        self.talon(line, declarer, price)
        return made

    def trick_whists(
        self,
        declarer: int,
        defenders: list[int],
        whisters: list[int],
        words: Mapping[int, str],
        tricks: Mapping[int, int | Fraction],
        price: int,
        *,
        set_: bool,
    ) -> None:
        if len(whisters) == 2:
            for who in whisters:
                self.whists[who][declarer] += tricks[who] * price
        elif whisters:
            (one,) = whisters
            writers = [one]
            if set_ and self.c.whist_style == "gentleman" and one in defenders:
                writers += [who for who in defenders if who != one and words.get(who, "pass") == "pass"]
            for who in writers:
                self.whists[who][declarer] += Fraction((10 - tricks[declarer]) * price, len(writers))

    def debts(self, size: int, whisters: list[int], tricks: dict[int, int], defence: int) -> dict[int, int]:
        missing = DUTY[size] - defence
        if missing <= 0 or not whisters:
            return {}
        if len(whisters) == 1:
            return {whisters[0]: missing}
        if size >= 8:
            return dict.fromkeys(whisters if self.c.whist_shared_8_9_10 == "both" else whisters[1:], missing)
        own = {who: DUTY[size] // 2 - tricks[who] for who in whisters}
        most = missing if self.c.whist_shared_deficit == "capped" else DUTY[size]
        return {who: min(n, most) for who, n in own.items() if n > 0}

    def consoles(self, declarer: int, points: int, whisters: list[int]) -> None:
        c = self.c
        _, sitter, waiting = self.places()
        alone = sitter is not None and sitter in whisters and c.whist_dealer_whist_takes_all != "off"
        for who in range(self.n):
            if who == declarer or (who == waiting and not c.consolation_for_waiting):
                continue
            if c.whist_consolation == "none" or (c.whist_consolation == "whisters_only" and who not in whisters):
                continue
            if alone and c.whist_dealer_whist_takes_all == "own" and who != sitter:
                continue
            self.whists[sitter if alone and sitter is not None else who][declarer] += points

    def talon(self, line: Outcome, declarer: int, price: int) -> None:
        if not self.c.talon_bonus or line.talon is None:
            return
        first, second = (card.text for card in line.talon)
        ranks = {first[1], second[1]}
        worth = 1 if "A" in ranks else 0
        if ranks == {"A"}:
            worth = 3
        elif first[0] == second[0]:
            worth = 2 if ranks == {"A", "K"} else 1 if ranks == {"K", "Q"} else worth
        _, sitter, _ = self.places()
        if sitter is None and self.c.talon_bonus_at_three == "halves":
            for who in range(self.n):
                if who != declarer:
                    self.whists[who][declarer] += Fraction(worth * price, 2)
        elif self.dealer != declarer:
            self.whists[self.dealer][declarer] += worth * price

    def count(self) -> list[Fraction]:
        """Each hill is what its owner loses to every other; then whists against whists."""
        c = self.c
        share = Fraction(10) if self.whole_hill() else Fraction(10, self.n)
        point = Fraction(c.pool_point_whists, 20 if self.whole_hill() else 10)
        won = [Fraction(0)] * self.n
        for who in range(self.n):
            for other in range(self.n):
                if other != who:
                    on_him = self.whists[other][who]
                    on_him += (self.hill[who] + (c.pool_target - self.pool[who]) * point) * share
                    won[other] += on_him
                    won[who] -= on_him
        return won

    def finished(self) -> bool:
        if self.c.pool_mode == "common":
            return sum(self.pool) >= self.n * self.c.pool_target
        return min(self.pool) >= self.c.pool_target


def agreed(chance: random.Random, players: int) -> Conventions:
    """A preset with a quarter of its numbers changed."""
    while True:
        changes = {name: chance.choice(values) for name, values in OPTIONS.items() if chance.random() < 0.25}
        changes["pool_target"] = chance.choice([4, 7, 10, 20, 50])
        if changes.get("allpass.progression") == "list":
            changes["allpass.prices"] = [chance.randrange(1, 5) for _ in range(chance.randrange(1, 4))]
        try:
            return agree(
                chance.choice([one for one in PRESETS if one != "club" or players in {3, 4}]), changes, players
            )
        except ValueError:
            continue  # these contradict each other


def falls(chance: random.Random, names: list[str], tricks: int = 10) -> dict[str, int]:
    """Tricks, often all to one; who has none is sometimes not named."""
    owners = [chance.choice(names)] * tricks if chance.random() < 0.3 else chance.choices(names, k=tricks)
    fell = {name: owners.count(name) for name in names}
    return fell if chance.random() < 0.7 else {name: n for name, n in fell.items() if n}


def line(chance: random.Random, pencil: Pencil, pulka: Pulka) -> Outcome:
    """Any facts that can stand together."""
    c, names = pencil.c, pulka.names
    active, sitter, _ = pencil.places()
    dealer = names[pencil.dealer]
    kind = "allpass" if pencil.compulsory else chance.choice(["tricks"] * 5 + ["misere"] + ["allpass"] * 2)
    if kind == "allpass":
        blind = tuple(names[who] for who in active if c.blind_pass and chance.random() < 0.4)
        owns = sitter is not None and c.allpass_talon == "opened" and c.allpass_dealer_owns_talon_tricks
        dealers = chance.randrange(3) if owns else 0
        tricks = falls(chance, [names[who] for who in active], 10 - dealers) | ({dealer: dealers} if owns else {})
        return Outcome(dealer, "allpass", tricks=tricks, blind=() if pencil.compulsory else blind)
    declarer = chance.choice(active)
    step = pulka.players
    defenders = [names[who] for who in sorted(set(active) - {declarer}, key=lambda who: (who - declarer) % step)]
    refused = c.talon_refusal_fine > 0 and chance.random() < 0.2
    if kind == "misere" and pencil.least() < 9:  # where a nine is the least, it is too low
        taken = chance.choice([0, 0, 1, 2, 9, 10])
        tricks = {names[declarer]: taken, defenders[0]: 10 - taken}
        shared = sitter is not None and c.misere_half_share and not refused and chance.random() < 0.3
        return Outcome(dealer, "misere", names[declarer], tricks=tricks, shared=shared, refused=refused)
    contract = chance.choice([one for one in CONTRACTS if one.size >= pencil.least()])
    ways = ["whist whist", "whist pass", "pass whist", "pass pass"]
    if contract.size < 8 and c.whist_half:
        ways += ["pass half_whist", "whist half_whist"]
        ways += ["half_whist pass", "half_whist whist"] if c.whist_first_hand_half else []
    words: dict[str, Any] = dict(zip(defenders, chance.choice(ways).split(), strict=False))
    if len(defenders) == 1:
        words = {defenders[0]: chance.choice(["whist", "pass"])}
    surrender = chance.random() < 0.07
    if surrender and chance.random() < 0.5:  # before all have answered
        words = {} if len(defenders) == 1 else dict([*words.items()][: chance.randrange(2)])
        words = {name: word for name, word in words.items() if word != "half_whist"}
    whisted = "whist" in words.values()
    if sitter is not None and len(words) == 2 and not whisted and c.whist_dealer_may_return and chance.random() < 0.5:
        words[dealer] = "whist"
        whisted = True
    if surrender and not whisted and len(words) == len(defenders):
        surrender = False  # there is nothing to give up
    checked = contract.size == 10 and c.contract_ten_is == "checked"
    if checked:
        words = {}
    elif chance.random() < 0.3 and not (surrender and not whisted):  # who is not named has passed
        words = {name: word for name, word in words.items() if word != "pass"}
    played = not surrender and (whisted or checked)
    cards = [parse_card(text) for text in chance.choice(TALONS).split()]
    if chance.random() < 0.5:
        cards = chance.sample(PREFERANS.cards, 2)
    return Outcome(
        dealer,
        "tricks",
        names[declarer],
        contract,
        falls(chance, [names[declarer], *defenders]) if played else None,
        words,
        surrender=surrender,
        talon=(cards[0], cards[1]),
        refused=refused,
    )


@pytest.mark.rule(
    "P-4.1.1", "P-4.2.1", "P-4.2.3", "P-4.2.3.1", "P-4.2.3.2", "P-4.2.3.3", "P-4.2.14", "P-3.4.10", "P-3.4.11",
    "P-3.5.4", "P-3.6.9", "P-3.7.2.1", "P-3.7.2.2", "P-3.7.3", "P-3.7.4", "P-3.7.7", "P-3.7.8", "P-3.7.9", "P-3.7.10",
    "P-3.8.1.1", "P-3.8.1.2", "P-3.8.1.3", "P-3.8.6", "P-3.8.7", "P-3.8.11", "P-3.8.12", "P-3.8.13", "P-3.8.14",
    "PC-4.5.2", "PC-4.5.7", "PC-4.5.8", "PC-4.6.10", "PC-4.6.18",
)  # fmt: skip
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_sheet_kept_by_hand_is_the_same(players: int, share: Callable[[int], int]) -> None:
    written: set[str] = set()
    for seed in range(share(1000)):
        chance = random.Random(f"{players} {seed}")
        conventions = agreed(chance, players)
        pulka = start(conventions, players, chance.randrange(players))
        pencil = Pencil(conventions, players, pulka.dealer)
        for _ in range(chance.randrange(1, 25)):
            if pulka.finished:
                break
            assert (pulka.dealer, pulka.next_deal().price) == (pencil.dealer, pencil.price())
            facts = line(chance, pencil, pulka)
            pulka = pulka.record(facts)
            pencil.writes(facts, pulka.names)
            sheet = pulka.sheet
            assert (seed, facts, list(sheet.pool)) == (seed, facts, pencil.pool)
            assert (seed, facts, list(sheet.hill)) == (seed, facts, pencil.hill)
            assert (seed, facts, [list(row) for row in sheet.whists]) == (seed, facts, pencil.whists)
            assert [list(held) for held in pulka.bombs or ((),) * players] == pencil.bombs
            assert list(pulka.settlement.result) == pencil.count()
            assert pulka.finished == pencil.finished()
        written |= {entry.why for entry in pulka.sheet.entries}
    assert written >= {"made", "help", "undertricks", "trick_whists", "whist_undertricks", "consolation", "zero_tricks"}
