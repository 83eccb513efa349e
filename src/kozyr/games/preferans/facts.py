"""Checks the facts of a deal against one another, the table and the conventions; they may come from a score file.

The auction and the whist are checked by the functions that a deal in play obeys (`AuctionRules.enough`,
`whist.courses`, `Terms`). There is no second list of rules.
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
from kozyr.games.refusal import Refusal, refusal

_LAW: Final = re.compile(r"[A-Z]+-[\w.-]+")


def fault(outcome: Outcome, terms: Terms, names: tuple[str, ...]) -> Refusal | None:
    """The first fault in the facts of a deal on these terms. None: there is none. names: all players."""
    found = chain(
        _players(outcome, terms, names),
        _game(outcome, terms),
        _auction(outcome, terms),
        _talon(outcome, terms),
        *((_whist(outcome, terms), _tricks(outcome, terms)) if outcome.ruled is None else (_ruled(outcome, names),)),
    )
    return next(found, None)


def _players(outcome: Outcome, terms: Terms, names: tuple[str, ...]) -> Iterator[Refusal]:
    for name in (outcome.declarer, *(outcome.tricks or ()), *outcome.calls, *outcome.blind):
        if name is not None and name not in names:
            yield refusal("no_player", name=name, players=len(names), names=", ".join(names))
    if outcome.declarer is not None and outcome.declarer not in map(terms.name, terms.hands):
        yield refusal("sits_out", "P-3.2.10", name=outcome.declarer, dealer=outcome.dealer)


def _game(outcome: Outcome, terms: Terms) -> Iterator[Refusal]:
    kind, contract = outcome.kind, outcome.contract
    if terms.forced and kind != "allpass":
        yield refusal("compulsory_allpass", "P-3.7.9", deal=terms.number)
    if kind == "allpass" and (outcome.declarer or contract or outcome.calls):
        yield refusal("allpass_alone", "P-3.7.1")
    if kind == "allpass" and (outcome.open or outcome.surrender):
        yield refusal("allpass_closed", "P-3.7.1")
    if kind != "allpass" and outcome.declarer is None:
        yield refusal("kind_declarer", kind=kind)
    if kind == "misere" and contract not in {None, Contract.MISERE}:
        yield refusal("misere_contract", contract=contract)
    if kind == "misere" and outcome.calls:
        yield refusal("misere_whist", "P-3.8.2")
    if kind == "misere" and outcome.surrender:
        yield refusal("misere_given_up", "P-3.6.1")
    if kind == "tricks" and (contract is None or not contract.size):
        yield refusal("tricks_contract")


def _auction(outcome: Outcome, terms: Terms) -> Iterator[Refusal]:
    """The faults of the auction (P-3.3)."""
    rules, kind, blind = terms.auction, outcome.kind, outcome.blind
    bidders = tuple(map(terms.name, terms.hands))
    if len(set(blind)) < len(blind):
        yield refusal("blind_twice", names=", ".join(blind))
    for name in blind:
        if name not in bidders or name == outcome.declarer:
            yield refusal("no_blind_here", "P-3.3.19a", name=name)
    if blind and not rules.blind_pass and not terms.forced:
        yield refusal("no_blind_pass", "P-3.3.19")
    if blind and terms.forced and set(blind) != set(bidders):
        yield refusal("all_blind", "P-3.7.9")
    contract = Contract.MISERE if kind == "misere" else outcome.contract
    if kind != "allpass" and contract is not None:
        hand = kind == "misere" and not outcome.refused
        # Where the arbiter rules only on request, an error without a request counts.
        judged = terms.conventions.table.irregularities == "rule"
        if not judged and not rules.enough(contract, len(blind), hand=hand):
            law = "P-3.3.19a" if blind else "P-3.7.8"
            yield refusal("low_contract", law, contract=contract, least=rules.least(len(blind)))
    yield from _factor(outcome, terms)


def _factor(outcome: Outcome, terms: Terms) -> Iterator[Refusal]:
    """The refusals of a factor: only bombs and calls before looking multiply a deal (P-3.3.19, P-3.7.10)."""
    factor, rules = outcome.factor, terms.auction
    if factor is None:
        return
    if factor < 1:
        yield refusal("small_factor", factor=factor)
    declarer = None if outcome.declarer is None else terms.seat(outcome.declarer)
    if declarer is None:
        passes = len(terms.hands) if terms.forced else len(outcome.blind)
        possible = {terms.doubling(passes)}
    else:
        dark = rules.blind_misere if outcome.kind == "misere" else rules.blind_bid
        possible = {terms.factor(declarer, dark=False)} | ({terms.factor(declarer, dark=True)} if dark else set())
    if factor not in possible:
        yield refusal(
            "other_factor", "P-3.3.19, P-3.7.10", factor=factor, possible=" or ".join(map(str, sorted(possible)))
        )


def _talon(outcome: Outcome, terms: Terms) -> Iterator[Refusal]:
    """The faults of the talon: shared, refused, paid for (P-3.4, P-3.6.9)."""
    if outcome.shared and (outcome.kind != "misere" or terms.sitter is None):
        yield refusal("misere_shared", "P-3.6.9")
    if outcome.shared and not terms.auction.share:
        yield refusal("no_shared_misere", "P-3.6.9")
    if outcome.shared and outcome.refused:
        yield refusal("shared_talon", "P-3.6.9")
    if outcome.refused and (outcome.kind == "allpass" or not terms.refusable):
        yield refusal("no_refusal", "P-3.4.10")
    cards = outcome.talon or ()
    if cards and (cards[0] is cards[1] or not set(cards) <= set(PREFERANS.cards)):
        yield refusal("talon_cards", "P-1.3.1", cards=" ".join(map(str, cards)))


def _whist(outcome: Outcome, terms: Terms) -> Iterator[Refusal]:
    """The faults of the answers on whist (P-3.8): some course of the questions must give every player the told word."""
    contract, declarer = outcome.contract, outcome.declarer and terms.seat(outcome.declarer)
    if outcome.kind != "tricks" or contract is None or not declarer:
        return
    opponents, sitter = terms.opponents(declarer), terms.sitter
    asked = {terms.name(seat) for seat in (*opponents, sitter) if seat is not None}
    for name, word in outcome.calls.items():
        if name not in asked:
            yield refusal("cannot_say", "P-3.8.1", name=name, word=word)
    if checked(terms.conventions, contract):
        if outcome.calls:
            yield refusal("checked_whist", "P-3.5.3", contract=contract)
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
        yield refusal("all_whist", "P-3.8.4, P-3.8.8", names=", ".join(whisted))
    if outcome.surrender and not whisted and all(word == "pass" for word in said.values()):
        yield refusal("not_given_up", "P-3.5.3", contract=contract)
    words = ", ".join(f"{name} {word}" for name, word in outcome.calls.items())
    if not words:
        yield refusal("cannot_go_pass", "P-3.8", contract=contract)
    code = "cannot_go_open" if outcome.open else "cannot_go"
    yield refusal(code, "P-3.8", contract=contract, words=words)


def _ends(outcome: Outcome, defence: Defence | None) -> bool:
    """Whether the deal can have ended here: the questions are answered, or the game was given up before."""
    if outcome.surrender:
        return defence is None or bool(defence.whisters)
    return defence is not None


def _open(defence: Defence | None) -> bool:
    return defence is not None and defence.open


def _fits(said: Mapping[Seat, Word], words: Mapping[Seat, Word], *, others: bool = False) -> bool:
    """Whether these last words are the told ones.

    A player without a told word passed, or was not asked. others: ignore such players.
    """
    named = all(words.get(seat, "pass" if others else None) == word for seat, word in said.items())
    return named and (others or all(word == "pass" for seat, word in words.items() if seat not in said))


def _never(name: str, word: Word, contract: Contract) -> Refusal:
    """The refusal of a word that no player in this place can have said."""
    if word == "half_whist":
        return refusal("no_half_whist", "P-3.8.7", name=name, contract=contract)
    if word == "pass":
        return refusal("must_whist", "P-3.8.9", name=name, contract=contract)
    return refusal("cannot_whist", "P-3.8.8", name=name, contract=contract)


def _tricks(outcome: Outcome, terms: Terms) -> Iterator[Refusal]:
    whisted, tricks, contract = _said(outcome, "whist"), outcome.tricks, outcome.contract
    ten = checked(terms.conventions, contract)
    if tricks is None:
        if outcome.kind != "tricks":
            yield refusal("kind_tricks", kind=outcome.kind)
        if whisted and not outcome.surrender:
            yield refusal("whisted_tricks", "P-3.5.3", name=whisted[0])
        if ten and not outcome.surrender:
            yield refusal("checked_tricks", "P-3.5.3", contract=contract)
        return
    if outcome.surrender:
        yield refusal("given_up_tricks", "P-3.5.4")
    if outcome.kind == "tricks" and not whisted and not ten:
        yield refusal("tricks_unwhisted", "P-3.5.3")
    owner = terms.talon_owner if outcome.kind == "allpass" else None
    takers = {terms.name(seat) for seat in (*terms.hands, owner) if seat is not None}
    for name, n in tricks.items():
        if n and name not in takers:
            yield refusal("no_tricks_here", "P-3.2.10", name=name)
        if not 0 <= n <= HAND_SIZE:
            yield refusal("tricks_range", tricks=n, name=name, most=HAND_SIZE)
    if (total := sum(tricks.values())) != HAND_SIZE:
        yield refusal("tricks_sum", tricks=total, due=HAND_SIZE)
    if owner is not None and (led := tricks.get(terms.name(owner), 0)) > 2:
        yield refusal("talon_leads", "P-3.7.6.1", name=terms.name(owner), tricks=led)


def _ruled(outcome: Outcome, names: tuple[str, ...]) -> Iterator[Refusal]:
    """The faults of a ruling; tricks without a player and an early end are none (P-3.4.6, P-3.9.12)."""
    ruled, tricks = outcome.ruled, outcome.tricks
    if ruled is None:
        return
    if not _LAW.fullmatch(ruled.law):
        yield refusal("ruled_law", rule=ruled.law)
    if tricks is None:
        yield refusal("ruled_tricks")
        return
    every = (tricks, ruled.taken, *ruled.results.values())
    for name in (*(name for some in every for name in some), *ruled.counted, *ruled.results):
        if name not in names:
            yield refusal("ruled_player", name=name, players=len(names), names=", ".join(names))
    for some in every:
        if any(not 0 <= n <= HAND_SIZE for n in some.values()) or sum(some.values()) > HAND_SIZE:
            yield refusal("ruled_sum", some=some, tricks=HAND_SIZE)
    if any(not -HAND_SIZE <= n <= 2 * HAND_SIZE for n in ruled.counted.values()):
        yield refusal("ruled_counted", counted=ruled.counted, tricks=HAND_SIZE)
    if outcome.surrender:
        yield refusal("given_up_tricks", "P-3.5.4")


def _said(outcome: Outcome, word: str) -> list[str]:
    return [name for name, said in outcome.calls.items() if said == word]
