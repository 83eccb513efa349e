"""What an observation of bridge should say, by the table of docs/envs.md."""

from kozyr.cards import Card, Seat
from tests.observed import Parts, Reader, best

_RANKS = "23456789TJQKA"
_BIDS = [f"{level}{suit}" for level in range(1, 8) for suit in ("C", "D", "H", "S", "NT")]


class Bridge(Reader):
    """A seat of bridge."""

    def read(self) -> Parts:
        """All parts as the page describes them."""
        parts, me = self.parts, self.me
        if me is not None:
            parts["seat"]["NESW".index(me.value)] = 1
        self.seats("dealer", [self.terms.dealer])
        self.seats("mine", [seat for seat in Seat if self.terms.control[seat.position] is me])
        self.now()
        ours = 0 if me is None else me.position % 2
        for n, side in enumerate((ours, 1 - ours)):
            parts["vulnerable"][n] = self.terms.vulnerability in {"both", ("ns", "ew")[side]}
            parts["part"][n] = min(1, self.terms.part[side] / 100)
        self.cards()
        self.auction()
        automatic = (
            not self.rest and self.terms.conventions.honours and self.terms.conventions.honours_claim == "automatic"
        )
        if (automatic and self.played) or any(word == "honours" for _, word in self.said):
            self.seats("honours", [self.holder])
        return parts

    def owner(self, token: str) -> Seat:
        """Whose card it was."""
        (found,) = (seat for seat in Seat if Card(token) in (self.layout.hand(seat) or ()))
        return found

    def now(self) -> None:
        """The phase, and whose turn it is: told by what comes next."""
        phase, turn, actor = "over", None, None
        if self.rest:
            actor, word = self.rest[0]
            card = word in Card.__members__
            phase = "honours" if len(self.played) == 52 else "play" if self.ended else "auction"
            turn = self.owner(word) if card else actor
        self.parts["phase"][["deal", "auction", "play", "honours", "over"].index(phase)] = 1
        self.seats("turn", [turn])
        self.seats("actor", [actor])

    @property
    def played(self) -> list[Card]:
        """The cards so far."""
        return [Card(word) for _, word in self.said if word in Card.__members__]

    @property
    def bare(self) -> bool:
        """Whether all cards have been played, or none will be, so that the hands lie open as they were dealt."""
        return not self.rest or len(self.played) == 52

    @property
    def ended(self) -> bool:
        """Whether the auction is over: no call is left before the first card."""
        left = [word for _, word in self.rest]
        return bool(self.played) or not left or left[0] in Card.__members__ or left[0] == "honours"

    @property
    def holder(self) -> Seat | None:
        """The hand with four honours or more of trumps, or with four aces where there are none (B-SCORE-13)."""
        trump = self.contract(self.all)[0][1:]
        wanted = [Card(suit + "A") for suit in "SHDC"] if trump == "NT" else [Card(trump + r) for r in "AKQJT"]
        return next((seat for seat in Seat if sum(c in (self.layout.hand(seat) or ()) for c in wanted) >= 4), None)

    def cards(self) -> None:
        """Hands, tricks, and what lies open."""
        at = self.pack("SHDC", _RANKS)
        played = [(self.owner(word), Card(word)) for _, word in self.said if word in Card.__members__]
        gone = {card for _, card in played}
        for seat in Seat:
            hand = set(self.layout.hand(seat) or ())
            if self.bare:
                gone, self.seen = set(), self.seen | hand
            left = hand - gone
            self.parts["counts"][self.at(seat)] = len(left) / 13
            for card in left & self.seen:
                self.parts["hands"][self.at(seat), at[card]] = 1
        whole = len(played) // 4
        for n, (seat, card) in enumerate(played):
            if n // 4 < whole:
                self.parts["history"][self.at(seat), at[card]] = (n // 4 + 1) / 13
            else:
                self.parts["trick"][self.at(seat), at[card]] = (n % 4 + 1) / 4
        bid, declarer = self.contract(self.all)
        for n in range(whole):
            trick = played[4 * n : 4 * n + 4]
            taker = best(trick, trick[0][1].text[0], bid[1:], _RANKS)
            assert taker is not None
            self.parts["tricks"][(taker.position - (self.me or Seat.N).position) % 2] += 1 / 13
        if played and declarer is not None:  # dummy lies open from the first lead on
            dummies = {Seat("NESW"[(declarer.position + 2) % 4]), *(set(Seat) - set(self.terms.seats))}
            self.seats("tabled", dummies)

    def contract(self, said: tuple[tuple[Seat, str], ...]) -> tuple[str, Seat | None]:
        """The last bid, and who of its side has named its denomination first."""
        bids = [(seat, word) for seat, word in said if word in _BIDS]
        if not bids:
            return "", None
        by, last = bids[-1]
        first = (seat for seat, word in bids if word[1:] == last[1:] and (seat.position - by.position) % 2 == 0)
        return last, next(first)

    def auction(self) -> None:
        """Who has said what, and the contract that follows."""
        bid, doubled = "", 0
        first = next((n for n, (_, word) in enumerate(self.said) if word in Card.__members__), None)
        for seat, word in self.said[:first]:  # after the play a pass declines to declare honours
            row = self.at(seat)
            if word in _BIDS:
                self.parts["bids"][row, _BIDS.index(word)] = 1
                bid, doubled = word, 0
            elif word in {"X", "XX"}:
                doubled = len(word)
                self.parts["doubles" if word == "X" else "redoubles"][row, _BIDS.index(bid)] = 1
            elif word == "pass":
                self.parts["passes"][row, 1 + _BIDS.index(bid) if bid else 0] += 1 / 3
        if bid:
            self.parts["contract"][_BIDS.index(bid)] = 1
            self.parts["doubled"][doubled] = 1
        if self.ended:
            self.seats("declarer", [self.contract(self.said)[1]])


READER = Bridge
