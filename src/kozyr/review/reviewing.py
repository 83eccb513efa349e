"""The review of a record: a fold over its entries, deal by deal.

Of each deal it is asked what it is worth at each moment if nobody errs from there on, all hands seen. The change that an
act makes of that value belongs to whoever acted, so the parts of an account sum to the sheet without a remainder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from kozyr import bots
from kozyr.cards import Seat
from kozyr.games import AnyMatch, AnyState, Deal as Dealt, Event, IllegalEvent, Record, Step, steps
from kozyr.games.rulings import Ruled
from kozyr.review.account import Account, Deal, Decision, Review, Seen, Shares, Stage
from kozyr.review.part import Reviewer, Values, reviewer

BUDGET: Final = bots.Budget(nodes=1_000_000)  # of each of the expert's decisions
_NORMAL: Final = 1.96  # half of a 95 % interval, in standard errors


class NoReview(ValueError):
    """There is nothing to review; `code` and `params` say why.

    Attributes:
        code: as in the words of the review. params: what stands in them.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


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


def review(record: Record, *, deal: int | None = None) -> Review:
    """What every decision of a record cost, and the account of each deal.

    deal: only this one, from 1.

    Raises:
        NoReview: a game that nobody reviews, a deal that is not there or not over, or an entry that the rules refuse.
    """
    part = reviewer(record.game)
    if part is None:
        raise NoReview("not_reviewed", game=record.game)
    finished, rulings, running = _deals(record)
    if deal is None and running:
        raise NoReview("not_finished", deal=running)
    if deal is not None:
        finished = [one for one in finished if one.number == deal]
        if not finished:
            raise NoReview("not_finished" if deal == running else "no_deal", deal=deal)
    elif not finished:
        raise NoReview("no_deals")
    return Review(record.game, part.unit, tuple(_reviewed(part, one) for one in finished), rulings)


def _deals(record: Record) -> tuple[list[_Played], Mapping[str, Fraction], int | None]:
    """The deals that are over, what was written between them, and the number of the deal that runs.

    Raises:
        NoReview: an entry that the rules refuse.
    """
    finished: list[_Played] = []
    rulings: dict[str, Fraction] = {}
    acts: list[_Act] = []
    begun: tuple[int, AnyState, Dealt] | None = None
    number = 0
    for step in _steps(record):
        before, event = step.before.state, step.entry.event
        if isinstance(event, Dealt) and step.state is not None:
            number += begun is None
            begun, acts = (step.entry.seq, step.state, event), []
        elif before is not None and before.now is not None and step.state is not None and step.state.now is not None:
            acts.append(_Act(step.entry.seq, step.entry.seat, event, before, step.state))
        else:  # an amendment, or a ruling that ended the deal
            for name, change in _change(step.before.match, step.after.match).items():
                rulings[name] = rulings.get(name, Fraction()) + change
            if before is not None and before.now is not None and step.after.state is not before:
                begun, number = None, number - (begun is not None)
        if step.outcome is not None and begun is not None:
            first, dealt, cards = begun
            match = step.before.match
            finished.append(_Played(number, first, match, step.after.match, dealt, cards, tuple(acts)))
            begun = None
    return finished, rulings, None if begun is None else number


def _steps(record: Record) -> Iterator[Step]:
    try:
        yield from steps(record)
    except IllegalEvent as error:
        raise NoReview("irregular", event=error.event.token, law=error.illegal.law) from error


def _change(before: AnyMatch, after: AnyMatch) -> dict[str, Fraction]:
    """What has changed for each player in the settled sheet."""
    was, now = before.results, after.results
    return {name: now[name] - was.get(name, Fraction()) for name in now}


def seed_of(cards: Dealt) -> int:
    """The seed that follows from a deal."""
    return int.from_bytes(hashlib.blake2b(cards.cards.encode(), digest_size=6).digest(), "big")


def luck(match: AnyMatch, cards: Dealt) -> Values:
    """What experts make of these cards from this sheet."""
    state, seed = match.begin().apply(cards), seed_of(cards)
    while state.outcome is None:
        seat = state.actor
        assert seat is not None
        state = state.apply(bots.choose(state.view(seat), "expert", seed, BUDGET), seat)
    return _change(match, match.recorded(state.outcome))


def _reviewed(part: Reviewer, one: _Played) -> Deal:
    valuer, terms, seed = part.valuer(one.match), one.dealt.terms, seed_of(one.cards)
    written = _change(one.match, one.then)
    fair = luck(one.match, one.cards)
    known: dict[int, Values | None] = {}

    def value(nth: int) -> Values:
        """The value before the act of this number; after the last it is what was written."""
        if nth >= len(one.acts):
            return written
        if nth not in known:
            known[nth] = valuer.value(one.acts[nth].before)
        return known[nth] or written

    start = next((nth for nth, act in enumerate(one.acts) if _stage(part, act.before) != "auction"), len(one.acts))
    shares: dict[str, dict[Stage, list[Fraction]]] = {
        name: {stage: [Fraction()] * 3 for stage in ("discard", "whist", "play")} for name in written
    }
    rulings = dict.fromkeys(written, Fraction())
    for nth in range(start, len(one.acts)):
        act = one.acts[nth]
        stage, before, after = _stage(part, act.before), value(nth), value(nth + 1)
        by = act.by or act.before.actor
        for name in written:
            moved = after[name] - before[name]
            if isinstance(act.event, Ruled) or by is None:
                rulings[name] += moved
            else:
                shares[name][stage][_whose(part, act.before, by, terms.seat(name))] += moved
    first = value(start)
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
    decisions = tuple(
        Decision(
            act.seq,
            act.before.turn or by,
            terms.name(by),
            _stage(part, act.before),
            act.event.token,
            valuer.cost(act.before, act.event, act.after),
            seen(act.before, by, act.event, seed),
        )
        for act in one.acts
        if not isinstance(act.event, Ruled) and (by := act.by or act.before.actor) is not None
    )
    last = one.acts[-1].seq if one.acts else one.first
    return Deal(one.number, one.first, last, accounts, decisions, None not in known.values())


def _stage(part: Reviewer, state: AnyState) -> Stage:
    return part.stages.get(state.phase, "play")


def _whose(part: Reviewer, state: AnyState, by: Seat, seat: Seat | None) -> int:
    """0: it was the player's own act, 1: a partner's, 2: an opponent's."""
    if seat is by:
        return 0
    return 1 if seat is not None and seat in part.partners(state, by) else 2


def seen(state: AnyState, seat: Seat, event: Event, seed: int) -> Seen | None:
    """What an act cost by what its seat could see; None: it had no choice, or nobody weighs it in worlds or whists."""
    view = state.view(seat)
    if len(view.legal) < 2 or event not in view.legal:
        return None
    found = bots.explain(view, "expert", seed, BUDGET)
    best = found[0]
    chosen = next((one for one in found if one.event == event), None)
    if best.unit in {"weight", "tricks"}:
        return None
    if chosen is None:
        worst = min(found, key=lambda one: one.score)
        return Seen(max(0.0, best.score - worst.score), best.unit, best.event.token, least=True)
    error = chosen.facts.get("error")
    tricks, sets = _tricks(best, chosen), _sets(best, chosen)
    return Seen(
        round(max(0.0, best.score - chosen.score), 3),
        best.unit,
        best.event.token,
        round(_NORMAL * error, 3) if isinstance(error, float) else None,
        tricks=tricks,
        sets=sets,
    )


def _tricks(best: bots.Candidate, chosen: bots.Candidate) -> float | None:
    """The tricks that a choice loses on average to the best; tricks of the declarer."""
    one, other = best.facts.get("tricks"), chosen.facts.get("tricks")
    if not isinstance(one, float) or not isinstance(other, float):
        return None
    return round(abs(one - other), 2)


def _sets(best: bots.Candidate, chosen: bots.Candidate) -> tuple[float, float] | None:
    """The shares of the worlds in which the contract fails: after the choice, and after the best."""
    one, other = best.facts.get("made"), chosen.facts.get("made")
    if not isinstance(one, float) or not isinstance(other, float):
        return None
    return round(1 - other, 2), round(1 - one, 2)
