"""LIN, the files of Bridge Base Online: single boards, sessions, and vugraph files with two rooms.

There is no standard. Known keys:

- `vg`: title, segment, scoring, first and last board, teams with their scores;
- `rs`: results, open and closed room in turn;
- `pn`: players S W N E, then those of the closed room;
- `qx`: a board (`o7`, `c7`); `st`; `ah`: the board's name; `sv`: vulnerability;
- `md`: dealer 1 S to 4 E, then the hands S W N, and E's if it is written;
- `mb`: a call; `an`: its meaning; `pc`: a card; `mc`: the declarer's tricks by claim; `nt`: a comment.

Others are for drawing and are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import parse_qs, unquote_plus

import msgspec

from kozyr.cards import Card, CardSet, Seat, parse_card, takes
from kozyr.deals import BRIDGE, Layout
from kozyr.games.bridge import Contract, Vulnerability
from kozyr.games.bridge.words import Bid, Double, Pass, Redouble, parse as parse_call
from kozyr.notation.bridge import boards
from kozyr.notation.bridge.boards import ended
from kozyr.notation.bridge.lin_export import HEAD, ORDER, format  # noqa: A004 - the pair parse and format, as for records
from kozyr.notation.fault import Fault

__all__ = ["HEAD", "format", "parse"]

_VULNERABLE: Final[Mapping[str, Vulnerability]] = {
    "o": "none", "0": "none", "-": "none", "": "none", "n": "ns", "e": "ew", "b": "both",
}  # fmt: skip
_ROOMS: Final = {"o": "Open", "c": "Closed"}
_RESULT: Final = re.compile(r"([1-7])(C|D|H|S|N|NT)(X{0,2}|x{0,2})([NESW])(=|[+-][0-9]{1,2})")
_ALL: Final = CardSet.of(BRIDGE.cards)


class _Field(NamedTuple):
    key: str
    value: str
    line: int


class _Head(msgspec.Struct):
    """The facts that hold for the following boards."""

    tags: dict[str, str] = {}
    players: list[str] = []
    results: list[str] = []
    first: int = 0


class _Raw(msgspec.Struct):
    """A board in the words of the file."""

    line: int
    room: str = ""
    number: str = ""
    deal: tuple[str, int] | None = None
    vulnerable: tuple[str, int] | None = None
    players: Sequence[str] = ()
    calls: list[tuple[str, int]] = []
    meanings: dict[int, str] = {}
    cards: list[tuple[str, int]] = []
    claimed: tuple[str, int] | None = None
    comments: list[str] = []
    result: str = ""
    tags: dict[str, str] = {}

    @property
    def empty(self) -> bool:
        """Whether nothing was bid or dealt here."""
        return self.deal is None and not self.calls and not self.cards


@takes("a file of LIN is read from its text", str)
def parse(text: str) -> boards.Boards:
    """Read a file, or a hand viewer's address with `lin=` in it. Never raises: faults stand beside the boards."""
    faults: list[Fault] = []
    raws = list(_raws(_fields(_unwrapped(text), faults), faults))
    found = tuple(_Reader(raw, faults).board() for raw in raws)
    return boards.Boards(found, tuple(sorted(faults, key=lambda fault: fault.line)))


def _unwrapped(text: str) -> str:
    """The LIN in an address; other text as it is."""
    plain = text.strip()
    if plain.startswith(("http://", "https://")):
        found = parse_qs(plain.partition("?")[2].partition("#")[0]).get("lin")
        return found[0] if found else unquote_plus(plain)
    return text


def _fields(text: str, faults: list[Fault]) -> Iterator[_Field]:
    """Keys and values in turn."""
    parts = text.lstrip("\ufeff").split("|")
    line = 1
    for at in range(0, len(parts) - 1, 2):
        raw, value = parts[at], parts[at + 1]
        key = raw.strip().lower()
        line += raw.count("\n")
        if not re.fullmatch(r"[a-z0-9]{2,3}", key):
            faults.append(Fault(line, f"{key[:20]!r} is no key of a LIN file"))
        else:
            yield _Field(key, _one_line(value), line)
        line += value.count("\n")
    if parts and parts[-1].strip():
        faults.append(Fault(line, f"{parts[-1].strip()[:20]!r} stands at the end and has no value"))


def _one_line(text: str) -> str:
    """A value without its line breaks; blanks within a line stay."""
    return re.sub(r"\s", " ", re.sub(r"\s*\n\s*", " ", text.strip()))


def _raws(fields: Iterator[_Field], faults: list[Fault]) -> Iterator[_Raw]:
    """Boards in the words of the file, each with the facts of the head that apply to it."""
    head = _Head()
    raw: _Raw | None = None
    for field in fields:
        key, value = field.key, field.value
        begins = key == "qx" or (key in {"md", "pn", "vg"} and raw is not None and raw.deal is not None)
        if begins or raw is None:
            if raw is not None and not raw.empty:
                yield raw
            fresh = _Raw(field.line, players=_room(head.players, closed=False), tags=dict(head.tags))
            if raw is not None and raw.empty:  # a head without a board
                fresh.comments = raw.comments
            raw = fresh
        if key == "qx":
            _named(raw, value, head, faults, field.line)
        elif key in {"vg", "rs", "pn", "bn", "pw"}:
            _headed(key, value, head, raw)
        else:
            _take(field, raw)
    if raw is not None and not raw.empty:
        yield raw


def _named(raw: _Raw, value: str, head: _Head, faults: list[Fault], line: int) -> None:
    """Read a board's room and number, and its result from the head."""
    found = re.fullmatch(r"([oc])\s*([0-9]{1,4})", value.split(",", maxsplit=1)[0].strip().lower())
    if found is None:
        faults.append(Fault(line, f"{value[:20]!r} is no board; written o7 or c7"))
        return
    closed = found[1] == "c"
    raw.room, raw.number = _ROOMS[found[1]], found[2]
    raw.players = _room(head.players, closed=closed)
    at = 2 * (int(found[2]) - head.first) + closed
    raw.result = head.results[at] if head.first and 0 <= at < len(head.results) else ""


def _headed(key: str, value: str, head: _Head, raw: _Raw) -> None:
    parts = [part.strip() for part in value.split(",")]
    if key == "vg":
        names = ("Event", "Round", "Scoring", "", "", "HomeTeam", "", "VisitTeam", "")
        head.tags = {name: part for name, part in zip(names, parts, strict=False) if name and part}
        head.first = int(parts[3]) if len(parts) > 3 and parts[3].isdecimal() and len(parts[3]) < 10 else 0
        raw.tags = dict(head.tags)
    elif key == "rs":
        head.results = parts
    elif key == "pn":
        if len(parts) > 4 or not raw.number:  # of the whole file; else of the board that `qx` has begun
            head.players = parts
        raw.players = _room(parts, closed=raw.room == "Closed")


def _room(players: Sequence[str], *, closed: bool) -> Sequence[str]:
    """The four players of a room."""
    return players[4:8] if closed and len(players) >= 8 else players[:4]


def _take(field: _Field, raw: _Raw) -> None:
    """Take a field of the board itself; a field for drawing is passed over."""
    key, value, line = field
    if key == "md":
        raw.deal = (value, line)
    elif key == "sv":
        raw.vulnerable = (value, line)
    elif key == "ah":
        found = re.search(r"[0-9]+", value)
        raw.number = raw.number or (found[0] if found else value)
    elif key == "mb":
        raw.calls += ((call, line) for call in _each_call(value))
    elif key == "an" and raw.calls:
        raw.meanings[len(raw.calls) - 1] = value
    elif key == "pc":
        raw.cards += ((card, line) for card in re.findall(r"[SHDCshdc](?:10|.)", value) or [value])
    elif key == "mc":
        raw.claimed = (value, line)
    elif key in {"nt", "an"} and value:  # a note before the first call belongs to no call
        raw.comments.append(value)


def _each_call(value: str) -> list[str]:
    """The calls of a field; old files write several into one, as `p1Np`."""
    found = re.findall(r"(?:[1-7](?:NT|[CDHSN])|XX|DBL|RDBL|PASS|[PDXR])!?", value.upper())
    return found if "".join(found) == value.upper().replace(" ", "") and found else [value]


class _Reader:
    """Reads one board."""

    def __init__(self, raw: _Raw, faults: list[Fault]) -> None:
        self.raw = raw
        self.faults = faults

    def _fault(self, line: int, reason: str) -> None:
        self.faults.append(Fault(line, reason))

    def board(self) -> boards.Board:
        """The board; wrong parts are left out and reported."""
        raw = self.raw
        dealer, deal = self._deal()
        calls = self._calls(dealer)
        contract, declarer, ended = boards.contract_of(dealer, calls) if dealer is not None else (None, None, False)
        play = self._play(contract, declarer, deal)
        result = _RESULT.fullmatch(raw.result)
        tricks = self._tricks(contract, play, result, passed=ended and contract is None)
        text = "pass" if ended and contract is None else str(contract) if ended and contract else ""
        if not ended and not calls and result is not None:  # the auction was not written down, the result was
            text = f"{result[1]}{'NT' if result[2] == 'N' else result[2]}{result[3].upper()}"
            declarer = Seat(result[4])
            tricks = Contract.parse(text).need + _over(result[5])
        return boards.Board(
            number=raw.number,
            dealer=dealer,
            vulnerability=self._vulnerability(),
            deal=deal,
            first=dealer if calls else None,
            calls=calls,
            ended=ended,
            play=play,
            contract=text,
            declarer=declarer if text not in {"", "pass"} else None,
            tricks=tricks,
            players={seat: name for seat, name in zip(ORDER, raw.players, strict=False) if name},
            tags={"Room": raw.room, **raw.tags} if raw.room else raw.tags,
            comments=tuple(raw.comments),
            line=raw.line,
        )

    def _vulnerability(self) -> Vulnerability | None:
        if self.raw.vulnerable is None:
            return None
        value, line = self.raw.vulnerable
        found = _VULNERABLE.get(value.strip().lower())
        if found is None:
            self._fault(line, f"vulnerability {value!r} is not o, n, e or b")
        return found

    def _deal(self) -> tuple[Seat | None, Layout | None]:
        """The dealer, and the hands; the fourth hand gets the remaining cards."""
        if self.raw.deal is None:
            return None, None
        value, line = self.raw.deal
        if value[:1] not in {"1", "2", "3", "4"}:
            self._fault(line, f"a deal begins with its dealer, 1 (South) to 4 (East), not {value[:1]!r}")
            return None, None
        dealer = ORDER[int(value[0]) - 1]
        hands: dict[Seat, CardSet] = {}
        seen = CardSet()
        for seat, word in zip(ORDER, value[1:].split(","), strict=False):
            try:
                cards = _hand(word)
            except ValueError as error:
                self._fault(line, f"the hand of {seat.value}: {error}")
                return dealer, None
            if twice := CardSet(cards.bits & seen.bits):
                self._fault(line, f"{next(iter(twice))} is dealt twice")
                return dealer, None
            seen |= cards
            if len(cards):
                hands[seat] = cards
        missing = [seat for seat in ORDER if seat not in hands]
        if len(missing) == 1 and all(len(hand) == 13 for hand in hands.values()):
            hands[missing[0]] = CardSet(_ALL.bits & ~seen.bits)
        if wrong := next((seat for seat, hand in hands.items() if len(hand) != 13), None):
            self._fault(line, f"{wrong.value} has {len(hands[wrong])} cards, not 13")
            return dealer, None
        return dealer, Layout.of(hands.items()) if hands else None

    def _calls(self, dealer: Seat | None) -> tuple[boards.Call, ...]:
        calls: list[boards.Call] = []
        for number, (word, line) in enumerate(self.raw.calls):
            plain = word.rstrip("!")
            try:
                event = parse_call(plain.upper() if plain[:1].isdigit() else plain.lower())
            except ValueError:
                event = None
            if not isinstance(event, (Pass, Bid, Double, Redouble)):
                self._fault(line, f"{word!r} is no call; the auction is read up to there")
                break
            if dealer is not None and ended(dealer, calls):
                self._fault(line, f"{word} comes after the end of the auction")
                break
            if len(calls) == boards.MOST_CALLS:
                self._fault(line, f"no auction has more than {boards.MOST_CALLS} calls; it is read up to there")
                break
            note = self.raw.meanings.get(number, "")
            calls.append(boards.Call(event.token, note, alert=word.endswith("!") or bool(note), line=line))
        if dealer is None:
            return tuple(calls)
        marked, faults = boards.checked(dealer, calls)
        self.faults += faults
        return marked

    def _play(self, contract: Contract | None, declarer: Seat | None, deal: Layout | None) -> tuple[boards.Played, ...]:
        """The played cards with their seats, in the order in which they fell."""
        if not self.raw.cards:
            return ()
        if contract is None or declarer is None:
            self._fault(self.raw.cards[0][1], "cards are played, but nobody declared")
            return ()
        cards: list[tuple[Card, int]] = []
        for word, line in self.raw.cards:
            try:
                cards.append((parse_card(word.upper()), line))
            except ValueError as error:
                self._fault(line, f"{error}; the play is read up to there")
                break
        leader = boards.SEATS[(declarer.position + 1) % 4]
        seats = boards.falling(leader, [card for card, _ in cards], contract.trump)
        play: list[boards.Played] = []
        for seat, (card, line) in zip(seats, cards, strict=True):
            held = None if deal is None else deal.hand(seat)
            if (held is not None and card not in held) or any(card is played.card for played in play):
                self._fault(line, f"{card} is not in the hand of {seat.value}; the play is read up to there")
                break
            play.append(boards.Played(seat, card, line=line))
        return tuple(play)

    def _tricks(
        self, contract: Contract | None, play: Sequence[boards.Played], result: re.Match[str] | None, *, passed: bool
    ) -> int | None:
        """The declarer's tricks: by claim, by the play when it was played out, or as the head of the file says."""
        if contract is None and not passed:
            return None
        if self.raw.claimed is not None:
            value, line = self.raw.claimed
            if value.isdecimal() and len(value) < 10 and int(value) <= 13:
                return int(value)
            self._fault(line, f"{value!r} tricks are claimed, not 0 to 13")
        if contract is None:
            return None
        if len(play) == 52:
            lead = play[0].seat
            takers = [play[at].seat for at in range(4, 52, 4)]
            last = boards.falling(lead, [played.card for played in play], contract.trump, after=True)
            return sum(seat.position % 2 != lead.position % 2 for seat in (*takers, last[-1]))
        return contract.need + _over(result[5]) if result is not None else None


def _over(text: str) -> int:
    return 0 if text == "=" else int(text)


def _hand(text: str) -> CardSet:
    """A hand as `S4KH27DAC...`.

    Raises:
        ValueError: an unknown card, or a card twice.
    """
    cards = CardSet()
    suit = ""
    for sign in text.strip().upper().replace("10", "T"):
        if sign in "SHDC":
            suit = sign
            continue
        card = parse_card(suit + sign)
        if card in cards:
            raise ValueError(f"{card} stands twice")
        cards |= CardSet.of([card])
    return cards
