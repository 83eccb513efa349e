"""A line of a preferans protocol: its notation, its worth, and its faults.

7D E7 S2 W1     the declarer and the two whisters, each with the own tricks.
7D E7 S3        one whister, with all the tricks of the defence.
6S E            no whist;       6S E S/2    S left for half a whist.
9H E given-up S S whisted, and the contract was given up.
misere E0 S4 W6
- E4 S3 W3      an all-pass: the first hand's tricks, then clockwise (PT-I.7)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from kozyr.cards import Seat
from kozyr.games.preferans import Boards, Contract, Conventions, Outcome, Terms, start
from kozyr.games.preferans.facts import fault
from kozyr.games.preferans.terms import HAND_SIZE, Word
from kozyr.games.refusal import Refused
from kozyr.tournaments.games.preferans.protocol import DASH
from kozyr.tournaments.part import Reading, plainly

_PART: Final = re.compile(r"([NESW])(10|[0-9]|/2|)")
_GIVEN_UP: Final = 3  # tricks that a contract which is given up falls short by


@lru_cache(maxsize=256)
def _match(conventions: Conventions, players: int, mark: Seat) -> Boards:
    alone = msgspec.structs.replace(conventions, length_mode="boards", length_deals=1, boards=(f"1:{mark.value}",))
    found = start(alone, players)
    assert isinstance(found, Boards)
    return found


def board_terms(conventions: Conventions, players: int, mark: Seat) -> Terms:
    """The terms of a board with this mark: its players and their roles."""
    return _match(conventions, players, mark).next_deal()


@lru_cache(maxsize=4096)
def read(text: str, conventions: Conventions, players: int, mark: Seat, *, judged: bool = True) -> Reading:
    """A line of a protocol. mark: the seat with the word dealer, the only fact of the board's number.

    judged: a line against the rules is refused; otherwise it is read and scored unchanged, if possible.

    Raises:
        Refused: an impossible line.
    """
    match = _match(conventions, players, mark)
    terms = match.next_deal()
    outcome = _outcome(" ".join(text.split()), terms)
    if judged and (wrong := fault(outcome, terms, match.names)):
        raise Refused.of(wrong)
    worth = dict(zip(match.names, match.value(outcome, judged=judged), strict=True))
    assert sum(worth.values()) == 0
    declarer = None if outcome.declarer is None else terms.seat(outcome.declarer)
    taken = None if outcome.tricks is None or declarer is None else outcome.tricks.get(terms.name(declarer), 0)
    contract = DASH if outcome.kind == "allpass" else "misere" if outcome.kind == "misere" else str(outcome.contract)
    denomination = contract if outcome.kind == "misere" else contract.lstrip("0123456789")
    return Reading(text, worth, contract, declarer, taken, outcome, denomination)


def _outcome(text: str, terms: Terms) -> Outcome:
    """The facts that the columns say."""
    contract, *words = text.split()
    given_up = words[1:2] == ["given-up"]
    parts = [_part(word) for word in (words[:1] + words[2:] if given_up else words)]
    names = [name for name, _ in parts]
    if len(set(names)) < len(names):
        raise Refused("seat_twice", text=text)
    dealer = terms.name(terms.dealer)
    tricks = {name: int(said) for name, said in parts if said.isdecimal()}
    if contract == DASH:
        hands = [terms.name(seat) for seat in terms.hands]
        if names != hands or len(tricks) < len(hands):
            raise Refused("allpass_tricks", "PT-I.7", hands=", ".join(hands))
        if terms.talon_owner is not None:  # the talon's tricks for a sitter are not written
            tricks[terms.name(terms.talon_owner)] = HAND_SIZE - sum(tricks.values())
        return Outcome(dealer, "allpass", tricks=tricks)
    if not parts:
        raise Refused("no_declarer", text=text)
    declarer = names[0]
    if contract == "misere":
        return Outcome(dealer, "misere", declarer, tricks=tricks or None)
    try:
        bid = Contract(contract)
    except ValueError:
        raise Refused("no_contract", text=contract, dash=DASH) from None
    calls: dict[str, Word] = {name: "half_whist" if said == "/2" else "whist" for name, said in parts[1:]}
    whisting = [name for name, word in calls.items() if word == "whist"]
    sitter = None if terms.sitter is None else terms.name(terms.sitter)
    if sitter in tricks and whisting == [
        sitter
    ]:  # the dealer whists where half a whist was offered, and others hold the cards
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
        raise Refused("no_tricks", text=word)
    return found[1], found[2]


def line_of(outcome: Outcome, terms: Terms) -> str:
    """The line of a played board, as a table would write it; `read` reads it back."""
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
    outcome = reading.outcome
    if not isinstance(outcome, Outcome) or outcome.contract is None or not outcome.contract.size:
        return plainly(reading)
    contract = outcome.contract
    more = 0 if reading.tricks is None else reading.tricks - contract.size
    if outcome.surrender:
        more = -_GIVEN_UP
    trump = contract.denomination if contract.trump is None else contract.trump.sign
    return f"{contract.size}{trump}/{f'{more:+d}' if more else '='}"


# --- tie-breaks --------------------------------------------------------------------------------------------


def counted(lines: Iterable[tuple[Reading, Mapping[str, int]]]) -> Mapping[str, Mapping[int, Fraction]]:
    """More all-passes won; fewer tricks at all-passes, fewer undertricks, fewer tricks at own misères (P-4.1.3)."""
    counts: dict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for reading, seats in lines:
        outcome = reading.outcome
        if not isinstance(outcome, Outcome):
            continue
        for seat, who in seats.items():
            taken = (outcome.tricks or {}).get(seat, 0)
            if outcome.kind == "allpass":
                counts["allpass_won"][who] += reading.scores[seat] > 0
                counts["allpass_tricks"][who] -= taken
            elif outcome.kind == "misere" and seat == outcome.declarer:
                counts["misere_tricks"][who] -= taken
            elif seat == outcome.declarer:
                counts["sets"][who] -= _short(outcome, taken)
    return counts


def _short(outcome: Outcome, taken: int) -> int:
    """The undertricks of a contract."""
    if outcome.surrender:
        return _GIVEN_UP
    if outcome.tricks is None or outcome.contract is None:
        return 0
    return max(0, outcome.contract.size - taken)
