"""Every option that people are offered does something; what nothing reads any more is hidden, and kept for old records."""

import re
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

from kozyr import notation
from kozyr.games import Record, game, games, replay
from kozyr.games.options import (
    Contradiction,
    Conventions,
    Option,
    _declared,
    check_offered,
    describe,
    diff,
    every,
    under,
    values,
    write,
)
from scripts import options_table
from tests.evidence import Case, ends
from tests.games import OURS, folder
from tests.people import club


def usual(name: str) -> Conventions:
    """The first preset of a game."""
    return next(iter(game(name).presets.values()))


def offered(name: str) -> dict[str, dict[str, object]]:
    """What people are told of."""
    return describe(usual(name), game(name).groups)


def module(name: str) -> Any:
    """What the tests of a game say of its options."""
    return import_module(f"tests.{folder(name)}.evidence")


def evidence(name: str) -> dict[str, tuple[Case, ...]]:
    """The cases of a game."""
    found: dict[str, tuple[Case, ...]] = module(name).EVIDENCE
    return found


def alike(name: str, option: str, cases: tuple[Case, ...], values: list[str]) -> list[tuple[object, object]]:
    """The pairs of values under which all stories end alike."""
    found = []
    for samples in dict.fromkeys(case.samples or tuple(values) for case in cases):
        assert len(samples) > 1, f"{name}: {option} has one value, so it decides nothing"
        told = {
            value: [ends(case, name, option, value) for case in cases if (case.samples or tuple(values)) == samples]
            for value in samples
        }
        found += [(one, two) for one, two in combinations(samples, 2) if told[one] == told[two]]
    return found


OFFERED = [(name, option) for name in games() for option in offered(name)]


@pytest.mark.parametrize(("name", "option"), OFFERED)
def test_each_value_of_an_option_makes_a_difference(name: str, option: str) -> None:
    cases = evidence(name).get(option)
    assert cases, f"{name}: nothing shows what {option} does; add a case to tests/{name}/evidence.py"
    values = offered(name)[option]["values"]
    assert isinstance(values, list)
    assert alike(name, option, cases, values) == []


@pytest.mark.parametrize("name", games())
def test_what_is_hidden_is_known_and_has_no_evidence(name: str) -> None:
    everything = every(usual(name), game(name).groups)
    assert everything.keys() - offered(name).keys() == module(name).HIDDEN.keys()
    assert evidence(name).keys() == offered(name).keys()


IN_A_RECORD = "is for records and events: at a table the program deals and writes"


def test_what_the_arbiter_reads_differs_only_where_he_is_called() -> None:
    rules = game("preferans")
    changes = {"irr.talon_peek_fine": 3, "irr.open_card_grounds": "two"}
    usually, refusing = rules.agree("sochi"), rules.agree("sochi", changes)
    ruling = rules.agree("sochi", {**changes, "table.irregularities": "rule"})
    assert diff(usually, refusing, rules.groups, "table") == {}
    assert diff(usually, ruling, rules.groups, "table").keys() == {*changes, "table.irregularities"}
    rows = describe(ruling, rules.groups, "table")
    assert diff(usually, rules.agree("sochi", {"laws": "club-003"}), rules.groups, "table").keys() == {
        "laws"
    }  # the desk reads it
    assert {name for name, row in rows.items() if row["needs"]} == {
        "irr.talon_peek_fine",
        "irr.out_of_turn_call",
        "irr.illegal_contract",
        "irr.open_card_grounds",
        "irr.wrong_count_whister",
        "table.played_when",
    }


@pytest.mark.parametrize("name", games())
def test_what_the_laws_alone_read_is_agreed_in_records_and_at_events(name: str) -> None:
    rules = game(name)
    everywhere, at_table, in_records, at_events = (
        describe(usual(name), rules.groups, place).keys() for place in (None, "table", "record", "event")
    )
    assert {option for option in everywhere - at_table if option in in_records} == module(name).RULED
    assert in_records - at_events == set()
    for option in module(name).RULED:
        value = every(usual(name), rules.groups)[option]
        assert rules.choose(next(iter(rules.presets)), {option: value}, None, "record") == usual(name)
        assert rules.choose(next(iter(rules.presets)), {option: value}, None, "event") == usual(name)
        with pytest.raises(ValueError, match=rf"^{option} {IN_A_RECORD}$"):
            rules.choose(next(iter(rules.presets)), {option: value})
    for conventions in rules.presets.values():
        assert not module(name).RULED & diff(usual(name), conventions, rules.groups, "table").keys()


def test_an_option_that_nothing_reads_is_found() -> None:
    """The check itself: a story ends alike where the option is dead."""
    prices = evidence("preferans")["allpass.step"]
    assert alike("preferans", "irr.dealer_fine", prices, []) == [(1, 3)]


# ------------------------------------------------------------------ what is hidden


@pytest.mark.parametrize(("name", "option"), [(name, option) for name in games() for option in module(name).HIDDEN])
def test_nobody_may_choose_what_is_hidden_but_a_record_keeps_it(name: str, option: str) -> None:
    rules, reader = game(name), module(name).HIDDEN[option]
    preset = next(iter(rules.presets))
    value = write(every(usual(name), rules.groups)[option])
    why = {"nobody": "is kept for old records: nothing reads it", "log": "is the program's own: nobody chooses it"}
    with pytest.raises(ValueError, match=rf"^{option} {why[reader]}$"):
        rules.choose(preset, {option: value})
    assert rules.agree(preset, {option: value}) == usual(name)
    for conventions in rules.presets.values():
        assert option not in diff(usual(name), conventions, rules.groups)


def test_what_nobody_reads_has_one_value_or_says_why_nobody_chooses_it() -> None:
    several = set()
    for name in OURS:
        for found in _declared(type(usual(name)), game(name).groups).values():
            if found.option.reader == "nobody" and len(values(found.kind)) != 1:
                several.add((name, found.name))
    assert several == {(name, option) for name in OURS for option in module(name).UNCHOSEN}


@pytest.mark.parametrize(
    ("name", "preset", "option", "value"),
    [
        ("preferans", "sochi", "shortfall_on_stop", 2),
        ("bridge", "rubber", "vulnerability", "chicago"),
        ("bridge", "chicago", "vulnerability", "board"),
        ("bridge", "duplicate", "vulnerability", "by_games"),
    ],
)
def test_what_follows_from_an_option_cannot_be_set_apart_from_it(
    name: str, preset: str, option: str, value: object
) -> None:
    with pytest.raises(Contradiction, match=option):
        game(name).agree(preset, {option: value}, game(name).players[-1])


def test_an_option_of_tables_means_nothing_in_a_record() -> None:
    rules = game("preferans")
    assert rules.choose("sochi", {"seat_draw": "random"}) == rules.agree("sochi", {"seat_draw": "random"})
    with pytest.raises(ValueError, match=r"^seat_draw is agreed at a table; a record does not read it$"):
        rules.choose("sochi", {"seat_draw": "random"}, None, "record")


@pytest.mark.parametrize("name", OURS)
def test_old_records_with_hidden_options_are_read_and_written(name: str) -> None:
    rules = game(name)
    preset = next(iter(rules.presets))
    agreed = rules.agree(preset, module(name).OLD)
    record = Record(name, agreed, rules.players[-1] if name != "deberts" else 2)
    text = notation.kz.format(record)
    for option, value in module(name).OLD.items():
        assert f'[Option "{option}={value}"]' in text
    found = notation.kz.parse(text).record
    assert found is not None
    assert found.conventions == agreed
    assert replay(found).error is None


def test_what_follows_from_an_option_follows_a_change_of_it() -> None:
    """A price of a pool point, and a form of bridge, bring along what nobody can choose apart from them."""
    twenty = game("preferans").choose("sochi", {"pool_point_whists": 20})
    assert every(twenty, game("preferans").groups)["shortfall_on_stop"] == 2
    chicago = game("bridge").choose("rubber", {"form": "chicago", "deals": 4})
    assert chicago == game("bridge").presets["chicago"]


# ------------------------------------------------------------------ the declarations


@pytest.mark.parametrize("name", games())
def test_every_option_stands_under_a_heading_and_has_a_place(name: str) -> None:
    chapters = type(usual(name)).chapters
    assert len(chapters) == 5 or name not in OURS
    assert list(chapters)[-1] == "irr"
    headings = list(chain.from_iterable(chapters.values()))
    assert len(headings) == len(set(headings))
    for option, row in offered(name).items():
        assert row["heading"] in headings, option
        assert row["offered"], option


def test_an_option_bears_its_declaration() -> None:
    declared = under("table")("what it decides", "P-1.2", least=1)
    assert declared == Option("P-1.2", about="what it decides", heading="table", least=1)
    check_offered(Conventions, {"no such": 1}, (), "table")  # an unknown name is refused by `change`


def test_the_page_is_offered_what_does_something(tmp_path: Path) -> None:
    with club(tmp_path / "club.db") as client:
        told = client.get("/api/games").json()
        for name in OURS:
            rows = describe(usual(name), game(name).groups, "table")
            assert told[name]["options"].keys() == rows.keys()
            assert told[name]["chapters"] == {key: list(some) for key, some in type(usual(name)).chapters.items()}
            for option, row in told[name]["options"].items():
                assert row == {key: rows[option][key] for key in ("values", "about", "law", "heading", "needs")}
            for values in told[name]["presets"].values():
                assert values.keys() == rows.keys()
        wish = {"game": "preferans", "preset": "sochi", "changes": {"irr.dealer_fine": 3}}
        refused = client.post("/api/agree", json=wish)
        assert refused.status_code == 400
        assert refused.json()["error"]["message"] == f"irr.dealer_fine {IN_A_RECORD}"


def test_the_document_is_made_of_the_declarations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shared = options_table.common([game(name) for name in OURS])
    assert "table.irregularities" in shared
    for name in OURS:
        listed = re.findall(r"^\| `([\w.]+)`", "\n".join(options_table.section(game(name), shared)), re.MULTILINE)
        assert sorted([*listed, *shared]) == sorted(offered(name))
    page = tmp_path / "conventions.md"
    assert options_table.main(["--check"], page) == 1
    assert "conventions.md is stale" in capsys.readouterr().err
    assert options_table.main([], page) == 0
    assert options_table.main(["--check"], page) == 0


# ------------------------------------------------------------------ sets that cannot be read


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"": 1}, "no option ''"),
        ({"auction": "off"}, "no option 'auction'; near it: auction.here, auction.jumps"),
        ({"table": {"stake": 1}}, "no option 'table'; near it: table.undo, table.stake"),
        ({"pool_target": None}, "pool_target: None is not a value of this option (Expected `int`, got `null`)"),
        ({"pool_target": True}, "pool_target: True is not a value of this option (Expected `int`, got `bool`)"),
        ({"pool_target": 1.5}, "pool_target: 1.5 is not a value of this option (Expected `int`, got `float`)"),
        ({"pool_target": "9" * 400}, None),
        ({"pool_target": 10**12}, "pool_target: 1000000000000 is beyond 999999999"),
        ({"allpass.prices": "1,,2"}, None),
        ({"allpass.prices": {"a": 1}}, None),
        ({"auction.here": ["off"]}, "auction.here: ['off'] is not a value of this option (one of: first_hand, elder_hand, off)"),
        ({"allpass.exit_min": "8"}, "allpass.exit_min: 8 is not a value of this option (one of: 6, 7, 6+k)"),
        ({"bombs": "perhaps"}, "bombs: 'perhaps' is not a value of this option (one of: off, on)"),
        ({"bombs": "a\nb"}, None),
    ],
)  # fmt: skip
def test_a_malformed_set_is_refused_in_one_line(changes: dict[str, object], line: str | None) -> None:
    with pytest.raises(ValueError, match=r"option|beyond") as refused:
        game("preferans").choose("sochi", changes)
    said = str(refused.value)
    assert line is None or said == line
    assert "\n" not in said
    assert len(said) < 600
