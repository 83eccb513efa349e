"""Whist and play told a second time from the text of the Codex, by code that shares nothing with the engine's."""

import random
from collections.abc import Callable, Generator
from functools import partial
from itertools import product

import pytest

from kozyr.cards import CardSet, Seat
from kozyr.deals import PREFERANS
from kozyr.games import Deal
from kozyr.games.preferans import Contract, State, agree, parse, start
from kozyr.games.preferans.words import Half, Name
from kozyr.testing import dealt
from tests.table import Table, tokens

RANKS = "789TJQKA"
Told = tuple[tuple[str, ...], str]  # who whists, and how it is played
Story = Generator[tuple[str, set[str]], str, Told]


# ------------------------------------------------------------------ 3.8 who is asked what


def story(size: int, dealer: bool, half: bool, first_half: bool, any_return: bool) -> Story:
    """P-3.8.1 ... P-3.8.9 and P-3.8.14: yields who is asked and what he may say, ends with who whists."""
    small, lay = size < 8, {"closed", "open"}
    if (yield "H2", {"pass", "whist"}) == "whist":
        if (yield "H3", {"pass", "whist"}) == "whist":
            return ("H2", "H3"), "closed"
        how = yield "H2", lay | ({"half"} if first_half and small else set())
        if how != "half":
            return ("H2",), how
        if (yield "H3", {"pass", "whist"}) == "whist":
            return ("H3",), (yield "H3", lay)
    else:
        second = yield "H3", {"pass", "whist"} | ({"half"} if half and small else set())
        if second == "whist":
            return ("H3",), (yield "H3", lay)
        returns = second == "half" or (any_return and not small)
        if returns and (yield "H2", {"pass", "whist"}) == "whist":
            return ("H2",), (yield "H2", lay)
    if dealer and (yield "D", {"pass", "whist"}) == "whist":
        return ("D",), "open"
    return (), ""


def follows(table: Table, telling: Callable[[], Story], words: tuple[str, ...] = ()) -> None:
    """Every way in which the answers can go on: the table asks as the story does, and ends as it does."""
    tale = telling()
    try:
        asked = next(tale)
        for word in words:
            asked = tale.send(word)
    except StopIteration as end:
        whisters, how = end.value
        if whisters:
            assert [table.who(seat) for seat in table.view().whisters] == list(whisters)
            assert (table.state.phase, table.state.defence.open) == ("play", how == "open")
        else:
            assert table.outcome.tricks is None
        return
    assert (table.actor, {word for word in table.legal if not word.startswith("peek")}) == asked
    progress = table.progress
    for word in sorted(asked[1]):
        table.goes(word)
        follows(table, telling, (*words, word))
        table.progress = progress


@pytest.mark.rule("P-3.8.1", "P-3.8.3", "P-3.8.4", "P-3.8.5", "P-3.8.7", "P-3.8.8", "P-3.8.8.1", "P-3.8.8.2")
@pytest.mark.rule("P-3.8.14", "PC-4.6.11", "PC-4.6.12", "PC-4.6.13", "PC-4.6.14")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("contract", ["6H", "7NT", "8S", "9C", "10D"])
def test_every_course_of_the_questions_on_whist(contract: str, players: int) -> None:
    for dealer, half, first_half, any_return in product((False, True), repeat=4):
        if first_half and not half:
            continue
        changes = {
            "whist.dealer_may_return": dealer,
            "whist.half": half,
            "whist.first_hand_half": first_half,
            "whist.return_by_first": "any" if any_return else "six_seven",
        }
        telling = partial(story, Contract(contract).size, dealer and players > 3, half, first_half, any_return)
        follows(Table("sochi", changes, players=players).buys(contract), telling)


# ------------------------------------------------------------------ 3.9 and 3.7.6 thirty cards


def beats(second: str, first: str, trump: str) -> bool:
    if second[0] == first[0]:
        return RANKS.index(second[1]) > RANKS.index(first[1])
    return second[0] == trump


def may(hand: list[str], led: str, trump: str) -> list[str]:
    return [c for c in hand if c[0] == led] or [c for c in hand if c[0] == trump] or hand if led else hand


def bought(state: State, contract: str, by: Seat, chance: random.Random) -> State:
    """The auction, the discard, and answers on whist after which the cards are played."""
    while state.phase == "auction":
        word = "misere" if contract == "misere" else "6S"
        state = state.apply(parse(word if state.actor is by and state.auction.contract is None else "pass"))
    state = state.apply(chance.choice(state.legal()))
    if state.phase == "contract":
        state = state.apply(Name(Contract(contract)))
    while state.phase == "whist":
        after = state.apply(chance.choice([word for word in state.legal() if not isinstance(word, Half)]))
        state = after if after.phase != "over" else state.apply(parse("whist"))
    return state


@pytest.mark.rule("P-2.1.3", "P-2.1.4", "P-3.9.1", "P-3.9.3", "P-3.9.4", "P-3.8.5", "P-3.6.7", "P-3.7.5")
@pytest.mark.rule("P-3.7.6.1", "P-3.7.6.2", "P-3.7.6.3", "P-3.7.6.4", "PC-4.5.4", "PC-4.5.5", "PC-4.7.4", "PC-4.7.5")
@pytest.mark.parametrize(
    ("preset", "players"),
    [*((preset, players) for preset in ("sochi", "rostov") for players in (2, 3, 4, 5)), ("club", 3), ("club", 4)],
)
def test_who_plays_what_and_takes_it(preset: str, players: int, share: Callable[[int], int]) -> None:
    chance = random.Random(f"play {preset} {players}")
    for contract in ["allpass", "misere", "6D", "7NT", "8H", "10S"] * share(50):
        owned = preset == "rostov" or players == 2 or chance.random() < 0.7
        agreed = agree(preset, {"allpass.dealer_owns_talon_tricks": owned}, players)
        pulka = start(agreed, players, chance.randrange(players))
        terms = pulka.next_deal()
        state = pulka.begin().apply(Deal(str(dealt(PREFERANS, terms.holders, chance))))
        hands = {seat: [c.text for c in CardSet(state.hands[seat.position])] for seat in terms.holders}
        talon = [card.text for card in state.talon]
        plays = {seat: seat for seat in terms.holders}  # who chooses a hand's cards
        order, trump = list(terms.holders), ""
        leads: list[str] = []  # the talon's
        if contract == "allpass":
            order = list(terms.hands)
            leads = talon if preset != "rostov" and players > 2 else []
            for _ in order:
                state = state.apply(parse("pass"))
        else:
            declarer = chance.choice(terms.hands)
            state = bought(state, contract, declarer, chance)
            gone = {card.text for card in CardSet(state.discarded)}
            hands[declarer] = [card for card in hands[declarer] + talon if card not in gone]
            trump = contract[-1] if contract[-1] in "SCDH" else ""
            others = [seat for seat in terms.hands if seat is not declarer]
            if terms.dummy is not None:
                plays[terms.dummy] = others[0]
            if state.defence.open and state.defence.whisters:
                plays |= {seat: state.defence.whisters[0] for seat in plays if seat is not declarer}
        won, leader = dict.fromkeys(Seat, 0), terms.hands[0]
        for nth in range(10):
            turned = leads[nth] if nth < len(leads) else ""
            if leads and nth <= len(leads):
                leader = terms.hands[0]  # he plays first to the talon's two tricks, and leads the third
            at = order.index(leader)
            trick: list[tuple[Seat, str]] = [(terms.dealer, turned)] if turned else []
            for seat in order[at:] + order[:at]:
                cards = may(hands[seat], trick[0][1][0] if trick else "", trump)
                assert (state.turn, state.actor) == (seat, plays[seat])
                assert tokens(state.legal()) == sorted(cards)
                assert state.view(state.actor).hands[seat].cards is not None  # nobody plays what he does not see
                trick.append((seat, chance.choice(cards)))
                hands[seat].remove(trick[-1][1])
                state = state.apply(parse(trick[-1][1]))
            if turned and not (owned and players > 3):  # it only names the suit
                trick = sorted(trick[1:], key=lambda each: each[1][0] != turned[0])
            best = trick[0]
            for each in trick[1:]:
                best = each if beats(each[1], best[1], trump) else best
            leader = best[0]
            won[leader] += 1
            assert state.tricks is not None
            assert state.tricks.won == tuple(won.values())
        assert state.phase == "over"
