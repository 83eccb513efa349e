"""What each card of a played deal cost, with all cards seen.

Against a contract of tricks and at misère the value is the declarer's tricks in the whole deal, if everybody plays his
best from there on. At all-pass it is the tricks of the seat that plays the card if the two others combine against it
from there on (the paranoid value, not max^n: it needs no guess about who helps whom, and a card's cost is then what the
player can blame nobody else for).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from kozyr.cards import Card, Seat
from kozyr.games import Deal, Entry, IllegalEvent, Progress, Record, game
from kozyr.games.preferans import Contract, State
from kozyr.games.preferans.events import Play
from kozyr.solver import preferans

__all__ = ["Row", "in_words", "trace"]


class Row(msgspec.Struct, frozen=True):
    """One played card.

    seq: its entry in the record. deal: which deal of the match, from 1. trick: which trick of the deal, from 1.
    value_before, value_after: see the head of this file. cost: how many tricks the card gave away, never below zero.
    best: the cards that would have cost nothing. A card played against the rules, and what is played to the same
    trick after it, has no values.
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


def trace(record: Record) -> Iterator[Row]:
    """The rows of all cards played in a record, up to its first error.

    Raises:
        ValueError: not a record of preferans.
    """
    if record.game != "preferans":
        raise ValueError(f"a trace of {record.game} is not there yet; preferans has one")
    progress = Progress.start(game(record.game).start(record.conventions, record.players, record.dealer))
    deal = 0
    for entry in record.entries:
        before = progress.state
        deal += isinstance(entry.event, Deal)
        if isinstance(before, State) and isinstance(entry.event, Play) and before.phase == "play":
            yield _row(before, entry, entry.event.card, deal)
        try:
            progress, _ = progress.step(entry)
        except IllegalEvent:
            return


def _row(state: State, entry: Entry, card: Card, deal: int) -> Row:
    bare = Row(entry.seq, deal, len(state.history) + 1, state.turn or Seat.N, card)
    try:
        position = preferans.Position.of(state)
    except ValueError:  # two hands: gusarik's all-pass
        return bare
    if card not in position.legal or preferans.fault(position) is not None:
        return bare
    found = preferans.solve(position, maxn=False)
    mover = position.mover
    if found.each is not None:
        so_far, better = state.won[mover.position], min
    else:
        so_far = state.won[state.declarer]
        wants = (state.contract is not Contract.MISERE) == (mover is position.declarer)
        better = max if wants else min
    best = better(found.moves.values())
    value = found.moves[card]
    return msgspec.structs.replace(
        bare,
        value_before=so_far + best,
        value_after=so_far + value,
        cost=abs(best - value),
        best=tuple(other for other, worth in found.moves.items() if worth == best),
    )


def in_words(rows: Iterable[Row]) -> Iterator[str]:
    """The cards that cost something, a line each, and a last line that sums up."""
    cards = unknown = 0
    costs: dict[Seat, int] = {}
    for row in rows:
        cards += 1
        if row.cost is None:
            unknown += 1
            yield f"deal {row.deal}, trick {row.trick}: {row.seat.value} {row.card}: no value, the play is irregular"
        elif row.cost:
            costs[row.seat] = costs.get(row.seat, 0) + row.cost
            better = " or ".join(card.text for card in row.best)
            tricks = "a trick" if row.cost == 1 else f"{row.cost} tricks"
            yield f"deal {row.deal}, trick {row.trick}: {row.seat.value} {row.card} cost {tricks}; better {better}"
    total = ", ".join(f"{seat.value} {costs[seat]}" for seat in Seat if seat in costs)
    without = f", {unknown} of them without a value" if unknown else ""
    yield f"{cards} cards{without}; tricks given away: {total or 'none'}"
