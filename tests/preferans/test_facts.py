"""What a score line may say: the conventions forbid to the pencil what they forbid to a player (P-0.2)."""

import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from kozyr.cards import Card
from kozyr.deals import PREFERANS
from kozyr.games import Deal
from kozyr.games.preferans import Contract, Outcome, Pulka, agree, start
from kozyr.games.preferans.whist import final
from kozyr.testing import dealt
from tests.table import Table

SIX = Contract.S6
Calls = Mapping[str, Any]


def pulka(preset: str, players: int = 3, changes: Mapping[str, object] | None = None) -> Pulka:
    return start(agree(preset, changes, players), players)


def all_pass(dealer: str, players: int = 3, *, blind: tuple[str, ...] = ()) -> Outcome:
    names = ("NES" if players == 3 else "NESW").replace(dealer if players == 4 else "", "")
    return Outcome(dealer, "allpass", tricks=dict(zip(names, (4, 3, 3), strict=True)), blind=blind)


def game(contract: Contract, calls: Calls | None = None, **facts: Any) -> Outcome:
    """E plays, N deals."""
    words = dict(calls or {})
    tricks = {"E": contract.size, "S": 10 - contract.size} if "whist" in words.values() else None
    return Outcome("N", "tricks", "E", contract, tricks, words, **facts)


def misere(**facts: Any) -> Outcome:
    return Outcome("N", "misere", "E", tricks={"E": 0, "S": 10}, **facts)


@pytest.mark.parametrize(
    ("preset", "players", "changes", "line", "why"),
    [
        pytest.param("club", 4, {}, misere(shared=True), "share a misère .* not agreed", marks=pytest.mark.rule("PC-4.4.4")),
        pytest.param("sochi+qualifying", 4, {}, misere(shared=True), "not agreed", marks=pytest.mark.rule("P-3.6.9")),
        pytest.param("sochi", 3, {"whist.half": "off"}, game(SIX, {"S": "pass", "N": "half_whist"}), "N cannot leave for half", marks=pytest.mark.rule("P-3.8.7")),
        pytest.param("sochi", 3, {}, game(SIX, {"S": "half_whist", "N": "pass"}), "S cannot leave for half", marks=pytest.mark.rule("P-3.8.14")),
        pytest.param("sochi", 3, {}, game(Contract.S8, {"N": "half_whist"}), "only on six and seven", marks=pytest.mark.rule("P-3.8.7")),
        pytest.param("sochi", 3, {}, game(SIX, factor=7), "factor 7 cannot be here: 1", marks=pytest.mark.rule("P-4.1.2")),
        pytest.param("sochi", 3, {"blind.bid": "on"}, game(SIX, factor=4), "cannot be here: 1 or 2", marks=pytest.mark.rule("P-3.3.19b")),
        pytest.param("sochi", 3, {}, all_pass("N", blind=("E",)), "blind passes are not agreed", marks=pytest.mark.rule("P-3.3.19")),
        pytest.param("sochi+qualifying", 3, {}, all_pass("N", blind=("E",)), "blind passes are not agreed", marks=pytest.mark.rule("P-3.3.19")),
        pytest.param("classic", 4, {"allpass.forced_rounds": 0}, all_pass("N", 4, blind=("N",)), "N cannot have passed blind", marks=pytest.mark.rule("P-3.3.19a")),
        pytest.param("sochi", 4, {"whist.dealer_may_return": "off"}, game(SIX, {"N": "whist"}), "N cannot whist 6S", marks=pytest.mark.rule("P-3.8.8")),
        pytest.param("sochi", 3, {"whist.obligatory_6s": "on"}, game(SIX), "cannot pass on 6S: it must be whisted", marks=pytest.mark.rule("P-3.8.9")),
        pytest.param("sochi", 3, {"whist.obligatory_6s": "on"}, game(SIX, {"S": "pass", "N": "pass"}), "it must be whisted", marks=pytest.mark.rule("P-3.8.9")),
        pytest.param("classic", 3, {}, game(Contract.S10), "deal 1 is a compulsory all-pass", marks=pytest.mark.rule("P-3.7.9")),
        pytest.param("sochi", 3, {}, game(SIX, refused=True), "refuse the talon is not agreed", marks=pytest.mark.rule("P-3.4.10")),
        pytest.param("fspr", 3, {}, game(SIX, talon=(Card.SA, Card.SA)), "two cards of the pack, not SA SA", marks=pytest.mark.rule("P-1.3.1")),
        pytest.param("fspr", 3, {}, game(SIX, talon=(Card.SA, Card.S2)), "two cards of the pack", marks=pytest.mark.rule("P-1.3.1")),
        pytest.param("sochi", 3, {"contract.ten_is": "checked"}, game(Contract.S10, {"S": "whist"}), "nobody whists 10S: it is checked", marks=pytest.mark.rule("P-3.5.3")),
        pytest.param("sochi", 3, {"contract.ten_is": "checked"}, game(Contract.S10), "checked, so the tricks must be given", marks=pytest.mark.rule("P-3.5.3")),
        pytest.param("sochi", 3, {}, game(SIX, {"S": "whist", "N": "whist"}, open=True), "played open", marks=pytest.mark.rule("P-3.8.4")),
        pytest.param("sochi", 3, {}, game(SIX, {"S": "pass", "N": "pass"}, surrender=True), "made and not given up", marks=pytest.mark.rule("P-3.5.4")),
        pytest.param("sochi", 3, {}, misere(surrender=True), "not given up", marks=pytest.mark.rule("P-3.5.4")),
        pytest.param("sochi", 3, {}, Outcome("N", "allpass", tricks={"E": 10}, open=True), "not played open", marks=pytest.mark.rule("P-3.7.1")),
    ],
)  # fmt: skip
def test_a_line_that_the_conventions_forbid_is_refused(
    preset: str, players: int, changes: Mapping[str, object], line: Outcome, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        pulka(preset, players, changes).record(line)


@pytest.mark.rule("PC-4.5.7", "P-3.7.8")
def test_no_six_in_a_series_of_the_club() -> None:
    after = pulka("club").record(all_pass("N"))
    line = Outcome("E", "tricks", "S", SIX)
    with pytest.raises(ValueError, match=r"6S is too low: 7 is the least.*P-3\.7\.8"):
        after.record(line)
    assert after.record(Outcome("E", "tricks", "S", Contract.S7)).number == 3


@pytest.mark.rule("P-3.3.19a", "P-3.7.8", "P-3.7.7")
@pytest.mark.parametrize(
    ("passes", "contract", "good"), [(1, "6S", False), (1, "7S", True), (2, "7S", False), (2, "8S", True)]
)
def test_no_seven_after_a_double_blind_pass(passes: int, contract: str, good: bool) -> None:
    before = pulka("classic", 3, {"allpass.forced_rounds": 0})
    blind = tuple("ES"[:passes])
    lines = [
        (before.record(all_pass("N", blind=blind)), Outcome("N", "tricks", "E", Contract(contract))),
        (before, Outcome("N", "tricks", "N", Contract(contract), blind=blind)),  # within one auction
    ]
    for at, line in lines:
        if good:
            assert at.record(line).history
        else:
            with pytest.raises(ValueError, match="is too low"):
                at.record(line)


@pytest.mark.rule("P-3.3.19a", "P-3.6.9")
def test_no_misere_where_a_nine_is_the_least() -> None:
    before = pulka("classic", 3, {"allpass.forced_rounds": 0, "blind.cap": "unlimited"})
    with pytest.raises(ValueError, match="misere is too low: 9"):
        before.record(all_pass("N", blind=("E", "S", "N"))).record(misere())


@pytest.mark.rule("P-3.7.10", "P-3.3.19")
def test_a_factor_is_the_declarers_own_bomb_and_the_blind_bid() -> None:
    held = pulka("classic", 3, {"allpass.forced_rounds": 0}).record(all_pass("N", blind=("E",)))
    seven = Outcome("N", "tricks", "E", Contract.S7)
    values = [held.record(Outcome("N", "tricks", "E", Contract.S7, factor=n)).sheet.pool[1] for n in (2, 4)]
    assert held.record(seven).sheet.pool[1] == values[0] == 8
    assert values[1] == 16
    with pytest.raises(ValueError, match="factor 1 cannot be here: 2 or 4"):
        held.record(Outcome("N", "tricks", "E", Contract.S7, factor=1))


@pytest.mark.rule("P-3.2.14", "P-3.2.2")
def test_a_dealer_out_of_turn_is_said_in_the_line() -> None:
    after = pulka("sochi").record(game(SIX))
    with pytest.raises(ValueError, match=r'E deals now, not S; .*"out_of_turn":true \(P-3\.2\.14\)'):
        after.record(Outcome("S", "tricks", "N", SIX))
    late = after.record(Outcome("S", "tricks", "N", SIX, out_of_turn=True))
    assert late.names[late.dealer] == "N"  # the next deal is his who sits left of who has dealt
    with pytest.raises(ValueError, match="E deals in turn"):
        after.record(Outcome("E", "tricks", "S", SIX, out_of_turn=True))
    first = pulka("sochi").record(Outcome("S", "tricks", "N", SIX))  # the first deal is drawn by lot
    assert first.names[first.dealer] == "N"


def reached(table: Table) -> set[frozenset[tuple[str, str]]]:
    """The whists and halves with which the questions of a deal can end."""
    found: set[frozenset[tuple[str, str]]] = set()
    waiting = [table.state]
    while waiting:
        state = waiting.pop()
        if state.phase == "whist":
            waiting += [state.apply(word) for word in state.legal() if not word.token.startswith("peek")]
            continue
        said = final(state.defence.answers)
        found.add(frozenset((table.terms.name(seat), word) for seat, word in said.items() if word != "pass"))
    return found


@pytest.mark.rule("P-3.8.1", "P-3.8.4", "P-3.8.7", "P-3.8.8", "P-3.8.8.1", "P-3.8.9", "P-3.8.14", "PC-4.6.13")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("contract", ["6S", "7H", "8S", "10S"])
@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("sochi", {}),
        ("leningrad", {}),
        ("club", {}),
        ("sochi", {"whist.half": "off"}),
        ("sochi", {"whist.dealer_may_return": "off"}),
        ("sochi", {"whist.obligatory_6s": "on"}),
        ("sochi", {"whist.return_by_first": "any", "whist.first_hand_half": "on"}),
    ],
)
def test_the_pencil_takes_the_answers_that_the_table_takes_and_no_others(
    preset: str, changes: dict[str, object], contract: str, players: int
) -> None:
    if (preset == "club" or "whist.first_hand_half" in changes or "whist.half" in changes) and players == 2:
        return
    table = Table(preset, changes, players=players).buys(contract)
    terms, declarer = table.terms, table.name("H1")
    names = [name for name in terms.names if name != declarer]
    taken: set[frozenset[tuple[str, str]]] = set()
    for words in product([None, "pass", "whist", "half_whist"], repeat=len(names)):
        calls: dict[str, Any] = {name: word for name, word in zip(names, words, strict=True) if word}
        whisted = "whist" in words
        tricks = {declarer: 6, table.name("H2"): 4} if whisted else None
        line = Outcome(terms.name(terms.dealer), "tricks", declarer, Contract(contract), tricks, calls)
        try:
            table.pulka.record(line)
        except ValueError:
            continue
        taken.add(frozenset((name, word) for name, word in calls.items() if word != "pass"))
    assert taken == reached(table)


ODD: dict[str, list[object]] = {
    "blind": ["on", "off"], "auction.jumps": ["allowed"], "auction.here": ["elder_hand", "off"],
    "auction.misere_beaten_by": ["no_talon_chain"], "whist.obligatory_6s": ["on"], "whist.half": ["off"],
    "whist.first_hand_half": ["on"], "whist.return_by_first": ["any"], "whist.dealer_may_return": ["off"],
    "contract.ten_is": ["checked"], "talon_refusal_fine": [3], "blind.cap": ["unlimited"], "talon_bonus": ["on"],
}  # fmt: skip


@pytest.mark.rule("P-4.2.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_deal_that_a_table_plays_can_be_written_down(players: int, share: Callable[[int], int]) -> None:
    """Whatever is agreed and however it goes, claims and games given up among it: the facts pass the pencil's check."""
    chance = random.Random(f"facts {players}")
    presets = ["sochi", "leningrad", "rostov", "classic", "fspr", *(["club"] if players in {3, 4} else [])]
    played = 0
    while played < share(400):
        changes = {name: chance.choice(values) for name, values in ODD.items() if chance.random() < 0.25}
        try:
            match = start(agree(chance.choice(presets), changes, players), players, chance.randrange(players))
        except ValueError:
            continue  # these contradict each other
        for _ in range(4):
            state = match.begin()
            state = state.apply(Deal(str(dealt(PREFERANS, state.terms.holders, chance))))
            while state.outcome is None:
                offers = [(seat, offer) for seat in state.terms.seats for offer in state.offers(seat)]
                if offers and chance.random() < 0.05:
                    seat, offer = chance.choice(offers)
                    state = state.apply(offer, seat)
                else:
                    state = state.apply(chance.choice(state.legal()))
            match = match.record(state.outcome)
            played += 1
