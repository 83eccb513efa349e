"""The result of a board at a table, as it is written down; what it is worth, and whether it can be.

preferans   7D E7 S2 W1     the declarer and the two who whisted, each with his tricks
            7D E7 S3        one whister, who has all the tricks of the defence
            6S E            nobody whisted          6S E S/2    S left for half a whist
            9H E given-up S S whisted, and the contract was given up
            misere E0 S4 W6
            - E4 S3 W3      an all-pass: the first hand's tricks, then clockwise (PT-I.7)
bridge      4HX N 10        or 4HX N =, +1, -2; passed out: pass
a party     120 -30 -90 0 / 24      what each at the table has won, and in how many deals
            120(9) -30(6) -90(5) 0(4) / 24      and how many of them had a positive result (PT-III.3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from kozyr.cards import Seat
from kozyr.games import bridge
from kozyr.games.bridge import scoring as points
from kozyr.games.preferans import Boards, Contract, Conventions, Outcome, Terms, start
from kozyr.games.preferans.facts import fault
from kozyr.games.preferans.terms import HAND_SIZE, Word
from kozyr.tournaments.protocol import DASH

_PART: Final = re.compile(r"([NESW])(10|[0-9]|/2|)")
_BID: Final = re.compile(r"(\S+) ([NESW]) ?(=|[+-][0-9]{1,2}|[0-9]{1,2})")
_WON: Final = re.compile(r"(-?[0-9]+(?:/[0-9]+)?)(?:\(([0-9]+)\))?")
_UNLIKELY: Final = 3  # tricks away from the double-dummy table

Makes = Mapping[str, Mapping[str, int]]  # tricks of a declarer by denomination and seat, seen all cards


class Impossible(ValueError):
    """A result that cannot be; the text says why."""


class Reading(NamedTuple):
    """A result that can be. scores: of each seat, `N` or `NS` as the movement has them; they sum to nought over the players."""

    text: str
    scores: Mapping[str, Fraction]
    contract: str = ""
    declarer: Seat | None = None
    tricks: int | None = None
    outcome: Outcome | None = None


# --- preferans ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _match(conventions: Conventions, players: int, mark: Seat) -> Boards:
    alone = msgspec.structs.replace(conventions, length_mode="boards", length_deals=1, boards=(f"1:{mark.value}",))
    found = start(alone, players)
    assert isinstance(found, Boards)
    return found


def board_terms(conventions: Conventions, players: int, mark: Seat) -> Terms:
    """Who plays a board with this mark, and as what."""
    return _match(conventions, players, mark).next_deal()


@lru_cache(maxsize=4096)
def preferans(text: str, conventions: Conventions, players: int, mark: Seat, *, judged: bool = True) -> Reading:
    """A line of a protocol. mark: the seat with the word dealer, which is all that the board's number decides.

    judged: it is refused if it cannot be by the rules; else it is read and scored as it stands, if it can be scored at all.

    Raises:
        Impossible: see `Impossible`.
    """
    match = _match(conventions, players, mark)
    terms = match.next_deal()
    outcome = _outcome(" ".join(text.split()), terms)
    if judged and (wrong := fault(outcome, terms, match.names)):
        raise Impossible(wrong)
    worth = dict(zip(match.names, match.value(outcome, judged=judged), strict=True))
    assert sum(worth.values()) == 0
    declarer = None if outcome.declarer is None else terms.seat(outcome.declarer)
    taken = None if outcome.tricks is None or declarer is None else outcome.tricks.get(terms.name(declarer), 0)
    contract = DASH if outcome.kind == "allpass" else "misere" if outcome.kind == "misere" else str(outcome.contract)
    return Reading(text, worth, contract, declarer, taken, outcome)


def _outcome(text: str, terms: Terms) -> Outcome:
    """The facts that the columns say."""
    contract, *words = text.split()
    given_up = words[1:2] == ["given-up"]
    parts = [_part(word) for word in (words[:1] + words[2:] if given_up else words)]
    names = [name for name, _ in parts]
    if len(set(names)) < len(names):
        raise Impossible(f"{text!r} names a seat twice")
    dealer = terms.name(terms.dealer)
    tricks = {name: int(said) for name, said in parts if said.isdecimal()}
    if contract == DASH:
        hands = [terms.name(seat) for seat in terms.hands]
        if names != hands or len(tricks) < len(hands):
            raise Impossible(f"an all-pass has the tricks of {', '.join(hands)}, the first hand's first (PT-I.7)")
        if terms.talon_owner is not None:  # what the talon took for a sitter is not written
            tricks[terms.name(terms.talon_owner)] = HAND_SIZE - sum(tricks.values())
        return Outcome(dealer, "allpass", tricks=tricks)
    if not parts:
        raise Impossible(f"{text!r} names no declarer")
    declarer = names[0]
    if contract == "misere":
        return Outcome(dealer, "misere", declarer, tricks=tricks or None)
    try:
        bid = Contract(contract)
    except ValueError:
        raise Impossible(f"{contract!r} is no contract: 6S to 10NT, misere or {DASH}") from None
    calls: dict[str, Word] = {name: "half_whist" if said == "/2" else "whist" for name, said in parts[1:]}
    whisting = [name for name, word in calls.items() if word == "whist"]
    sitter = None if terms.sitter is None else terms.name(terms.sitter)
    if sitter in tricks and whisting == [sitter]:  # he whists where half a whist was offered, and others hold the cards
        played = next(terms.name(seat) for seat in terms.opponents(terms.seat(declarer)))
        tricks[played] = tricks.get(played, 0) + tricks.pop(sitter)
    lone = Outcome(
        dealer,
        "tricks",
        declarer,
        bid,
        tricks or None,
        calls,
        surrender=given_up,
        open=len(whisting) == 1 and not given_up,
    )
    if not lone.open or fault(lone, terms, terms.names) is None:
        return lone
    return msgspec.structs.replace(lone, open=False)


def _part(word: str) -> tuple[str, str]:
    found = _PART.fullmatch(word)
    if found is None:
        raise Impossible(f"{word!r} is no seat with its tricks, as E7")
    return found[1], found[2]


def line_of(outcome: Outcome, terms: Terms) -> str:
    """The line of a played board, as a table would write it; `preferans` reads it back."""
    tricks = outcome.tricks or {}
    if outcome.kind == "allpass":
        return " ".join((DASH, *(f"{terms.name(seat)}{tricks.get(terms.name(seat), 0)}" for seat in terms.hands)))
    declarer = outcome.declarer or ""
    said = tricks if outcome.tricks is not None else {}
    if outcome.kind == "misere":
        others = [terms.name(seat) for seat in terms.opponents(terms.seat(declarer))]
        return " ".join(("misere", *(f"{name}{said.get(name, 0)}" for name in (declarer, *others))))
    whisting = [name for name, word in outcome.calls.items() if word == "whist"]
    words = [f"{declarer}{said[declarer]}" if declarer in said else declarer]
    words += ["given-up"] if outcome.surrender else []
    for name, word in outcome.calls.items():
        if word == "half_whist":
            words.append(f"{name}/2")
        elif word == "whist":
            mine = HAND_SIZE - said.get(declarer, 0) if len(whisting) == 1 else said.get(name, 0)
            words.append(f"{name}{mine}" if said else name)
    return " ".join((str(outcome.contract), *words))


def noted(reading: Reading) -> str:
    """Contract and result as tournaments' sheets have them: 6♠/=, 8♥/-1 (P-4.2.11)."""
    if reading.outcome is None or reading.outcome.contract is None or not reading.outcome.contract.size:
        return reading.contract + ("" if reading.tricks is None else f"/{reading.tricks}")
    contract = reading.outcome.contract
    more = 0 if reading.tricks is None else reading.tricks - contract.size
    if reading.outcome.surrender:
        more = -3
    trump = contract.denomination if contract.trump is None else contract.trump.sign
    return f"{contract.size}{trump}/{f'{more:+d}' if more else '='}"


# --- bridge ------------------------------------------------------------------------------------------------


def of_bridge(text: str, number: int, seats: Sequence[str], room: str = "") -> Reading:
    """A line of a traveller. seats: those of the movement, single players, pairs or the two teams of a room.

    Team A sits N-S in the open room and E-W in the closed one (B-TEAM-4).

    Raises:
        Impossible: see `Impossible`.
    """
    text = " ".join(text.split())
    if text.lower() == "pass":
        return Reading("pass", dict.fromkeys(seats, Fraction(0)), "pass")
    found = _BID.fullmatch(text)
    if found is None:
        raise Impossible(f"{text[:30]!r} is no result: 4HX N 10, or 3NT W -1, or pass")
    try:
        contract = bridge.Contract.parse(found[1])
    except ValueError:
        raise Impossible(f"{found[1]!r} is no contract of bridge") from None
    declarer = Seat(found[2])
    said = found[3]
    tricks = int(said) if said.isdecimal() else contract.need + (0 if said == "=" else int(said))
    if not 0 <= tricks <= 13:
        raise Impossible(f"{tricks} tricks of thirteen cannot be")
    side = declarer.position % 2
    vulnerable = points.is_vulnerable(points.board(number).vulnerability, side)
    score = points.duplicate_score(contract, tricks, vulnerable=vulnerable)
    north = Fraction(-score if side else score)
    ours = {"N", "S", "NS", "B" if room == "closed" else "A"}
    scores = {seat: north if seat in ours else -north for seat in seats}
    return Reading(f"{contract} {declarer.value} {tricks}", scores, str(contract), declarer, tricks)


# --- a party -----------------------------------------------------------------------------------------------


class Won(NamedTuple):
    """What one at a table has of a party: the result, and how many deals were positive, where that is counted."""

    won: Fraction
    positive: int | None


def party(text: str, seats: Sequence[str]) -> tuple[dict[str, Won], int]:
    """What each has of a pulka, a rubber or a party, and of how many deals it was.

    Raises:
        Impossible: see `Impossible`.
    """
    said, slash, deals = text.rpartition(" / ")
    if not slash or not deals.strip().isdecimal() or not 1 <= int(deals) <= 10_000:
        raise Impossible("a party is what each has won, a stroke between blanks, and the deals: 120 -30 -90 0 / 24")
    words = [_WON.fullmatch(word) for word in said.split()]
    if len(words) != len(seats) or None in words:
        raise Impossible(f"a party of {len(seats)} has {len(seats)} results, in the order {' '.join(seats)}")
    try:
        won = [Won(Fraction(one[1]), None if one[2] is None else int(one[2])) for one in words if one is not None]
    except ZeroDivisionError:
        raise Impossible("nothing is parted by nought") from None
    return dict(zip(seats, won, strict=True)), int(deals)


def party_fault(won: Mapping[str, Won], deals: int) -> str:
    """Why a party cannot have ended so; nothing, if it can."""
    if total := sum(one.won for one in won.values()):
        return f"the results sum to {total}, not to nought"
    if any(one.positive is not None and one.positive > deals for one in won.values()):
        return f"more positive deals than the {deals} that there were"
    return ""


def party_line(won: Mapping[str, Fraction], deals: int, positive: Mapping[str, int] | None = None) -> str:
    """What each has won of a party, in the order of the seats, as a table writes it. positive: how many deals of each were, where that counts (PT-III.3)."""
    words = (str(one) if positive is None else f"{one}({positive[name]})" for name, one in won.items())
    return f"{' '.join(words)} / {deals}"


# --- what may be wrong all the same ------------------------------------------------------------------------


def unlikely(reading: Reading, makes: Makes | None) -> str:
    """A warning where a result is far from what the cards make; empty: there is none. makes: None, if nobody has looked."""
    if makes is None or reading.declarer is None or reading.tricks is None:
        return ""
    contract = reading.contract
    denomination = "misere" if contract == "misere" else contract.lstrip("0123456789").rstrip("X")
    due = makes.get(denomination, {}).get(reading.declarer.value)
    if due is None or abs(due - reading.tricks) < _UNLIKELY:
        return ""
    return f"{reading.tricks} tricks of {reading.declarer.value} in {contract}: all cards seen it makes {due}"


def differing(reading: Reading, written: Mapping[str, str]) -> Iterator[str]:
    """The columns of whists that do not follow from the contract (PT-I.6c)."""
    for seat, said in written.items():
        due = reading.scores.get(seat)
        if due is None:
            yield f"there is no {seat}"
        elif Fraction(said) != due:
            yield f"{seat} has {due}, not {said}"
