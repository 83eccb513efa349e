"""Whether the facts of a deal fit together and the table; they may come from a score file and not from a deal of ours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from kozyr.games.preferans.terms import HAND_SIZE, Outcome, Terms
from kozyr.games.preferans.words import Contract

__all__ = ["fault"]


def fault(outcome: Outcome, terms: Terms, names: tuple[str, ...]) -> str | None:
    """What is wrong first with the facts of a deal on these terms, in words; None: nothing. names: all who play."""
    found = chain(
        _players(outcome, terms, names), _game(outcome, terms), _whist(outcome, terms), _tricks(outcome, terms)
    )
    return next(found, None)


def _players(outcome: Outcome, terms: Terms, names: tuple[str, ...]) -> Iterator[str]:
    for name in (outcome.declarer, *(outcome.tricks or ()), *outcome.calls, *outcome.blind):
        if name is not None and name not in names:
            yield f"no player {name!r}; at {len(names)} they are {', '.join(names)}"
    if outcome.declarer is not None and outcome.declarer not in map(terms.name, terms.hands):
        yield f"{outcome.declarer} has no cards when {outcome.dealer} deals, so cannot be declarer (P-3.2.10)"


def _game(outcome: Outcome, terms: Terms) -> Iterator[str]:
    kind, contract = outcome.kind, outcome.contract
    if kind == "allpass" and (outcome.declarer or contract or outcome.calls):
        yield "an all-pass has no declarer, contract or whist (P-3.7.1)"
    if kind != "allpass" and outcome.declarer is None:
        yield f"kind {kind} needs a declarer"
    if kind == "misere" and contract not in {None, Contract.MISERE}:
        yield f"a misère has no other contract: {contract}"
    if kind == "misere" and outcome.calls:
        yield "nobody whists at misère (P-3.8.2)"
    if outcome.shared and (kind != "misere" or terms.sitter is None):
        yield "only a misère is shared, and only with a dealer who sits out (P-3.6.9)"
    if outcome.shared and outcome.refused:
        yield "the talon of a shared misère cannot be refused (P-3.6.9)"
    if kind == "tricks" and (contract is None or not contract.size):
        yield "kind tricks needs a contract from 6S to 10NT"
    if outcome.factor is not None and outcome.factor < 1:
        yield f"factor {outcome.factor} is below 1"


def _whist(outcome: Outcome, terms: Terms) -> Iterator[str]:
    sitter = None if terms.sitter is None else terms.name(terms.sitter)
    asked = {*map(terms.name, terms.hands), sitter} - {outcome.declarer}
    for name, word in outcome.calls.items():
        if name not in asked:
            yield f"{name} cannot say {word}: only the declarer's opponents and a dealer who sits out (P-3.8.1)"
    whisted, halves = _said(outcome, "whist"), _said(outcome, "half_whist")
    if len(whisted) > 2 or (sitter in whisted and len(whisted) > 1):
        yield f"{', '.join(whisted)} cannot all whist (P-3.8.4, P-3.8.8)"
    if halves and outcome.contract is not None and outcome.contract.size > 7:
        yield f"no half-whist on {outcome.contract}: only on six and seven (P-3.8.7)"
    if len(halves) > 1 or sitter in halves:
        yield f"{', '.join(halves)} cannot leave for half a whist (P-3.8.7)"


def _tricks(outcome: Outcome, terms: Terms) -> Iterator[str]:
    whisted, tricks, contract = _said(outcome, "whist"), outcome.tricks, outcome.contract
    if tricks is None:
        if outcome.kind != "tricks":
            yield f"kind {outcome.kind} needs its tricks"
        if whisted and not outcome.surrender:
            yield f"{whisted[0]} whisted, so the tricks must be given (P-3.5.3)"
        return
    if outcome.surrender:
        yield "a contract given up has no tricks (P-3.5.4)"
    ten = contract is not None and contract.size == 10 and terms.conventions.contract_ten_is == "checked"
    if outcome.kind == "tricks" and not whisted and not ten:
        yield "tricks are given, but nobody whisted (P-3.5.3)"
    owner = terms.talon_owner if outcome.kind == "allpass" else None
    takers = {terms.name(seat) for seat in (*terms.hands, owner) if seat is not None}
    for name, n in tricks.items():
        if n and name not in takers:
            yield f"{name} can have no tricks in this deal (P-3.2.10)"
        if not 0 <= n <= HAND_SIZE:
            yield f"{n} tricks of {name} are not in 0..{HAND_SIZE}"
    if (total := sum(tricks.values())) != HAND_SIZE:
        yield f"tricks sum to {total}, not {HAND_SIZE}"
    if owner is not None and (led := tricks.get(terms.name(owner), 0)) > 2:
        yield f"the talon of {terms.name(owner)} leads two tricks, not {led} (P-3.7.6.1)"


def _said(outcome: Outcome, word: str) -> list[str]:
    return [name for name, said in outcome.calls.items() if said == word]
