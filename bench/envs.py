"""Environments: steps a second on one core, single (`kozyr.envs.env`) and batched in the core, beside OpenSpiel's bridge.

    python -m bench.envs [--rows 1024] [--seconds 2] [--rounds 3]

A step is a random legal action, chosen from the mask, with dealing, the mask, the sheet and the next deal. OpenSpiel's
bridge (cards played out) has no batch: its states are stepped one by one from Python, with `legal_actions()`; its deals
count card by card. Time is the processor's, and the best of several rounds is told.
"""

import argparse
import random
import sys
import time

from bench.engine import Round, best, open_spiel
from bench.machine import machine
from kozyr.envs import batch, env

GAMES = ("bridge", "preferans", "deberts")
GOALS = {False: 5_000_000, True: 1_000_000}


def batched(game: str, rows: int, *, observe: bool) -> Round:
    """A batch whose arrays are used again."""
    table = batch(game, rows, observe=observe, copy=False)

    def run(seconds: float) -> tuple[int, float]:
        steps = 0
        table.reset(seed=1)
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            for _ in range(20):
                table.step(table.sample())
                steps += rows
        return steps, spent

    return run


def single(game: str) -> Round:
    """The environment of PettingZoo, whose steps bring an observation of the one to act."""
    table = env(game)
    chance = random.Random(game)

    def run(seconds: float) -> tuple[int, float]:
        steps = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            table.reset(seed=1 if not steps else None)
            for _ in table.agent_iter():
                seen, _, ended, cut, _ = table.last()
                assert seen is not None
                legal = seen["action_mask"].nonzero()[0]
                table.step(None if ended or cut else legal[int(chance.random() * len(legal))])
                steps += not (ended or cut)
        return steps, spent

    return run


def open_spiel_seen() -> Round | None:
    """The peer with an observation tensor and a mask at each step."""
    if open_spiel() is None:
        return None
    import pyspiel  # noqa: PLC0415 - only `make bench` installs it

    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    chance = random.Random("bridge")

    def run(seconds: float) -> tuple[int, float]:
        steps = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                if not state.is_chance_node():
                    state.observation_tensor()
                state.apply_action(legal[int(chance.random() * len(legal))])
                steps += 1
        return steps, spent

    return run


def main(argv: list[str] | None = None) -> int:
    """Measure and print; status 1 where a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.envs", description="Steps of environments a second.")
    parser.add_argument("--rows", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2.0, help="of one round")
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args(argv)
    print(f"Steps a second, one core, {wanted.rows} rows ({machine()})")
    missed = 0
    for observe, goal in GOALS.items():
        for game in GAMES:
            rate = best(batched(game, wanted.rows, observe=observe), wanted.seconds, wanted.rounds)
            missed += rate < goal
            words = "with observations" if observe else "without"
            print(f"  batched, {game}, {words:18}{rate:14,.0f}   {rate / goal:.2f} of the goal {goal:,}")
    for game in GAMES:
        print(f"  single, {game}, with observations{best(single(game), wanted.seconds, wanted.rounds):14,.0f}")
    for words, peer in (("without", open_spiel()), ("with observations", open_spiel_seen())):
        if peer is None:
            print("  no peer: pip install open_spiel (`make bench` does)")
            break
        print(f"  OpenSpiel's bridge, {words:18}{best(peer, wanted.seconds, wanted.rounds):14,.0f}")
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
