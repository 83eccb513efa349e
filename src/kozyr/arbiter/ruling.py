"""The parts of a ruling, and the moment of the call."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args

import msgspec

from kozyr.arbiter.incident import Incident
from kozyr.arbiter.incidents import AnyIncident
from kozyr.cards import Seat
from kozyr.games import AnyMatch, AnyState, Call, Deal, Entry, Play, Progress, Record, Step, Terms, followed, game
from kozyr.games.refusal import Refusal, Refused
from kozyr.games.rulings import AnyEffect, PlayOn, Ruled, Warned

ARBITER: Final = "arbiter"
# What a row of the rulebook is for an incident: it rules, is a ground of the ruling, its deadline, or a frame for others.
Part: TypeAlias = Literal["ruling", "ground", "deadline", "frame"]
_PARTS: Final[tuple[Part, ...]] = get_args(Part)
Lawbook: TypeAlias = Mapping[str, tuple[type[Incident], Part]]


D = TypeVar("D", bound=AnyState)  # a game's deal
K = TypeVar("K", bound=Incident)


class Branch(msgspec.Struct, frozen=True):
    """One way in which a ruling can go."""

    chooser: str
    """The player who may take the branch, or the arbiter."""
    effects: tuple[AnyEffect, ...]
    """The effects of the branch."""


class Deadline(msgspec.Struct, frozen=True):
    """The last moment at which a claim is heard: the law, the moment as a code, and whether it has passed."""

    law: str
    until: str
    passed: bool


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason of a ruling, as a code and its values; `kozyr.arbiter.words` has the sentences."""

    code: str
    about: Mapping[str, str] = msgspec.field(default_factory=dict)
    also: Reason | None = None
    """A second sentence."""


Question: TypeAlias = Literal[
    "best_discard",
    "foregone",
    "dictated_claim",
    "planned_claim",
    "plain_claim",
    "spoilt_play",
    "misere_play",
    "plans",
    "plan",
    "sensible_line",
    "undecided_revoke",
    "due_tricks",
    "assigned",
    "normal_lines",
    "best_play",
    "bots_call",
]
"""What a search was asked."""


class Proof(msgspec.Struct, frozen=True):
    """The result of a search: the question, its value, and positions that anybody can replay with `kozyr solve`."""

    question: Question
    value: Mapping[str, int | str]
    positions: tuple[Mapping[str, object], ...] = ()
    """The positions, as `kozyr solve` reads them."""


class Ruling(msgspec.Struct, frozen=True):
    """A ruling: the laws it rests on, its branches, why, until when it could be asked for, and the proof."""

    laws: tuple[str, ...]
    branches: tuple[Branch, ...]
    reason: Reason
    deadline: Deadline | None = None
    proof: Proof | None = None

    @property
    def late(self) -> bool:
        """Whether the claim came past its deadline, so that everything stands as it was played."""
        passed = self.deadline is not None and self.deadline.passed
        return passed and all(branch.effects == (PlayOn(),) for branch in self.branches)

    def event(self, choice: int = 0) -> Ruled:
        """The ruling as the event of a record, by the branch chosen.

        Raises:
            IndexError: there is no such branch.
        """
        branch = self.branches[choice]
        return Ruled(self.laws, branch.chooser, branch.effects)


class Moment(msgspec.Struct, frozen=True):
    """A record up to the entry at which the arbiter is called."""

    record: Record
    at: int
    steps: tuple[Step, ...]
    """All entries up to the moment."""
    progress: Progress
    """The match after these entries."""

    @classmethod
    def of(cls, record: Record, at: int) -> Moment:
        """The moment after so many entries. The entries are facts; the reader of a file judges them before.

        Raises:
            Refused: there are not so many, or the record cannot be followed so far.
        """
        if not 0 <= at <= len(record.entries):
            raise Refused("call_out_of_range", entry=at, entries=len(record.entries))
        agreed, places = record.conventions, (record.players, record.dealer)
        start = Progress.start(game(record.game).start(agreed, *places, logged=True))
        try:
            done = tuple(followed(start, record.entries[:at]))
        except ValueError as error:
            raise Refused("record_wrong", entry=at, reason=error) from None
        return cls(record, at, done, done[-1].after if done else start)

    @property
    def hearing(self) -> Moment:
        """The moment with the deal that has just ended in the place of the next one, if no cards of that have come."""
        ended = self.progress.ended
        if ended is None or (self.progress.state is not None and self.progress.state.now is not None):
            return self
        progress = Progress(ended.match, ended.state, ended.entries, ended.past)
        return msgspec.structs.replace(self, progress=progress)

    @property
    def over(self) -> bool:
        """Whether this is a hearing: the deal is over."""
        return self.progress.state is not None and self.progress.state.outcome is not None

    @property
    def match(self) -> AnyMatch:
        """The match."""
        return self.progress.match

    @property
    def state(self) -> AnyState:
        """The running deal.

        Raises:
            Refused: the match is over.
        """
        if self.progress.state is None:
            raise Refused("no_deal_runs")
        return self.progress.state

    def running(self, kind: type[D]) -> D:
        """The running deal of a game, with its cards and without rulings.

        Raises:
            Refused: it waits for its cards.
        """
        state = plain_of(self.state, kind)
        if state.now is None:
            raise Refused("not_dealt")
        return state

    @property
    def terms(self) -> Terms:
        """The terms of the running deal."""
        return self.state.terms

    @property
    def dealt_at(self) -> int:
        """The number of the entry that dealt the running deal; 0: it waits for its cards."""
        if self.state.now is None:
            return 0
        return max((n for n, step in enumerate(self.steps, 1) if type(step.entry.event) is Deal), default=0)

    def step(self, entry: int) -> Step:
        """The step of an entry of the running deal.

        Raises:
            Refused: it is no entry of this deal.
        """
        if not self.dealt_at < entry <= self.at or not self.dealt_at:
            raise Refused("not_of_deal", entry=entry, first=self.dealt_at, last=self.at)
        return self.steps[entry - 1]

    def before(self, entry: int) -> AnyState:
        """The deal before an entry of it."""
        state = self.step(entry).before.state
        assert state is not None
        return state

    def since(self, entry: int = 0) -> tuple[Entry, ...]:
        """The entries of the running deal after this one, by default after the cards."""
        first = max(entry, self.dealt_at)
        return tuple(step.entry for step in self.steps[first:]) if self.dealt_at else ()

    def called(self, seat: Seat | None = None) -> bool:
        """Whether a call was made in turn in this deal, by this seat or by anybody."""
        return any(
            isinstance(entry.event, Call) and entry.seat is not None and (seat is None or entry.seat is seat)
            for entry in self.since()
        )

    def card(self, entry: int) -> tuple[AnyState, Seat, Play]:
        """The deal before a card was played, the hand of the card, and the card.

        Raises:
            Refused: that entry is no card.
        """
        event, before = self.step(entry).entry.event, self.before(entry)
        if not isinstance(event, Play):
            raise Refused("not_a_card", entry=entry, event=event.token)
        holder = next(seat for seat in Seat if before.holding(seat) & event.card.bit)
        return before, holder, event

    def warned(self, player: str, laws: tuple[str, ...]) -> int:
        """How many warnings this player has had under one of these laws in the record so far."""
        told = (step.entry.event for step in self.steps)
        return sum(
            1
            for event in told
            if isinstance(event, Ruled) and set(laws) & set(event.laws)
            for effect in event.effects
            if effect == Warned(player)
        )


def plain_of(state: AnyState, kind: type[D]) -> D:
    """A deal without its rulings, as its game has it."""
    plain = state.plain
    assert isinstance(plain, kind)
    return plain


def against(rules: Refusal, field: str, event: str) -> Refused:
    """A told event that is against the rules of the game.

    field: the answer or argument that tells it; event: its token.
    """
    return Refused(rules.code, rules.law, field=field, event=event)


def unknown_law(game: str, incident: AnyIncident) -> Refused:
    """The refusal of an incident of a kind that no law of the game knows."""
    return Refused("law_unknown", game=game, incident=incident.__struct_config__.tag)


@contextlib.contextmanager
def proving(law: str, **params: object) -> Iterator[None]:
    """Turn a search that does not end, or cannot be made, into a refusal under this law. params: its own, as `field`.

    Raises:
        Refused: as said.
    """
    try:
        yield
    except Refused as error:
        raise Refused.of(error.refusal, at=None, **params) from None
    except TimeoutError:
        raise Refused("proof_long", law, at=None, why=None, **params) from None
    except ValueError as error:
        raise Refused("unsearchable", law, at=None, why=None, reason=error, **params) from None


Rule: TypeAlias = Callable[[Moment, AnyIncident], Ruling]


@dataclass(frozen=True)
class Provision(Generic[K]):
    """What a body of law has for a kind of incident: how it rules, and its laws by their part, parted by blanks."""

    incident: type[K]
    rule: Callable[[Moment, K], Ruling]
    ruling: str = ""
    ground: str = ""
    deadline: str = ""
    frame: str = ""


class Body:
    """A body of law.

    game: its name, for refusals. lawbook: each law in the order of the numbers, with the incident that leads to it.
    """

    def __init__(self, game: str, *provisions: Provision[Any]) -> None:
        self._game = game
        self._rules = {one.incident: one.rule for one in provisions}
        laws = {
            law: (one.incident, part) for one in provisions for part in _PARTS for law in getattr(one, part).split()
        }
        self.lawbook: Lawbook = dict(sorted(laws.items(), key=lambda row: _numbers(row[0])))

    def find(self, moment: Moment, incident: AnyIncident) -> Ruling | None:
        """The ruling on an incident; None: the body has nothing for this kind.

        Raises:
            Refused: it cannot have happened then, or the record contradicts it.
        """
        rule = self._rules.get(type(incident))
        return None if rule is None else rule(moment, incident)

    def rule(self, moment: Moment, incident: AnyIncident) -> Ruling:
        """The ruling on an incident.

        Raises:
            Refused: it cannot have happened then, the record contradicts it, or this body is silent on it.
        """
        found = self.find(moment, incident)
        if found is None:
            raise unknown_law(self._game, incident)
        return found


def _numbers(law: str) -> list[str | int]:
    """The parts of the id of a law, for the order of the numbers: P-3.2.9 stands before P-3.2.12."""
    return [int(one) if one.isdigit() else one for one in re.split(r"(\d+)", law)]


def stands(laws: tuple[str, ...], reason: Reason, deadline: Deadline | None = None) -> Ruling:
    """The ruling that everything stands as it was played."""
    return Ruling(laws, (Branch(ARBITER, (PlayOn(),)),), reason, deadline)


def decided(laws: tuple[str, ...], reason: Reason, *effects: AnyEffect, deadline: Deadline | None = None) -> Ruling:
    """A ruling in which nobody has a choice."""
    return Ruling(laws, (Branch(ARBITER, effects),), reason, deadline)
