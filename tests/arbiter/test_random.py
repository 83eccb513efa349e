"""Random deals, moments, incidents and choices: every deal ends, the sheet adds up, the record tells it all again."""

import random
from collections.abc import Callable, Iterator

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import incidents, rule
from kozyr.arbiter.incidents import AnyIncident
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import AnyState, Deal, Entry, Event, Progress, Record, game, replay
from kozyr.games.deeds import Exposed, LookedAt, TalonTouched
from kozyr.games.judged import Judged
from kozyr.games.preferans import Pulka
from kozyr.games.preferans.words import PLAYS, Bid, Contract
from kozyr.games.refusal import Refused
from kozyr.testing import dealt
from tests.witness import found

PRESETS = ["sochi", "leningrad", "rostov", "classic", "club"]
RULES = game("preferans")


class Table:
    """A deal that is played at random, where now and then somebody errs and the arbiter is called."""

    def __init__(self, preset: str, players: int, chance: random.Random) -> None:
        self.chance = chance
        self.record = Record("preferans", RULES.agree(preset, {"allpass.forced_rounds": 0}, players), players)
        self.now = Progress.start(RULES.start(self.record.conventions, players))
        self.rulings = 0
        self.broken = False

    @property
    def state(self) -> AnyState | None:
        return self.now.state

    def add(self, event: Event, seat: Seat | None, *, forced: bool = False) -> None:
        entry = Entry(len(self.record.entries) + 1, seat, event, forced)
        self.now = self.now.step(entry).after
        self.record = msgspec.structs.replace(self.record, entries=(*self.record.entries, entry))

    def deal(self) -> None:
        assert self.state is not None
        self.add(Deal(str(dealt(RULES.pack, self.state.terms.holders, self.chance))), None)

    def moves(self) -> None:
        """A legal event of the one who decides."""
        assert self.state is not None
        self.add(self.chance.choice(self.state.legal()), self.state.actor)

    def errs(self) -> AnyIncident | None:
        """Somebody errs, if there is a chance to; the incident that the arbiter is told."""
        state, chance = self.state, self.chance
        assert state is not None
        entry = len(self.record.entries) + 1
        seats = [seat for seat in state.terms.holders if state.holding(seat)]
        seat = chance.choice(seats)
        if state.phase == "auction":
            if chance.random() < 0.5 and state.terms.seats:
                how = chance.choice(("seen", "opened"))
                if state.possible(TalonTouched("seen"), seat):
                    self.add(TalonTouched("opened" if how == "opened" else "seen"), seat, forced=True)
                    return incidents.TalonTouched(seat=seat, how="seen", deliberate=chance.random() < 0.5)
            bid = Bid(Contract.S6)
            if seat is not state.actor and state.possible(bid, seat):
                self.add(bid, seat, forced=True)
                return incidents.CallOutOfTurn(entry=entry)
            return None
        if state.phase != "play":
            return None
        return self._errs_in_play(state, seat, entry)

    def _errs_in_play(self, state: AnyState, seat: Seat, entry: int) -> AnyIncident | None:
        chance = self.chance
        kind = chance.choice(("card", "card", "trick", "shown", "count", "discard"))
        if kind == "card":
            card = chance.choice(tuple(CardSet(state.holding(seat))))
            event = PLAYS[card]
            by = state.actor if seat is state.turn else seat
            if state.why_not(event, by) is None or not state.possible(event, by):
                return None
            self.add(event, by, forced=True)
            if seat is state.turn:
                return incidents.Revoke(entry=entry, replayable=chance.random() < 0.5)
            return incidents.PlayedOutOfTurn(entry=entry)
        if kind == "trick" and state.history and state.possible(LookedAt(1), seat):
            self.add(LookedAt(1), seat, forced=True)
            return incidents.TrickLookedAt(seat=seat, trick=1)
        if kind == "shown":
            card = chance.choice(tuple(CardSet(state.holding(seat))))
            self.add(Exposed(seat, (card,)), seat, forced=True)
            if chance.random() < 0.1:
                return incidents.CardsShown(seat=seat, claim=True)
            return incidents.CardsShown(seat=seat, cards=(card,))
        if kind == "count":
            return incidents.WrongCount(seats=(seat,))
        return incidents.DiscardLookedAt()

    def rules(self, incident: AnyIncident) -> None:
        """The ruling, by a branch at random."""
        try:
            ruling = rule(self.record, len(self.record.entries), incident)
        except Refused:
            return
        self.add(ruling.event(self.chance.randrange(len(ruling.branches))), None)
        self.rulings += 1


def tables(preset: str, players: int, number: int) -> Iterator[Table]:
    """So many deals to their end."""
    for seed in range(number):
        chance = random.Random(f"{preset} {players} {seed}")
        table = Table(preset, players, chance)
        table.deal()
        for _ in range(200):
            if table.state is None or table.state.now is None:
                break
            incident = table.errs() if chance.random() < 0.1 else None
            if incident is not None:
                table.rules(incident)
            elif table.state.actor is not None:
                table.moves()
        yield table


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_with_errors_ends_and_is_told_again(preset: str, players: int, share: Callable[[int], int]) -> None:
    ruled = 0
    for table in tables(preset, players, share(200)):
        ruled += table.rulings
        assert table.state is None or table.state.now is None, table.record.entries[-5:]  # it is over, or broken off
        again = notation.parse(notation.format(table.record))
        assert again.error is None, again.error
        assert again.record is not None
        assert again.record.entries == table.record.entries
        told = replay(again.record)
        assert told.error is None
        assert told.progress == table.now
        match = table.now.match
        assert isinstance(match, Pulka)
        assert sum(match.results.values()) == 0
        assert all(entry.law for entry in match.sheet.entries)
    assert ruled > share(200) // 2


@pytest.mark.parametrize("preset", PRESETS)
def test_nobody_sees_more_than_a_ruling_has_shown(preset: str, share: Callable[[int], int]) -> None:
    """A judged view shows what the plain one does, what is played from the hand, and the cards that were seen."""
    judged = 0
    for seed in range(share(100)):
        chance = random.Random(f"views {preset} {seed}")
        table = Table(preset, 3, chance)
        table.deal()
        for _ in range(120):
            state = table.state
            if state is None or state.now is None:
                break
            if isinstance(state, Judged):
                judged += 1
                for viewer in (*state.terms.seats, None):
                    mine = {*found(state.plain.view(viewer))} | {*CardSet(state.known(viewer))}
                    if viewer is not None and viewer is state.actor and state.turn is not None:
                        mine |= {*CardSet(state.holding(state.turn))}
                    owed = {card for duty in state.view(viewer).duties for card in found(duty)}
                    assert set[Card](found(state.view(viewer))) <= mine | owed
            incident = table.errs() if chance.random() < 0.15 else None
            if incident is not None:
                table.rules(incident)
            elif state.actor is not None:
                table.moves()
    assert judged > 20
