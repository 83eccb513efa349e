"""Who whists (P-3.8.1 ... P-3.8.9, P-3.8.14): a question at a time, until there is a verdict.

Answers are words in the order in which they fell; who gave each follows from the order. Roles: 0 is next after
the declarer, 1 the second, 2 the dealer who sits out.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from kozyr.games.preferans.conventions import Conventions
from kozyr.games.preferans.events import Contract

__all__ = ["FIRST", "SECOND", "SITTER", "Question", "Verdict", "WhistRules", "answers", "ask"]

FIRST, SECOND, SITTER = 0, 1, 2
_EIGHT = 8


class WhistRules(msgspec.Struct, frozen=True):
    """What the whist phase needs to know of the conventions and of the table."""

    opponents: int
    half: bool
    first_hand_half: bool
    return_on_any: bool
    dealer: bool
    obligatory_6s: bool

    @classmethod
    def of(cls, c: Conventions, opponents: int, *, dealer_sits: bool) -> WhistRules:
        """The rules at a table with so many opponents of the declarer."""
        return cls(
            opponents=opponents,
            half=c.whist_half,
            first_hand_half=c.whist_first_hand_half,
            return_on_any=c.whist_return_by_first == "any",
            dealer=dealer_sits and c.whist_dealer_may_return,
            obligatory_6s=c.whist_obligatory_6s,
        )


class Question(msgspec.Struct, frozen=True):
    """Somebody is asked: who, and which words he may say, sorted."""

    role: int
    options: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """The end of the questions. Nobody whists: the contract counts as made without play (P-3.8.7).

    half: who left for half a whist, -1 for nobody. open: the defence plays with open cards.
    """

    whisters: tuple[int, ...] = ()
    half: int = -1
    open: bool = False


@lru_cache(maxsize=4096)
def ask(rules: WhistRules, contract: Contract, words: tuple[str, ...]) -> Question | Verdict:
    """The next question, or the verdict, after these answers."""
    small = contract.size < _EIGHT  # half a whist exists on six and seven only (P-3.8.7, PC-4.6.11)
    plain = ("whist",) if rules.obligatory_6s and contract is Contract.S6 else ("pass", "whist")
    lay = ("closed", "open")
    if rules.opponents == 1:
        match words:
            case ():
                return Question(FIRST, plain)
            case ("whist",):
                return Verdict((FIRST,), open=True)  # the closed hand can only be played open (C-LOST-7, X-4)
            case _:
                return Verdict()
    match words:
        case ():
            return Question(FIRST, plain)
        case ("whist",):
            return Question(SECOND, plain)
        case ("whist", "whist"):
            return Verdict((FIRST, SECOND))
        case ("whist", "pass"):
            leave = rules.half and rules.first_hand_half and small
            return Question(FIRST, ("closed", "half", "open") if leave else lay)
        case ("whist", "pass", "half"):
            return Question(SECOND, ("pass", "whist"))
        case ("whist", "pass", "half", "whist"):
            return Question(SECOND, lay)
        case ("whist", "pass", "half", "whist", how):
            return Verdict((SECOND,), half=FIRST, open=how == "open")
        case ("whist", "pass", "half", "pass", *rest):
            return _dealer(rules, tuple(rest), half=FIRST)
        case ("whist", "pass", how):
            return Verdict((FIRST,), open=how == "open")
        case ("pass",):
            return Question(SECOND, ("half", "pass", "whist") if rules.half and small else ("pass", "whist"))
        case ("pass", "whist"):
            return Question(SECOND, lay)
        case ("pass", "whist", how):
            return Verdict((SECOND,), open=how == "open")
        case ("pass", "half"):
            return Question(FIRST, ("pass", "whist"))
        case ("pass", "half", "whist"):
            return Question(FIRST, lay)
        case ("pass", "half", "whist", how):
            return Verdict((FIRST,), half=SECOND, open=how == "open")
        case ("pass", "half", "pass", *rest):
            return _dealer(rules, tuple(rest), half=SECOND)
        case ("pass", "pass", *rest) if rules.return_on_any and not small:
            match rest:
                case []:
                    return Question(FIRST, ("pass", "whist"))
                case ["whist"]:
                    return Question(FIRST, lay)
                case ["whist", how]:
                    return Verdict((FIRST,), open=how == "open")
                case _:
                    return _dealer(rules, tuple(rest[1:]), half=-1)
        case _:
            return _dealer(rules, words[2:], half=-1)


@lru_cache(maxsize=4096)
def answers(rules: WhistRules, contract: Contract, words: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Each of these answers with the role that gave it."""
    questions = (ask(rules, contract, words[:at]) for at in range(len(words)))
    return tuple((one.role, word) for one, word in zip(questions, words, strict=True) if isinstance(one, Question))


def _dealer(rules: WhistRules, words: tuple[str, ...], half: int) -> Question | Verdict:
    """The dealer is asked last (P-3.8.8); his whist is always open, since he holds no hand of his own."""
    if not rules.dealer or words == ("pass",):
        return Verdict(half=half)
    if words == ("whist",):
        return Verdict((SITTER,), half=half, open=True)
    return Question(SITTER, ("pass", "whist"))
