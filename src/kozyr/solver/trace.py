"""The cost of each card of a played deal, with all cards seen.

Values are of the whole deal: the tricks won already and those still to come with best play from there.

* Preferans, against a contract of tricks and at misère: the declarer's tricks. At all-pass: the tricks of the seat that
  plays the card if the two others combine against it from there on (the paranoid value, not max^n: it needs no guess
  about coalitions, and a card's cost is then the player's alone).
* Deberts: the points in tricks, the last trick's ten among them, of the seat that plays the card. Combinations are not
  looked at: a card that saves a bella may cost points here and be right.
* Bridge: the declarer's tricks. A card of dummy's is dummy's, although the declarer chose it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from kozyr.cards import Seat, wrong_type
from kozyr.games import Deal, IllegalEvent, Play, Record, steps
from kozyr.solver.cost import Lack, Row, Unit
from kozyr.solver.requests import solver

__all__ = ["Row", "in_words", "trace"]

_WHY: Final[dict[Lack, str]] = {
    "irregular": "the play is irregular",
    "timeout": "not found in time",
    "two hands": "the solver plays three hands",
    "must_beat": "the solver beats every trump that it can, and here nobody has to",
    "": "",
}


def trace(record: Record, *, seconds: float | None = None) -> Iterator[Row]:
    """The rows of all cards played in a record, up to its first error.

    seconds: for each card; one that takes longer has no value.

    Raises:
        ValueError: the record's game has no solver. TypeError: it is no record.
    """
    if not isinstance(record, Record):
        raise wrong_type("a Record is traced, as notation.parse(text).record", record)
    found = solver(record.game)
    if found is None:
        raise ValueError(f"no trace of {record.game}: nobody solves it here")
    deal = 0
    with suppress(IllegalEvent):
        for step in steps(record):
            event, state = step.entry.event, step.before.state
            deal += isinstance(event, Deal)
            if isinstance(event, Play) and state is not None and state.phase == "play":
                row = Row(step.entry.seq, deal, len(state.history) + 1, state.turn or Seat.N, event.card)
                yield found.cost(row, state, seconds)


def _amount(count: int, unit: Unit) -> str:
    if count == 1:
        return "a trick" if unit == "tricks" else "a point"
    return f"{count} {unit}"


def in_words(rows: Iterable[Row]) -> Iterator[str]:
    """The cards that cost something, a line each, and a last line that sums up."""
    cards = unknown = 0
    unit: Unit = "tricks"
    costs: dict[Seat, int] = {}
    for row in rows:
        cards += 1
        unit = row.unit
        if row.cost is None:
            unknown += 1
            yield f"deal {row.deal}, trick {row.trick}: {row.seat.value} {row.card}: no value, {_WHY[row.lack]}"
        elif row.cost:
            costs[row.seat] = costs.get(row.seat, 0) + row.cost
            better = " or ".join(card.text for card in row.best)
            cost = _amount(row.cost, row.unit)
            yield f"deal {row.deal}, trick {row.trick}: {row.seat.value} {row.card} cost {cost}; better {better}"
    total = ", ".join(f"{seat.value} {costs[seat]}" for seat in Seat if seat in costs)
    without = f", {unknown} of them without a value" if unknown else ""
    yield f"{cards} cards{without}; {unit} given away: {total or 'none'}"
