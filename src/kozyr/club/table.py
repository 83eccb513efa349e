"""The authority over one table: a pure fold over its log, and the answer to every command. No input, no output.

A log has three kinds of entries: the lot, events of the game, each with the seat that it came from (and the deals that
the table brings), and acts of people, with the chair that they came from (`kozyr.club.manners`). `decide`, `act` and the
table's own steps say what the next entry would be and what the table would then look like; nothing has happened until that
entry stands in the log.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from kozyr import bots
from kozyr.cards import Card, Seat
from kozyr.club import acts, boards, manners, protocol
from kozyr.club.acts import Act, Person, Terms, Wish
from kozyr.club.faces import Face, agree, face
from kozyr.club.manners import Contract, Cut, LookAt, Manner, Proposal, Refusal
from kozyr.deals import Layout, Pack, Reveal, deal_seed, seed_commitment, shared_deal
from kozyr.games import (
    Amendment,
    Deal,
    Entry as GameEntry,
    Event,
    Game,
    Illegal,
    IllegalEvent,
    Progress,
    Reason,
    Record,
    State,
    View,
    game,
    options,
)
from kozyr.notation import file_tag
from kozyr.store import Entry, Played

__all__ = ["NICKS", "Duty", "Eye", "Lot", "Person", "Setup", "Step", "Table", "decision_seed"]

NULL: Final = b"null"
_ACTS: Final[msgspec.json.Decoder[Act]] = msgspec.json.Decoder(Act)
NICKS: Final = ("Bobr", "Filin", "Vydra", "Barsuk", "Kunica")  # who sits down when people are missing


class Setup(msgspec.Struct, frozen=True, dict=True):
    """The card of a table, and who came first.

    people: by chair, None where one is free. accepted: chairs whose people brought the card. owner: None: the first
    person. pulka: rematches from 1, previous: the table before. pack: stands for the master secret of the deals. deals:
    from a file, where the club does not deal itself; cards that nobody may know yet.
    """

    id: str
    game: str
    preset: str
    conventions: Any
    people: tuple[Person | None, ...]
    terms: Terms = Terms()
    public: bool = False
    accepted: tuple[int, ...] = (0,)
    owner: int | None = None
    pulka: int = 1
    previous: str | None = None
    pack: str = ""
    deals: boards.Deals | None = None

    @cached_property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)

    @cached_property
    def face(self) -> Face:
        """The game as a table sees it."""
        return face(self.game)

    @property
    def file(self) -> protocol.FromFile | None:
        """What everybody may know of the file that the deals come from."""
        return None if self.deals is None else protocol.FromFile(self.deals.name, len(self.deals.cards))


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards drawn: for the seats by chair, for the first deal by place."""

    seats: tuple[Card, ...]
    deal: tuple[Card, ...]


class Duty(msgspec.Struct, frozen=True):
    """What must be done now, and by whom.

    what: `move`: the person or bot at `place`; all else is the table's: to `commit` itself to a deal, to wait for people's
    `shares` of it, to draw the `lot`, to `deal`, to `reveal` its part, to `amend` the match as was agreed.
    """

    what: Literal["move", "commit", "shares", "lot", "deal", "reveal", "amend"]
    place: int | None = None


class Ended(msgspec.Struct, frozen=True):
    """The deal that is over and waits for `next`: its last state, and the match before it."""

    state: State
    before: Any


class Happened(msgspec.Struct, frozen=True):
    """An event of the running deal and the state in which it came, from which it is shown."""

    state: State | None
    seat: Seat | None
    event: Event


class Eye(NamedTuple):
    """Who looks, as far as it matters for what he is shown.

    chair: a player's. at: the chair into whose hand a kibitzer may look. guest: he is asked to take a seat.
    """

    role: Literal["player", "visitor", "kibitzer"]
    chair: int | None = None
    at: int | None = None
    guest: bool = False


Place: TypeAlias = int


def decision_seed(seed: bytes, table: str, entry: int) -> int:
    """The seed of a bot's decision, 63 bits. seed: the server's part of the deal. entry: the number of its event."""
    digest = hashlib.sha256(f"kozyr bot|{table}|{entry}|".encode() + seed).digest()
    return int.from_bytes(digest[:8], "big") >> 1


@lru_cache(maxsize=256)
def _agreed(
    name: str, preset: str, conventions: msgspec.Struct, players: int
) -> tuple[dict[str, tuple[object, object]], dict[str, object]]:
    """In what conventions differ from their preset, and every option's value."""
    rules = game(name)
    diff = options.diff(agree(name, preset, None, players), conventions, rules.groups)
    return diff, {option: row["value"] for option, row in options.describe(conventions, rules.groups).items()}


@lru_cache(maxsize=256)
def _card_hash(name: str, conventions: msgspec.Struct, terms: Terms, players: int, file: tuple[str, ...]) -> str:
    return protocol.digest(protocol.encode((name, players, conventions, terms, *file)))


def _is_play(event: Event) -> bool:
    """Whether it is a card to a trick, in any game."""
    return _tag(type(event)) == "play"


@cache
def _tag(kind: type[Event]) -> object:
    return kind.__struct_config__.tag


@lru_cache(maxsize=8)
def _lot_pack(name: str) -> Pack:
    """A pack of which every card is drawn."""
    cards = game(name).pack.cards
    return Pack(cards, (), len(cards))


class Table(msgspec.Struct, frozen=True, dict=True):
    """A table as its log has made it.

    seq: of the last entry; game_seq: of the last one of the game, against which a command is stale. people, owner,
    accepted, barred: who has which chair, whose table it is, who accepts its card, who may not come back.
    lot, order: at each place, clockwise from whoever chose first, the chair. progress: the match, once there is a lot.
    running: the events of the running deal. latest, done: the last event or act. ended: the deal that waits for `next`,
    nexts: who has looked at it. settled: the entry with which the last deal ended, so that a record up to it betrays
    nothing. timed: when the last event came whose moment matters, in milliseconds. ended_how: once the match is over.
    dealt, deals: how many deals were dealt, and how many ended. begun, over: when the first came, and the last was over.
    held: chairs whose people a bot plays for, and why; left: those that were as the match ended. proposal, due: what waits for consent, and what has been agreed
    and must now be written. adjourned, resume: kept for later, and who wants to go on. opened: the chat, by consent.
    cut, proofs: the shuffle of the deal that runs or comes, and of all that are over. hints: taken, by chair; hinted: who
    took the last one, and the entry of the game that he was to answer.
    """

    setup: Setup
    people: tuple[Person | None, ...]
    seq: int = 0
    game_seq: int = 0
    owner: int | None = 0
    accepted: tuple[int, ...] = ()
    barred: tuple[str, ...] = ()
    lot: Lot | None = None
    order: tuple[int, ...] = ()
    match: Progress | None = None
    running: tuple[Happened, ...] = ()
    latest: Happened | None = None
    done: protocol.Done | None = None
    ended: Ended | None = None
    ended_how: str | None = None
    nexts: tuple[int, ...] = ()
    settled: int = 0
    timed: int = 0
    dealt: int = 0
    deals: int = 0
    begun: int | None = None
    over: int | None = None
    held: tuple[tuple[int, str], ...] = ()
    left: tuple[int, ...] = ()
    proposal: Proposal | None = None
    due: Amendment | None = None
    adjourned: bool = False
    resume: tuple[int, ...] = ()
    opened: bool = False
    looks: tuple[LookAt, ...] = ()
    warned: tuple[tuple[str, int], ...] = ()
    removed: tuple[str, ...] = ()
    contracts: tuple[Contract, ...] = ()
    reseed: tuple[int, ...] = ()
    rematch: str | None = None
    rematch_by: int | None = None
    cut: Cut | None = None
    proofs: tuple[Reveal, ...] = ()
    hints: tuple[tuple[int, int], ...] = ()
    hinted: tuple[int, int] | None = None

    # --- the fold ------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, setup: Setup) -> Table:
        """A table before the first entry of its log."""
        persons = [chair for chair, person in enumerate(setup.people) if person is not None and person.bot is None]
        owner = min(persons, default=None) if setup.owner is None else setup.owner
        return cls(setup, setup.people, owner=owner, accepted=setup.accepted)

    def after(self, entry: Entry) -> Table:
        """The table after one more entry.

        Raises:
            ValueError: the entry does not follow, or is nothing that may happen. IllegalEvent: the game refuses it.
        """
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} ({entry.kind}) does not follow number {self.seq}")
        if entry.kind == "event":
            return self._happened(entry, self.setup.rules.decoder.decode(entry.body))
        if entry.kind == "lot":
            return self._drawn(entry)
        if entry.kind != "table":
            raise ValueError(f"entry {entry.seq} is of no kind that a table knows: {entry.kind}")
        act = _ACTS.decode(entry.body)
        by = None if entry.seat is None else int(entry.seat)
        refused = manners.refusal(self, by, act)
        if refused is not None:
            raise ValueError(f"entry {entry.seq} may not be: {refused}")
        return self._acted(by, act)

    def _acted(self, by: int | None, act: Act) -> Table:
        after = manners.acted(self, by, act, self.seq + 1)
        return msgspec.structs.replace(after, seq=self.seq + 1, latest=None, done=protocol.Done(by, act))

    def _drawn(self, entry: Entry) -> Table:
        lot, setup = msgspec.json.decode(entry.body, type=Lot), self.setup
        players = len(self.people)
        if self.lot is not None or not self.ready:
            raise ValueError(f"table {setup.id} is not ready for its lot")
        if len(lot.seats) != players or len(lot.deal) != setup.face.drawn(lot.deal, players):
            raise ValueError(f"the lot of table {setup.id} is not for {players}")
        match = setup.rules.start(setup.conventions, players, setup.face.first_dealer(lot.deal, players))
        return msgspec.structs.replace(
            self,
            seq=entry.seq,
            game_seq=entry.seq,
            lot=lot,
            order=setup.face.lot(lot.seats),
            match=Progress.start(match),
            latest=None,
            done=None,
            cut=None if self.cut is None else msgspec.structs.replace(self.cut, dealt=True),
        )

    def _happened(self, entry: Entry, event: Event) -> Table:
        seat = None if entry.seat is None else Seat(entry.seat)
        before = self.progress
        happened = Happened(before.state, seat, event)
        changes: dict[str, Any] = {"seq": entry.seq, "game_seq": entry.seq, "latest": happened, "done": None}
        if self.setup.face.timed(event):
            changes["timed"] = entry.ts
        if isinstance(event, Amendment) or before.state is None:
            progress = before.apply(event, seat)
            changes["due"] = None if event == self.due else self.due
            if progress.state is not before.state:  # the running deal is broken off
                changes |= {"running": (), "settled": entry.seq}
                changes["contracts"] = manners.settled(self, before.match, None)
        else:
            state = before.state.apply(event, seat)
            progress = before.after(state)
            if isinstance(event, Deal):
                changes |= {"running": (happened,), "ended": None, "nexts": (), "dealt": self.dealt + 1}
                changes["begun"] = entry.ts if self.begun is None else self.begun
                if self.cut is not None and not self.cut.dealt:
                    seats = self.setup.face.holders(before.state)
                    changes["cut"] = msgspec.structs.replace(self.cut, dealt=True, seats=seats)
            else:
                changes["running"] = (*self.running, happened)
            if state.outcome is not None:
                changes |= {"running": (), "settled": entry.seq, "ended": Ended(state, before.match)}
                changes["contracts"] = manners.settled(self, before.match, state.outcome)
                changes["deals"] = self.deals + 1
        if progress.match.finished and not before.match.finished:
            forced = isinstance(event, Amendment) and event == self.setup.face.stop((), force_majeure=True)
            changes["ended_how"] = (
                "force_majeure" if forced else "stopped" if isinstance(event, Amendment) else "played"
            )
            changes |= {"proposal": None, "adjourned": False, "resume": (), "due": None, "over": entry.ts}
            changes["left"] = self.held_chairs  # who comes to look afterwards has left all the same (PE-5.4.18)
        return msgspec.structs.replace(self, match=progress, **changes)

    # --- who is who ----------------------------------------------------------------------------------------

    @cached_property
    def state(self) -> Literal["gathering", "playing", "adjourned", "finished"]:
        """Where the table stands."""
        if self.match is None:
            return "gathering"
        if self.match.match.finished:
            return "finished"
        return "adjourned" if self.adjourned else "playing"

    @property
    def progress(self) -> Progress:
        """The match and its running deal.

        Raises:
            ValueError: the lot has not been drawn.
        """
        if self.match is None:
            raise ValueError(f"table {self.setup.id} still gathers")
        return self.match

    @property
    def terms(self) -> Terms:
        """The card besides the conventions."""
        return self.setup.terms

    @property
    def card(self) -> str:
        """The hash of what everybody accepts."""
        setup = self.setup
        file = () if setup.deals is None else (setup.deals.id, setup.deals.name)
        return _card_hash(setup.game, setup.conventions, setup.terms, len(self.people), file)

    @property
    def diff(self) -> dict[str, tuple[object, object]]:
        """In what the conventions differ from their preset."""
        return _agreed(self.setup.game, self.setup.preset, self.setup.conventions, len(self.people))[0]

    @property
    def values(self) -> dict[str, object]:
        """Every option's value."""
        return _agreed(self.setup.game, self.setup.preset, self.setup.conventions, len(self.people))[1]

    @property
    def lot_pack(self) -> Pack:
        """The pack from which the lot is drawn."""
        return _lot_pack(self.setup.game)

    @property
    def persons(self) -> tuple[int, ...]:
        """Chairs with a person on them, no bot."""
        return tuple(chair for chair, who in enumerate(self.people) if who is not None and who.bot is None)

    @property
    def held_chairs(self) -> tuple[int, ...]:
        """Chairs whose people are away, and a bot plays for them."""
        return tuple(chair for chair, _ in self.held)

    @property
    def ready(self) -> bool:
        """Every chair is filled, and every person has accepted the card (PE-5.4.4)."""
        return self.lot is None and all(self.people) and set(self.persons) <= set(self.accepted)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called on the sheet, by place."""
        return self.progress.match.names

    def name(self, chair: int) -> str:
        """What the player on a chair is called on the sheet."""
        return self.names[self.order.index(chair)]

    def person(self, place: Place) -> Person:
        """Who sits at a place."""
        person = self.people[self.order[place]]
        assert person is not None
        return person

    def chair(self, account: str) -> int | None:
        """The chair of an account; None: not at this table."""
        for chair, who in enumerate(self.people):  # a loop: this is asked several times for every event
            if who is not None and who.account == account:
                return chair
        return None

    def place(self, chair: int) -> Place:
        """Where a chair stands once the lot is drawn."""
        return self.order.index(chair)

    def seat(self, place: Place) -> Seat | None:
        """The seat of a place in the running deal; None: none, or no deal runs."""
        state = self.progress.state
        return None if state is None else self.setup.face.seat(state, self.names[place])

    def by_bot(self, place: Place) -> bool:
        """Whether a bot decides for this place now."""
        return self.person(place).bot is not None or self.order[place] in self.held_chairs

    def level(self, place: Place) -> str:
        """The level of the bot that decides for a place now."""
        return self.person(place).bot or protocol.STAND_IN

    def bot_seed(self, master: bytes) -> int:
        """What a bot's chance at the next entry comes from; the proof of this deal will show it (docs/protocol.md).

        Raises:
            ValueError: the master secret is too short.
        """
        own = self.cut is None or self.setup.deals is not None  # the lot's seed is no secret any more
        deal = self.dealt if own or self.cut is None else self.cut.deal
        return decision_seed(deal_seed(master, self.setup.id, deal), self.setup.id, self.seq + 1)

    def eye(self, account: str) -> Eye | None:
        """As whom an account looks at this table; None: it may not."""
        chair = self.chair(account)
        if chair is not None:
            return Eye("player", chair)
        if self.state == "gathering":
            return Eye("visitor")
        if not self.terms.kibitzers or account in self.removed:
            return None
        at = next((look.chair for look in self.looks if look.account == account and look.yes), None)
        what = self.proposal.what if self.proposal is not None else None
        guest = isinstance(what, acts.HandOver) and what.account == account
        return Eye("kibitzer", None, at, guest)

    # --- what may happen -----------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """The match is over."""
        return self.state == "finished"

    @property
    def next_deal(self) -> int:
        """The number under which the next deal is shuffled; 0 is the lot. None is ever used again."""
        if self.lot is None:
            return 0
        return (self.cut.deal if self.cut is not None else self.dealt) + 1

    @property
    def looking(self) -> tuple[int, ...]:
        """Chairs of people who have still to look at the deal that ended."""
        if self.ended is None:
            return ()
        return tuple(chair for chair in self.persons if chair not in self.nexts and chair not in self.held_chairs)

    @cached_property
    def duty(self) -> Duty | None:
        """What must be done now; None: nothing, until somebody asks for something."""
        cut = self.cut
        if self.match is None:
            if not self.ready:
                return None
            return Duty("commit") if cut is None else Duty("lot" if cut.phase == "ready" else "shares")
        if self.due is not None and self.match.why_not(self.due) is None:
            return Duty("amend")
        if cut is not None and cut.dealt and not cut.revealed and (not self.running or cut.deal == 0):
            return Duty("reveal")
        state = self.match.state
        if state is None or self.state != "playing":
            return None
        if state.actor is not None:
            return Duty("move", self._decider(state))
        if self.setup.deals is not None:  # there is nothing to bind oneself to, and nothing to cut
            return Duty("deal")
        if cut is None or cut.dealt:
            return Duty("commit")
        return Duty("deal" if cut.phase == "ready" else "shares")

    @property
    def question(self) -> tuple[Place, int] | None:
        """A call that a bot is asked to explain, and where that bot sits; the game does not wait for it."""
        state = None if self.match is None else self.match.state
        if state is None or not self.running or self.state != "playing":
            return None
        for seat, call in self.setup.face.asked(state):
            place = self.names.index(self.setup.face.name(state, seat))
            if self.by_bot(place) and self.seat(place) is seat:
                return place, call
        return None

    def _refused(self, place: Place, event: Event, seat: Seat | None) -> Illegal | None:
        """Why the table refuses an event from this place, whatever the game says of it."""
        face = self.setup.face
        if self.match is None:
            return Illegal(Reason.NOT_NOW, "PE-5.4.4")
        if isinstance(event, Amendment):
            absent = frozenset(name for p, name in enumerate(self.names) if self.by_bot(p))
            return face.amendment(event, self.names[place], absent)
        if self.adjourned:
            return Illegal(Reason.NOT_NOW, "PE-5.4.18")
        if self.match.state is None:
            return Illegal(Reason.MATCH_OVER, self.progress.match.over)
        if seat is None:
            return Illegal(Reason.NOT_AT_TABLE, face.laws.waits)
        if _is_play(event) and seat is self.match.state.actor and place != self._decider(self.match.state):
            return Illegal(Reason.NOT_YOUR_TURN, "P-3.8.5.1a")
        return None

    def decide(self, place: Place, event: Event, now: int, command: str | None = None) -> Step | Illegal:
        """What an event from this place would lead to, or why it is refused."""
        amends = self.match is None or self.match.state is None or isinstance(event, Amendment)
        seat = None if amends else self._seat_for(place, event)
        illegal = self._refused(place, event, seat)
        if illegal is not None:
            return illegal
        try:
            step = self._event(event, seat, now, command)
        except IllegalEvent as error:
            return error.illegal
        return self.setup.face.late(event, now - self.timed) or step

    def _decider(self, state: State) -> Place:
        """Who decides: as the game says, or who has guaranteed that one a result, since he takes no part (P-3.8.5.1a).

        Only where the guarantor sees the hand that he plays, and is there himself.
        """
        actor = state.actor
        assert actor is not None
        place = self.names.index(self.setup.face.name(state, actor))
        if not self.contracts:
            return place
        bound = (self.order[place], True)
        by = next((one.by for one in self.contracts if one.points is None and bound in one.to), None)
        if by is None or self.by_bot(self.place(by)) or not _is_play(state.legal()[0]):
            return place
        view: Any = state.view(self.seat(self.place(by)))
        return self.place(by) if view.hands[state.turn].cards is not None else place

    def _seat_for(self, place: Place, event: Event) -> Seat | None:
        """From which seat an event comes: one's own, or that of whoever is bound by one's guarantee."""
        state = self.progress.state
        if state is not None and state.actor is not None and _is_play(event) and self._decider(state) == place:
            return state.actor
        return self.seat(place)

    def act(self, by: int | None, act: Act, now: int, command: str | None = None) -> Step | Illegal | Refusal:
        """What an act would lead to, or why it is refused."""
        refused = manners.refusal(self, by, act)
        if refused is not None:
            return refused
        entry = Entry(
            self.seq + 1, now, "table", None if by is None else str(by), command, protocol.encode(act).decode()
        )
        return Step(self, entry, self.after(entry))

    def wished(
        self, wish: Wish, account: str, nick: str, guest: str | None = None, program: str | None = None
    ) -> Act | Refusal:
        """What somebody asks for, with what the log must say of it.

        program: what he is, if he is none of flesh. guest: the nickname of the kibitzer whom a proposal names, if he is there.
        """
        if isinstance(wish, acts.Sit):
            return acts.Sits(wish.chair, account, nick, program)
        if isinstance(wish, acts.Look):
            return acts.Looks(wish.chair, account, nick)
        if isinstance(wish, acts.Answer):
            return acts.Answered(wish.n, wish.yes, None if self.chair(account) is not None else account)
        if isinstance(wish, acts.Propose):
            return acts.Proposed(wish.what, guest)
        if isinstance(wish, acts.Chair):
            return self._with_bot(wish)
        if isinstance(wish, acts.NewCard):
            return self._with_card(wish)
        if isinstance(wish, acts.Rematch):
            raise TypeError("a rematch needs a table")  # the lobby names one
        return wish

    def _with_bot(self, wish: acts.Chair) -> Act | Refusal:
        if wish.bot is None:
            return acts.Chaired(wish.chair, None, None)
        if wish.bot not in bots.levels(self.setup.game):
            return Refusal(Manner.BAD_CARD, None, f"no bot of level {wish.bot!r}")
        others = [person for chair, person in enumerate(self.people) if person is not None and chair != wish.chair]
        # People may call themselves as bots do; one name is left all the same, since nobody sits beside six bots.
        taken, bots_ = {person.nick for person in others}, {person.nick for person in others if person.bot is not None}
        free = [nick for nick in NICKS if nick not in taken] or [nick for nick in NICKS if nick not in bots_]
        return acts.Chaired(wish.chair, wish.bot, (free or NICKS)[0])

    def _with_card(self, wish: acts.NewCard) -> Act | Refusal:
        rules, players = self.setup.rules, len(self.people)
        try:
            kept = self.setup.deals if wish.file else None
            conventions = agree(self.setup.game, wish.preset, wish.changes, players, kept)
            rules.start(conventions, players, 0)
            terms = wish.terms.of(conventions)
        except ValueError as error:
            return Refusal(Manner.BAD_CARD, "PE-5.4.4", str(error))
        return acts.Carded(wish.preset, msgspec.to_builtins(conventions, enc_hook=str), terms, wish.public, wish.file)

    # --- what the table does itself ------------------------------------------------------------------------

    def commit(self, master: bytes, now: int) -> Step | Illegal | Refusal:
        """Bind the server to its part of the next deal (P-3.2.3).

        Raises:
            ValueError: the master secret is too short.
        """
        deal = self.next_deal
        seed = deal_seed(master, self.setup.id, deal)
        return self.act(None, acts.Commit(deal, seed_commitment(self.setup.id, deal, seed)), now)

    def draw(self, master: bytes, now: int) -> Step | Illegal:
        """Draw cards for the seats and for the first deal (P-3.1.1, P-3.2.1).

        Raises:
            ValueError: the master secret is too short.
        """
        if self.duty != Duty("lot") or self.cut is None:
            return Illegal(Reason.NOT_NOW, "P-3.1.1")
        seed = deal_seed(master, self.setup.id, 0)
        heap = shared_deal(seed, self.setup.id, 0, self.lot_pack, (), self.cut.shares).rest
        n = len(self.people)
        lot = Lot(heap[:n], heap[n : n + self.setup.face.drawn(heap[n:], n)])
        entry = Entry(self.seq + 1, now, "lot", None, None, protocol.encode(lot).decode())
        return Step(self, entry, self.after(entry))

    def deal(self, master: bytes, now: int) -> Step | Illegal:
        """Deal on: by the server's secret and the players' shares, or what the file has.

        Raises:
            ValueError: the master secret is too short.
        """
        face = self.setup.face
        if self.match is None:
            return Illegal(Reason.NOT_NOW, "PE-5.4.4")
        state = self.match.state
        if state is None:
            return Illegal(Reason.MATCH_OVER, self.match.match.over)
        if self.duty != Duty("deal"):
            return Illegal(Reason.NOT_NOW, face.laws.dealing)
        if self.setup.deals is not None:
            return self._event(Deal(self.setup.deals.cards[face.number(state) - 1]), None, now, None)
        if self.cut is None:
            return Illegal(Reason.NOT_NOW, face.laws.dealing)
        number, table = self.cut.deal, self.setup.id
        seed = deal_seed(master, table, number)
        layout: Layout = shared_deal(seed, table, number, self.setup.rules.pack, face.holders(state), self.cut.shares)
        return self._event(Deal(str(layout)), None, now, None)

    def reveal(self, master: bytes, now: int) -> Step | Illegal | Refusal:
        """Publish the server's part of a deal that is over.

        Raises:
            ValueError: the master secret is too short.
        """
        if self.cut is None:
            return Illegal(Reason.NOT_NOW, "P-3.2.3")
        deal = self.cut.deal
        return self.act(None, acts.Reveal(deal, deal_seed(master, self.setup.id, deal).hex()), now)

    def amend(self, now: int) -> Step | Illegal:
        """Write what everybody has agreed to."""
        if self.due is None:
            return Illegal(Reason.NOT_NOW, "P-4.2.9")
        return self.progress.why_not(self.due) or self._event(self.due, None, now, None)

    def _event(self, event: Event, seat: Seat | None, now: int, command: str | None) -> Step:
        body = msgspec.json.encode(event).decode()
        entry = Entry(self.seq + 1, now, "event", None if seat is None else seat.value, command, body)
        return Step(self, entry, self._happened(entry, event))

    # --- what each may know --------------------------------------------------------------------------------

    def sees(self, place: Place) -> View | None:
        """The game's view for a place; None between deals."""
        if self.match is None or self.match.state is None or not self.running:
            return None
        return self.match.state.view(self.seat(place))

    def view(self, eye: Eye) -> bytes:
        """The view of somebody as it goes over the wire."""
        state = None if self.match is None else self.match.state
        if state is None or not self.running:
            return NULL
        shown = eye.chair if eye.role == "player" else eye.at
        view = state.view(None if shown is None else self.seat(self.place(shown)))
        if self.contracts and state.actor is not None:
            view = self._as_bound(state, view, None if shown is None else self.place(shown))
        face = self.setup.face
        return protocol.encode(face.view(view) if eye.role == "player" else face.watched(view))

    def _as_bound(self, state: State, view: View, place: Place | None) -> View:
        """The view of somebody where another may decide for the actor (P-3.8.5.1a)."""
        assert state.actor is not None
        decider = self._decider(state)
        if self.seat(decider) is state.actor:
            return view
        changes: dict[str, Any] = {"actor": self.seat(decider)}
        if place == decider:
            acting: Any = state.view(state.actor)
            changes |= {"legal": acting.legal, "refused": acting.refused}
        elif place is not None and self.seat(place) is state.actor:
            changes |= {"legal": (), "refused": {}}
        return msgspec.structs.replace(view, **changes)

    def may_write(self, eye: Eye) -> Refusal | None:
        """Why somebody may not say anything now (PE-5.4.8, PE-5.5.1)."""
        if not self.running:
            return None
        if eye.role != "player":  # a deal that is adjourned will be played on, and he may have seen a hand of it
            return Refusal(Manner.QUIET, "PE-5.5.1")
        if self.state != "playing":
            return None
        return None if self.opened or self.terms.chat_in_play else Refusal(Manner.QUIET, "PE-5.4.8")

    def info(self, eye: Eye, *, frozen: bool = False) -> protocol.TableInfo:
        """The table itself, as somebody sees it."""
        setup = self.setup
        return protocol.TableInfo(
            id=setup.id,
            game=setup.game,
            preset=setup.preset,
            diff=self.diff,
            conventions=self.values,
            terms=setup.terms,
            card=self.card,
            public=setup.public,
            owner=self.owner,
            pulka=setup.pulka,
            previous=setup.previous,
            you=None if eye.chair is None or self.lot is None else self.name(eye.chair),
            chair=eye.chair,
            role=eye.role,
            players=tuple(self._player(chair) for chair in self.order or range(len(self.people))),
            lot=self._lot(),
            frozen=frozen,
            file=setup.file,
        )

    def _player(self, chair: int) -> protocol.Player:
        person, name = self.people[chair], None if self.lot is None else self.name(chair)
        if person is None:
            return protocol.Player(name, None, None, None, chair, None)
        bot, held = person.bot or person.program, dict(self.held).get(chair)
        return protocol.Player(name, person.nick, bot, person.account, chair, held)

    def _lot(self) -> protocol.Lot | None:
        if self.lot is None:
            return None
        names, deal = self.names, self.lot.deal
        came = sorted(range(len(names)), key=self.order.__getitem__)  # the places by chair
        return protocol.Lot(
            seats=tuple((names[p], self.lot.seats[self.order[p]].text) for p in range(len(names))),
            deal=tuple(
                (names[p], deal[n + p].text) for n in range(0, len(deal), len(names)) for p in came if n + p < len(deal)
            ),
        )

    def room(self, eye: Eye) -> protocol.RoomInfo:
        """What goes on between people, as somebody sees it."""
        return protocol.RoomInfo(
            state=self.state,
            accepted=self.accepted,
            proposal=self._proposed(eye),
            resume=self.resume,
            next=self.nexts,
            chat=self.may_write(eye) is None,
            looks=self.looks,
            warned=dict(self.warned),
            removed=self.removed,
            contracts=tuple(self._contract(contract) for contract in self.contracts),
            hints={str(chair): taken for chair, taken in self.hints},
            side=self.side,
            reseed=self.reseed,
            rematch=self.rematch,
            ended=self.ended_how,
            fair=self._fair(),
        )

    def _proposed(self, eye: Eye) -> object | None:
        proposal = self.proposal
        if proposal is None:
            return None
        asked = proposal.guest if eye.chair is None else eye.chair in proposal.asked
        return {
            "n": proposal.n,
            "by": proposal.by,
            "what": proposal.what,
            "nick": proposal.nick,
            "yes": proposal.yes,
            "asked": proposal.asked,
            "asks_you": asked and (eye.chair is not None or eye.guest),
        }

    @staticmethod
    def _contract(contract: Contract) -> object:
        points = None if contract.points is None else {str(chair): n for chair, n in contract.points}
        return {
            "n": contract.n,
            "deal": contract.deal,
            "by": contract.by,
            "tricks": contract.tricks,
            "to": tuple({"chair": chair, "yes": yes} for chair, yes in contract.to),
            "points": points,
        }

    @property
    def side(self) -> dict[str, Fraction]:
        """What the contracts beside the sheet have brought each player, in whists."""
        sums: dict[str, Fraction] = {}
        for contract in self.contracts:
            for chair, points in contract.points or ():
                for who, n in ((chair, points), (contract.by, -points)):
                    sums[self.name(who)] = sums.get(self.name(who), Fraction(0)) + n
        return sums

    def _fair(self) -> object:
        cut = self.cut
        if cut is None:
            return {
                "pack": self.setup.pack,
                "deal": None,
                "phase": None,
                "commitment": None,
                "asked": (),
                "shares": (),
            }
        return {
            "pack": self.setup.pack,
            "deal": cut.deal,
            "phase": cut.phase,
            "commitment": cut.commitment,
            "asked": cut.missing,
            "shares": tuple(
                {"chair": chair, "player": share.player, "hash": share.hash, "nonce": share.nonce}
                for chair, share in zip(cut.asked, cut.shares, strict=True)
            ),
        }

    def snap(self, eye: Eye, *, frozen: bool = False) -> protocol.Snap:
        """Everything that somebody may know."""
        view = self.view(eye)
        return protocol.Snap(
            seq=self.seq,
            hash=protocol.digest(view),
            table=self.info(eye, frozen=frozen),
            room=self.room(eye),
            view=msgspec.Raw(view),
            sheet=None if self.match is None else self.setup.face.sheet(self.match.match),
            log=self._log(eye),
            last=self.last,
            proof=self.proofs[-1] if self.proofs else None,
        )

    def _log(self, eye: Eye) -> tuple[protocol.Said, ...]:
        """The events of the running deal, but of the tricks that nobody may look at any more (P-3.9.8)."""
        state = None if self.match is None else self.match.state
        if state is None or not self.running:
            return ()
        plays = [n for n, happened in enumerate(self.running) if _is_play(happened.event)]
        keep = len(state.trick)
        if eye.role == "player":
            history = getattr(state, "history", ())
            keep += len(history[-1].cards) if history else 0
            keep = len(plays) if self.setup.face.notes(state) else keep
        gone = set(plays[: len(plays) - keep])
        return tuple(self.said(happened, eye) for n, happened in enumerate(self.running) if n not in gone)

    @property
    def last(self) -> object | None:
        """The deal that ended last, until the next one."""
        if self.ended is None:
            return None
        return self.setup.face.finished(self.ended.state, self.ended.before, self.progress.match)

    def said(self, happened: Happened, eye: Eye) -> protocol.Said:
        """An event as somebody saw it."""
        state, event, by = happened.state, happened.event, happened.seat
        if state is not None and not isinstance(event, Amendment):
            viewer = None if eye.chair is None else self.setup.face.seat(state, self.name(eye.chair))
            event = state.shown(event, by, viewer)
        return protocol.Said(None if by is None else by.value, event)

    def record(self, entries: list[Entry]) -> Record:
        """The match as a record, up to the last deal that is over; `entries` is the table's log.

        Raises:
            ValueError: the lot has not been drawn.
        """
        if self.lot is None:
            raise ValueError(f"table {self.setup.id} still gathers")
        events = [entry for entry in entries if entry.kind == "event" and entry.seq <= self.settled]
        return Record(
            game=self.setup.game,
            conventions=self.setup.conventions,
            players=len(self.names),
            dealer=self.setup.face.first_dealer(self.lot.deal, len(self.names)),
            entries=tuple(
                GameEntry(
                    number,
                    None if entry.seat is None else Seat(entry.seat),
                    self.setup.rules.decoder.decode(entry.body),
                )
                for number, entry in enumerate(events, 1)
            ),
            tags=(
                *((f"Player.{name}", self.person(place).nick) for place, name in enumerate(self.names)),
                *(() if self.setup.deals is None else (file_tag(self.setup.deals.name),)),
            ),
        )

    @property
    def played(self) -> tuple[Played, ...]:
        """How the match went for each person, so far: whoever is away is on his way to having walked out (PE-5.4.18)."""
        if self.begun is None or self.match is None:
            return ()
        results = self.setup.face.results(self.match.match) if self.finished else {}
        rows = []
        for chair in self.persons:
            person, name = self.people[chair], self.name(chair)
            assert person is not None
            assert person.account is not None
            how = (
                "left" if chair in (self.left if self.finished else self.held_chairs) else self.ended_how or self.state
            )
            mine = results.get(name)
            place = None if mine is None else 1 + sum(other > mine for other in results.values())
            result = None if mine is None else str(mine)
            row = Played(person.account, self.setup.id, name, self.begun, self.over, how, self.deals, result, place)
            rows.append(row)
        return tuple(rows)

    @property
    def seating(self) -> tuple[object, ...]:
        """What `played` depends on besides the people."""
        return (self.begun, self.over, self.held, self.state, self.deals)

    # --- what has changed ----------------------------------------------------------------------------------

    @property
    def _about_table(self) -> tuple[object, ...]:
        return (self.setup, self.people, self.owner, self.lot, self.held)

    @property
    def _about_room(self) -> tuple[object, ...]:
        return (
            self.state,
            not self.running,
            self.accepted,
            self.proposal,
            self.resume,
            self.nexts,
            self.opened,
            self.looks,
            self.warned,
            self.removed,
            self.contracts,
            self.hints,
            self.reseed,
            self.rematch,
            self.ended_how,
            self.cut,
        )

    def same_table(self, other: Table) -> bool:
        """Whether `info` says the same of both."""
        return self._about_table == other._about_table

    def same_room(self, other: Table) -> bool:
        """Whether `room` says the same of both."""
        return self._about_room == other._about_room


class Step(msgspec.Struct, frozen=True, dict=True):
    """An entry that may be written, the table before it and the table after."""

    before: Table
    entry: Entry
    table: Table

    @cached_property
    def same_table(self) -> bool:
        """Whether `info` says what it said before."""
        return self.table.same_table(self.before)

    @cached_property
    def same_room(self) -> bool:
        """Whether `room` says what it said before."""
        return self.table.same_room(self.before)

    def ev(self, eye: Eye, was: Eye | None = None) -> protocol.Ev:
        """What somebody is told of it; was: as whom he looked before, if it made him another."""
        before, after = self.before, self.table
        view = after.view(eye)
        ended = after.ended is not None and after.ended is not before.ended
        dealt = before.ended is not None and after.ended is None
        scored = after.match is not None and (before.match is None or after.match.match is not before.match.match)
        became = was is not None and was != eye
        seen = after.latest is not None or became or view != before.view(was or eye)
        return protocol.Ev(
            seq=self.entry.seq,
            hash=protocol.digest(view),
            said=None if after.latest is None else after.said(after.latest, eye),
            act=after.done,
            view=msgspec.Raw(view) if seen else msgspec.UNSET,
            table=msgspec.UNSET if self.same_table and not became else after.info(eye),
            room=msgspec.UNSET if self.same_room and not became else after.room(eye),
            sheet=after.setup.face.sheet(after.progress.match) if scored else msgspec.UNSET,
            last=after.last if ended or dealt else msgspec.UNSET,
            proof=after.proofs[-1] if len(after.proofs) > len(before.proofs) else msgspec.UNSET,
        )
