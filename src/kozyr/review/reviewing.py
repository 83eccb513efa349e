"""The review of a record: a fold over its entries, deal by deal.

A deal has a value at each moment: its result if all play without errors from there on, with all hands seen. An act's
change of that value belongs to its player. So the parts of an account sum to the sheet without a remainder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

import msgspec

from kozyr import bots
from kozyr.cards import Seat, wrong_type
from kozyr.games import AnyMatch, AnyState, AnyView, Deal as Dealt, Event, IllegalEvent, Outcome, Record, Step, steps
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Ruled
from kozyr.review.account import Account, Laid, Review, Reviewed, Shares, Stage, Weighed, Worth, summed
from kozyr.review.part import Reviewer, Valuer, Values, reviewer
from kozyr.review.seen import NOTHING, seen, sure

DEAREST: Final = 3  # decisions of a player that get a better line

Progress: TypeAlias = Callable[[int, int], None]  # acts that are weighed, of how many
Player: TypeAlias = Callable[[AnyView, int], Event]  # a choice from a view; the number is a seed


def expert(view: AnyView, seed: int) -> Event:
    """The expert's choice, with the budget of its game's review."""
    part = reviewer(view.game)
    return bots.choose(view, "expert", seed, None if part is None else bots.Budget(nodes=part.nodes))


class _Act(msgspec.Struct, frozen=True):
    """An entry of a deal between two of its states."""

    seq: int
    by: Seat | None
    event: Event
    before: AnyState
    after: AnyState


class _Played(msgspec.Struct, frozen=True):
    """A deal that is over: the match before and after it, the cards, and all acts."""

    number: int
    first: int
    match: AnyMatch
    then: AnyMatch
    dealt: AnyState
    cards: Dealt
    acts: tuple[_Act, ...]
    facts: Outcome | None


def review(
    record: Record,
    *,
    deal: int | None = None,
    weigh: bool = True,
    progress: Progress | None = None,
    player: Player = expert,
) -> Review:
    """What every decision of a record cost, and the account of each deal.

    deal: only this one, from 1. weigh: without it the accounts alone, and no decisions. progress: is told how many acts
    of a deal are weighed. player: whose result with the same cards is the luck.

    Raises:
        Refused: a game that nobody reviews, a deal that is not there or not over, or an entry that the rules refuse.
        TypeError: it is no record.
    """
    if not isinstance(record, Record):
        raise wrong_type("a Record is reviewed, as notation.parse(text).record", record)
    part = reviewer(record.game)
    if part is None:
        raise Refused("not_reviewed", game=record.game)
    finished, rulings, running = _deals(part, _steps(record))
    if deal is None and running:
        raise Refused("deal_unfinished", deal=running)
    if deal is not None:
        finished = [one for one in finished if one.number == deal]
        if not finished and deal == running:
            raise Refused("deal_unfinished", deal=deal)
        if not finished:
            raise Refused("deal_absent", deal=deal)
    elif not finished:
        raise Refused("deals_none")
    told = tuple(_reviewed(part, one, progress, player, weigh=weigh) for one in finished)
    total = summed((one.accounts for one in told), rulings) if deal is None else {}
    return Review(record.game, part.unit, told, rulings, total)


def review_steps(game: str, played: Sequence[Step], number: int, progress: Progress | None = None) -> Review:
    """The review of one deal from its steps, the deal's cards first; number: which of its match it is.

    Raises:
        Refused: a game that nobody reviews, or the deal is not over.
    """
    part = reviewer(game)
    if part is None:
        raise Refused("not_reviewed", game=game)
    finished, _, _ = _deals(part, played)
    if not finished:
        raise Refused("deal_unfinished", deal=number)
    one = msgspec.structs.replace(finished[-1], number=number)
    return Review(game, part.unit, (_reviewed(part, one, progress, expert),), {})


def _deals(part: Reviewer, played: Iterator[Step] | Sequence[Step]) -> tuple[list[_Played], Values, int | None]:
    """The deals that are over, what was written between them, and the number of the deal that runs."""
    finished: list[_Played] = []
    rulings: dict[str, Fraction] = {}
    acts: list[_Act] = []
    begun: tuple[int, AnyState, Dealt] | None = None
    number = 0
    for step in played:
        before, event = step.before.state, step.entry.event
        if isinstance(event, Dealt) and step.state is not None:
            number += begun is None
            begun, acts = (step.entry.seq, step.state, event), []
        elif before is not None and before.now is not None and step.state is not None and step.state.now is not None:
            acts.append(_Act(step.entry.seq, step.entry.seat, event, before, step.state))
        else:  # an amendment, or a ruling that ended the deal
            for name, change in _change(part, step.before.match, step.after.match).items():
                rulings[name] = rulings.get(name, Fraction()) + change
            if before is not None and before.now is not None and step.after.state is not before:
                begun, number = None, number - (begun is not None)
        if step.outcome is not None and begun is not None:
            first, dealt, cards = begun
            match = step.before.match
            finished.append(_Played(number, first, match, step.after.match, dealt, cards, tuple(acts), step.outcome))
            begun = None
    return finished, rulings, None if begun is None else number


def _steps(record: Record) -> Iterator[Step]:
    """The steps of a record.

    Raises:
        Refused: an entry that the rules refuse.
    """
    try:
        yield from steps(record)
    except IllegalEvent as error:
        raise Refused("irregular_entry", error.illegal.law, event=error.event.token) from error


def _change(part: Reviewer, before: AnyMatch, after: AnyMatch) -> dict[str, Fraction]:
    """What has changed for each player in the settled sheet."""
    was, now = part.settled(before), part.settled(after)
    return {name: now[name] - was.get(name, Fraction()) for name in now}


def seed_of(cards: Dealt) -> int:
    """The seed that follows from a deal."""
    return int.from_bytes(hashlib.blake2b(cards.cards.encode(), digest_size=6).digest(), "big")


def _begun(match: AnyMatch) -> AnyState:
    """The next deal of a match, before its cards."""
    if not hasattr(match, "begin"):
        raise wrong_type("deals follow from a match, as kozyr.score(text)", match)
    return match.begin()


def luck(match: AnyMatch, cards: Dealt, player: Player = expert) -> Values:
    """What experts make of these cards from this sheet; player: who plays instead of them.

    Raises:
        Refused: a game that nobody reviews.
    """
    state, seed = _begun(match).apply(cards), seed_of(cards)
    part = reviewer(state.view(None).game)
    if part is None:
        raise Refused("not_reviewed", game=state.view(None).game)
    while state.outcome is None:
        seat = state.actor
        assert seat is not None
        state = state.apply(player(state.view(seat), seed), seat)
    return _change(part, match, match.recorded(state.outcome))


def sides(match: AnyMatch) -> tuple[tuple[str, ...], ...]:
    """The players of the next deal by name, those together who win and lose it together whatever is said; nobody who sits out.

    Empty where nobody reviews this game.
    """
    state = _begun(match)
    part = reviewer(state.view(None).game)
    if part is None:
        return ()
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for seat in state.terms.seats:
        if seat not in state.terms.holders:
            continue
        name = state.terms.name(seat)
        together = tuple(dict.fromkeys((name, *(state.terms.name(one) for one in part.partners(state, seat)))))
        found.setdefault(frozenset(together), together)
    return tuple(found.values())


class _Course:
    """What a deal is worth at each of its acts, and where the auction ends."""

    def __init__(self, part: Reviewer, one: _Played, written: Values) -> None:
        self.acts, self.valuer = one.acts, part.valuer(one.match)
        self.stages = [part.stages.get(act.before.phase, "play") for act in one.acts]
        self.start = next((nth for nth, stage in enumerate(self.stages) if stage != "auction"), len(one.acts))
        self.solved = True
        self.values = [written] * (len(one.acts) + 1)
        for nth in reversed(range(self.start, len(one.acts))):
            found = self._value(one.acts[nth].before)
            self.solved = self.solved and found is not None
            self.values[nth] = self.values[nth + 1] if found is None else found

    def _value(self, state: AnyState) -> Values | None:
        return self.valuer.value(state) if state.plain is state else None  # duties change what can be played


def _reviewed(
    part: Reviewer, one: _Played, progress: Progress | None, player: Player, *, weigh: bool = True
) -> Reviewed:
    terms, seed = one.dealt.terms, seed_of(one.cards)
    written, fair = _change(part, one.match, one.then), luck(one.match, one.cards, player)
    course = _Course(part, one, written)
    shares: dict[str, dict[Stage, list[Fraction]]] = {
        name: {stage: [Fraction()] * 3 for stage in ("discard", "whist", "play")} for name in written
    }
    rulings = dict.fromkeys(written, Fraction())
    for nth in range(course.start, len(one.acts)):
        act, before, after = one.acts[nth], course.values[nth], course.values[nth + 1]
        by = act.by or act.before.actor
        for name in written:
            moved = after[name] - before[name]
            if isinstance(act.event, Ruled) or by is None:
                rulings[name] += moved
            else:
                shares[name][course.stages[nth]][_whose(part, act.before, by, terms.seat(name))] += moved
    first = course.values[course.start]
    accounts = {
        name: Account(
            written[name],
            fair[name],
            first[name] - fair[name],
            Shares(*shares[name]["discard"]),
            Shares(*shares[name]["whist"]),
            Shares(*shares[name]["play"]),
            rulings[name],
        )
        for name in written
    }
    moments = [Worth(one.first, fair)]
    moments += [Worth(act.seq, course.values[nth + 1]) for nth, act in enumerate(one.acts) if nth + 1 >= course.start]
    decisions = _decisions(part, one, course, seed, progress) if weigh else []
    last = one.acts[-1].seq if one.acts else one.first
    return Reviewed(
        one.number,
        one.first,
        last,
        accounts,
        tuple(moments),
        _lined(part, one, course, decisions),
        _dearest(decisions),
        course.solved,
        {} if one.facts is None else part.made(one.match, one.facts),
    )


def _whose(part: Reviewer, state: AnyState, by: Seat, seat: Seat | None) -> int:
    """0: it was the player's own act, 1: a partner's, 2: an opponent's."""
    if seat is by:
        return 0
    return 1 if seat is not None and seat in part.partners(state.plain, by) else 2


def _decisions(part: Reviewer, one: _Played, course: _Course, seed: int, progress: Progress | None) -> list[Weighed]:
    """The acts of players. What changes nothing, such as a question or its answer, is none."""
    found: list[Weighed] = []
    for nth, act in enumerate(one.acts):
        if progress is not None:
            progress(nth, len(one.acts))
        by, state = act.by or act.before.actor, act.before
        if isinstance(act.event, Ruled) or by is None:
            continue
        # A deed on which the arbiter rules, such as an opened talon, is no act of the game, and has no cost.
        plain = state.plain is state is not act.after and act.after.plain is act.after
        cost = course.valuer.cost(state, act.event, act.after) if plain else None
        weighed = seen(state, by, act.event, seed, part)
        if act.event not in state.legal(by) and cost is None and weighed is None:
            continue
        whose = state.turn if by is state.actor and state.turn is not None else by
        token, name = part.word(act.event), one.dealt.terms.name(by)
        found.append(Weighed(act.seq, whose, name, course.stages[nth], token, cost, weighed))
    return found


def _dearest(decisions: Sequence[Weighed]) -> dict[str, tuple[int, ...]]:
    """By player, the entries of the dearest decisions by what was seen."""
    found: dict[str, tuple[int, ...]] = {}
    for name in dict.fromkeys(one.player for one in decisions):
        dear = [one for one in decisions if one.player == name and sure(one.seen) > NOTHING]
        dear.sort(key=lambda one: -sure(one.seen))
        found[name] = tuple(one.seq for one in dear[:DEAREST])
    return found


def _lined(part: Reviewer, one: _Played, course: _Course, decisions: list[Weighed]) -> tuple[Weighed, ...]:
    """The decisions, the dearest with their better line."""
    dear = {seq for some in _dearest(decisions).values() for seq in some}
    states = {act.seq: act.before for act in one.acts}
    return tuple(
        msgspec.structs.replace(it, line=_line(part, course.valuer, states[it.seq], it.seen.better))
        if it.seq in dear and it.seen is not None
        else it
        for it in decisions
    )


def _line(part: Reviewer, valuer: Valuer, state: AnyState, better: str) -> tuple[Laid, ...]:
    """The better choice and the deal after it, all hands seen, as far as somebody can say."""
    event = next((event for event in state.legal() if part.word(event) == better), None)
    line: list[Laid] = []
    while event is not None and state.turn is not None:
        after = state.apply(event)
        took = after.history[-1].winner if len(after.history) > len(state.history) else None
        line.append(Laid(state.turn, part.word(event), took))
        state = after
        event = valuer.best(state) if state.outcome is None and state.plain is state else None
    return tuple(line)
