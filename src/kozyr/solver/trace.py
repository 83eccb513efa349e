"""What each card of a played deal cost, with all cards seen.

Values are of the whole deal: what has been won already and what is still to come, if everybody plays his best from there.

* Preferans, against a contract of tricks and at misère: the declarer's tricks. At all-pass: the tricks of the seat that
  plays the card if the two others combine against it from there on (the paranoid value, not max^n: it needs no guess
  about who helps whom, and a card's cost is then what the player can blame nobody else for).
* Deberts: the points in tricks, the last trick's ten among them, of the seat that plays the card. Combinations are not
  looked at: a card that saves a bella may cost points here and be right.
* Bridge: the declarer's tricks. A card of dummy's is dummy's, whoever chose it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import (
    Deal,
    Entry,
    IllegalEvent,
    Progress,
    Record,
    bridge as bridge_game,
    deberts as deberts_game,
    game,
)
from kozyr.games.bridge.events import Play as BridgePlay
from kozyr.games.deberts.events import Play as DebertsPlay
from kozyr.games.preferans import Contract, State
from kozyr.games.preferans.events import Play
from kozyr.solver import bridge, deberts, preferans

__all__ = ["Row", "in_words", "trace"]

Unit: TypeAlias = Literal["tricks", "points"]
Lack: TypeAlias = Literal["", "irregular", "timeout", "two hands", "must_beat"]

_SEATS: Final = tuple(Seat)
_WHY: Final[dict[Lack, str]] = {
    "irregular": "the play is irregular",
    "timeout": "not found in time",
    "two hands": "the solver plays three hands",
    "must_beat": "the solver beats every trump that it can, and here nobody has to",
    "": "",
}


class Row(msgspec.Struct, frozen=True):
    """One played card.

    seq: its entry in the record. deal: which deal of the match, from 1. trick: which trick of the deal, from 1.
    value_before, value_after: see the head of this file, in `unit`. cost: how much the card gave away, never below zero.
    best: the cards that would have cost nothing. A card played against the rules, and what is played to the same
    trick after it, has no values, nor has one that took the solver too long; `lack` says why.
    """

    seq: int
    deal: int
    trick: int
    seat: Seat
    card: Card
    value_before: int | None = None
    value_after: int | None = None
    cost: int | None = None
    best: tuple[Card, ...] = ()
    unit: Unit = "tricks"
    lack: Lack = ""


def trace(record: Record, *, seconds: float | None = None) -> Iterator[Row]:
    """The rows of all cards played in a record, up to its first error.

    seconds: for each card; one that takes longer has no value.

    Raises:
        ValueError: a record of a game that nobody solves.
    """
    if record.game not in {"preferans", "deberts", "bridge"}:
        raise ValueError(f"no trace of {record.game}: preferans, deberts and bridge have one")
    progress = Progress.start(game(record.game).start(record.conventions, record.players, record.dealer))
    deal = 0
    for entry in record.entries:
        deal += isinstance(entry.event, Deal)
        if (row := _row(progress.state, entry, deal, seconds)) is not None:
            yield row
        try:
            progress, _ = progress.step(entry)
        except IllegalEvent:
            return


def _row(state: object, entry: Entry, deal: int, seconds: float | None) -> Row | None:
    """The row of an entry, if it is a card to a trick."""

    def bare(turn: Seat | None, done: int, card: Card, unit: Unit = "tricks") -> Row:
        return Row(entry.seq, deal, done + 1, turn or Seat.N, card, unit=unit)

    match state, entry.event:
        case State(phase="play"), Play(card=card):
            return _preferans(bare(state.turn, len(state.history), card), state, seconds)
        case deberts_game.State(phase="play"), DebertsPlay(card=card):
            return _deberts(bare(state.turn, len(state.history), card, "points"), state, seconds)
        case bridge_game.State(phase="play"), BridgePlay(card=card):
            return _bridge(bare(state.turn, len(state.done), card), state, seconds)
    return None


def _preferans(bare: Row, state: State, seconds: float | None) -> Row:
    try:
        position = preferans.Position.of(state)
    except ValueError:  # two hands: gusarik's all-pass
        return msgspec.structs.replace(bare, lack="two hands")
    if bare.card not in position.legal or preferans.fault(position) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = preferans.solve(position, maxn=False, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    mover = position.mover
    if found.each is not None:
        return _valued(bare, state.won[mover.position], found.moves, greedy=False)
    greedy = (state.contract is not Contract.MISERE) == (mover is position.declarer)
    return _valued(bare, state.won[state.declarer], found.moves, greedy=greedy)


def _deberts(bare: Row, state: deberts_game.State, seconds: float | None) -> Row:
    if state.trump is None:
        raise TypeError("cards are played, and there is no trump")
    if state.terms.conventions.must_beat == "never":  # its values would be those of another game
        return msgspec.structs.replace(bare, lack="must_beat")
    north, south = (CardSet(hand) for hand in state.hands)
    table = state.trick[0] if state.trick else None
    position = deberts.Position((north, south), state.trump, deberts.SEATS[state.leader], table)
    if deberts.fault(position) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = deberts.solve(position, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    return _valued(bare, state.taken[deberts.SEATS.index(position.mover)], found.moves, greedy=True)


def _bridge(bare: Row, state: bridge_game.State, seconds: float | None) -> Row:
    n, e, s, w = (CardSet(hand) for hand in state.hands)
    board = bridge.Board((n, e, s, w), state.trump, _SEATS[state.declarer], _SEATS[state.leader], state.trick)
    if bridge.fault(board) is not None:
        return msgspec.structs.replace(bare, lack="irregular")
    try:
        found = bridge.solve(board, seconds=seconds)
    except TimeoutError:
        return msgspec.structs.replace(bare, lack="timeout")
    side = state.declarer % 2
    return _valued(bare, state.won[side], found.moves, greedy=board.mover.position % 2 == side)


def _valued(bare: Row, so_far: int, moves: Mapping[Card, int], *, greedy: bool) -> Row:
    """The row with its values: what each card brings from here on, and whether its player wants much or little."""
    if bare.card not in moves:  # a card that his hand did not allow
        return msgspec.structs.replace(bare, lack="irregular")
    best = max(moves.values()) if greedy else min(moves.values())
    value = moves[bare.card]
    return msgspec.structs.replace(
        bare,
        value_before=so_far + best,
        value_after=so_far + value,
        cost=abs(best - value),
        best=tuple(other for other, worth in moves.items() if worth == best),
    )


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
