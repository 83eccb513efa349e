"""Who plays may change: a newcomer, a substitute, a fine of the table, each by consent, and the file tells it."""

from __future__ import annotations

import pytest

from tests.keep.table import Table, mark, outcome

THREE = ("Аня", "Борис", "Вера")


def agreed(table: Table, entry: int) -> None:
    """Whoever is asked agrees."""
    for name in table.kept.written.changes[-1].asked:
        table.do("agree", name, entry=entry, yes=True)


@pytest.mark.rule("P-3.1.2")
def test_a_newcomer_sits_down_with_the_means_of_the_others_and_deals() -> None:
    table = Table(*THREE)
    table.game("Аня", "8S", 8)  # Аня has six in her pool
    entry = table.do("join", "Аня", name="Гриша")
    assert list(table.kept.players) == [*THREE]  # two have not agreed yet
    assert table.refused("join", "Вера", name="Борис").code == "named_alike"
    agreed(table, entry)
    assert list(table.kept.players) == ["Аня", "Гриша", "Борис", "Вера"]
    assert table.sheet["pool"] == {"Аня": 6, "Гриша": 2, "Борис": 0, "Вера": 0}
    assert (table.kept.due[0].dealer, table.kept.due[0].sitter) == ("Гриша", "Гриша")
    table.game("Борис", "7C", 7, whist="Вера")
    assert table.kept.due[0].dealer == "Борис"
    assert [len(table.kept.dues[deal].hands) for deal in (1, 2)] == [3, 3]
    assert table.kept.dues[1].sitter is None
    table.as_scored()


@pytest.mark.rule("PE-5.4.7")
def test_a_substitute_takes_over_the_score_and_what_was_written_before_stays_right() -> None:
    table = Table(*THREE)
    first = table.game("Аня", "6S", 6)
    hand = table.hand("Борис", "whists", 8, "Аня")
    entry = table.do("replace", "Вера", player="Аня", name="Дима")
    assert table.kept.written.changes[-1].asked == ("Борис",)
    agreed(table, entry)
    assert table.kept.players == ("Дима", "Борис", "Вера")
    assert table.sheet["pool"]["Дима"] == 2
    assert table.sheet["whists"] == {"Борис": {"Дима": 8}}
    assert table.refused("write", "Аня", deal=2, outcome=outcome("Борис", "Вера", "6S", 6)).code == "nobody"
    table.hand("Дима", "hill", 2)  # under the deal that was dealt before he came
    table.do("amend", "Дима", entry=hand, marks=[mark("whists", 6, "Дима")])
    assert table.sheet["whists"] == {"Борис": {"Дима": 6}}
    table.do("named", "Дима", deal=2)
    error = table.do("rewrite", "Борис", entry=first, outcome=outcome("Аня", "Аня", "7S", 7))
    assert table.kept.written.errors[-1].asked == ("Дима",)  # whose sector it is now
    table.do("agree", "Дима", entry=error, yes=True)
    assert table.sheet["pool"]["Дима"] == 4
    table.game("Дима", "7C", 7)
    table.as_scored()


@pytest.mark.rule("P-3.2.17")
def test_a_fine_of_the_table_goes_on_the_hill_of_who_agrees_to_it() -> None:
    table = Table(*THREE)
    fine = table.do("fine", "Аня", player="Борис", points=5, law="P-3.2.17")
    assert table.sheet["hill"]["Борис"] == 0
    table.do("agree", "Борис", entry=fine, yes=True)
    assert table.sheet["hill"]["Борис"] == 5
    table.do("fine", "Вера", player="Вера", points=5, law="P-3.2.17")  # he writes it himself
    assert table.sheet["hill"]["Вера"] == 5
    refused = table.do("fine", "Аня", player="Борис", points=5, law="P-3.2.17")
    table.do("agree", "Борис", entry=refused, yes=False)
    assert table.sheet["hill"]["Борис"] == 5
    table.as_scored()


def test_where_seats_are_fixed_somebody_is_replaced_and_nobody_joins() -> None:
    table = Table("Анна", "Богдан", "Вера", "Гриша", game="bridge", preset="rubber")
    assert table.refused("join", "Анна", name="Дима").code == "not_here"
    assert table.refused("fine", "Анна", player="Вера", points=5, law="P-3.2.17").code == "not_here"
    agreed(table, table.do("replace", "Анна", player="Вера", name="Дима"))
    assert table.kept.players == ("Анна", "Богдан", "Дима", "Гриша")
    table.as_scored()
