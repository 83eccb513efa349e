"""A table of the club that rules on errors, for tests: people whose hands err, call the arbiter, and choose."""

import random
from collections.abc import Iterator

import msgspec

from kozyr.arbiter import rule
from kozyr.bots import choose
from kozyr.cards import Card, Seat
from kozyr.club.table.bench import ArbiterCalled, BranchChosen, unheard
from kozyr.club.table.customs import disputed
from kozyr.club.table.judging import incident, possible
from kozyr.club.table.listing import record
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.deals import Layout
from kozyr.games import AnyState, Deal, Event, Refusal, game
from kozyr.games.refusal import Refused
from kozyr.store import Entry
from tests.clubtable import MASTER, done, own, setup


def rubber() -> Setup:
    """The card of a table of bridge that rules on errors: four people, a short session."""
    agreed = game("bridge").agree("chicago", {"table.irregularities": "rule"}, 4)
    people = tuple(Person(f"person {n}", account=f"account {n}") for n in range(4))
    return Setup("table", "bridge", "chicago", agreed, people, accepted=tuple(range(4)))


def party() -> Setup:
    """The card of a table of deberts where errors are possible and have their price: two people, one party."""
    agreed = game("deberts").agree("moscow", {"table.irregularities": "rule"}, 2)
    people = tuple(Person(f"person {n}", account=f"account {n}") for n in range(2))
    return Setup("table", "deberts", "moscow", agreed, people, accepted=tuple(range(2)))


def judged(preset: str = "sochi", players: int = 3, *, humans: int = 3, pool: int = 4) -> Setup:
    """The card of a table of preferans that rules on errors."""
    plain = setup(players, preset, humans=humans, pool=pool)
    told = {"pool_target": pool, "table.irregularities": "rule"}
    return msgspec.structs.replace(plain, conventions=game("preferans").agree(preset, told, players))


class Live:
    """A table with its log; every step is appended to it, as the club does."""

    def __init__(self, table: Table, log: tuple[Entry, ...] = ()) -> None:
        self.table, self.log = table, list(log)
        self.past: list[Table] = []  # the table after each of its steps

    @classmethod
    def opened(cls, setup: Setup, master: bytes = MASTER) -> "Live":
        """A table whose first deal is to be dealt."""
        live = cls(Table.open(setup))
        while live.table.duty is not None and live.table.duty.what in {"commit", "shares", "lot", "reveal", "deal"}:
            live.takes(done(own(live.table, master)))
            if live.table.running:
                break
        return live

    def takes(self, step: Step | Refusal) -> Step:
        """A step that may happen."""
        taken = done(step)
        self.log.append(taken.entry)
        self.table = taken.table
        self.past.append(taken.table)
        return taken

    @property
    def state(self) -> AnyState:
        """The running deal, or the one that is heard after its last card."""
        heard = self.table.course.hearing
        state = self.table.progress.state if heard is None else heard.state
        assert state is not None
        return state

    def chair(self, seat: Seat) -> int:
        """The chair of a seat in this deal."""
        return self.table.order[self.table.names.index(self.state.terms.name(seat))]

    def tries(self, seat: Seat, event: Event) -> Step | Refusal:
        """What comes of an event of a person."""
        return self.table.decide(self.table.place(self.chair(seat)), event, 0, f"c{self.table.seq}")

    def does(self, seat: Seat, *tokens: str) -> Step:
        """A person does something, in his turn or not."""
        steps = [self.takes(self.tries(seat, game(self.table.setup.game).parse(token))) for token in tokens]
        return steps[-1]

    def goes(self, tokens: str) -> None:
        """Each token by whoever is to decide."""
        for token in tokens.split():
            assert self.state.actor is not None
            self.does(self.state.actor, token)

    def n(self) -> int:
        """The number of the last event."""
        return self.table.progress.entries

    def hears(self, seat: Seat, entry: int) -> ArbiterCalled | Refusal:
        """What a call of the arbiter would put into the log, as the room finds it."""
        table, chair = self.table, self.chair(seat)
        refused = table.bench.no_call(entry, chair, table)
        found = refused or incident(table.setup.game, table.course, entry, seat)
        if isinstance(found, Refusal):
            return found
        told = record(table, self.log, table.seq)
        ruling = rule(told, len(told.entries), found)
        return unheard(ruling) or ArbiterCalled(entry, ruling)

    def calls(self, seat: Seat, entry: int) -> Step:
        """A person calls the arbiter, who rules."""
        heard = self.hears(seat, entry)
        assert isinstance(heard, ArbiterCalled), heard
        step = self.takes(self.table.act(self.chair(seat), heard, 0))
        self.settles()
        return step

    def objects(self, seat: Seat, plan: str, lot: int = 0) -> Step | Refusal:
        """What comes of an objection to a plan of play, as the room finds it; plan: the cards of the other one."""
        table, chair = self.table, self.chair(seat)
        cards = tuple(Card[text] for text in plan.split())
        found = table.bench.no_objection(chair, table) or disputed(table, chair, cards, lot)
        if isinstance(found, Refusal):
            return found
        told = record(table, self.log, table.seq)
        return table.act(chair, ArbiterCalled(table.course.running[-1].n, rule(told, len(told.entries), found)), 0)

    def chooses(self, seat: Seat, branch: int) -> None:
        """A person takes a branch."""
        call = self.table.bench.pending
        assert call is not None
        self.takes(self.table.act(self.chair(seat), BranchChosen(call.n, branch), 0))
        self.settles()

    def takes_own(self, master: bytes = MASTER) -> None:
        """The table does what it has to do itself: shares, the next deal."""
        self.takes(done(own(self.table, master)))

    def settles(self) -> None:
        """The table writes what is decided."""
        while self.table.duty is not None and self.table.duty.what == "amend":
            self.takes(self.table.amend(0))


def dealt(live: Live, text: str) -> Live:
    """The same table with these cards, before they are dealt: `text` as a deal has it."""
    table = live.table
    step = table._event(Deal(str(Layout.parse(text))), None, 0, None)
    live.takes(step)
    return live


def evening(setup: Setup, seed: int, errors: float = 0.15, revokes: float = 0.0) -> Iterator[Live]:
    """A match in which people err, call the arbiter for what they have seen, and choose at random; after each entry.

    errors: how often somebody errs or calls where he might move. revokes: how often besides he does not follow, if he can.
    """
    chance = random.Random(seed)
    master = chance.randbytes(32)
    live = Live(Table.open(setup))
    while not live.table.finished or live.table.duty is not None:
        duty = live.table.duty
        assert duty is not None
        if duty.what == "choose":
            call = live.table.bench.pending
            assert call is not None
            assert duty.place is not None
            chair = live.table.order[duty.place]
            branch = chance.choice(call.open_to(chair, live.table))[0]
            live.takes(live.table.act(chair, BranchChosen(call.n, branch), 0))
        elif duty.what == "amend":
            live.takes(live.table.amend(0))
        elif duty.place is None:
            live.takes(own(live.table, master))
        else:
            _moves(live, chance, errors, revokes)
        yield live


def _moves(live: Live, chance: random.Random, errors: float, revokes: float) -> None:
    """A call of the arbiter, an error, or a move."""
    state, table = live.state, live.table
    if revokes and state.actor is not None and state.phase == "play" and chance.random() < revokes:
        wrong = [state.judging.word(card.text) for card in state.view(state.actor).reasons]
        step = live.tries(state.actor, chance.choice(wrong)) if wrong else None
        if isinstance(step, Step):
            live.takes(step)
            return
    if chance.random() < errors:
        seat = chance.choice(state.terms.seats)
        for happened in table.course.running:
            if chance.random() < 0.9:
                try:
                    heard = live.hears(seat, happened.n)
                except Refused:
                    continue
                if isinstance(heard, ArbiterCalled):
                    live.takes(table.act(live.chair(seat), heard, 0))
                    return
        offered = possible(table.setup.game, state, seat, state.view(seat)) or state.legal()
        step = live.tries(seat, chance.choice(offered))
        if isinstance(step, Step):
            live.takes(step)
            return
    assert state.actor is not None
    if table.setup.game == "deberts":  # its errors are among what is legal, and would end every deal at once
        event: Event = choose(state.view(state.actor), "novice", chance.getrandbits(30))
    else:
        event = chance.choice(state.legal())
    live.takes(live.tries(state.actor, event))
