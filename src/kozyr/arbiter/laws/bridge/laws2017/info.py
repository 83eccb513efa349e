"""Information and damage by the Laws of 2017: wrong explanations (20, 21, 75), unauthorised information (16, 73), weights (12C1).

Whether an agreement was as it was explained, and whether an alternative was logical, is the director's word. The
arbiter shows what bots of three levels call there without the information, by the agreed system, and what would have
come of it: the auction goes on by the system, and the tricks are those of best play. These are the proposed shares.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Final

import msgspec

from kozyr.arbiter import incidents
from kozyr.arbiter.effects import shares_said
from kozyr.arbiter.laws.bridge.terms import name
from kozyr.arbiter.ruling import ARBITER, Branch, Moment, Proof, Reason, Ruling, decided, plain_of, proving, stands
from kozyr.bots import bridge
from kozyr.bots.frame import Budget, Level, Purse
from kozyr.cards import CardSet, Seat
from kozyr.games.bridge import State
from kozyr.games.bridge.scoring import duplicate_score, is_vulnerable
from kozyr.games.bridge.terms import LINES, left, partner, side_of
from kozyr.games.bridge.words import Call
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, PlayOn, Shared, TakenBack
from kozyr.solver.bridge import Board

_LEVELS: Final[tuple[Level, ...]] = ("novice", "club", "expert")
_DRAWS: Final = 4  # calls that each level is asked for
_PURSE: Final = Budget(nodes=120_000, seconds=4.0)
_SECONDS: Final = 8.0  # for the tricks of one contract
_LOGICAL: Final = 5  # an alternative is shown as logical if at least a fifth of the calls choose it
_LONGEST: Final = 60  # calls of an auction
_LAWS: Final[Mapping[str, tuple[str, ...]]] = {
    "misexplained": ("LDB-21B3", "LDB-75B"),
    "unexplained": ("LDB-21B3", "LDB-20F"),
    "assisted": ("LDB-23C",),
    "tempo": ("LDB-16B", "LDB-73C"),
    "remark": ("LDB-16B", "LDB-73C"),
}


class Reached(msgspec.Struct, frozen=True):
    """What a call leads to: the contract with its declarer and tricks, and the score of North-South."""

    contract: str
    score: int


def rule(moment: Moment, incident: incidents.Informed) -> Ruling:
    """The ruling on information that a side should not have had, or should have had.

    Raises:
        Refused: the call is not that of the player who could use it, or the outcomes do not add up to a hundred.
    """
    plain = plain_of(moment.state, State)
    about = {"player": name(plain, incident.seat), "how": incident.how}
    if incident.how == "miscalled":
        return stands(("LDB-75C",), Reason("db.info.miscalled", about))
    laws = _LAWS[incident.how]
    if incident.how == "assisted" and not incident.outcomes:
        return decided(laws, Reason("db.info.assisted", about), PlayOn())
    if incident.outcomes:
        return weighted(laws, outcomes(incident.outcomes), incident.seat, about, own_fault=incident.own_fault)
    if incident.entry is None or incident.entry <= moment.dealt_at:
        return decided(laws, Reason("db.info.open", about), PlayOn())
    return _judged(moment, incident, laws, about)


# ------------------------------------------------------------------ weights


def outcomes(text: str) -> tuple[tuple[int, int], ...]:
    """Scores of North-South with their per cent, as the hall has them: `620 60, -100 40`.

    Raises:
        Refused: they cannot be read, or do not add up to a hundred.
    """
    found: list[tuple[int, int]] = []
    for part in text.split(","):
        words = part.split()
        if len(words) != 2 or not all(word.removeprefix("-").isdecimal() and len(word) < 7 for word in words):
            raise Refused("outcomes", field="outcomes", text=part.strip()[:30])
        found.append((int(words[0]), int(words[1])))
    if sum(percent for _, percent in found) != 100 or any(percent < 1 for _, percent in found):
        raise Refused("outcomes_sum", field="outcomes", sum=sum(percent for _, percent in found))
    return tuple(found)


def weighted(
    laws: tuple[str, ...],
    found: tuple[tuple[int, int], ...],
    offender: Seat,
    about: dict[str, str],
    *,
    own_fault: bool,
) -> Ruling:
    """The weighted score of both sides (12C1c); innocents who hurt themselves keep what they have (12C1e)."""
    side = side_of(offender)
    shares = {0: found, 1: tuple((-score, percent) for score, percent in found)}
    said = {**about, "shares": shares_said(found)}
    if own_fault:
        reason = Reason("db.score.own_fault", {**said, "line": LINES[side]})
        return decided((*laws, "LDB-12C1e"), reason, Shared(LINES[side], shares[side]))
    both = tuple(Shared(LINES[at], shares[at]) for at in (0, 1))
    return decided((*laws, "LDB-12C1c"), Reason("db.score.weighted", said), *both)


# ------------------------------------------------------------------ what would have been called


def _judged(moment: Moment, incident: incidents.Informed, laws: tuple[str, ...], about: dict[str, str]) -> Ruling:
    """The ruling on a call: what bots of three levels would have called there, and what would have come of it."""
    entry = incident.entry
    assert entry is not None
    event = moment.step(entry).entry.event
    before = moment.before(entry)
    who = moment.step(entry).entry.seat or before.actor
    if not isinstance(event, Call) or who is None:
        raise Refused("not_a_call", entry=entry, event=event.token)
    unauthorised = incident.how in {"tempo", "remark"}
    if who is incident.seat or (side_of(who) == side_of(incident.seat)) is not unauthorised:
        raise Refused("whose_call", entry=entry, seat=who.value)
    plain = plain_of(before, State)
    votes = {level: _votes(plain, who, level) for level in _LEVELS}
    counts: Counter[str] = sum(votes.values(), Counter())
    about = {**about, "caller": name(plain, who), "call": event.token}
    value: dict[str, int | str] = {
        call: ", ".join(f"{level} {votes[level][call]}" for level in _LEVELS if votes[level][call])
        for call, _ in counts.most_common()
    }
    several = {call: n for call, n in counts.items() if n * _LOGICAL >= counts.total()}
    if unauthorised:  # what was called because of it does not count
        several.pop(event.token, None)
        if not several:
            return Ruling(
                laws,
                (Branch(ARBITER, (PlayOn(),)),),
                Reason("db.info.no_alternative", about),
                None,
                Proof("bots_call", value),
            )
    reached = {call: _reached(plain, who, call, laws[0]) for call in several}
    value |= {f"{call}: {one.contract}": one.score for call, one in reached.items()}
    shares = _shares([(reached[call].score, n) for call, n in several.items()])
    about["shares"] = shares_said(shares)
    branches: list[Branch] = []
    back = [one for one in moment.since(entry) if isinstance(one.event, Call) and one.seat is partner(who)]
    if not unauthorised and moment.state.phase == "auction" and not back:
        branches.append(Branch(name(plain, who), (TakenBack(entry - 1),)))
        laws = (*laws, "LDB-21B1a")
    branches.append(Branch(ARBITER, (PlayOn(),)))
    both: tuple[AnyEffect, ...] = (
        Shared(LINES[0], shares),
        Shared(LINES[1], tuple((-score, percent) for score, percent in shares)),
    )
    branches.append(Branch(ARBITER, both))
    code = "db.info.alternatives" if unauthorised else "db.info.wrong"
    return Ruling((*laws, "LDB-12C1c"), tuple(branches), Reason(code, about), None, Proof("bots_call", value))


def _votes(state: State, seat: Seat, level: Level) -> Counter[str]:
    """What bots of a level call there: by their own hand, the auction and the agreed system alone."""
    view = state.view(seat)
    found: Counter[str] = Counter()
    for draw in range(_DRAWS):
        chance = random.Random(f"{level} {draw}")  # noqa: S311 - a bot's luck, nothing secret
        found[_token(bridge.weigh(view, level, chance, Purse(_PURSE))[0].event)] += 1
    return found


def _token(event: object) -> str:
    """A call without its meaning."""
    return str(getattr(event, "token", "")).partition(":")[0].partition("{")[0]


def _reached(state: State, seat: Seat, call: str, law: str) -> Reached:
    """What a call leads to, the rest of the auction by the system and the tricks by best play."""
    now = state.follow(state.judging.word(call), seat)
    chance = random.Random(0)  # noqa: S311
    for _ in range(_LONGEST):
        actor = now.actor
        if now.phase != "auction" or actor is None:
            break
        event = bridge.weigh(now.view(actor), "club", chance, Purse(_PURSE))[0].event
        now = now.follow(now.judging.word(_token(event)), actor)
    plain = plain_of(now, State)
    contract, declarer = plain.contract, plain.declarer
    if contract is None or declarer is None:
        return Reached("pass", 0)
    n, e, s, w = map(CardSet, plain.dealt_hands)
    with proving(law):
        tricks = Board((n, e, s, w), contract.trump, declarer, left(declarer)).solve(seconds=_SECONDS).value
    vulnerable = is_vulnerable(plain.terms.vulnerability, side_of(declarer))
    points = duplicate_score(contract, tricks, vulnerable=vulnerable)
    return Reached(f"{contract} {declarer.value} {tricks}", -points if side_of(declarer) else points)


def _shares(scores: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Scores with their per cent, by how many calls lead to them; whole numbers that add up to a hundred."""
    counts: Counter[int] = Counter()
    for score, n in scores:
        counts[score] += n
    ordered = counts.most_common()
    total = counts.total()
    shares = [(score, max(1, 100 * n // total)) for score, n in ordered]
    rest = 100 - sum(percent for _, percent in shares)
    return ((shares[0][0], shares[0][1] + rest), *shares[1:])
