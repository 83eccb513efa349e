"""What a bot thinks that a deal brings is what the sheet says in the end, however the pulka stands."""

import random
from collections.abc import Callable

import pytest

from kozyr.bots import choose
from kozyr.bots.preferans.score import scores
from kozyr.cards import Seat
from kozyr.deals import PREFERANS
from kozyr.games import Deal
from kozyr.games.preferans import Contract, Outcome, Pulka, State, agree, start
from kozyr.testing import dealt


@pytest.mark.parametrize(("preset", "players"), [("sochi", 3), ("sochi", 4), ("rostov", 5), ("gusarik", 2)])
def test_the_pulka_as_it_stands_changes_nothing(preset: str, players: int, share: Callable[[int], int]) -> None:
    """Whole pulkas: help, closed pools, hills and all; bots bid and random cards fall."""
    chance = random.Random(players)
    changes = {"pool_target": 6, "pool_overflow": "hill"}
    pulka: Pulka = start(agree(preset, changes, players), players)
    helped = deals = 0
    for number in range(share(300)):
        if pulka.finished:
            pulka = start(agree(preset, changes, players), players)
        terms = pulka.next_deal()
        state = pulka.begin().apply(Deal(str(dealt(PREFERANS, terms.holders, chance))))
        while state.outcome is None:
            assert isinstance(state, State)
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            state = state.apply(
                chance.choice(view.legal) if state.phase == "play" else choose(view, "novice", number), seat
            )
        before, pulka = pulka.settlement.result, pulka.record(state.outcome)
        after = pulka.settlement.result
        helped += any(entry.why in {"help", "overflow"} for entry in pulka.sheet.entries if entry.deal == terms.number)
        deals += 1
        for seat in terms.seats:
            at = pulka.names.index(terms.name(seat))
            assert scores(terms, seat).of(state.outcome, state.factor) == pytest.approx(float(after[at] - before[at]))
    assert helped
    assert deals


def test_tables_by_tricks() -> None:
    terms = start(agree("sochi"), 3).next_deal()
    declarer, first, second = terms.hands
    mine = scores(terms, declarer).contract(Contract.S6, declarer, {first: "whist", second: "pass"})
    assert len(mine) == 11
    assert list(mine) == sorted(mine[:6]) + sorted(mine[6:], reverse=False)
    assert mine[6] == pytest.approx(20 * 2 / 3 - 4 * 2)  # two points to the pool, four tricks of the whister
    theirs = scores(terms, first).contract(Contract.S6, declarer, {first: "whist", second: "pass"})
    assert theirs[6] == pytest.approx(-20 / 3 + 4 * 2)
    assert set(scores(terms, first).contract(Contract.S6, declarer, {first: "pass", second: "pass"})) == {-20 / 3}
    assert scores(terms, declarer).misere(declarer)[:2] == pytest.approx((200 / 3, -200 / 3))
    tricks = dict(zip(terms.hands, (0, 4, 6), strict=True))
    assert scores(terms, declarer).allpass(tricks) == pytest.approx(100 / 3 + 20 / 3)


def test_of_two_whisters_each_has_his_own_tricks() -> None:
    terms = start(agree("sochi"), 3).next_deal()
    declarer, first, second = terms.hands
    words = {first: "whist", second: "whist"}
    won = {declarer: 6, first: 3, second: 0}
    table = scores(terms, first).contract(Contract.S6, declarer, words, won=won)  # type: ignore[arg-type]
    facts = Outcome(
        "N",
        "tricks",
        declarer=terms.name(declarer),
        contract=Contract.S6,
        calls={terms.name(s): "whist" for s in (first, second)},
    )

    def fell(*tricks: int) -> float:
        named = {terms.name(seat): n for seat, n in zip(terms.hands, tricks, strict=True)}
        return scores(terms, first).of(
            Outcome("N", "tricks", declarer=facts.declarer, contract=Contract.S6, calls=facts.calls, tricks=named)
        )

    assert table[7] == pytest.approx(fell(7, 3, 0))
    assert table[6] == pytest.approx((fell(6, 4, 0) + fell(6, 3, 1)) / 2)
    assert table[0] == table[6]  # six are taken already
    assert Seat.N is terms.dealer
