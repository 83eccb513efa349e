"""Boards by the Laws of 2017: adjusted scores (12), counts of cards (13), missing cards (14), wrong boards (15), teams (86), fouled (87)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from kozyr.arbiter import directed, incidents
from kozyr.arbiter.effects import shares_said
from kozyr.arbiter.incident import Guilt
from kozyr.arbiter.laws.bridge.laws2017.info import outcomes
from kozyr.arbiter.laws.bridge.terms import called, play_of
from kozyr.arbiter.ruling import ARBITER, Branch, Moment, Reason, Ruling, decided, stands
from kozyr.games.bridge import Conventions
from kozyr.games.bridge.terms import LINES, partner, side_of
from kozyr.games.bridge.words import Call
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, Opened, PlayOn, ReDealt, Scored, Shared, TakenBack

# Average minus, average and average plus, in per cent of the most (12C2a).
SHARES: Final[Mapping[Guilt, int]] = {"fully": 40, "partly": 50, "innocent": 60}
_MOST: Final = 100  # per cent
_WORST: Final[tuple[Guilt, ...]] = ("fully", "partly", "innocent")
_WHY: Final = {"no_compensation": "LDB-12A1", "no_normal_play": "LDB-12A2", "wrong_penalty": "LDB-12A3"}


# ------------------------------------------------------------------ scores


def sides(moment: Moment, guilt: Mapping[str, Guilt]) -> tuple[Guilt, Guilt]:
    """The guilt of North-South and of East-West: a pair is as guilty as the guiltier of its players."""
    found: list[Guilt] = ["innocent", "innocent"]
    for name, one in guilt.items():
        side = _side(moment, name)
        found[side] = min(found[side], one, key=_WORST.index)
    return found[0], found[1]


def _side(moment: Moment, name: str) -> int:
    """The side of a player."""
    terms = moment.terms
    return next(side_of(seat) for seat in terms.seats if terms.name(seat) == name)


def averages(
    moment: Moment, guilt: Mapping[str, Guilt], session: Mapping[str, int | str] | None = None
) -> tuple[AnyEffect, ...]:
    """An artificial score for each player, by the guilt of the pair (12C2a).

    session: what players have on the other boards; an innocent pair with more than 60 gets that, and a guilty one with less than 40 (12C2c).
    """
    by_side = sides(moment, guilt)
    points = [Fraction(SHARES[one]) for one in by_side]
    for name, told_points in (session or {}).items():
        side, other = _side(moment, name), Fraction(told_points)
        if by_side[side] == "innocent":
            points[side] = max(points[side], other)
        elif by_side[side] == "fully":
            points[side] = min(points[side], other)
    return _scores(moment, points)


def _scores(moment: Moment, points: Sequence[Fraction]) -> tuple[AnyEffect, ...]:
    """The artificial score of each player, by the points of North-South and of East-West."""
    terms = moment.terms
    seats = sorted(terms.seats, key=lambda seat: moment.match.names.index(terms.name(seat)))
    return tuple(Scored("artificial", terms.name(seat), str(points[side_of(seat)])) for seat in seats)


def by_imps(moment: Moment) -> bool:
    """Whether results are compared at IMPs, so that average plus or minus is three of them (12C2b)."""
    agreed = moment.record.conventions
    assert isinstance(agreed, Conventions)
    return agreed.compare in {"imps", "russian_target"}


def artificial(
    moment: Moment, laws: tuple[str, ...], code: str, about: Mapping[str, str], guilt: Mapping[str, Guilt]
) -> Ruling:
    """A ruling that ends the board with an artificial score."""
    return decided((*laws, *_of_average(moment)), Reason(code, about), *averages(moment, guilt))


def _of_average(moment: Moment) -> tuple[str, ...]:
    """The laws of an artificial score."""
    return ("LDB-12C2a", "LDB-12C2b") if by_imps(moment) else ("LDB-12C2a",)


def regulated(moment: Moment, text: str, law: str) -> tuple[AnyEffect, ...]:
    """The artificial score that the regulations give both sides: North-South and East-West in per cent, as `55 40`.

    At IMPs 60, 50 and 40 stand for three above average, average, and three below it (12C2b).

    Raises:
        Refused: it is no such pair of numbers.
    """
    words = text.split()
    if len(words) != len(LINES) or not all(re.fullmatch(r"\d{1,3}(?:/\d{1,3})?", word) for word in words):
        raise Refused("two_shares", law, field="regulated")
    if any(word.endswith(("/0", "/00", "/000")) for word in words):
        raise Refused("percent", law, field="regulated")
    points = [Fraction(word) for word in words]
    if any(one > _MOST for one in points):
        raise Refused("percent", law, field="regulated")
    if by_imps(moment) and not set(points) <= set(SHARES.values()):
        raise Refused("shares_imps", law, field="regulated")
    return _scores(moment, points)


def shared(found: tuple[tuple[int, int], ...]) -> tuple[AnyEffect, AnyEffect]:
    """The likely outcomes as the score of both sides."""
    return Shared(LINES[0], found), Shared(LINES[1], tuple((-score, percent) for score, percent in found))


def adjusted(moment: Moment, incident: incidents.Adjusted) -> Ruling:
    """The ruling on an adjusted score: assigned by the likely outcomes (12C1), or else artificial (12C2)."""
    law, about = _WHY[incident.why], {"why": incident.why}
    if incident.why == "wrong_penalty" and set(incident.guilt.values()) - {"innocent"}:
        raise Refused("directors_error", "LDB-82C", field="guilt")
    if incident.again and not incident.regulated:
        raise Refused("which_shares", "LDB-12C2d", field="regulated")
    if incident.regulated and not incident.again:
        raise Refused("first_board", "LDB-12C2d", field="again")
    if incident.outcomes:
        if incident.session:
            raise Refused("session_assigned", "LDB-12C2c", field="session")
        if incident.again:
            raise Refused("answer_unasked", "LDB-12C2d", field="again")
        found = outcomes(incident.outcomes)
        laws = (law, "LDB-12C1a", "LDB-12C1b") if len(found) == 1 else (law, "LDB-12C1b", "LDB-12C1c")
        return decided(laws, Reason("db.score.assigned", {**about, "shares": shares_said(found)}), *shared(found))
    unclear = ("LDB-12C1d",) if law == "LDB-12A1" else ()  # the likely outcomes are too many, or not to be seen
    average = (law, *unclear, *_of_average(moment))
    if incident.again:
        if incident.session:
            raise Refused("answer_unasked", "LDB-12C2d", field="session")
        effects = regulated(moment, incident.regulated, "LDB-12C2d")
        return decided((law, *unclear, "LDB-12C2d"), Reason("db.score.again", about), *effects)
    if not incident.session:
        code = "db.score.average_imps" if by_imps(moment) else "db.score.average"
        return decided(average, Reason(code, about), *averages(moment, incident.guilt))
    if by_imps(moment):
        raise Refused("session_imps", "LDB-12C2c", field="session")
    if any(not 0 <= Fraction(one) <= 100 for one in incident.session.values()):
        raise Refused("percent", field="session")
    effects = averages(moment, incident.guilt, incident.session)
    return decided((*average, "LDB-12C2c"), Reason("db.score.session", about), *effects)


# ------------------------------------------------------------------ cards of a board


def count(moment: Moment, incident: incidents.PocketCount) -> Ruling:
    """The ruling on a hand with a wrong number of cards, where another has a wrong number too (13)."""
    about = {"player": moment.terms.name(incident.seat)}
    guilt: dict[str, Guilt] = dict.fromkeys(incident.guilty, "fully")
    if incident.surplus:
        if not incident.played:
            return stands(("LDB-13C",), Reason("db.count.surplus", about))
        effects = averages(moment, guilt)
        branches = (Branch(ARBITER, (PlayOn(),)), Branch(ARBITER, effects))
        return Ruling(("LDB-13C", *_of_average(moment)), branches, Reason("db.count.surplus_played", about))
    if incident.played:
        return artificial(moment, ("LDB-13D",), "db.count.played", about, guilt)
    if incident.called or moment.called(incident.seat):
        if incident.playable:
            return stands(("LDB-13B1",), Reason("db.count.playable", about))
        return artificial(moment, ("LDB-13B2",), "db.count.called", about, guilt)
    if incident.playable:
        raise Refused("nobody_called", "LDB-13B1", field="playable")
    law, code = ("LDB-13A2", "db.count.seen") if incident.seen else ("LDB-13A1", "db.count.unseen")
    return stands((law,), Reason(code, about))


def missing(moment: Moment, incident: incidents.CardShort) -> Ruling:
    """The ruling on a card that is missing while no hand has too many (14).

    In a record of bridge a hand has all its cards from the deal on, so that the card is back already. After the opening lead
    it counts as always held: a defender's may be a penalty card, and not to have played it a revoke.
    """
    state, seat, card = moment.state, incident.seat, incident.card
    if any(state.holding(other) & card.bit for other in state.terms.holders if other is not seat):
        raise Refused("held_in_record", field="card", cards=card.text)
    fallen = card in state.trick or any(card is one for trick in state.history for _, one in trick.cards)
    if fallen and incident.found != "played":
        raise Refused("played_in_record", field="card", cards=card.text)
    about = {"player": state.terms.name(seat), "card": card.text}
    if not (state.history or state.trick):
        if incident.found == "played":
            raise Refused("nothing_played", "LDB-14B1", field="found")
        law, code = ("LDB-14A2", "db.short.rebuilt") if incident.found == "no" else ("LDB-14A1", "db.short.found")
        return stands((law, "LDB-14C"), Reason(code, about))
    if incident.found == "played":
        return stands(("LDB-14B1",), Reason("db.short.played", about))
    law, code = ("LDB-14B3", "db.short.rebuilt_late") if incident.found == "no" else ("LDB-14B2", "db.short.found_late")
    branches = [Branch(ARBITER, (PlayOn(),))]
    play = play_of(state)
    if side_of(seat) != side_of(play.declarer):
        branches.append(Branch(ARBITER, (Opened(seat, (card,), play.control[play.declarer.position]),)))
    return Ruling((law, "LDB-14B4", "LDB-14C"), tuple(branches), Reason(code, about))


# ------------------------------------------------------------------ wrong boards


def wrong_cards(moment: Moment, incident: incidents.WrongBox) -> Ruling:
    """The ruling on a call that was made on the cards of another board (15A)."""
    if incident.later:
        if incident.later == "same":
            return stands(("LDB-15A2",), Reason("db.board.repeated"))
        return artificial(moment, ("LDB-15A2",), "db.board.differs", {}, {})
    if incident.entry is None:
        if moment.called():
            raise Refused("which_call_wrong", "LDB-15A1", field="entry")
        return stands(("LDB-15A1",), Reason("db.board.unseen"))
    seat, call, _ = called(moment, incident.entry)
    about = {"player": moment.terms.name(seat), "call": call.token}
    later = [one for one in moment.since(incident.entry) if isinstance(one.event, Call)]
    if any(one.seat is partner(seat) for one in later):
        guilt: dict[str, Guilt] = {moment.terms.name(seat): "fully"}
        return artificial(moment, ("LDB-15A1a", "LDB-15A3"), "db.board.partner_called", about, guilt)
    back = TakenBack(incident.entry - 1)
    return decided(("LDB-15A1b", "LDB-15A3"), Reason("db.board.calls_again", about), back)


def wrong_board(moment: Moment, incident: incidents.WrongBoard) -> Ruling:
    """The ruling on a board that was not due, at pairs or for individuals (15B)."""
    if not incident.before:
        if incident.guilt:
            raise Refused("nobody_deprived", "LDB-15B2", field="guilt")
        return stands(("LDB-15B2",), Reason("db.board.not_due"))
    about = {"players": ", ".join(incident.before)}
    had = {_side(moment, name) for name in incident.before}
    scores = averages(moment, incident.guilt)
    deprived = tuple(one for one in scores if isinstance(one, Scored) and _side(moment, one.player) not in had)
    laws = ("LDB-15B1", "LDB-15B3", *_of_average(moment))
    if not deprived:  # both sides keep the score that they had before
        return decided(("LDB-15B1",), Reason("db.board.both_before", about), ReDealt("same"))
    return decided(laws, Reason("db.board.before", about), *deprived)


def fouled(moment: Moment, _incident: incidents.Fouled) -> Ruling:
    """The ruling on copies of a board that differ: groups apart at pairs (87B), and at teams by 86B2 (87C)."""
    if by_imps(moment):
        return stands(("LDB-87A", "LDB-87C", "LDB-87B"), Reason("db.board.fouled_imps"))
    return stands(("LDB-87A", "LDB-87B"), Reason("db.board.fouled"))


# ------------------------------------------------------------------ teams


def at_teams(moment: Moment, incident: directed.TeamBoard) -> Ruling:
    """The ruling on a board of a match of teams (86)."""
    _answers(incident)
    if incident.how == "redeal":
        if incident.known:
            return artificial(moment, ("LDB-86A",), "db.team.known", {}, incident.guilt)
        return decided(("LDB-86A",), Reason("db.team.redeal"), ReDealt("same"))
    found = outcomes(incident.outcomes) if incident.outcomes else ()
    if incident.regulated:
        if found or incident.favours or incident.guilt:
            field = "outcomes" if found else "favours" if incident.favours else "guilt"
            raise Refused("answer_unasked", "LDB-86B3", field=field)
        effects = regulated(moment, incident.regulated, "LDB-86B3")
        return decided(("LDB-86B3",), Reason("db.team.regulated"), *effects)
    if incident.how == "one_result":
        if not incident.favours:
            return artificial(moment, ("LDB-86B1",), "db.team.level", {}, incident.guilt)
        if not found:
            raise Refused("which_outcomes", "LDB-86B1", field="outcomes")
        about = {"line": incident.favours, "shares": shares_said(found)}
        return decided(("LDB-86B1", "LDB-12C1c"), Reason("db.team.favours", about), *shared(found))
    guilty = [side for side, one in enumerate(sides(moment, incident.guilt)) if one != "innocent"]
    average = averages(moment, incident.guilt)
    if len(guilty) == 1:
        laws = ("LDB-86B2b", *_of_average(moment))
        branches = [Branch(ARBITER, average)]
        if found:
            branches.append(Branch(ARBITER, shared(found)))
        return Ruling(laws, tuple(branches), Reason("db.team.one_guilty", {"line": LINES[1 - guilty[0]]}))
    if found:
        raise Refused("answer_unasked", "LDB-86B2a", field="outcomes")
    if guilty:
        return artificial(moment, ("LDB-86B2c",), "db.team.both_guilty", {}, incident.guilt)
    branches = [Branch(ARBITER, average), Branch(ARBITER, (ReDealt("same"),))]
    return Ruling(("LDB-86B2a", *_of_average(moment)), tuple(branches), Reason("db.team.none_guilty"))


def _answers(incident: directed.TeamBoard) -> None:
    """Refuse an answer to a question that is not asked of this kind of board.

    Raises:
        Refused: there is one.
    """
    asked = {
        "redeal": ("known", "guilt"),
        "one_result": ("favours", "outcomes", "guilt", "regulated"),
        "incomparable": ("outcomes", "guilt"),
    }
    for name in ("known", "favours", "outcomes", "guilt", "regulated"):
        if getattr(incident, name) and name not in asked[incident.how]:
            raise Refused("answer_unasked", field=name)
