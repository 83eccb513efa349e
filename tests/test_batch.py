"""The batches of the core: whatever they deal, allow, show and pay is what the engine of the rules says (docs/envs.md)."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from kozyr.cards import Seat
from kozyr.deals import Layout, Pack, miscount
from kozyr.envs import Batch, batch, presets
from kozyr.envs.table import _Numbered
from kozyr.games import AnyMatch, AnyState, Deal, game as rules_of
from kozyr.notation.perft import Block, read
from tests.longer import thinned

SETTINGS: list[dict[str, Any]] = [
    {"game": "bridge"},
    {"game": "bridge", "preset": "teams", "unit": "imps"},
    {"game": "preferans"},
    {"game": "preferans", "preset": "leningrad"},
    {"game": "preferans", "preset": "rostov"},
    {"game": "preferans", "preset": "club"},
    {"game": "preferans", "preset": "fspr"},
    {"game": "preferans", "changes": {
        "auction.jumps": "allowed", "auction.here": "elder_hand", "contract.surrender": "without_three",
        "whist.obligatory_6s": True, "whist.consolation": "whisters_only", "talon_bonus": True,
        "allpass.prices": (4, 5, 6), "allpass.talon": "closed", "whist.shared_deficit": "personal",
    }},
    {"game": "deberts"},
    {"game": "deberts", "preset": "moscow-alternatives"},
    {"game": "deberts", "changes": {
        "hundred": True, "passed_out": "last_must", "bella_optional": False, "must_beat": "never",
        "exchange7_first_six": True, "hanging": "keep", "open_bottom_card": False,
    }},
    {"game": "deberts", "preset": "moscow-alternatives", "changes": {
        "hundred": True, "winner_takes_all": True, "hanging": "bait", "exchange7": "either",
    }},
]  # fmt: skip
MATCHES: list[dict[str, Any]] = [
    {"game": "preferans", "changes": {"pool_target": 6}},
    {"game": "preferans", "preset": "leningrad", "changes": {"pool_target": 3}},
    {"game": "preferans", "preset": "rostov", "changes": {"pool_target": 3, "pool_overflow": "whists"}},
    {"game": "preferans", "preset": "club", "changes": {"pool_target": 4, "auction.third_hand_silent_take": True}},
    {"game": "preferans", "preset": "fspr", "changes": {"pool_target": 3, "allpass.failed_exit": "repeat_last"}},
    {"game": "preferans", "changes": {
        "pool_target": 4, "pool_overflow": "forfeit", "help_whists": 5, "allpass.dealer": "repeat",
        "allpass.progression": "geometric", "allpass.prices": (1,), "allpass.limit": 4, "allpass.exit_requires": "made",
        "allpass.failed_exit": "reset", "allpass.zero_bonus": "hill_2_or_pool_1", "auction.jumps": "allowed",
    }},
    {"game": "deberts", "changes": {"target": 151}},
    {"game": "deberts", "preset": "moscow-alternatives", "changes": {
        "target": 201, "dealer_on_tie": "same", "closing": False,
    }, "unit": "parties"},
    {"game": "deberts", "changes": {"target": 251, "next_dealer": "alternate", "hanging": "burn"}},
]  # fmt: skip
at_every_setting = pytest.mark.parametrize(
    "setting", thinned([*SETTINGS, *({**one, "deals": None} for one in MATCHES)], 3),
    ids=lambda one: "-".join(map(str, one.values()))[:60],
)  # fmt: skip


_PASS = {"preferans": 32, "deberts": 40}


class Twin(NamedTuple):
    """A row as the engine of the rules plays it."""

    match: AnyMatch
    state: AnyState

    @classmethod
    def of(cls, table: Batch, setting: dict[str, Any], row: int) -> "Twin":
        numbered, (_, dealer, board) = _Numbered.of(setting["game"]), table.dealt(row)
        rules, usual = numbered.rules, numbered.coding.usual
        preset = setting.get("preset", usual[0])
        changes = {**numbered.coding.options(preset, setting.get("deals", 1), board), **setting.get("changes", {})}
        return cls.dealt(rules.start(rules.agree(preset, changes, usual[1]), usual[1], dealer), table, row, rules.pack)

    @classmethod
    def dealt(cls, match: AnyMatch, table: Batch, row: int, pack: Pack) -> "Twin":
        """The next deal of a match, with the cards of the row."""
        cards, dealer, _ = table.dealt(row)
        layout = Layout.parse(cards)
        seats = [seat for seat in Seat if layout.hand(seat) is not None]
        assert miscount(pack, layout, match.next_deal().holders) == ""
        assert len(seats) == table.players
        assert match.next_deal().dealer is seats[dealer]
        return cls(match, match.begin().apply(Deal(cards)))


def seen_by_the_engine(table: Batch, numbered: _Numbered, state: AnyState) -> Any:
    vector = np.zeros(table.layout.size, np.float32)
    numbered.coding.fill(state.view(state.actor), table.layout.parts(vector))
    return vector


def told(table: Batch, observation: Any, wanted: Any) -> str:
    """The parts in which two observations differ."""
    one, other = table.layout.parts(observation / table.scale), table.layout.parts(wanted)
    return ", ".join(
        f"{name}: {one[name]} {other[name]}"
        for name in one
        if not np.allclose(one[name], other[name], atol=0.5 / 255 + 1e-6 if name == "score" else 1e-8)
    )


@at_every_setting
def test_every_row_is_played_by_the_rules(setting: dict[str, Any], share: Callable[[int], int]) -> None:
    """Random walks: the player to act, the mask, the observation and the rewards are those of the engine, step by step."""
    whole = "deals" in setting
    rows, deals = 6, share(2000 if whole else 60)
    chance = random.Random(7)
    numbered = _Numbered.of(setting["game"])
    table = batch(setting["game"], rows, **{name: told for name, told in setting.items() if name != "game"})
    seen, info = table.reset(seed=7)
    twins = [Twin.of(table, setting, row) for row in range(rows)]
    seats = [seat for seat in Seat if Layout.parse(table.dealt(0)[0]).hand(seat) is not None]
    over, matches, fresh = 0, 0, set(range(rows))
    while over < deals or (whole and not matches):
        actions = table.sample()
        for row in range(rows if whole else 0):  # who passes more often comes to all-passes in a row, and to ties
            if seen["action_mask"][row][_PASS[setting["game"]]] and chance.random() < 0.4:
                actions[row] = _PASS[setting["game"]]
        for row, twin in enumerate(twins):
            actor = twin.state.actor
            assert actor is seats[info["seat"][row]]
            if whole and row not in fresh and chance.random() < 0.95:  # single deals have shown the rest
                twins[row] = Twin(twin.match, twin.state.apply(table.actions[actions[row]], actor))
                continue
            choices = numbered.choices(twin.state, table.unit)
            assert sorted(choices) == np.flatnonzero(seen["action_mask"][row]).tolist()
            wanted = seen_by_the_engine(table, numbered, twin.state)
            assert not told(table, seen["observation"][row], wanted)
            twins[row] = Twin(twin.match, twin.state.apply(choices[int(actions[row])], actor))
        before, fresh = info["seat"], set[int]()
        seen, rewards, ended, cut, info = table.step(actions)
        assert not cut.any()
        for row, twin in enumerate(twins):
            if twin.state.outcome is None:
                assert not ended[row]
                assert rewards[row] == 0
                assert not info["gains"][row].any()
                continue
            over += 1
            fresh.add(row)
            after = twin.match.record(twin.state.outcome)
            assert ended[row] == (not whole or after.finished)
            matches += int(ended[row])
            gains = numbered.coding.units[table.unit].gains(twin.match, after)
            assert np.allclose(info["gains"][row], gains, atol=1e-3), twin.state.outcome
            assert rewards[row] == info["gains"][row][before[row]]
            twins[row] = (
                Twin.of(table, setting, row) if ended[row] else Twin.dealt(after, table, row, numbered.rules.pack)
            )


# ------------------------------------------------------------------ perft

PERFT = Path(__file__).parent / "data" / "perft"


def counts(table: Batch, root: int, depth: int, within: slice = slice(None)) -> list[int]:
    """How many sequences of 1, 2, ... actions follow from a row; each level is one step of the batch. within: which are counted."""
    seen, _ = table.take(np.full(table.num_envs, root))
    other, found = np.ones(len(table.actions), np.bool_), list[int]()
    other[within] = False
    legal = seen["action_mask"][:1].copy()
    while True:
        legal[:, other] = 0
        found.append(int(legal.sum()))
        if len(found) == depth:
            return found
        parents, actions = np.nonzero(legal)
        many = len(parents)
        assert many <= table.num_envs
        rows, padding = np.zeros(table.num_envs, np.int64), np.zeros(table.num_envs, np.int64)
        rows[:many] = parents
        seen, _ = table.take(rows)
        padding[:many], padding[many:] = actions, seen["action_mask"].argmax(axis=1)[many:]
        seen = table.step(padding)[0]
        legal = seen["action_mask"][:many].copy()


def played(table: Batch, words: str) -> None:
    """Play a row on by some words; whatever else lies beside it plays on anyhow."""
    for word in words.split():
        actions = table.sample()
        actions[0] = next(n for n, event in enumerate(table.actions) if event.token == word)
        table.step(actions)


AUCTIONS = [
    block
    for block in read((PERFT / "preferans-auction.perft").read_text())
    if block.players == 3 and block.preset in presets("preferans") and not block.options
]


@pytest.mark.parametrize("block", AUCTIONS, ids=[block.id for block in AUCTIONS])
def test_the_auctions_of_the_perft_files_come_out(block: Block) -> None:
    table = batch("preferans", 256, preset=block.preset, observe=False)
    table.reset(seed=1)
    wanted = [int(check.expected) for check in block.checks if check.name == "auction"][:3]
    assert len(wanted) == 3
    assert counts(table, 0, 3, slice(32, 95)) == wanted


@pytest.mark.parametrize(("name", "bid"), [("bridge-void-nt", "1NT"), ("bridge-void-spades", "1S")])
def test_the_cards_of_the_perft_files_come_out(name: str, bid: str) -> None:
    """The numbers that other programs of bridge agree upon."""
    (block,) = (one for one in read((PERFT / "bridge-play.perft").read_text()) if one.id == name)
    table = batch("bridge", 12_000, observe=False, copy=False)
    table.reset(seed=1)
    table.lay(0, block.deal)
    played(table, f"{bid} pass pass pass")
    wanted = {int(check.arguments[0]): int(check.expected) for check in block.checks if check.name == "perft"}
    found = counts(table, 0, max(wanted))
    assert all(found[depth - 1] == number for depth, number in wanted.items())


# ------------------------------------------------------------------ the environment


def test_what_the_core_does_not_play_is_refused_by_name() -> None:
    assert presets("bridge") == ("duplicate", "teams")
    assert presets("preferans") == ("sochi", "leningrad", "rostov", "club", "fspr")
    assert presets("deberts") == ("moscow", "moscow-alternatives")
    for game, preset in (("bridge", "rubber"), ("preferans", "classic"), ("preferans", "gusarik")):
        with pytest.raises(ValueError, match=f"no preset '{preset}'; there are: {', '.join(presets(game))}"):
            batch(game, 1, preset=preset)
    assert [presets(game, None) for game in ("bridge", "preferans", "deberts")] == [
        (), presets("preferans"), presets("deberts"),
    ]  # fmt: skip
    for game, terms, told in (
        ("bridge", {}, "no preset 'duplicate'"),
        ("preferans", {"deals": 7}, "the whole match, not 7"),
        ("preferans", {"changes": {"blind": True}}, "blind.pass"),
        ("preferans", {"changes": {"allpass.forced_rounds": 3}}, "allpass.forced_rounds"),
        ("preferans", {"changes": {"allpass.progression": "geometric", "allpass.limit": None}}, "allpass.limit"),
        ("deberts", {"changes": {"passed_out": "obligation"}}, "passed_out"),
        ("deberts", {"changes": {"target": 20_000}}, "target: 20000 .* 10000 and less"),
        ("deberts", {"unit": "parties"}, "closing"),
    ):
        with pytest.raises(ValueError, match=told):
            batch(game, 1, **{"deals": None, **terms})
    for game, changes, told in (
        ("preferans", {"blind": True}, "blind.pass"),
        ("preferans", {"pool_target": 10}, "pool_target: 10 .* 30 and more"),
        ("deberts", {"bait_fine": 100}, "bait_fine"),
        ("bridge", {"compare": "russian_target"}, "compare"),
        ("bridge", {"table.irregularities": "rule"}, "table.irregularities"),
    ):
        with pytest.raises(ValueError, match=told):
            batch(game, 1, changes=changes)
    with pytest.raises(ValueError, match="unit: parties"):
        batch("deberts", 1, unit="parties")
    with pytest.raises(ValueError, match="points or imps"):
        batch("bridge", 1, unit="whists")
    with pytest.raises(ValueError, match="at least one row"):
        batch("bridge", 0)


def test_an_illegal_action_changes_no_row() -> None:
    table = batch("bridge", 3)
    before, _ = table.reset(seed=1)
    for wrong in (0, -1, 91):
        with pytest.raises(ValueError, match=f"row 2: {wrong} .* is not legal"):
            table.step(np.array([52, 52, wrong]))
    now, _ = table.take(np.arange(3))
    assert all((now[name] == before[name]).all() for name in before)


def story(table: Batch, steps: int, seed: int) -> list[bytes]:
    table.reset(seed=seed)
    found = list[bytes]()
    for _ in range(steps):
        actions = table.sample()
        seen, rewards, ended, _, info = table.step(actions)
        found.append(b"".join(part.tobytes() for part in (actions, *seen.values(), rewards, ended, info["seat"])))
    return found


@pytest.mark.parametrize("game", ["bridge", "preferans", "deberts"])
def test_a_seed_tells_the_whole_story(game: str) -> None:
    table = batch(game, 5)
    first = story(table, 60, 3)
    assert story(table, 60, 3) == first
    assert story(batch(game, 5, copy=False), 60, 3) == first  # masks are changed in place
    assert story(table, 60, 4) != first


@pytest.mark.parametrize("game", ["bridge", "preferans", "deberts"])
def test_a_row_is_copied_and_goes_on_by_itself(game: str) -> None:
    table = batch(game, 4)
    seen, _ = table.reset(seed=1)
    while seen["action_mask"][2].sum() < 2 or not seen["observation"][2][-200:].any():
        seen = table.step(table.sample())[0]
    copies, _ = table.take(np.array([2, 2, 0, 0]))
    assert all((copies[name][0] == seen[name][2]).all() for name in seen)
    assert all((copies[name][3] == seen[name][0]).all() for name in seen)
    assert [table.dealt(row) for row in (0, 2)] == [table.dealt(row) for row in (1, 3)]
    legal = copies["action_mask"][:2]
    apart = table.sample()
    apart[0], apart[1] = np.flatnonzero(legal[0])[[0, -1]]
    now = table.step(apart)[0]
    assert (now["observation"][0] != now["observation"][1]).any()
    with pytest.raises(ValueError, match="no such row: 4"):
        table.take(np.array([0, 0, 0, 4]))


@pytest.mark.parametrize("game", ["bridge", "preferans", "deberts"])
def test_a_deal_of_ones_own_is_laid(game: str) -> None:
    table, other = batch(game, 2), batch(game, 2)
    table.reset(seed=1)
    before, _ = other.reset(seed=2)
    seen, _ = table.lay(1, *other.dealt(0))
    assert table.dealt(1) == other.dealt(0)
    assert all((seen[name][1] == before[name][0]).all() for name in seen)
    with pytest.raises(ValueError, match="deal"):
        table.lay(0, "N:AKQJ.T98..")


def test_six_cards_of_deberts_need_not_be_told_apart() -> None:
    table = batch("deberts", 1)
    cards = "N:98.K.97.9T/.J.T.K - 7.QT8..T8/A.A7.. + DQ CQ D8 CA DK CJ ST DJ SJ DA H9 SK C7 SQ"
    table.reset(seed=1)
    whole = cards.replace("98.K.97.9T/.J.T.K", "98.KJ.T97.K9T").replace("7.QT8..T8/A.A7..", "A7.AQT87..T8")
    with pytest.raises(ValueError, match="deal"):
        table.lay(0, whole)  # ten cards
    table.lay(0, whole.replace("K9T", "K9"))
    assert table.dealt(0)[0].startswith("N:98.KJ.T9./..7.K9 - A7.AQT8../.7..T8 + ")


@pytest.mark.parametrize(("game", "places"), [("bridge", 4), ("preferans", 3), ("deberts", 2)])
def test_every_card_lies_everywhere(game: str, places: int) -> None:
    """Chi-squared of where the first card of the pack lies in 2,000 deals, dealers too; 20 is hardly ever passed."""
    table = batch(game, 2_000, observe=False)
    table.reset(seed=9)
    told = [table.dealt(row) for row in range(2_000)]
    card, pack = rules_of(game).pack.cards[0], rules_of(game).pack
    lies = [[card in (hand or ()) for hand in Layout.parse(cards).hands if hand is not None] for cards, _, _ in told]
    share_of = pack.hands[0] / len(pack.cards)
    for place in range(places):
        number = sum(row[place] for row in lies)
        assert abs(number - 2_000 * share_of) < 5 * (2_000 * share_of) ** 0.5
        dealt = sum(dealer == place for _, dealer, _ in told)
        assert abs(dealt - 2_000 / places) < 5 * (2_000 / places) ** 0.5


def test_it_is_an_environment_of_gymnasium() -> None:
    for observe in (True, False):
        table = batch("preferans", 3, observe=observe)
        seen, _ = table.reset(seed=1)
        assert seen in table.observation_space
        assert table.single_action_space.contains(table.sample()[0])
        assert table.action_space.contains(table.sample())
        assert ("observation" in seen) == observe
        assert table.step(table.sample())[0] in table.observation_space
