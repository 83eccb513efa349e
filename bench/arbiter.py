"""The arbiter: rulings a second and proofs a second on one core.

    python -m bench.arbiter [--seconds 2] [--rounds 3]

A ruling is everything from the record to the branches: the record is replayed, the incident ruled on. A proof is the
search alone, from the state it is asked about; a claim of bridge without a plan has five cards a hand, assigned scores
three, the others the whole deal. Time is the processor's, and the best of several rounds is told.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from bench.machine import machine
from kozyr import notation
from kozyr.arbiter import AnyIncident, rule
from kozyr.arbiter.laws.bridge import plain
from kozyr.arbiter.laws.preferans import proofs
from kozyr.cards import Card, Seat
from kozyr.games import AnyState, Record, replay
from kozyr.games.bridge import State as BridgeState
from kozyr.games.preferans import Contract, Pulka, State

RECORDS = Path(__file__).parents[1] / "tests" / "data" / "records"
DEAL = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'
BRIDGE = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987" 3NT pass pass pass'


def read(text: str) -> Record:
    """A record of a text."""
    found = notation.parse(text)
    if found.record is None:
        raise ValueError(found.error)
    return found.record


def rulings() -> dict[str, list[Callable[[], object]]]:
    """The incidents of docs/arbiter.md: those that need a search, and those that need none."""
    asked: dict[str, list[Callable[[], object]]] = {"without a proof": [], "with a proof": []}
    decode = msgspec.json.Decoder[AnyIncident](AnyIncident).decode
    for path in sorted(RECORDS.glob("arbiter-*.kz")):
        record = read(path.read_text(encoding="utf-8"))
        tags = dict(record.tags)
        incident, at = decode(tags["Incident"]), int(tags["At"])
        group = "without a proof" if rule(record, at, incident).proof is None else "with a proof"
        asked[group].append(partial(rule, record, at, incident))
    return asked


def after(events: str, cards: int, head: str = '[Game "preferans"] [Preset "sochi"] [Players "3"]') -> AnyState:
    """The deal after these events and so many legal cards."""
    progress = replay(read(f"{head}\n{events}")).progress
    for _ in range(cards):
        if progress.state is None:
            break
        progress = progress.apply(progress.state.legal()[0])
    if progress.state is None:
        raise ValueError("the deal is over")
    return progress.state.plain


def questions() -> dict[str, Callable[[], object]]:
    """Each proof with a question."""
    named = after(f"{DEAL} 6S pass pass", 0)
    six = after(f"{DEAL} 6S pass pass discard:CA,DA contract:6S whist whist", 0)
    misere = after(f"{DEAL} misere pass pass discard:CA,DA", 0)
    passed = after(f"{DEAL} pass pass pass", 0)
    late = after(f"{DEAL} 6S pass pass discard:CA,DA contract:6S whist whist", 21)
    board = after(BRIDGE, 32, '[Game "bridge"] [Players "4"]')
    assert isinstance(named, State)
    assert isinstance(six, State)
    assert isinstance(misere, State)
    assert isinstance(passed, State)
    assert isinstance(late, State)
    assert isinstance(board, BridgeState)
    match = replay(read('[Game "preferans"] [Preset "sochi"] [Players "3"]\n')).match
    assert isinstance(match, Pulka)
    turn = six.turn
    assert turn is not None
    return {
        "best discard (P-3.4.6)": lambda: proofs.best_discard(named, Contract("6S")),
        "best contract (P-3.3.16.3)": lambda: proofs.best_contract(named, Seat.E, Contract("6S")),
        "revoke, tricks (P-3.9.16.2)": lambda: proofs.undecided(six, turn),
        "revoke, all-pass (P-3.9.16.2)": lambda: proofs.undecided(passed, turn),
        "wrong number, contract (P-3.9.18)": lambda: proofs.due(six),
        "wrong number, misere (P-3.9.18)": lambda: proofs.spoilt(misere, misere, Seat.E),
        "catcher's wrong number (P-3.9.18)": lambda: proofs.caught(misere, misere),
        "plan of two cards (P-3.8.5.1b)": lambda: proofs.planned(misere, (Card.SJ, Card.S7)),
        "claim, bridge (B-LAW-CLAIM-2)": lambda: plain.claimed_plainly(board, seconds=60),
        "assigned (PT-I.11.2.B.2)": lambda: proofs.assigned(match, late, ("E",)),
    }


def rate(work: list[Callable[[], object]], seconds: float, rounds: int) -> float:
    """How many are done a second in the best of so many rounds."""
    best = 0.0
    for _ in range(rounds):
        done, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds or not done:
            for one in work:
                one()
            done += len(work)
        best = max(best, done / spent)
    return best


def main(argv: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.arbiter", description="Rulings and proofs a second.")
    parser.add_argument("--seconds", type=float, default=2.0, help="of one round")
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args(argv)
    print(f"Rulings and proofs a second, one core ({machine()})")
    for group, work in rulings().items():
        print(f"  rulings {group:<28}{rate(work, wanted.seconds, wanted.rounds):10,.1f}")
    for question, one in questions().items():
        print(f"  {question:<36}{rate([one], wanted.seconds, wanted.rounds):10,.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
