"""Teach a small network preferans by playing against itself, with numpy alone, and say by how much it beats chance.

pip install 'kozyr[envs]'; python train.py --minutes 10

A policy and a forecast of the result over one hidden layer; the gradient is that of REINFORCE with the forecast as its
baseline. It plays against itself and, in half of the deals, at one seat against two that choose at random; against two
such it is tried at the end.
"""

import argparse
import math
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small, and threads would wait for each other

import numpy as np
from numpy.typing import NDArray

from kozyr import envs

Numbers = NDArray[np.float32]
Legal = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]  # rows, actions, where each row begins
HIDDEN = 64
UNIT = 100.0  # whists that count as one, so that forecasts are small
ENTROPY = 0.01


class Network:
    """Weights, and what Adam remembers of them."""

    def __init__(self, seen: int, actions: int, chance: np.random.Generator) -> None:
        self.weights: dict[str, Numbers] = {
            "in": (chance.standard_normal((seen, HIDDEN)) / 6).astype(np.float32),
            "in0": np.zeros(HIDDEN, np.float32),
            "policy": np.zeros((actions, HIDDEN), np.float32),
            "policy0": np.zeros(actions, np.float32),
            "value": np.zeros(HIDDEN, np.float32),
            "value0": np.zeros((), np.float32),
        }
        self.mean = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.square = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.steps = 0

    def hidden(self, seen: Numbers) -> Numbers:
        """The hidden layer."""
        found: Numbers = np.maximum(seen @ self.weights["in"] + self.weights["in0"], 0)
        return found

    def chances(self, hidden: Numbers, legal: Legal) -> Numbers:
        """The chances of the legal actions alone, which are few of all."""
        rows, actions, starts = legal
        logits = (hidden[rows] * self.weights["policy"][actions]).sum(axis=1) + self.weights["policy0"][actions]
        found = np.exp(logits - np.maximum.reduceat(logits, starts)[rows])
        answer: Numbers = found / np.add.reduceat(found, starts)[rows]
        return answer

    def learn(self, seen: Numbers, legal: Legal, chosen: NDArray[np.int64], got: Numbers, rate: float) -> None:
        """A step towards the actions that brought more than was forecast."""
        w, many = self.weights, len(chosen)
        rows, actions, starts = legal
        hidden = self.hidden(seen)
        chances = self.chances(hidden, legal)
        forecast = hidden @ w["value"] + w["value0"]
        better = (got - forecast) / ((got - forecast).std() + 1e-6)
        logs = np.log(chances + 1e-12)
        entropy = -np.add.reduceat(chances * logs, starts)
        slope = np.zeros((many, len(w["policy"])), np.float32)  # of the loss by the logits
        slope[rows, actions] = chances * (better[rows] + ENTROPY * (logs + entropy[rows])) / many
        slope[np.arange(many), chosen] -= better / many
        error = (forecast - got) / many
        back = (slope @ w["policy"] + np.outer(error, w["value"])) * (hidden > 0)
        found = {
            "in": seen.T @ back, "in0": back.sum(axis=0), "policy": slope.T @ hidden, "policy0": slope.sum(axis=0),
            "value": hidden.T @ error, "value0": error.sum(),
        }  # fmt: skip
        self.steps += 1
        for name, gradient in found.items():
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient**2 - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.steps), self.square[name] / (1 - 0.999**self.steps)
            w[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def legal_of(mask: NDArray[np.uint8]) -> Legal:
    """The legal actions of some rows, one after another."""
    rows, actions = np.nonzero(mask)
    return rows, actions, np.searchsorted(rows, np.arange(len(mask)))


def drawn(chances: Numbers, legal: Legal, chance: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row by its chances: the largest of what is left of as many lots."""
    rows, actions, starts = legal
    lots = np.log(chances + 1e-12) - np.log(-np.log(chance.random(len(chances))))
    best = np.maximum.reduceat(lots, starts)[rows] == lots
    found: NDArray[np.int64] = actions[np.unique(np.where(best, rows, -1), return_index=True)[1][-len(starts) :]]
    return found


def vectors_of(table: envs.Batch, seen: NDArray[np.uint8]) -> Numbers:
    """Observations as the network takes them."""
    return seen.astype(np.float32) / table.scale


def lesson(table: envs.Batch, network: Network, chance: np.random.Generator, rate: float) -> None:
    """One deal in every row, and what is learned of it; in every other row two seats play at random."""
    seen, info = table.reset(seed=int(chance.integers(2**31)))
    rows = np.arange(table.num_envs)
    open_rows, mine = np.ones(table.num_envs, np.bool_), rows % table.players
    told: list[tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]] = []
    gains = np.zeros((table.num_envs, table.players), np.float32)
    while open_rows.any():
        actions = table.sample()  # of those who play at random; and rows whose deal is over go on anyhow
        here = np.flatnonzero(open_rows & ((rows % 2 == 0) | (info["seat"] == mine)))
        if len(here):
            vectors, mask = seen["observation"][here], seen["action_mask"][here]
            legal = legal_of(mask)
            chances = network.chances(network.hidden(vectors_of(table, vectors)), legal)
            actions[here] = drawn(chances, legal, chance)
            told.append((vectors, mask, actions[here], here, info["seat"][here]))
        seen, _, ended, _, info = table.step(actions)
        gains[ended & open_rows] = info["gains"][ended & open_rows]
        open_rows &= ~ended
    vectors, masks, chosen, where, seats = (np.concatenate(parts) for parts in zip(*told, strict=True))
    got = gains[where, seats] / UNIT
    order = chance.permutation(len(chosen))
    for some in np.array_split(order, max(1, len(order) // 512)):
        network.learn(vectors_of(table, vectors[some]), legal_of(masks[some]), chosen[some], got[some], rate)


def beats(table: envs.Batch, network: Network, deals: int, seed: int) -> tuple[float, float]:
    """The whists a deal of the network at one seat against chance, and half of the 95 % interval."""
    seen, info = table.reset(seed=seed)
    mine, chance = np.arange(table.num_envs) % table.players, np.random.default_rng(seed)
    won: list[float] = []
    while len(won) < deals:
        legal = legal_of(seen["action_mask"])
        chosen = drawn(network.chances(network.hidden(vectors_of(table, seen["observation"])), legal), legal, chance)
        seen, _, ended, _, info = table.step(np.where(info["seat"] == mine, chosen, table.sample()))
        won += info["gains"][ended, mine[ended]].tolist()
    return float(np.mean(won)), 1.96 * float(np.std(won)) / math.sqrt(len(won))


def main() -> None:
    """Teach, and tell."""
    parser = argparse.ArgumentParser(description="Teach a network preferans.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--rows", type=int, default=512)
    parser.add_argument("--preset", default="sochi")
    parser.add_argument("--deals", type=int, default=10_000, help="of the trial against chance")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    table = envs.batch("preferans", told.rows, preset=told.preset)
    chance = np.random.default_rng(told.seed)
    network = Network(table.layout.size, len(table.actions), chance)
    began, lessons, asked = time.monotonic(), 0, 0.0
    while (spent := time.monotonic() - began) < 60 * told.minutes:
        lesson(table, network, chance, 0.002 * (1 - 0.9 * spent / (60 * told.minutes)))
        lessons += 1
        if spent >= asked:
            mean, _ = beats(table, network, 2000, told.seed)
            print(f"{spent:4.0f} s, {lessons * told.rows:9,} deals: {mean:+.1f} whists a deal", flush=True)
            asked = spent + 30
    mean, half = beats(table, network, told.deals, told.seed + 1)
    print(
        f"against two that play at random: {mean:+.1f} whists a deal, give or take {half:.1f}, over {told.deals:,} deals"
    )


if __name__ == "__main__":
    main()
