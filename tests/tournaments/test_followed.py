"""A log outlives the rules by which it was written: following it asks nothing that was decided then."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr.games.options import EDITION
from kozyr.games.preferans import options
from kozyr.games.preferans.options import PRESETS
from kozyr.games.refusal import Refused, refusal
from kozyr.tournaments import folder, movements, pairs, regulations
from kozyr.tournaments.director import (
    Decision,
    Entry,
    State,
    announced,
    decide,
    deciding,
    decode,
    encode,
    fold,
    following,
    judged,
    logged,
    merged,
    standing,
)
from kozyr.tournaments.director.entries import (
    Announced,
    Appointed,
    Approved,
    Closed,
    Corrected,
    Disqualified,
    Elected,
    Entered,
    Joined,
    LinedUp,
    Penalised,
    Published,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    Settled,
    Substitute,
    SystemCard,
    Waived,
    Withdrawn,
)
from kozyr.tournaments.games.preferans import lines
from kozyr.tournaments.regulations import Regulations
from tests.tournaments.evening import Evening, bridge_result, event, rows


def of_preferans() -> Evening:
    """An evening with most of what a director enters."""
    found = Evening(event(tournament_places=8))
    found.do(Appointed(name="Petrov", powers=("register", "rectify")), Announced(text="тише"), Settled(entry="все"))
    found.enter(8)
    found.do(Entered(entrant=9, name="P9"), who="P9")
    found.do(Withdrawn(entrant=9), who="P9")
    found.seat(movements.preferans(8))
    found.play(random.Random(1), rounds=2)
    line = next(iter(found.state.rows.values()))
    found.do(Corrected(table=line.at.table, board=line.at.board, round=line.at.round, result=line.reading.text))
    nth = found.do(Penalised(entrant=1, offence="late"))
    found.do(Waived(entry=nth, asked_by="P2"))
    found.do(
        Ruled(table=1, board=line.at.board, law="PT-I.11.2.B.1", text="t", decision=Decision(artificial={1: "fully"}))
    )
    found.do(Substitute(entrant=2, name="Сидоров"), Elected(members=("P3", "P4")))
    nth = found.do(Disqualified(entrant=5))
    found.do(Approved(entry=nth, yes=False), who="P3")
    found.do(RoundBegun())
    session = found.state.session
    assert session is not None
    for table in session.turn(3).tables:
        found.do(*rows(found.state, table, random.Random(4)), who="N")
    found.do(RoundEnded(last=True), Published())
    found.do(Closed(), after_s=3600)
    return found


def of_teams() -> Evening:
    """Two teams with their captains' line-ups and a system card."""
    found = Evening(event("bridge", bridge_scoring="team_imps"))
    for team in (1, 2):
        names = tuple(f"{team}-{n}" for n in range(1, 5))
        found.do(Entered(entrant=team, name=f"Team {team}", members=names[:3]), who=names[0])
        found.do(Joined(entrant=team, name=names[3]), SystemCard(entrant=team, system="natural", text="SAYC"))
    found.seat(pairs.teams(2, boards=24))
    found.do(RoundBegun())
    for nth, boards in enumerate((tuple(range(1, 13)), tuple(range(13, 25)))):
        for team in ((1, 2), (2, 1))[nth == 0]:
            a, b, c, d = (f"{team}-{n}" for n in range(1, 5))
            found.do(LinedUp(entrant=team, boards=boards, open_room=(a, b), closed_room=(c, d)), who=a)
        for board in boards:
            for room in ("open", "closed"):
                found.do(Row(table=1, board=board, room=room, result=bridge_result(random.Random(board))))
    found.do(RoundEnded(), Published())
    return found


EVENINGS: dict[str, Callable[[], Evening]] = {"preferans": of_preferans, "teams": of_teams}


def shown(state: State) -> State:
    """The state without what lines say beside their scores."""
    rows = {at: replace(one, reading=one.reading._replace(outcome=None)) for at, one in state.rows.items()}
    return replace(state, rows=rows)


def nothing_may_be(*_: Any, **__: Any) -> None:
    raise Refused("clock_back")


@pytest.mark.parametrize("which", EVENINGS)
def test_rules_that_get_stricter_change_no_evening(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of an entry is refused from now on, and no result of a deal can be; the log follows to the same table."""
    evening = EVENINGS[which]()
    log = [decode(encode(entry)) for entry in evening.log]
    table = standing(evening.state)
    lines.read.cache_clear()
    monkeypatch.setattr(deciding, "_permitted", nothing_may_be)
    monkeypatch.setattr(deciding, "_JUDGES", dict.fromkeys(deciding._JUDGES, nothing_may_be))
    monkeypatch.setattr(lines, "fault", lambda *_: refusal("all_blind"))
    state = fold(evening.begun, log)
    assert shown(state) == shown(evening.state)
    assert not state.incidents
    assert standing(state) == table
    with pytest.raises(Refused, match="the clock of the log"):
        decide(state, Entry(state.clock, "Orlova", Announced(text="x")))


def test_a_result_that_could_be_then_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine learns that a line cannot be: the line that stands is scored as it was, and the next one is refused."""
    evening = Evening(event())
    evening.enter(8)
    evening.seat(movements.preferans(8))
    evening.do(RoundBegun())
    table = evening.state.session.turn(1).tables[0]  # type: ignore[union-attr]
    first, second = list(rows(evening.state, table, random.Random(1)))[:2]
    evening.do(first)
    lines.read.cache_clear()
    monkeypatch.setattr(lines, "fault", lambda *_: refusal("all_blind"))
    state = fold(evening.begun, evening.log)
    assert shown(state) == shown(evening.state)
    with pytest.raises(Refused, match="all pass blind"):
        decide(state, Entry(state.clock, "Orlova", second))


def test_what_a_merged_log_refuses_is_decided_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round was begun on both laptops: the log of the folder says which entry is an incident, and why."""
    here, there = Evening(event()), Evening(event())
    for one in (here, there):
        one.enter(8)
        one.seat(movements.preferans(8))
    there.do(RoundBegun(), after_s=60)
    here.do(RoundBegun())
    for name, one in (("here", here), ("there", there)):
        folder.create(tmp_path / name, event())
        (tmp_path / name / folder.LOG).write_bytes(b"".join(encode(entry) + b"\n" for entry in one.log))
    state = folder.merge(tmp_path / "here", tmp_path / "there")
    assert state.incidents == ("entry 11: round 1 has not ended",)
    marks = [entry.refused for entry in folder.log(tmp_path / "here") if entry.refused]
    assert marks == ["round 1 has not ended"]
    monkeypatch.setattr(deciding, "_permitted", nothing_may_be)
    assert folder.load(tmp_path / "here") == state
    assert fold(here.begun, merged(tuple(here.log), tuple(there.log))) == state  # as an older program has left it


def test_a_rule_refuses_when_logs_are_merged_and_never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who entered himself on the one laptop, when everybody was seated on the other, is refused by a rule; the rule may go, the incident stays."""
    here, there = Evening(event()), Evening(event())
    for one in (here, there):
        one.enter(8)
    here.seat(movements.preferans(8))
    there.do(Entered(entrant=9, name="P9"), who="P9", after_s=60)
    both = judged(here.begun, merged(tuple(here.log), tuple(there.log)))
    assert [bool(entry.refused) for entry in both] == [False] * 9 + [True]
    state = fold(here.begun, [decode(encode(entry)) for entry in both])
    assert 9 not in state.entrants
    assert "everybody is seated" in state.incidents[0]
    assert state.on == 10
    monkeypatch.setattr(deciding, "_permitted", lambda *_: None)
    assert fold(here.begun, both) == state
    assert judged(here.begun, both) == both


def test_only_contradictions_of_the_log_itself_stop_who_follows() -> None:
    """What follows names nothing that refuses: no power, no lot that is drawn again, no sum that is made again."""
    source = Path(str(following.__file__)).read_text()
    for word in ("Refused(", "director.deciding", "power(", "entering.drawn", "by_rating(", "differing(", "commitment(", "open_for(", "check_lineup", "unfit("):  # fmt: skip
        assert word not in source, word


def test_lines_that_nobody_has_merged_keep_their_bytes() -> None:
    line = b'{"at":1,"who":"Orlova","entry":{"what":"round_begun"},"why":""}'
    assert encode(decode(line)) == line


# --- what an event is -------------------------------------------------------------------------------------


def written(**changes: Any) -> dict[str, Any]:
    """An event as its log begins with it, as JSON has it."""
    told: dict[str, Any] = msgspec.to_builtins(announced(event(**changes)))
    return told


def declared(monkeypatch: pytest.MonkeyPatch, name: str, **changes: Any) -> None:
    """An option of the regulations as a later program declares it."""
    options = dict(regulations.declarations())
    options[name] = replace(options[name], **changes)
    monkeypatch.setattr(regulations, "declarations", lambda: options)


def test_regulations_outlive_their_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """An option that is younger than a log has its declared value there; a renamed option and a renamed value are translated; a range that gets narrower asks nobody."""
    told = written(tournament_rows="others", tournament_places=300)
    assert logged(msgspec.json.encode(told)) == announced(event(tournament_rows="others", tournament_places=300))
    younger = {name: value for name, value in told["regulations"].items() if name != "tournament_results"}
    declared(monkeypatch, "tournament_results", absent="live")
    assert logged(msgspec.json.encode({**told, "regulations": younger})).regulations.tournament_results == "live"
    renamed = {**younger, "tournament_lines": "all"}
    del renamed["tournament_rows"]
    declared(monkeypatch, "tournament_rows", was=(("all", "others"),))
    monkeypatch.setattr(Regulations, "retired", {"tournament_lines": "tournament_rows", "tournament_moon": None})
    renamed["tournament_moon"] = 3
    assert logged(msgspec.json.encode({**told, "regulations": renamed})).regulations.tournament_rows == "others"
    declared(monkeypatch, "tournament_places", most=200)
    assert logged(msgspec.json.encode(told)).regulations.tournament_places == 300
    with pytest.raises(ValueError, match="300 is not 2 to 200"):
        regulations.change(Regulations(), {"tournament.places": 300})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"moon": 1}, "moon"),
        ({"edition": 99}, "edition 99"),
        ({"regulations": {"tournament_moon": 1}}, "regulations.tournament_moon"),
        ({"regulations": {"tournament_rows": "everybody"}}, "regulations.tournament_rows: 'everybody'"),
        ({"regulations": {"duties": {"moon": ""}}}, "regulations.duties"),
    ],
)
def test_an_event_of_a_newer_program_is_refused_in_one_line(change: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as error:
        logged(msgspec.json.encode({**written(), **change}))
    assert "newer" in str(error.value)
    assert "\n" not in str(error.value)


def test_an_event_is_scored_by_the_conventions_of_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """The preset of an event is another one now, or gone: its lines are worth what they were. An event of an older program has the preset of its edition."""
    first = Evening(announced(event()))
    first.enter(8)
    first.seat(movements.preferans(8))
    first.play(random.Random(9), rounds=1)
    other = {**PRESETS, "sochi": replace(PRESETS["sochi"], whist_style="greedy")}
    gone = {name: preset for name, preset in PRESETS.items() if name != "sochi"}
    held = logged(msgspec.json.encode(msgspec.to_builtins(first.begun.event)))
    assert held.edition == EDITION
    for presets in (other, gone):
        for name in ("PRESETS", "BASES"):
            monkeypatch.setattr(options, name, presets)
        assert fold(State(held), first.log).rows == first.state.rows
    monkeypatch.undo()
    old = {name: value for name, value in msgspec.to_builtins(held).items() if name not in {"edition", "agreed"}}
    assert logged(msgspec.json.encode(old)).edition == 0
    assert fold(State(logged(msgspec.json.encode(old))), first.log).rows == first.state.rows


def test_each_option_that_is_younger_than_events_says_what_older_logs_have() -> None:
    """Options that stood in the first logs of events are in all of them; each later one declares its value there."""
    first = {"tournament_type", "tournament_movement", "tournament_qualifying", "tournament_minutes_per_board", "tournament_correction_period_min", "tournament_appeal_period_min", "tournament_adjusted", "tournament_fouled_formula", "tournament_procedural_penalty", "tournament_tie_breaks", "event_length", "event_number", "event_qualify_per_table", "event_fill", "comp_scheme", "comp_x", "comp_y", "cup_issues", "cup_deals_per_issue", "cup_finalists", "bridge_scoring", "bridge_mp_unit", "bridge_vp_scale", "bridge_series_min_half", "bridge_neuberg", "bridge_carry_over", "bridge_sit_out", "bridge_average_imps", "bridge_minutes_per_board", "bridge_tie_breaks", "bridge_systems", "bridge_explanations"}  # fmt: skip
    for name, option in regulations.declarations().items():
        assert (name in first) is (option.absent is msgspec.UNSET), name
