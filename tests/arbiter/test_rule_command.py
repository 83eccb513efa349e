"""The verb `kozyr rule`, its sentences, and the page with twenty incidents."""

import io
import json
import re
import string
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import AnyIncident, rule
from kozyr.arbiter.effects import effect_said
from kozyr.arbiter.words import sentence, sentences
from kozyr.cli import main
from kozyr.games import Entry, replay
from kozyr.games.rulings import Ruled, parse as ruling
from kozyr.words import LANGUAGES, vocabulary
from tests.arbiter.hearing import DEAL, SIX

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests" / "data" / "records").glob("arbiter-*.kz"))
PAGE = (ROOT / "docs" / "arbiter.md").read_text()
REVOKE = '{"type":"revoke","entry":11}'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record with a revoke."""
    path = tmp_path / "revoke.kz"
    path.write_text(f'[Game "preferans"] [Players "3"]\n{SIX} ST S8 HK!\n')
    return path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """What `kozyr rule` answers."""
    try:
        status = main(["rule", *words])
    except SystemExit as error:
        status = int(str(error.code))
    out, err = capsys.readouterr()
    return status, out, err


def test_a_ruling_for_people(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, str(record), "--incident", REVOKE)
    assert (status, err) == (0, "")
    assert "laws: P-3.9.16.1" in out
    assert "to do: all after entry 10 is taken back; N: open card K♥" in out
    assert "арбитр: " not in said(capsys, str(record), "--incident", REVOKE, "--lang", "ru")[1]
    assert "відкрита" in said(capsys, str(record), "--incident", REVOKE, "--lang", "uk")[1]


def test_a_ruling_for_programs_and_the_record_after_it(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    after = record.with_name("after.kz")
    status, out, _ = said(capsys, str(record), "--at", "11", "--incident", REVOKE, "--json", "-o", str(after))
    assert status == 0
    told = json.loads(out)
    assert list(told) == ["laws", "deadline", "branches", "reason", "proof"]
    assert told["branches"][0]["effects"][0] == {"type": "back", "to": 10}
    read = notation.parse(after.read_text())
    assert read.record is not None
    assert replay(read.record).error is None
    assert read.record.entries[-1].event.token == told["branches"][0]["token"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--incident", '{"type":"revoke","entry":2}'], "entry 2 is no card: 6S"),
        (["--incident", REVOKE, "--at", "99"], "--at 99: the record has 11 entries"),
        (["--incident", REVOKE, "--at", "10"], "entry 11 is none of the running deal, which has 1 to 10"),
        (["--incident", REVOKE, "--choose", "2"], "--choose 2: the ruling has 1 branches"),
        (["--incident", '{"type":"nonsense"}'], "; kozyr rule --list has all types of incidents"),
        (["--incident", '{"type":"revok"}'], "; near it: revoke; kozyr rule --list has all types of incidents\n"),
        (
            ["--incident", '{"type":"revoke","seat":"E"}'],
            "unknown field `seat`; revoke has entry, [noticed_by], [replayable], [damage], [repeated], [late], [spectator]\n",
        ),
        (["--incident", "{"], "--incident: this is no JSON\n"),
        ([], "which incident?"),
    ],
)
def test_bad_input_gets_one_line(record: Path, capsys: pytest.CaptureFixture[str], words: list[str], line: str) -> None:
    status, out, err = said(capsys, str(record), *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert line in err


def test_a_record_that_does_not_replay_or_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.kz"
    wrong.write_text('[Game "preferans"] [Players "3"]\n6S\n')
    assert said(capsys, str(wrong), "--incident", REVOKE)[0] == 2
    assert "No such file" in said(capsys, str(tmp_path / "none.kz"), "--incident", REVOKE)[2]
    assert "which record, or which game?" in said(capsys, "--incident", REVOKE)[2]
    late = said(capsys, str(tmp_path / "none.kz"), "--incident", REVOKE, "--players", "3")
    assert late[2] == f"--players tells what a record has: it goes with a game, not with {tmp_path / 'none.kz'}\n"


# ------------------------------------------------------------------ without a record

SEEN = '{"type":"talon","seat":"S","how":"seen"}'
SHORT = '{"type":"wrong_discard"}'
NAMED = ("--events", "6S pass pass E:contract:6S!")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--incident", SEEN), "missing: --events, what was called and played before"),
        (("--incident", REVOKE), "missing: --events, what was called and played before\n"),
        (
            ("--incident", REVOKE.replace("}", ',"replayable":false}')),
            "missing: --events, what was called and played before; --deal, the cards: a proof needs them",
        ),
        (
            ("--incident", '{"type":"misdeal","fault":"hands"}'),
            "missing: --events, how many cards each hand had, as misdeal:hands:11-9-10-0!",
        ),
        (("--incident", SHORT, *NAMED), "missing: --deal, the cards: a proof needs them (P-3.4.6)"),
        (("--incident", SEEN, "--events", "nonsense"), "events: nonsense: no event of preferans: 'nonsense'"),
        (("--incident", SEEN, "--events", "6S tricks:2"), "events: tricks:2: no cards are played then"),
        (("--incident", SEEN, "--events", "tricks:x"), "events: tricks:x: how many tricks?"),
        (("--incident", SEEN, "--events", "6S", "--deal", "junk"), "a deal begins with a seat and a colon"),
        (("--incident", SEEN, "--events", "6S", "--preset", "nope"), "no preset 'nope'"),
        (("--incident", SEEN, "--events", "6S", "--set", "table.undo=off"), "table.undo is agreed at a table"),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], line: str) -> None:
    status, out, err = said(capsys, "preferans", *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert line in err


@pytest.mark.parametrize(
    ("game", "incident", "words", "branch"),
    [
        ("preferans", '{"type":"misdeal","fault":"direction"}', (), "1. arbiter: warn=N, redeal=same"),
        ("preferans", SEEN, ("--events", "6S"), "1. arbiter: bar=S,end,bid, first=2,S"),
        (
            "preferans",
            '{"type":"wrong_count","seats":["E"]}',
            ("--events", "6S pass pass discard contract:6S whist whist tricks:2"),
            "1. arbiter: less=2,E,6",
        ),
        ("preferans", '{"type":"wrong_discard","proven":2}', NAMED, "1. arbiter: result=N3-E4-S3, less=2,E"),
        ("preferans", '{"type":"misdeal","fault":"hands"}', ("--deal", "N:KQ7.AKQ.QT8.Q7 AT.J987.J7.J8 J98.T.K9.KT9 + DA CA"),
         "1. arbiter: redeal=same"),
        ("preferans", '{"type":"misdeal","fault":"batch"}', ("--preset", "club", "--players", "4"), "1. arbiter: warn=N, redeal=same"),
        ("bridge", '{"type":"insufficient","entry":3}', ("--events", "2S E:2H!"), "1. E: back=2, call=E,3H"),
        ("deberts", '{"type":"misdeal","fault":"thin_cut","cut":4}', (), "1. arbiter: redeal=same"),
        ("deberts", '{"type":"misdeal","fault":"thin_cut","cut":4}', ("--set", "min_cut=4"), "1. arbiter: play-on"),
    ],
)  # fmt: skip
def test_without_a_record_what_was_told_is_enough(
    capsys: pytest.CaptureFixture[str], game: str, incident: str, words: tuple[str, ...], branch: str
) -> None:
    status, out, err = said(capsys, game, "--incident", incident, *words)
    assert (status, err) == (0, "")
    assert in_words(branch) in out.splitlines()


def in_words(branch: str) -> str:
    """A branch as the command prints it; the arbiter's are alone here, and nobody chooses."""
    number, chooser, tokens = branch.replace(": ", ". ", 1).split(". ")
    made = ruling(f"ruled:P-1:{chooser}:{tokens.replace(', ', '+')}")
    assert made is not None
    done = "; ".join(effect_said(effect, "en") for effect in made.effects)
    return f"to do: {done}" if chooser == "arbiter" else f"{number}. {chooser}: {done}"


class Terminal(io.StringIO):
    """Somebody sits at it."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_it_asks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    deal = "N:AKQJ.AKQ.AKQ. T987.987.97.7 .JT.JT8.AKQJT + C9 C8"
    monkeypatch.setattr("sys.stdin", Terminal(f"{NAMED[1]}\n{deal}\n"))
    status, out, err = said(capsys, "preferans", "--incident", SHORT)
    assert status == 0
    assert err == ("events (what was called and played before): deal (the cards: a proof needs them (P-3.4.6)): ")
    assert "6♠ was named with 12 cards: without 7." in out
    monkeypatch.setattr("sys.stdin", Terminal("\n"))
    status, _, err = said(capsys, "preferans", "--incident", SEEN)
    assert status == 2
    assert err.endswith("missing: --events, what was called and played before\n")


# ------------------------------------------------------------------ too late, and what cannot be


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "noticed_by: no player 'Q'; they are N, E, S"),
        ("ru", "noticed_by: игрока «Q» нет; играют N, E, S"),
        ("uk", "noticed_by: гравця «Q» немає; грають N, E, S"),
    ],
)
def test_a_refusal_is_said_in_the_language_asked(
    record: Path, capsys: pytest.CaptureFixture[str], language: str, words: str
) -> None:
    told = ("--incident", '{"type":"revoke","entry":11,"noticed_by":"Q"}', "--lang", language)
    assert said(capsys, str(record), *told) == (2, "", f"{words}\n")


def test_what_is_missing_is_asked_in_the_language_asked(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, "preferans", "--incident", SHORT, *NAMED, "--lang", "uk")
    assert (status, out) == (2, "")
    assert err == "не сказано: --deal, карти: без них не довести (P-3.4.6)\n"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "stands as played"), ("ru", "как сыграно"), ("uk", "як зіграно")]
)
def test_a_claim_past_its_deadline(record: Path, capsys: pytest.CaptureFixture[str], language: str, words: str) -> None:
    after = record.with_name("after.kz")
    told = ("--incident", '{"type":"misdeal","fault":"no_cut"}', "-o", str(after), "--lang", language)
    status, out, err = said(capsys, str(record), *told)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "(P-3.2.18)" in err
    assert words in err
    assert not after.exists()
    status, out, _ = said(capsys, str(record), *told, "--json")
    assert status == 2
    assert [branch["effects"] for branch in json.loads(out)["branches"]] == [[{"type": "play-on"}]]


@pytest.mark.rule("P-4.2.9")
def test_what_good_will_can_still_do_is_not_too_late(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The deadline has passed, but a branch is left besides that it stands: a ruling like any other."""
    path, contract = tmp_path / "late.kz", "6S pass pass discard:CA,DA contract:6S"
    events = f"{DEAL} correction:E:whists:8:P-4.2.4:N {contract} pass pass {DEAL} {contract}"
    path.write_text(f'[Game "preferans"] [Players "3"]\n{events}\n')
    status, out, err = said(capsys, str(path), "--incident", '{"type":"sheet_error","entry":2}')
    assert (status, err) == (0, "")
    assert in_words("1. E: play-on") in out.splitlines()
    assert in_words("2. E: entry=E,whists,-8,N") in out.splitlines()


@pytest.mark.parametrize(
    ("incident", "line"),
    [
        ('{"type":"revoke","entry":11,"noticed_by":"Q"}', "noticed_by: no player 'Q'; they are N, E, S"),
        ('{"type":"wrong_count","seats":["E","E"]}', "seats: E E: one is named twice"),
        ('{"type":"shown","seat":"N","cards":["SK","SK"]}', "cards: SK SK: one is named twice"),
        ('{"type":"shown","seat":"W"}', "seat: nobody sits W in this deal"),
        ('{"type":"card_missing","seat":"N","card":"S2","found":"no"}', "card: S2 is not in the pack"),
        ('{"type":"adjusted","why":"no_compensation","guilt":{"Q":"fully"}}', "guilt: no player 'Q'"),
        ('{"type":"protocol","lost":true,"by":"Q"}', "by: no player 'Q'"),
        ('{"type":"forgotten_entry","after":99,"player":"E","column":"pool","points":2}', "after: entry 99 comes after"),
        ('{"type":"forgotten_entry","after":1,"player":"E","column":"whists","points":2}', "on: whists are written on another"),
        ('{"type":"insufficient","entry":2}', "entry 2 is no insufficient bid"),
    ],
)  # fmt: skip
def test_a_fact_that_the_record_contradicts(
    record: Path, capsys: pytest.CaptureFixture[str], incident: str, line: str
) -> None:
    status, out, err = said(capsys, str(record), "--incident", incident)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert line in err


def test_a_file_that_cannot_be_written(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, str(record), "--incident", REVOKE, "-o", str(record.parent))
    assert (status, out) == (2, "")
    assert err == f"{record.parent}: Is a directory\n"


def test_branches_need_a_choice_to_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, after = tmp_path / "lead.kz", tmp_path / "after.kz"
    path.write_text(f'[Game "preferans"] [Players "3"]\n{SIX} S:DK!\n')
    words = (str(path), "--incident", '{"type":"out_of_turn","entry":9}', "-o", str(after))
    assert "needs --choose" in said(capsys, *words)[2]
    assert said(capsys, *words, "--choose", "2")[0] == 0
    assert "lead=N,D,forbid,first" in after.read_text()


def test_every_law_is_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(said(capsys, "--list", "--json")[1])
    irregular = [
        line.split("\t")[0]
        for line in (ROOT / "tests" / "data" / "rulebook" / "rules.tsv").read_text().splitlines()
        if "\tirregularity" in line
    ]
    assert {row["law"] for row in rows} >= set(irregular)
    assert {row["part"] for row in rows} == {"ruling", "ground", "deadline", "frame"}
    assert "B-LAW-PEN-1" not in said(capsys, "--list", "preferans")[1]
    assert "B-LAW-PEN-1" in said(capsys, "--list", "bridge")[1]
    assert "no laws of" in said(capsys, "--list", "chess")[2]
    assert said(capsys, "--explain", "P-9.9")[0] == 2
    assert said(capsys, "--explain", "")[0] == 2


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "P-3.9.16: a frame for others. A revoke: revoke",
                "A player has not followed suit",
                "asks: entry, noticed_by, replayable",
            ],
        ),
        ("ru", ["P-3.9.16: общее правило. Фальшренонс: revoke", "Игрок не дал масти", "спрашивает: entry"]),
        ("uk", ["P-3.9.16: загальне правило. Фальшренонс: revoke", "Гравець не дав масті", "питає: entry"]),
    ],
)
def test_a_law_is_explained_in_one_language(
    capsys: pytest.CaptureFixture[str], language: str, lines: list[str]
) -> None:
    status, out, _ = said(capsys, "--explain", "P-3.9.16", "--lang", language)
    assert status == 0
    for line, begins in zip(out.splitlines(), (*lines, "late: called, round", "spectator: "), strict=True):
        assert line.startswith(begins)


# What one writes for `how`, `cards`, `late` and `settled`.
VALUES = {
    "seen",
    "opened",
    "taken",
    "none",
    "several",
    "called",
    "round",
    "objected",
    "played_on",
    "accepted",
    "misexplained",
    "unexplained",
    "miscalled",
    "tempo",
    "remark",
    "acted",
    "settled",
    "corrected",
    "consulted",
    "redeal",
    "one_result",
    "incomparable",
    "same",
    "another",
    "assisted",
    "over_seven",
    "after_end",
    "deviation",
    "undisclosed",
    "forbidden",
    "aid",
    "face_down",
    "review",
    "contract",
    "counts",
    "asks_void",
    "prevents",
    "attention",
    "director",
    "advice",
    "peeks",
    "late",
    "slow",
    "audible",
    "compared",
    "touched",
    "pocket",
    "uncounted",
    "disobeyed",
    "manners",
    "grave",
    "judgement",
    "law",
    "discipline",
    "highest",
    "lowest",
    "win",
    "suit",
    "rank",
    "card",
    "anything",
    "mind",
    "told_turn",
    "explained",
    "opponent_changed",
    "tabled",
    "shown",
    "varied",
    "question",
    "answer",
    "own_irregularity",
    "their_irregularity",
}


def test_every_incident_and_deadline_has_words_in_three_languages() -> None:
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyIncident)}
    laws = "".join(path.read_text() for path in (ROOT / "src" / "kozyr" / "arbiter" / "laws").rglob("*.py"))
    codes = set(re.findall(r'Deadline\(\s*[^,]+,\s*"([a-z_]+)"', laws))
    assert {"scored", "next_lead"} <= codes
    for language in LANGUAGES:
        assert vocabulary(language, "rulings", "NAMES").keys() == kinds.keys()
        assert codes - vocabulary(language, "rulings", "DEADLINES").keys() == set()
        about = vocabulary(language, "rulings", "ABOUT")
        assert about.keys() == (set() if language == "en" else kinds.keys())
        for tag, text in about.items():
            fields = {field.name for field in msgspec.structs.fields(kinds[tag])} - {"spectator"}
            assert fields - set(re.findall(r"\b([a-z_]+)(?=[:,] )", text)) == set(), (language, tag)
            assert set(re.findall(r"[A-Za-z_]+", text)) - fields <= VALUES, (language, tag)  # no English left over


def test_every_reason_has_its_sentence_in_three_languages() -> None:
    code = "".join(path.read_text() for path in (ROOT / "src" / "kozyr" / "arbiter").rglob("*.py"))
    codes = set(re.findall(r'Reason\(\s*"([a-z_.]+)"', code))
    assert len(codes) > 80
    for language in LANGUAGES:
        assert codes - sentences(language).keys() == set(), language
    fields = {name: {code: used(text) for code, text in sentences(name).items()} for name in LANGUAGES}
    assert fields["ru"] == fields["uk"]
    assert {c: f - fields["ru"][c] for c, f in fields["en"].items() if f - fields["ru"][c]} == {}


def used(text: str) -> set[str]:
    """What a sentence speaks of."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_incident_of_the_page_is_ruled_so_in_its_record(path: Path) -> None:
    read = notation.parse(path.read_text())
    assert read.record is not None
    assert replay(read.record).error is None
    tags = dict(read.record.tags)
    at, choice = int(tags["At"]), int(tags["Branch"]) - 1
    incident = msgspec.json.decode(tags["Incident"], type=AnyIncident)
    before = msgspec.structs.replace(read.record, entries=read.record.entries[:at])
    ruling = rule(before, at, incident)
    entry = read.record.entries[at]
    assert isinstance(entry.event, Ruled)
    assert entry == Entry(at + 1, None, ruling.event(choice))
    for language in LANGUAGES:
        assert sentence(ruling.reason, language)
    # The page tells it as it is.
    assert path.name in PAGE
    assert sentence(ruling.reason) in PAGE
    for branch in ruling.branches:
        assert f"{branch.chooser}: `{'` `'.join(effect.token for effect in branch.effects)}`" in PAGE


def test_the_page_has_twenty_incidents_of_three_games() -> None:
    assert len(RECORDS) == 20
    games = set(re.findall(r'\[Game "(\w+)"\]', "".join(path.read_text() for path in RECORDS)))
    assert games == {"preferans", "bridge", "deberts"}


def test_every_value_of_an_incident_is_told_by_a_law_that_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    first = {row["incident"]: row["law"] for row in json.loads(said(capsys, "--list", "--json")[1])}
    told = 0
    for fields in msgspec.json.schema(AnyIncident)["$defs"].values():
        (tag,) = fields.get("properties", {}).get("type", {}).get("enum", [""])
        for field, of in fields["properties"].items() if tag else ():
            values = {
                word
                for listed in re.findall(r"'enum': \[([^\]]*)\]", str(of))
                for word in re.findall(r"'(\w+)'", listed)
            }
            if values and field not in {"type", "spectator"}:
                assert f"\n{field}: {', '.join(sorted(values))}\n" in said(capsys, "--explain", first[tag])[1], tag
                told += 1
    assert told > 30
