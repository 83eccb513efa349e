"""What an observation of preferans should say, by the table of docs/envs.md."""

from math import log2

import numpy as np

from kozyr.cards import Card, Seat
from tests.observed import Parts, Reader, best

_RANKS = "789TJQKA"
_CONTRACTS = [f"{size}{suit}" for size in (6, 7, 8, 9, 10) for suit in ("S", "C", "D", "H", "NT")]
_BIDS = [*_CONTRACTS, "misere", "all-pass"]
_CALLS = [
    "pass", "blind:pass", "here", "misere", "blind:misere", "hand:misere", "take", "take1",
    *_CONTRACTS, *(f"blind:{bid}" for bid in _CONTRACTS), *(f"hand:{bid}" for bid in _CONTRACTS if bid[0] == "9"),
]  # fmt: skip
_ANSWERS = ["pass", "whist", "half", "open", "closed"]
_PHASES = ["deal", "auction", "invite", "talon", "discard", "contract", "whist", "play", "over"]


class Preferans(Reader):
    """A seat of preferans."""

    def read(self) -> Parts:
        """All parts as the page describes them."""
        parts, me, terms = self.parts, self.me, self.terms
        if me is not None:
            parts["seat"]["NESW".index(me.value)] = 1
        holders = [seat for seat in Seat if self.layout.hand(seat)]
        self.seats("dealer", [terms.dealer])
        self.seats("bidders", [seat for seat in holders if seat in terms.seats])
        self.seats("dummy", [seat for seat in holders if seat not in terms.seats])
        self.now()
        self.words()
        self.cards(holders)
        parts["factor"][0] = log2(self.factor) / 8
        parts["shared"][0] = self.shared
        parts["open"][0] = self.open and self.playing
        for name, told, most in (("price", terms.price, 16), ("series", terms.series, 8), ("level", terms.level, 4)):
            parts[name][0] = min(1, told / most)
        parts["forced"][0] = terms.forced
        for seat in Seat:
            parts["bombs"][self.at(seat)] = log2(terms.bombs[seat.position]) / 8
        return parts

    # --- what has been said

    @property
    def invited(self) -> tuple[Seat | None, str]:
        """Who has invited the dealer to share a misère, and what the dealer has said to it."""
        at = next((n for n, (_, word) in enumerate(self.said) if word == "invite"), None)
        if at is None:
            return None, ""
        return self.said[at][0], self.said[at + 1][1] if at + 1 < len(self.said) else ""

    def split(self) -> tuple[list[tuple[Seat, str]], list[tuple[Seat, str]]]:
        """The calls, among them the misère of an invitation that was accepted, and the words after a contract was named."""
        named = [n for n, (_, word) in enumerate(self.said) if word.startswith("contract:")]
        at = named[0] if named else len(self.said)
        guest = self.invited[0]
        told = [(guest, "misere") if guest and word == "yes" else (seat, word) for seat, word in self.said[:at]]
        calls = [(seat, word) for seat, word in told if word in _CALLS]
        if self.unseen(calls):
            calls.pop()
        return calls, list(self.said[at + 1 :])

    @staticmethod
    def unseen(calls: list[tuple[Seat, str]]) -> bool:
        """Whether the last word is no call any more: the winner before looking takes the talon, or orders misère."""
        bids = [call for call in calls if call[1] == "here" or call[1].split(":")[-1] in _BIDS or call[1] == "take"]
        (by, before), (again, word) = bids[-2:] if len(bids) > 1 else ((None, ""), (None, ""))
        return by is again and before.startswith("blind:") and word in {"take", "misere"} and bids[-1] is calls[-1]

    @property
    def ordered(self) -> bool:
        """Whether misère is played, bid or ordered instead of the talon."""
        said = [(seat, word) for seat, word in self.said if word in _CALLS]
        late = any(self.unseen(said[: n + 1]) and said[n][1] == "misere" for n in range(len(said)))
        return late or self.bid(self.split()[0]) == "misere"

    @property
    def dark(self) -> bool:
        """Whether a bid before looking has won the auction."""
        told = self.said if self.phase in {"talon", "auction", "invite"} else self.all
        bids = [word for _, word in told if word in _CALLS and (word == "here" or word.split(":")[-1] in _BIDS)]
        return bool(bids) and bids[-1].startswith("blind:")

    def words(self) -> None:
        """Calls and answers in their order, the bid, the contract and its players."""
        calls, answers = self.split()
        answers = [(seat, word) for seat, word in answers if word in _ANSWERS]
        for n, (seat, word) in enumerate(calls):
            self.parts["calls"][self.at(seat), _CALLS.index(word)] = (n + 1) / 64
        for n, (seat, word) in enumerate(answers):
            self.parts["answers"][self.at(seat), _ANSWERS.index(word)] = (n + 1) / 8
        bid = self.bid(calls)
        raised = self.terms.level or self.terms.series or any(word == "blind:pass" for _, word in calls)
        if calls and calls[-1][1] == "take" and raised:
            self.parts["bid"][:] = np.nan  # the smallest game that may be bid, which the rules say and not the log
        elif bid:
            self.parts["bid"][_BIDS.index(bid)] = 1
        contract = self.contract
        if contract:
            self.parts["contract"][_BIDS.index(contract)] = 1
        self.seats("declarer", [self.declarer])
        last = {seat: word for seat, word in answers if word in {"whist", "pass", "half"}}
        if self.playing:
            self.seats("whisters", set(self.terms.hands) - {self.declarer} if self.forced else [])
            self.seats("whisters", [seat for seat, word in last.items() if word == "whist"])

    @staticmethod
    def bid(calls: list[tuple[Seat, str]]) -> str:
        """The highest bid of these calls."""
        found = ["6S" if word == "take" else word.split(":")[-1] for _, word in calls]
        return next((bid for bid in reversed(found) if bid in _BIDS), "")

    @property
    def factor(self) -> int:
        """The declarer's bomb, doubled by a bid before looking; of an all-pass, by the passes before looking."""
        if self.declarer is not None:
            return int(self.terms.bombs[self.declarer.position]) * (2 if self.dark else 1)
        if self.contract != "all-pass":
            return 1
        here = 1 if self.terms.forced else sum(word == "blind:pass" for _, word in self.said)
        agreed, before = self.terms.conventions, int(self.terms.level)
        level = {"per_deal": here, "per_series": before + 1, "both": before + here}[
            "both" if self.terms.forced else agreed.blind_counter
        ]
        return int(2 ** min(level, level if agreed.blind_cap is None else agreed.blind_cap)) if here else 1

    @property
    def shared(self) -> bool:
        """Whether the dealer has accepted a misère, until the auction ends with another contract."""
        return self.invited[1] == "yes" and (self.declarer is None or self.contract == "misere")

    @property
    def open(self) -> bool:
        """Whether the defence plays with open cards: as its whister says, at misère, and with a closed hand."""
        words = [word for _, word in self.split()[1]]
        whisters = [seat for seat, word in self.split()[1] if word == "whist"]
        handless = any(seat not in self.terms.hands for seat in whisters) or (len(self.terms.hands) == 2 and whisters)
        forced = self.forced and len(self.terms.hands) == 2
        return (
            "open" in words or (self.contract == "misere" and not self.dark) or bool(handless) or self.checked or forced
        )

    @property
    def checked(self) -> bool:
        """Whether all hands lie open, since a ten is not whisted but looked through (P-3.5.3)."""
        return self.contract[:2] == "10" and self.terms.conventions.contract_ten_is == "checked"

    @property
    def forced(self) -> bool:
        """Whether all must whist: on a six of a bidder who has not looked (P-3.3.19b)."""
        return self.dark and self.contract[:1] == "6"

    @property
    def phase(self) -> str:
        """Told by what comes next."""
        if not self.rest:
            return "over"
        word = self.rest[0][1]
        if word in Card.__members__ or word == "surrender":
            return "play"
        if word.split(":")[0] in {"discard", "contract"}:
            return word.split(":")[0]
        if word == "refuse":
            return "discard"
        if word in {"yes", "no"}:
            return "invite"
        if self.unseen([*((seat, said) for seat, said in self.said if said in _CALLS), self.rest[0]]):
            return "talon"
        if any(said.startswith("contract:") for _, said in self.said):
            return "whist"
        return "auction"

    @property
    def playing(self) -> bool:
        """Whether cards are played now, or the deal is over."""
        return self.phase in {"play", "over"}

    @property
    def declarer(self) -> Seat | None:
        """The highest bidder, once nobody may bid any more."""
        if self.phase in {"auction", "invite"}:
            return None
        calls, _ = self.split()
        bids = [seat for seat, word in calls if word in {"here", "take"} or word.split(":")[-1] in _BIDS]
        return bids[-1] if bids else None

    @property
    def contract(self) -> str:
        """What is played, once it is known."""
        named = [word.split(":")[1] for _, word in self.said if word.startswith("contract:")]
        if named:
            return named[-1]
        if self.phase in {"auction", "invite"}:
            return ""
        if self.declarer is None:
            return "all-pass"
        return "misere" if self.ordered and self.phase != "talon" else ""

    def now(self) -> None:
        """The phase, and whose turn it is."""
        self.parts["phase"][_PHASES.index(self.phase)] = 1
        if self.rest:
            actor, word = self.rest[0]
            self.seats("actor", [actor])
            asks = self.invited[0] if self.phase == "invite" else actor
            self.seats("turn", [self.owner(Card(word)) if word in Card.__members__ else asks])

    # --- the cards

    def owner(self, card: Card) -> Seat:
        """Whose card it was."""
        for seat in Seat:
            if card in (self.layout.hand(seat) or ()):
                return seat
        found = self.declarer
        assert found is not None
        return found

    def shows(self, seat: Seat, cards: set[Card], *, out: bool) -> bool:
        """Whether a hand lies to be seen: the dealer who was invited sees it for the answer, and while the misère is shared."""
        if seat is self.me:
            return out or set(self.layout.hand(seat) or ()) <= self.seen
        if (
            seat is self.invited[0]
            and self.me is self.terms.dealer
            and (self.shared or seat is self.declarer or not (self.open and self.playing))
        ):
            return out or self.phase == "invite" or self.shared
        return out or (self.checked and self.playing) or (bool(cards) and cards <= self.seen)

    def cards(self, holders: list[Seat]) -> None:
        """Hands, talon, discard, tricks."""
        at = self.pack("SHDC", _RANKS)
        talon = list(self.layout.rest)
        played = [(self.owner(Card(word)), Card(word)) for _, word in self.said if word in Card.__members__]
        gone = {card for _, card in played}
        put_away = {Card(card) for _, word in self.said if word.startswith("discard:") for card in word[8:].split(",")}
        refused = any(word == "refuse" for _, word in self.said)
        put_away |= set(talon) if refused else set()
        size = len(self.terms.hands if self.contract == "all-pass" else holders)
        calls = [word for _, word in self.split()[0] if word == "here" or word.split(":")[-1] in _BIDS]
        hand_game = bool(calls) and calls[-1].startswith("hand:") and self.declarer is not None
        for seat in holders:
            dealt = set(self.layout.hand(seat) or ())
            bought = seat is self.declarer and self.phase not in {"talon", "over"} and not hand_game
            left = dealt | set(talon) - put_away if bought else dealt
            left -= put_away if bought else set()
            left -= gone if self.rest else set()
            self.parts["counts"][self.at(seat)] = len(left) / 12
            if self.shows(seat, left - set(talon) - put_away, out=len(played) == size * 10):
                for card in left:
                    self.parts["hands"][self.at(seat), at[card]] = 1
        for n, card in enumerate(talon):
            bought_unseen = self.dark and self.declarer is not None and self.me is not self.declarer
            if (card in self.seen and not bought_unseen) or len(played) == size * 10:
                self.parts["talon"][n, at[card]] = 1
        if (self.me is not None and self.me is self.declarer) or len(played) == size * 10:
            for card in put_away:
                self.parts["discard"][at[card]] = 1
        whole = len(played) // size
        for n, (seat, card) in enumerate(played):
            if n // size < whole:
                self.parts["history"][self.at(seat), at[card]] = (n // size + 1) / 10
            else:
                self.parts["trick"][self.at(seat), at[card]] = (n % size + 1) / 4
        contract = self.contract
        trump = contract[-1] if contract in _CONTRACTS and not contract.endswith("NT") else ""
        open_talon = contract == "all-pass" and self.terms.conventions.allpass_talon == "opened"
        for n in range(whole):
            trick = played[size * n : size * n + size]
            led = talon[n].text[0] if open_talon and n < 2 else trick[0][1].text[0]
            lies = [(self.terms.talon_owner, talon[n])] if open_talon and n < 2 and self.terms.talon_owner else []
            taker = best([*trick, *lies], led, trump, _RANKS)
            if taker is not None:
                self.parts["tricks"][self.at(taker)] += 1 / 10
        if open_talon and whole < 2 and self.phase == "play":
            self.parts["lead"][at[talon[whole]]] = 1


READER = Preferans
