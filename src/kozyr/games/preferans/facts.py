"""Whether the facts of a deal fit together, the table and what was agreed; they may come from a score file.

What the auction and the whist allow is asked of the same functions that a deal in play obeys (`AuctionRules.enough`,
`whist.courses`, `Terms`): there is no second list of rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from kozyr.cards import Seat
from kozyr.deals import PREFERANS
from kozyr.games.preferans.terms import HAND_SIZE, Outcome, Terms, checked
from kozyr.games.preferans.whist import Defence, Word, courses
from kozyr.games.preferans.words import Contract

_LAW: Final = re.compile(r"[A-Z]+-[\w.-]+")


def fault(outcome: Outcome, terms: Terms, names: tuple[str, ...]) -> str | None:
    """What is wrong first with the facts of a deal on these terms, in words; None: nothing. names: all who play."""
    found = chain(
        _players(outcome, terms, names),
        _game(outcome, terms),
        _auction(outcome, terms),
        _talon(outcome, terms),
        *((_whist(outcome, terms), _tricks(outcome, terms)) if outcome.ruled is None else (_ruled(outcome, names),)),
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
    if terms.forced and kind != "allpass":
        yield f"deal {terms.number} is a compulsory all-pass (P-3.7.9)"
    if kind == "allpass" and (outcome.declarer or contract or outcome.calls):
        yield "an all-pass has no declarer, contract or whist (P-3.7.1)"
    if kind == "allpass" and (outcome.open or outcome.surrender):
        yield "an all-pass is not played open, nor given up (P-3.7.1)"
    if kind != "allpass" and outcome.declarer is None:
        yield f"kind {kind} needs a declarer"
    if kind == "misere" and contract not in {None, Contract.MISERE}:
        yield f"a misère has no other contract: {contract}"
    if kind == "misere" and outcome.calls:
        yield "nobody whists at misère (P-3.8.2)"
    if kind == "misere" and outcome.surrender:
        yield "a misère is not given up without all: it has its tricks (P-3.6.1)"
    if kind == "tricks" and (contract is None or not contract.size):
        yield "kind tricks needs a contract from 6S to 10NT"


def _auction(outcome: Outcome, terms: Terms) -> Iterator[str]:
    """Whether it can have been bid like this (P-3.3)."""
    rules, kind, blind = terms.auction, outcome.kind, outcome.blind
    bidders = tuple(map(terms.name, terms.hands))
    if len(set(blind)) < len(blind):
        yield f"a blind pass is made once: {', '.join(blind)}"
    for name in blind:
        if name not in bidders or name == outcome.declarer:
            yield f"{name} cannot have passed blind here (P-3.3.19a)"
    if blind and not rules.blind_pass and not terms.forced:
        yield "blind passes are not agreed (P-3.3.19)"
    if blind and terms.forced and set(blind) != set(bidders):
        yield "in a compulsory all-pass all pass blind (P-3.7.9)"
    contract = Contract.MISERE if kind == "misere" else outcome.contract
    if kind != "allpass" and contract is not None:
        hand = kind == "misere" and not outcome.refused
        # Where errors are ruled upon only when somebody calls for them, one that nobody has called for stands.
        judged = terms.conventions.table.irregularities == "rule"
        if not judged and not rules.enough(contract, len(blind), hand=hand):
            law = "P-3.3.19a" if blind else "P-3.7.8"
            yield f"{contract} is too low: {rules.least(len(blind))} is the least that may be bid ({law})"
    yield from _factor(outcome, terms)


def _factor(outcome: Outcome, terms: Terms) -> Iterator[str]:
    """Bombs and calls before looking are all that multiplies a deal (P-3.3.19, P-3.7.10)."""
    factor, rules = outcome.factor, terms.auction
    if factor is None:
        return
    if factor < 1:
        yield f"factor {factor} is below 1"
    declarer = None if outcome.declarer is None else terms.seat(outcome.declarer)
    if declarer is None:
        passes = len(terms.hands) if terms.forced else len(outcome.blind)
        possible = {terms.doubling(passes)}
    else:
        dark = rules.blind_misere if outcome.kind == "misere" else rules.blind_bid
        possible = {terms.factor(declarer, dark=False)} | ({terms.factor(declarer, dark=True)} if dark else set())
    if factor not in possible:
        yield f"factor {factor} cannot be here: {' or '.join(map(str, sorted(possible)))} (P-3.3.19, P-3.7.10)"


def _talon(outcome: Outcome, terms: Terms) -> Iterator[str]:
    """What became of the talon: shared, refused, paid for (P-3.4, P-3.6.9)."""
    if outcome.shared and (outcome.kind != "misere" or terms.sitter is None):
        yield "only a misère is shared, and only with a dealer who sits out (P-3.6.9)"
    if outcome.shared and not terms.auction.share:
        yield "to share a misère with the dealer is not agreed (P-3.6.9)"
    if outcome.shared and outcome.refused:
        yield "the talon of a shared misère cannot be refused (P-3.6.9)"
    if outcome.refused and (outcome.kind == "allpass" or not terms.refusable):
        yield "to refuse the talon is not agreed (P-3.4.10)"
    cards = outcome.talon or ()
    if cards and (cards[0] is cards[1] or not set(cards) <= set(PREFERANS.cards)):
        yield f"a talon is two cards of the pack, not {' '.join(map(str, cards))} (P-1.3.1)"


def _whist(outcome: Outcome, terms: Terms) -> Iterator[str]:
    """Whether the questions can have gone like this (P-3.8): some course of them must give everybody his word."""
    contract, declarer = outcome.contract, outcome.declarer and terms.seat(outcome.declarer)
    if outcome.kind != "tricks" or contract is None or not declarer:
        return
    opponents, sitter = terms.opponents(declarer), terms.sitter
    asked = {terms.name(seat) for seat in (*opponents, sitter) if seat is not None}
    for name, word in outcome.calls.items():
        if name not in asked:
            yield f"{name} cannot say {word}: only the declarer's opponents and a dealer who sits out (P-3.8.1)"
    if checked(terms.conventions, contract):
        if outcome.calls:
            yield f"nobody whists {contract}: it is checked (P-3.5.3)"
        return
    said = {
        seat: outcome.calls[name] for seat, name in zip(terms.seats, terms.names, strict=True) if name in outcome.calls
    }
    ways = courses(terms.whist, contract, opponents, sitter)
    ended = [way for way in ways if _ends(outcome, way[1])]
    if any(_fits(said, words) and (not outcome.open or _open(defence)) for words, defence in ended):
        return
    for seat in opponents if sitter is None else (*opponents, sitter):
        if not any(_fits({seat: said.get(seat, "pass")}, words, others=True) for words, _ in ended):
            yield _never(terms.name(seat), said.get(seat, "pass"), contract)
    whisted = _said(outcome, "whist")
    if len(whisted) > 1 and not any(_fits(said, words) for words, _ in ended):
        yield f"{', '.join(whisted)} cannot all whist (P-3.8.4, P-3.8.8)"
    if outcome.surrender and not whisted and all(word == "pass" for word in said.values()):
        yield f"nobody whisted, so {contract} is made and not given up (P-3.5.3)"
    words = ", ".join(f"{name} {word}" for name, word in outcome.calls.items()) or "nobody whists"
    yield f"it cannot go like this on {contract}: {words}{', played open' if outcome.open else ''} (P-3.8)"


def _ends(outcome: Outcome, defence: Defence | None) -> bool:
    """Whether the deal can have ended here: the questions are answered, or the game was given up before."""
    if outcome.surrender:
        return defence is None or bool(defence.whisters)
    return defence is not None


def _open(defence: Defence | None) -> bool:
    return defence is not None and defence.open


def _fits(said: Mapping[Seat, Word], words: Mapping[Seat, Word], *, others: bool = False) -> bool:
    """Whether these last words are what was said; who is not named passed, or was not asked. others: they do not matter."""
    named = all(words.get(seat, "pass" if others else None) == word for seat, word in said.items())
    return named and (others or all(word == "pass" for seat, word in words.items() if seat not in said))


def _never(name: str, word: Word, contract: Contract) -> str:
    """What nobody in this place can have said."""
    if word == "half_whist":
        return f"{name} cannot leave for half a whist on {contract}: only on six and seven, and as agreed (P-3.8.7)"
    if word == "pass":
        return f"{name} cannot pass on {contract}: it must be whisted (P-3.8.9)"
    return f"{name} cannot whist {contract} by what was agreed (P-3.8.8)"


def _tricks(outcome: Outcome, terms: Terms) -> Iterator[str]:
    whisted, tricks, contract = _said(outcome, "whist"), outcome.tricks, outcome.contract
    ten = checked(terms.conventions, contract)
    if tricks is None:
        if outcome.kind != "tricks":
            yield f"kind {outcome.kind} needs its tricks"
        if whisted and not outcome.surrender:
            yield f"{whisted[0]} whisted, so the tricks must be given (P-3.5.3)"
        if ten and not outcome.surrender:
            yield f"{contract} is checked, so the tricks must be given (P-3.5.3)"
        return
    if outcome.surrender:
        yield "a contract given up has no tricks (P-3.5.4)"
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


def _ruled(outcome: Outcome, names: tuple[str, ...]) -> Iterator[str]:
    """What a ruling counts: tricks may go to nobody, a deal may end before everybody has answered (P-3.4.6, P-3.9.12)."""
    ruled, tricks = outcome.ruled, outcome.tricks
    if ruled is None:
        return
    if not _LAW.fullmatch(ruled.law):
        yield f"ruled: {ruled.law!r} is no rule; it is written P-3.9.18"
    if tricks is None:
        yield "ruled: the tricks must be given"
        return
    every = (tricks, ruled.taken, *ruled.results.values())
    for name in (*(name for some in every for name in some), *ruled.counted, *ruled.results):
        if name not in names:
            yield f"ruled: no player {name!r}; at {len(names)} they are {', '.join(names)}"
    for some in every:
        if any(not 0 <= n <= HAND_SIZE for n in some.values()) or sum(some.values()) > HAND_SIZE:
            yield f"ruled: {some} are no tricks of a deal of {HAND_SIZE}"
    if any(not -HAND_SIZE <= n <= 2 * HAND_SIZE for n in ruled.counted.values()):
        yield f"ruled: {ruled.counted} cannot be counted in a deal of {HAND_SIZE} tricks"
    if outcome.surrender:
        yield "a contract given up has no tricks (P-3.5.4)"


def _said(outcome: Outcome, word: str) -> list[str]:
    return [name for name, said in outcome.calls.items() if said == word]
