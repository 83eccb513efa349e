"""The searches of preferans for the arbiter: questions of the laws, with positions that anybody can solve again.

A proof that takes too long says so (`TimeoutError`) and never guesses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

import msgspec

from kozyr.arbiter.ruling import Proof, Question
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import AnyMatch, AnyState
from kozyr.games.preferans import Contract, Outcome, Pulka, State
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Resulted
from kozyr.solver import preferans
from kozyr.solver.claims import absurd, prove_claim

_SECONDS: Final = 60.0


class Played(msgspec.Struct, frozen=True):
    """The best play of a declarer: the contract, the discard, the tricks, and the position to solve."""

    contract: Contract
    discard: tuple[Card, Card]
    tricks: int
    position: preferans.Position

    @property
    def request(self) -> Mapping[str, object]:
        """The position as `kozyr solve` reads it."""
        return _request(self.position)


def discards(state: State, declarer: Seat, seconds: float = _SECONDS) -> dict[str, Played]:
    """The best of the 66 discards for each denomination, with all hands open and the first hand on lead.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    terms = state.terms
    n, e, s, w = (None if seat not in terms.holders else CardSet(state.dealt_hands[seat.position]) for seat in Seat)
    return best_of((n, e, s, w), CardSet.of(state.talon), declarer, terms.hands[0], seconds)


def best_of(
    hands: preferans.Hands, talon: CardSet, declarer: Seat, leader: Seat, seconds: float = _SECONDS
) -> dict[str, Played]:
    """The best two cards to put away for each denomination, and the tricks of the rest. Hands may have any equal size.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    cut = time.monotonic() + seconds
    own = hands[declarer.position]
    assert own is not None
    held = own | talon
    best: dict[str, Played] = {}
    lowest = {contract.denomination: contract for contract in reversed(Contract) if contract.size}
    pairs = tuple(combinations(held, 2))
    for denomination, contract in lowest.items():
        positions: list[preferans.Position] = []
        for pair in pairs:
            kept = list(hands)
            kept[declarer.position] = CardSet(held.bits & ~CardSet.of(pair).bits)
            n, e, s, w = kept
            positions.append(preferans.Position((n, e, s, w), leader, "tricks", declarer, contract.trump))
        values = preferans.solve_many(positions, seconds=_left(cut))
        at = max(range(len(pairs)), key=lambda n: values[n].value or 0)
        best[denomination] = Played(contract, pairs[at], values[at].value or 0, positions[at])
    return best


def best_discard(state: State, contract: Contract, seconds: float = _SECONDS) -> tuple[int, Proof]:
    """By how many tricks the declarer is down in the named contract with the best discard (P-3.4.6).

    Raises:
        TimeoutError: not done within `seconds`.
    """
    declarer = state.declarer
    assert declarer is not None
    found = discards(state, declarer, seconds)[contract.denomination]
    short = max(0, contract.size - found.tricks)
    value: dict[str, int | str] = {
        "contract": str(contract),
        "tricks": found.tricks,
        "short": short,
        "discard": " ".join(card.text for card in found.discard),
    }
    return short, Proof("best_discard", value, (found.request,))


def best_contract(state: State, bidder: Seat, least: Contract, seconds: float = _SECONDS) -> Played:
    """The best contract that a bidder can still name and make with this talon, no lower than the bid (P-3.3.16.3).

    If no contract can be made, it is the one with the smallest loss.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    return best_to_name(discards(state, bidder, seconds), least)


def best_to_name(found: Mapping[str, Played], least: Contract) -> Played:
    """The highest contract that is made, no lower than the least one.

    If none is made, it is the one with the smallest loss.
    """

    def gain(contract: Contract) -> tuple[int, int]:
        played = found[contract.denomination]
        made = played.tricks >= contract.size
        return (contract.price, 0) if made else (0, -(contract.size - played.tricks) * contract.price)

    best = max(
        (one for one in Contract if one.size and one.step >= least.step), key=lambda one: (*gain(one), -one.step)
    )
    return msgspec.structs.replace(found[best.denomination], contract=best)


def foregone(
    match: Pulka, state: State, offender: Seat, bidders: Mapping[Seat, Contract], seconds: float = _SECONDS
) -> tuple[dict[str, Fraction], Proof]:
    """Each innocent player's possible win with the opened talon, in whists, at best play (P-3.3.16.3).

    bidders: the remaining bidders, with the least contract that each could name. An innocent defender whists alone; of
    two, each has the whist for the own account.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    terms, name = state.terms, state.terms.name
    before = match.results
    gains: dict[str, Fraction] = {}
    value: dict[str, int | str] = {}
    positions: list[Mapping[str, object]] = []
    for bidder, least in bidders.items():
        found = best_contract(state, bidder, least, seconds)
        value[name(bidder)] = f"{found.contract}: {found.tricks}"
        positions.append(found.request)
        for whister in terms.opponents(bidder):
            if whister is offender:
                continue
            facts = {
                "dealer": name(terms.dealer),
                "kind": "tricks",
                "declarer": name(bidder),
                "contract": str(found.contract),
                "tricks": {name(bidder): found.tricks, name(whister): 10 - found.tricks},
                "calls": {name(seat): "whist" if seat is whister else "pass" for seat in terms.opponents(bidder)},
            }
            after = match.record(msgspec.convert(facts, Outcome)).results
            for player in match.names:
                if player != name(offender):
                    gains[player] = max(gains.get(player, Fraction(0)), after[player] - before[player])
    won = {player: gain for player, gain in gains.items() if gain > 0}
    value |= {f"{player} loses": str(gain) for player, gain in won.items()}
    return won, Proof("foregone", value, tuple(positions))


def sensible_line(
    position: preferans.Position, wanted: Mapping[Seat, int], seconds: float = _SECONDS, owner: Seat | None = None
) -> tuple[Card, ...] | None:
    """Cards by which the tricks that are left fall as wanted, none of them absurd (P-3.9.14.3); None: there are no such cards.

    owner: the dealer whose talon leads an all-pass.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    cut = time.monotonic() + seconds
    failed: set[tuple[object, tuple[int, ...]]] = set()
    seats = position.seats

    def look(now: preferans.Position, left: tuple[int, ...]) -> tuple[Card, ...] | None:
        if time.monotonic() > cut:
            raise TimeoutError("the search did not finish in time")
        if min(left) < 0:
            return None
        if not now.trick and not now.left:
            return () if not any(left) else None
        key = (now, left)
        if key in failed:
            return None
        for card in now.legal:
            if absurd(now, card):
                continue
            after, taker = _played(now, card, owner)
            if taker is not None and taker is owner:
                continue  # it is the dealer's: nobody has claimed it
            rest = tuple(n - (seat is taker) for seat, n in zip(seats, left, strict=True))
            found = look(after, rest)
            if found is not None:
                return (card, *found)
        failed.add(key)
        return None

    return look(position, tuple(wanted.get(seat, 0) for seat in seats))


def damage(state: State, wanted: Mapping[Seat, int], seconds: float = _SECONDS) -> Proof | None:
    """Whether the rest of an all-pass could have fallen so that each has as many tricks in all as wanted (P-3.9.14.3).

    Raises:
        TimeoutError: not done within `seconds`.
    """
    position = preferans.Position.of(state)
    left = {seat: wanted.get(seat, 0) - state.won[seat.position] for seat in position.seats}
    line = sensible_line(position, left, seconds, _owner(state))
    if line is None:
        return None
    value: dict[str, int | str] = {"line": " ".join(card.text for card in line)}
    return Proof("sensible_line", value, (_request(position),))


# ------------------------------------------------------------------ best play from a moment


class Line(msgspec.Struct, frozen=True):
    """Cards to the end of the deal, and the tricks that each seat takes with them."""

    cards: tuple[Card, ...]
    tricks: Mapping[Seat, int]

    @property
    def text(self) -> str:
        """The cards as `kozyr` writes them."""
        return " ".join(card.text for card in self.cards)


def best_line(position: preferans.Position, cut: float, against: Seat | None = None, owner: Seat | None = None) -> Line:
    """Best play of all to the end; at all-pass that of two who combine against the third.

    cut: the moment of the monotonic clock after which it is given up. owner: the dealer whose talon leads an all-pass.

    Raises:
        TimeoutError: not done by then.
    """
    return _followed(position, lambda now: _best_card(now, cut, against, owner), owner)


def _followed(
    position: preferans.Position, choose: Callable[[preferans.Position], Card], owner: Seat | None = None
) -> Line:
    """The line in which each card is chosen so."""
    cards: list[Card] = []
    tricks = dict.fromkeys((*position.seats, *(() if owner is None else (owner,))), 0)
    while position.trick or position.left:
        card = choose(position)
        position, taker = _played(position, card, owner)
        cards.append(card)
        if taker is not None:
            tricks[taker] += 1
    return Line(tuple(cards), tricks)


def _played(now: preferans.Position, card: Card, owner: Seat | None) -> tuple[preferans.Position, Seat | None]:
    """The position after a card, and the taker of a completed trick.

    An unbeaten card of the talon takes its trick for the dealer who sits out. Without such a dealer, and if nobody has
    followed, the trick is the first hand's.
    """
    after, taker, complete = now.play(card)
    return after, (owner or now.leader) if complete and taker is None else taker


def _owner(state: State) -> Seat | None:
    """The dealer whose talon leads an all-pass."""
    return state.terms.talon_owner if state.contract is Contract.ALLPASS else None


def _left(cut: float) -> float:
    left = cut - time.monotonic()
    if left <= 0:
        raise TimeoutError("the search did not finish in time")
    return left


def _moves(position: preferans.Position, cut: float, against: Seat | None, owner: Seat | None) -> Mapping[Card, int]:
    """The tricks still to come after each legal card: the declarer's, or at all-pass those of `against`."""
    solved = preferans.solve(position, maxn=False, seconds=_left(cut))
    if position.kind != "allpass" or position.mover is against:
        return solved.moves
    assert against is not None
    found: dict[Card, int] = {}
    for card in solved.moves:
        after, taker = _played(position, card, owner)
        rest = preferans.solve(after, maxn=False, seconds=_left(cut)).each if after.trick or after.left else None
        found[card] = int(taker is against) + (rest[against] if rest is not None else 0)
    return found


def _wants(position: preferans.Position, against: Seat | None) -> bool:
    """Whether the seat on turn wants more of the tricks that `_moves` counts."""
    if position.kind == "allpass":
        return position.mover is not against
    return (position.mover is position.declarer) == (position.kind == "tricks")


def _best_card(position: preferans.Position, cut: float, against: Seat | None, owner: Seat | None) -> Card:
    if len(position.legal) == 1:
        return next(iter(position.legal))
    moves = _moves(position, cut, against, owner)
    return (max if _wants(position, against) else min)(moves, key=lambda card: moves[card])


def undecided(state: State, offender: Seat, seconds: float = _SECONDS) -> tuple[dict[Seat, int], Proof]:
    """The tricks of the whole deal where a revoke cannot be played again (P-3.9.16.2).

    state: before the revoke. Every doubt favours the innocent side: the offender plays the worst of the allowed cards.
    From there on everybody plays best; at all-pass the two others combine against the offender.

    Raises:
        TimeoutError: not done within `seconds`. ValueError: two hands play alone.
    """
    cut = time.monotonic() + seconds
    position = preferans.Position.of(state)
    against, owner = offender if position.kind == "allpass" else None, _owner(state)
    moves = _moves(position, cut, against, owner)
    worst_card = (min if _wants(position, against) else max)(moves, key=lambda card: moves[card])
    after, taker = _played(position, worst_card, owner)
    line = best_line(after, cut, against, owner)
    tricks = {seat: state.won[seat.position] + n for seat, n in line.tricks.items()}
    if taker is not None:
        tricks[taker] += 1
    value: dict[str, int | str] = {
        "card": worst_card.text,
        "line": f"{worst_card.text} {line.text}".strip(),
        **{seat.value: n for seat, n in tricks.items()},
    }
    return tricks, Proof("undecided_revoke", value, (_request(position),))


def sure(state: State, seat: Seat, seconds: float = _SECONDS) -> tuple[dict[Seat, int], Line]:
    """The tricks of all where best play is against this seat: a declarer at misère, or anybody at all-pass.

    Raises:
        TimeoutError: not done within `seconds`. ValueError: two hands play alone.
    """
    position = preferans.Position.of(state)
    against = seat if position.kind == "allpass" else None
    line = best_line(position, time.monotonic() + seconds, against, _owner(state))
    return {one: state.won[one.position] + n for one, n in line.tricks.items()}, line


def due(begun: State, seconds: float = _SECONDS) -> tuple[int | None, Proof]:
    """The declarer's tricks at best play of all from a moment: the declarer deserves no more (P-3.9.18).

    None: the search takes too long, or the hands have unequal sizes.
    """
    try:
        position = preferans.Position.of(begun)
        line = best_line(position, time.monotonic() + seconds)
    except (TimeoutError, ValueError):
        return None, Proof("due_tricks", {"tricks": "unknown"})
    assert begun.declarer is not None
    found = begun.won[begun.declarer.position] + line.tricks[begun.declarer]
    return found, Proof("due_tricks", {"tricks": found, "line": line.text}, (_request(position),))


def spoilt(begun: State, now: State, guilty: Seat, seconds: float = _SECONDS) -> tuple[int, Proof]:
    """How many tricks the others have failed to give to a player with a wrong number of cards (P-3.9.18).

    At misère the guilty player is the declarer. begun: the beginning of the play. now: the moment of the ruling, from
    which best play gives fewer tricks.

    Raises:
        TimeoutError: not done within `seconds`. ValueError: two hands play alone.
    """
    could, line = sure(begun, guilty, seconds)
    can, rest = sure(now, guilty, seconds)
    lost = max(0, could[guilty] - can[guilty])
    value: dict[str, int | str] = {"lost": lost, "line": line.text, "now": rest.text}
    positions = tuple(_request(preferans.Position.of(state)) for state in (begun, now))
    return lost, Proof("spoilt_play", value, positions)


def caught(begun: State, now: State, seconds: float = _SECONDS) -> tuple[Mapping[Seat, int], Mapping[Seat, int], Proof]:
    """The tricks of all by best play from the beginning, and by best play from now (P-3.9.18).

    Raises:
        TimeoutError: not done within `seconds`.
    """
    assert now.declarer is not None
    kind: Question = "misere_play" if now.contract is Contract.MISERE else "spoilt_play"
    due_then, line = sure(begun, now.declarer, seconds)
    due_now, rest = sure(now, now.declarer, seconds)
    value: dict[str, int | str] = {
        "due": due_then[now.declarer],
        "line": line.text,
        "comes to": due_now[now.declarer],
        "now": rest.text,
    }
    return (
        due_then,
        due_now,
        Proof(kind, value, tuple(_request(preferans.Position.of(one)) for one in (begun, now))),
    )


def planned(state: State, plan: Sequence[Card], seconds: float = _SECONDS) -> tuple[Line, Proof]:
    """The tricks of the defenders' plan against the declarer's best play (P-3.8.5.1b).

    plan: the defenders' cards in their order. The plan ends where its next card cannot be played; then the defenders
    play best, too.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    cut = time.monotonic() + seconds
    position = preferans.Position.of(state)

    def worth(now: preferans.Position, at: int) -> int:
        if not now.trick and not now.left:
            return 0
        if now.mover is not now.declarer:
            if at == len(plan) or plan[at] not in now.legal:
                return preferans.solve(now, seconds=_left(cut)).value or 0
            return after(now, plan[at], at + 1)
        if at == len(plan):
            return preferans.solve(now, seconds=_left(cut)).value or 0
        best = max if now.kind == "tricks" else min
        return best(after(now, card, at) for card in now.legal)

    def after(now: preferans.Position, card: Card, at: int) -> int:
        then, taker, _ = now.play(card)
        return int(taker is now.declarer) + worth(then, at)

    at = 0

    def choose(now: preferans.Position) -> Card:
        nonlocal at
        if at < len(plan):
            if now.mover is now.declarer:
                best = max if now.kind == "tricks" else min
                return best(now.legal, key=lambda card: after(now, card, at))
            if plan[at] in now.legal:
                at += 1
                return plan[at - 1]
            at = len(plan)
        return _best_card(now, cut, None, None)

    line = _followed(position, choose)
    assert state.declarer is not None
    value: dict[str, int | str] = {"declarer": line.tricks[state.declarer], "line": line.text}
    return line, Proof("plan", value, (_request(position),))


# ------------------------------------------------------------------ what could have been


def reachable(position: preferans.Position, seconds: float = _SECONDS) -> frozenset[tuple[int, ...]]:
    """All ways in which the tricks that are left can fall, by seats clockwise from N, where no card is absurd.

    Raises:
        TimeoutError: not done within `seconds`. Refused: a card of the talon can take a trick.
    """
    if position.talon_wins:
        raise Refused("talon_wins")
    cut = time.monotonic() + seconds
    known: dict[preferans.Position, frozenset[tuple[int, ...]]] = {}
    seats = position.seats
    nothing = (0,) * len(seats)

    def look(now: preferans.Position) -> frozenset[tuple[int, ...]]:
        if not now.trick and not now.left:
            return frozenset({nothing})
        found = known.get(now)
        if found is None:
            _left(cut)
            ways: set[tuple[int, ...]] = set()
            for card in now.legal:
                if absurd(now, card):
                    continue
                then, taker = _played(now, card, None)
                for way in look(then):
                    ways.add(tuple(n + (seat is taker) for seat, n in zip(seats, way, strict=True)))
            found = known[now] = frozenset(ways)
        return found

    return look(position)


def assigned(
    match: AnyMatch, state: AnyState, guilty: Sequence[str], seconds: float = _SECONDS
) -> tuple[dict[str, Fraction], Proof]:
    """The assigned result of each player, in whists, beside the result before the deal (PT-I.11.2.B.2).

    state: before the infraction. The innocent get the most favourable possible result without it, the guilty the least
    favourable. Possible are the results of play without absurd cards.

    Raises:
        TimeoutError: not done within `seconds`. Refused: this play cannot be searched.
    """
    if not isinstance(state, State) or not isinstance(match, Pulka):
        raise Refused("boards_unsearched")
    cut = time.monotonic() + seconds
    position = preferans.Position.of(state)
    terms, seats = state.terms, position.seats
    before = match.results
    ways = reachable(position, seconds)
    found: dict[tuple[int, ...], Mapping[str, Fraction]] = {}
    for way in ways:
        tricks = {seat: state.won[seat.position] + n for seat, n in zip(seats, way, strict=True)}
        ended = state.judging.ruled(Resulted(tricks))
        assert isinstance(ended, State)
        assert isinstance(ended.outcome, Outcome)
        after = match.record(ended.outcome).results
        found[way] = {name: after[name] - before[name] for name in match.names}
    results: dict[str, Fraction] = {}
    value: dict[str, int | str] = {}
    for name in (terms.name(seat) for seat in terms.seats):
        best = min if name in guilty else max
        way = best(sorted(ways), key=lambda one: found[one][name])
        results[name] = found[way][name]
        line = sensible_line(position, dict(zip(seats, way, strict=True)), _left(cut))
        assert line is not None
        value[name] = str(results[name])
        value[f"{name} by"] = " ".join(card.text for card in line)
    return results, Proof("assigned", value, (_request(position),))


# ------------------------------------------------------------------ claims


def claimed(state: State, seat: Seat, plan: Sequence[Card] = (), seconds: float = 5.0) -> tuple[bool | None, Proof]:
    """Whether a claimant has all the rest (at misère no trick) in the worst order that is not absurd (P-3.9.14.4).

    plan: the claimant's cards in the told order; with it the order is fixed. None: the search takes too long.
    """
    position = preferans.Position.of(state)
    misere = state.contract is Contract.MISERE and seat is state.declarer
    found = prove_claim(position, seat, 0 if misere else position.left, plan=plan, seconds=seconds)
    value: dict[str, int | str] = {
        "holds": "yes" if found.holds else "no",
        "planned" if plan else "dictated": {True: "yes", False: "no", None: "unknown"}[found.dictated],
    }
    if found.line:
        value["line"] = " ".join(card.text for card in found.line)
    return found.dictated, Proof("planned_claim" if plan else "dictated_claim", value, (_request(position),))


def _request(position: preferans.Position) -> Mapping[str, object]:
    """A position as `kozyr solve` reads it."""
    hands = " ".join("-" if hand is None else str(hand) for hand in position.hands).removesuffix(" -")
    talon = f" + {' '.join(card.text for card in position.talon)}" if position.talon else ""
    asked: dict[str, object] = {"deal": f"N:{hands}{talon}", "lead": position.leader.value}
    if position.kind != "tricks":
        asked["kind"] = position.kind
    if position.declarer is not None:
        asked["declarer"] = position.declarer.value
    if position.kind == "tricks":
        asked["trump"] = "NT" if position.trump is None else position.trump.value
    if position.trick:
        asked["trick"] = ",".join(card.text for card in position.trick)
    return asked
