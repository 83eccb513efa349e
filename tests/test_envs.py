"""The PettingZoo environments: PettingZoo's own tests, and what every agent may do, see and win (docs/envs.md)."""

import contextlib
import copy
import io
import pickle
import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import OrderEnforcingWrapper, TerminateIllegalWrapper

from kozyr import bots
from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import Layout
from kozyr.envs import Table, env
from kozyr.games import AnyState, Deal, Entry, Progress, bridge, deberts, game, part, preferans
from tests.longer import longer, thinned
from tests.test_contract import FEW, SETTINGS, Setting, exchanged, swaps
from tests.witness import Witness, found, of as witness_of

PAGE = Path(__file__).parents[1] / "docs" / "envs.md"
# PettingZoo expects a bare array, and knows by name those of its own environments that come with a mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
ENVIRONMENTS = [
    *(one for one in FEW if part("envs", one.game)),
    *longer(*(one for one in SETTINGS if part("envs", one.game) and one not in FEW)),
]
at_every_table = pytest.mark.parametrize("setting", ENVIRONMENTS, ids=str)
TABLES: list[dict[str, Any]] = [
    {"game": "preferans"},
    {"game": "preferans", "preset": "leningrad", "players": 4, "deals": 3},
    {"game": "preferans", "preset": "rostov", "players": 5, "deals": 2},
    {"game": "preferans", "preset": "sochi+gusarik", "players": 2},
    {"game": "preferans", "preset": "classic", "changes": {"allpass.forced_rounds": 1}, "deals": 4},
    {"game": "bridge"},
    {"game": "bridge", "preset": "teams", "deals": 4, "unit": "imps"},
    {"game": "bridge", "preset": "chicago-russian", "deals": None, "unit": "imps"},
    {"game": "bridge", "preset": "rubber", "players": 2, "deals": 3},
    {"game": "bridge", "preset": "rubber-variants", "players": 3, "deals": 3},
    {"game": "deberts"},
    {"game": "deberts", "preset": "moscow-alternatives", "deals": None, "unit": "parties"},
    {"game": "deberts", "changes": {"table.irregularities": "rule", "hundred": "on"}, "deals": 5, "max_steps": 150},
]
at_some_tables = pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table.values())))


def table_of(setting: Setting, **more: Any) -> Table:
    return env(setting.game, preset=setting.preset, players=setting.players, changes=dict(setting.changes), **more)


def allowed(table: Table, agent: str) -> list[int]:
    return [int(n) for n in np.flatnonzero(table.observe(agent)["action_mask"])]


def state_of(table: Table) -> AnyState:
    assert table.running is not None
    return table.running


def run(table: Table, chance: random.Random) -> dict[str, float]:
    """An episode of random actions; what each agent has got in all."""
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        _, reward, ended, cut, _ = table.last(observe=False)
        got[agent] += reward
        table.step(None if ended or cut else chance.choice(allowed(table, agent)))
    return got


# ------------------------------------------------------------------ PettingZoo's own


@at_some_tables
def test_pettingzoo_finds_nothing_wrong(table: dict[str, Any]) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        api_test(env(**table, render_mode="ansi"), num_cycles=150)
    assert "Passed API test" in said.getvalue()


@at_some_tables
def test_a_seed_tells_the_whole_story(table: dict[str, Any]) -> None:
    seed_test(lambda: env(**table), num_cycles=60)


# ------------------------------------------------------------------ copies

WAYS: dict[str, Callable[[Table], Table]] = {
    "clone": lambda table: table.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),  # noqa: S301 - our own bytes
}


def gone_on(table: Table, seed: int, steps: int) -> list[object]:
    """What a table tells while it is played by chance that follows from the seed."""
    chance, told = random.Random(seed), list[object]()
    for agent in table.agent_iter(steps):
        seen, reward, over, cut, _ = table.last()
        assert seen is not None
        action = None if over or cut else chance.choice(allowed(table, agent))
        told.append((agent, reward, seen["observation"].tobytes(), action, table.render()))
        table.step(action)
    return told


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("table", thinned(TABLES, 4), ids=lambda table: "-".join(map(str, table.values())))
def test_a_copy_goes_on_by_itself(table: dict[str, Any], way: str) -> None:
    """Before the first deal, and at any moment of an episode: the copy does as the original does, which stays as it was."""
    first = env(**table, render_mode="ansi")
    assert WAYS[way](first).possible_agents == first.possible_agents
    first.reset(seed=3)
    for moment in range(6):
        before = first.render(), dict(first.rewards), first.agent_selection
        other, third = WAYS[way](first), WAYS[way](first)
        told = gone_on(other, moment, 17)
        assert (first.render(), first.rewards, first.agent_selection) == before
        assert gone_on(third, moment, 17) == told
        assert gone_on(first, moment, 17) == told
        if not first.agents:
            first.reset()


def test_the_spaces_of_a_copy_draw_the_same_and_apart() -> None:
    first = env("deberts")
    first.reset(seed=1)
    first.action_space("player_0").seed(7)
    other = copy.deepcopy(first)
    drawn = [other.action_space("player_0").sample() for _ in range(5)]
    assert [first.action_space("player_0").sample() for _ in range(5)] == drawn


# ------------------------------------------------------------------ actions


@at_every_table
def test_what_is_legal_is_what_the_mask_says(setting: Setting, share: Callable[[int], int]) -> None:
    """Over whole deals: each legal event has one number and comes back from it, and everything else is refused."""
    chance = random.Random(f"mask {setting}")
    table = table_of(setting, deals=None, unit="parties" if setting.game == "deberts" else "")
    table.reset(seed=1)
    for _ in range(share(500)):
        if any(table.terminations.values()):
            table.reset()
        agent = table.agent_selection
        state = state_of(table)
        mask = allowed(table, agent)
        offers = {"surrender", "honours", "close"}
        legal = {*state.legal(), *(event for event in state.offers() if event.token in offers)}
        assert len(mask) == len(legal)
        assert {table.event(action) for action in mask} == legal
        for action in mask if len(mask) < 30 else chance.sample(mask, 30):
            assert table.number(table.event(action)) == action
        for other in table.agents:
            assert other == agent or not allowed(table, other)
        wrong = chance.choice([n for n in range(len(table.actions)) if n not in set(mask)])
        with pytest.raises(ValueError, match=agent):
            table.step(wrong)
        assert table.running is state
        assert state.why_not(table.actions[wrong]) is not None
        table.step(chance.choice(mask))


@pytest.mark.parametrize("name", ["preferans", "bridge", "deberts"])
def test_actions_are_numbered_once_and_for_all(name: str) -> None:
    one, other = env(name), env(name, changes={"table.irregularities": "rule"})
    assert one.actions == other.actions
    tokens = [event.token for event in one.actions]
    assert len(set(tokens)) == len(tokens)
    assert [one.number(event) for event in one.actions] == list(range(len(tokens)))
    rules = game(name)
    assert [rules.parse(token) for token in tokens] == list(one.actions)
    # A changed number makes every trained network worthless: it is a breaking change.
    known = {
        "preferans": (630, {"S7": 0, "pass": 32, "6S": 40, "discard:C7,S7": 122, "contract:6S": 596, "surrender": 629}),
        "bridge": (91, {"C2": 39, "pass": 52, "X": 53, "1C": 55, "7NT": 89, "honours": 90}),
        "deberts": (2738, {"S7": 0, "pass": 40, "order": 41, "close": 67}),
    }
    size, some = known[name]
    assert len(tokens) == size
    assert {token: tokens.index(token) for token in some} == some


def test_what_cannot_be_says_why() -> None:
    with pytest.raises(ValueError, match="no game"):
        env("durak")
    with pytest.raises(ValueError, match="no preset"):
        env("bridge", preset="poker")
    with pytest.raises(ValueError, match="counted in points or parties, not in 'imps'"):
        env("deberts", unit="imps")
    with pytest.raises(ValueError, match="at least one deal"):
        env("deberts", deals=0)
    table = env("bridge")
    with pytest.raises(RuntimeError, match="reset"):
        table.view("player_0")
    table.reset(seed=3)
    before = table.running
    with pytest.raises(ValueError, match="bad_deal"):
        table.reset(options={"cards": "N:AKQJ.. ... ... ..."})
    assert table.running is before
    with pytest.raises(ValueError, match="no action 91"):
        table.step(91)
    with pytest.raises(ValueError, match="has to act"):
        table.step(None)
    assert table.running is before


# ------------------------------------------------------------------ observations


def moments(setting: Setting, deals: int) -> Iterator[tuple[Table, Progress, list[Entry], Witness | None]]:
    """Moments of random play in the environment: with the deal's beginning, its log and its witness."""
    chance = random.Random(f"moments {setting}")
    table = table_of(setting, deals=1)
    for seed in range(deals):
        table.reset(seed=seed)
        after = Progress(table.match, state_of(table))
        start = Progress.start(table.match)
        deal = Entry(1, None, dealt(state_of(table)))
        witness = witness_of(setting.game)
        log = [deal]
        before, entry = start, deal
        while True:
            if witness is not None:
                witness.follow(entry, before, after)
            yield table, start, log, witness
            agent = table.agent_selection
            action = chance.choice(allowed(table, agent))
            entry = Entry(len(log) + 1, state_of(table).actor, table.event(action))
            before = after
            table.step(action)
            if any(table.terminations.values()):
                break
            log.append(entry)
            after = Progress(table.match, state_of(table))


def dealt(state: Any) -> Deal:
    """The deal that a state began with."""
    if isinstance(state, deberts.State):
        hands = [(seat, state.first(seat) | state.later(seat)) for seat in state.terms.seats]
        layout = Layout.of(hands, rest_of(state))
        first = (state.first(Seat.N), None, state.first(Seat.S), None)
        return Deal(str(Layout(layout.hands, layout.rest, first)))
    places = [(seat, CardSet(bits)) for seat, bits in zip(Seat, state.dealt_hands, strict=True) if bits]
    return Deal(str(Layout.of(places, getattr(state, "talon", ()))))


def rest_of(state: deberts.State) -> list[Card]:
    """Turned-up card, what nobody sees, bottom card."""
    gone = {card for seat in state.terms.seats for card in state.first(seat) | state.later(seat)}
    assert state.turned is not None
    assert state.bottom is not None
    ends = {state.turned, state.bottom}
    middle = [card for card in game("deberts").pack.cards if card not in gone and card not in ends]
    return [state.turned, *middle, state.bottom]


@pytest.mark.parametrize("setting", thinned(ENVIRONMENTS, 3), ids=str)
def test_an_observation_is_the_same_when_hidden_cards_are_exchanged(
    setting: Setting, share: Callable[[int], int]
) -> None:
    chance = random.Random(f"hidden {setting}")
    pack = set(setting.rules.pack.cards)
    looked: dict[str, set[Card]] = {}
    compared = 0
    for table, start, log, witness in moments(setting, share(20)):
        if len(log) == 1:
            looked = {agent: set() for agent in table.possible_agents}
        if witness is not None and witness.over:
            continue  # honours are told when all cards lie open
        for agent in table.possible_agents:
            view: Any = table.view(agent)
            looked[agent] |= set(found(view))
            seen = witness.seen[view.seat] if witness is not None else looked[agent]
            mine = table.observe(agent)
            assert not shows(table, mine) - seen
            if chance.random() > 0.2:
                continue
            for swap in islice(swaps(log, pack - seen, chance), 2):
                now = start
                for entry in (exchanged(entry, setting.rules, swap) for entry in log):
                    if now.state is None or now.why_not(entry.event, entry.seat) is not None:
                        break
                    now = now.apply(entry.event, entry.seat)
                else:
                    if now.state is None or now.state.actor is None:
                        continue
                    twin = copy.copy(table)
                    twin.running = now.state
                    other = twin.observe(agent)
                    assert all(np.array_equal(mine[part], other[part]) for part in mine), (agent, swap)
                    compared += 1
    assert compared > 2


def shows(table: Table, observation: dict[str, Any]) -> set[Card]:
    """The cards of which an observation has anything."""
    pack = game(table.metadata["name"].split("_")[1]).pack.cards
    parts = table.layout.parts(observation["observation"])
    of_cards = [part.reshape(-1, len(pack)) for part in parts.values() if part.shape[-1] == len(pack)]
    return {pack[n] for rows in of_cards for n in np.flatnonzero(rows.any(axis=0))}


def test_an_observation_has_every_card_in_its_place() -> None:
    table = env("bridge")
    cards = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    table.reset(seed=1, options={"cards": cards})
    for place, suit in enumerate("SHDC"):
        parts = table.layout.parts(table.observe(f"player_{place}")["observation"])
        assert [card.suit.value for n, card in enumerate(bridge.GAME.pack.cards) if parts["hands"][0, n]] == [suit] * 13
        assert not parts["hands"][1:].any()
        assert parts["counts"].tolist() == [1.0] * 4
    spades = "N:QJ98.AQ.9.KQ9 K7.JT9.QJ.AJT AT.K87.A87.87 + DK DT"
    table = env("preferans")
    table.reset(seed=1, options={"cards": spades, "dealer": 2})
    assert table.agent_selection == "player_0"
    table.step(table.number(preferans.parse("6S")))
    table.step(table.number(preferans.parse("pass")))
    parts = table.layout.parts(table.observe("player_2")["observation"])
    # From where the third player sits the first hand is next to his left, and the second is opposite his own two.
    assert [seat.value for seat in state_of(table).terms.holders] == ["N", "E", "S"]
    assert parts["dealer"].tolist() == [1, 0, 0, 0]
    assert np.flatnonzero(parts["calls"].any(axis=1)).tolist() == [2, 3]  # N is two places to the left of S, E three
    assert not parts["talon"].any()
    table.step(table.number(preferans.parse("pass")))
    parts = table.layout.parts(table.observe("player_2")["observation"])
    assert parts["talon"].sum() == 2
    assert parts["counts"].tolist() == pytest.approx([10 / 12, 0, 1, 10 / 12])


@at_some_tables
def test_the_state_has_the_vector_of_every_player(table: dict[str, Any]) -> None:
    """Its slices are the observations by place, at every moment, and it lies in its space."""
    one = env(**table)
    one.reset(seed=4)
    chance = random.Random(4)
    for agent in one.agent_iter(120):
        told = one.state()
        assert one.state_space.contains(told)
        assert len(told) == len(one.possible_agents) * one.layout.size
        for place, other in enumerate(one.possible_agents):
            part = told[place * one.layout.size : (place + 1) * one.layout.size]
            assert np.array_equal(part, one.observe(other)["observation"])
        over = one.terminations[agent] or one.truncations[agent]
        one.step(None if over else chance.choice(allowed(one, agent)))


# ------------------------------------------------------------------ rewards


@at_every_table
def test_rewards_come_with_the_end_of_a_deal_and_sum_to_nought(setting: Setting, share: Callable[[int], int]) -> None:
    chance = random.Random(f"rewards {setting}")
    table = table_of(setting, deals=share(30), max_steps=share(1_000))
    table.reset(seed=5)
    match, paid = table.match, 0
    while not any(table.terminations.values()) and not any(table.truncations.values()):
        table.step(chance.choice(allowed(table, table.agent_selection)))
        assert sum(table.rewards.values()) == pytest.approx(0, abs=1e-9)
        if table.match is match:
            assert not any(table.rewards.values())
        else:
            paid += any(table.rewards.values())
            match = table.match
    assert paid


def test_rewards_of_a_pulka_add_up_to_its_settlement() -> None:
    table = env("preferans", preset="sochi", players=4, deals=None, changes={"pool_target": 4})
    table.reset(seed=7)
    got = run(table, random.Random(7))
    match: Any = table.match
    assert match.finished
    assert list(got.values()) == pytest.approx([float(points) for points in match.settlement.result])


@pytest.mark.parametrize(("preset", "players"), [("rubber", 2), ("rubber", 3), ("rubber", 4), ("chicago", 4)])
def test_rewards_of_a_rubber_add_up_to_its_result(preset: str, players: int) -> None:
    table = env("bridge", preset=preset, players=players, deals=None)
    table.reset(seed=11)
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        _, reward, ended, _, _ = table.last(observe=False)
        got[agent] += reward
        table.step(None if ended else table.number(bots.choose(table.view(agent), "novice")))
    match: Any = table.match
    assert len(match.sheet.results) >= 1
    assert tuple(got.values()) == match.totals


def test_a_board_is_worth_its_score_and_its_imps() -> None:
    """3NT by N, not vulnerable, made with everything: 520 points, 11 IMPs against nothing (B-DUP-9, B-TEAM-2)."""
    cards = "N:AKQJ.AKQ.AKQ.AKQ 432.432.5432.432 T98.JT9.JT9.JT98 765.8765.876.765"
    worth = {}
    for unit in ("points", "imps"):
        table = env("bridge", unit=unit, changes={"first_board": 1})
        table.reset(options={"cards": cards})
        for call in ("3NT", "pass", "pass", "pass"):
            table.step(table.number(bridge.parse(call)))
        chance, got = random.Random(1), dict.fromkeys(table.possible_agents, 0.0)
        for agent in table.agent_iter():
            _, reward, ended, _, _ = table.last(observe=False)
            got[agent] += reward
            event = None if ended else bots.choose(table.view(agent), "novice", chance.randrange(9))
            table.step(None if event is None else table.number(event))
        worth[unit] = got
    points = int(worth["points"]["player_0"])
    assert points == worth["points"]["player_2"] == -worth["points"]["player_1"]
    assert points in {400, 430, 460, 490, 520}
    assert worth["imps"]["player_0"] == {400: 9, 430: 10, 460: 10, 490: 10, 520: 11}[points]


def test_who_closes_a_party_wrongly_loses_it() -> None:
    table = env("deberts", deals=None, unit="parties")
    table.reset(seed=2)
    close = table.number(deberts.parse("close"))
    got = dict.fromkeys(table.possible_agents, 0.0)
    chance, closer = random.Random(2), ""
    for agent in table.agent_iter():
        _, reward, ended, _, _ = table.last(observe=False)
        got[agent] += reward
        may = [] if ended else allowed(table, agent)
        closer = agent if close in may else closer
        table.step(None if ended else close if close in may else chance.choice(may))
    other = next(agent for agent in table.possible_agents if agent != closer)
    assert got == {closer: -1.0, other: 1.0}
    points = env("deberts", deals=None)
    points.reset(seed=2)
    for agent in islice(points.agent_iter(), 60):
        assert close not in allowed(points, agent)
        points.step(chance.choice(allowed(points, agent)))


# ------------------------------------------------------------------ episodes


def test_episodes_follow_one_another_and_a_seed_begins_them_anew() -> None:
    def story(table: Table, seed: int | None) -> list[str]:
        pictures = []
        for n in range(4):
            table.reset(seed=seed if n == 0 else None)
            pictures.append(table.render() or "")
        return pictures

    one, other = env("preferans", render_mode="ansi"), env("preferans", render_mode="ansi")
    told = story(one, 9)
    assert len(set(told)) == 4
    assert story(other, 9) == told == story(one, 9)
    assert story(one, 10) != told
    assert story(env("preferans", render_mode="ansi"), None) != story(env("preferans", render_mode="ansi"), None)


def test_an_episode_is_cut_short_and_its_deal_counts_for_nothing() -> None:
    table = env("bridge", max_steps=20)
    table.reset(seed=1)
    assert run(table, random.Random(1)) == dict.fromkeys(table.possible_agents, 0.0)
    table.reset()
    for _ in range(20):
        table.step(random.Random(3).choice(allowed(table, table.agent_selection)))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not allowed(table, table.agent_selection)


def test_the_picture_shows_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("preferans", render_mode="human")
    table.reset(seed=1, options={"cards": "N:QJ98.AQ.9.KQ9 K7.JT9.QJ.AJT AT.K87.A87.87 + DK DT", "dealer": 2})
    table.render()
    assert capsys.readouterr().out == (
        "preferans, deal 1, auction\n> N player_0  QJ98.AQ.9.KQ9\n  E player_1  K7.JT9.QJ.AJT\n  S player_2  AT.K87.A87.87\n"
    )
    table.step(table.number(preferans.parse("6S")))
    assert "calls N:6S" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["preferans", "bridge", "deberts"])
def test_bots_play_from_what_the_environment_shows(name: str) -> None:
    table = env(name)
    table.reset(seed=4)
    for agent in table.agent_iter():
        _, _, ended, _, _ = table.last()
        table.step(None if ended else table.number(bots.choose(table.view(agent), "novice", 1)))
    assert not table.agents


def test_wrappers_of_pettingzoo_work_around_it() -> None:
    inside = env("bridge")
    table = OrderEnforcingWrapper(TerminateIllegalWrapper(inside, illegal_reward=-1))
    table.reset(seed=1)
    agent = table.agent_selection
    wrong = next(n for n in range(len(inside.actions)) if n not in set(allowed(inside, agent)))
    table.step(wrong)
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1


# ------------------------------------------------------------------ the page


def test_the_examples_of_the_page_run() -> None:
    first, second = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(first.strip().splitlines()) <= 15
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(first, str(PAGE), "exec"), {})  # noqa: S102 - our own page
    assert "player_0" in said.getvalue()
    names: dict[str, Any] = {}
    exec(compile(second.replace("range(1000)", "range(40)"), str(PAGE), "exec"), names)  # noqa: S102 - our own page
    assert names["ended"].any()


def test_tricks_of_bridge_are_ours_and_theirs() -> None:
    table = env("bridge")
    table.reset(seed=1)
    for agent in table.agent_iter():
        seen, _, over, _, _ = table.last()
        assert seen is not None
        if over:
            break
        view = table.view(agent)
        assert isinstance(view, bridge.View)
        won = (view.tricks["NS"], view.tricks["EW"])[:: -1 if table.possible_agents.index(agent) % 2 else 1]
        assert np.allclose(table.layout.parts(seen["observation"])["tricks"] * 13, won)
        table.step(allowed(table, agent)[-1])


def test_the_page_has_the_layouts() -> None:
    """Each game's section has a row for every part, with its shape, and the sizes."""
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    for name in ("preferans", "bridge", "deberts"):
        (section,) = (text for text in sections if text.lower().startswith(name))
        rows = re.findall(r"^\| `(\w+)` \| ([\d × ]+) \|", section, re.MULTILINE)
        table = env(name)
        shapes = [(part, " × ".join(map(str, shape))) for part, shape in table.layout.shapes.items()]
        assert [(part, shape.strip()) for part, shape in rows] == shapes
        assert f"{len(table.actions)} actions" in section
        assert f"{table.layout.size} numbers" in section
