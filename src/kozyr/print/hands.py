"""Hand records: the four pockets of every board, and its results with all cards seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kozyr.cards import Seat, Suit
from kozyr.print.paper import BLACK, GREY, HAIR, INNER, MARGIN, PALE, RED, TINT, Paper, width
from kozyr.print.sheet import TOP, Heading, Sheet
from kozyr.print.words import card, contract, ranks, say
from kozyr.solver.bridge import Par
from kozyr.tournaments.boards import BoardRecord, Worth
from kozyr.words import Language

_ACROSS, _DOWN = 2, 4  # boards on a page
_WIDE: Final = (INNER - 6) / _ACROSS
_HIGH: Final = 61.0
_LINE: Final = 4.35  # from suit to suit
_SIZE: Final = 10.5
_BRIDGE: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_PREFERANS: Final = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
_PLACES: Final = {Seat.N: (31.0, 5.0), Seat.W: (3.0, 22.3), Seat.E: (50.5, 22.3), Seat.S: (31.0, 39.6)}
_ROOMS: Final = {Seat.N: 40.0, Seat.W: 22.8, Seat.E: 30.0, Seat.S: 19.5}  # for the ranks of a suit


def hand_records(boards: Sequence[BoardRecord], heading: Heading, language: Language) -> bytes:
    """The boards of a session, eight on a page, bridge and preferans alike; the talon stands where its pocket is."""
    sheet = Sheet(heading, say(language, "hand_records"), language)
    for start in range(0, len(boards), _ACROSS * _DOWN):
        some = boards[start : start + _ACROSS * _DOWN]
        numbers = f"{some[0].number}-{some[-1].number}" if len(some) > 1 else str(some[0].number)
        paper = sheet.page(note=f"{say(language, 'boards')} {numbers.replace('-', '–')}")
        for nth, board in enumerate(some):
            down, across = divmod(nth, _ACROSS)
            draw_board(paper, MARGIN + across * (_WIDE + 6), TOP - 2 + down * _HIGH, board, language)
        told = [board.worth for board in some if board.worth is not None]
        words = "double_dummy" if told and told[0].misere is None else "double_dummy.talon"
        sheet.foot(say(language, words) if told else "")
    return sheet.bytes()


def marked(board: BoardRecord, language: Language) -> str:
    """The role of the marked seat: the dealer; at three, with cards in the marked seat, the first hand."""
    first = board.vulnerability is None and board.layout.hand(board.mark) is not None
    return say(language, "first_hand" if first else "dealer", board.mark.value)


def draw_board(paper: Paper, x: float, y: float, board: BoardRecord, language: Language) -> None:
    """Draw one board in a frame; x and y are its upper left corner."""
    paper.box(x, y, _WIDE, _HIGH - 2.5, colour=PALE, round_=1.5)
    paper.text(x + 3, y + 9, str(board.number), 20, bold=True)
    paper.text(x + 3, y + 13.6, marked(board, language), 8, colour=GREY)
    if board.vulnerability is not None:
        colour = GREY if board.vulnerability == "none" else RED
        paper.text(x + 3, y + 17.2, say(language, f"vul.{board.vulnerability}"), 8, colour=colour)
    _compass(paper, x + 31, y + 22, board)
    suits = _PREFERANS if board.vulnerability is None else _BRIDGE
    if not any(board.layout.hand(seat) for seat in Seat):
        return  # unknown cards: four voids would look like known ones
    for seat, (right, below) in _PLACES.items():
        hand = board.layout.hand(seat)
        if hand is None:
            _talon(paper, x + right, y + below, board, language)
            continue
        for nth, suit in enumerate(suits):
            base = y + below + (nth + 0.5) * _LINE
            paper.text(x + right, base, suit.sign, _SIZE, colour=BLACK)
            _ranks(paper, x + right + 4.6, base, ranks(language, hand.suit(suit)), _ROOMS[seat])
    if board.worth is not None:
        _worth(paper, x + _WIDE - 31, y + 42.2, board.worth, suits, language)
        if board.worth.par is not None:
            _par(paper, x + 3, y + 47, board.worth.par, language)
        elif board.worth.misere is not None:
            _makes(paper, x + 3, y + 44, board.worth, language)


def _ranks(paper: Paper, x: float, y: float, words: str, room: float) -> None:
    """The ranks of a suit; a long suit is set closer, and if need be in smaller letters."""
    size = _SIZE
    if width(words, size) > room:
        words = words.replace(" ", "")
    while width(words, size) > room:
        size -= 0.5
    paper.text(x, y, words, size)


def _compass(paper: Paper, x: float, y: float, board: BoardRecord) -> None:
    """The square between the hands; the marked seat's letter is bold and lies on a tint."""
    side = 15.0
    paper.box(x, y, side, side, colour=PALE)
    middle = side / 2
    at = {Seat.N: (middle, 3), Seat.S: (middle, side - 3), Seat.W: (3, middle), Seat.E: (side - 3, middle)}
    for seat, (right, below) in at.items():
        dealt = seat is board.mark
        if dealt:
            paper.box(x + right - 2.1, y + below - 2.2, 4.2, 4.4, colour=None, fill=TINT, round_=0.8)
        paper.text(
            x + right, y + below + 1.2, seat.value, 9, bold=dealt, align="centre", colour=BLACK if dealt else GREY
        )


def _talon(paper: Paper, x: float, y: float, board: BoardRecord, language: Language) -> None:
    """The two cards of the talon, the upper first (PT-I.2c)."""
    paper.text(x, y + 0.5 * _LINE, say(language, "talon"), 9, bold=True)
    for nth, (one, place) in enumerate(zip(board.layout.rest, ("upper", "lower"), strict=False), 1):
        base = y + (nth + 0.5) * _LINE
        end = paper.text(x, base, card(language, one), _SIZE)
        paper.text(end + 1.5, base, say(language, place), 7.5, colour=GREY)


def _worth(paper: Paper, x: float, y: float, worth: Worth, suits: Sequence[Suit], language: Language) -> None:
    """The table of tricks: a row for each declarer, a column for each denomination."""
    order = tuple(reversed(suits)) if worth.misere is None else suits
    heads = [(suit.sign, suit.value) for suit in order] + [(say(language, "nt"), "NT")]
    if worth.misere is not None:
        heads.append((say(language, "misere.short"), ""))
    seats = [seat for seat in (Seat.N, Seat.S, Seat.E, Seat.W) if seat in worth.tricks["NT"]]
    step, wide = 3.3, 4.9 if worth.misere is None else 4.3
    left = x + 28.5 - wide * len(heads)
    for nth, (sign, _) in enumerate(heads):
        paper.text(left + (nth + 0.5) * wide, y + 0.6, sign, 7.5, align="centre", colour=GREY)
    paper.line(left - 3.4, y + 1.5, left + wide * len(heads), y + 1.5, thick=HAIR, colour=PALE)
    for down, seat in enumerate(seats, 1):
        base = y + 1.3 + down * step
        paper.text(left - 1.8, base, seat.value, 8, align="centre", colour=GREY)
        for nth, (_, name) in enumerate(heads):
            tricks = (worth.misere or {})[seat] if not name else worth.tricks[name][seat]
            paper.text(left + (nth + 0.5) * wide, base, str(tricks), 8, align="centre")


def _makes(paper: Paper, x: float, y: float, worth: Worth, language: Language) -> None:
    """The highest contract that each hand of preferans makes."""
    found = worth.makes
    for nth, (seat, highest) in enumerate(found.items(), 1):
        paper.text(x, y + nth * 3.7, f"{seat.value} {contract(language, highest)}", 8, room=27)
    paper.text(x, y, say(language, "makes" if found else "makes.none"), 8, bold=True, room=27)


def _par(paper: Paper, x: float, y: float, par: Par, language: Language) -> None:
    """Par's points for North-South, and the contracts that reach it."""
    paper.text(x, y, f"{say(language, 'par')} {par.score:+d}".replace("-", "−"), 8, bold=True, room=27)
    for nth, one in enumerate(par.contracts[:2], 1):
        sign = Suit(one.denomination).sign if len(one.denomination) == 1 else say(language, "nt")
        who = "".join(seat.value for seat in one.declarers)
        down = f" {one.over:+d}".replace("-", "−") if one.over else ""
        paper.text(x, y + nth * 3.7, f"{one.level}{sign}{'×' if one.over < 0 else ''} {who}{down}", 8, room=27)
