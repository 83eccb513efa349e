"""A match as data, and the one fold that replays it.

`Progress` is a match and its running deal. `steps` folds a record's entries and yields each with the progress before
and after it. Every reader of a record, from a replay to an analysis, goes through it.

There are two verbs. `Progress.step` judges a line by the rules of today, for lines that people bring. `Progress.follow`
takes a line of the club's own log as a fact, and raises only where the line has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from kozyr.cards import CardSet, Seat, wrong_type
from kozyr.games import rulings
from kozyr.games.contract import AnyState, CannotFollow, Event, IllegalEvent, Outcome
from kozyr.games.judged import Judged, also_seen, applied, bare, replaceable
from kozyr.games.match import Amendment, AnyMatch
from kozyr.games.options import HEARING, WRITTEN, Conventions
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.registry import game
from kozyr.games.unchecked import force, happened


class Entry(msgspec.Struct, frozen=True):
    """An entry of a log. `seat` None: the table itself, for deals and amendments."""

    seq: int
    seat: Seat | None
    event: Event
    forced: bool = False
    """Whether the event was illegal and happened all the same (a record marks it with `!`)."""


class Record(msgspec.Struct, frozen=True):
    """A match as data: the game, the agreed conventions, and the log."""

    game: str
    conventions: Conventions
    players: int
    dealer: int = 0
    entries: tuple[Entry, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()


class Ended(msgspec.Struct, frozen=True):
    """A deal after its last card, which can be heard until the next cards come (P-3.9.17)."""

    match: AnyMatch
    """The match before the deal was written."""
    state: AnyState
    """The deal, over."""
    entries: int
    """How many entries there were when it ended."""
    past: tuple[AnyState, ...]
    """The deal before each of its entries."""
    amendments: tuple[Amendment, ...] = ()
    """The entries made in the sheet since."""

    def written(self, match: AnyMatch) -> AnyMatch:
        """A match with the entries made since."""
        for amendment in self.amendments:
            match = match.amended(amendment)
        return match


class Progress(msgspec.Struct, frozen=True):
    """A match and the deal that runs in it; the one place where the two folds meet."""

    match: AnyMatch
    state: AnyState | None = None
    entries: int = 0
    """How many entries there were."""
    past: tuple[AnyState, ...] = ()
    """The running deal before each of its entries, to which a ruling can go back."""
    ended: Ended | None = None
    """The deal before, until the cards of the next one come."""

    @classmethod
    def start(cls, match: AnyMatch) -> Progress:
        """The match with its next deal begun, if one follows."""
        return cls(match, None if match.finished else match.begin())

    @property
    def finished(self) -> bool:
        """Whether no deal follows."""
        return self.match.finished

    def why_not(self, event: Event, seat: Seat | None = None) -> Refusal | None:
        """Why the event is refused here; amendments go to the match, the rest to the deal."""
        if isinstance(event, Amendment):
            if event.waits and self.state is not None and self.state.turn is not None:
                return Refusal(Reason.NOT_NOW, event.waits)
            return self.match.why_not(event)
        if isinstance(event, rulings.Ruled):
            return Refusal(Reason.TABLE_ONLY, event.laws[0]) if seat is not None else self._why_not_ruled(event)
        if self.state is None:
            return Refusal(Reason.MATCH_OVER, self.match.over)
        return self.state.why_not(event, seat)

    def apply(self, event: Event, seat: Seat | None = None) -> Progress:
        """The progress after the event; a finished deal is recorded and the next one begun.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        return self.step(Entry(0, seat, event)).after

    def refusal(self, entry: Entry) -> Refusal | None:
        """Why the rules of today refuse a line here; None: it may be written."""
        state = self.state
        if entry.forced and state is not None and not isinstance(entry.event, (Amendment, rulings.Ruled)):
            possible = state.possible(entry.event, entry.seat)
            return None if possible else state.why_not(entry.event, entry.seat) or Refusal(Reason.NOT_NOW, "P-3.9.2")
        return self.why_not(entry.event, entry.seat)

    def follow(self, entry: Entry) -> Step:
        """The step of a logged entry. The entry has happened, so today's rules are not asked.

        Raises:
            ValueError: the entry is impossible here: the phase has no such event, or no hand has its card.
        """
        event, state = entry.event, self.state
        if isinstance(event, (Amendment, rulings.Ruled)):
            return (
                self._ruled(entry, event)
                if isinstance(event, rulings.Ruled)
                else Step(entry, self, self._amended(event))
            )
        if state is None:
            raise CannotFollow(event, "over")
        after = happened(state, event, entry.seat)
        return Step(entry, self, self.after(after), after)

    def step(self, entry: Entry) -> Step:
        """A line of a record applied, if the rules allow it.

        Raises:
            IllegalEvent: the event is refused; a forced one, if not even a hand could do it.
        """
        event, seat = entry.event, entry.seat
        if isinstance(event, (Amendment, rulings.Ruled)):
            illegal = self.why_not(event, seat)
            if illegal is not None:
                raise IllegalEvent(event, self, illegal)
            return self.follow(entry)
        if self.state is None:
            raise IllegalEvent(event, self, Refusal(Reason.MATCH_OVER, self.match.over))
        state = force(self.state, event, seat) if entry.forced else self.state.apply(event, seat)
        return Step(entry, self, self.after(state), state)

    def _amended(self, amendment: Amendment) -> Progress:
        """The progress after an amendment; a deal that runs on the same terms goes on."""
        match, ended = self.match.amended(amendment), self.ended
        if ended is not None:
            ended = msgspec.structs.replace(ended, amendments=(*ended.amendments, amendment))
        if self.state is not None and not match.finished and match.next_deal() == self.state.terms:
            now = self._running(match, self.state)
        else:
            now = self._begun(match)
        return now if ended is None else msgspec.structs.replace(now, ended=ended)

    def after(self, state: AnyState) -> Progress:
        """The progress once the running deal has become this state."""
        outcome = state.outcome
        if outcome is not None:
            past = self.past if self.state is None else (*self.past, self.state)
            ended = Ended(self.match, state, self.entries + 1, past)
            return msgspec.structs.replace(self._begun(self.match.recorded(outcome)), ended=ended)
        return self._running(self.match, bare(state) if type(state) is Judged else state)

    def _running(self, match: AnyMatch, state: AnyState) -> Progress:
        """The progress with one entry more in the same deal."""
        past, before = self.past, self.state
        # Once for every event: to join tuples takes half the time of unpacking the first.
        return Progress(match, state, self.entries + 1, past if before is None else past + (before,))  # noqa: RUF005

    def _begun(self, match: AnyMatch) -> Progress:
        """The progress with one entry more, and the next deal begun, if one follows."""
        return Progress(match, None if match.finished else match.begin(), self.entries + 1)

    # --- rulings -------------------------------------------------------------------------------------------

    def _why_not_ruled(self, ruling: rulings.Ruled) -> Refusal | None:
        """Why a ruling cannot be carried out here: an effect that does not fit; nothing of it is done then."""
        start = self.heard(ruling) or self
        now: Progress | None = start
        for effect in ruling.effects:
            fits = now is not None and self._fits(now, effect, ruling.laws[0])
            now = start.effected(now, effect, ruling.laws[0]) if now is not None and fits else None
        return None if now is not None and ruling.effects else Refusal(Reason.NO_EFFECT, ruling.laws[0])

    @staticmethod
    def _fits(now: Progress, effect: rulings.AnyEffect, law: str) -> bool:
        """Whether today's rules allow the entry or the call of an effect."""
        match effect:
            case rulings.SheetEntry() | rulings.Compensated():
                written = _written(now.match, effect, law)
                return written is not None and now.why_not(written) is None
            case rulings.CallReplaced(seat=seat, call=call):
                return now.state is not None and replaceable(now.state, seat, call)
        return True

    def _ruled(self, entry: Entry, ruling: rulings.Ruled) -> Step:
        """A ruling carried out, effect by effect.

        Raises:
            CannotFollow: an effect does not fit.
        """
        reopened = self.heard(ruling)
        start = reopened or self
        now: Progress | None = start
        for effect in ruling.effects:
            now = None if now is None else start.effected(now, effect, ruling.laws[0])
        if now is None or not ruling.effects:
            raise CannotFollow(ruling, "over" if self.state is None else self.state.phase)
        if reopened is not None:
            return self._reheard(entry, now)
        begun = now.state is None or (now.state.now is None and now.state is not self.state)
        if begun or now.state is None:  # the deal was broken off, or there is none
            ended = self.ended if now.state is self.state else None  # nothing but the sheet has changed
            if ended is not None:
                ended = msgspec.structs.replace(ended, amendments=(*ended.amendments, *_entries(now.match, ruling)))
            return Step(entry, self, Progress(now.match, now.state or _next(now.match), self.entries + 1, ended=ended))
        return Step(entry, self, msgspec.structs.replace(self, match=now.match).after(now.state), now.state)

    def heard(self, ruling: rulings.Ruled) -> Progress | None:
        """The deal that has just ended, where a ruling is on its play; None: the ruling is not on such a deal.

        A ruling that takes back something of that deal is; since edition 2 also one that moves its tricks.
        """
        ended = self.ended
        if ended is None or not ruling.effects or (self.state is not None and self.state.now is not None):
            return None
        back = next((effect.to for effect in ruling.effects if isinstance(effect, rulings.TakenBack)), None)
        late = self.match.conventions.edition >= HEARING
        moves = late and any(
            isinstance(effect, (rulings.Transferred, rulings.TakenOff, rulings.Added)) for effect in ruling.effects
        )
        if moves if back is None else ended.entries - len(ended.past) <= back <= ended.entries:
            return Progress(ended.match, ended.state, ended.entries, ended.past)
        return None

    def _reheard(self, entry: Entry, now: Progress) -> Step:
        """A ruling on the deal that had ended: the deal is written again, or goes on."""
        ended, state = self.ended, now.state
        assert ended is not None
        assert state is not None
        entries = self.entries + 1
        past = (*ended.past, *(ended.state for _ in range(entries - ended.entries)))
        outcome = state.outcome
        if outcome is None:
            match = ended.written(now.match)
            after = Progress(match, bare(state) if type(state) is Judged else state, entries, past)
        else:
            match = ended.written(now.match.recorded(outcome))
            again = msgspec.structs.replace(ended, match=now.match, state=state, entries=entries, past=past)
            after = Progress(match, None if match.finished else match.begin(), entries, ended=again)
        return Step(entry, self, after, state, heard=True)

    def effected(self, now: Progress, effect: rulings.AnyEffect, law: str) -> Progress | None:
        """The progress after one effect of a ruling, on top of the effects before it. None: the effect does not fit.

        A deal that is broken off leaves no past.
        """
        match effect:
            case rulings.SheetEntry() | rulings.Compensated():
                written = _written(now.match, effect, law)
                if written is None:
                    return None
                return msgspec.structs.replace(now, match=now.match.amended(written))
            case rulings.ReDealt(by="same"):
                return None if now.state is None else Progress(now.match, now.match.begin())
            case rulings.Scored() if now.state is not None and now.state.now is None:
                return now  # the deal is over, or another player's score has broken it off
            case rulings.Scored() if now.state is not None and (rest := now.match.passed_over()) is not None:
                return Progress(rest, None if rest.finished else rest.begin())
            case rulings.ReDealt() | rulings.Scored() if now.state is not None:
                return self._dealt_by(now, (now.match.dealer + 1) % len(now.match.names))
            case rulings.DealtBy(player=player):
                waits = now.state is not None and now.state.now is None
                known = player in now.match.names
                return self._dealt_by(now, now.match.names.index(player)) if waits and known else None
            case (
                rulings.PlayOn()
                | rulings.Warned()
                | rulings.LotDrawn()
                | rulings.Scored()
                | rulings.Shared()
                | rulings.Fined()
            ) if now.state is None:
                return now  # the match is over, and nothing of it changes
            case rulings.TakenBack(to=to):
                state = None if now.state is None else self._taken_back(now.state, to)
            case _:
                state = None if now.state is None else applied(now.state, effect, law)
        return None if state is None else msgspec.structs.replace(now, state=state)

    @staticmethod
    def _dealt_by(now: Progress, place: int) -> Progress | None:
        """The progress where the running deal is broken off and this player deals. None: the game has no other dealer."""
        match = None if now.state is None else now.match.dealt_by(place)
        return None if match is None or match.finished else Progress(match, match.begin())

    def _taken_back(self, state: AnyState, to: int) -> AnyState | None:
        """The running deal after that entry, with the cards seen since; None: it was not running then."""
        if self.state is None:
            return None
        at = to - (self.entries - len(self.past))
        if at == len(self.past) and self.state.outcome is not None:
            return state  # nothing was done since the last card
        if not 0 <= at < len(self.past) or self.past[at].now is None:
            return None
        earlier = self.past[at]
        return also_seen(earlier, _fallen(self.state) & ~_fallen(earlier), state)


def _next(match: AnyMatch) -> AnyState | None:
    """The deal that follows where a ruling on a match that had ended has left it unfinished; before edition 4, none."""
    return None if match.finished or match.conventions.edition < WRITTEN else match.begin()


def _entries(match: AnyMatch, ruling: rulings.Ruled) -> Iterator[Amendment]:
    """The entries in the sheet that a ruling makes."""
    for effect in ruling.effects:
        if isinstance(effect, rulings.SheetEntry | rulings.Compensated):
            written = _written(match, effect, ruling.laws[0])
            if written is not None:
                yield written


def _written(match: AnyMatch, effect: rulings.SheetEntry | rulings.Compensated, law: str) -> Amendment | None:
    """The entry in the sheet that an effect makes; law: that of the ruling, where the effect has none of its own."""
    own = effect.law if isinstance(effect, rulings.SheetEntry) else ""
    return match.entry(effect, own or law)


def _fallen(state: AnyState) -> int:
    """The cards that have been played, as bits."""
    bits = CardSet.of(state.trick).bits
    for trick in state.history:
        bits |= CardSet.of(card for _, card in trick.cards).bits
    return bits


class Step(msgspec.Struct, frozen=True):
    """An entry with the progress before and after it."""

    entry: Entry
    before: Progress
    after: Progress
    state: AnyState | None = None
    """The running deal after its event, even if the event has ended it and `after` is at the next deal.

    None after an amendment.
    """
    heard: bool = False
    """Whether the entry is a ruling on a deal that had ended: the deal's facts are others now, or it goes on."""

    @property
    def outcome(self) -> Outcome | None:
        """The facts of the deal that this entry has ended, if it has ended one."""
        return None if self.state is None else self.state.outcome


class Replay(msgspec.Struct, frozen=True):
    """The result of a replay: the good prefix of the record, and the first error with its entry."""

    progress: Progress
    applied: tuple[Entry, ...]
    outcomes: tuple[Outcome, ...] = ()
    error: Refusal | None = None

    @property
    def match(self) -> AnyMatch:
        """The match after the good prefix."""
        return self.progress.match

    @property
    def state(self) -> AnyState | None:
        """The deal that runs after the good prefix; None: the match is over."""
        return self.progress.state


def begin(record: Record) -> Progress:
    """The match of a record before its first entry.

    Raises:
        ValueError: no such game, or conventions that contradict themselves or the number of players.
        TypeError: it is no record.
    """
    if not isinstance(record, Record):
        raise wrong_type("a Record is replayed, as notation.parse(text).record", record)
    return Progress.start(game(record.game).start(record.conventions, record.players, record.dealer))


def steps(start: Record | Progress, entries: Iterable[Entry] | None = None) -> Iterator[Step]:
    """Yield every entry with the progress before and after it.

    start: a record, whose entries are folded; or a progress to go on from, with the entries that follow.

    Raises:
        IllegalEvent: at the first refused entry; the steps before it are good.
    """
    progress = begin(start) if isinstance(start, Record) else start
    told = start.entries if isinstance(start, Record) and entries is None else entries or ()
    for entry in told:
        step = progress.step(entry)
        yield step
        progress = step.after


def followed(start: Progress, entries: Iterable[Entry]) -> Iterator[Step]:
    """Every entry of a log with the progress before and after it; an entry is a fact, and none is judged.

    Raises:
        ValueError: at the first entry of which nothing can come.
    """
    for entry in entries:
        step = start.follow(entry)
        yield step
        start = step.after


def replay(record: Record) -> Replay:
    """Replay a log; a bad event stops it and the good prefix is kept.

    >>> deal = game("deberts").parse("deal:N:AKQJT9.AKQ.._-_..AKQJT9.AKQ_+_S8_S7_HJ_HT_H9_H8_H7_D8_D7_CJ_CT_C9_C8_C7")
    >>> agreed = game("deberts").agree("moscow")
    >>> passing, late = game("deberts").parse("pass"), game("deberts").parse("SA")
    >>> log = (Entry(1, None, deal), Entry(2, Seat.S, passing), Entry(3, Seat.N, late))
    >>> found = replay(Record("deberts", agreed, players=2, entries=log))
    >>> len(found.applied), found.error.law
    (2, 'D-BID-1')
    """
    progress = begin(record)
    outcomes: list[Outcome] = []
    done = 0
    try:
        for step in steps(progress, record.entries):
            progress, done = step.after, done + 1
            if step.heard:
                outcomes.pop()
            if step.outcome is not None:
                outcomes.append(step.outcome)
    except IllegalEvent as error:
        return Replay(progress, record.entries[:done], tuple(outcomes), error.illegal)
    return Replay(progress, record.entries, tuple(outcomes))
