"""A league outlives the rules by which its log was written, and is gone on with."""

from typing import Any

import msgspec
import pytest

from kozyr.club.league import deciding
from kozyr.club.league.acts import (
    KIND,
    Appointed,
    ClubJoined,
    ClubLeft,
    Counted,
    Dismissed,
    Formula,
    FormulaSet,
    Joined,
    Left,
    Played,
    PlaysFor,
    RulesPublished,
    Said,
    Withdrawn,
)
from kozyr.club.league.league import League, Setup
from kozyr.games.refusal import Refused
from kozyr.store import Entry
from kozyr.tournaments.director import Conflict

SETUP = Setup("l", "Лига", "", Formula(least=2), 0)
ACTS: tuple[Any, ...] = (
    *(Joined(by=f"a{n}", name=f"P{n}") for n in range(1, 5)),
    Appointed(by="a1", member=2),
    ClubJoined(by="a2", name="Клуб"),
    PlaysFor(by="a3", club=1),
    RulesPublished(by="a1", name="Свод", game="preferans", preset="sochi"),
    Said(by="a1", title="t", text="x"),
    Counted(
        by="a1", event="e1", name="Кубок", game="preferans", entrants=2, rules="Свод", version=1,
        played=(Played(account="a3", rank=1, behind=1), Played(account="a4", rank=2, behind=0)),
    ),
    FormulaSet(by="a1", formula=Formula(weight=50, least=2)),
    Counted(by="a2", event="e2", name="Второй", game="bridge", entrants=2, played=(Played(account="a4", rank=1, behind=1),)),
    Withdrawn(by="a2", event="e2", why="ошибка"),
    ClubLeft(by="a1", club=1),
    Dismissed(by="a1", member=2),
    Left(by="a4"),
    Joined(by="a4", name="P4"),
)  # fmt: skip


def decide(at: League, entry: Entry) -> League:
    deciding.judge(at, entry)
    return at.after(entry)


def entry(at: League, act: Any) -> Entry:
    return Entry(at.seq + 1, 1000 * at.seq, KIND, None, None, msgspec.json.encode(act).decode())


def season() -> tuple[League, list[Entry]]:
    at, log = League.open(SETUP), list[Entry]()
    for act in ACTS:
        log.append(entry(at, act))
        at = decide(at, log[-1])
    return at, log


def test_rules_that_get_stricter_change_no_league(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be done any more, by nobody: the log follows to the same league; then it is gone on with."""
    at, log = season()
    assert {number: one.rank for number, one in at.counted["e1"].won.items()} == {3: 1, 4: 2}

    def nothing(*_: Any) -> None:
        raise Refused("not_counted")

    again = League.open(SETUP)
    with monkeypatch.context() as patch:
        for name in ("_joined", "_member", "_with_a_steward", "_club", "_counted"):
            patch.setattr(deciding, name, nothing)
        patch.setattr(deciding, "_STEWARDS", (object,))
        for one in log:
            again = again.after(one)
        assert again == at
        with pytest.raises(Refused, match="does not count"):
            decide(again, entry(again, Joined(by="a9", name="P9")))
    assert decide(again, entry(again, Joined(by="a9", name="P9"))).number("a9") == 5


def test_a_formula_that_wants_more_entrants_leaves_what_has_counted() -> None:
    """What an event was worth stands, though none of so few would count by the next formula."""
    at, _ = season()
    at = decide(at, entry(at, FormulaSet(by="a1", formula=Formula(least=100))))
    assert "e1" in at.counted
    with pytest.raises(Refused, match="the formula wants 100"):
        decide(at, entry(at, Counted(by="a1", event="e3", name="x", game="bridge", entrants=2, played=())))


def test_an_event_counts_for_nobody_who_has_left() -> None:
    """The entrant who left the league before the event counted has no points of it; the others do."""
    at, _ = season()
    at = decide(at, entry(at, Left(by="a3")))
    played = tuple(Played(account=f"a{n}", rank=n, behind=4 - n) for n in range(1, 5))
    counted = Counted(by="a1", event="e4", name="Поздний", game="bridge", entrants=4, played=played)
    at = decide(at, entry(at, counted))
    assert set(at.counted["e4"].won) == {1, 2, 4}


def test_an_entry_that_contradicts_the_log_is_found() -> None:
    at, _ = season()
    for act in (PlaysFor(by="nobody", club=1), Appointed(by="a1", member=77), ClubLeft(by="a1", club=9)):
        with pytest.raises(Conflict):
            at.after(entry(at, act))
