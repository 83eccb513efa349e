"""A whole sheet kept: dealer, prices and the end follow from the engine, other games are kept likewise, nothing is lost."""

from __future__ import annotations

import random

import pytest

from kozyr.games.refusal import Refused, sentence
from kozyr.keep import Error, Line, Setup, start
from tests.keep.table import Table, mark, outcome

THREE = ("Аня", "Борис", "Вера")


def test_dealer_all_pass_price_and_bombs_follow_by_the_engine() -> None:
    table = Table(*THREE)
    said = []
    for _ in range(3):
        due = table.kept.due[0]
        said.append((due.dealer, due.price, due.lowest))
        tricks = {"Аня": 3, "Борис": 5, "Вера": 2}
        table.do("write", "Аня", deal=due.deal, outcome={"dealer": due.dealer, "kind": "allpass", "tricks": tricks})
    assert said == [("Аня", 1, 6), ("Борис", 2, 6), ("Вера", 3, 6)]
    assert table.sheet["hill"] == {"Аня": 6, "Борис": 18, "Вера": 0}  # the fewest are struck from all (P-3.7.3)
    table.as_scored()
    bombs = Table(*THREE, preset="classic")
    first = bombs.kept.due[0]
    assert first.forced
    facts = {"dealer": first.dealer, "kind": "allpass", "tricks": {"Аня": 3, "Борис": 5, "Вера": 2}}
    bombs.do("write", "Аня", deal=1, outcome=facts)
    assert bombs.kept.due[0].factors == dict.fromkeys(("Борис", "Вера", "Аня"), 2)
    bombs.game("Борис", "7C", 7)
    assert bombs.sheet["pool"]["Борис"] == 4 * 2
    bombs.as_scored()


def test_a_line_that_cannot_be_scored_says_why_and_changes_nothing() -> None:
    table = Table(*THREE)
    wrong = outcome("Аня", "Аня", "6S", 6, "Борис")
    wrong["tricks"]["Борис"] = 5
    said = table.refused("write", "Аня", deal=1, outcome=wrong)
    assert said.code == "cannot_be"
    assert "11" in sentence(said)
    assert table.refused("write", "Аня", deal=1, outcome=outcome("Вера", "Аня", "6S", 6)).params == {
        "why": "other_dealer",
        "name": "Аня",
    }
    assert table.refused("write", "Никто", deal=1, outcome=wrong).code == "nobody"
    assert table.refused("write", "Аня", deal=2, outcome=wrong).code == "not_this_deal"
    assert table.refused("enter", "Аня", deal=1, marks=[mark("whists", 4)]).code == "cannot_be"
    assert table.refused("named", "Аня", deal=2).code == "not_this_deal"


def test_two_who_write_the_same_deal_do_not_write_it_twice() -> None:
    table = Table(*THREE)
    table.game("Аня", "6S", 6)
    again = table.refused("write", "Борис", deal=1, outcome=outcome("Аня", "Аня", "6S", 6))
    assert again.code == "written"


def test_a_result_that_was_never_played_is_struck_and_its_deal_written_anew() -> None:
    table = Table(*THREE)
    entry = table.game("Аня", "6S", 6)
    table.do("amend", "Аня", entry=entry, marks=[])
    assert table.sheet["pool"]["Аня"] == 0
    assert [due.deal for due in table.kept.due] == [1]
    table.game("Борис", "7C", 7)
    assert table.sheet["pool"] == {"Аня": 0, "Борис": 4, "Вера": 0}
    table.as_scored()


def test_it_ends_when_the_pools_are_full_or_all_agree() -> None:
    table = Table(*THREE, pool_target=2)
    for name in THREE:
        table.game(name, "6S", 6)
    assert (table.kept.match.finished, table.kept.due) == (True, ())
    late = table.refused("write", "Аня", deal=4, outcome=outcome("Аня", "Аня", "6S", 6))
    assert late.code == "over"
    table.as_scored()
    early = Table(*THREE)
    early.game("Аня", "6S", 6)
    end = early.do("end", "Борис")
    early.do("agree", "Аня", entry=end, yes=True)
    assert early.kept.due
    early.do("agree", "Вера", entry=end, yes=True)
    assert early.kept.due == ()
    assert early.kept.match.finished
    early.as_scored()


@pytest.mark.parametrize("preset", ["rubber", "chicago"])
def test_rubber_and_chicago_are_kept_without_fines(preset: str) -> None:
    table = Table("Анна", "Богдан", "Вера", "Гриша", game="bridge", preset=preset)
    facts = {"dealer": "N", "contract": "4H", "declarer": "S", "tricks": 10}
    entry = table.do("write", "Анна", deal=1, outcome=facts)
    assert table.kept.due[0].dealer == "E"
    table.do("write", "Вера", deal=2, outcome={"dealer": "E", "contract": "1NT", "declarer": "E", "tricks": 8})
    table.do("rewrite", "Гриша", entry=entry, outcome=facts | {"tricks": 9})  # at any time
    assert (table.kept.written.warned, table.kept.written.errors[-1].fines) == (frozenset(), ())
    assert table.refused("enter", "Анна", deal=1, marks=[mark("pool", 1)]).code == "not_here"
    assert table.refused("named", "Анна", deal=3).code == "not_here"
    table.as_scored()
    end = table.do("end", "Анна")
    for name in ("Богдан", "Вера", "Гриша"):
        table.do("agree", name, entry=end, yes=True)
    table.as_scored()


def test_a_party_of_deberts_is_kept_without_fines() -> None:
    table = Table("Анна", "Богдан", game="deberts", preset="moscow")
    points = {"N": 100, "S": 62}
    dealer = table.kept.due[0].dealer
    facts = {"dealer": dealer, "maker": "N", "trump": "H", "points": points, "last": "N"}
    entry = table.do("write", "Анна", deal=1, outcome=facts)
    table.do("rewrite", "Богдан", entry=entry, outcome=facts | {"points": {"N": 62, "S": 100}})
    assert table.kept.written.errors[-1].state == "stands"
    table.as_scored()


@pytest.mark.parametrize(
    ("players", "changes"), [(("Аня", "Аня", "Вера"), {}), (("Аня",) * 2, {}), (THREE, {"pool_target": -5})]
)
def test_what_cannot_be_kept_is_refused_at_the_start(players: tuple[str, ...], changes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"names|pool_target"):
        start(Setup("preferans", "sochi", players, dict(changes)))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_written_pointed_out_and_answered_the_file_gives_the_same_sheet(seed: int) -> None:
    luck = random.Random(seed)
    preset = luck.choice(["sochi", "leningrad", "rostov", "classic", "club", "fspr"])
    table = Table(*(("Аня", "Борис", "Вера", "Гриша")[: luck.choice([3, 4])]), preset=preset, pool_target=10)
    written = refused = 0
    for _ in range(70):
        try:
            _something(table, luck)
            written += 1
        except Refused:
            refused += 1
        if table.kept.match.finished:
            break
    assert written > 8
    table.as_scored()


def _something(table: Table, luck: random.Random) -> None:
    """One act of somebody, sensible or not."""
    kept, names = table.kept, table.setup.players
    by = luck.choice(names)
    written: list[Line | Error] = [*kept.written.lines, *kept.written.errors]
    asked = [one for one in written if one.state == "asked"]
    other = luck.choice([name for name in names if name != by])
    marks = [mark(*luck.choice([("pool", 2, ""), ("hill", 3, ""), ("whists", luck.randint(1, 9), other)]))]
    match luck.choice(["write", "write", "enter", "named", "rewrite", "amend", "amend", "take_back", "agree", "agree"]):
        case "write" if kept.due:
            due = luck.choice(kept.due)
            table.do("write", by, deal=due.deal, outcome=_facts(due.dealer, due.hands, luck))
        case "enter":
            table.do("enter", by, deal=luck.randint(max(1, kept.contract - 1), kept.contract + 1), marks=marks)
        case "named":
            table.do("named", by, deal=kept.contract + 1)
        case "rewrite" if kept.written.standing:
            line = luck.choice(list(kept.written.standing.values()))
            hands = [name for name in names if len(names) == 3 or name != getattr(line.outcome, "dealer", "")]
            facts = _facts(getattr(line.outcome, "dealer", ""), tuple(hands), luck)
            table.do("rewrite", by, entry=line.n, outcome=facts)
        case "amend" if kept.written.lines:
            table.do("amend", by, entry=luck.choice(kept.written.lines).n, marks=luck.choice([[], marks]))
        case "take_back" if kept.written.errors:
            error = kept.written.errors[-1]
            table.do("take_back", error.by, entry=error.n)
        case "agree" if asked:
            one = asked[-1]
            table.do("agree", luck.choice(one.asked), entry=one.n, yes=luck.random() < 0.7)


def _facts(dealer: str, hands: tuple[str, ...], luck: random.Random) -> dict[str, object]:
    a, b, c = hands
    kind = luck.random()
    if kind < 0.3:
        x = luck.randint(0, 5)
        return {"dealer": dealer, "kind": "allpass", "tricks": {a: x, b: 5, c: 5 - x}}
    if kind < 0.4:
        return {"dealer": dealer, "kind": "misere", "declarer": a, "tricks": {a: luck.choice([0, 0, 3]), b: 7, c: 3}}
    return outcome(dealer, a, luck.choice(["6S", "7D", "8H", "9NT"]), luck.randint(4, 9), luck.choice([b, c]))


@pytest.mark.rule("P-4.2.4")
def test_entries_by_hand_that_stand_for_a_deal_move_the_dealer() -> None:
    table = Table(*THREE)
    table.game("Аня", "6S", 6)
    entry = table.hand("Борис", "pool", 4, deal=2, instead=True)
    assert (table.kept.contract, sorted(table.kept.written.deals)) == (2, [1, 2])
    assert (table.kept.due[0].deal, table.kept.due[0].dealer, len(table.kept.due)) == (3, "Вера", 1)
    late = table.refused("write", "Аня", deal=2, outcome=outcome("Борис", "Аня", "6S", 6))
    assert (late.code, late.law) == ("written", "P-4.2.4")
    table.do("amend", "Аня", entry=entry, marks=[])
    assert [due.deal for due in table.kept.due] == [2]  # nothing stands there: the deal is to be written again
    table.hand("Борис", "pool", 4, deal=2, instead=True)
    table.hand("Аня", "whists", 8, "Борис", deal=2)  # another writes into his own sector, under the same deal
    assert table.refused("enter", "Аня", deal=2, marks=[mark("pool", 2)], instead=True).code == "written"
    table.game("Вера", "7C", 7)
    assert table.kept.due[0].dealer == "Аня"
    assert table.kept.dues[3].dealer == "Вера"
    table.as_scored()
