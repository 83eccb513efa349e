"""`kozyr tournament print`: every sheet of an event in its folder, in three languages, and what it refuses."""

import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader

from kozyr import cli, drawn
from kozyr.print.bridge import travellers_of
from kozyr.print.part import Wanted
from kozyr.print.preferans import protocols_of
from kozyr.tournaments import folder
from kozyr.words import LANGUAGES

Kozyr = Callable[..., tuple[int, str]]
DUTIES = ["arbiter", "preparations", "sessions", "entry", "special_conditions", "published"]


@pytest.fixture
def kozyr(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kozyr:
    """Runs a command in a folder of its own: status, and what it said."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str]:
        status = cli.main(list(words))
        told = capsys.readouterr()
        return status, told.out + told.err

    return run


def begun(kozyr: Kozyr, name: str, *more: str) -> None:
    duties = [f"--duty={duty}={duty}" for duty in DUTIES]
    assert kozyr("tournament", "new", "ev", "--name", name, *duties, *more)[0] == 0


def text(path: str) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(Path(path).read_bytes())).pages)


def preferans(kozyr: Kozyr) -> None:
    begun(kozyr, "Кубок весны")
    Path("s").write_text("00" * 32)
    kozyr("boards", "make", "ev/boards.txt", "--event", "e", "--secret", "s", "--count", "2")
    kozyr("tournament", "enter", "ev", *["Анна", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Игорь"])
    kozyr("tournament", "seat", "ev", "--by", "hand", "--rounds", "1")
    kozyr("tournament", "round", "ev", "begin")
    assert kozyr("tournament", "row", "ev", "1", "1", "9H", "E9", "S1") == (0, "table 1, board 1: 9H E9 S1\n")


def bridge(kozyr: Kozyr) -> None:
    begun(kozyr, "Пары", "--game", "bridge")
    kozyr("tournament", "enter", "ev", "А:Анна,Борис", "Б:Вера,Глеб", "В:Дина,Егор", "Г:Жанна,Игорь")
    kozyr("tournament", "seat", "ev", "--by", "hand", "--kind", "howell")
    kozyr("tournament", "round", "ev", "begin")
    assert kozyr("tournament", "row", "ev", "1", "1", "4H", "N", "11") == (0, "table 1, board 1: 4H N 11\n")


@pytest.mark.rule("PT-I.6a", "PT-I.6c")
def test_every_sheet_of_a_preferans_event(kozyr: Kozyr) -> None:
    preferans(kozyr)
    due = {
        "protocols": ["Протокол сдачи 1", "+52", "−20"],  # a nine that E made, one whist
        "hands": ["1", "Кубок весны"],
        "table-cards": ["Анна", "Игорь", "На тур 20 мин.", "Для столов 2 по 4 полной схемы нет."],
        "announcement": ["arbiter", "Минут на сдачу", "sochi", "матчевые очки по вистам", "до 30 мин после сессии"],
        "player-cards": ["Жанна"],
        "signs": ["https://club.example/t/2"],
        "values": ["sochi"],
        "results": ["Анна"],
        "appeal": ["30"],
    }
    for sheet, words in due.items():
        more = ("--plain",) if sheet == "hands" else ("--link", "https://club.example/t/{table}")
        assert kozyr("tournament", "print", "ev", sheet, "-o", "x.pdf", *more) == (0, f"x.pdf: {sheet}\n")
        found = text("x.pdf")
        assert [word for word in words if word not in found] == []
    for language in LANGUAGES:
        assert kozyr("tournament", "print", "ev", "protocols", "--lang", language, "-o", f"{language}.pdf")[0] == 0
    assert len({text(f"{language}.pdf").splitlines()[2] for language in LANGUAGES}) > 1


@pytest.mark.rule("B-PAIR-2")
def test_travellers_and_results_of_pairs(kozyr: Kozyr) -> None:
    bridge(kozyr)
    assert kozyr("tournament", "print", "ev", "protocols", "-o", "x.pdf") == (0, "x.pdf: protocols\n")
    assert "450" in text("x.pdf")
    assert kozyr("tournament", "print", "ev", "results", "-o", "x.pdf")[0] == 0
    assert "Пары" in text("x.pdf")


def test_a_program_draws_the_papers_of_a_folder_in_a_notebook(kozyr: Kozyr) -> None:
    bridge(kozyr)
    (traveller,) = travellers_of(folder.load(Path("ev")), Wanted())
    assert ">4♥<" in drawn.of(traveller)
    assert ">+450<" in drawn.of(traveller)
    shutil.rmtree("ev")
    preferans(kozyr)
    one, *_ = protocols_of(folder.load(Path("ev")), Wanted())
    assert "Protocol of board 1" in drawn.of(one)
    assert one.rows[0].contract == "9H"
    assert ">9♥<" in drawn.of(one)


@pytest.mark.rule("PT-0.6", "PT-I.13.1")
def test_the_announcement_has_all_that_was_agreed(kozyr: Kozyr) -> None:
    more = [
        "tournament.appeal_period_min=45", "bridge.systems=natural", "bridge.tie_breaks=wins", "bridge.carry_over=25",
        "bridge.minutes_per_board=37",
        'penalties={"late":7}', "tournament.results=live", "tournament.break_min=4", "tournament.places=16",
    ]  # fmt: skip
    begun(kozyr, "Пары", "--game", "bridge", *(f"--set={one}" for one in more))
    assert (Path("ev") / "event.json").read_text().count('"preset": "duplicate"') == 1
    kozyr("tournament", "rule", "ev", "announced", "text=Телефоны выключить. " + "Слово " * 20)
    for language, words in {
        "en": [
            "natural ones alone",
            "more wins",
            "late 7 %",
            "slow play 10 %",
            "25 %",
            "places: 16; 4 minutes between rounds",
            "as they stand",
            "up to 45 minutes",
            "Телефоны",
            "37",
        ],
        "uk": ["лише натуральні", "більше перемог", "запізнення 7 %", "до 45 хв після сесії"],
    }.items():
        kozyr("tournament", "print", "ev", "announcement", "--lang", language, "-o", "x.pdf")
        found = text("x.pdf")
        assert [word for word in words if word not in found] == []
    kozyr("tournament", "print", "ev", "appeal", "-o", "x.pdf")
    assert "45" in text("x.pdf")


def test_what_cannot_be_printed_is_one_line(kozyr: Kozyr) -> None:
    kozyr("tournament", "new", "ev", "--name", "Cup")
    for words, why in [
        (("protocols",), "nobody is seated yet"),
        (("table-cards",), "nobody is seated yet"),
        (("hands",), "no board has its cards in boards.txt or boards-three.txt"),
        (("results",), "there is no result yet"),
        (("appeal", "--appeal", "3"), "entry 3 is no filed appeal; filed are: none"),
    ]:
        assert kozyr("tournament", "print", "ev", *words, "-o", "x.pdf") == (2, f"kozyr tournament print: {why}\n")
    assert not Path("x.pdf").exists()
    nowhere = kozyr("tournament", "print", "nowhere", "results", "-o", "x.pdf")
    assert nowhere[0] == 2
    assert nowhere[1].count("\n") == 1
    bad = kozyr("tournament", "print", "ev", "appeal", "-o", "no/such/x.pdf")
    assert bad == (2, "kozyr tournament print: no/such/x.pdf: No such file or directory\n")
