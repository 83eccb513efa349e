"""Every part of every observation against docs/envs.md, in all games, at every table and in every phase."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from kozyr.cards import Card, Seat
from kozyr.deals import Layout
from kozyr.envs import Table, env
from kozyr.games import REGISTRY, Entry, Progress, deberts, part
from tests.longer import thinned
from tests.observed import Parts, Story, reader
from tests.test_contract import SETTINGS, Setting
from tests.test_envs import ENVIRONMENTS, allowed, dealt, state_of
from tests.witness import of as witness_of

Moment = tuple[int, Seat | None, set[Card], Parts]  # how much was said, who looks, what was seen, the vector's parts
_RARE = {"pass", "X", "XX", "honours", "nine"}  # among many bids, chance alone would hardly ever come to them


def stories(
    table: Table, game: str, chance: random.Random, steps: int, cards: str = ""
) -> Iterator[tuple[Story, list[Moment]]]:
    """Deals of random play, each with moments of it as players saw them."""
    table.reset(seed=chance.randrange(1 << 30), options={"cards": cards} if cards else None)
    while steps > 0:
        match, state = table.match, state_of(table)
        deal, before = dealt(state), Progress.start(table.match)
        witness = witness_of(game)
        assert witness is not None
        entry, after = Entry(1, None, deal), Progress(match, state)
        said: list[tuple[Seat, str]] = []
        moments: list[Moment] = []
        while True:
            witness.follow(entry, before, after)
            over = any(table.terminations.values())
            for place, agent in enumerate(table.possible_agents):
                if over or chance.random() < 0.2:
                    seat = state.terms.seat(match.names[place])
                    parts = table.layout.parts(table.observe(agent)["observation"])
                    moments.append((len(said), seat, set(witness.seen[seat]), parts))
            if over:
                break
            was = state_of(table)
            assert was.actor is not None
            mask = allowed(table, table.agent_selection)
            rare = [n for n in mask if table.actions[n].token in _RARE]
            action = chance.choice(rare if rare and chance.random() < 0.4 else mask)
            entry, before = Entry(len(said) + 2, was.actor, table.event(action)), after
            said.append((was.actor, table.event(action).token))
            steps -= 1
            table.step(action)
            after = Progress(table.match, state_of(table))
            if table.match is not match and not any(table.terminations.values()):
                break
        yield Story(state.terms, Layout.parse(deal.cards), tuple(said)), moments
        if any(table.terminations.values()):
            table.reset()


@pytest.mark.parametrize("setting", thinned(ENVIRONMENTS, 3), ids=str)
def test_every_part_is_what_the_page_says(setting: Setting, share: Callable[[int], int]) -> None:
    """Over single deals to their end, and over a match, where deals leave something behind."""
    chance = random.Random(f"observed {setting}")
    for deals in (1, None):
        agreed = {"preset": setting.preset, "players": setting.players, "changes": dict(setting.changes)}
        table = env(setting.game, deals=deals, **agreed)
        for story, moments in stories(table, setting.game, chance, share(700)):
            for moment in moments:
                held_against_the_page(setting.game, story, *moment)


@pytest.mark.parametrize("claim", ["automatic", "after_play"])
def test_honours_are_told_of_the_hand_that_has_them(claim: str) -> None:
    """Each hand has a whole suit, so whoever plays a contract in it has all five honours."""
    cards = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    told = 0
    for luck in range(16):
        table = env("bridge", preset="rubber", changes={"honours": "on", "honours_claim": claim})
        for story, moments in stories(table, "bridge", random.Random(luck), 1, cards):
            for moment in moments:
                held_against_the_page("bridge", story, *moment)
                told += int(moment[-1]["honours"].any())
    assert told


def test_points_that_hang_are_told() -> None:
    """A deal ends 52 to 52: the points of the one who ordered hang over the next."""
    table, chance = env("deberts", deals=None), random.Random(38)
    table.reset(seed=38)
    hanging: tuple[int, ...] = ()
    while not hanging:
        table.step(chance.choice(allowed(table, table.agent_selection)))
        terms: Any = state_of(table).terms
        hanging = terms.hanging
    last = table.match.history[-1]
    assert isinstance(last, deberts.Outcome)
    assert last.points == {"N": 52, "S": 52}
    for agent in table.possible_agents:
        assert table.layout.parts(table.observe(agent)["observation"])["hanging"] == pytest.approx(52 / 200)


# Chance seldom comes to these; the two tests above do.
RARE_PARTS = {"bridge": {"honours"}, "deberts": {"hanging"}}
RARE_PHASES = {"bridge": {3}}


@pytest.mark.long
@pytest.mark.parametrize("game", [name for name in REGISTRY if part("envs", name)])
def test_every_part_and_every_phase_is_met(game: str) -> None:
    """The random play above comes to all that the page describes; else it would hold nothing against anything."""
    met, phases, steps = set[str](), set[int](), set[int]()
    chance, shapes = random.Random(f"met {game}"), env(game).layout.shapes
    for setting in (one for one in SETTINGS if one.game == game):
        for deals in (1, None):
            agreed = {"preset": setting.preset, "players": setting.players, "changes": dict(setting.changes)}
            table = env(game, deals=deals, **agreed)
            for _, moments in stories(table, game, chance, 600):
                for *_, parts in moments:
                    met |= {name for name, part in parts.items() if part.any()}
                    phases.add(int(parts["phase"].argmax()))
                    steps.add(int(parts["step"].argmax()) if "step" in parts else 0)
    assert met | RARE_PARTS.get(game, set()) == set(shapes)
    assert phases | RARE_PHASES.get(game, set()) == set(range(1, shapes["phase"][0]))  # before the deal nobody looks
    assert len(steps) == shapes.get("step", (1,))[0]


def held_against_the_page(game: str, story: Story, after: int, me: Seat | None, seen: set[Card], parts: Parts) -> None:
    """Every part of one vector; what the reader leaves open is not a number."""
    empty: Parts = {name: np.zeros_like(part) for name, part in parts.items()}
    wanted = reader(game)(story, after, me, seen, empty).read()
    right = {name: np.isnan(wanted[name]) | np.isclose(part, wanted[name], atol=1e-6) for name, part in parts.items()}
    wrong = [name for name in parts if not right[name].all()]
    assert not wrong, [told(name, story, after, me, parts[name], wanted[name]) for name in wrong]


def told(name: str, story: Story, after: int, me: Seat | None, found: Any, wanted: Any) -> str:
    """Where the vector differs from the page."""
    places = np.argwhere(~np.isclose(found, wanted, atol=1e-6))
    where = " ".join(
        f"{tuple(map(int, at))}: {found[tuple(at)]:.3f}, not {wanted[tuple(at)]:.3f};" for at in places[:4]
    )
    said = " ".join(f"{seat.value}:{word}" for seat, word in story.said[:after])
    return f"{name} for {me} {where} after {said}, then {story.said[after : after + 1]}"
