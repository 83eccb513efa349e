"""The post-mortem: luck and all parts are the sheet, each part computed again by itself; costs, lines, refusals, words."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import mean, stdev
from typing import cast

import msgspec
import pytest

from kozyr import cli, notation
from kozyr.cards import CardSet, Seat
from kozyr.games import Play, Record, steps
from kozyr.games.bridge import State as BridgeState
from kozyr.games.bridge.scoring import imps
from kozyr.games.deberts import Party
from kozyr.games.preferans import Pulka, State as PreferansState
from kozyr.games.preferans.words import Answer, Bid, Claim
from kozyr.games.refusal import Refused
from kozyr.review import Review, review, review_steps, reviewer
from kozyr.review.account import OpenCost, Weighed
from kozyr.review.bridge import Valuer as BridgeValuer
from kozyr.review.reviewing import expert
from kozyr.review.told import lines, sentence
from kozyr.solver import bridge as bridge_solver
from kozyr.words import LANGUAGES, Language, vocabulary
from tests.longer import longer
from tests.losses import cheated, lost
from tests.recount import Recount, agrees, deals, settled
from tests.reviewing import cheap, cheaply, played

RECORDS = Path(__file__).parent / "data" / "records"
_VULNERABLE: dict[str, bridge_solver.Vulnerability] = {"none": "none", "ns": "ns", "ew": "ew", "all": "both"}


@pytest.mark.parametrize("match", ["pulka", "party", *longer("gusarik", "rubber", "three")])
def test_luck_and_all_parts_are_the_sheet(match: str) -> None:
    """Each part of a deal is computed again by itself, with experts for the luck."""
    record = played(match, "short", deals=1)
    agrees(record, review(record, weigh=False), expert)


def whole(match: str, label: str, again: int) -> None:
    """A whole match of cheap players. again: of how many deals one is counted again part by part."""
    record = played(match, label, choose=cheap, deals=400)
    found = review(record, weigh=False, player=cheaply)
    last = agrees(record, found, cheaply, lambda nth: nth % again == 1 % again)
    assert last.finished


@pytest.mark.parametrize(("match", "again"), [("party", 1), ("rubber", 1), *longer(("pulka", 4), ("gusarik", 4))])
def test_the_deals_of_a_match_sum_to_what_it_has_come_to(match: str, again: int) -> None:
    """Hills, the closing of the pool and all bonuses included; where every deal is counted again, every part's sum too."""
    whole(match, "whole", again)


def test_an_allpass_of_two_hands_is_valued_as_a_search_by_the_rules_alone_values_it() -> None:
    """All hands open every card has its cost; by what is seen the last seven cards of a hand have theirs."""
    record = played("gusarik", "alone 3", choose=cheap, deals=1)
    (deal,) = review(record, player=cheaply).deals
    costs = {one.seq: one for one in deal.decisions if one.stage == "play"}
    assert deal.solved
    assert len(costs) == 20
    checked = weighed = 0
    for step in steps(record):
        state, event, now = step.before.state, step.entry.event, costs.get(step.entry.seq)
        if not isinstance(event, Play) or not isinstance(state, PreferansState) or now is None:
            continue
        assert state.declarer is None
        assert now.open is not None
        assert state.turn is not None
        left = state.holding(state.turn).bit_count()
        assert (now.seen is not None) == (1 < left <= 7 and len(state.legal()) > 1)
        weighed += now.seen is not None and now.seen.unit == "whists"
        if left <= 6:
            tricks = {one: alone(state.apply(one), state.turn) for one in state.legal()}
            assert now.open.tricks == tricks[event] - min(tricks.values())
            if now.open.tricks:
                assert set(now.open.better) == {one.token for one, n in tricks.items() if n == min(tricks.values())}
            checked += 1
    assert checked == 12
    assert weighed > 4


def alone(state: PreferansState, seat: Seat) -> int:
    """The tricks of one of two hands in the end, where both want none."""
    if state.outcome is not None:
        return state.won[seat.position]
    found = [alone(state.apply(event), seat) for event in state.legal()]
    return min(found) if state.turn is seat else max(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cost_without_a_better_choice_names_none(language: Language) -> None:
    """A claim that was answered, say: what it cost is told, and no empty brackets."""
    for better in ((), ("SA",)):
        cost = OpenCost(Fraction(3), 1, better)
        told = sentence(Weighed(7, Seat.N, "N", "play", "claim:3", cost, None), "whists", language)
        assert "−3" in told
        assert ("(" in told) == bool(better)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_match_is_told_after_its_deals(language: Language) -> None:
    found = review(a_party(), weigh=False, player=cheaply)
    said = list(lines(found, language))
    at = said.index(vocabulary(language, "review", "REVIEW")["whole"].format(deals=2))
    told = {name: said[at + nth] for nth, name in enumerate(found.total, 1)}
    sheet = vocabulary(language, "review", "REVIEW")["sheet"]
    for name, line in told.items():
        deals_ = sum((deal.accounts[name].sheet for deal in found.deals), Fraction())
        assert line.startswith(f"  {name}: {sheet} {'+' if deals_ > 0 else '−'}{abs(deals_)} = ")
    assert not review(a_party(), deal=1, weigh=False, player=cheaply).total


@pytest.mark.long
@pytest.mark.parametrize(
    ("match", "many"),
    [
        ("pulka", 1000),
        ("rubber", 1000),
        ("party", 1000),
        ("gusarik", 300),
        ("four", 100),
        ("chicago", 100),
        ("three", 30),
    ],
)
def test_luck_and_all_parts_are_the_sheet_over_many_matches(match: str, many: int) -> None:
    for nth in range(many):
        whole(match, f"{match} {nth}", 5)


@pytest.fixture(scope="module")
def sochi() -> Review:
    return review(notation_of("sochi.kz"), deal=1)


@cache
def a_party() -> Record:
    return played("party", "line", deals=2)


@pytest.fixture(scope="module")
def party() -> Review:
    return review(a_party(), deal=2)


def notation_of(name: str) -> Record:
    found = notation.parse((RECORDS / name).read_text(encoding="utf-8")).record
    assert found is not None
    return found


def test_what_was_right_by_what_was_seen_is_no_error_and_the_kinds_stay_apart(party: Review) -> None:
    """A card that loses with all hands open and is the expert's own choice stands nowhere among the dearest."""
    (deal,) = party.deals
    dear = {seq for some in deal.dearest.values() for seq in some}
    unlucky = [one for one in deal.decisions if one.open and one.open.score and one.seen and not one.seen.score]
    assert unlucky
    assert not dear & {one.seq for one in unlucky}
    for one in deal.decisions:
        if one.seq in dear:
            assert one.seen is not None
            assert one.seen.score > (one.seen.interval or 0)
            assert one.line[0].event == one.seen.better != one.event


def test_a_better_line_is_a_legal_deal_to_its_end(party: Review) -> None:
    lines = {one.seq: one.line for one in party.deals[0].decisions if one.line}
    assert lines
    for step in steps(a_party()):
        state = step.before.state
        if step.entry.seq in lines and state is not None:
            for laid in lines[step.entry.seq]:
                assert laid.seat is state.turn
                before = state
                state = state.apply(next(event for event in state.legal() if event.token == laid.event))
                taken = state.history[len(before.history) :]
                assert laid.took is (taken[0].winner if taken else None)
            assert state.outcome is not None


def test_the_curve_runs_from_the_luck_to_the_sheet(sochi: Review) -> None:
    (deal,) = sochi.deals
    for name, account in deal.accounts.items():
        assert deal.moments[0].worth[name] == account.luck
        assert deal.moments[1].worth[name] == account.luck + account.auction
        assert deal.moments[-1].worth[name] == account.sheet
    assert [one.seq for one in deal.moments[2:]] == [one.seq for one in deal.decisions if one.stage != "auction"]


def test_steps_of_one_deal_are_reviewed_as_in_the_record(party: Review) -> None:
    run = [step for step in steps(a_party()) if step.entry.seq >= party.deals[0].first]
    told: list[tuple[int, int]] = []
    assert review_steps("deberts", run, 2, lambda done, of: told.append((done, of))).deals == party.deals
    assert told[0][0] == 0
    assert len({of for _, of in told}) == 1


def test_a_ruling_is_apart_and_nothing_is_left_over() -> None:
    solved = set[bool]()
    for name in ("deberts-bait.kz", "deberts-errors.kz"):
        for deal in review(notation_of(name), weigh=False).deals:
            assert all(account.parts == account.sheet for account in deal.accounts.values())
            solved.add(deal.solved)
    assert solved == {True, False}  # an irregular play cannot be valued, and the review says so


@pytest.mark.parametrize(
    "name", ["arbiter-02-talon-opened.kz", *longer("arbiter-06-revoke-later.kz", "arbiter-17-revoke-over.kz")]
)
def test_a_deed_that_the_arbiter_rules_upon_has_no_cost(name: str) -> None:
    (deal,) = review(notation_of(name)).deals
    assert all(account.parts == account.sheet for account in deal.accounts.values())
    assert deal.decisions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verb_says_it_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(RECORDS / "deberts-bait.kz")
    assert cli.main(["review", path, "--lang", language]) == 0
    said = capsys.readouterr().out
    words = vocabulary(language, "review", "REVIEW")
    assert words["luck"] in said
    assert words["dearest"] in said
    if language != "en":
        assert not re.search("[a-z]{3,}(?![:a-z])", re.sub(r"(order|pass)(:[A-Z])?", "", said))


def test_the_verb_tells_programs_exact_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["review", str(RECORDS / "deberts-bait.kz"), "--json"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    for deal, found in zip(told["deals"], review(notation_of("deberts-bait.kz"), weigh=False).deals, strict=True):
        for name, account in found.accounts.items():
            assert Fraction(deal["accounts"][name]["luck"]) == account.luck
    assert told["unit"] == "points"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["{records}/revoke.kz"], "deal 1 is not over"),
        (["{records}/revoke.kz", "--deal", "2"], "there is no deal 2 here"),
        (["{records}/sochi.kz", "--deal", "9", "--lang", "ru"], "сдачи 9 здесь нет"),
        (["{records}/none.kz"], "No such file"),
    ],
)
def test_there_is_one_line_and_nothing_else(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["review", *(one.format(records=RECORDS) for one in arguments)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert line in told.err
    assert told.err.count("\n") == 1


def test_every_refusal_of_the_review_has_words() -> None:
    codes = {language: set(vocabulary(language, "review", "REFUSED")) for language in LANGUAGES}
    assert len(set(map(frozenset, codes.values()))) == 1
    with pytest.raises(Refused, match="nobody reviews"):
        review(Record("pairs", played("party", "any", deals=1).conventions, 2))


def test_a_sentence_is_made_of_numbers(sochi: Review) -> None:
    passed = next(one for one in sochi.deals[0].decisions if one.event == "pass" and one.stage == "whist")
    said = sentence(passed, "whists")
    assert re.fullmatch(
        r"pass instead of whist: whists −[\d.]+ ± [\d.]+; all hands seen: whists −6 \(better whist\)", said
    )


@pytest.mark.parametrize("match", ["board", "imps", "rubber"])
def test_a_call_of_bridge_is_held_against_par(match: str, share: Callable[[int], int]) -> None:
    """Par of the deal is the solver's; what is named as better costs nothing; the first of it is legal."""
    part, dear = reviewer("bridge"), 0
    assert part is not None
    for nth in range(share(30)):
        run = list(steps(played(match, f"par {nth}", deals=1, choose=cheap)))
        valuer = part.valuer(run[0].before.match)
        worth = cast("BridgeValuer", valuer)
        dealt = cast("BridgeState", run[0].state)
        if match == "board":
            table = bridge_solver.table(tuple(map(CardSet, dealt.hands)))  # type: ignore[arg-type]
            due = bridge_solver.par(table, dealt.terms.dealer, _VULNERABLE[dealt.terms.vulnerability])
            assert worth.par(dealt) == due.score
        for step in run:
            before, event = step.before.state, step.entry.event
            if before is None or before.phase != "auction" or step.state is None:
                continue
            cost = valuer.cost(before, event, step.state)
            assert cost is not None
            assert cost.imps == (imps(int(cost.score)) if match == "imps" else None)
            assert bool(cost.score) is bool(cost.better)
            for token in cost.better:
                dear += 1
                better = next(one for one in before.legal() if one.token == token)
                found = valuer.cost(before, better, before.apply(better))
                assert found is not None
                assert not found.score
    assert dear


@pytest.mark.parametrize("match", ["pulka", *longer("dark", "four", "jumps", "chain")])
def test_a_call_of_preferans_is_held_against_the_best_of_all_three(match: str, share: Callable[[int], int]) -> None:
    """What is named as better costs nothing; what costs nothing leaves its author what the moment before it was worth."""
    part, dear = reviewer("preferans"), 0
    assert part is not None
    for nth in range(share(20)):
        run = list(steps(played(match, f"calls {nth}", deals=1, choose=cheap)))
        valuer = part.valuer(run[0].before.match)
        for step in run:
            before, event = step.before.state, step.entry.event
            if before is None or before.phase != "auction" or before.actor is None or step.state is None:
                continue
            cost, worth, then = valuer.cost(before, event, step.state), valuer.value(before), valuer.value(step.state)
            assert cost is not None
            assert worth is not None
            assert then is not None
            name = before.terms.name(before.actor)
            assert cost.score == worth[name] - then[name]
            assert bool(cost.score) is bool(cost.better)
            for token in cost.better:
                dear += 1
                better = next(one for one in before.legal() if one.token == token)
                found = valuer.cost(before, better, before.apply(better))
                assert found is not None
                assert not found.score
    assert dear


@pytest.mark.long
@pytest.mark.parametrize("nth", range(3))
def test_the_end_of_an_auction_is_worth_what_plain_trial_finds(nth: int) -> None:
    """From eights on every call, discard, contract and whist is tried, by code that shares nothing with the review."""
    part, run = reviewer("preferans"), list(steps(played("pulka", f"auction {nth}", deals=1, choose=cheap)))
    assert part is not None
    match, state = run[0].before.match, cast("PreferansState", run[0].state)
    for _ in range(17):  # 6S to 9C, each by the next player
        bids = [one for one in state.legal() if isinstance(one, Bid)]
        state = state.apply(min(bids, key=lambda bid: bid.contract.step))
    recounted = Recount(match).worth(state)
    assert recounted is not None
    assert part.valuer(match).value(state) == dict(zip(match.names, recounted, strict=True))


def test_a_claim_of_preferans_costs_its_author_what_it_gives_away() -> None:
    """Who agrees to too much pays for that; a claim that nobody need accept costs nothing."""
    part, paid = reviewer("preferans"), [0, 0]
    assert part is not None
    for nth in range(6):
        run = list(steps(played("pulka", f"claim {nth}", deals=1, choose=cheap)))
        valuer = part.valuer(run[0].before.match)
        states = [cast("PreferansState", step.before.state) for step in run[1:]]
        for state in states:
            if state.phase != "play" or state.declarer is None or len(state.history) < 6 or state.trick:
                continue
            for event in state.offers(state.declarer):
                if not isinstance(event, Claim):
                    continue
                asked = state.apply(event, state.declarer)
                cost, worth, then = valuer.cost(state, event, asked), valuer.value(state), valuer.value(asked)
                assert cost is not None
                assert worth is not None
                assert then is not None
                name = state.terms.name(state.declarer)
                assert cost.score == worth[name] - then[name]
                paid[0] += cost.score > 0
                yes = Answer(yes=True)
                agreed = valuer.cost(asked, yes, asked.apply(yes))
                assert agreed is not None
                assert not (agreed.score and cost.score)
                paid[1] += agreed.score > 0
    assert all(paid)


def test_the_best_card_of_an_allpass_costs_nothing_and_changes_nothing() -> None:
    """Everybody looks after oneself, in the better line as in the cost; a coalition of the others would ask for other cards."""
    part, checked = reviewer("preferans"), 0
    assert part is not None
    for nth in (7, 17, 25):
        run = list(steps(played("pulka", f"cheater {nth}", deals=1)))
        valuer = part.valuer(run[0].before.match)
        for step in run:
            state = step.before.state
            if not isinstance(state, PreferansState) or state.phase != "play" or state.declarer is not None:
                continue
            if len(state.history) < 2:
                continue
            best = valuer.best(state)
            assert best is not None
            after = state.apply(best, state.actor)
            cost = valuer.cost(state, best, after)
            assert cost is not None
            assert not cost.tricks
            assert not cost.score
            assert valuer.value(after) == valuer.value(state)
            checked += 1
    assert checked > 20


@pytest.mark.long
def test_an_opening_lead_of_bridge_is_weighed_by_what_was_seen(share: Callable[[int], int]) -> None:
    for nth in range(share(10)):
        (deal,) = review(played("board", f"bench {nth}", deals=1)).deals
        lead = next(one for one in deal.decisions if one.stage == "play")
        assert lead.seen is not None
        assert lead.seen.unit == "matchpoints"


@pytest.mark.parametrize("match", ["pulka", "party", "rubber"])
def test_a_contract_is_made_where_the_sheet_says_so(match: str, share: Callable[[int], int]) -> None:
    """Whose hill has not grown, whose score is a plus, whose order wrote points."""
    made: list[bool] = []
    for nth in range(share(10)):
        record = played(match, f"made {nth}", choose=cheap)
        found = review(record, weigh=False, player=cheaply)
        for deal, (_, before, after) in zip(found.deals, deals(record), strict=True):
            for name, well in deal.made.items():
                at = after.names.index(name)
                if isinstance(after, Pulka) and isinstance(before, Pulka):
                    assert well is (after.sheet.hill[at] <= before.sheet.hill[at])
                elif isinstance(after, Party) and isinstance(before, Party):
                    assert well is (after.sheet.points[at] > before.sheet.points[at])
                else:
                    assert well is (settled(after)[at] > settled(before)[at])
            made += deal.made.values()
    assert set(made) == {True, False}


@pytest.mark.parametrize("match", ["party", *longer("pulka", "board")])
def test_who_sees_all_hands_loses_nothing_open_and_something_by_what_was_seen(
    match: str, share: Callable[[int], int]
) -> None:
    found = [cheated(match, nth) for nth in range(share(20))]
    assert sum(one.decisions for one in found) > 5
    assert sum(one.opened for one in found) == 0
    assert sum(sum(one.seen.values()) for one in found) > 0


@pytest.mark.long
@pytest.mark.parametrize(("match", "deals"), [("pulka", 60), ("party", 120), ("board", 100)])
def test_a_stronger_bot_loses_less_by_what_was_seen(match: str, deals: int) -> None:
    """The mean loss of a deal by level, its 95 % intervals apart."""
    bounds: list[tuple[float, float]] = []
    for level in ("expert", "club", "novice"):
        losses = [sum(lost(match, nth, level).seen.values()) for nth in range(deals)]
        middle, half = mean(losses), 1.96 * stdev(losses) / len(losses) ** 0.5
        bounds.append((middle - half, middle + half))
    assert bounds[0][1] < bounds[1][0]
    assert bounds[1][1] < bounds[2][0]
