"""A session of boards: every deal stands alone, worth what it moves a pulka's settlement by (PT-I.7, P-4.1.1)."""

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from kozyr import sheets
from kozyr.cli import main
from kozyr.deals import PREFERANS, numbered_deal
from kozyr.games import Amendment, Deal, Entry, Event, Progress, Record, game, replay
from kozyr.games.options import Contradiction
from kozyr.games.preferans import Boards, Outcome, agree, parse, start
from kozyr.notation import kz
from kozyr.notation.perft import SplitMix64, walk
from tests.cases import Row, case
from tests.table import Table

BOARDS = {"length_mode": "boards", "length_deals": 12}


def session(preset: str = "sochi+qualifying", players: int = 4, **changes: object) -> Table:
    return Table(preset, {**BOARDS, **changes}, players=players)


def nine(table: Table) -> Table:
    """A deal that is soon played: nine hearts, made."""
    return table.plays("9H", "whist pass open", H1=9, H2=1)


def number(table: Table) -> int:
    """Of the next board."""
    return boards(table).number_of(table.pulka.number)


def boards(table: Table) -> Boards:
    assert isinstance(table.pulka, Boards)
    return table.pulka


@pytest.mark.rule("PT-I.1", "PT-I.4")
@pytest.mark.parametrize(("players", "first"), [(4, "ESWNESWN"), (3, "NESNES")])
def test_each_is_first_hand_in_turn(players: int, first: str) -> None:
    table = session(players=players)
    hands = []
    for _ in first:
        hands.append(table.state.terms.name(table.state.terms.hands[0]))
        nine(table)
    assert "".join(hands) == first


@pytest.mark.rule("PT-I.1", "PT-I.3.2")
def test_the_number_and_dealer_of_a_board_can_be_told() -> None:
    four = session(length_deals=2, boards="17:S,5:N")
    assert (number(four), four.state.terms.dealer.value) == (17, "S")
    nine(four)
    assert (number(four), four.state.terms.dealer.value) == (5, "N")
    three = session(players=3, length_deals=1, boards="9:S")
    assert three.state.terms.hands[0].value == "S"  # at three the mark is the first hand's (C-TOUR-2)
    with pytest.raises(ValueError, match="three have the talon"):
        session(players=3, length_deals=1, boards="9:W")
    with pytest.raises(ValueError, match="'9N' is no board"):
        session(length_deals=1, boards="9N")


@case("W-PT-I.7-1")
def test_the_value_of_a_nine_is_that_of_the_tournaments_example(row: Row) -> None:
    table = session(row.preset + "+qualifying").plays("9H", "whist pass open", H1=9, H2=1)
    people = {"declarer": "H1", "whister": "H2", "passer": "H3", "dealer": "D"}
    assert {who: table.result(people[who]) for who in people} == row.expected["whists"]
    assert sum(boards(table).values[0]) == row.expected["sum"]


DEALS: tuple[tuple[str, str, dict[str, int]], ...] = (
    ("10H", "whist pass open", {"H1": 8, "H2": 2}),
    ("9H", "whist pass open", {"H1": 9, "H2": 1}),
    ("7D", "whist whist", {"H1": 5, "H2": 3, "H3": 2}),
    ("8C", "pass whist open", {"H1": 8, "H3": 2}),
    ("misere", "", {"H1": 2, "H2": 4, "H3": 4}),
    ("misere", "", {"H1": 0, "H2": 5, "H3": 5}),
)


@pytest.mark.rule("PT-I.7", "P-4.1.1")
@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "classic", "club", "fspr"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_board_is_worth_what_it_moves_any_settlement_by(preset: str, players: int) -> None:
    """Whatever stands in the pulka, the deal moves its settlement by the board's value; and values sum to nought."""
    chance = random.Random(f"{preset} {players}")
    for contract, calls, tricks in DEALS:
        board = session(preset + "+qualifying", players).plays(contract, calls, by="H1", **tricks)
        value = boards(board).values[0]
        assert sum(value) == 0
        assert tuple(map(Fraction, board.settlement.result)) == value
        pulka = Table(preset + "+qualifying", {"pool_target": 100}, players=players, dealer=board_dealer(players))
        pulka.writes("pool", H1=chance.randrange(30), H2=chance.randrange(30)).writes("hill", H3=chance.randrange(30))
        before = pulka.settlement.result
        pulka.plays(contract, calls, by="H1", **tricks)
        moved = tuple(Fraction(now) - was for now, was in zip(pulka.settlement.result, before, strict=True))
        assert moved == value


def board_dealer(players: int) -> int:
    return 0 if players == 4 else 2  # of board 1, whose first hand is E at four and N at three


@pytest.mark.rule("PT-I.7", "P-3.7.4")
def test_every_all_pass_costs_the_first_price() -> None:
    table = session("leningrad+qualifying")
    for _ in range(3):
        assert table.price == 2
        table.plays("allpass", "", H1=6, H2=2, H3=2)
    values = boards(table).values
    by_hand = [sorted(value) for value in values]
    assert by_hand[0] == by_hand[1] == by_hand[2]
    assert boards(table).series == 0
    assert table.state.terms.auction.least() == session("leningrad+qualifying").state.terms.auction.least()


def test_no_pool_fills_and_the_last_board_ends_it() -> None:
    table = session(length_deals=3, pool_target=2)
    for _ in range(3):
        assert not table.pulka.finished
        nine(table)
    assert table.pulka.finished
    assert not any(table.pulka.sheet.pool)
    assert not any(table.pulka.sheet.hill)
    assert {entry.law for entry in table.pulka.sheet.entries} == {"PT-I.7"}


def test_a_board_is_dealt_by_its_dealer() -> None:
    table = session()
    before = boards(nine(table))
    with pytest.raises(ValueError, match="board 2 is dealt by E, not N"):
        before.record(before.history[0])
    with pytest.raises(ValueError, match="all boards are played"):
        nine(session(length_deals=1)).pulka.record(before.history[0])


@pytest.mark.parametrize(
    ("preset", "changes", "first", "second"),
    [
        ("classic", {}, "length_mode", "bombs"),
        ("sochi", {"blind": "on"}, "length_mode", "blind"),
        ("sochi", {"prizes": "on"}, "length_mode", "prizes"),
        ("sochi", {"talon_refusal_fine": 3}, "length_mode", "talon_refusal_fine"),
        ("fspr", {}, "length_mode", "talon_bonus"),
        ("sochi", {"length_deals": 0}, "length_mode", "length_deals"),
        ("sochi", {"boards": "1:N"}, "boards", "length_deals"),
        ("sochi", {"length_mode": "deals", "boards": "1:N", "length_deals": 1}, "length_mode", "boards"),
    ],
)
def test_a_board_knows_no_factors_prizes_fines_or_bonuses(
    preset: str, changes: dict[str, object], first: str, second: str
) -> None:
    with pytest.raises(Contradiction) as refused:
        agree(preset, {**BOARDS, **changes})
    assert refused.value.names == (first, second)


@pytest.mark.parametrize("players", [2, 5])
def test_boards_are_for_three_or_four(players: int) -> None:
    with pytest.raises(ValueError, match="three or four"):
        start(agree("sochi", BOARDS, players), players)


def test_nobody_joins() -> None:
    assert boards(session(players=3)).why_not(amendment("newcomer:N,E,S")) is not None


@pytest.mark.rule("PT-I.7")
@pytest.mark.parametrize(
    ("token", "results"),
    [
        ("correction:N:whists:5:PT-0.7:E", {"N": 5, "E": -5, "S": 0}),
        # Ten whists a point, as in a pulka: the fined one pays each other a third of them (P-4.1.1).
        ("correction:E:hill:6:P-3.9.14", {"N": 20, "E": -40, "S": 20}),
        ("correction:S:pool:3:P-4.2.4", {"N": -10, "E": -10, "S": 20}),
    ],
)
def test_what_a_ruling_writes_counts_in_whists(token: str, results: dict[str, int]) -> None:
    before = boards(session(players=3))
    assert before.why_not(amendment(token)) is None
    after = before.amend(amendment(token))
    assert after.results == results
    assert after.sheet.pool == after.sheet.hill == (0, 0, 0)
    assert {entry.law for entry in after.sheet.entries} == {token.split(":")[4]}


def amendment(token: str) -> Amendment:
    found = parse(token)
    assert isinstance(found, Amendment)
    return found


def test_a_record_of_boards_is_written_and_read_back() -> None:
    conventions = agree("sochi+qualifying", {"length_mode": "boards", "length_deals": 2, "boards": "3:W,8:E"})
    progress, chance = Progress.start(start(conventions, 4)), random.Random(7)
    entries: list[Entry] = []
    while not progress.match.finished:
        state = progress.state
        assert state is not None
        if state.phase == "deal":
            seat = None
            event: Event = Deal(str(numbered_deal(chance.randrange(10**9), PREFERANS, state.terms.holders)))
        else:
            seat, event = state.actor, chance.choice(state.legal())
        entries.append(Entry(len(entries), seat, event))
        progress = progress.apply(event, seat)
    assert isinstance(progress.match, Boards)
    assert [sum(value) for value in progress.match.values] == [0, 0]
    record = Record("preferans", conventions, 4, 0, tuple(entries))
    read = kz.parse(kz.format(record)).record
    assert read is not None
    assert read.conventions == conventions
    assert replay(read).progress.match == progress.match


def test_the_sheet_tells_each_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        {"dealer": "S", "kind": "tricks", "declarer": "W", "contract": "9H", "tricks": {"W": 9, "N": 1, "E": 0}, "calls": {"N": "whist"}},
        {"dealer": "N", "kind": "allpass", "tricks": {"E": 6, "S": 2, "W": 2}},
    ]  # fmt: skip
    file = tmp_path / "boards.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    told = ["--set", "length_mode=boards", "--set", "length_deals=3", "--set", "boards=7:S,5:N,2:E"]
    words = ["score", "--players", "4", "--preset", "sochi+qualifying", *told, str(file)]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "7      -12  -20  -20  52\n" in out
    assert "next: board 2, E deals\n" in out
    assert main([*words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["boards"][0] == {"board": 7, "value": {"N": -12, "E": -20, "S": -20, "W": 52}}


@case("W-P-4.2.11-1")
def test_how_a_protocol_writes_a_contract(row: Row) -> None:
    printer = sheets.printer("preferans")
    table = session("sochi").plays("6S", "whist pass open", H1=6, H2=4)
    table.plays("8H", "whist pass open", H1=7, H2=3)
    assert [printer.row(1, outcome)[3] for outcome in table.pulka.history] == row.expected["protocol"]


# ------------------------------------------------------------------ a second witness of the walks in tests/data/perft

PRICE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}  # of a trick too few and of a whist
DUE = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}  # tricks that both whisters owe together


def sochi(outcome: Outcome, players: tuple[str, ...], sitter: str | None) -> dict[str, Fraction]:
    """What a deal of Sochi moves the settlement by, told from the text of the Codex; shares no code with the engine.

    A point in the pool brings ten whists from all, a point in the hill costs as many, and each one's part is all of it less
    his share of the table (P-4.1.1).
    """
    worth = dict.fromkeys(players, Fraction(0))

    def points(who: str, ten: int) -> None:
        for one in players:
            worth[one] += ten * (Fraction(one == who) - Fraction(1, len(players)))

    def whists(who: str, on: str, count: Fraction | int) -> None:
        worth[who] += count
        worth[on] -= count

    tricks, calls = outcome.tricks or {}, outcome.calls
    if outcome.kind == "allpass":
        for who in players:
            points(who, -10 * tricks.get(who, 0))
            if who != sitter and tricks.get(who, 0) == 0:
                points(who, 10)
        return worth
    declarer = outcome.declarer
    assert declarer is not None
    others = [who for who in players if who != declarer]
    if outcome.kind == "misere":
        points(declarer, -100 * tricks[declarer] if tricks[declarer] else 100)
        return worth
    assert outcome.contract is not None
    size = outcome.contract.size
    price = PRICE[size]
    assert not outcome.surrender
    if outcome.tricks is None:
        points(declarer, 10 * price)
        for who, word in calls.items():
            if word == "half_whist":
                whists(who, declarer, price * Fraction(DUE[size], 2))
        return worth
    down = size - tricks[declarer]
    if down <= 0:
        points(declarer, 10 * price)
    else:
        points(declarer, -10 * price * down)
        for who in others:
            whists(who, declarer, price * down)
    whisters = [who for who in others if calls.get(who) == "whist"]
    for who in others:
        taker = whisters[0] if len(whisters) == 1 else who
        whists(taker, declarer, price * tricks.get(who, 0))
    got = {who: tricks.get(who, 0) for who in whisters}
    if len(whisters) == 1:
        alone = whisters[0]
        short = max(0, DUE[size] - (10 - tricks[declarer]))
        points(alone, -10 * price * short)
    else:
        short = max(0, DUE[size] - sum(got.values()))
        if size >= 8:
            points(whisters[-1], -10 * price * short)
        else:
            each = {who: max(0, DUE[size] // 2 - taken) for who, taken in got.items()}
            for who in whisters:
                points(who, -10 * price * min(each[who], short))
    return worth


@pytest.mark.rule("PT-I.4", "PT-I.7", "P-4.1.1")
@pytest.mark.parametrize("players", [3, 4])
def test_walks_of_boards_are_scored_again_from_the_text(players: int) -> None:
    """Every deal of five walks as perft makes them: who is first hand, and what each board is worth to everybody."""
    rules = game("preferans")
    kinds: Counter[str] = Counter()
    for seed in range(5):
        agreed = rules.agree("sochi+qualifying", {"length_mode": "boards", "length_deals": 6}, players)
        match = rules.start(agreed, players, seed % players)
        chance = SplitMix64(seed)
        played = list(walk(rules, match, chance, 6))
        progress = Progress.start(match)
        for token in played:
            if not token.startswith("= "):
                progress = progress.apply(parse(token))
        found = progress.match
        assert isinstance(found, Boards)
        for nth, (outcome, values) in enumerate(zip(found.history, found.values, strict=True)):
            assert outcome.dealer == ("NESW"[nth % 4] if players == 4 else "SNE"[nth % 3])
            sitter = outcome.dealer if players == 4 else None
            assert isinstance(outcome, Outcome)
            kinds[outcome.kind] += 1
            assert dict(zip(found.names, values, strict=True)) == sochi(outcome, found.names, sitter), outcome
        assert progress.state is None
    assert kinds["tricks"] > 15
