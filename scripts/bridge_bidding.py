"""How far the bots' bidding is from par: deals are bid, their contracts played double-dummy, the IMPs to par counted.

    python -m scripts.bridge_bidding --deals 200 --seed 1 [--level novice] [--worst 20] [--tables FILE]
    python -m scripts.bridge_bidding --deals 100 --seed 3 --reachable 12
    python -m scripts.bridge_bidding --deals 1000 --seed 1 --level expert --silent

Prints the mean of IMPs between the result of the contract at best play and par, with half of its 95 % interval; what the
declaring side's contracts gave up; and the worst deals with their auctions. `--tables` keeps the solved deals for the next
run, which then takes as long as the bidding. `--reachable N` bids nothing: the side that par favours sees both its hands, draws
N layouts of the others, and takes the contract with the best mean of points (doubled where it fails by two), undisturbed;
what that is from par nobody's bidding can be expected to better by much. `--silent`: E-W pass; how many of the games and
slams that make at double dummy N-S bid, on the boards that `kozyr match bridge --bidding-only --systems NAME` counts for a system.
"""

from __future__ import annotations

import argparse
import collections
import json
import math
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from kozyr import bots
from kozyr.bots.bridge.duel import counted, deals
from kozyr.bots.bridge.ends import End, ended
from kozyr.cards import CardSet, Seat
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import Deal
from kozyr.games.bridge import Contract, Session, State, agree, duplicate_score, start
from kozyr.games.bridge.scoring import board, imps, is_vulnerable
from kozyr.games.bridge.words import Pass
from kozyr.solver import bridge as solver


def _tables(deals: int, seed: int, path: Path | None) -> dict[str, dict[str, dict[str, int]]]:
    """The deals of a seed with their double-dummy tables."""
    chance = random.Random(seed)  # noqa: S311 - deals to measure with
    layouts = [str(numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, tuple(Seat))) for _ in range(deals)]
    known = json.loads(path.read_text()) if path is not None and path.exists() else {}
    found: dict[str, dict[str, dict[str, int]]] = {text: known[text] for text in layouts if text in known}
    missing = [text for text in layouts if text not in found]
    for text, table in zip(missing, solver.tables([solver.four_hands(text) for text in missing]), strict=True):
        if isinstance(table, TimeoutError):
            raise table
        found[text] = {name: {seat.value: tricks for seat, tricks in row.items()} for name, row in table.items()}
    if path is not None:
        path.write_text(json.dumps(known | found))
    return {text: found[text] for text in layouts}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bridge_bidding", description="Bidding against par.")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="novice")
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--reachable", type=int, default=0, metavar="N")
    parser.add_argument("--silent", action="store_true")
    arguments = parser.parse_args()
    if arguments.silent:
        print(_silent(arguments.level, arguments.deals, arguments.seed))
        return
    if arguments.reachable:
        _reachable(_tables(arguments.deals, arguments.seed, arguments.tables), arguments.reachable, arguments.seed)
        return
    rows = []
    millis = []
    for number, (text, tricks) in enumerate(_tables(arguments.deals, arguments.seed, arguments.tables).items()):
        conventions = agree("teams", {"deals": 1, "first_board": number % 16 + 1, "explain": "self"}, 4)
        match = start(conventions, 4)
        assert isinstance(match, Session)
        terms = match.next_deal()
        state: State = match.begin().apply(Deal(text))
        while state.phase == "auction":
            seat = state.actor
            assert seat is not None
            begun = time.process_time()
            event = bots.choose(state.view(seat), arguments.level, number)
            millis.append(1000 * (time.process_time() - begun))
            state = state.apply(event, seat)
        table = {name: {Seat(at): n for at, n in row.items()} for name, row in tricks.items()}
        par = solver.par(table, terms.dealer, terms.vulnerability)
        points = 0
        contract = state.contract
        if contract is not None:
            declarer = state.declarer
            assert declarer is not None
            taken = table[contract.denomination.value][declarer]
            points = duplicate_score(contract, taken, vulnerable=terms.vulnerable(declarer), conventions=conventions)
            points = points if declarer.position % 2 == 0 else -points
        calls = " ".join(call.token for _, call in state.calls)
        rows.append((abs(imps(points - par.score)), points, par, terms, text, calls, _kind(contract, points, par)))
    lost = [row[0] for row in rows]
    error = 1.96 * statistics.stdev(lost) / math.sqrt(len(lost)) if len(lost) > 1 else float("nan")
    print(
        f"{len(rows)} deals, seed {arguments.seed}, {arguments.level}: {statistics.fmean(lost):.2f} ± {error:.2f} IMPs from par"
    )
    millis.sort()
    print(f"{len(millis)} calls, mean {statistics.fmean(millis):.1f} ms, p95 {millis[len(millis) * 95 // 100]:.0f} ms")
    kinds: collections.Counter[str] = collections.Counter()
    for row in rows:
        kinds[row[6]] += row[0]
    for kind, n in kinds.most_common():
        print(f"  {kind}: {n / len(rows):.2f} a deal over {sum(row[6] == kind for row in rows)} deals")
    for gone, points, par, terms, text, calls, _ in sorted(rows, key=lambda row: -row[0])[: arguments.worst]:
        print(
            f"{gone} IMPs: {points} and par {par.score} {[str(one) for one in par.contracts]}; {terms.dealer.value} {terms.vulnerability}"
        )
        print(f"  {text}\n  {calls}")


def _silent(level: str, boards: int, seed: int) -> str:
    """What a level bids as N-S while E-W pass, against what makes."""

    def bid() -> Iterator[tuple[End, solver.Table]]:
        dealt = deals(0, boards, seed)
        for (number, hands), tricks in zip(dealt, solver.tables([hands for _, hands in dealt]), strict=True):
            assert not isinstance(tricks, TimeoutError)  # there is no limit of time
            match = start(agree("teams", {"deals": 1, "first_board": (number - 1) % 16 + 1, "explain": "self"}, 4), 4)
            assert isinstance(match, Session)
            state: State = match.begin().apply(Deal("N:" + " ".join(map(str, hands))))
            calls: list[str] = []
            while state.phase == "auction":
                seat = state.actor
                assert seat is not None
                event = Pass() if seat.position % 2 else bots.choose(state.view(seat), level, number)
                state = state.apply(event, seat)
                calls.append("pass" if seat.position % 2 else state.calls[-1][1].token)
            yield ended(tuple(calls), board((number - 1) % 16 + 1)[0].position), tricks

    return f"{level}, E W pass, {boards} boards, seed {seed}: {counted(bid()).text}"


def _reachable(solved: dict[str, dict[str, dict[str, int]]], layouts: int, seed: int) -> None:
    """What is lost to par by who sees both hands of a side, and nothing else."""
    chance = random.Random(seed)  # noqa: S311 - layouts to measure with
    lost: list[int] = []
    for number, (text, tricks) in enumerate(solved.items()):
        dealer, vulnerable = board(number % 16 + 1)
        table = {name: {Seat(at): n for at, n in row.items()} for name, row in tricks.items()}
        par = solver.par(table, dealer, vulnerable)
        side = int(par.score < 0)
        declarer = tuple(Seat)[side]
        exposed = is_vulnerable(vulnerable, side)
        hands = solver.four_hands(text)
        rest = [card for at in (1 - side, 3 - side) for card in hands[at]]
        taken: dict[str, list[int]] = {name: [] for name in solver.DENOMINATIONS}
        for _ in range(layouts):
            chance.shuffle(rest)
            now = list(hands)
            now[1 - side], now[3 - side] = CardSet.of(rest[:13]), CardSet.of(rest[13:])
            n, e, s, w = now
            leader = tuple(Seat)[side + 1]
            asked = [
                solver.Board((n, e, s, w), Contract.parse(f"1{name}").trump, declarer, leader)
                for name in solver.DENOMINATIONS
            ]
            for name, value in zip(solver.DENOMINATIONS, solver.values(asked), strict=True):
                taken[name].append(value)
        best, points = 0.0, 0
        for name, tries in taken.items():
            for level in range(1, 8):
                plain, doubled = (Contract.parse(f"{level}{name}{sign}") for sign in ("", "X"))
                mean = statistics.fmean(
                    duplicate_score(doubled if n < level + 5 else plain, n, vulnerable=exposed) for n in tries
                )
                if mean > best:
                    best, points = mean, duplicate_score(plain, table[name][declarer], vulnerable=exposed)
        lost.append(abs(imps(points * (1 - 2 * side) - par.score)))
    error = 1.96 * statistics.stdev(lost) / math.sqrt(len(lost)) if len(lost) > 1 else float("nan")
    print(f"{len(lost)} deals, seed {seed}, both hands seen: {statistics.fmean(lost):.2f} ± {error:.2f} IMPs from par")


def _kind(contract: Contract | None, points: int, par: solver.Par) -> str:
    """What was wrong, roughly."""
    if points == par.score:
        return "par"
    best = par.contracts[0] if par.contracts else None
    if best is not None and best.over < 0:
        return "par is a sacrifice"
    if contract is None:
        return "passed out"
    want = "slam" if best and best.level > 5 else "game" if best and _game(best.level, best.denomination) else "part"
    have = contract.level
    got = "slam" if have > 5 else "game" if _game(have, contract.denomination.value) else "part"
    return f"{want} there, {got} bid"


def _game(level: int, name: str) -> bool:
    return level >= {"NT": 3, "S": 4, "H": 4}.get(name, 5)


if __name__ == "__main__":
    main()
