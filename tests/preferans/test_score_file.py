"""A score file as people write it: names, what happens between deals, words, and one clear line for what is wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr import cli
from kozyr.games.preferans import Outcome

EVENING = Path(__file__).parents[1] / "data" / "score" / "evening.jsonl"
TABLE = '{"kind":"table","players":["Аня","Борис","Вера"]}'
DEAL = '{"dealer":"Аня","kind":"tricks","declarer":"Борис","contract":"6S"}'
Score = Callable[..., tuple[int, str, str]]


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    """Scores these lines; returns the status and what was printed."""

    def scored(*lines: str, more: tuple[str, ...] = (), verb: str = "score") -> tuple[int, str, str]:
        path = tmp_path / "evening"
        path.write_text("\n".join(lines), encoding="utf-8")
        status = cli.main([verb, str(path), *more])
        return status, *capsys.readouterr()

    return scored


def told(score: Score, *lines: str) -> Any:
    status, out, err = score(*lines, more=("--json",))
    assert (status, err) == (0, "")
    return json.loads(out)


@pytest.mark.rule("P-4.2.1", "P-4.2.5", "P-4.2.11", "P-3.1.2")
def test_a_whole_evening_is_kept_printed_and_read_again(score: Score) -> None:
    lines = EVENING.read_text(encoding="utf-8").splitlines()
    status, out, err = score(*lines)
    assert (status, err) == (0, "")
    shown = [" ".join(line.split()) for line in out.splitlines()]
    assert "2 Аня Вера 7♥/-1 Аня whist, Борис pass Вера 6, Аня 3, Борис 1" in shown
    assert "Борис fine hill 5 (P-3.2.17)" in shown
    assert "Гриша newcomer the means of the others (P-3.1.2)" in shown
    assert "the settlement: Гриша Аня Борис Даша" in shown
    assert "exact -5 5 49 -49" in shown

    evening = told(score, *lines)
    assert evening["sheet"]["pool"] == {"Гриша": 4, "Аня": 6, "Борис": 10, "Даша": 6}
    assert evening["sheet"]["hill"] == {"Гриша": 5, "Аня": 6, "Борис": 8, "Даша": 9}
    assert evening["result"] == {"Гриша": -5, "Аня": 5, "Борис": 49, "Даша": -49}
    assert evening["finished"]
    # What is told can be read again: the lines, what people see of a deal, and the sheet by itself.
    again = [json.dumps(line, ensure_ascii=False) for line in evening["lines"]]
    assert told(score, *again) == evening
    typed = [json.loads(line) for line in again]
    rows = [line for line in out.splitlines()[1:13] if line[:1].isdigit()]
    for line, row in zip([one for one in typed if "dealer" in one and one["kind"] != "table"], rows, strict=True):
        cells = row.split("  ")
        contract = next(cell.strip() for cell in cells if "/" in cell or "all-pass" in cell)
        line["kind"] = {"tricks": "tricks", "misere": "misère", "allpass": "all-pass"}[line["kind"]]
        if contract != "all-pass":
            line["contract"] = contract
        line["calls"] = {name: word.replace("_", "-") for name, word in line.get("calls", {}).items()}
    retyped = told(score, *(json.dumps(line, ensure_ascii=False) for line in typed))
    assert retyped["sheet"] == evening["sheet"]
    status, out, err = score(
        json.dumps(evening["sheet"] | {"options": {"pool_target": 10}}), more=("--json",), verb="settle"
    )
    assert (status, err, json.loads(out)["result"]) == (0, "", [-5, 5, 49, -49])


@pytest.mark.rule("P-3.1.2", "P-3.2.2")
def test_a_newcomer_has_a_name_and_deals(score: Score) -> None:
    found = told(score, TABLE, DEAL, '{"kind":"newcomer","name":"Гриша"}')
    assert found["next"]["dealer"] == "Гриша"  # left of Аня, who has dealt
    assert list(found["sheet"]["pool"]) == ["Аня", "Гриша", "Борис", "Вера"]


@pytest.mark.rule("P-3.1.2", "PE-5.4.7")
def test_one_who_replaces_a_leaver_has_his_place_and_his_score_and_no_deal_of_his_own(score: Score) -> None:
    found = told(score, TABLE, DEAL, '{"kind":"substitute","player":"Аня","name":"Гриша"}')
    assert (found["sheet"]["pool"], found["next"]["dealer"]) == ({"Гриша": 0, "Борис": 2, "Вера": 0}, "Борис")


def test_between_deals_only_what_is_possible(score: Score) -> None:
    for line, why in (
        ('{"kind":"newcomer","name":"Аня"}', "two players are called Аня"),
        ('{"kind":"newcomer"}', "a newcomer has a name"),
        ('{"kind":"newcomer","name":"Г","consent":["Аня"]}', "newcomer: it needs the consent of all (P-3.1.2)"),
        ('{"kind":"substitute","player":"Г","name":"Д"}', "names a player, or a column, that is not there (PE-5.4.7)"),
        ('{"kind":"fine","player":"Аня","points":-5,"law":"P-3.2.17"}', "points: a fine is 1 or more, not -5"),
        ('{"kind":"fine","player":"Аня","points":5}', "missing required field `law`; this line has: kind, player"),
        ('{"kind":"fine","player":"Г","points":5,"law":"P-3.2.17"}', "the players are Аня, Борис, Вера"),
        ('{"kind":"fine","player":"Аня","points":5,"law":"just so"}', "not possible by what was agreed (P-4.2.7)"),
        (
            '{"kind":"correction","player":"Аня","column":"wall","points":5,"law":"P-4.2.7"}',
            "column: no 'wall'; there are: pool, hill, whists",
        ),
        ('{"kind":"stop","consent":["Аня"]}', "stop: it needs the consent of all (P-4.2.15)"),
        (TABLE, "the line of the table is the first one"),
    ):
        status, out, err = score(TABLE, line)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        assert ":2: " in err
        assert why in err, err
    assert "has a name where the players have" in score('{"kind":"newcomer","name":"Гриша"}')[2]
    assert told(score, DEAL.replace("Аня", "N").replace("Борис", "E"), '{"kind":"newcomer"}')["next"]["dealer"] == "E"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (DEAL.replace('"tricks"', '"chess"'), "kind: no 'chess'; there are: tricks, misere, allpass, table, newcomer"),
        (
            DEAL.replace('"declarer"', '"player"'),
            "unknown field `player`; this line has: dealer, kind, declarer, contract",
        ),
        (DEAL.replace("6S", "6X"), "contract: no '6X'; there are 6S … 10NT"),
        (
            DEAL.replace("}", ',"calls":{"Вера":"whits"}}'),
            "calls: Вера: no 'whits'; there are: whist, pass, half-whist",
        ),
        (DEAL.replace("}", ',"calls":{},"calls":{}}'), 'the key "calls" stands twice'),
        (DEAL.replace("}", ',"calls":{"Вера":"pass","Вера":"whist"}}'), 'the key "Вера" stands twice'),
        (DEAL.replace("6S", "6S/-1"), "contract: 6S is said to be -1, but the tricks make it 6♠/="),
        (DEAL.replace("Аня", "Яна"), "no player 'Яна'; at 3 they are Аня, Борис, Вера"),
        (DEAL.replace("}", ',"talon":["SA","S1"]}'), "not a card: 'S1'"),
        (DEAL.replace("}", ',"talon":["SA","♠Т"]}'), "a talon is two cards of the pack, not SA SA"),
    ],
)
def test_an_error_says_what_is_allowed_and_comes_alone_where_nothing_was_scored(
    score: Score, line: str, why: str
) -> None:
    status, out, err = score(TABLE, line)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert f":2: {why}" in err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"kind":"table","players":["Аня"]}', "two to five"),
        ('{"kind":"table","players":["Аня","Аня","Вера"]}', "two players are called Аня"),
        ('{"kind":"table","players":["Аня","","Вера"]}', "not a name"),
        ('{"kind":"table","players":["А","Б","В"],"dealer":"Г"}', "dealer: no player 'Г'; they are А, Б, В"),
        ('{"kind":"table","players":["А","Б","В"],"preset":"soshi"}', "no preset 'soshi'; there are: sochi"),
        ('{"kind":"table","players":["А","Б","В"],"options":{"jumps":"on"}}', "no option 'jumps'"),
    ],
)
def test_a_table_that_cannot_be_is_refused(score: Score, line: str, why: str) -> None:
    status, out, err = score(line)
    assert (status, out) == (2, "")
    assert why in err


def test_who_plays_what_is_said_in_the_file_or_on_the_command_line(score: Score) -> None:
    assert "leave --preset, --players and --set out" in score(TABLE, more=("--preset", "club"))[2]
    status, out, _ = score(TABLE.replace("Вера", "Вера Павловна"), DEAL)
    assert status == 0
    assert "Вера Павловна" in out


@pytest.mark.rule("P-3.2.14", "P-3.2.2")
def test_a_dealer_out_of_rotation_must_be_confirmed_in_the_line(score: Score) -> None:
    late = DEAL.replace('"Аня"', '"Вера"').replace("Борис", "Аня")
    status, out, err = score(TABLE, DEAL, late)
    assert status == 2
    assert 'Борис deals now, not Вера; if Вера did and it was seen too late, the line says "out_of_turn":true' in err
    assert "6♠/=" in out  # what stood before
    assert told(score, TABLE, DEAL, late.replace("}", ',"out_of_turn":true}'))["next"]["dealer"] == "Аня"


@pytest.mark.rule("P-1.3.5", "P-3.3.5", "PC-3.2")
@pytest.mark.parametrize(
    "contract", ["7H", "7h", "7♥", "7Ч", "7 червей", "семь червей", "Сім чирв", "7♥/=", "7 hearts"]
)
def test_a_contract_is_read_as_it_is_written_and_said(score: Score, contract: str) -> None:
    assert told(score, TABLE, DEAL.replace("6S", contract))["lines"][1]["contract"] == "7H"


@pytest.mark.parametrize("contract", ["7NT", "7N", "7n", "7БК", "7б/к", "семь без козыря", "7NT/="])
def test_a_contract_without_trump_too(score: Score, contract: str) -> None:
    assert told(score, TABLE, DEAL.replace("6S", contract))["lines"][1]["contract"] == "7NT"


def test_a_sheet_by_names_is_settled_by_names(score: Score) -> None:
    sheet = {"pool": {"А": 50, "Б": 40}, "hill": {"А": 3}, "whists": {"Б": {"А": 7}}}
    status, out, _ = score(json.dumps(sheet), verb="settle")
    assert status == 0
    assert out.split()[:3] == ["player", "А", "Б"]
    wrong = score(json.dumps(sheet | {"hill": {"В": 1}}), verb="settle")
    assert "no player 'В' in the pool; they are А, Б" in wrong[2]
    assert (
        'the key "pool" stands twice'
        in score('{"pool":[1,2],"pool":[1,2],"hill":[0,0],"whists":[[0,0],[0,0]]}', verb="settle")[2]
    )
    assert "all by places or all by names" in score(json.dumps(sheet | {"hill": [1, 2]}), verb="settle")[2]


@pytest.mark.rule("P-3.2.8", "P-1.3.1")
@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("N:AKQJT987.AKQ.. .JT987.AKQJ. ..T987.AKQJT9 + C8 C7", "N has 11 cards, not 10 (P-3.2.8)"),
        ("N:AKQJT987.AK.. .QJT987.AKQJ. ..T987.AKQJT + C9 C8 C7", "S has 9 cards, not 10 (P-3.2.8)"),
        ("N:AKQJT987.AK.. .QJT987.AKQJ. ..T987.AKQJT9 + C8", "1 cards are left, not 2 (P-1.3.1)"),
        ("N:AKQJT987.AK.. .QJT987.AKQJ. ..T987.AKQJT9 ... + C8 C7", ""),
    ],
)
def test_a_bad_deal_names_the_hand_and_its_count(score: Score, deal: str, why: str) -> None:
    status, _, err = score('[Game "preferans"]', '[Players "3"]', f'deal "{deal}"', verb="replay")
    assert (status == 2) is bool(why)
    if why:
        assert err.count("\n") == 1
        assert "bad_deal: " + why in err


PAGE = (Path(__file__).parents[2] / "docs" / "preferans.md").read_text(encoding="utf-8")
EXAMPLES = [line for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def test_the_lines_of_the_page_are_read(score: Score) -> None:
    evening, sheets = EXAMPLES[:-2], EXAMPLES[-2:]
    assert told(score, *evening)["finished"]
    for sheet in sheets:
        status, _, err = score(sheet, verb="settle")
        assert (status, err) == (0, "")


def test_the_page_names_every_key_of_a_deal_and_every_kind_of_line() -> None:
    for field in msgspec.structs.fields(Outcome):
        assert f"`{field.name}`" in PAGE, field.name
    for kind in ("table", "newcomer", "substitute", "fine", "correction", "stop"):
        assert f'"kind":"{kind}"' in PAGE


@pytest.mark.rule("P-3.9.18")
def test_a_line_can_have_what_a_ruling_counts(score: Score) -> None:
    line = (
        '{"dealer":"N","kind":"tricks","declarer":"E","contract":"6H","calls":{"S":"whist","N":"whist"},'
        '"tricks":{"E":5,"S":2,"N":3},"ruled":{"law":"P-3.9.18","counted":{"E":3}}}'
    )
    told_ = told(score, line)
    assert told_["sheet"]["hill"] == {"N": 0, "E": 6, "S": 0}  # three short, as it counts
    assert told_["sheet"]["whists"] == {"N": {"E": 8}, "S": {"E": 6}}  # real tricks, and one short really
    assert {entry["law"] for entry in told_["entries"] if entry["column"] == "hill"} == {"P-3.9.18"}


@pytest.mark.parametrize(
    ("ruled", "said"),
    [
        ('{"law":"nothing"}', "is no rule"),
        ('{"law":"P-3.9.18","counted":{"X":1}}', "no player"),
        ('{"law":"P-3.9.18","taken":{"E":11}}', "no tricks of a deal"),
        ('{"law":"P-3.9.18","counted":{"E":-11}}', "cannot be counted"),
    ],
)
def test_a_ruling_that_counts_nonsense_is_refused(score: Score, ruled: str, said: str) -> None:
    line = f'{{"dealer":"N","kind":"tricks","declarer":"E","contract":"6H","tricks":{{"E":6}},"ruled":{ruled}}}'
    status, _, err = score(line)
    assert status == 2
    assert said in err


def test_a_correction_can_be_an_exact_fraction(score: Score) -> None:
    line = '{"kind":"correction","player":"N","column":"whists","on":"E","points":"26/3","law":"P-4.2.7"}'
    assert told(score, line)["sheet"]["whists"] == {"N": {"E": "26/3"}}
