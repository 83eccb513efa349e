"""The Python engines of preferans and bridge: random legal events a second on one core, beside OpenSpiel's bridge.

    python -m bench.engine [--seconds 2] [--rounds 5]

Both play random legal events through the checked interface, one after another in the same process: `legal()` and
`apply()` here, `legal_actions()` and `apply_action()` there (bridge with its cards played out; the rules are C++, called
from Python). Our deals come as texts made beforehand, since dealing is not the engine's; theirs deals card by card, and
each of those cards counts as an event. Time is the processor's, and the best of several rounds is told.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable

from bench.machine import machine
from kozyr.deals import BRIDGE, PREFERANS, Layout, numbered_deal
from kozyr.games import AnyMatch, Deal, Progress, Terms, bridge
from kozyr.games.preferans import agree, start

Round = Callable[[float], tuple[int, float]]
TABLES = (("sochi", 3), ("sochi", 4), ("classic", 4), ("sochi", 2))
GOAL = 100_000


def dealt(terms: Terms, chance: random.Random) -> Deal:
    """A random deal for a table."""
    layout = numbered_deal(chance.randrange(PREFERANS.deals), PREFERANS, terms.holders)
    return Deal(str(Layout(layout.hands, tuple(chance.sample(layout.rest, 2)))))


def again(match: AnyMatch, texts: list[Deal], chance: random.Random) -> Round:
    """The first deal of a match with these cards, time and again."""

    def run(seconds: float) -> tuple[int, float]:
        events = 0
        rnd = chance.random
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            for text in texts:
                state = match.begin().apply(text)
                events += 1
                while state.phase != "over":
                    legal = state.legal()
                    state = state.apply(legal[int(rnd() * len(legal))])
                    events += 1
        return events, spent

    return run


def deals_alone(preset: str, players: int) -> Round:
    """Deal after deal of a first hand's table: the state machine alone."""
    match = start(agree(preset, {"allpass.forced_rounds": 0, "bombs": "off"}, players), players)
    terms = match.next_deal()
    chance = random.Random(f"{preset} {players}")
    return again(match, [dealt(terms, chance) for _ in range(100)], chance)


def whole_pulkas(preset: str, players: int) -> Round:
    """Pulkas from the first deal to the last: dealing, the sheet and the next deal's terms included."""
    conventions = agree(preset, players=players)
    chance = random.Random(f"pulka {preset} {players}")

    def run(seconds: float) -> tuple[int, float]:
        events = 0
        rnd = chance.random
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            progress = Progress.start(start(conventions, players))
            while progress.state is not None:
                legal = progress.state.legal()
                event = legal[int(rnd() * len(legal))] if legal else dealt(progress.state.terms, chance)
                progress = progress.apply(event)
                events += 1
        return events, spent

    return run


def bridge_deals() -> Round:
    """Deal after deal of a rubber's first one: auction and play."""
    match = bridge.start(bridge.agree())
    terms = match.next_deal()
    chance = random.Random("bridge")
    numbers = [chance.randrange(BRIDGE.deals) for _ in range(100)]
    return again(match, [Deal(str(numbered_deal(number, BRIDGE, terms.holders))) for number in numbers], chance)


def open_spiel() -> Round | None:
    """The peer, if it is installed."""
    try:
        import pyspiel  # noqa: PLC0415 - only `make bench` installs it
    except ImportError:
        return None
    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    chance = random.Random("bridge")

    def run(seconds: float) -> tuple[int, float]:
        events = 0
        rnd = chance.random
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            for _ in range(20):
                state = game.new_initial_state()
                while not state.is_terminal():
                    legal = state.legal_actions()
                    state.apply_action(legal[int(rnd() * len(legal))])
                    events += 1
        return events, spent

    return run


def best(run: Round, seconds: float, rounds: int) -> float:
    """Events a second in the best of so many rounds."""
    run(seconds / 4)  # warm the caches
    return max(events / spent for events, spent in (run(seconds) for _ in range(rounds)))


def main(argv: list[str] | None = None) -> int:
    """Measure and print; status 1 where the goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description="Random legal events a second.")
    parser.add_argument("--seconds", type=float, default=2.0, help="of one round")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args(argv)
    print(f"Random legal events a second, one core ({machine()})")
    ours = []
    for preset, players in TABLES:
        rate = best(deals_alone(preset, players), wanted.seconds, wanted.rounds)
        ours.append(rate)
        print(f"  preferans, {preset}, {players} players{rate:16,.0f}")
    pulka = best(whole_pulkas("sochi", 3), wanted.seconds, wanted.rounds)
    print(f"  whole pulkas of sochi, 3 players{pulka:10,.0f}   with dealing and the sheet")
    boards = best(bridge_deals(), wanted.seconds, wanted.rounds)
    ours.append(boards)
    print(f"  bridge, 4 players{boards:25,.0f}")
    peer = open_spiel()
    if peer is None:
        print("  no peer: pip install open_spiel (`make bench` does)")
    else:
        rate = best(peer, wanted.seconds, wanted.rounds)
        print(
            f"  OpenSpiel's bridge, cards played{rate:10,.0f}   ratio {ours[0] / rate:.2f}, bridge {boards / rate:.2f}"
        )
    reached = min(ours[0], boards) >= GOAL
    print(f"  goal {GOAL:,}: {'reached' if reached else 'missed'}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
