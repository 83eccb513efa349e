"""The authority over one table: its log folded, and the answer to every command. No input, no output.

`decide`, `act` and the table's own steps judge a request by the rules of today. They return the next entry and the
table after it; nothing has happened until the log has that entry. The fold is `Fold`, which judges nothing.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec

from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.acts import Act
from kozyr.club.refusal import Manner
from kozyr.club.table.card import Accept
from kozyr.club.table.course import FORCED, GAME, PLACED, Happened, Placed
from kozyr.club.table.cut import Commit, ServersPart, lot_pack
from kozyr.club.table.fold import Fold, after_event, decider
from kozyr.club.table.judging import can, hand_view
from kozyr.club.table.part import Asker, Duty, Eye, Wish
from kozyr.club.table.placed import refusal as not_at_events, shut
from kozyr.club.table.vocabulary import acts, owners, wishes
from kozyr.deals import Layout, deal_seed, seed_commitment, shared_deal
from kozyr.games import Amendment, AnyView, Deal, Entry as GameEntry, Event, Play, Reason, Refusal
from kozyr.store import Entry

_NULL: Final = b"null"


class Table(Fold, frozen=True, dict=True):
    """A table as its log has made it, with its possible next entries, and each viewer's view."""

    @property
    def question(self) -> tuple[int, int] | None:
        """A call that a bot is asked to explain, and where that bot sits; the game does not wait for it."""
        state = None if self.state != "playing" else self.deal_state
        asked = None if state is None else self.customs.question(state)
        if state is None or asked is None:
            return None
        seat, call = asked
        place = self.names.index(state.terms.name(seat))
        return (place, call) if self.by_bot(place) and self.seat(place) is seat else None

    # --- judging -------------------------------------------------------------------------------------------

    def _refusal(self, act: Act, by: int | None) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        if act.source == "player" and by is None:
            return Refusal(Manner.NOT_PLAYER)
        if act.source == "table" and by is not None:
            return Refusal(Manner.TABLE_ONLY)
        owner = owners(type(self.customs)).get(type(act))
        if owner is None:
            return Refusal(Manner.NOT_AGREED)
        refused = None if self.course.placed is None else not_at_events(act, self.course.placed, own=owner == "customs")
        if refused is not None:
            return refused
        if owner == "customs" and self.bench.pending is not None:  # the game's own acts wait with it
            return Refusal(Manner.HEARING, self.bench.pending.ruling.laws[0])
        return self.parts[owner].refusal(act, by, self)

    def refused(self, entry: Entry) -> Refusal | None:
        """Why the rules of today would refuse the entry of the log that comes next; None: they would not.

        Nothing follows from it: the entry is a fact.
        """
        if entry.kind in GAME:
            event, seat = self.setup.rules.decoder.decode(entry.body), None if entry.seat is None else Seat(entry.seat)
            return self.progress.refusal(GameEntry(0, seat, event, entry.kind == FORCED))
        if entry.kind != "table":
            return None if entry.kind == PLACED or self.ready else Refusal(Manner.NOT_NOW, self.customs.laws.drawing)
        act = acts(type(self.customs)).decode(entry.body)
        if isinstance(act, Accept):  # another program has another hash of the same card
            act = Accept(self.setup.card)
        return self._refusal(act, None if entry.seat is None else int(entry.seat))

    def begin(self, placed: Placed, now: int) -> Step:
        """The step with which a table of an event begins.

        Raises:
            ValueError: these are not the people, or not the boards, with which it was set up.
        """
        if self.seq or placed.people != self.people or len(placed.boards) != self.setup.brought:
            raise ValueError(f"table {self.setup.id} is not that of the event")
        entry = Entry(1, now, PLACED, None, None, wire.encode(placed).decode())
        return Step(self, entry, self.after(entry))

    def decide(self, place: int, event: Event, now: int, command: str | None = None) -> Step | Refusal:
        """The step of an event from this place, or its refusal."""
        if self.course.progress is None:
            return Refusal(Reason.NOT_NOW, "PE-5.4.4")
        if self.course.placed is not None and (closed := shut(event, self.course.placed, now, bot=self.by_bot(place))):
            return closed
        if isinstance(event, Amendment):
            return self.consent.no_amendment(event, place, self) or self._event(event, None, now, command)
        if self.consent.adjourned:
            return Refusal(Reason.NOT_NOW, "PE-5.4.18")
        state = self.progress.state
        if state is None:
            return Refusal(Reason.MATCH_OVER, self.progress.match.over)
        if self.bench.pending is not None:
            return Refusal(Reason.NOT_NOW, self.bench.pending.ruling.laws[0])
        seat = self.seat(place)
        if state.actor is not None and isinstance(event, Play):  # a card may be played for another, not a word said
            deciding = decider(self, state)
            if deciding == place:
                seat = state.actor
            elif seat is state.actor:
                return Refusal(Reason.NOT_YOUR_TURN, self.customs.laws.playing)
        if seat is None:
            return Refusal(Reason.NOT_AT_TABLE, self.customs.laws.waits)
        return self._event(event, seat, now, command, by_hand=self.setup.judged and not self.by_bot(place))

    def act(self, by: int | None, act: Act, now: int, command: str | None = None) -> Step | Refusal:
        """The step of an act, or its refusal."""
        refused = self._refusal(act, by)
        if refused is not None:
            return refused
        entry = Entry(self.seq + 1, now, "table", None if by is None else str(by), command, wire.encode(act).decode())
        return Step(self, entry, self.after(entry))  # as it will be read again

    @property
    def wishes(self) -> msgspec.json.Decoder[Wish | Act]:
        """The decoder of a session's requests."""
        return wishes(type(self.customs))

    def wished(self, wish: Wish | Act, asker: Asker) -> Act | Refusal:
        """The act of a request, with everything that the log must say."""
        return wish.act(asker, self) if isinstance(wish, Wish) else wish

    # --- the table's own steps -----------------------------------------------------------------------------

    def commit(self, master: bytes, now: int) -> Step | Refusal:
        """Bind the server to its part of the next deal.

        Raises:
            ValueError: the master secret is too short.
        """
        deal = self.cut.next_deal(self.course)
        seed = deal_seed(master, self.setup.id, deal)
        return self.act(None, Commit(deal, seed_commitment(self.setup.id, deal, seed)), now)

    def draw(self, master: bytes, now: int) -> Step | Refusal:
        """Draw cards for the seats and for the first deal; or no cards, where any lot will do.

        Without cards the first of the heap still decide, but by their numbers in the pack and not by their ranks.

        Raises:
            ValueError: the master secret is too short.
        """
        if self.duty != Duty("lot") or self.cut.shuffle is None:
            return Refusal(Manner.NOT_NOW, self.customs.laws.drawing)
        seed = deal_seed(master, self.setup.id, 0)
        pack = lot_pack(self.setup.game)
        heap = shared_deal(seed, self.setup.id, 0, pack, (), self.cut.shuffle.shares).rest
        lot = self.customs.lot_of(heap, len(self.people), self.setup.conventions, pack.cards)
        entry = Entry(self.seq + 1, now, "lot", None, None, wire.encode(lot).decode())
        return Step(self, entry, self.after(entry))

    def deal(self, master: bytes, now: int) -> Step | Refusal:
        """Deal on: by the server's secret and the players' shares, or from the file.

        Raises:
            ValueError: the master secret is too short.
        """
        progress = self.course.progress
        if progress is None:
            return Refusal(Reason.NOT_NOW, "PE-5.4.4")
        state, shuffle, setup = progress.state, self.cut.shuffle, self.setup
        if state is None:
            return Refusal(Reason.MATCH_OVER, progress.match.over)
        if self.duty != Duty("deal"):
            return Refusal(Reason.NOT_NOW, self.customs.laws.dealing)
        if setup.deals is not None:
            return self._event(Deal(setup.deals.cards[state.terms.number - 1]), None, now, None)
        if shuffle is None:
            return Refusal(Reason.NOT_NOW, self.customs.laws.dealing)
        seed = deal_seed(master, setup.id, shuffle.deal)
        layout: Layout = shared_deal(
            seed, setup.id, shuffle.deal, setup.rules.pack, state.terms.holders, shuffle.shares
        )
        return self._event(Deal(str(layout)), None, now, None)

    def reveal(self, master: bytes, now: int) -> Step | Refusal:
        """Publish the server's part of a deal that is over.

        Raises:
            ValueError: the master secret is too short.
        """
        if self.cut.shuffle is None:
            return Refusal(Manner.NOT_NOW, self.customs.laws.binding)
        deal = self.cut.shuffle.deal
        return self.act(None, ServersPart(deal, deal_seed(master, self.setup.id, deal).hex()), now)

    def amend(self, now: int) -> Step | Refusal:
        """Write the amendment to which all have agreed, or the arbiter's ruling."""
        due: Event | None = self.consent.due or self.bench.due
        return Refusal(Reason.NOT_NOW, self.customs.laws.amending) if due is None else self._event(due, None, now, None)

    def _event(
        self, event: Event, seat: Seat | None, now: int, command: str | None, *, by_hand: bool = False
    ) -> Step | Refusal:
        """The step of an event; by_hand: a person's, which may be against the rules at a table that rules on errors."""
        body = msgspec.json.encode(event).decode()
        entry = Entry(self.seq + 1, now, "event", None if seat is None else seat.value, command, body)
        illegal = self.progress.why_not(event, seat)
        if illegal is not None:
            if not by_hand or seat is None or not can(self.setup.game, self.deal_state, event, seat):
                return illegal
            entry = msgspec.structs.replace(entry, kind=FORCED)
        late = self.customs.late(event, now) if illegal is None else None
        return late or Step(self, entry, after_event(self, entry, event))

    # --- the views -----------------------------------------------------------------------------------------

    def eye(self, account: str) -> Eye | None:
        """The role of an account at this table. None: it may not look."""
        chair = self.chair(account)
        if chair is not None:
            return Eye("player", chair)
        if self.course.placed is not None or not self.setup.admits(account):  # the boards of an event have no watchers
            return None
        if self.state == "gathering":
            return Eye("visitor")
        if not self.setup.terms.kibitzers or account in self.removed:
            return None
        look = self.watching.look(account)
        return Eye(
            "kibitzer", None, look.chair if look is not None and look.yes else None, self.consent.guest == account
        )

    def sees(self, place: int) -> AnyView | None:
        """The game's view for a place; None between deals."""
        state = self.deal_state
        return None if state is None else state.view(self.seat(place))

    def judges(self, place: int) -> AnyView | None:
        """The view by which a place chooses in a ruling: of the running deal, or of the one that is heard."""
        heard = self.course.hearing
        return self.sees(place) if heard is None else heard.state.view(self.course.seat(self.names[place]))

    def view(self, eye: Eye) -> bytes:
        """A viewer's view of the deal as JSON."""
        state = self.deal_state
        if state is None:
            return _NULL
        chair = eye.chair if eye.role == "player" else eye.at
        place = None if chair is None else self.place(chair)
        standing = self.customs.standing(state, self)
        view = standing.view(None if place is None else self.seat(place))
        if self.setup.judged and eye.role == "player":
            view = hand_view(self.setup.game, standing, view, still=self.bench.pending is not None)
        return wire.encode(self.customs.view(view, watching=eye.role != "player"))

    def may_write(self, eye: Eye, *, words: bool = False) -> Refusal | None:
        """The refusal of a viewer's chat now (PE-5.4.8, PE-5.5.1). words: a text of the viewer's own, no phrase."""
        if words and self.course.placed is not None and self.course.placed.boards:  # others play them yet
            return Refusal(Manner.QUIET, "PT-I.12.2.3")
        if self.running and eye.role != "player":  # the kibitzer of an adjourned deal may have seen a hand
            return Refusal(Manner.QUIET, "PE-5.5.1")
        free = self.state != "playing" or self.consent.opened or self.setup.terms.chat_in_play
        return None if free or not self.running else Refusal(Manner.QUIET, "PE-5.4.8")

    def info(self, eye: Eye, *, frozen: bool = False) -> wire.TableInfo:
        """The table itself, for a viewer."""
        setup, order = self.setup, self.order
        return wire.TableInfo(
            id=setup.id,
            game=setup.game,
            preset=setup.preset,
            diff=self.card.diff,
            conventions=self.card.values,
            terms=setup.terms,
            card=setup.card,
            public=setup.public,
            owner=self.owner,
            pulka=setup.pulka,
            previous=setup.previous,
            you=None if eye.chair is None or not order else self.name(eye.chair),
            chair=eye.chair,
            role=eye.role,
            players=self.seats.shown(order, self.names if order else ()),
            lot=self.course.shown,
            frozen=frozen,
            file=setup.file,
            event=None if self.course.placed is None else self.course.placed.told,
        )

    def room(self, eye: Eye) -> wire.RoomInfo:
        """The things between people, as a viewer sees them."""
        ended, watching = self.ended, self.watching
        return wire.RoomInfo(
            state=self.state,
            accepted=self.card.accepted,
            proposal=self.consent.shown(eye),
            resume=self.consent.resume,
            next=ended.nexts,
            chat=self.may_write(eye) is None,
            looks=watching.looks,
            warned=dict(watching.warned),
            removed=watching.removed,
            contracts=self.customs.contracts(),
            hints={str(chair): taken for chair, taken in self.hints.taken},
            side=self.customs.side(self),
            reseed=ended.reseed,
            rematch=ended.rematch,
            ended=self.course.how,
            fair=self.cut.shown(self.setup.pack),
            bench=self.bench.shown(self, None if eye.chair is None else self.sees(self.place(eye.chair)))
            if self.order
            else None,
        )

    def snap(self, eye: Eye, *, frozen: bool = False) -> wire.Snap:
        """All that a viewer may know."""
        view, progress = self.view(eye), self.course.progress
        return wire.Snap(
            seq=self.seq,
            hash=wire.digest(view),
            table=self.info(eye, frozen=frozen),
            room=self.room(eye),
            view=msgspec.Raw(view),
            sheet=None if progress is None else self.customs.sheet(progress.match),
            log=self._log(eye),
            last=self.last,
            proof=self.cut.proofs[-1] if self.cut.proofs else None,
            turn=self.clock.shown(self),
        )

    def _log(self, eye: Eye) -> tuple[wire.Said, ...]:
        """The events of the running deal, without the tricks that may no longer be looked at."""
        state, ended = self.deal_state, self.course.hearing if self.setup.judged else None
        if state is None:  # the events for which the arbiter can still be called
            return () if ended is None else tuple(self.said(happened, eye) for happened in self.course.fallen)
        player = eye.role == "player"
        kept = self.course.kept(state, player=player, notes=player and self.customs.notes(state))
        return tuple(self.said(happened, eye) for happened in kept)

    @property
    def last(self) -> wire.Finished | None:
        """The deal that ended last, until the next one."""
        last = self.ended.last
        if last is None:
            return None
        told = self.customs.finished(last.state.plain, last.before, self.progress.match)
        if last.state.plain is last.state:
            return told
        return msgspec.structs.replace(told, outcome=last.state.outcome)

    def said(self, happened: Happened, eye: Eye) -> wire.Said:
        """An event as a viewer saw it."""
        number = happened.n if self.setup.judged or self.setup.conventions.table.undo != "off" else 0
        by, event = happened.seat, happened.seen(None if eye.chair is None else self.name(eye.chair))
        return wire.Said(None if by is None else by.value, event, number, happened.struck)


class Step(msgspec.Struct, frozen=True, dict=True):
    """An entry that may be written, the table before it and the table after."""

    before: Table
    entry: Entry
    table: Table

    @cached_property
    def same_table(self) -> bool:
        """Whether `info` is unchanged."""
        before, after = self.before, self.table
        return after.setup is before.setup and after.seats is before.seats and after.lot is before.lot

    @cached_property
    def same_room(self) -> bool:
        """Whether `room` is unchanged."""
        before, after = self.before, self.table
        now = after.parts
        same = all(part is now[name] for name, part in before.parts.items() if name not in {"clock", "marks"})
        same = same and before.bench.objects(before) == after.bench.objects(after)
        same = same and (before.course.hearing is None) == (after.course.hearing is None)
        return same and after.state == before.state and after.running == before.running

    @property
    def other_eyes(self) -> bool:
        """Whether a viewer's role may have changed."""
        before, after = self.before, self.table
        same = after.people is before.people and after.watching is before.watching
        return not same or after.state != before.state

    @cached_property
    def same_eyes(self) -> bool:
        """Whether no viewer's role has changed, for certain."""
        before, after = self.before, self.table
        parts = zip(
            (before.seats, before.card, before.watching, before.consent),
            (after.seats, after.card, after.watching, after.consent),
            strict=True,
        )
        same = all(part is now for part, now in parts) and before.course.placed is after.course.placed
        return same and after.state == before.state

    @cached_property
    def _alike(self) -> dict[str, Any]:  # Any: fields of `wire.Ev`
        """What the message of this step says to all viewers alike."""
        before, after = self.before, self.table
        match, last = None if after.course.progress is None else after.progress.match, after.ended.last
        scored = match is not None and (before.course.progress is None or before.progress.match is not match)
        return {
            "seq": self.entry.seq,
            "act": after.done,
            "sheet": after.customs.sheet(match) if scored and match is not None else msgspec.UNSET,
            "last": msgspec.UNSET if last is before.ended.last else after.last,
            "proof": msgspec.UNSET if after.cut.proofs is before.cut.proofs else after.cut.proofs[-1],
            "turn": msgspec.UNSET if after.clock is before.clock else after.clock.shown(after),
        }

    def ev(self, eye: Eye, was: Eye | None = None) -> wire.Ev:
        """The message of this step for a viewer. was: the viewer's role before, if the step changed it."""
        before, after = self.before, self.table
        view = after.view(eye)
        became = was is not None and was != eye
        seen = after.latest is not None or became or view != before.view(was or eye)
        return wire.Ev(
            hash=wire.digest(view),
            said=None if after.latest is None else after.said(after.latest, eye),
            view=msgspec.Raw(view) if seen else msgspec.UNSET,
            table=msgspec.UNSET if self.same_table and not became else after.info(eye),
            room=msgspec.UNSET if self.same_room and not became else after.room(eye),
            **self._alike,
        )
