"""Every option of the regulations is obeyed: each of its values makes an event come out otherwise, or print otherwise."""

import io
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest
from pypdf import PdfReader

from kozyr.games.refusal import Refused
from kozyr.print import Heading, announcement
from kozyr.tournaments import formats, movements, pairs
from kozyr.tournaments.director import Decision, admitted, begins, others, so_far, standing
from kozyr.tournaments.director.entries import (
    CheckedIn,
    Closed,
    Corrected,
    Entered,
    Filed,
    Issue,
    LinedUp,
    Noticed,
    Penalised,
    Published,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    SystemCard,
    What,
)
from kozyr.tournaments.director.state import minutes, missing
from kozyr.tournaments.director.tables import awards, cup, through
from kozyr.tournaments.games.preferans.seating import movement as movement_of_preferans
from kozyr.tournaments.part import HowSeated, check_read
from kozyr.tournaments.regulations import declarations, dotted
from kozyr.tournaments.seating import parties, seated
from tests.tournaments.evening import Evening, at_once, event, hands, regulations

MIN = 60


def tried(evening: Evening, *what: What, who: str = "Orlova", after_s: int = 1) -> str:
    """What an entry is refused with, or nothing."""
    try:
        evening.do(*what, who=who, after_s=after_s)  # type: ignore[arg-type]
    except (Refused, ValueError) as error:
        return str(error)
    return ""


def printed(game: str = "preferans", **changes: object) -> str:
    data = announcement(event(game, **changes), (), Heading("Spring cup"), "en")
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def results(evening: Evening) -> dict[int, Fraction]:
    return {place.entrant: place.total for place in standing(evening.state).places}


def order(evening: Evening) -> list[tuple[int, int]]:
    return [(place.rank, place.entrant) for place in standing(evening.state).places]


# --- preferans ---------------------------------------------------------------------------------------------


def two_tables(**changes: object) -> Evening:
    """Eight players, one round, two tables with the same four boards."""
    evening = Evening(event("preferans", **changes))
    evening.enter(8)
    evening.seat(movements.preferans(8, rounds=1))
    return evening


def all_passes(evening: Evening) -> None:
    evening.do(RoundBegun())
    for table in evening.state.sessions[0].turn(1).tables:
        for board in table.boards:
            three = ("NESW" * 2)[board % 4 : board % 4 + 3]
            tricks = "- " + " ".join(f"{seat}{n}" for seat, n in zip(three, (4, 3, 3), strict=True))
            evening.do(Row(table=table.table, board=board, result=tricks))
    evening.do(RoundEnded())


def how_they_move(kind: object) -> object:
    """Forty-eight players at tables of four: only two of the four ways can be had for every number."""
    asked = HowSeated(at=4, rounds=5)
    told: list[object] = []
    for players in (20, 32, 48):
        try:
            told.append(movement_of_preferans(kind, players, asked))  # type: ignore[arg-type]
        except ValueError as error:
            told.append(str(error))
    return told


def who_is_seated(**changes: object) -> object:
    """Of nine who have entered the last five have checked in, where that is asked for."""
    evening = Evening(event("preferans", **changes))
    evening.enter(9)
    told = [tried(evening, CheckedIn(entrant=number)) for number in range(5, 10)]
    return told, admitted(evening.state)


def who_enters(how: object) -> object:
    evening = Evening(event("preferans", tournament_entry=how))
    return tried(evening, Entered(entrant=1, name="Anna"), who="Anna"), tuple(evening.state.entrants)


def with_sets(how: object) -> object:
    """Five tables, two rounds: which boards lie where."""
    found = seated(entered(20, tournament_sets=how).state, HowSeated(by="hand", rounds=2)).movement
    return [[table.boards for table in turn.tables] for turn in found.rounds]


def entered(count: int = 8, **changes: object) -> Evening:
    evening = Evening(event("preferans", **changes))
    evening.enter(count)
    return evening


def half_way(**changes: object) -> Evening:
    """The first of two rounds has ended; all tables had the same boards in it."""
    evening = entered(8, tournament_sets="barometer", **changes)
    evening.do(seated(evening.state, HowSeated(by="hand", rounds=2)), RoundBegun())
    for table in evening.state.sessions[0].turn(1).tables:
        for board in table.boards:
            evening.do(Row(table=table.table, board=board, result=f"6S {hands(board, 4)[table.table - 1]}"))
    evening.do(RoundEnded())
    return evening


def ended_early(may: object) -> object:
    evening = entered(8, tournament_early_end=may)
    evening.do(seated(evening.state, HowSeated(by="hand", rounds=2)), RoundBegun())
    return tried(evening, RoundEnded(last=True)), evening.state.sessions[0].ended


def cut_short(how: object) -> object:
    """A round that ends before one of two tables has written its line of one board."""
    evening = two_tables(tournament_unfinished=how)
    evening.do(RoundBegun())
    for table in evening.state.sessions[0].turn(1).tables:
        for board in table.boards:
            if (table.table, board) != (2, 3):
                evening.do(Row(table=table.table, board=board, result=f"6S {hands(board, 4)[0]}"))
    evening.do(RoundEnded())
    return list(missing(evening.state)), awards(evening.state, 1, 3)


def with_adjusted(parts: object) -> object:
    evening = two_tables(tournament_adjusted=parts)
    evening.do(RoundBegun())
    ruled = Decision(artificial={1: "fully", 2: "partly", 3: "innocent"})
    evening.do(Ruled(board=1, law="PT-I.11.2.B.1", text="t", decision=ruled), Row(table=2, board=1, result="6S E"))
    return awards(evening.state, 1, 1)


def with_fouled(formula: object) -> object:
    evening = Evening(event("bridge", tournament_fouled_formula=formula))
    evening.enter(10)
    evening.seat(pairs.pairs(10, "mitchell", boards=1))
    evening.play(random.Random(10))
    some = tuple((row.at.table, row.at.round) for row in list(evening.state.rows_of(1, 1))[:2])
    evening.do(Ruled(board=1, law="PT-I.10.A", text="t", decision=Decision(fouled=some)))
    return results(evening)


def with_penalty(size: object) -> object:
    evening = two_tables(tournament_procedural_penalty=size)
    all_passes(evening)
    evening.do(Penalised(entrant=1, offence="late"))
    return results(evening)


def with_breaks(breaks: object) -> object:
    """Two in the same line have equal results; one passed better, took less at misère, and fell short of more."""
    evening = Evening(event("preferans", tournament_tie_breaks=breaks))
    evening.enter(8)
    evening.seat(movements.preferans(8, rounds=1))
    evening.do(RoundBegun())
    first, second = evening.state.sessions[0].turn(1).tables
    lines = {
        1: ("- E4 S3 W3", "6S E4 S3 W3"),  # board by board what the two tables write; N deals board 1
        2: ("misere S3 W4 N3", "6S S5 W3 N2"),
        3: ("- W2 N4 E4", "misere W0 N5 E5"),
        4: ("7S N6 E2 S2", "- N1 E5 S4"),
    }
    for board, told in lines.items():
        for table, result in zip((first, second), told, strict=True):
            evening.do(Row(table=table.table, board=board, result=result))
    evening.do(RoundEnded())
    return order(evening)


def period(after_s: int) -> Callable[[object], object]:
    """A correction so long after the results were published."""

    def story(allowed: object) -> object:
        evening = two_tables(tournament_correction_period_min=allowed)
        all_passes(evening)
        evening.do(Published())
        return (
            tried(evening, Corrected(table=1, board=1, result="- E3 S4 W3"), after_s=after_s),
            tried(evening, Closed(), after_s=1),
        )

    return story


def appealed(allowed: object) -> object:
    evening = two_tables(tournament_appeal_period_min=allowed)
    evening.do(RoundBegun())
    nth = evening.do(Ruled(table=1, board=1, law="PT-I.11.1.A", text="t"))
    notice = evening.do(Noticed(entrant=1, entry=nth), who="P1")
    evening.do(RoundEnded(last=True))
    return tried(evening, Filed(notice=notice, facts="f", request="r"), who="P1", after_s=20 * MIN)


def of_type(kind: object) -> object:
    evening = Evening(event("preferans", tournament_type=kind, cup_deals_per_issue=1))
    evening.enter(8)
    told = tried(evening, Issue(entrant=1, issue=1, whists=("4",)))
    evening.seat(parties((4, 4)))
    evening.do(RoundBegun(), *(Row(table=n, board=0, result="30 -10 -10 -10 / 10") for n in (1, 2)), RoundEnded())
    return told, standing(evening.state), printed(tournament_type=kind)


# --- parties and cups --------------------------------------------------------------------------------------


def olympic(**changes: object) -> Evening:
    evening = Evening(event("preferans", tournament_type="olympic", **changes))
    evening.enter(20)
    seating = formats.olympic_seating(20)
    evening.seat(parties(seating.tables))
    return evening


def next_round(evening: Evening) -> object:
    evening.do(RoundBegun())
    for table in evening.state.sessions[0].turn(1).tables:
        evening.do(Row(table=table.table, board=0, result="30 20 -20 -30 / 20"))
    evening.do(RoundEnded())
    playing = through(evening.state)
    fill = evening.state.event.regulations.event_fill
    return playing, formats.olympic_seating(len(playing), 0, fill)


def a_party(kind: str, number: object) -> object:
    evening = olympic(event_length=kind, event_number=number)
    evening.do(RoundBegun())
    return tried(evening, Row(table=1, board=0, result="30 20 -20 -30 / 24"))


def of_a_column(**changes: object) -> Evening:
    more = {"comp_x": 5, "comp_y": -3, "comp_scheme": "xy_column", **changes}
    evening = Evening(event("preferans", tournament_type="compensation", **more))
    evening.enter(4)
    evening.seat(parties((4,)))
    evening.do(RoundBegun(), Row(table=1, board=0, result="30(9) -10(6) -20(5) 0(4) / 24"), RoundEnded())
    return evening


def compensated(**changes: object) -> object:
    return results(of_a_column(**changes))


def seated_again(rounds: object) -> object:
    try:
        return seated(of_a_column(comp_rounds=rounds).state, HowSeated(), lambda n: "0" * n).order
    except ValueError as error:
        return str(error)


def in_a_cup(**changes: object) -> object:
    evening = Evening(event("preferans", tournament_type="cup", **{"cup_deals_per_issue": 2, **changes}))
    evening.enter(4)
    told = [tried(evening, Issue(entrant=n, issue=n, whists=(str(n), str(n)))) for n in (1, 2, 3)]
    return told, cup(evening.state)


# --- bridge ------------------------------------------------------------------------------------------------


def of_pairs(count: int = 6, seed: int = 6, **changes: object) -> Evening:
    evening = Evening(event("bridge", **changes))
    evening.enter(count)
    evening.seat(pairs.pairs(count, boards=1))
    evening.play(random.Random(seed))
    return evening


def of_teams(count: int, /, **changes: object) -> Evening:
    evening = Evening(event("bridge", **{"bridge_scoring": "team_imps", **changes}))
    evening.enter(count, t2=("B1", "B2", "B3", "B4"))
    evening.seat(pairs.teams(count, boards=6))
    return evening


def played_by_teams(**changes: object) -> object:
    evening = of_teams(3, **changes)
    evening.play(random.Random(3))
    return standing(evening.state)


def scored(scoring: object) -> object:
    evening = Evening(event("bridge", bridge_scoring=scoring))
    evening.enter(6)
    in_teams = scoring in {"team_imps", "board_a_match"}
    evening.seat(pairs.teams(6, boards=2) if in_teams else pairs.pairs(6, boards=1))
    evening.play(random.Random(6))
    return standing(evening.state)


def with_a_hole(**changes: object) -> object:
    """A line that was cancelled: fewer results than were scheduled."""
    evening = of_pairs(8, 4, **changes)
    row = next(iter(evening.state.rows.values()))
    evening.do(Corrected(table=row.at.table, board=row.at.board, round=row.at.round, result=""))
    return results(evening)


def with_average(imps: object) -> object:
    evening = of_pairs(6, 6, bridge_scoring="cross_imps", bridge_average_imps=imps)
    evening.do(Ruled(board=1, law="PT-I.11.2.B.1", text="t", decision=Decision(artificial={1: "innocent"})))
    return results(evening)


def lined_up(boards: tuple[int, ...] = (1, 2), **changes: object) -> object:
    evening = of_teams(2, **changes)
    evening.do(RoundBegun())
    return tried(evening, LinedUp(entrant=2, boards=boards, open_room=("B1", "B2"), closed_room=("B3", "B4")))


def over_two_stages(part: object, scoring: str = "matchpoints") -> Evening:
    """Six pairs, then the best four of them again."""
    evening = of_pairs(6, 6, bridge_scoring=scoring, bridge_carry_over=part)
    first = [place.entrant for place in standing(evening.state).places][:4]
    movement = pairs.pairs(4, boards=1)
    evening.seat(movement, tuple(first), stage=True)
    evening.play(random.Random(4))
    return evening


def filed(system: object) -> object:
    evening = Evening(event("bridge", bridge_systems=system))
    evening.enter(4)
    told = [tried(evening, SystemCard(entrant=n, system=kind, text="x")) for n, kind in ((1, "natural"), (2, "artificial"))]  # type: ignore[arg-type]  # fmt: skip
    return told, len(evening.state.cards)


def explained(how: object) -> object:
    evening = Evening(event("bridge", bridge_explanations=how))
    evening.enter(4)
    told = ""
    try:
        evening.seat(pairs.pairs(4, boards=1))
    except Refused as error:
        told = str(error)
    return told, printed("bridge", bridge_explanations=how)


def equal_pairs(breaks: object) -> object:
    """Howells of eight pairs with results by chance, some of them equal."""
    return [order(of_pairs(8, seed, bridge_tie_breaks=breaks)) for seed in range(6)]


def absent(most: object) -> object:
    """Who has not come is guilty from so many minutes after the beginning of the round on, and not a second earlier."""
    told = []
    for seconds in (5 * MIN - 1, 5 * MIN, 6 * MIN):
        evening = Evening(event(tournament_absent_min=most))
        evening.enter(8)
        evening.seat(movements.preferans(8))
        evening.do(RoundBegun())
        board = evening.state.sessions[0].turn(1).tables[0].boards[0]
        away = Ruled(table=1, board=board, round=1, law="PT-I.11.2.B.1", text="nobody there", absent=(1,))
        told.append((bool(tried(evening, away, after_s=seconds)), evening.state.decisions))
    return told, printed(tournament_absent_min=most)


Story = Callable[[object], object]


def fewer_tables(**changes: object) -> list[Fraction]:
    """A session in which one board is played at fewer tables than the others."""
    evening = Evening(event("bridge", **changes))
    evening.enter(8)
    straight = pairs.pairs(8, "mitchell", boards=1, rounds=2)
    first, second = straight.rounds
    few = msgspec.structs.replace(second, tables=second.tables[:1])
    evening.seat(msgspec.structs.replace(straight, rounds=(first, few)))
    evening.play(random.Random(5))
    return [award.most for board in range(1, 5) for award in awards(evening.state, 1, board).values()]


def butler_of_four(**changes: object) -> dict[int, Fraction]:
    """A board of four tables by Butler."""
    evening = Evening(event("bridge", bridge_scoring="butler", **changes))
    evening.enter(8)
    evening.seat(at_once(8, 1))
    evening.do(RoundBegun())
    for table, result in enumerate(("6S N 12", "4S N 10", "4S N 9", "4S N 11"), 1):
        evening.do(Row(table=table, board=1, result=result))
    return results(evening)


def by_the_file(boards: object) -> dict[str, Fraction]:
    held = event("bridge")
    agreed = msgspec.structs.replace(held.regulations, bridge_boards=boards)  # nobody chooses it
    evening = Evening(msgspec.structs.replace(held, regulations=agreed))
    evening.begun = evening.state = msgspec.structs.replace(evening.begun, vulnerable={1: "both"})
    evening.enter(4)
    evening.seat(pairs.pairs(4, "mitchell", boards=1, rounds=1))
    evening.do(RoundBegun(), Row(table=1, board=1, result="4S N 10"))
    return dict(next(iter(evening.state.rows.values())).reading.scores)


def one_sided(**changes: object) -> dict[int, Fraction]:
    """A match with a ruling for the second team alone."""
    evening = Evening(event("bridge", bridge_scoring="team_imps", **changes))
    return ruled_for_one(evening)


def one_sided_of(counted: object) -> dict[int, Fraction]:
    held = event("bridge", bridge_scoring="team_imps")
    agreed = msgspec.structs.replace(held.regulations, bridge_counted=counted)  # nobody chooses it
    return ruled_for_one(Evening(msgspec.structs.replace(held, regulations=agreed)))


def ruled_for_one(evening: Evening) -> dict[int, Fraction]:
    evening.enter(2)
    evening.seat(pairs.teams(2, boards=1))
    evening.do(RoundBegun())
    for room in ("open", "closed"):
        evening.do(Row(table=1, board=1, result="pass", room=room))
    second = evening.state.sessions[0].entrants(evening.state.sessions[0].turn(1).tables[0])["B"]
    decision = Decision(artificial={second: "innocent"})
    evening.do(Ruled(table=1, board=1, law="Law 12C2", text="t", decision=decision))
    return results(evening)


OBEYED: dict[str, tuple[Sequence[object], Story]] = {
    "tournament.type": (("duplicate", "olympic", "compensation", "cup"), of_type),
    "tournament.movement": (("scheme", "simple", "shift_line", "rooms"), how_they_move),
    "tournament.qualifying": ((False, True), lambda v: regulations(tournament_qualifying=v).open_for()),
    "tournament.minutes_per_board": (
        (5, 6),
        lambda v: minutes(event("preferans", tournament_minutes_per_board=v), movements.preferans(8)),
    ),
    "tournament.places": ((None, 4, 8), lambda v: who_is_seated(tournament_places=v)),
    "tournament.check_in_min": ((0, 30), lambda v: who_is_seated(tournament_check_in_min=v)),
    "tournament.entry": (("open", "director"), who_enters),
    "tournament.sets": (("travelling", "barometer"), with_sets),
    "tournament.early_end": ((False, True), ended_early),
    "tournament.break_min": ((None, 0, 5), lambda v: begins(half_way(tournament_break_min=v).state)),
    "tournament.absent_min": ((None, 5, 6), absent),
    "tournament.results": (("end", "live"), lambda v: so_far(half_way(tournament_results=v).state)),
    "tournament.rows": (("own", "others"), lambda v: len(list(others(half_way(tournament_rows=v).state, 1)))),
    "tournament.unfinished": (("late", "average", "dropped"), cut_short),
    "tournament.correction_period_min": ((10, 30), period(20 * MIN)),
    "tournament.appeal_period_min": ((10, 30), appealed),
    "tournament.adjusted": (((40, 50, 60), (30, 50, 60), (40, 45, 60), (40, 50, 70)), with_adjusted),
    "tournament.fouled_formula": (("per_group_percent", "scaled"), with_fouled),
    "tournament.procedural_penalty": ((10, 20), with_penalty),
    "tournament.tie_breaks": (
        ((), ("allpass_won",), ("allpass_tricks",), ("sets",), ("misere_tricks",)),
        lambda v: (with_breaks(v), printed(tournament_tie_breaks=v)),
    ),
    "event.length": (("pool", "deals"), lambda v: a_party(str(v), 20)),
    "event.number": ((20, 24), lambda v: a_party("deals", v)),
    "event.qualify_per_table": ((1, 2), lambda v: next_round(olympic(event_qualify_per_table=v))),
    "event.fill": (("mixed", "byes", "lucky_loser"), lambda v: next_round(olympic(event_fill=v))),
    "comp.scheme": (("per_deal_rating", "xy_column"), lambda v: compensated(comp_scheme=v)),
    "comp.x": ((5, 6), lambda v: compensated(comp_x=v)),
    "comp.y": ((-3, -4), lambda v: compensated(comp_y=v)),
    "comp.rounds": ((0, 1), seated_again),
    "cup.issues": ((2, 3), lambda v: in_a_cup(cup_issues=v)),
    "cup.deals_per_issue": ((1, 2), lambda v: in_a_cup(cup_deals_per_issue=v)),
    "cup.finalists": ((1, 2), lambda v: in_a_cup(cup_finalists=v)),
    "bridge.scoring": (("matchpoints", "butler", "cross_imps", "team_imps", "board_a_match"), scored),
    "bridge.mp_unit": ((2, 1), lambda v: awards(of_pairs(bridge_mp_unit=v).state, 1, 1)),
    "bridge.vp_scale": (
        ("off", "24 boards", "wbf continuous", "wbf discrete"),
        lambda v: played_by_teams(bridge_vp_scale=v),
    ),
    "bridge.series_min_half": ((True, False), lambda v: lined_up(bridge_series_min_half=v)),
    "bridge.series": ((1, 2), lambda v: lined_up((1, 2, 3, 4), bridge_series=v)),
    "bridge.neuberg": ((True, False), lambda v: with_a_hole(bridge_neuberg=v)),
    "bridge.top": (("board", "session"), lambda v: fewer_tables(bridge_top=v)),
    "bridge.datum": (("count", "share"), lambda v: butler_of_four(bridge_datum=v, bridge_datum_dropped=1)),
    "bridge.datum_dropped": ((0, 1), lambda v: butler_of_four(bridge_datum_dropped=v)),
    "bridge.boards": (("number", "file"), by_the_file),
    "bridge.carry_over": ((0, 50, 100), lambda v: results(over_two_stages(v))),
    "bridge.sit_out": ((12, 10), lambda v: played_by_teams(bridge_sit_out=v)),
    "bridge.average_imps": ((3, 2), with_average),
    "bridge.unbalanced": (("each", "mean"), lambda v: one_sided(bridge_unbalanced=v)),
    "bridge.counted": (("first", "each"), one_sided_of),
    "bridge.minutes_per_board": (
        (8, 7),
        lambda v: minutes(event("bridge", bridge_minutes_per_board=v), pairs.pairs(6)),
    ),
    "bridge.tie_breaks": (((), ("direct",), ("wins",), ("tops",)), equal_pairs),
    "bridge.systems": (("any", "natural"), filed),
    "bridge.explanations": (("partner", "self", "written"), explained),
}


def test_every_option_has_a_reader() -> None:
    assert set(OBEYED) == {dotted(field) for field in declarations()}


@pytest.mark.parametrize("name", OBEYED)
def test_each_value_of_an_option_changes_something(name: str) -> None:
    values, story = OBEYED[name]
    told = [story(value) for value in values]
    assert [pair for pair in combinations(range(len(values)), 2) if told[pair[0]] == told[pair[1]]] == []
    assert story(values[0]) == told[0]  # by the option, not by chance


@pytest.mark.parametrize("name", OBEYED)
def test_an_option_is_refused_where_nothing_obeys_it(name: str) -> None:
    """Those of another game, or another type of tournament, are one line."""
    own = name.partition(".")[0]
    kinds = {"event": {"olympic", "compensation"}, "comp": {"compensation"}, "cup": {"cup"}}.get(own)
    if name in {f"tournament.{one}" for one in ("unfinished", "sets", "early_end", "results", "rows", "absent_min")}:
        kinds = {"duplicate"}
    if name in {"tournament.places", "tournament.check_in_min", "tournament.break_min"}:
        kinds = {"duplicate", "olympic", "compensation"}
    of_preferans = {"tournament.movement", "tournament.minutes_per_board", "tournament.tie_breaks"}
    games = {"bridge"} if own == "bridge" else {"preferans"} if name in of_preferans else None
    for game in ("preferans", "bridge", "deberts"):
        for kind in map(str, OBEYED["tournament.type"][0]):
            if (kinds and kind not in kinds) or (games and game not in games):
                with pytest.raises(ValueError, match=f"^{name} is read only where the (type|game) is "):
                    check_read(name, game, kind)
            else:
                check_read(name, game, kind)


# --- the two that add up stages ----------------------------------------------------------------------------


@pytest.mark.rule("B-TEAM-7")
@pytest.mark.parametrize("part", [0, 50])
def test_a_part_of_the_earlier_stage_is_carried_over(part: int) -> None:
    """By matchpoints: points and max of the first stage count for so much; who is not in the second comes after it."""
    evening = over_two_stages(part)
    first, second = ([awards(evening.state, nth, board) for board in (1, 2, 3, 4, 5)] for nth in (1, 2))
    final = evening.state.sessions[1].order
    for place in standing(evening.state).places:
        who = place.entrant
        earlier, own = ([board[who] for board in some if who in board] for some in (first, second))
        if who not in final:
            points, most = sum(a.points for a in earlier), sum(a.most for a in earlier)
            assert place.rank > len(final)
        else:
            points = sum(a.points for a in own) + Fraction(part, 100) * sum(a.points for a in earlier)
            most = sum(a.most for a in own) + Fraction(part, 100) * sum(a.most for a in earlier)
            assert place.rank <= len(final)
        assert place.total == Fraction(100 * points, most)


@pytest.mark.rule("B-TEAM-7")
def test_imps_are_carried_over_too() -> None:
    nought, half, whole = (results(over_two_stages(part, "cross_imps")) for part in (0, 50, 100))
    final = over_two_stages(0, "cross_imps").state.sessions[1].order
    for who in final:
        assert half[who] - nought[who] == (whole[who] - nought[who]) / 2
    assert any(whole[who] != nought[who] for who in final)


def test_a_stage_begins_after_a_session_of_bridge() -> None:
    evening = two_tables()
    all_passes(evening)
    with pytest.raises(Refused, match="a new stage begins after a session of bridge"):
        evening.seat(movements.preferans(8, rounds=1), stage=True)


@pytest.mark.rule("B-AUC-13", "B-AUC-14")
def test_a_system_card_is_of_a_pair_that_has_entered_at_bridge() -> None:
    evening = Evening(event("bridge", bridge_explanations="written", bridge_systems="natural"))
    evening.enter(4)
    card = SystemCard(entrant=2, system="artificial", text="strong club")
    assert "only natural systems" in tried(evening, card)
    assert "no entrant 9" in tried(evening, msgspec.structs.replace(card, entrant=9))
    for who in range(1, 5):
        evening.do(SystemCard(entrant=who, system="natural", text="five card majors"))
    evening.seat(pairs.pairs(4, boards=1))
    other = two_tables()
    assert "preferans has no system cards" in tried(other, SystemCard(entrant=1, system="natural", text="x"))


@pytest.mark.rule("B-PAIR-3")
def test_equals_are_parted_by_their_own_meeting() -> None:
    """Of two pairs with as many points the one that has more where they met is first; nothing parts them else."""
    met = 0
    for seed in range(40):
        plain, parted = of_pairs(4, seed), of_pairs(4, seed, bridge_tie_breaks=["direct"])
        for one, other in combinations(standing(plain.state).places, 2):
            if one.total != other.total or [p.rank for p in standing(plain.state).places].count(one.rank) > 2:
                continue
            won = {one.entrant: Fraction(0), other.entrant: Fraction(0)}
            for row in parted.state.rows.values():
                if set(row.seats.values()) == set(won):
                    for who in won:
                        won[who] += awards(parted.state, 1, row.at.board)[who].points
            ranks = {place.entrant: place.rank for place in standing(parted.state).places}
            if won[one.entrant] == won[other.entrant]:
                assert ranks[one.entrant] == ranks[other.entrant]
            else:
                met += 1
                assert (ranks[one.entrant] < ranks[other.entrant]) == (won[one.entrant] > won[other.entrant])
    assert met
