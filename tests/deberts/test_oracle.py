"""Random parties against a recount that shares no code with the engine.

The oracle reads the log: who played what, what was said. It keeps the score with its own tables, its own idea of bait,
hanging points and closing, and says after every deal what must stand on the sheet.
"""

import random
from collections.abc import Callable

import pytest

from kozyr.cards import Seat
from kozyr.deals import DEBERTS
from kozyr.games import Deal, Event
from kozyr.games.deberts import Conventions, Outcome, Party, State, agree, start
from kozyr.games.deberts.words import Close

PACK = [card.text for card in DEBERTS.cards]
RANKS = "789TJQKA"
TRUMP_VALUE = dict(zip("J9ATKQ87", (20, 14, 11, 10, 4, 3, 0, 0), strict=True))
PLAIN_VALUE = dict(zip("ATKQJ987", (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
MELD_VALUE = {"terz": 20, "fifty": 50, "hundred": 100}
LENGTH = {"terz": 3, "fifty": 4, "hundred": 5}


def value(card: str, trump: str) -> int:
    return (TRUMP_VALUE if card[0] == trump else PLAIN_VALUE)[card[1]]


def beats(second: str, first: str, trump: str) -> bool:
    if second[0] == first[0]:
        order = "J9ATKQ87" if first[0] == trump else "ATKQJ987"
        return order.index(second[1]) < order.index(first[1])
    return second[0] == trump


def run(name: str) -> set[str]:
    """The cards of a combination as it is named: terz-HK."""
    kind, top = name.split("-")
    at = RANKS.index(top[1])
    return {top[0] + rank for rank in RANKS[at - LENGTH[kind] + 1 : at + 1]}


def random_deal(chance: random.Random) -> str:
    """A deal as text, written here by hand."""
    cards = PACK[:]
    chance.shuffle(cards)

    def text(hand: list[str]) -> str:
        return ".".join("".join(c[1] for c in hand if c[0] == suit) for suit in "SHDC")

    north, south, rest = cards[:9], cards[9:18], cards[18:]
    return f"N:{text(north[:6])}/{text(north[6:])} - {text(south[:6])}/{text(south[6:])} + {' '.join(rest)}"


class Recount:
    """The score of a party, counted from logs."""

    def __init__(self, conventions: Conventions) -> None:
        self.c = conventions
        self.score = {"N": 0, "S": 0}
        self.pots: list[int] = []
        self.winner = ""
        self.dealer = "N"

    def deal(self, log: list[tuple[str, str]], outcome: Outcome) -> None:
        """Count a deal from (seat, token) pairs; the outcome is used for the ruling on errors alone."""
        cards = log[0][1].removeprefix("deal:").split("_+_")
        places = cards[0].removeprefix("N:").split("_")
        hands = {seat: self.nine(places[at]) for seat, at in (("N", 0), ("S", 2))}
        up = cards[1].split("_")[0]
        trump, maker = "", ""
        turn = "S" if self.dealer == "N" else "N"
        eldest = turn
        points, bella = {"N": 0, "S": 0}, {"N": 0, "S": 0}
        combos: dict[str, list[str]] = {"N": [], "S": []}
        trick: list[tuple[str, str]] = []
        tricks, closed, last, agreed = 0, "", "", False
        spoken: dict[str, list[str]] = {"N": [], "S": []}
        before_exchange = {seat: set(hand) for seat, hand in hands.items()}
        for who, token in log[1:]:
            head, _, tail = token.partition(":")
            if head == "order":
                trump, maker = tail or up[0], who
            elif head == "exchange":
                assert up[0] == trump
                assert trump + "7" in hands[who]
                hands[who] = hands[who] - {trump + "7"} | {up}
            elif head == "show":
                names = tail.split(",")
                held = [before_exchange[who], hands[who]]
                assert any(all(run(name) <= hand for name in names) for hand in held)
                assert sum(LENGTH[name.split("-")[0]] for name in names) == len(set().union(*map(run, names)))
                # Who names after the other has done so: the first had no right to ask, and his are void.
                combos = {"N": [], "S": []} | {who: names}
            elif head in {"terz", "fifty", "hundred"}:
                spoken[who].append(head)
            elif head == "nine" and {trump + rank for rank in "987"} <= hands[who]:
                spoken[who].append("terz")
            elif head == "passes" or (head == "from" and who == eldest):
                agreed = True
            elif head == "close":
                closed = who
            elif head == "bella" and not tail:
                bella[who] = 20
            elif head == "bella" or token in PACK:
                card = tail or token
                assert who == turn
                assert card in hands[who]
                if tail:
                    assert card[1] in "KQ"
                    bella[who] = 20
                trick.append((who, card))
                turn = "S" if who == "N" else "N"
                if len(trick) == 2:
                    taker = trick[1][0] if beats(trick[1][1], trick[0][1], trump) else trick[0][0]
                    points[taker] += sum(value(c, trump) for _, c in trick)
                    tricks, trick, turn, last = tricks + 1, [], taker, taker
        if not maker:
            self.dealer = eldest
            return
        if tricks == 9:
            points[last] += 10
        if closed and agreed and not any(combos.values()):  # what passes had still to be named
            combos[eldest] = spoken[eldest]
        if not outcome.bait:
            assert {
                seat: tuple(n.split("-")[0] for n in names) for seat, names in combos.items() if names
            } == outcome.melds
        extra = {seat: sum(MELD_VALUE[name.split("-")[0]] for name in combos[seat]) + bella[seat] for seat in "NS"}
        counted = {seat: points[seat] + extra[seat] for seat in "NS"}
        other = "S" if maker == "N" else "N"
        if closed:
            assert not outcome.bait
            total = self.score[closed] + counted[closed]
            for seat in "NS":
                self.score[seat] += counted[seat]
            self.winner = closed if total >= self.c.target else ("S" if closed == "N" else "N")
            return
        if outcome.bait:
            innocent = "S" if outcome.bait == "N" else "N"
            claims = sum(MELD_VALUE[kind] for seat in "NS" if not combos[seat] for kind in spoken[seat])
            everything = sum(value(c, trump) for hand in hands.values() for c in hand) + 10 + sum(extra.values())
            self.written({innocent: everything + claims}, innocent, pot=True)
        elif counted[maker] > counted[other]:
            self.written(counted, maker, pot=True)
        elif counted[maker] < counted[other]:
            self.written({other: counted[maker] + counted[other]}, other, pot=True)
        else:
            self.written({other: counted[other]}, other, pot=False)
            self.pots.append(counted[maker])
        reached = [seat for seat in "NS" if self.score[seat] >= self.c.target]
        if len(reached) == 1:
            self.winner = reached[0]
        elif len(reached) == 2:
            more = max("NS", key=lambda seat: self.score[seat])
            level = self.score["N"] == self.score["S"]
            self.winner = last if self.c.both_reached == "last_trick" or level else more

    def written(self, points: dict[str, int], ahead: str, *, pot: bool) -> None:
        for seat, n in points.items():
            self.score[seat] += n
        while pot and self.pots:
            self.score[ahead] += self.pots.pop(0)
            if self.c.hanging == "queue":
                break
        self.dealer = ahead

    @staticmethod
    def nine(text: str) -> set[str]:
        parts = text.split("/")
        return {
            suit + rank for part in parts for suit, ranks in zip("SHDC", part.split("."), strict=True) for rank in ranks
        }


def chosen(state: State, party: Party, chance: random.Random) -> Event:
    """A random event: sometimes closing, mostly when it is true, and combinations more often than not."""
    seat = state.turn
    assert seat is not None
    if state.offers(seat):
        assert state.course is not None
        written, taken = party.sheet.points["NS".index(seat.value)], state.course.taken[seat.position]
        sure = written + taken >= party.conventions.target
        if chance.random() < (0.5 if sure else 0.0005):
            return Close()
    legal = state.legal()
    words = [event for event in legal if not event.token[0].isupper()]
    if words and len(words) < len(legal) and chance.random() < 0.6:
        return chance.choice(words)
    return chance.choice(legal)


def played(deals: int, seed: int, conventions: Conventions) -> dict[str, int]:
    """Random parties with a recount of each deal; what happened how often."""
    chance = random.Random(seed)
    seen = dict.fromkeys(("melds", "bella", "bait", "hanging", "closed", "card_bait", "parties", "both"), 0)
    party, recount = start(conventions), Recount(conventions)
    for _ in range(deals):
        if party.finished:
            seen["parties"] += 1
            seen["both"] += min(party.sheet.points) >= conventions.target
            party, recount = start(conventions), Recount(conventions)
        state = party.begin()
        deal = Deal(random_deal(chance))
        log = [("", deal.token)]
        state = state.apply(deal)
        while state.outcome is None:
            event = chosen(state, party, chance)
            assert state.turn is not None
            log.append((state.turn.value, event.token))
            state = state.apply(event)
        outcome = state.outcome
        party = party.record(outcome)
        recount.deal(log, outcome)
        north, south = party.sheet.points
        assert {"N": north, "S": south} == recount.score, log
        assert list(party.sheet.hanging) == ([] if outcome.closed else recount.pots), log
        assert ("" if party.winner is None else "NS"[party.winner]) == recount.winner, log
        assert party.finished or "NS"[party.dealer] == recount.dealer, log
        if outcome.last:
            values = [
                value(card.text, str(outcome.trump and outcome.trump.value))
                for seat in (Seat.N, Seat.S)
                for card in state.owned(seat)
            ]
            assert sum(outcome.points.values()) == sum(values) + 10
        whys = {entry.why for entry in party.sheet.entries if entry.deal == party.number - 1}
        seen["melds"] += bool(outcome.melds)
        seen["bella"] += outcome.bella is not None
        seen["bait"] += "taken" in whys
        seen["hanging"] += "hangs" in whys
        seen["closed"] += outcome.closed is not None
        seen["card_bait"] += outcome.bait is not None
    return seen


@pytest.mark.rule("D-SCORE-2", "D-SCORE-4", "D-COMBO-4", "D-BAIT-1", "D-CLOSE-1")
@pytest.mark.parametrize(("preset", "part", "seed"), [("moscow", 60_000, 1), ("moscow-alternatives", 40_000, 2)])
def test_random_parties_agree_with_an_independent_recount(
    preset: str, part: int, seed: int, share: Callable[[int], int]
) -> None:
    seen = played(share(part), seed, agree(preset))
    assert seen.pop("card_bait") == 0
    assert all(seen.values()), seen


@pytest.mark.rule("D-BAIT-4", "D-BAIT-5")
def test_random_parties_with_errors_agree_too(share: Callable[[int], int]) -> None:
    seen = played(share(10_000), 3, agree("moscow", {"table.irregularities": "rule", "closing": False}))
    assert seen["card_bait"] > 0.9 * share(10_000)
