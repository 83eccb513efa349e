"""Printed sheets: every kind in three languages, text that can be copied out, the same bytes for the same data."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec
import pytest
from pypdf import PdfReader

from kozyr.cards import Card, Seat, Suit
from kozyr.games.bridge import board as bridge_board
from kozyr.games.preferans import PRESETS
from kozyr.notation.preferans_boards import Players, holders
from kozyr.print import (
    AppealForm,
    Heading,
    Protocol,
    Traveller,
    appeal_form,
    hand_records,
    player_cards,
    protocols,
    results,
    table_cards,
    table_signs,
    travellers,
    value_tables,
    words,
)
from kozyr.print.protocols import signed
from kozyr.solver.bridge import Par, ParContract
from kozyr.tournaments.boards import BoardRecord, Worth
from kozyr.tournaments.games.bridge.traveller import PairsRow
from kozyr.tournaments.games.preferans.protocol import Line, Part, Row, Value, value_table
from kozyr.tournaments.games.preferans.worth import makes
from kozyr.tournaments.movements import preferans
from kozyr.tournaments.pairs import pairs
from kozyr.tournaments.part import revealed
from kozyr.tournaments.scoring import Place
from kozyr.words import LANGUAGES, Language

HEADING = Heading("Весенний кубок «Мариаж»", "Київ", "22.11.2026", "II")
UNKNOWN = "\ufffd"  # what stands for a letter that no font has
NAMES = {1: "Анна Їжакевич", 2: "Иван Ёлкин", 8: "Zoë Ångström", 14: "Ґалаґан 王"}
PLAIN = dict.fromkeys(("S", "H", "D", "C", "NT"), 4)


def preferans_board(number: int, players: Players = 4) -> BoardRecord:
    dealt, _ = revealed("preferans", bytes(32), "print", number, players, ())
    seats = holders(players, dealt.mark)
    tricks = {name: dict.fromkeys(seats, many) for name, many in PLAIN.items()}
    return BoardRecord(number, dealt.mark, dealt.layout, None, _made(tricks, dict.fromkeys(seats, 3)))


def _made(tricks: dict[str, dict[Seat, int]], misere: dict[Seat, int]) -> Worth:
    told = Worth(tricks, misere)
    return told._replace(makes=makes(told))


def bridge_record(number: int) -> BoardRecord:
    layout = revealed("bridge", bytes(32), "print", number, 4, ())[0].layout
    told = bridge_board(number)
    tricks = {name: dict.fromkeys(Seat, many) for name, many in PLAIN.items()}
    par = Par(-450, (ParContract(4, "H", (Seat.E, Seat.W), 1),))
    return BoardRecord(number, told.dealer, layout, told.vulnerability, Worth(tricks, None, par))


ROW = Row(
    "6S",
    Part("E", 7),
    Part("S", 2),
    Part("W", 1),
    {seat: Line(number, Fraction(number, 3), Fraction(7, 2)) for number, seat in enumerate("NESW", 1)},
)
PAIRS = PairsRow(5, 11, "6CX", "N", Card.DT, 11, -100, Fraction(2), Fraction(8))


@cache
def sochi() -> tuple[Value, ...]:
    return value_table(PRESETS["sochi"], 4)


SHEETS: Mapping[str, Callable[[Language], bytes]] = {
    "hands": lambda told: hand_records([preferans_board(1), preferans_board(2, 3), bridge_record(3)], HEADING, told),
    "protocols": lambda told: protocols([Protocol(preferans_board(2), [ROW], 7)], HEADING, told),
    "travellers": lambda told: travellers([Traveller(bridge_record(8), [PAIRS], 5)], HEADING, told),
    "tables": lambda told: table_cards(preferans(28), HEADING, told, NAMES),
    "players": lambda told: player_cards(preferans(13), HEADING, told, NAMES),
    "signs": lambda told: table_signs([1, 12], HEADING, told, {1: "https://club.example/t/7"}),
    "values": lambda told: value_tables(sochi(), "sochi", HEADING, told),
    "appeal": lambda told: appeal_form(HEADING, told, AppealForm(by="1 Анна", facts="6♠ ♥K " * 40)),
    "results": lambda told: results(
        [Place(1, 2, Fraction(6543, 100)), Place(2, 1, Fraction(-7))], NAMES, HEADING, told
    ),
}


@cache
def sheet(kind: str, language: Language) -> bytes:
    return SHEETS[kind](language)


def first_page(pdf: bytes) -> str:
    return PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def told(language: Language, *keys: str) -> list[str]:
    return [words.say(language, key) for key in keys]


EXPECTED: Mapping[str, tuple[str, ...]] = {
    "hands": ("hand_records", "talon", "upper", "par", "vul.ew"),
    "protocols": ("protocol", "contract", "declarer", "whister1", "whister2", "matchpoints"),
    "travellers": ("traveller", "points_ns", "lead", "score", "pair_ew"),
    "tables": ("table_card", "round", "boards"),
    "players": ("player_card", "seat", "rests"),
    "signs": ("table", "scan"),
    "values": ("values", "whisters.1", "whisters.2", "whisters.0"),
    "appeal": ("appeal", "appeal.facts", "appeal.request", "appeal.decision", "appeal.stands"),
    "results": ("results", "place", "who", "unit.percent"),
}


@pytest.mark.rule("PT-0.6", "PT-I.6", "PT-I.6a", "PT-I.6c", "B-PAIR-2")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", SHEETS)
def test_words_can_be_copied_out_of_every_sheet(kind: str, language: Language) -> None:
    text = first_page(sheet(kind, language))
    for word in told(language, *EXPECTED[kind]):
        assert all(part in text for part in word.split()), (word, text[:400])
    assert HEADING.event in text
    assert UNKNOWN not in re.sub(rf"Ґалаґан\s+{UNKNOWN}", "", text)


@pytest.mark.parametrize("kind", SHEETS)
def test_the_same_data_give_the_same_bytes(kind: str) -> None:
    assert sheet(kind, "uk") == SHEETS[kind]("uk")


def test_another_process_gives_the_same_bytes() -> None:
    """The order of a set or the hash of a string leaves no trace."""
    code = "import sys, tests.print.test_sheets as t; sys.stdout.buffer.write(t.SHEETS['signs']('ru'))"
    seeded = {**os.environ, "PYTHONHASHSEED": "77"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=seeded)  # noqa: S603 - our own words
    assert found.stdout == sheet("signs", "ru")


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.rule("PT-I.2c", "PT-I.3.2", "B-DUP-5")
def test_a_hand_record_has_every_card_and_the_talon_in_its_pocket() -> None:
    """Each hand is four suits, each with its ranks from the highest; with three at the table the talon lies at W."""
    board = preferans_board(2, 3)
    (text,) = pages(hand_records([board, bridge_record(3)], HEADING, "ru"))
    for seat in (Seat.N, Seat.E, Seat.S):
        hand = board.layout.hand(seat)
        assert hand is not None
        for suit in Suit:
            held = "".join(card.text[1] for card in hand.suit(suit))
            ranks = [
                {"T": "10", "J": "В", "Q": "Д", "K": "К", "A": "Т"}.get(one, one) for one in "AKQJT987" if one in held
            ]
            assert flat(f"{suit.sign} {' '.join(ranks) or '—'}") in flat(text)
    upper, lower = (words.card("ru", card) for card in board.layout.rest)
    assert flat(f"{upper[0]} {upper[1:]} верхняя {lower[0]} {lower[1:]} нижняя") in flat(text)
    assert flat("первая рука E") in flat(text)
    assert flat("Минимакс −450") in flat(text)
    assert flat("Игры ни у кого") in flat(text)


@pytest.mark.rule("PT-I.6a", "PT-I.7")
def test_a_protocol_has_its_rows_exact() -> None:
    (text,) = pages(sheet("protocols", "ru"))
    assert flat("E 7 S 2 W 1 1 + ⅓ 3,5 2 + ⅔ 3,5 3 +1 3,5 4 +1 ⅓ 3,5") in flat(text)
    dash = Row("-", Part("N", 3), Part("E", 4), Part("S", 3), {})
    board = preferans_board(3, 3)
    blank = {seat: Line(number, Fraction(0)) for number, seat in enumerate("NES", 1)}
    (text,) = pages(protocols([Protocol(board, [dash._replace(lines=blank)])], HEADING, "en"))
    assert flat("— N 3 E 4 S 3 1 0 2 0 3 0") in flat(text)


@pytest.mark.rule("PT-I.6c")
@pytest.mark.parametrize("players", [3, 4])
def test_every_value_stands_in_the_table_of_values(players: int) -> None:
    values = sochi() if players == 4 else value_table(PRESETS["sochi"], 3)
    pdf = value_tables(values, "sochi", HEADING, "en")
    assert len(PdfReader(io.BytesIO(pdf)).pages) == 7  # five sizes, misère, all-pass
    text = pages(pdf) if players == 4 else [first_page(pdf)]
    for value in values if players == 4 else values[:78]:
        page = flat(text[("6", "7", "8", "9", "10", "misere", "-").index(value.contract)]).replace(" ", "")
        line = "".join([*map(str, value.tricks), *(signed(whists, "en") for whists in value.whists)])
        assert line in page, value


@pytest.mark.rule("PT-0.8", "PT-I.4")
def test_cards_say_where_everybody_sits() -> None:
    movement = preferans(28)
    tables = [flat(page) for page in pages(table_cards(movement, HEADING, "en"))]
    players = flat(" ".join(pages(player_cards(movement, HEADING, "en"))))
    assert len(tables) == 4  # two tables on a page
    for nth, turn in enumerate(movement.rounds, 1):
        for table in turn.tables:
            first, last, seats = table.boards[0], table.boards[-1], table.seats
            row = " ".join(map(str, (nth, f"{first}–{last}", *seats.values())))
            assert row in tables[(table.table - 1) // 2]
            for seat, number in seats.items():
                others = ", ".join(str(other) for other in seats.values() if other != number)
                assert f"{nth} {table.table} {seat} {first}–{last} {others}" in players
    assert "After the round the boards go to table 7. " in tables[0]
    assert players.count("sits out") == 0
    assert flat(" ".join(pages(player_cards(preferans(13), HEADING, "en")))).count("sits out") == 13


def test_shared_boards_are_marked_on_the_cards() -> None:
    text = flat(" ".join(pages(table_cards(pairs(12, "relay"), HEADING, "en"))))
    assert "1–4 (=6)" in text or "(=6)" in text


def test_everything_is_inside_the_page() -> None:
    """No text begins outside the margins of A4."""
    for kind in SHEETS:
        for page in PdfReader(io.BytesIO(sheet(kind, "uk"))).pages[:1]:
            assert (round(page.mediabox.width), round(page.mediabox.height)) == (595, 842)
            places: list[tuple[float, float]] = []

            def seen(
                text: str, _cm: object, tm: list[float], *_: object, into: list[tuple[float, float]] = places
            ) -> None:
                if text.strip():
                    into.append((tm[4], tm[5]))

            page.extract_text(visitor_text=seen)
            assert places
            assert all(40 < x < 555 and 25 < y < 805 for x, y in places), kind


def test_hearts_and_diamonds_alone_are_red() -> None:
    """In the page's own words: a colour, a font, then the text drawn with them."""
    (page,) = PdfReader(io.BytesIO(hand_records([preferans_board(1)], HEADING, "en"))).pages
    content = page.get_contents()
    assert content is not None
    drawn: dict[bool, set[tuple[bytes, bytes]]] = {True: set(), False: set()}
    red, font = False, b""
    for colour, named, text in re.findall(rb"([\d. ]+) rg|/(\S+) [\d.]+ Tf|\((.*?)\) Tj", content.get_data()):
        if colour:
            red = colour.split() == [b".78", b".05", b".09"]
        elif named:
            font = named
        else:
            drawn[red].add((font, text))
    assert len(drawn[True]) == 2
    assert not drawn[True] & drawn[False]


def test_the_fonts_are_embedded_and_their_licences_beside_them() -> None:
    """Only letters that a sheet uses are in it; a licence names the font and its owner."""
    (page,) = PdfReader(io.BytesIO(SHEETS["appeal"]("uk"))).pages
    embedded, others = page._get_fonts()
    assert not others
    assert {font.partition("+")[2] for font in embedded} == {"PTSans-Regular", "PTSans-Bold", "DejaVuSansCondensed"}
    folder = files("kozyr.print").joinpath("fonts")
    assert "ParaType Ltd" in folder.joinpath("PTSans-LICENSE.txt").read_text("utf-8")
    assert "Bitstream" in folder.joinpath("DejaVu-LICENSE.txt").read_text("utf-8")


def test_an_appeal_of_many_words_goes_on_over_pages() -> None:
    words_ = [f"word{n}" for n in range(900)]
    text = pages(appeal_form(HEADING, "en", AppealForm(facts=" ".join(words_), request="\n".join(words_[:90]))))
    assert len(text) > 2
    assert all(word in flat(" ".join(text)).split() for word in words_)


def test_a_movement_of_many_rounds_fits() -> None:
    short = preferans(6)
    movement = msgspec.structs.replace(short, rounds=short.rounds * 8)
    last = PdfReader(io.BytesIO(player_cards(movement, HEADING, "en"))).pages[0]
    places: list[float] = []
    last.extract_text(visitor_text=lambda text, _cm, tm, *_: places.append(tm[5]) if text.strip() else None)
    assert len(movement.rounds) == 64
    assert min(places) > 25


def test_nothing_is_not_printed() -> None:
    with pytest.raises(ValueError, match="nothing to print"):
        hand_records([], HEADING, "en")


def test_long_results_go_on_over_pages() -> None:
    places = [Place(max(1, n - n % 2), n, Fraction(100 - n)) for n in range(1, 71)]
    text = pages(results(places, {}, HEADING, "en", "whists", {"1st": {4: "55.5"}}, final=True))
    assert len(text) == 3
    assert "4–5 4 55.5 96.00" in flat(text[0])
