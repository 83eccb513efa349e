"""Whole events as a director runs them: folders and commands, from the first entry to the final table."""

import csv
import io
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader

from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.notation.bridge import pbn
from kozyr.tournaments import folder, formats
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.scoring import shown
from tests.tournaments import scorer
from tests.tournaments.commands import EVENT, Kozyr, begun, does, enters, places, played, refuses, state, written
from tests.tournaments.evening import bridge_result

MIN = 60
Later = Callable[[int], None]


def exported(kozyr: Kozyr) -> list[dict[str, str]]:
    """The lines of an event as its CSV has them."""
    return list(csv.DictReader(io.StringIO(does(kozyr, "export", "--to", "csv"))))


@pytest.mark.long
@pytest.mark.rule("P-0.4", "PT-0.2", "PT-I.5b", "PT-I.9")
def test_duplicate_preferans_of_23_with_rests(kozyr: Kozyr) -> None:
    """Fours and threes in two sections with boards of their own; another number, at tables of four alone, has rests."""
    begun(kozyr, 23)
    assert "2 boxes of each board" in does(kozyr, "seat", "--seed", "beef")
    session = state().session
    assert session is not None
    fours, threes = session.movement.fields
    ends = {
        size: [board for turn in session.movement.rounds for one in turn.tables if len(one.seats) == size for board in one.boards]
        for size in (3, 4)
    }  # fmt: skip
    made = ("--event", "Spring cup", "--secret", "secret.hex")
    for size, name in ((4, "boards.txt"), (3, "boards3.txt")):
        count = max(ends[size]) - min(ends[size]) + 1
        more = ("--at", str(size), "--first", str(min(ends[size])), "--count", str(count))
        assert kozyr("boards", "make", f"ev/{name}", *made, *more)[0] == 0
    assert (fours.tables, threes.tables, fours.resting + threes.resting) == (2, 5, 0)
    played(kozyr, random.Random(23))
    enters(kozyr, "published")
    lines = exported(kozyr)
    sums: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    sizes: dict[str, set[int]] = defaultdict(set)
    for table in {(one["round"], one["table"], one["board"]) for one in lines}:
        mine = [one for one in lines if (one["round"], one["table"], one["board"]) == table]
        sizes[table[2]].add(len(mine))
        sums[table[0], table[1]] += sum(Fraction(one["score"]) for one in mine)
    assert set(sums.values()) == {0}
    assert all(len(one) == 1 for one in sizes.values())  # fours and threes share no protocol
    assert sorted(places(kozyr)) == sorted(f"P{n}" for n in range(1, 24))
    for words in (["protocols"], ["values", "--at", "3"]):
        assert kozyr("tournament", "print", "ev", *words, "-o", "x.pdf")[0] == 0
    assert "--at 3 or --at 4" in kozyr("tournament", "print", "ev", "values", "-o", "x.pdf")[2]


@pytest.mark.rule("PT-I.5c")
def test_23_at_tables_of_four_rest_by_turns(kozyr: Kozyr) -> None:
    begun(kozyr, 23)
    does(kozyr, "seat", "--by", "hand", "--at", "4", "--rounds", "5")
    played(kozyr, random.Random(4))
    session = state().session
    assert session is not None
    rests = Counter(who for turn in session.movement.rounds for who in turn.rest)
    assert {len(turn.rest) for turn in session.movement.rounds} == {3}
    assert max(rests.values()) - min(rests[who] for who in range(1, 24)) <= 1
    boards = Counter(one["name"] for one in exported(kozyr))
    assert {boards[f"P{who}"] + 4 * rests[who] for who in range(1, 24)} == {20}


@pytest.mark.rule("PT-I.10.A", "PT-I.10.B", "PT-I.11.2.A", "B-PAIR-1")
def test_a_mitchell_of_nine_tables(kozyr: Kozyr) -> None:
    """Neuberg's formula for a cancelled line, a fouled board in two groups, an adjusted score; seen from the exported lines."""
    begun(kozyr, 18, "--game", "bridge")
    does(kozyr, "seat", "--by", "hand", "--kind", "mitchell", "--boards", "1")
    played(kozyr, random.Random(9))
    before = [one for one in exported(kozyr) if one["board"] == "2" and one["seat"] == "NS"]
    assert len(before) == 9
    gone = before[-1]
    does(kozyr, "correct", gone["table"], "2", "--round", gone["round"])
    guilty = int(gone["entrant"])
    enters(
        kozyr, "ruled", board=2, table=int(gone["table"]), round=int(gone["round"]), law="PT-I.11.2.B.1",
        text="cards fell on the floor", decision={"artificial": {str(guilty): "fully"}},
    )  # fmt: skip
    found = {one["entrant"]: one for one in exported(kozyr) if one["board"] == "2" and one["seat"] == "NS"}
    left = {one["entrant"]: Fraction(one["score"]) for one in before[:-1]}
    assert found.keys() == left.keys()  # who was ruled upon has no line any more
    for who, raw in scorer.matchpoints({int(who): score for who, score in left.items()}).items():
        assert Fraction(found[str(who)]["matchpoints"]) == Fraction(9, 8) * (raw + 1) - 1
        assert found[str(who)]["max"] == "16"
    # From the sixth round on, board 5 was played with two cards changed.
    other = [one for one in exported(kozyr) if one["board"] == "5" and one["seat"] == "NS"]
    groups = [[one for one in other if (int(one["round"]) > 5) is changed] for changed in (False, True)]
    enters(
        kozyr, "ruled", board=5, law="PT-I.10.A", text="two cards changed places",
        decision={"fouled": [[int(one["table"]), int(one["round"])] for one in groups[1]]},
    )  # fmt: skip
    again = {one["entrant"]: one for one in exported(kozyr) if one["board"] == "5" and one["seat"] == "NS"}
    for group in groups:
        points = scorer.matchpoints({int(one["entrant"]): Fraction(one["score"]) for one in group})
        for who, raw in points.items():
            assert Fraction(again[str(who)]["matchpoints"]) == 16 * Fraction(raw, 2 * (len(group) - 1))
    told = does(kozyr, "score")
    assert "\nNS\n" in told
    assert "\nEW\n" in told
    root = ET.fromstring(does(kozyr, "export", "--to", "usebio"))  # noqa: S314 - our own file
    assert root.findtext("EVENT/WINNER_TYPE") == "2"
    directions = Counter(pair.findtext("DIRECTION") for pair in root.findall("EVENT/PARTICIPANTS/PAIR"))
    assert directions == {"NS": 9, "EW": 9}
    assert kozyr("tournament", "print", "ev", "results", "-o", "x.pdf")[0] == 0
    pages = [page.extract_text() for page in PdfReader("x.pdf").pages]
    assert [name in page for name, page in zip(("EW", "NS"), pages, strict=True)] == [True, True]


@pytest.mark.long
@pytest.mark.rule("B-PAIR-3")
def test_a_howell_of_13_pairs(kozyr: Kozyr) -> None:
    begun(kozyr, 13, "--game", "bridge")
    assert kozyr("boards", "make", "ev/boards.pbn", "--event", "Spring cup", "--count", "26", "--secret", "s")[0] == 0
    does(kozyr, "seat", "--by", "rating", "--kind", "howell", "--boards", "2")
    played(kozyr, random.Random(13))
    lines = exported(kozyr)
    assert set(Counter(one["name"] for one in lines).values()) == {24}  # everybody sat out once
    points: dict[int, int] = defaultdict(int)
    for board in {one["board"] for one in lines}:
        for seat in ("NS", "EW"):
            mine = {int(o["entrant"]): Fraction(o["score"]) for o in lines if (o["board"], o["seat"]) == (board, seat)}
            for who, won in scorer.matchpoints(mine).items():
                points[who] += won
    enters(kozyr, "published")
    assert {who: Fraction(total) for who, (_, total) in places(kozyr).items()} == {
        f"P{who}": Fraction(100 * won, 24 * 10) for who, won in points.items()
    }
    does(kozyr, "export", "--to", "pbn", "-o", "out.pbn")
    read = pbn.parse(pbn.decode(Path("out.pbn").read_bytes()))
    assert (len(read.boards), read.faults) == (26 * 6, ())


@pytest.mark.rule("B-TEAM-1", "B-TEAM-3", "B-TEAM-4", "B-TEAM-7", "B-IMP-2")
def test_a_team_match_of_two_series_with_a_substitute(kozyr: Kozyr) -> None:
    kozyr("tournament", "new", "ev", "--name", "Match", "--game", "bridge", "--set=bridge.scoring=team_imps",
          "--duty=arbiter=Orlova", *(f"--duty={n}={n}" for n in ("preparations", "sessions", "entry", "special_conditions", "published")))  # fmt: skip
    assert "Wolves: a team is four to six, not 3 (B-TEAM-3)" in refuses(kozyr, "enter", "Wolves:C1,C2,C3")
    does(kozyr, "enter", "Foxes:A1,A2,A3,A4", "Bears:B1,B2,B3,B4")
    does(kozyr, "seat", "--by", "hand", "--boards", "24")
    does(kozyr, "round", "begin")
    first, second = list(range(1, 13)), list(range(13, 25))
    foxes: dict[str, object] = {"open_room": ["A1", "A2"], "closed_room": ["A3", "A4"]}
    bears: dict[str, object] = {"open_room": ["B1", "B2"], "closed_room": ["B3", "B4"]}
    order = state().session.turn(1).tables[0].seats  # type: ignore[union-attr]
    assert order == {"A": 2, "B": 1}
    early = ["rule", "lined_up", "entrant=1", f"boards={first}", 'open_room=["A1","A2"]', 'closed_room=["A3","A4"]']
    assert "Bears names its four first in series 1 (B-TEAM-4)" in refuses(kozyr, *early)
    enters(kozyr, "lined_up", {"entrant": 2, "boards": first, **bears})
    enters(kozyr, "lined_up", {"entrant": 1, "boards": first, **foxes})
    later = ["rule", "lined_up", "entrant=2", f"boards={second}", 'open_room=["B1","B2"]', 'closed_room=["B3","B4"]']
    assert "Foxes names its four first in series 2 (B-TEAM-4)" in refuses(kozyr, *later)
    five = ["rule", "lined_up", "entrant=1", f"boards={second}", 'open_room=["A5","A2"]', 'closed_room=["A3","A4"]']
    assert "A5 is not of the team (B-TEAM-3)" in refuses(kozyr, *five)
    enters(kozyr, "substitute", entrant=1, name="A5", for_="A1")
    does(kozyr, *five)
    enters(kozyr, "lined_up", {"entrant": 2, "boards": second, **bears})
    chance = random.Random(2)
    lines = {room: [(board, bridge_result(chance)) for board in range(1, 25)] for room in ("open", "closed")}
    for room, some in lines.items():
        written(kozyr, [f"1 {board} {result}" for board, result in some], "--room", room, "--confirm")
    assert "the series has begun" in refuses(kozyr, *five)
    does(kozyr, "round", "end")
    enters(kozyr, "published")
    (match,) = matches(state())
    by_board = {
        board: scorer.imps(scorer.bridge(ours, board) - scorer.bridge(theirs, board))
        for (board, ours), (_, theirs) in zip(lines["open"], lines["closed"], strict=True)
    }
    assert match.boards == by_board
    vp = scorer.victory(sum(by_board.values()))  # the sum of the two series is the match (B-IMP-2)
    totals = {name: Fraction(total) for name, (_, total) in places(kozyr).items()}
    assert totals == {"Foxes": vp if match.home == 1 else 20 - vp, "Bears": 20 - vp if match.home == 1 else vp}
    does(kozyr, "export", "--to", "pbn", "-o", "out.pbn")
    names = {board.number: board.players for board in pbn.parse(pbn.decode(Path("out.pbn").read_bytes())).boards}
    assert "A5" in names["20"].values() or "A3" in names["20"].values()
    assert "A5" not in names["5"].values()


def party(chance: random.Random, players: int, deals: int = 24) -> str:
    """What a pulka's players have won: it sums to nought."""
    some = [chance.randint(-100, 100) for _ in range(players - 1)]
    return " ".join(map(str, (*some, -sum(some)))) + f" / {deals}"


def round_of_parties(kozyr: Kozyr, chance: random.Random) -> list[tuple[list[int], str]]:
    """Seat, play and end a round; who sat at each table, and its line."""
    does(kozyr, "seat") if not state().sessions else does(kozyr, "seat", "--by", "hand")
    does(kozyr, "round", "begin")
    session = state().session
    assert session is not None
    told = []
    for table in session.turn(1).tables:
        people = list(session.entrants(table).values())
        told.append((people, party(chance, len(people))))
    written(kozyr, [f"{nth} 0 {line}" for nth, (_, line) in enumerate(told, 1)])
    assert "missing" not in does(kozyr, "round", "end")
    return told


@pytest.mark.rule("PT-0.3", "PT-II.1", "PT-II.2", "PT-II.3", "PT-II.4")
@pytest.mark.parametrize("fill", ["mixed", "byes", "lucky_loser"])
def test_an_olympic_event_of_23(kozyr: Kozyr, fill: str) -> None:
    begun(kozyr, 23, "--set=tournament.type=olympic", f"--set=event.fill={fill}")
    chance = random.Random(23)
    rounds: list[list[tuple[list[int], str]]] = []
    winners: list[int] = []
    while not rounds or len(rounds[-1]) > 1:
        rounds.append(round_of_parties(kozyr, chance))
        winners = scorer.knocked_out(rounds)[-1]
        session = state().session
        assert session is not None
        assert set(session.order) >= {who for people, _ in rounds[-1] for who in people}
        if len(rounds) > 1:
            assert set(scorer.knocked_out(rounds[:-1])[-1]) <= set(session.order)
        if fill == "lucky_loser" and len(rounds) > 1:
            assert {len(people) for people, _ in rounds[-1]} == {4}
    assert [len(tables) for tables in rounds] == sorted((len(tables) for tables in rounds), reverse=True)
    assert len(rounds) == 3
    assert places(kozyr)[f"P{winners[0]}"][0] == 1
    assert "the last table" not in refuses(kozyr, "row", "9", "0", party(chance, 4))


@pytest.mark.rule("PT-0.4", "PT-III.1", "PT-III.2", "PT-III.3")
def test_a_compensation_event_of_24_over_five_rounds(kozyr: Kozyr) -> None:
    begun(kozyr, 24, "--set=tournament.type=compensation")
    chance = random.Random(24)
    rounds: list[list[tuple[list[int], str]]] = []
    for _ in range(5):
        rated = scorer.per_deal(rounds)
        rounds.append(round_of_parties(kozyr, chance))
        if len(rounds) > 1:
            order = sorted(range(1, 25), key=lambda who: (-rated[who], who))
            assert [people for people, _ in rounds[-1]] == [order[at : at + 4] for at in range(0, 24, 4)]
    enters(kozyr, "published")
    assert {name: Fraction(total) for name, (_, total) in places(kozyr).items()} == {
        f"P{who}": total for who, total in scorer.per_deal(rounds).items()
    }
    assert "seated by the ratings" in refuses(kozyr, "seat", "--seed", "x")


@pytest.mark.rule("D-DEAL-1", "PT-0.4")
def test_deberts_is_seated_in_twos(kozyr: Kozyr) -> None:
    """A compensation event of seven: one rests each round, never one twice before all; an Olympic one ends with a table of two."""
    begun(kozyr, 7, "--game", "deberts", "--set=tournament.type=compensation")
    rests = []
    for nth in range(7):
        tables = round_of_parties(kozyr, random.Random(nth))
        assert [len(people) for people, _ in tables] == [2, 2, 2]
        session = state().session
        assert session is not None
        rests += [session.order[number - 1] for number in session.turn(1).rest]
    assert sorted(rests) == list(range(1, 8))


@pytest.mark.rule("PT-M.2", "PT-M.3", "PT-M.4")
def test_two_issues_of_a_cup(kozyr: Kozyr) -> None:
    seed = bytes(range(16))
    more = ("tournament.type=cup", "cup.issues=2", "cup.deals_per_issue=5", "cup.finalists=2")
    begun(kozyr, 6, *(f"--set={one}" for one in more), "--lottery", formats.commitment(seed))
    chance = random.Random(5)
    told: list[dict[int, list[str]]] = [{}, {}]
    for nth, issue in enumerate(told, 1):
        for who in range(1, 6 if nth == 2 else 7):
            issue[who] = [str(chance.randint(-50, 50)) for _ in range(5)]
            enters(kozyr, "issue", entrant=who, issue=nth, whists=issue[who])
    bad = (
        (("issue=1", 'whists=["1","1","1","1","1"]'), "issue 1 has come already"),
        (("issue=2", 'whists=["1","1"]'), "an issue has 5 deals, not 2"),
        (("issue=3", 'whists=["1","1","1","1","1"]'), "the cup has 2 issues"),
        (("issue=2", 'whists=["x","1","1","1","1"]'), "is no number"),
    )
    for words, said in bad:
        assert said in refuses(kozyr, "rule", "issue", "entrant=6", *words)
    assert "nobody is seated (PT-M.4)" in refuses(kozyr, "seat")
    total, final = scorer.cup(told, 2)
    assert {name: Fraction(own) for name, (_, own) in places(kozyr).items()} == {
        f"P{who}": own for who, own in total.items()
    }
    assert "does not fit what was committed" in refuses(kozyr, "rule", "drawn", "seed=00")
    enters(kozyr, "drawn", seed=seed.hex())
    out = does(kozyr, "score")
    assert f"in the final: {', '.join(f'P{who}' for who in sorted(final, key=lambda who: -total[who]))}" in out
    drawn = formats.lottery(seed, [who for who in range(1, 7) if who not in final], 1)
    assert f"drawn in the lottery: P{drawn[0]}" in does(kozyr, "score", "--prizes", "1")


@pytest.mark.rule("B-VP-2", "PT-I.9")
def test_a_swiss_of_teams_and_a_league_over_two_events(kozyr: Kozyr) -> None:
    """Nobody meets an opponent again, byes come once; each round is drawn by the standing and plays boards of its own."""
    begun(kozyr, 7, "--game", "bridge", "--set=bridge.scoring=team_imps", "--set=bridge.vp_scale=wbf continuous")
    chance = random.Random(7)
    for nth in range(1, 6):
        before = places(kozyr) if nth > 1 else {}
        does(kozyr, "seat", "--kind", "swiss", "--boards", "2", *(("--by", "hand") if nth == 1 else ()))
        session = state().session
        assert session is not None
        turn = session.turn(1)
        assert {board for table in turn.tables for board in table.boards} == {2 * nth - 1, 2 * nth}
        if nth > 1:
            best = min(before, key=lambda name: (before[name][0], int(name[1:])))
            assert state().name(next(iter(session.entrants(turn.tables[0]).values()))) == best or best == state().name(
                session.order[-1]
            )
        played(kozyr, chance)
    met = [frozenset(one.entrants(table).values()) for one in state().sessions for table in one.turn(1).tables]
    byes = [one.order[-1] for one in state().sessions]
    assert len(set(met)) == len(met) == 15
    assert len(set(byes)) == len(byes) == 5
    assert "drawn by the standing" in refuses(kozyr, "seat", "--kind", "swiss", "--seed", "x")
    first = places(kozyr)
    assert sum(Fraction(total) for _, total in first.values()) == 15 * 20 + 5 * 12
    # The same event twice: everybody has twice as much.
    shutil.copytree(EVENT, "two")
    assert kozyr("tournament", "league", "ev", "two", "--by", "vp")[0] == 0
    lines = kozyr("tournament", "league", "ev", "two", "--by", "vp")[1].splitlines()
    best = min(first, key=lambda name: first[name][0])
    assert lines[0].split() == ["1", best, shown(2 * Fraction(first[best][1]))]
    by_rank = kozyr("tournament", "league", "ev", "two", "--weight", "60")[1].splitlines()
    assert by_rank[0].split() == ["1", best, "120.00"]
    assert by_rank[-1].split()[-1] == "0.00"
    begun_again = ("tournament", "new", "pairs", "--name", "X", "--game", "bridge")
    assert kozyr(*begun_again)[0] == 0
    assert "no victory points" in kozyr("tournament", "league", "ev", "pairs", "--by", "vp")[2]


@pytest.mark.rule("PT-I.2a", "PT-I.2", "PT-I.3.4")
def test_boards_that_are_set_by_hand_and_looked_into_after_play(kozyr: Kozyr) -> None:
    begun(kozyr, 20)
    Path("s").write_text("00" * 32)
    assert kozyr("boards", "make", "ev/boards.txt", "--event", "Spring cup", "--count", "20", "--secret", "s")[0] == 0
    out = does(kozyr, "seat", "--by", "hand", "--set-by-hand")
    assert "before round 1 these set boards by hand: table 1 1-4, table 2 5-8, table 3 9-12" in out
    session = state().session
    assert session is not None
    assert len(session.movement.rounds) == 4
    for turn in session.movement.rounds:
        for table in turn.tables:  # who sits where in the first round of the whole circle plays none of those boards
            assert not {who for who in table.seats.values() if (who - 1) % 5 * 4 + 1 == table.boards[0]}
    layout = Layout.parse(folder.deals(EVENT)[4])
    north = layout.hand(Seat.N)
    assert north is not None
    cards = [card.text for card in north]
    verify = ("boards", "verify", "ev/boards.txt", "--board", "4", "--pocket")
    assert kozyr(*verify, f"N={','.join(cards)}")[:2] == (0, "board 4 is as its record has it\n")
    status, told, _ = kozyr(*verify, f"N={','.join([*cards[1:], 'S7' if 'S7' not in cards else 'SA'])}")
    assert status == 1
    assert told.startswith(f"board 4: N: {cards[0]} missing; ")
    assert "no board 99" in kozyr("boards", "verify", "ev/boards.txt", "--board", "99", "--pocket", "N=SA")[2]
    assert "SEAT=CARDS" in kozyr(*verify, "X=SA")[2]
    assert kozyr(*verify, "N=S1")[0] == 2


@pytest.mark.rule("PT-M.3", "PT-M.5")
def test_the_boards_of_a_cup_and_who_takes_part(kozyr: Kozyr) -> None:
    Path("s").write_text("00" * 32)
    assert kozyr("boards", "make", "a.txt", "--event", "Cup", "--count", "2", "--secret", "s")[0] == 0
    status, told, _ = kozyr("boards", "choose", "a.txt", "b.txt", "--count", "1")
    assert status == 0
    all_of_them = kozyr("boards", "choose", "a.txt", "c.txt", "--count", "2")[1].splitlines()
    tricks = sorted((float(line.split()[2]) for line in all_of_them), reverse=True)
    assert sorted((float(line.split()[2]) for line in told.splitlines()), reverse=True) == tricks[:1]
    assert kozyr("boards", "verify", "b.txt")[1] == "1 boards, every card once\n"
    assert "b.txt: File exists" in kozyr("boards", "choose", "a.txt", "b.txt", "--count", "1")[2]
    assert "3 boards cannot be chosen of 2" in kozyr("boards", "choose", "a.txt", "d.txt", "--count", "3")[2]
    begun(kozyr, 1, "--set=tournament.type=cup", "--set=cup.deals_per_issue=1")
    does(kozyr, "enter", "Anna", "--country", "Ukraine", "--city", "Kyiv", "--age", "30")
    does(kozyr, "enter", "Boris", "--country", "Ukraine", "--city", "Lviv", "--age", "61")
    enters(kozyr, "issue", entrant=2, issue=1, whists=["5"])
    assert "3 entrants; 2 told: 1 countries and 2 cities, 30 to 61 years" in does(kozyr, "score")


# --- appeals -----------------------------------------------------------------------------------------------


def ruled(kozyr: Kozyr) -> int:
    """A round of eight at two tables is over; entrant 1 was ruled guilty on board 1 and has said that he appeals."""
    begun(kozyr, 8, "--society", "Society")
    does(kozyr, "seat", "--by", "hand", "--rounds", "1")
    does(kozyr, "round", "begin")
    lines = ["1 1 9H E9 S1", "2 1 7D E7 S2 W1"]
    lines += [f"{table} {board} - {' '.join(f'{seat}{n}' for seat, n in zip('NESWNES'[board % 4 : board % 4 + 3], (4, 3, 3), strict=True))}"
              for board in (2, 3, 4) for table in (1, 2)]  # fmt: skip
    written(kozyr, lines)
    nth = enters(
        kozyr, "ruled", table=1, board=1, law="PT-I.11.2.B.1", text="spoke", decision={"artificial": {"1": "fully"}}
    )
    note = enters(kozyr, "noticed", who="P1", entrant=1, entry=nth)
    does(kozyr, "round", "end", "--last")
    enters(kozyr, "elected", members=["P3", "P4"])
    return note


@pytest.mark.rule("PT-0.5", "PT-0.6", "PT-0.7")
def test_an_appeal_that_changes_a_result(kozyr: Kozyr, later: Later) -> None:
    note = ruled(kozyr)
    guilty = places(kozyr)["P1"]
    later(30 * MIN)
    filed = enters(kozyr, "filed", who="P1", notice=note, facts="I did not speak", request="my result")
    assert kozyr("tournament", "print", "ev", "appeal", "--appeal", str(filed), "-o", "x.pdf")[0] == 0
    text = PdfReader("x.pdf").pages[0].extract_text()
    assert all(word in text for word in ("I did not speak", "PT-I.11.2.B.1: spoke", "P1"))
    enters(kozyr, "decided", who="P3", filed=filed, by="committee", allowed=True, decision={"natural": [1]})
    after = places(kozyr)["P1"]
    assert after != guilty
    mine = next(one for one in exported(kozyr) if (one["entrant"], one["board"]) == ("1", "1"))
    assert mine["matchpoints"] == "0"  # a nine against a seven costs the dealer more
    enters(kozyr, "published")
    later(30 * MIN + 1)
    enters(kozyr, "closed")
    # The society's committee: the arithmetic of the last round, nothing else.
    more = ["rule", "decided", f"filed={filed}", "by=society", "allowed=true"]
    whose = ("--who", "Society")
    assert "PT-0.5" in refuses(kozyr, *more, 'decision={"artificial":{"1":"innocent"}}', *whose)
    arithmetic = 'correction={"table":1,"board":1,"result":"9H E8 S2","ground":"arithmetic"}'
    does(kozyr, *more, arithmetic, *whose)
    assert next(one for one in exported(kozyr) if one["board"] == "1")["result"] == "9H E8 S2"


@pytest.mark.rule("PT-0.5", "PT-0.6")
def test_an_appeal_that_may_not(kozyr: Kozyr, later: Later) -> None:
    note = ruled(kozyr)
    guilty = places(kozyr)["P1"]
    file = ["rule", "filed", f"notice={note}", "facts=f", "request=r", "--who"]
    assert "P2 may not appeal for P1: only P1 may (PT-0.6)" in refuses(kozyr, *file, "P2")
    later(30 * MIN + 1)
    assert "the session ended more than 30 minutes ago (PT-0.6)" in refuses(kozyr, *file, "P1")
    assert places(kozyr)["P1"] == guilty
    # In time, but the committee does not allow it: nothing changes either.
    shutil.rmtree(EVENT)
    note = ruled(kozyr)
    filed = enters(kozyr, "filed", who="P1", notice=note, facts="f", request="r")
    enters(kozyr, "decided", who="P4", filed=filed, by="committee", allowed=False)
    assert places(kozyr)["P1"] == guilty
    no = ["rule", "decided", f"filed={filed}", "by=society", "allowed=true", "--who"]
    assert "P3 is not of the society's committee: Society (PT-0.5)" in refuses(kozyr, *no, "P3")
