"""What a view of preferans leaves open: the truth always, and never a deal in which the viewer would see something else.

A world is judged by playing the deal again with its cards: every event must be legal, and at the end the viewer must
see the very same view.
"""

import random
from collections.abc import Callable

import pytest

from kozyr.bots.preferans.likelihood import imagine
from kozyr.bots.preferans.worlds import Field, field
from kozyr.bots.sampling import World
from kozyr.cards import CardSet, Seat
from kozyr.club.table.customs import customs
from kozyr.games.preferans import State
from kozyr.games.preferans.words import Refuse
from kozyr.solver.integers import mask_of
from tests.twins import again, moments

TABLES = [("sochi", 2), ("sochi", 3), ("sochi", 4), ("rostov", 5), ("leningrad", 4), ("classic", 4), ("club", 3)]


def fits(seen: Field, world: World) -> bool:
    """Whether a world gives every card once, every known card where it is known to be, and every hand its number."""
    together = 0
    for at, bits in enumerate((*world, *seen.played)):
        if together & bits:
            return False
        together |= bits
        if at < len(seen.seats) and (bits.bit_count() != seen.counts[at] or seen.hands[at] not in {None, bits}):
            return False
    if seen.puzzle is not None:
        for at, may in zip(seen.hidden, seen.puzzle.may, strict=True):
            if world[at] & ~(may | (seen.aside if at == len(seen.seats) else 0)):
                return False
    return together == 0xFFFFFFFF


def truth(state: State, seen: Field) -> World:
    """The world as it is."""
    hands = tuple(mask_of(CardSet(state.hands[seat.position])) for seat in seen.seats)
    out = sum(seen.played)
    return (*hands, 0xFFFFFFFF & ~sum(hands) & ~out)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_every_world_looks_the_same_to_the_viewer(preset: str, players: int, share: Callable[[int], int]) -> None:
    chance = random.Random(players)
    for empty, state, log in moments(preset, players, share(60), seed=players):
        for seat in state.terms.seats:
            if chance.random() > 0.2:
                continue
            view = state.view(seat)
            seen = field(view)
            assert fits(seen, truth(state, seen))
            worlds, weights = imagine(view, seen, 2, chance)
            assert min(weights) >= 0
            for world in worlds:
                assert fits(seen, world)
                if any(isinstance(event, Refuse) for _, event in log):
                    continue  # that the talon was refused is seen, but no view tells it later
                assert again(empty, view, seen, world, log).view(seat) == view


def test_a_million_worlds(share: Callable[[int], int]) -> None:
    """All tables, all moments, all seats; a tenth of a tenth in `make test`."""
    wanted, chance, done, seed = share(share(1_000_000)), random.Random(3), 0, 0
    while done < wanted:
        seed += 1
        preset, players = TABLES[seed % len(TABLES)]
        for _, state, _ in moments(preset, players, 3, seed=seed):
            seat = chance.choice(state.terms.seats)
            view = state.view(seat)
            seen = field(view)
            worlds, _ = imagine(view, seen, 60, chance)
            assert all(fits(seen, world) for world in worlds)
            done += len(worlds)


def test_hidden_cards_do_not_change_the_worlds() -> None:
    """The same view from another deal gives the same worlds."""
    for empty, state, log in moments("sochi", 3, 6, seed=9):
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        seen = field(view)
        worlds, weights = imagine(view, seen, 3, random.Random(1))
        twin = again(empty, view, seen, worlds[0], log).view(seat)
        assert imagine(twin, field(twin), 3, random.Random(1)) == (worlds, weights)


@pytest.mark.rule("P-3.4.9")
def test_a_declarer_remembers_what_he_put_away() -> None:
    """A view after the first lead hides the discard (P-3.4.9), but the one who made it knows it."""
    for _, state, _ in moments("sochi", 3, 10, seed=4):
        if state.phase != "play" or state.declarer is None or not state.history:
            continue
        seat = state.declarer
        view = state.view(seat)
        assert view.discard is None
        assert view.put_away is not None
        assert field(view).aside == mask_of(view.put_away)
        assert all(state.view(other).put_away is None for other in Seat if other is not seat)
        told = customs("preferans").view(view, watching=False)
        assert isinstance(told, dict)
        assert told["discard"] is None
        assert "put_away" not in told  # a client that showed it would let him look
