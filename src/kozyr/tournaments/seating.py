"""The next seating: a session or a round of parties, by the entrants, the standing and the director's options."""

from __future__ import annotations

import argparse
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

import msgspec

from kozyr.games.refusal import Refused
from kozyr.tournaments import movements, pairs, swiss
from kozyr.tournaments.director import State, admitted, by_rating, drawn, standing
from kozyr.tournaments.director.entries import Seated
from kozyr.tournaments.director.tables import equals_at_the_line, ratings, through
from kozyr.tournaments.formats import compensation_seating, olympic_seating
from kozyr.tournaments.movements import Field, Movement, Round, Table
from kozyr.tournaments.part import HowSeated

Draw: TypeAlias = Callable[[int], str]

_PLACES: Final = {2: "NS", 3: "NES", 4: "NESW"}  # of a party


def asked(args: argparse.Namespace) -> HowSeated:
    """The options of a command line.

    Raises:
        ValueError: --order is none; an option is out of range.
    """
    said = {name: getattr(args, name) for name in HowSeated.__struct_fields__}
    try:
        said["order"] = None if args.order is None else [int(word) for word in args.order.split(",")]
    except ValueError:
        raise Refused("order_form", order=args.order) from None
    return msgspec.convert({**said, "seed": args.seed or ""}, HowSeated)


_OF_ALL: Final = frozenset({"by", "order", "seed", "again"})  # the options that every seating obeys


def _check_seat(state: State, wanted: HowSeated) -> None:
    """Refuse an option that the seating of such an event does not obey."""
    of_boards = state.event.regulations.tournament_type == "duplicate"
    obeyed = state.boards.seating(state.event.regulations) if of_boards else frozenset()
    for name in sorted(frozenset(HowSeated.__struct_fields__) - _OF_ALL - obeyed):
        if getattr(wanted, name) not in {None, False}:
            raise Refused("idle_option", option=name.replace("_", "-"))


def seated(state: State, wanted: HowSeated, draw: Draw = secrets.token_hex) -> Seated:
    """The next session, or round of parties.

    again: in place of the last one, which has not begun. draw: random bytes as hexadecimal digits, the seed of a
    lot.

    Raises:
        ValueError: it cannot be seated so; the text is one line.
    """
    if not wanted.again:
        return _next(state, wanted, draw)
    before = msgspec.structs.replace(state, sessions=state.sessions[:-1])
    return msgspec.structs.replace(_next(before, wanted, draw), again=True)


def _next(state: State, wanted: HowSeated, draw: Draw) -> Seated:
    kind = state.event.regulations.tournament_type
    if kind == "cup":
        raise Refused("cup_unseated", "PT-M.4")
    _check_seat(state, wanted)
    if kind in {"olympic", "compensation"}:
        return _parties(state, wanted, draw)
    if wanted.lines:
        return _of_lines(state, wanted)
    playing = admitted(state)
    if wanted.kind == "swiss" and state.sessions:
        return _next_of_swiss(state, playing, wanted)
    how, order, seed = _ordered(state, playing, wanted, draw)
    if (left := sorted(set(playing) - set(order))) and not wanted.stage:
        raise Refused("order_short", names=", ".join(map(state.name, left)))
    return Seated(how=how, order=order, movement=_movement(state, len(order), wanted), seed=seed, stage=wanted.stage)


def _next_of_swiss(state: State, playing: Sequence[int], wanted: HowSeated) -> Seated:
    """The next round of a Swiss, by the standing or the director's order; the movement's note names rematches."""
    if wanted.seed:
        raise Refused("swiss_drawn")
    turns = [(session, turn) for session in state.sessions for turn in session.movement.rounds]
    met = {frozenset(session.entrants(table).values()) for session, turn in turns for table in turn.tables}
    if wanted.order is None:
        order = [place.entrant for place in standing(state).places if place.entrant in playing]
        order += [who for who in playing if who not in order]
        byes = {session.order[number - 1] for session, turn in turns for number in turn.rest}
        draw = swiss.draw(order, met, byes)
        seats = (*(who for couple in draw.matches for who in couple), *(() if draw.bye is None else (draw.bye,)))
    else:
        seats = wanted.order
        if left := sorted(set(playing) - set(seats)):
            raise Refused("order_short", names=", ".join(map(state.name, left)))
    again = [couple for couple in zip(seats[::2], seats[1::2], strict=False) if frozenset(couple) in met]
    of_teams = state.event.scoring in {"team_imps", "board_a_match"}
    if not of_teams and wanted.order is None:
        seats = _sides_balanced(state, seats)
    sides = ("A", "B") if of_teams else ("NS", "EW")
    movement = pairs.swiss_round(len(seats), len(state.sessions) + 1, wanted.boards, sides)
    if again:
        told = "; ".join(f"{state.name(one)} and {state.name(two)} meet again" for one, two in again)
        movement = msgspec.structs.replace(movement, note=told)
    return Seated(how="hand", order=seats, movement=movement)


def _sides_balanced(state: State, seats: Sequence[int]) -> tuple[int, ...]:
    """The pairs of a Swiss with each match turned so that who has sat North-South less often sits there."""
    sat = Counter(
        session.entrants(table)["NS"]
        for session in state.sessions
        for turn in session.movement.rounds
        for table in turn.tables
    )
    some = [sorted(couple, key=lambda who: sat[who]) for couple in zip(seats[::2], seats[1::2], strict=False)]
    return (*(who for couple in some for who in couple), *seats[2 * len(some) :])


def _of_lines(state: State, wanted: HowSeated) -> Seated:
    """A further session in which each line of the last one has a room of its own, so that its members meet, too (PT-I.5a)."""
    session = state.session
    if session is None or session.ended_at is None:
        raise Refused("lines_after", "PT-I.5a")
    if wanted.order is not None or wanted.seed:
        raise Refused("lines_order", "PT-I.5a")
    lines: dict[str, dict[int, None]] = {}
    for turn in session.movement.rounds:
        for table in turn.tables:
            for seat, who in session.entrants(table).items():
                lines.setdefault(seat, {})[who] = None
    sizes = {len(line) for line in lines.values()}
    if len(sizes) != 1 or sum(map(len, lines.values())) != len(set().union(*lines.values())):
        raise Refused("no_lines_there", "PT-I.5a")
    order = tuple(who for line in lines.values() for who in line)
    if left := sorted(set(admitted(state)) ^ set(order)):
        raise Refused("lines_left", "PT-I.5a", names=", ".join(map(state.name, left)))
    room = movements.preferans(sizes.pop(), wanted.at, wanted.rounds, wanted.copies)
    movement = movements.rooms([room] * len(lines), shared=not wanted.own_boards)
    return Seated(how="hand", order=order, movement=movement)


def _ordered(state: State, playing: Sequence[int], wanted: HowSeated, draw: Draw) -> tuple[Any, tuple[int, ...], str]:
    """The way of seating, the order of entrants, and the seed of the lot."""
    if wanted.order is not None:
        return "hand", wanted.order, ""
    if wanted.by == "hand":
        return "hand", tuple(playing), ""
    if wanted.by == "rating":
        return "rating", by_rating(state, playing), ""
    seed = wanted.seed or draw(8)
    return "lot", drawn(playing, seed), seed


def _movement(state: State, count: int, wanted: HowSeated) -> Movement:
    found = state.boards.movement(state.event.regulations, count, wanted)
    if state.event.regulations.tournament_sets == "travelling":
        return found
    if state.event.scoring in {"team_imps", "board_a_match"}:
        raise Refused("barometer_teams")
    return movements.barometer(found)


def _parties(state: State, wanted: HowSeated, draw: Draw) -> Seated:
    """The next round of an Olympic or a compensation event: one round of parties."""
    playing, ties, note = admitted(state), "", ""
    agreed = state.event.regulations
    if agreed.tournament_type == "compensation" and state.sessions:
        if 0 < agreed.comp_rounds <= len(state.sessions):
            raise Refused("comp_rounds_played", rounds=agreed.comp_rounds)
        if wanted.order is not None or wanted.seed:
            raise Refused("by_ratings", "PT-III.1")
        rated = {who: total for who, total in ratings(state).items() if who in playing}
        rest = _resting(state, rated)
        tables = compensation_seating({who: own for who, own in rated.items() if who not in rest}, state.event.at)
        return Seated(
            how="hand",
            order=(*(who for one in tables for who in one), *rest),
            movement=parties([len(one) for one in tables], len(rest)),
        )
    if state.event.regulations.tournament_type == "olympic":
        equal = equals_at_the_line(state)
        ties = draw(8) if equal else ""
        playing = through(state, ties)
        if equal:
            on = set(playing) & set(equal)
            note = f"equals were parted by the lot {ties}: " + ", ".join(
                f"{state.name(who)} {'goes on' if who in on else 'does not'}" for who in equal
            )
    fill = state.event.regulations.event_fill
    seating = olympic_seating(len(playing), 0, fill, state.event.at)
    how, order, seed = _ordered(state, playing, wanted, draw)
    movement = msgspec.structs.replace(parties(seating.tables, seating.byes), note=note)
    return Seated(how=how, order=order, movement=movement, seed=seed, ties=ties)


def _resting(state: State, rated: Mapping[int, Fraction]) -> list[int]:
    """The entrants who rest in a round that fills no tables: as few as possible, of those who rested least the lowest."""
    rests = Counter(
        session.order[number - 1]
        for session in state.sessions
        for turn in session.movement.rounds
        for number in turn.rest
    )
    order = sorted(rated, key=lambda who: (rests[who], rated[who], -who))
    return order[: olympic_seating(len(rated), 0, "byes", state.event.at).byes]


def parties(tables: Sequence[int], resting: int = 0) -> Movement:
    """One round of parties at tables of these sizes, without boards; resting entrants have the last numbers."""
    sat, number = [], 0
    for nth, size in enumerate(tables, 1):
        sat.append(Table(nth, (), {seat: number + at for at, seat in enumerate(_PLACES[size], 1)}))
        number += size
    rest = tuple(range(number + 1, number + resting + 1))
    field = Field("rooms", 1, number + resting, max(tables), len(tables), resting)
    return Movement(1, (field,), (Round(tuple(sat), rest),))
