"""A deal as a table tells it to an arbiter: the players, the stage of the deal, the cards on the table.

A record is made in which all of it happens. Untold cards and earlier tricks are drawn. `kozyr.arbiter.desk` rules on
several such records and gives no ruling that rests on untold facts.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from random import Random
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr.arbiter.ruling import against
from kozyr.arbiter.told import Told, made
from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import Layout, numbered_deal
from kozyr.games import AnyState, Deal, Entry, Event, IllegalEvent, Play, Progress, begin, game
from kozyr.games.exact import Exact
from kozyr.games.refusal import Refused

_TRIES: Final = 400
_SECONDS: Final = 4.0
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=13)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
# Where the deal stands when the arbiter is called.
Until: TypeAlias = Literal["none", "dealt", "auction", "discard", "contract", "whist", "play"]


# What a game's desk adds to the telling: the token of the next call, None if none leads there; and words between cards.
Ahead: TypeAlias = Callable[["Telling", str, Seat | None], str | None]
Speak: TypeAlias = Callable[["Telling"], None]
# The ruling by which cards that a seat has shown lie open, as a token.
Nails: TypeAlias = Callable[["Telling", Seat, str], str]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line that somebody has written in the sheet by hand."""

    player: Word
    column: Literal["pool", "hill", "whists"]
    points: int | Exact
    on: Word = ""


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The story of a deal without a record. The story tells of the match's first deal: its dealer is the first seat."""

    calls: tuple[Word, ...] = ()
    """The auction so far, as tokens."""
    begun: bool = False
    """Whether somebody has called already."""
    declarer: Seat | None = None
    """The declarer. None at an all-pass."""
    contract: Word = ""
    """The contract as written: `6S`, `misere`, `3NTX`, `allpass`."""
    bid: Word = ""
    """The declarer's bid, where the contract is another one."""
    whisters: tuple[Seat, ...] = ()
    """The seats that whist."""
    tricks: Count = 0
    """How many tricks are over."""
    leader: Seat | None = None
    """The seat that leads now, or led the current trick."""
    cards: tuple[Card, ...] = ()
    """The cards of the current trick, in order."""
    offender: Seat | None = None
    """The seat of the offender."""
    card: Card | None = None
    """With what, where it is none of `cards` or of `calls`."""
    had: Card | None = None
    """The card that the offender should have played."""
    later: Count = 0
    """How many whole tricks have been played since."""
    won: Count | None = None
    hands: dict[Seat, tuple[Card, ...]] = {}
    """The told cards of each hand."""
    sizes: dict[Seat, Count] = {}
    """How many cards each was dealt, where that was wrong."""
    missing: Card | None = None
    """A card that has gone from the offender's hand."""
    closed: bool = False
    """Whether the auction is over."""
    played: bool = False
    """A card has been played."""
    written: Written | None = None
    """A line of the sheet."""
    passed: bool = False
    """The auction of the deal after it is over."""
    over: bool = False
    """The last card has fallen."""
    scored: bool = False
    """The score is written, and the next cards have come."""
    suit: Literal["", "S", "H", "D", "C"] = ""
    """The suit led to the trick `nth`, in which the offender played no card."""
    nth: Count = 0
    nailed: tuple[Card, ...] = ()
    """Cards of the offender's that lie open."""
    acted: bool = False
    """Whether the offender's partner has acted on the offender's words."""
    said: Literal["card", "height", "nine"] = "card"
    """The offender's question about combinations at deberts.

    `height` asks about the `claim`, whether the offender's own were better or not; `nine` asks about the nine.
    """
    claim: Literal["terz", "fifty", "hundred"] = "terz"
    better: bool = False


class Tale(msgspec.Struct, frozen=True):
    """A record of the story, as `kozyr rule` takes it, and which entry was the infraction; 0: none of them."""

    told: Told
    entry: int


class DeadEnd(Exception):
    """This draw does not lead to the told story; another one may."""


def tale(
    told: Told,
    story: Story,
    until: Until,
    draw: int,
    *,
    ahead: Ahead,
    speak: Speak | None = None,
    nails: Nails | None = None,
    breaks: bool = False,
    led: bool = False,
) -> Tale:
    """Make a record in which the story happens.

    `told` brings the game, the agreement, and the deal if all of it was told.

    draw: the number of the record; each number has its own cards. ahead: the next call on the way to the told contract.
    speak: the game's way to say words between its cards; None: it has none. nails: the ruling on shown cards. breaks: the offender's card was against the
    rules of play in any case. led: a card was led besides.

    Raises:
        Refused: the story or the agreement is impossible. The field is the wrong answer.
    """
    start = begin(made(msgspec.structs.replace(told, events="", deal="")))
    bare = not (story.begun or story.sizes or story.missing or told.deal)
    if until == "none" and bare:
        return Tale(told, 0)
    cut = time.monotonic() + _SECONDS
    chance = Random(draw)  # noqa: S311 - a record like any other, nothing secret
    for _ in range(1 if told.deal and until != "play" else _TRIES):
        try:
            return Telling(told, story, until, chance, start, ahead, speak, nails, breaks=breaks, led=led).all()
        except DeadEnd:
            if time.monotonic() > cut:
                break
    raise Refused("no_deal", field="cards" if story.cards else "tricks")


def _written(bits: int) -> str:
    """Cards as they are written: `SA HK`."""
    return " ".join(card.text for card in CardSet(bits))


def _other_cards(name: str, state: AnyState, chance: Random) -> str:
    """Any cards for the next deal of a game."""
    pack = game(name).pack
    return str(numbered_deal(chance.randrange(pack.deals), pack, state.terms.holders))


class Telling:
    """One draw of the story."""

    def __init__(
        self,
        told: Told,
        story: Story,
        until: Until,
        chance: Random,
        start: Progress,
        ahead: Ahead,
        speak: Speak | None,
        nails: Nails | None,
        *,
        breaks: bool,
        led: bool,
    ) -> None:
        self.told, self.story, self.until, self.chance, self.now = told, story, until, chance, start
        self.ahead, self.speak, self.nails, self.breaks, self.led = ahead, speak, nails, breaks, led
        self.words: list[str] = []
        self.entry = 0
        self.kept = self._kept()

    def _kept(self) -> dict[Seat, int]:
        """The cards that each hand still holds at the beginning of the told trick, as bits."""
        story, kept = self.story, dict.fromkeys(Seat, 0)
        for seat, cards in story.hands.items():
            kept[seat] |= CardSet.of(cards).bits
        for seat, card in self._trick():
            kept[seat] |= card.bit
        if story.had is not None and story.offender is not None:
            kept[story.offender] |= story.had.bit
        if story.missing is not None and story.offender is not None:
            kept[story.offender] |= story.missing.bit
        if story.offender is not None:
            kept[story.offender] |= CardSet.of(story.nailed).bits
        twice = 0
        for bits in kept.values():
            if twice & bits:
                raise Refused("twice", field="cards", cards=_written(twice & bits))
            twice |= bits
        return kept

    def _trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The told trick: each card with its seat."""
        story = self.story
        if (story.cards or story.card) and story.leader is None:
            raise Refused("missing", field="leader")
        found: list[tuple[Seat, Card]] = []
        if story.leader is not None:
            seats = self._round()
            if story.leader not in seats:
                raise Refused("no_hand", field="leader", seat=story.leader.value)
            at = seats.index(story.leader)
            turned = seats[at:] + seats[:at]
            if len(story.cards) > len(turned):
                raise Refused("trick_full", field="cards", most=len(turned))
            found += zip(turned, story.cards, strict=False)
        if story.card is not None:
            if story.offender is None:
                raise Refused("missing", field="offender")
            found.append((story.offender, story.card))
        return tuple(found)

    def _round(self) -> tuple[Seat, ...]:
        """The seats that play cards, clockwise."""
        state = self.now.state
        assert state is not None
        return tuple(seat for seat in Seat if seat in state.terms.holders)

    def all(self) -> Tale:
        """The whole story."""
        story = self.story
        self._deal()
        if story.written is not None:
            self._write(story.written)
        if self.until == "auction":
            self._calls()
        elif self.until in {"none", "dealt"}:
            if story.begun:
                self.do(self.read("pass", "begun"), question="begun")
        else:
            self._bid()
            if story.said != "card":
                if self.speak is None:
                    raise Refused("unknown", field="said", event=story.said)
                self.speak(self)
            elif self.until == "play":
                self._play()
        if story.missing is not None and story.offender is not None:
            gone = self.read(f"missing:{story.offender.value}:{story.missing}", "card")
            self.do(gone, story.offender, wrong=True, question="card")
        if story.passed:
            self._pass_by()
        told = msgspec.structs.replace(self.told, events=" ".join(self.words), deal=self.dealt)
        return Tale(told, self.entry)

    # --- steps ---------------------------------------------------------------------------------------------

    def legal(self) -> tuple[Event, ...]:
        """The legal events of the seat on turn."""
        state = self.now.state
        return () if state is None else state.legal()

    def do(self, event: Event, seat: Seat | None = None, *, wrong: bool = False, question: str = "") -> None:
        """Add an entry to the story. wrong: it is against the rules.

        Raises:
            Refused: not even a hand could do it, or it is against the rules and should not be.
        """
        state = self.now.state
        try:
            self.now = self.now.step(Entry(0, seat, event, wrong)).after
        except IllegalEvent as error:
            raise against(error.illegal, question, event.token) from None
        actor = None if state is None else state.actor
        named = seat is not None and (wrong or seat is not actor)
        self.words.append(
            f"{f'{seat.value}:' if named and seat is not None else ''}{event.token}{'!' if wrong else ''}"
        )

    def read(self, token: str, question: str) -> Event:
        """The event of a token.

        Raises:
            Refused: there is none.
        """
        try:
            return game(self.told.game).parse(token)
        except ValueError:
            raise Refused("unknown", field=question, event=token) from None

    def _deal(self) -> None:
        """Deal the cards: those told, and the others drawn."""
        pack, state = game(self.told.game).pack, self.now.state
        assert state is not None
        holders = state.terms.holders
        if self.told.deal:
            self.dealt = self.told.deal
            wrong = state.fault(self.dealt)
            try:
                event = Deal(self.dealt)
                self.now = self.now.step(Entry(0, None, event, wrong is not None)).after
            except (IllegalEvent, ValueError) as error:
                raise Refused("deal_unread", field="deal", reason=error) from None
            self._held()
            return
        sizes = dict(zip(holders, pack.hands, strict=True)) | {
            seat: count for seat, count in self.story.sizes.items() if seat in holders
        }
        if sum(sizes.values()) > len(pack.cards):
            raise Refused("pack_full", field="sizes", count=sum(sizes.values()), most=len(pack.cards))
        hands = {seat: self.kept[seat] for seat in holders}
        for seat, bits in hands.items():
            if bits.bit_count() > sizes[seat]:
                raise Refused("too_many", field="cards", seat=seat.value, count=bits.bit_count())
        told = sum(self.kept.values())
        strangers = [seat.value for seat, bits in self.kept.items() if bits and seat not in holders]
        if strangers:
            raise Refused("no_hand", field="offender", seat=strangers[0])
        alien = told & ~CardSet.of(pack.cards).bits
        if alien:
            raise Refused("not_in_pack", field="cards", cards=_written(alien))
        left = [card for card in pack.cards if not card.bit & told]
        self.chance.shuffle(left)
        void = self._void()
        if void is not None and sizes.get(void[0]):
            seat, suit = void
            left.sort(key=lambda card: card.suit.value != suit)  # the last are given first
            while hands[seat].bit_count() < sizes[seat] and left:
                hands[seat] |= left.pop().bit
            self.chance.shuffle(left)
        for seat in holders:
            while hands[seat].bit_count() < sizes[seat] and left:
                hands[seat] |= left.pop().bit
        self.dealt = str(Layout.of(((seat, CardSet(hands[seat])) for seat in holders), left))
        forced = state.fault(self.dealt) is not None
        try:
            self.now = self.now.step(Entry(0, None, Deal(self.dealt), forced)).after
        except IllegalEvent as error:
            raise Refused("undealable", error.illegal.law, field="sizes") from None

    def _void(self) -> tuple[Seat, str] | None:
        """The offender and the suit of the trick without their card, if the card added later is of another suit; else None."""
        story = self.story
        if not story.suit or story.offender is None:
            return None
        added = next(iter(story.hands.get(story.offender, ())), None)
        return None if added is None or added.suit.value == story.suit else (story.offender, story.suit)

    def _held(self) -> None:
        """Check that the cards told of the trick are in the hands that were told."""
        layout = Layout.parse(self.dealt)
        spare = CardSet.of(layout.rest).bits
        for seat, bits in self.kept.items():
            hand = layout.hand(seat)
            own = 0 if hand is None else hand.bits
            free = spare if seat is self.story.declarer else 0
            missing = bits & ~(own | free)
            if missing:
                raise Refused("not_in_hand", field="cards", seat=seat.value, cards=_written(missing))

    def _write(self, line: Written) -> None:
        on = f":{line.on}" if line.on else ""
        self.do(
            self.read(f"correction:{line.player}:{line.column}:{line.points}:P-4.2.4{on}", "written"),
            question="written",
        )
        self.entry = 2

    def _pass_by(self) -> None:
        """Run the deal to its end, and the auction of the next one too."""
        state = self.now.state
        number = 0 if state is None else state.terms.number
        for _ in range(80):
            state = self.now.state
            if state is None:
                break
            if state.now is None:
                self.do(Deal(_other_cards(self.told.game, state, self.chance)))
                continue
            if state.terms.number > number and state.phase in {"whist", "play"}:
                break
            words = {event.token for event in self.legal()}
            bids = words & {"6S", "7S"}
            token = (
                min(bids, default="pass") if state.phase == "auction" and state.actor is state.terms.seats[1] else ""
            )
            token = token or ("pass" if "pass" in words else "contract:6S" if "contract:6S" in words else "")
            self.do(self.read(token, "passed") if token else self.legal()[0])

    def _calls(self) -> None:
        """Add the auction as it was told; the offender's call comes last."""
        story = self.story
        for n, token in enumerate(story.calls, 1):
            event = self.read(token, "calls")
            state = self.now.state
            last = n == len(story.calls)
            seat = story.offender if last and story.offender is not None else None if state is None else state.actor
            wrong = last and state is not None and state.why_not(event, seat) is not None
            self.do(event, seat, wrong=wrong, question="calls")
        self.entry = 1 + len(story.calls)

    def _bid(self) -> None:
        """Add an auction that ends with the contract that was told, and what follows it."""
        story = self.story
        if not story.contract:
            raise Refused("missing", field="contract")
        state = self.now.state
        assert state is not None
        if story.contract != "allpass" and story.declarer is None:
            raise Refused("missing", field="declarer")
        if story.declarer is not None and story.declarer not in self._round():
            raise Refused("no_hand", field="declarer", seat=story.declarer.value)
        for _ in range(60):
            state = self.now.state
            if state is None or state.now is None:
                raise Refused("over_before_play", field="whisters")
            if state.phase in {self.until, "play", "melds"}:
                break
            token = self.ahead(self, str(state.phase), state.actor)
            if token is None:
                raise Refused("unknown", field="contract", event=story.contract)
            self.do(self.read(token, "contract"), question="contract")
            if token.startswith("contract:"):
                self.entry = 1 + len(self.words)
        if self.breaks and self.until in {"contract", "discard"}:  # named too low, or with too many cards
            named = self.read(f"contract:{story.contract}", "contract")
            state = self.now.state
            wrong = state is not None and state.why_not(named, story.declarer) is not None
            self.do(named, story.declarer, wrong=wrong, question="contract")
            self.entry = 1 + len(self.words)

    def put_away(self) -> str:
        """Two cards that the declarer can spare."""
        kept = self.kept[self.story.declarer] if self.story.declarer else 0
        free = [event for event in self.legal() if not kept & CardSet.of(getattr(event, "cards", ())).bits]
        if not free:
            raise DeadEnd
        return self.chance.choice(free).token

    # --- cards ---------------------------------------------------------------------------------------------

    def _play(self) -> None:
        story = self.story
        for n in range(story.tricks):
            self._any_trick(story.leader if n == story.tricks - 1 else None)
        state = self.now.state
        if state is None or state.now is None:
            raise Refused("deal_over", field="tricks")
        if story.suit:
            self._without_a_card(state)
        if story.nailed and story.offender is not None:
            self._nail(story.offender)
        if story.played and not story.tricks:
            self.any_card()
        if story.leader is not None and state.turn is not story.leader:
            if not story.tricks:
                raise Refused("led_first", field="leader", seat=state.turn.value if state.turn else "-")
            raise DeadEnd
        for n, (seat, card) in enumerate(self._trick(), 1):
            state = self.now.state
            if state is None or state.now is None:
                raise DeadEnd
            erred = seat is story.offender and (story.card is None or n > len(story.cards))
            by = state.actor if state.turn is seat else seat  # dummy's cards are the declarer's to play
            if erred:
                self.entry = 2 + len(self.words)
            play = self.read(card.text, "cards")
            right = state.why_not(play, by) is None
            if not self.told.deal and (right and self.breaks if erred else not right):
                raise DeadEnd  # with other cards it may be so
            if erred and right and self.breaks:
                raise Refused("no_offence", field="offender", cards=card.text, seat=seat.value)
            self.do(play, by, wrong=erred and not right, question="cards")
        if self.until == "play" and self.led and not story.later:
            self._lead_of_next()
        if story.later:
            self._to_the_end()
            for _ in range(story.later - 1):
                self._any_trick(None, last=True)
            if not (story.over or story.scored):
                self._counted()
                self._lead_of_next()
        if story.over or story.scored:
            self._finish()
            self._counted()
        state = self.now.state
        if story.scored and state is not None:
            self.do(Deal(_other_cards(self.told.game, state, self.chance)))

    def _without_a_card(self, state: AnyState) -> None:
        """Check the card that was missing from a trick against what the story says.

        The trick must have been led in the story's suit. If the card added later is of another suit, the offender must
        hold none of the led one.

        Raises:
            Contradiction: fewer tricks than that have been taken. DeadEnd: another suit was led, or the offender holds that suit.
        """
        story, void = self.story, self._void()
        if not 0 < story.nth <= len(state.history):
            raise Refused("tricks_taken", field="trick", trick=story.nth, taken=len(state.history))
        suit = state.history[story.nth - 1].cards[0][1].suit
        if suit.value != story.suit:
            raise DeadEnd
        if void is not None and state.holding(void[0]) & suit.bits:
            raise DeadEnd

    def _nail(self, seat: Seat) -> None:
        """Add the cards that a player has shown and the arbiter has had left open."""
        cards = ",".join(card.text for card in self.story.nailed)
        if self.nails is None:
            raise Refused("unknown", field="nailed", event=cards)
        ruling = self.nails(self, seat, cards)
        self.do(self.read(f"expose:{seat.value}:{cards}", "nailed"), seat, wrong=True, question="nailed")
        self.do(self.read(ruling, "nailed"), question="nailed")

    def _finish(self) -> None:
        """Play the deal to its end."""
        self._to_the_end()
        while self.now.state is not None and self.now.state.phase == "play":
            self._any_trick(None, last=True)

    def _to_the_end(self) -> None:
        """Complete the trick with any cards."""
        while self.now.state is not None and self.now.state.trick:
            self.any_card()

    def _counted(self) -> None:
        """Check that the offender's side has taken as many of the tricks since as was told."""
        story, ended = self.story, self.now.ended
        state = self.now.state if ended is None else ended.state
        if story.won is None or story.offender is None or state is None:
            return
        side = story.offender.position % 2
        won = [trick for trick in state.history[story.tricks :] if trick.winner.position % 2 == side]
        if len(won) != story.won:
            raise DeadEnd

    def _lead_of_next(self) -> None:
        """Add a lead to the next trick."""
        if self.legal() and self.now.state is not None and self.now.state.phase == "play":
            self.any_card()

    def _any_trick(self, winner: Seat | None, *, last: bool = False) -> None:
        """Play a trick of any cards. winner: the seat that must take it. last: it may be the last trick of the deal."""
        before, words = self.now, len(self.words)
        for _ in range(12):
            with contextlib.suppress(DeadEnd):
                self.any_card()
                self._to_the_end()
                state = self.now.state
                if (state is None or state.now is None) and not last:
                    raise Refused("deal_over", field="tricks")
                if winner is None or (state is not None and state.turn is winner):
                    return
            self.now, self.words = before, self.words[:words]
        raise DeadEnd

    def any_card(self) -> None:
        """Play any card that the hand on turn need not keep."""
        state = self.now.state
        if state is None or state.turn is None:
            raise DeadEnd
        kept = self.kept.get(state.turn, 0)
        cards = [event for event in self.legal() if isinstance(event, Play) and not event.card.bit & kept]
        if not cards:
            raise DeadEnd
        self.do(self.chance.choice(cards))
