"""Random walks through whole deals of bridge, ours and OpenSpiel's side by side, from the first card to the score.

    python -m bench.bridge [--deals 2000]

At every step both must offer the same calls or cards to the same player, and at the end give the same score. The test
tests/bridge/test_peers.py runs the same with fewer deals wherever OpenSpiel is installed.
"""

import argparse
import random
import sys
import time

from kozyr.cards import CARDS, Seat
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import Deal, Event
from kozyr.games.bridge import Contract, State, agree, duplicate_score, start
from kozyr.games.bridge.words import Bid, Double, Pass, Play, Redouble

SEATS = tuple(Seat)
PASS, FIRST_BID = 52, 55  # OpenSpiel's numbers: cards, then pass, double, redouble, then the bids
# OpenSpiel counts cards from the deuces up, clubs first in each rank.
NUMBER = {card: 4 * card.rank.position + 3 - card.suit.position for card in CARDS}


def action(event: Event) -> int:
    """An event as OpenSpiel numbers it."""
    if isinstance(event, Play):
        return NUMBER[event.card]
    if isinstance(event, Bid):
        return FIRST_BID + event.step - 1
    return PASS + (Pass, Double, Redouble).index(type(event))


def score(state: State) -> int:
    """North-South's duplicate score of a deal that is over."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.contract is None or outcome.tricks is None or outcome.declarer is None:
        return 0
    seat = Seat(outcome.declarer)
    points = duplicate_score(Contract.parse(outcome.contract), outcome.tricks, vulnerable=state.terms.vulnerable(seat))
    return points if seat.position % 2 == 0 else -points


def quiet(chance: random.Random, legal: tuple[Event, ...]) -> Event:
    """A random choice that passes often: auctions of even chances nearly all climb to seven."""
    return legal[-1] if isinstance(legal[-1], Pass) and chance.random() < 0.6 else chance.choice(legal)


def walk(deals: int, seed: int = 1) -> tuple[int, int]:
    """Play so many random deals with OpenSpiel; returns how many events were the same, and how many deals had a contract.

    Raises:
        ImportError: OpenSpiel is not installed. AssertionError: the two differ; the message says where.
    """
    import pyspiel  # noqa: PLC0415 - only `make bench` installs it

    chance = random.Random(seed)
    events = contracts = 0
    for nth in range(deals):
        # OpenSpiel's dealer is always its player 0: ours is N, with every vulnerability in turn.
        number = (1, 5, 9, 13)[nth % 4]
        match = start(agree("duplicate", {"deals": 1, "first_board": number}))
        terms = match.next_deal()
        ours = terms.vulnerable(Seat.N), terms.vulnerable(Seat.E)
        game = pyspiel.load_game(
            "bridge",
            {"use_double_dummy_result": False, "dealer_vul": ours[0], "non_dealer_vul": ours[1]},
        )
        layout = numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, SEATS)
        state, peer = match.begin().apply(Deal(str(layout))), game.new_initial_state()
        hands = [list(hand or ()) for hand in layout.hands]
        for dealt in range(52):
            peer.apply_action(NUMBER[hands[dealt % 4].pop()])
        while state.turn is not None:
            legal = state.legal()
            where = f"deal {nth}: {layout}, after {len(state.calls)} calls and {len(state.history)} tricks"
            assert state.actor is SEATS[peer.current_player()], where
            assert sorted(map(action, legal)) == peer.legal_actions(), where
            event = quiet(chance, legal) if state.phase == "auction" else chance.choice(legal)
            state = state.apply(event)
            peer.apply_action(action(event))
            events += 1
        assert peer.is_terminal(), f"deal {nth}: {layout}"
        north, east = score(state), -score(state)
        assert peer.returns() == [north, east, north, east], f"deal {nth}: {layout}, {state.outcome}"
        contracts += state.contract is not None
    return events, contracts


def main(argv: list[str] | None = None) -> int:
    """Walk and print; status 1 where the two differ."""
    parser = argparse.ArgumentParser(prog="python -m bench.bridge", description="Whole deals beside OpenSpiel.")
    parser.add_argument("--deals", type=int, default=2000)
    wanted = parser.parse_args(argv)
    began = time.process_time()
    try:
        events, contracts = walk(wanted.deals)
    except ImportError:
        print("Bridge beside OpenSpiel: not installed (`make bench` installs it)")
        return 1
    except AssertionError as error:
        print(f"Bridge beside OpenSpiel: they differ in {error}")
        return 1
    spent = time.process_time() - began
    print(
        f"Bridge beside OpenSpiel: {wanted.deals:,} random deals from the first card to the score, {contracts:,} contracts"
    )
    print(f"  {events:,} events, the same choices at each of them and the same score at the end ({spent:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
