"""What the book of bids does in the places where an audit found it wrong, row by row; and that every call has a meaning."""

import random
from collections.abc import Callable

import pytest

from kozyr.bots.bridge import SENTENCES, Hand, sayc, sentence
from kozyr.bots.bridge.system import Meaning
from kozyr.cards import CardSet, Seat
from kozyr.deals import BRIDGE, numbered_deal


def call(cards: str, said: str) -> str:
    """What a hand (S.H.D.C) calls by the book after an auction from the dealer on."""
    return sayc.choice(tuple(said.split()), Hand.of(CardSet.parse(cards)))


def over(said: tuple[str, ...]) -> bool:
    return len(said) > 3 and said[-3:] == ("pass", "pass", "pass")


def wandering(chance: random.Random) -> tuple[str, ...]:
    """An auction that the laws allow and no system made: seven calls in ten are passes, bids are low."""
    said: tuple[str, ...] = ()
    while not over(said) and len(said) < 24:
        top, doubled, ours = sayc.standing(said)
        calls = ["pass"] * 7
        calls += [f"{1 + at // 5}{('C', 'D', 'H', 'S', 'NT')[at % 5]}" for at in range(top, min(35, top + 9))]
        if top and doubled < 2 and (doubled == 1) == ours:
            calls += ["XX" if ours else "X"]
        said = (*said, chance.choice(calls))
    return said


# --- every call means something ----------------------------------------------------------------------------------


def test_no_call_is_without_a_meaning(share: Callable[[int], int]) -> None:
    chance = random.Random(17)
    bare: list[tuple[tuple[str, ...], str]] = []
    codes: set[str] = set()
    calls = 0
    for _ in range(share(20_000)):
        said = wandering(chance)
        for at, bid in enumerate(said):
            if bid != "pass":
                meant = sayc.meaning(said[:at], bid)
                calls += 1
                codes.add(meant.code)
                if meant == Meaning() or not meant.code:
                    bare.append((said[:at], bid))
    assert bare == []
    assert calls > share(20_000) * 2
    assert codes <= set(SENTENCES)


@pytest.mark.parametrize(
    ("said", "bid", "code", "forcing"),
    [
        ("1S", "2S", "two_suits", "one"),  # Michaels
        ("1D", "2D", "two_suits", "one"),
        ("1S", "2NT", "two_suits", "one"),  # unusual
        ("1D 1S 2C", "3C", "cue", "one"),  # a raise of partner's spades
        ("1D 1S pass", "2D", "cue", "one"),
        ("1C 1H", "2H", "cue", "one"),
        ("1H pass 2C 2S 3C pass 3H pass", "4D", "natural", "one"),
    ],
)
def test_what_a_bid_in_their_suit_means(said: str, bid: str, code: str, forcing: str) -> None:
    meant = sayc.meaning(tuple(said.split()), bid)
    assert (meant.code, meant.forcing) == (code, forcing)
    assert sentence(meant, "en")


def test_a_bid_in_their_suit_is_never_passed_by_partner(share: Callable[[int], int]) -> None:
    """An opponent who bids by another system forces his partner as ours do: rollouts would pass it out otherwise."""
    chance = random.Random(3)
    auctions = [
        ("1S", "2S", "pass"),
        ("1D", "2D", "pass"),
        ("1D", "1S", "pass", "2D", "pass"),
        ("1H", "2D", "pass", "2H", "pass"),
    ]
    for number in range(share(2_000)):
        layout = numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, tuple(Seat))
        hand = layout.hands[0]
        assert hand is not None
        said = auctions[number % len(auctions)]
        assert sayc.choice(said, Hand.of(hand)) != "pass", (said, str(hand))
