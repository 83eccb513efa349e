"""The rules of whisting (P-3.8.1 ... P-3.8.9, P-3.8.14): question by question, until the defenders are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.games.preferans.options import Conventions
from kozyr.games.preferans.words import Contract

Word: TypeAlias = Literal["whist", "pass", "half_whist"]
_FINAL: Final[Mapping[str, Word]] = {"whist": "whist", "pass": "pass", "half": "half_whist"}


class WhistRules(msgspec.Struct, frozen=True):
    """The facts of the conventions that whisting needs."""

    half: bool
    first_hand_half: bool
    return_on_any: bool
    dealer: bool
    obligatory_6s: bool

    @classmethod
    def of(cls, c: Conventions) -> WhistRules:
        """The rules of whisting by a table's conventions."""
        return cls(
            half=c.whist_half,
            first_hand_half=c.whist_first_hand_half,
            return_on_any=c.whist_return_by_first == "any",
            dealer=c.whist_dealer_may_return,
            obligatory_6s=c.whist_obligatory_6s,
        )


class Question(msgspec.Struct, frozen=True):
    """A question on whist: the seat asked, and the allowed words, sorted."""

    seat: Seat
    options: tuple[str, ...]


class Defence(msgspec.Struct, frozen=True):
    """The defence of a contract; without whisters it counts as made without play (P-3.8.7)."""

    whisters: tuple[Seat, ...] = ()
    """The seats that whist."""
    half: Seat | None = None
    """The seat that left for half a whist."""
    open: bool = False
    """The defence plays with open cards."""
    answers: tuple[tuple[Seat, str], ...] = ()
    """The answers in their order, each with its seat."""
    peeked: Seat | None = None
    """The defender whose cards the dealer has looked at."""


NOBODY: Final = Defence()


def final(answers: Iterable[tuple[Seat, str]]) -> dict[Seat, Word]:
    """Each seat's last word; the choice between open and closed play is none."""
    return {seat: _FINAL[word] for seat, word in answers if word in _FINAL}


@lru_cache(maxsize=1 << 14)
def ask(
    rules: WhistRules, contract: Contract, opponents: tuple[Seat, ...], dealer: Seat | None, words: tuple[str, ...]
) -> Question | Defence:
    """The next question after these answers, or the defence.

    opponents: of the declarer, from the left. dealer: a dealer without cards.
    """
    small = contract.size < 8  # half a whist exists on six and seven only (P-3.8.7, PC-4.6.11)
    plain = ("whist",) if rules.obligatory_6s and contract is Contract.S6 else ("pass", "whist")
    lay = ("closed", "open")
    first, second = opponents[0], opponents[-1]
    if first is second:
        match words:
            case ():
                return Question(first, plain)
            case ("whist",):
                return Defence((first,), open=True)  # the closed hand can only be played open (C-LOST-7, X-4)
            case _:
                return Defence()
    last = dealer if rules.dealer else None
    match words:
        case ():
            return Question(first, plain)
        case ("whist",):
            return Question(second, plain)
        case ("whist", "whist"):
            return Defence((first, second))
        case ("whist", "pass"):
            leave = rules.half and rules.first_hand_half and small
            return Question(first, ("closed", "half", "open") if leave else lay)
        case ("pass",):
            return Question(second, ("half", "pass", "whist") if rules.half and small else ("pass", "whist"))
        case ("pass", "whist"):
            return Question(second, lay)
        case ("whist", "pass", "half", *rest):
            return _returned(second, lay, last, tuple(rest), half=first)
        case ("pass", "half", *rest):
            return _returned(first, lay, last, tuple(rest), half=second)
        case ("pass", "pass", *rest) if rules.return_on_any and not small:
            return _returned(first, lay, last, tuple(rest))
        case ("pass", "pass", *rest):
            return _dealer(last, tuple(rest))
        case (*_, how):
            return Defence((first if words[0] == "whist" else second,), open=how == "open")
    raise ValueError(words)


@lru_cache(maxsize=1 << 10)
def courses(
    rules: WhistRules, contract: Contract, opponents: tuple[Seat, ...], dealer: Seat | None
) -> tuple[tuple[Mapping[Seat, Word], Defence | None], ...]:
    """Every way in which the questions can go: the last word of each player so far, and the defence.

    None: a question is still open.
    """
    found: list[tuple[Mapping[Seat, Word], Defence | None]] = []
    waiting: list[tuple[tuple[Seat, str], ...]] = [()]
    while waiting:
        answers = waiting.pop()
        asked = ask(rules, contract, opponents, dealer, tuple(word for _, word in answers))
        if isinstance(asked, Question):
            waiting += [(*answers, (asked.seat, word)) for word in asked.options]
        found.append((final(answers), None if isinstance(asked, Question) else asked))
    return tuple(found)


def _returned(
    seat: Seat, lay: tuple[str, ...], dealer: Seat | None, words: tuple[str, ...], half: Seat | None = None
) -> Question | Defence:
    """The question or the defence when the whist returns to one of the two, then to the dealer (P-3.8.7, P-3.8.8.1)."""
    match words:
        case ():
            return Question(seat, ("pass", "whist"))
        case ("whist",):
            return Question(seat, lay)
        case ("whist", how):
            return Defence((seat,), half, open=how == "open")
    return _dealer(dealer, words[1:], half)


def _dealer(dealer: Seat | None, words: tuple[str, ...], half: Seat | None = None) -> Question | Defence:
    """The dealer's question, the last one (P-3.8.8). The dealer's whist is always open, since the dealer holds no hand."""
    if dealer is None or words == ("pass",):
        return Defence(half=half)
    if words == ("whist",):
        return Defence((dealer,), half, open=True)
    return Question(dealer, ("pass", "whist"))
