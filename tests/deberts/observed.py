"""What an observation of deberts should say, by the table of docs/envs.md."""

import numpy as np

from kozyr.cards import Card, Seat
from tests.observed import Parts, Reader, best

_RANKS = "789TJQKA"  # of the pack and of sequences
_PLAIN, _TRUMPS = "789JQKTA", "78QKTA9J"  # by strength (D-PLAY)
_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_KINDS = {"terz": 3, "fifty": 4, "hundred": 5}
_CALLS = ["pass", "order", "order:S", "order:H", "order:D", "order:C"]
_WORDS = [
    "exchange", "terz", "fifty", "hundred", "nine", "higher", "passes", "height",
    *(f"from:{rank}{trump}" for rank in "9TJQKA" for trump in ("", ":trump")), "show",
]  # fmt: skip
_PHASES = ["deal", "auction", "play", "melds", "bait", "over"]
_STEPS = ["", "nine", "answer", "reply", "show"]


class Deberts(Reader):
    """A seat of deberts."""

    def read(self) -> Parts:
        """All parts as the page describes them."""
        parts, terms = self.parts, self.terms
        self.dealer, self.eldest = terms.dealer, Seat.N if terms.dealer is Seat.S else Seat.S
        assert self.me is not None
        parts["seat"]["NS".index(self.me.value)] = 1
        self.seats("dealer", [self.dealer])
        self.auction()
        self.dialogue()
        self.now()
        self.cards()
        for n, seat in enumerate((Seat.N, Seat.S)):
            parts["score"][self.at(seat)] = min(1, terms.score[n] / terms.conventions.target)
        parts["hanging"][0], parts["obliged"][0] = min(1, sum(terms.hanging) / 200), terms.obliged
        return parts

    def other(self, seat: Seat) -> Seat:
        """The opponent."""
        return self.eldest if seat is self.dealer else self.dealer

    @property
    def played(self) -> list[tuple[Seat, Card]]:
        """The cards so far; the second of a bella may be played with a word."""
        return [
            (seat, Card(word[-2:])) for seat, word in self.said if word[-2:] in Card.__members__ and "show" not in word
        ]

    def auction(self) -> None:
        """The bidding: two rounds of calls, an order ends them."""
        self.first_trump = self.layout.rest[0]
        self.maker, self.trump, calls = None, "", 0
        if self.terms.obliged:
            self.maker, self.trump = self.dealer, self.first_trump.text[0]
        for seat, word in self.said:
            if word in _CALLS and self.maker is None:
                calls += 1
                self.parts["calls"][self.at(seat), _CALLS.index(word)] = calls / 4
                if word != "pass":
                    self.maker, self.trump = seat, word[6:] or self.first_trump.text[0]
        self.seats("maker", [self.maker])
        if self.trump:
            self.parts["trump"]["SHDC".index(self.trump)] = 1

    def dialogue(self) -> None:
        """The words about combinations, and whose count by them (D-COMBO-5 to D-COMBO-18)."""
        self.claim, self.passed, self.asked, self.exchanged = "", None, None, None
        self.named: list[tuple[str, list[Card]]] = []
        answered, count = "", 0
        for seat, word in self.said:
            plain = "show" if word.startswith("show:") else word
            if plain not in _WORDS:
                continue
            count += 1
            self.parts["said"][self.at(seat), _WORDS.index(plain)] = count / 8
            if word == "exchange":
                self.exchanged = seat
            elif word in _KINDS:
                self.claim = word
            elif word == "nine":
                self.asked = seat
            elif word == "higher":
                self.passed = seat
            elif word == "passes":
                self.passed = self.eldest
            elif plain.startswith("from:"):
                answered = plain
                if self.asked is self.dealer:
                    self.passed = self.dealer if plain == "from:9" else self.eldest
            elif plain == "show":
                self.shown(seat, word, asked=bool(answered) and self.passed is None)
        self.answered = answered
        if self.claim:
            self.parts["claim"][list(_KINDS).index(self.claim)] = 1
        self.seats("passed", [self.passed])
        self.seats("exchanged", [self.exchanged])

    def shown(self, seat: Seat, word: str, *, asked: bool) -> None:
        """Combinations told in full; who asks and then shows what was sure to win has lost the right to it (D-COMBO-11)."""
        told = [meld.split("-") for meld in word[5:].split(",")]
        if asked and any(self.sure(kind, card) for kind, card in told):
            self.passed = self.eldest
            return
        self.passed, self.named = seat, [(kind, self.sequence(kind, card)) for kind, card in told]

    def sure(self, kind: str, top: str) -> bool:
        """Whether it beats whatever the eldest has claimed."""
        return _KINDS[kind] > _KINDS[self.claim or "terz"] or (kind == self.claim and top == self.trump + "A")

    @staticmethod
    def sequence(kind: str, top: str) -> list[Card]:
        """The cards of a combination, told by its highest."""
        end = _RANKS.index(top[1]) + 1
        return [Card(top[0] + rank) for rank in _RANKS[end - _KINDS[kind] : end]]

    def now(self) -> None:
        """Phase, step and turn: told by what comes next."""
        phase, step = "over", ""
        if self.rest:
            seat, word = self.rest[0]
            step = self.step(seat, word)
            bait = self.maker is not None and word in {"bella", "pass"}
            phase = "auction" if self.maker is None else "bait" if bait else "melds" if step else "play"
            self.seats("turn", [seat])
            self.seats("baited", [self.other(seat)] if bait else [])
        elif self.terms.ruled:
            self.parts["baited"][:] = np.nan  # whose error it was the rules say, not the log
        self.parts["phase"][_PHASES.index(phase)] = 1
        self.parts["step"][_STEPS.index(step)] = 1

    def step(self, seat: Seat, word: str) -> str:
        """The step of the dialogue to which the next word belongs."""
        if word.startswith("from:"):
            return "answer"
        if word == "higher" or (
            word == "passes" and seat is not self.asked and self.asked is self.eldest and not self.passed
        ):
            return "nine"
        if self.answered and self.passed is None and seat is self.dealer:
            return "reply"
        late = (
            word.startswith("show:") and self.passed is not None and not any(said == "higher" for _, said in self.said)
        )
        return "show" if late else ""

    def cards(self) -> None:
        """Hands, what lies open, and the tricks."""
        at, parts = self.pack("SHDC", _RANKS), self.parts
        played, over = self.played, not self.rest
        seven = Card(self.trump + "7") if self.trump else None
        told: dict[Seat, set[Card]] = {Seat.N: set(), Seat.S: set()}
        if self.exchanged is not None:
            told[self.exchanged].add(self.first_trump)
        for kind, cards in self.named:
            assert self.passed is not None
            told[self.passed] |= set(cards)
            parts["kinds"][self.at(self.passed), list(_KINDS).index(kind)] += 1 / 3
            for card in cards:
                parts["named"][self.at(self.passed), at[card]] = 1
        for seat in (Seat.N, Seat.S):
            hand = set((self.layout.hand(seat) if self.maker else self.layout.first[seat.position]) or ())
            if seat is self.exchanged:
                hand = hand - {seven} | {self.first_trump}
            left = hand if over else hand - {card for _, card in played}
            parts["counts"][self.at(seat)] = len(left) / 9
            for card in left if over or seat is self.me else ():
                parts["hands"][self.at(seat), at[card]] = 1
            for card in left & told[seat]:
                parts["known"][self.at(seat), at[card]] = 1
        parts["first_trump"][at[self.first_trump]] = 1
        parts["upcard"][at[seven if self.exchanged and seven else self.first_trump]] = 1
        bottom = over or (self.maker is not None and self.terms.conventions.open_bottom_card)
        if bottom:
            parts["bottom"][at[self.layout.rest[-1]]] = 1
        parts["stock"][0] = ((13 if self.maker else 19) - bottom) / 19
        self.seats("bella", [seat for seat, word in self.said if "bella" in word])
        self.tricks(at)

    def tricks(self, at: dict[Card, int]) -> None:
        """The tricks, and the points of their cards."""
        played, taken = self.played, dict.fromkeys((Seat.N, Seat.S), 0)
        for n, (seat, card) in enumerate(played):
            done = n // 2 < len(played) // 2
            self.parts["history" if done else "trick"][self.at(seat), at[card]] = (n // 2 + 1) / 9 if done else 1 / 2
            if n % 2:
                taker = best(played[n - 1 : n + 1], played[n - 1][1].text[0], self.trump, _PLAIN, _TRUMPS)
                assert taker is not None
                taken[taker] += sum(map(self.worth, (card, played[n - 1][1]))) + (10 if n == 17 else 0)
        for seat, points in taken.items():
            self.parts["points"][self.at(seat)] = min(1, points / 200)

    def worth(self, card: Card) -> int:
        """The points of a card."""
        suit, rank = card.text[0], card.text[1]
        return {"J": 20, "9": 14}.get(rank, _POINTS.get(rank, 0)) if suit == self.trump else _POINTS.get(rank, 0)


READER = Deberts
