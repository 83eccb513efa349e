"""What the arbiter computes: questions of the laws that a search answers, with positions that anybody can solve again.

A proof that takes too long says so (`TimeoutError`) and never guesses.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Final

import msgspec

from kozyr.arbiter.ruling import Proof
from kozyr.cards import Card, CardSet, Seat
from kozyr.games.preferans import Contract, Outcome, Pulka, State
from kozyr.solver import preferans
from kozyr.solver.claims import absurd, prove_claim

_SECONDS: Final = 60.0


class Played(msgspec.Struct, frozen=True):
    """The best that a declarer can do: his contract, the cards put away, the tricks he takes, the position to solve."""

    contract: Contract
    discard: tuple[Card, Card]
    tricks: int
    position: preferans.Position

    @property
    def request(self) -> Mapping[str, object]:
        """The position as `kozyr solve` reads it."""
        return _request(self.position)


def discards(state: State, declarer: Seat, seconds: float = _SECONDS) -> dict[str, Played]:
    """For each denomination the best of the 66 discards from twelve cards, all hands open and first hand on lead.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    terms = state.terms
    twelve = state.dealt_hands[declarer.position] | CardSet.of(state.talon).bits
    cut = time.monotonic() + seconds
    best: dict[str, Played] = {}
    lowest = {contract.denomination: contract for contract in reversed(Contract) if contract.size}
    pairs = tuple(combinations(CardSet(twelve), 2))
    for denomination, contract in lowest.items():
        positions: list[preferans.Position] = []
        for pair in pairs:
            n, e, s, w = (
                None if seat not in terms.holders else CardSet(state.dealt_hands[seat.position]) for seat in Seat
            )
            hands = [n, e, s, w]
            hands[declarer.position] = CardSet(twelve & ~CardSet.of(pair).bits)
            n, e, s, w = hands
            leader = terms.hands[0]
            positions.append(preferans.Position((n, e, s, w), leader, "tricks", declarer, contract.trump))
        left = cut - time.monotonic()
        if left <= 0:
            raise TimeoutError("the search did not finish in time")
        values = preferans.solve_many(positions, seconds=left)
        at = max(range(len(pairs)), key=lambda n: values[n].value or 0)
        best[denomination] = Played(contract, pairs[at], values[at].value or 0, positions[at])
    return best


def best_discard(state: State, contract: Contract, seconds: float = _SECONDS) -> tuple[int, Proof]:
    """By how many tricks a declarer is down in the contract that he has named, whatever two cards he puts away (P-3.4.6).

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
    """The best contract that a bidder could still name and make with this talon, no lower than his bid (P-3.3.16.3).

    Where he can make none, the one by which he loses least.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    found = discards(state, bidder, seconds)

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
    """What each innocent could have won with the opened talon, in whists, by the best of what could be played (P-3.3.16.3).

    bidders: who still bid, with the least that each could name. The innocent defender whists.

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
        whister = next(seat for seat in terms.opponents(bidder) if seat is not offender)
        tricks = {name(bidder): found.tricks, name(whister): 10 - found.tricks}
        calls = {name(seat): "whist" if seat is whister else "pass" for seat in terms.opponents(bidder)}
        facts = {
            "dealer": name(terms.dealer),
            "kind": "tricks",
            "declarer": name(bidder),
            "contract": str(found.contract),
            "tricks": tricks,
            "calls": calls,
        }
        after = match.record(msgspec.convert(facts, Outcome)).results
        value[name(bidder)] = f"{found.contract}: {found.tricks}"
        positions.append(found.request)
        for player in match.names:
            if player != name(offender):
                gains[player] = max(gains.get(player, Fraction(0)), after[player] - before[player])
    won = {player: gain for player, gain in gains.items() if gain > 0}
    value |= {f"{player} loses": str(gain) for player, gain in won.items()}
    return won, Proof("foregone", value, tuple(positions))


def sensible_line(
    position: preferans.Position, wanted: Mapping[Seat, int], seconds: float = _SECONDS
) -> tuple[Card, ...] | None:
    """Cards by which the tricks that are left fall as wanted, none of them absurd (P-3.9.14.3); None: there are no such cards.

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
            after, taker, complete = now.play(card)
            if complete and taker is None:
                continue  # it is the dealer's: nobody has claimed it
            rest = tuple(n - (complete and seat is taker) for seat, n in zip(seats, left, strict=True))
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
    line = sensible_line(position, left, seconds)
    if line is None:
        return None
    value: dict[str, int | str] = {"line": " ".join(card.text for card in line)}
    return Proof("sensible_line", value, (_request(position),))


def claimed(state: State, seat: Seat, seconds: float = 5.0) -> tuple[bool | None, Proof]:
    """Whether one who shows his cards has all the rest (at misère none of it) in the worst order not absurd (P-3.9.14.4).

    None: too much to search in this time.
    """
    position = preferans.Position.of(state)
    misere = state.contract is Contract.MISERE and seat is state.declarer
    found = prove_claim(position, seat, 0 if misere else position.left, seconds=seconds)
    value: dict[str, int | str] = {
        "holds": "yes" if found.holds else "no",
        "dictated": {True: "yes", False: "no", None: "unknown"}[found.dictated],
    }
    if found.line:
        value["line"] = " ".join(card.text for card in found.line)
    return found.dictated, Proof("dictated_claim", value, (_request(position),))


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
