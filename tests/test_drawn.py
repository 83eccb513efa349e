"""What a notebook shows: deals, positions, sheets, boards and papers draw themselves, and no text gets out of its place."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

import kozyr
from kozyr import drawn
from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import Layout
from kozyr.games import Amendment, Progress, game
from kozyr.games.preferans import Pulka
from kozyr.games.preferans.drawn import sectors, write
from kozyr.notation.bridge import pbn
from kozyr.print import Protocol, Traveller
from kozyr.testing import walk
from kozyr.tournaments.boards import BoardRecord
from kozyr.tournaments.games.bridge.traveller import PairsRow

EVIL = "<script>alert(1)</script>\"'&\x00\ud800"
SHARED = Path(__file__).parent / "data" / "pulka" / "drawing.json"


class Tree(HTMLParser):
    """Reads HTML strictly: each element is closed in its turn, and none is a script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.titles: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        assert all(name in {"style", "class", "title"} for name, _ in attrs), attrs
        self.titles += [value or "" for name, value in attrs if name == "title"]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))


def html(thing: object) -> str:
    """The words that an object shows, once its markup is whole and can be written."""
    told = drawn.of(thing)
    told.encode()
    return Tree(told).text


def played(name: str, players: int, preset: str, seed: int, events: int, **options: object) -> Iterator[Progress]:
    rules = game(name)
    start = Progress.start(rules.start(rules.agree(preset, options, players), players, 0))
    for nth, (_, progress) in enumerate(walk(rules, start, random.Random(seed))):
        yield progress
        if nth == events:
            return


GAMES = [("preferans", 3, "sochi"), ("bridge", 4, "rubber"), ("deberts", 2, "moscow")]


@pytest.mark.parametrize("errors", ["prevent", "rule"])
@pytest.mark.parametrize(("name", "players", "preset"), GAMES)
def test_a_position_shows_all_cards_and_a_view_its_own(name: str, players: int, preset: str, errors: str) -> None:
    """At each moment of some deals: whoever looks at a view reads no card there that the view does not have."""
    for progress in played(name, players, preset, 7, 45, **{"table.irregularities": errors}):
        state = progress.state
        if state is None or state.phase == "deal":
            continue
        told = html(state)
        assert f"{name}, deal {state.terms.number}, {state.phase}" in told
        for seat in state.terms.holders:
            view = state.view(seat)
            seen = html(view)
            assert f"seen by {seat.value}" in seen
            for hand in view.hands.values():
                assert hand.cards is not None or f"{hand.count} cards" in seen
            assert seen.count(" cards") == sum(hand.cards is None for hand in view.hands.values())
        assert " cards" not in told, "a position hides nothing"


@pytest.mark.parametrize(("name", "players", "preset"), GAMES)
def test_the_words_of_the_auction_stand_under_their_seats(name: str, players: int, preset: str) -> None:
    said = 0
    for progress in played(name, players, preset, 3, 40):
        state = progress.state
        if state is None or not (view := state.view(None)).words:
            continue
        table = drawn.of(view).rpartition("<table")[2]
        cells = [Tree(one).text for one in re.findall(r"<td[^>]*>(.*?)</td>", table)]
        told = [Tree(str(drawn.word(token))).text for _, token in view.words]
        assert [cell for cell in cells if cell] == told
        seats = state.terms.seats
        columns = [at % len(seats) for at, cell in enumerate(cells) if cell]
        assert [seats[at] for at in columns] == [seat for seat, _ in view.words]
        said = max(said, len(told))
    assert said > 1


def test_a_deal_shows_every_card_once() -> None:
    for name, count in (("bridge", 52), ("preferans", 32), ("deberts", 32)):
        deal = kozyr.deal(name, seed=2)
        told = html(deal)
        signs = re.findall(r"(?:10|[2-9JQKA])(?![0-9])", told)
        assert len(signs) == count, told
    assert "+ ♠7 ♦10" in html(Layout.parse("N:AKQJ.T98.. - ..AKQJ.T98 + S7 DT"))
    assert "♠ A♥ —♦ —♣ —" in html(Layout.parse("N:A..."))


def test_a_deal_of_two_parts_has_the_later_cards_below() -> None:
    told = html(Layout.parse("N:A987.KQ../T...JT - J..."))
    assert "♠ A 9 8 7♥ K Q♦ —♣ —+ ♠10 ♣10 ♣J" in told


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_pulka_draws_its_sheet(players: int) -> None:
    """The last figure of each cell is what the sheet has; what has no room gives way to a sign."""
    *_, last = played("preferans", players, "sochi", players, 500, pool_target=30)
    pulka = last.match
    assert isinstance(pulka, Pulka)
    root = ET.fromstring(drawn.of(pulka))  # noqa: S314 - our own
    groups = root.findall("{http://www.w3.org/2000/svg}g")
    assert len(groups) == players
    sheet = pulka.sheet
    for place, group in enumerate(groups):
        name, *figures = (one.text or "" for one in group.iter("{http://www.w3.org/2000/svg}text"))
        assert name == pulka.names[place]
        cells = [sheet.hill[place], sheet.pool[place]]
        cells += [sheet.whists[place][(place + step) % players] for step in range(1, players)]
        due = [f"{drawn.number(Fraction(points))}." for points in cells]
        assert [one for one in due if one != "0." and one not in figures] == []
    assert [one.text for one in root.findall("{http://www.w3.org/2000/svg}text")] == ["30"]


def shapes() -> list[dict[str, object]]:
    """What the client's pulka.ts and games/preferans/drawn.py must both say of where things stand."""
    found: list[dict[str, object]] = []
    for players, font in ((2, 16.0), (3, 16.0), (4, 15.0), (5, 13.0)):
        for sector in sectors(players)[: 3 if players == 3 else 1]:  # elsewhere the others are the same, turned
            for part in sector.parts:
                for count in (1, 4, 30):
                    texts = [f"{(7 * nth) ** 2 % 391}{'⅔' if nth % 3 == 0 else ''}." for nth in range(count)]
                    found.append(
                        {
                            "players": players,
                            "turn": sector.turn,
                            "column": part.column,
                            "on": part.on,
                            "font": font,
                            "texts": texts,
                            "name": [round(one, 3) for one in sector.name],
                            "written": [
                                [text, round(x, 3), round(y, 3)] for text, (x, y) in write(sector, part, texts, font)
                            ],
                        }
                    )
    return found


def test_the_sheet_is_the_clients() -> None:
    """The file is held against pulka.ts by pulka.test.ts; `python tests/test_drawn.py` writes it anew."""
    assert json.loads(SHARED.read_bytes()) == shapes()


def test_a_rubber_and_boards_draw_their_sheets() -> None:
    lines = [
        '{"dealer":"N","contract":"4H","declarer":"S","tricks":10}',
        '{"dealer":"E"}',
        '{"dealer":"S","contract":"3NTX","declarer":"W","tricks":7}',
    ]
    match = kozyr.score(lines, "bridge", "rubber")
    told = html(match)
    assert "1N4♥S10120" in told
    assert "Epass3S3NTXW7300" in told
    below, above = match.sheet.below, match.sheet.above  # type: ignore[attr-defined]
    assert told.rstrip().endswith(f"{below[0] + above[0]}{below[1] + above[1] or ''}")


@pytest.mark.parametrize(
    ("name", "preset", "line", "correction", "due"),
    [
        ("bridge", "rubber", '{"dealer":"N"}', "correction:EW:100:B-LAW-REVOKE-4", "besides100100"),
        ("deberts", "moscow", '{"dealer":"N"}', "correction:S:20:D-LAW-1", "besides0200200"),
    ],
)
def test_what_no_deal_has_brought_stands_besides(name: str, preset: str, line: str, correction: str, due: str) -> None:
    event = game(name).parse(correction)
    assert isinstance(event, Amendment)
    assert due in html(kozyr.score(line, name, preset).amend(event))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("name", "players", "preset"), [("bridge", 5, "rubber"), ("bridge", 4, "duplicate"), *GAMES[1:]]
)
def test_what_a_sheet_shows_adds_up(name: str, players: int, preset: str, seed: int) -> None:
    *_, last = played(name, players, preset, seed, 900)
    told = drawn.of(last.match)
    rows = [
        [Tree(cell).text for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]
        for row in re.findall("<tr>(.*?)</tr>", told)
    ]
    figures = [
        [int((cell or "0").replace("−", "-")) for cell in row[-3 if name == "deberts" else -2 :]]
        for row in rows
        if len(row) == 7
    ]
    if name == "bridge" and players == 5:  # no sums over rubbers of other pairs
        entries = last.match.sheet.entries  # type: ignore[attr-defined]
        assert [sum(row[side] for row in figures) for side in (0, 1)] == [
            sum(one.points for one in entries if one.side == side) for side in (0, 1)
        ]
        return
    *deals, sums = figures
    assert deals
    assert [sum(row[at] for row in deals) for at in (0, 1)] == sums[:2]


def test_a_board_of_a_file_draws_itself(tmp_path: Path) -> None:
    path = Path(__file__).parent / "data/pbn/01-minimal.pbn"
    boards = kozyr.read(path)
    assert "board 1, dealer" in html(boards.boards[0])
    assert html(boards).count("dealer ") == min(8, len(boards.boards))
    many = msgspec.structs.replace(boards, boards=boards.boards * 20)
    assert f"and {20 * len(boards.boards) - 8} boards more" in html(many)
    path = tmp_path / "bad.pbn"
    path.write_text('[Board "1"]\n[Dealer "X"]\n', "utf-8")
    faults = kozyr.read(path).faults
    assert faults
    assert str(faults[0]) in html(kozyr.read(path))


def test_calls_of_a_board_stand_under_their_seats_with_what_they_mean() -> None:
    told = pbn.parse(
        '[Board "1"]\n[Dealer "E"]\n[Vulnerable "None"]\n[Auction "E"]\n1NT =1= pass 3NT AP\n[Note "1:15-17"]\n'
    ).boards[0]
    tree = Tree(drawn.of(told))
    assert "15-17" in tree.titles
    assert "NESW1NT*pass3NTpasspasspass3NT by E" in tree.text


def board(number: int, name: str) -> BoardRecord:
    return BoardRecord(number, Seat.N, kozyr.deal(name, seed=number), "none" if name == "bridge" else "")


def test_travellers_and_protocols_draw_themselves() -> None:
    row = PairsRow(5, 11, "6CX", "N", Card.DT, 11, -100, Fraction(2), Fraction(8))
    told = html(Traveller(board(8, "bridge"), [row], 5, "by ruling"))
    assert "Traveller of board 8" in told
    assert "256♣×N♦1011−100118by ruling" in told
    assert "Protocol of board 2" in html(Protocol(board(2, "preferans"), []))


def evil() -> list[object]:
    """Objects that have what an attacker wrote wherever people write."""
    pulka = kozyr.score(
        '{"dealer":"N","kind":"tricks","declarer":"E","contract":"6S","calls":{"S":"whist","N":"pass"},"tricks":{"E":6,"S":4}}'
    )
    assert isinstance(pulka, Pulka)
    named = pulka.renamed(tuple(f"{EVIL}{place}" for place in range(3)))
    call = pbn.parse('[Board "1"]\n[Dealer "N"]\n[Auction "N"]\npass =1=\n').boards[0].calls[0]
    told = msgspec.structs.replace(call, call=EVIL, note=EVIL)
    file = kozyr.read(Path(__file__).parent / "data/pbn/01-minimal.pbn")
    spoilt = msgspec.structs.replace(
        file.boards[0], number=EVIL, calls=(told,), contract=EVIL, players=dict.fromkeys(Seat, EVIL)
    )
    row = PairsRow(5, 11, EVIL, EVIL)
    return [
        named,
        named.begin(),
        spoilt,
        msgspec.structs.replace(file, boards=(spoilt,)),
        Traveller(board(1, "bridge"), [row], 0, EVIL),
        Protocol(board(2, "preferans"), [], 0, EVIL),
    ]


@pytest.mark.parametrize("nth", range(6))
def test_no_name_becomes_markup(nth: int) -> None:
    told = drawn.of(evil()[nth])
    told.encode()
    assert "<script" not in told
    assert "&lt;script&gt;" in told
    assert "\x00" not in told
    if told.startswith("<svg"):
        ET.fromstring(told)  # noqa: S314 - our own
    else:
        assert EVIL.replace("\x00\ud800", "\ufffd\ufffd") in Tree(told).text


def test_what_does_not_draw_itself_says_so() -> None:
    for thing in (3, Layout, CardSet()):
        with pytest.raises(TypeError, match="does not draw itself"):
            drawn.of(thing)


def test_drawing_needs_no_extra() -> None:
    """With msgspec alone, as the base package is installed: no extra is imported, for the papers either."""
    program = (
        "import sys, kozyr\nfrom kozyr import drawn\nimport kozyr.print\n"
        "drawn.of(kozyr.deal('preferans', seed=1))\n"
        "print(*sorted({'reportlab', 'sqlalchemy', 'starlette', 'numpy', 'hypothesis'} & {one.partition('.')[0] for one in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert done.stdout.strip() == ""


def test_numbers_are_written_as_people_write_them() -> None:
    told = [Fraction(1, 2), Fraction(-26, 3), Fraction(0), Fraction(9, 7), Fraction(-3)]
    assert [drawn.number(one) for one in told] == ["½", "−8⅔", "0", "1 2/7", "−3"]


def test_a_cell_without_room_for_the_last_figure_still_says_that_there_are_some() -> None:
    sector = sectors(5)[0]
    part = next(one for one in sector.parts if one.column == "whists")
    assert write(sector, part, ["1234567890123456789."], 13.0)[0][0] == "…"


if __name__ == "__main__":
    SHARED.write_text(json.dumps(shapes(), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
