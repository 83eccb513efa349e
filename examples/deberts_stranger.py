"""A player of deberts for two by a beginner's rules of thumb: it counts tricks, draws trumps, cashes aces, saves tens.

It speaks docs/bot-protocol.md, knows nothing of Kozyr's bots, and measures them from outside:

    kozyr match deberts --bots expert,hand --program hand="python examples/deberts_stranger.py" --deals 200
"""

import asyncio
import json
import os
import random
import sys
from typing import Any

import bot  # type: ignore[import-not-found]  # the other program of this folder

PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}  # the points, the highest first
TRUMPS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
TRICKS = {"J": 2.0, "9": 1.5, "A": 1.0}  # what a trump promises; another one half a trick
ENOUGH = 3.5  # tricks for an order with six cards in hand; the second round wants half a trick more
MELDS = {"terz": 20, "fifty": 50, "hundred": 100}

View = dict[str, Any]
Deed = dict[str, Any]


def ladder(view: View, card: str) -> list[str]:
    """The ranks of the card's suit, the highest first."""
    return list(TRUMPS if card[0] == view["trump"] else PLAIN)


def points(view: View, card: str) -> int:
    """What the card counts in a trick."""
    return (TRUMPS if card[0] == view["trump"] else PLAIN)[card[1]]


def promise(hand: list[str], trump: str) -> float:
    """The tricks that these cards promise with these trumps."""
    tricks = 0.0
    for suit, rank in map(tuple, hand):
        fellows = sum(card[0] == suit for card in hand)
        if suit == trump:
            tricks += TRICKS.get(rank, 0.5)
        elif rank == "A":
            tricks += 1
        elif rank == "T" and fellows > 1:
            tricks += 0.5
    return tricks


def ordered(view: View, hand: list[str]) -> Deed:
    """An order if the hand promises enough, else a pass if the rules allow one."""
    first = view["first_trump"][0]
    legal: list[Deed] = view["legal"]
    orders = [one for one in legal if one["type"] == "order"]
    best = max(orders, key=lambda one: promise(hand, one.get("trump", first)))
    enough = ENOUGH + 0.5 * ("trump" in best)
    passes = [one for one in legal if one["type"] == "pass"]
    return best if promise(hand, best.get("trump", first)) >= enough or not passes else passes[0]


def spoken(legal: list[Deed]) -> Deed | None:
    """The word to say before a card, the dearest first."""
    said = {one["type"]: one for one in sorted(legal, key=lambda one: MELDS.get(one.get("kind", ""), 0))}
    shows = [one for one in legal if one["type"] == "show"]
    if shows:
        return max(shows, key=lambda one: sum(MELDS[meld["kind"]] for meld in one["melds"]))
    return next(
        (said[word] for word in ("exchange", "bella", "from", "declare", "height", "higher") if word in said), None
    )


def unseen(view: View, hand: list[str]) -> set[str]:
    """The cards that may be in the other's hand."""
    seen = {card for trick in view["history"] for _, card in trick["cards"]} | {card for _, card in view["trick"]}
    return {suit + rank for suit in "SHDC" for rank in PLAIN} - seen - set(hand) - {view["upcard"], view["bottom"]}


def led(view: View, hand: list[str], cards: list[str]) -> str:
    """Trumps from above while the other may have any, then aces and what has become the highest, then the least."""
    trump, out = view["trump"], unseen(view, hand)
    highest = {
        card
        for card in cards
        if not any(
            other[0] == card[0] and ladder(view, card).index(other[1]) < ladder(view, card).index(card[1])
            for other in out
        )
    }
    draws = [card for card in highest if card[0] == trump]
    if draws and view["maker"] == view["seat"] and any(card[0] == trump for card in out):
        return max(draws, key=lambda card: points(view, card))
    if aside := [card for card in highest if card[0] != trump]:
        return max(aside, key=lambda card: points(view, card))
    low = [card for card in cards if card[0] != trump] or cards
    return min(low, key=lambda card: (points(view, card), sum(one[0] == card[0] for one in hand)))


def answered(view: View, cards: list[str]) -> str:
    """The dearest plain card or the cheapest trump that takes the trick, else the least."""
    lead, trump = view["trick"][0][1], view["trump"]
    takes = [
        card
        for card in cards
        if (card[0] == lead[0] and ladder(view, card).index(card[1]) < ladder(view, card).index(lead[1]))
        or (card[0] == trump != lead[0])
    ]
    plain = [card for card in takes if card[0] != trump]
    if plain:
        return max(plain, key=lambda card: points(view, card))
    if takes:
        return min(takes, key=lambda card: points(view, card))
    return min(cards, key=lambda card: (points(view, card), card[0] == trump))


def chosen(view: View) -> Deed:
    """What to do on one's turn."""
    hand, legal = view["hands"][view["seat"]]["cards"], list[Deed](view["legal"])
    if view["phase"] == "auction":
        return ordered(view, hand)
    if word := spoken(legal):
        return word
    plays = {one["card"]: one for one in sorted(legal, key=lambda one: "bella" in one) if one["type"] == "play"}
    if not plays:
        return legal[0]
    return plays[answered(view, list(plays)) if view["trick"] else led(view, hand, list(plays))]


def decide(know: dict[str, Any]) -> Deed | None:
    """What to ask for now; None: it is for others to do something."""
    view: View | None = know["view"]
    if view and view["legal"]:
        return {"t": "cmd", "at": know["seq"], "do": chosen(view)}
    wish: Deed | None = bot.decide(know)
    return wish


if __name__ == "__main__":
    random.seed(0)
    print(json.dumps(asyncio.run(bot.play(sys.argv[1], sys.argv[2], os.environ["KOZYR_TOKEN"], decide))))
