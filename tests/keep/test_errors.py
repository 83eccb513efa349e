"""Errors on a kept sheet, by the worked examples of P-4.2.7 to P-4.2.11 (tests/data/rulebook/worked-examples.jsonl)."""

from __future__ import annotations

import pytest

from kozyr.games.preferans import Pulka
from kozyr.sheets import printer
from tests.keep.table import Table, mark, outcome

FOUR = ("Аня", "Борис", "Вера", "Гриша")
THREE = FOUR[:3]
LATE = [("sochi", "P-4.2.9"), ("club", "PC-4.8.4")]


def warned(table: Table) -> Table:
    """Анна has had her warning: she wrote two points too many into her pool, and Борис said so."""
    entry = table.hand("Аня", "pool", 4)
    table.do("amend", "Борис", entry=entry, marks=[mark("pool", 2)])
    assert table.kept.written.warned == {"Аня"}
    assert table.sheet["pool"]["Аня"] == 2
    return table


@pytest.mark.rule("P-4.2.7")
def test_whists_written_too_many_are_written_back_the_second_time() -> None:
    """W-P-4.2.7-1."""
    table = warned(Table(*FOUR))
    before = table.sheet["hill"]
    entry = table.hand("Аня", "whists", 20, "Борис")
    error = table.do("amend", "Борис", entry=entry, marks=[mark("whists", 12, "Борис")])
    assert table.sheet["whists"] == {"Аня": {"Борис": 12}, "Борис": {"Аня": 8}}
    assert table.sheet["hill"] == before
    found = table.kept.written.errors[-1]
    assert (found.n, found.law, found.warned, len(found.fines)) == (error, "P-4.2.7", False, 1)
    table.as_scored()


@pytest.mark.rule("P-4.2.7")
def test_points_added_to_a_pool_go_on_the_hill_the_second_time() -> None:
    """W-P-4.2.7-2."""
    table = warned(Table(*FOUR))
    entry = table.hand("Аня", "pool", 10)
    table.do("amend", "Вера", entry=entry, marks=[mark("pool", 6)])
    assert table.sheet["pool"]["Аня"] == 2 + 6
    assert table.sheet["hill"]["Аня"] == 4
    table.as_scored()


@pytest.mark.rule("P-4.2.7")
def test_the_first_error_is_a_warning_and_each_player_has_his_own() -> None:
    table = warned(Table(*FOUR))
    assert table.sheet["hill"] == dict.fromkeys(FOUR, 0)
    entry = table.hand("Борис", "pool", 10)
    table.do("amend", "Вера", entry=entry, marks=[])
    assert table.kept.written.warned == {"Аня", "Борис"}
    assert (table.sheet["pool"]["Борис"], table.sheet["hill"]["Борис"]) == (0, 0)


@pytest.mark.rule("P-4.2.7")
def test_a_wrong_result_costs_its_writer_what_the_engine_says_it_padded() -> None:
    table = warned(Table(*THREE))
    # Eight hearts made: 6 into the pool. It was one down: 6 on the hill, no pool, consolation for both.
    entry = table.game("Аня", "8H", 8, whist="Борис")
    assert table.sheet["pool"]["Аня"] == 2 + 6
    due = outcome("Аня", "Аня", "8H", 7, "Борис")
    table.do("rewrite", "Вера", entry=entry, outcome=due)
    assert table.sheet["pool"]["Аня"] == 2
    assert table.sheet["hill"]["Аня"] == 6 + 6  # the trick short, and the six padded points
    assert table.sheet["whists"] == {"Борис": {"Аня": 24}, "Вера": {"Аня": 6}}
    table.as_scored()


@pytest.mark.rule("P-4.2.9", "P-3.1.2")
def test_the_match_before_a_deal_has_nothing_that_came_with_the_deal() -> None:
    """Neither a line of the deal, nor a fine that was due in it, nor who sat down behind it."""
    table = warned(Table(*THREE))
    table.game("Аня", "6S", 6)
    entry = table.hand("Аня", "pool", 10)
    table.do("amend", "Вера", entry=entry, marks=[mark("pool", 6)])
    join = table.do("join", "Аня", name="Гриша")
    for name in table.kept.written.changes[-1].asked:
        table.do("agree", name, entry=join, yes=True)
    before, behind = (printer("preferans").standing(table.kept.until(deal))["sheet"] for deal in (1, 2))
    assert before["pool"] == before["hill"] == dict.fromkeys(THREE, 0)
    assert list(behind["pool"]) == ["Аня", "Гриша", "Борис", "Вера"]
    assert (behind["pool"]["Аня"], behind["hill"]["Аня"]) == (2 + 2 + 6, 4)


@pytest.mark.rule("PC-4.8.4")
def test_where_it_is_agreed_an_error_costs_nothing() -> None:
    table = Table(*THREE, preset="club")
    for _ in range(3):
        entry = table.hand("Аня", "pool", 10)
        table.do("amend", "Борис", entry=entry, marks=[])
    assert (table.kept.written.warned, table.sheet["hill"]["Аня"]) == (frozenset(), 0)
    table.as_scored()


@pytest.mark.rule("P-4.2.8")
def test_before_the_pencil_is_down_nothing_is_an_error() -> None:
    """W-P-4.2.8-1: what stands on the paper counts from the pencil on; a sheet hears of nothing that came before."""
    table = Table(*THREE)
    before = table.kept
    assert table.refused("amend", "Борис", entry=2, marks=[]).code == "no_entry"
    assert table.kept == before
    table.hand("Аня", "pool", 2)  # four was typed first, and mended with the pencil in hand
    assert (table.kept.written.warned, table.kept.written.errors) == (frozenset(), ())


@pytest.mark.rule("P-4.2.9")
@pytest.mark.parametrize(("preset", "law"), LATE)
def test_after_the_next_auction_an_error_needs_good_will(preset: str, law: str) -> None:
    """W-P-4.2.9-1."""
    table = Table(*THREE, preset=preset)
    entry = table.game("Аня", "6S", 6)
    table.do("named", "Вера", deal=2)
    right = outcome("Аня", "Аня", "6S", 5, "Борис")
    pool = table.sheet["pool"]["Аня"]
    error = table.do("rewrite", "Борис", entry=entry, outcome=right)
    found = table.kept.written.errors[-1]
    assert (found.state, found.late, found.law, found.warned) == ("asked", True, law, False)
    assert found.asked == (("Аня",) if preset == "sochi" else ("Аня", "Вера"))
    assert table.sheet["pool"]["Аня"] == pool
    for name in found.asked:
        table.do("agree", name, entry=error, yes=True)
    assert table.sheet["pool"]["Аня"] == 0
    assert table.sheet["hill"]["Аня"] > 0
    assert table.kept.written.warned == frozenset()  # good will is not fined
    table.as_scored()


@pytest.mark.rule("PC-4.8.4")
@pytest.mark.parametrize(("preset", "_"), LATE)
def test_a_plain_error_stands_where_good_will_is_refused(preset: str, _: str) -> None:
    table = Table(*THREE, preset=preset)
    entry = table.hand("Аня", "pool", 10)
    table.do("named", "Вера", deal=1)
    table.do("named", "Вера", deal=2)
    error = table.do("amend", "Борис", entry=entry, marks=[])
    table.do("agree", table.kept.written.errors[-1].asked[-1], entry=error, yes=False)
    assert (table.kept.written.errors[-1].state, table.sheet["pool"]["Аня"]) == ("refused", 10)
    assert table.refused("agree", "Аня", entry=error, yes=True).code == "not_asked"


@pytest.mark.rule("P-4.2.9")
def test_the_writer_himself_may_mend_it_late_or_needs_the_others_by_the_club() -> None:
    for preset, state in (("sochi", "stands"), ("club", "asked")):
        table = Table(*THREE, preset=preset)
        entry = table.hand("Аня", "pool", 10)
        table.do("named", "Вера", deal=1)
        table.do("named", "Вера", deal=2)
        table.do("amend", "Аня", entry=entry, marks=[])
        assert table.kept.written.errors[-1].state == state


@pytest.mark.rule("P-4.2.10")
def test_a_forgotten_entry_is_made_in_time_and_one_refusal_ends_it_later() -> None:
    """W-P-4.2.10-1: own six spades made."""
    table = Table(*THREE)
    table.do("named", "Вера", deal=1)
    table.do("named", "Вера", deal=2)  # nobody has written the first
    assert [(due.deal, due.dealer) for due in table.kept.due] == [(2, "Борис"), (1, "Аня")]
    line = table.do("write", "Аня", deal=1, outcome=outcome("Аня", "Аня", "6S", 6))
    assert (table.kept.written.lines[-1].state, table.kept.written.lines[-1].asked) == ("asked", ("Борис", "Вера"))
    table.do("agree", "Борис", entry=line, yes=True)
    table.do("agree", "Вера", entry=line, yes=False)
    assert table.kept.written.lines[-1].state == "refused"
    assert table.sheet["pool"] == dict.fromkeys(THREE, 0)
    assert [due.deal for due in table.kept.due] == [2]
    again = table.refused("write", "Аня", deal=1, outcome=outcome("Аня", "Аня", "6S", 6))
    assert (again.code, again.law) == ("not_this_deal", "P-4.2.10")
    table.game("Борис", "7C", 7)  # the second deal is dealt by Борис, though the first stands nowhere
    assert table.kept.due[0].dealer == "Вера"
    table.as_scored()


@pytest.mark.rule("P-4.2.10")
def test_a_forgotten_entry_that_all_remember_counts_in_its_place() -> None:
    table = Table(*THREE)
    table.do("named", "Вера", deal=1)
    table.do("named", "Вера", deal=2)
    table.game("Борис", "7C", 7)
    line = table.do("write", "Аня", deal=1, outcome=outcome("Аня", "Аня", "6S", 6))
    for name in ("Борис", "Вера"):
        table.do("agree", name, entry=line, yes=True)
    assert table.sheet["pool"] == {"Аня": 2, "Борис": 4, "Вера": 0}
    assert isinstance(table.kept.match, Pulka)
    assert [outcome.dealer for outcome in table.kept.match.history] == ["Аня", "Борис"]
    table.as_scored()
    in_time = Table(*THREE)
    in_time.do("named", "Вера", deal=1)
    in_time.game("Аня", "6S", 6)  # before the next contract is named: it just stands
    assert in_time.sheet["pool"]["Аня"] == 2
    assert in_time.hand("Борис", "whists", 4, "Аня", deal=1)
    in_time.do("named", "Вера", deal=2)
    in_time.hand("Борис", "whists", 4, "Аня", deal=1)
    assert in_time.kept.written.lines[-1].state == "asked"


@pytest.mark.rule("P-4.2.11")
def test_the_column_of_contract_and_result() -> None:
    """W-P-4.2.11-1."""
    table = Table(*FOUR)
    table.game("Борис", "6S", 6, whist="Вера")
    table.game("Вера", "8H", 7, whist="Гриша")
    shown = [table.kept.custom.protocol(line.outcome) for line in table.kept.written.lines if line.outcome is not None]
    assert shown == ["6♠/=", "8♥/-1"]


@pytest.mark.rule("P-4.2.4")
def test_by_hand_each_writes_into_his_own_sector_alone() -> None:
    table = Table(*THREE)
    for by in THREE[:2]:
        table.hand(by, "hill", 3)
        table.hand(by, "whists", 5, "Вера")
    assert table.sheet["hill"] == {"Аня": 3, "Борис": 3, "Вера": 0}
    assert table.sheet["whists"] == {"Аня": {"Вера": 5}, "Борис": {"Вера": 5}}
    assert table.refused("enter", "Аня", deal=1, marks=[mark("whists", 5, "Аня")]).code == "cannot_be"
    table.as_scored()


@pytest.mark.rule("P-4.2.9")
def test_who_has_pointed_out_an_error_takes_it_back_in_time() -> None:
    table = warned(Table(*THREE))
    entry = table.hand("Аня", "whists", 20, "Борис")
    before = table.sheet
    error = table.do("amend", "Борис", entry=entry, marks=[])
    assert table.sheet["whists"] == {"Борис": {"Аня": 20}}
    assert table.refused("take_back", "Вера", entry=error).code == "no_entry"
    table.do("take_back", "Борис", entry=error)
    assert table.sheet == before
    error = table.do("amend", "Борис", entry=entry, marks=[])
    table.do("named", "Вера", deal=1)
    table.do("named", "Вера", deal=2)
    assert table.refused("take_back", "Борис", entry=error).code == "no_entry"
    table.as_scored()
