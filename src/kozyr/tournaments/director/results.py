"""The result of a table as it is written down: the form of a party's line, and the doubts about a board's line.

A line of a board is read by the part of its game (`kozyr.tournaments.part`).

a party     120 -30 -90 0 / 24      the points of each at the table, and the number of deals;
            120(9) -30(6) -90(5) 0(4) / 24      also the deals with a positive result (PT-III.3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from kozyr.games.refusal import Refusal, Refused, refusal
from kozyr.tournaments.part import Reading

_WON: Final = re.compile(r"(-?[0-9]+(?:/[0-9]+)?)(?:\(([0-9]+)\))?")
_UNLIKELY: Final = 3  # tricks away from the double-dummy table

Makes = Mapping[str, Mapping[str, int]]  # tricks of a declarer by denomination and seat, seen all cards

# --- a party -----------------------------------------------------------------------------------------------


class Won(NamedTuple):
    """A player's result in a party, and the number of positive deals, where that is counted."""

    won: Fraction
    positive: int | None


def party(text: str, seats: Sequence[str]) -> tuple[dict[str, Won], int]:
    """The result of each player in a pulka, a rubber or a party, and its number of deals.

    Raises:
        Refused: it cannot be.
    """
    said, slash, deals = text.rpartition(" / ")
    if not slash or not deals.strip().isdecimal() or not 1 <= int(deals) <= 10_000:
        raise Refused("party_form")
    words = [_WON.fullmatch(word) for word in said.split()]
    if len(words) != len(seats) or None in words:
        raise Refused("party_results", seats=len(seats), order=" ".join(seats))
    try:
        won = [Won(Fraction(one[1]), None if one[2] is None else int(one[2])) for one in words if one is not None]
    except ZeroDivisionError:
        raise Refused("by_nought") from None
    return dict(zip(seats, won, strict=True)), int(deals)


def party_fault(won: Mapping[str, Won], deals: int) -> Refusal | None:
    """Why a party cannot have ended so; None: it can."""
    if total := sum(one.won for one in won.values()):
        return refusal("party_sum", sum=total)
    if any(one.positive is not None and one.positive > deals for one in won.values()):
        return refusal("positive_deals", deals=deals)
    return None


def party_line(won: Mapping[str, Fraction], deals: int, positive: Mapping[str, int] | None = None) -> str:
    """The results of a party in the order of the seats, as a table writes them.

    positive: how many deals of each player were positive, where that counts (PT-III.3).
    """
    words = (str(one) if positive is None else f"{one}({positive[name]})" for name, one in won.items())
    return f"{' '.join(words)} / {deals}"


# --- doubts ------------------------------------------------------------------------------------------------


def unlikely(reading: Reading, makes: Makes | None) -> Refusal | None:
    """A warning if a result is far from what the cards make, or None. makes: None, if it was not computed."""
    if makes is None or reading.declarer is None or reading.tricks is None:
        return None
    due = makes.get(reading.denomination, {}).get(reading.declarer.value)
    if due is None or abs(due - reading.tricks) < _UNLIKELY:
        return None
    return refusal(
        "unlikely", tricks=reading.tricks, declarer=reading.declarer.value, contract=reading.contract, due=due
    )


def differing(reading: Reading, written: Mapping[str, str]) -> Iterator[str]:
    """The due whists of columns that do not follow from the contract, as `W 10`; `X -`: there is no such column (PT-I.6c)."""
    for seat, said in written.items():
        due = reading.scores.get(seat)
        if due is None:
            yield f"{seat} -"
        elif Fraction(said) != due:
            yield f"{seat} {due}"
