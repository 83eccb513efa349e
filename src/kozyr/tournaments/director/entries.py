"""The announcement of an event, and the entries of its log: each has its author, content, moment and reason.

A log is the only truth about an evening: `fold` makes the state of it, `tables` the results. An entry is never changed;
a mistake is followed by another entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr.games import Conventions, game
from kozyr.games.options import EDITION
from kozyr.games.refusal import Refused
from kozyr.logs import EntryNumber, Number
from kozyr.tournaments.movements import Movement
from kozyr.tournaments.part import Scoring, event_part
from kozyr.tournaments.regulations import Offence, Regulations, logged as regulated

Guilt: TypeAlias = Literal["fully", "partly", "innocent"]
How: TypeAlias = Literal["lot", "rating", "hand"]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Nth: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Word: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

# The arbiter's fourteen duties and powers, in their order (PT-I.13.2.4).
Power: TypeAlias = Literal[
    "assistants", "register", "conditions", "discipline", "interpret", "rectify", "penalty", "waive", "disputes", "fine",
    "disqualify", "tabulate", "report", "delegate",
]  # fmt: skip


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An event before it opens."""

    name: Word
    game: Annotated[str, msgspec.Meta(max_length=40)] = "preferans"
    preset: str = "sochi"
    """The preset of the game's conventions."""
    changes: dict[str, str] = {}
    """The changes to that preset."""
    edition: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The edition of the program (`kozyr.games.options.EDITIONS`) by which they were announced.

    Presets have the meaning of that edition.
    """
    regulations: Regulations = Regulations()
    lottery: str = ""
    """The commitment of a cup's seed."""
    society: tuple[Word, ...] = ()
    """The members of the society's committee, which reviews decisions of the event's own (PT-0.5)."""
    starts: Annotated[int, msgspec.Meta(ge=0, le=2**40)] | None = None
    """The planned beginning of the first session, in seconds since 1970, UTC. None: only the duties say so, in words."""
    agreed: dict[str, object] | None = None
    """The whole conventions by their fields, as preset and changes made them on the day of the announcement.

    None: an older program has announced it.
    """

    def __post_init__(self) -> None:
        """Refuse a game that has no events.

        Raises:
            ValueError: see above; the text says which have.
        """
        event_part(self.game)

    @property
    def conventions(self) -> Conventions:
        """The conventions of the day of the announcement."""
        rules = game(self.game)
        if self.agreed is not None:
            return rules.logged(self.agreed)
        told = {**self.changes, "edition": str(self.edition)}
        return rules.recorded(self.preset, told, self.at[-1], logged=True)

    @property
    def scoring(self) -> Scoring:
        """The comparison of its boards."""
        return event_part(self.game).scoring(self.regulations)

    @property
    def together(self) -> int:
        """The most people of one entrant: one, also at every cup (PT-M.2), the two of a pair, or the six of a team (B-TEAM-3)."""
        if self.regulations.tournament_type == "cup":
            return 1
        return _TOGETHER.get(self.scoring, 1)

    @property
    def has_systems(self) -> bool:
        """Whether partners agree a bidding system: bridge, whose events can have stages as well (B-AUC-13)."""
        return event_part(self.game).has_systems

    @property
    def length(self) -> Mapping[str, object]:
        """The conventions of a party that follow from the regulations: the end of a pulka (PT-II.1)."""
        return event_part(self.game).length(self.regulations)

    @property
    def at(self) -> tuple[int, ...]:
        """How many can sit at a table of a party, the fewest first (PT-0.8, D-DEAL-1)."""
        return event_part(self.game).at


_TOGETHER: Final[Mapping[Scoring, int]] = {
    "matchpoints": 2,
    "butler": 2,
    "cross_imps": 2,
    "team_imps": 6,
    "board_a_match": 6,
}


def announced(event: Event) -> Event:
    """An event that is announced now: of this edition, with all its conventions.

    Raises:
        ValueError: impossible conventions.
    """
    agreed = game(event.game).agree(event.preset, event.changes, event.at[-1])
    told: dict[str, object] = msgspec.json.decode(msgspec.json.encode(agreed))  # as it will be read again
    return msgspec.structs.replace(event, edition=EDITION, agreed=told)


def logged(data: bytes | str) -> Event:
    """An event as a log of any age begins with it; nothing of it is judged.

    Raises:
        ValueError: which name or value this program does not know.
    """
    try:
        told = msgspec.json.decode(data, type=dict[str, object])
        held = msgspec.convert({name: value for name, value in told.items() if name != "regulations"}, Event)
    except msgspec.ValidationError as error:
        raise Refused("newer_program", text=error) from None
    except msgspec.DecodeError as error:
        raise Refused("unreadable", text=error) from None
    if not 0 <= held.edition <= EDITION:
        raise Refused("newer_edition", edition=held.edition, most=EDITION)
    rules = told.get("regulations", {})
    if not isinstance(rules, dict):
        raise Refused("regulations_object")
    return msgspec.structs.replace(held, regulations=regulated(rules))


# --- entries -----------------------------------------------------------------------------------------------


class What(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="what"):
    """The content of an entry."""


class Appointed(What, frozen=True, tag="appointed"):
    """An assistant with the delegated powers; the arbiter stays responsible (PT-I.13.2.4)."""

    name: Word
    powers: tuple[Power, ...]


class Announced(What, frozen=True, tag="announced"):
    """Conditions of play that are set and announced (PT-I.13.2.4)."""

    text: Word


class Settled(What, frozen=True, tag="settled"):
    """Facts that the organisers settle in words before the event opens (PT-I.13.1); empty: as it was announced."""

    preparations: Annotated[str, msgspec.Meta(max_length=200)] = ""
    sessions: Annotated[str, msgspec.Meta(max_length=200)] = ""
    entry: Annotated[str, msgspec.Meta(max_length=200)] = ""
    special_conditions: Annotated[str, msgspec.Meta(max_length=200)] = ""
    published: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Entered(What, frozen=True, tag="entered"):
    """A player, a pair or a team."""

    entrant: Count
    name: Word
    members: tuple[str, ...] = ()
    """The members of a pair or a team, by name. Country, city and age are voluntary (PT-M.5)."""
    rating: str = ""
    country: str = ""
    city: str = ""
    age: Annotated[int, msgspec.Meta(ge=0, le=130)] | None = None


class Joined(What, frozen=True, tag="joined"):
    """A person joins a pair or a team with its members' consent, until everybody is seated (B-TEAM-3)."""

    entrant: Count
    name: Word


class CheckedIn(What, frozen=True, tag="checked_in"):
    """An entrant is here and plays; an entrant who had withdrawn is back, behind all who wait (PT-I.13.1)."""

    entrant: Count


class Withdrawn(What, frozen=True, tag="withdrawn"):
    """An entrant stops playing; played boards count (PT-I.13.1)."""

    entrant: Count


class Seated(What, frozen=True, tag="seated"):
    """The seating of a session: entrants in the order of the movement's numbers (PT-0.8, PC-3.2d)."""

    how: How
    order: tuple[int, ...]
    movement: Movement
    seed: str = ""
    """The seed of the lot, so that it can be drawn again."""
    ties: str = ""
    """The seed of the lot that parted equals, of whom only some go on to this round of an Olympic event."""
    stage: bool = False
    """A new stage of a bridge event begins, in which only `bridge.carry_over` per cent of the earlier results count."""
    again: bool = False
    """In place of a session of which no round has begun."""


class Appended(What, frozen=True, tag="appended"):
    """A pair that came late joins the session that runs, in the rounds to come."""

    entrant: Count
    movement: Movement
    """The session's with one pair more, which has the last number; the rounds that have begun are the same."""


class SystemCard(What, frozen=True, tag="system_card"):
    """The bidding system of a pair or team, filed before it sits down; a later card takes the place of it (B-AUC-13)."""

    entrant: Count
    system: Literal["natural", "artificial"]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


class LinedUp(What, frozen=True, tag="lined_up"):
    """A team's four in a series of boards: the pair of the open room, and that of the closed one (B-TEAM-3)."""

    entrant: Count
    boards: tuple[Count, ...]
    open_room: tuple[str, str]
    closed_room: tuple[str, str]


class RoundBegun(What, frozen=True, tag="round_begun"):
    """The next round begins (PT-I.4)."""


class RoundEnded(What, frozen=True, tag="round_ended"):
    """The round has ended."""

    last: bool = False
    """The session ends with it, earlier than the movement has it (PT-I.5)."""


class Paused(What, frozen=True, tag="paused"):
    """The clock of the round stands still, for the whole room (PT-I.4)."""


class Resumed(What, frozen=True, tag="resumed"):
    """The clock goes on: the round ends later by as long as it stood still (PT-I.4)."""


class Warned(What, frozen=True, tag="warned"):
    """A table is warned, and it is noted for what: slow play of a round, as a rule (PT-I.4, PT-I.12.2). A fine is another entry."""

    table: Count
    offence: Offence


class Row(What, frozen=True, tag="row"):
    """A line of a protocol (PT-I.6a), or a table's party with board 0."""

    table: Count
    board: Nth
    result: Word
    """The result, in the notation of `results`."""
    round: Nth = 0
    """The round; 0: the running one."""
    room: Literal["", "open", "closed"] = ""
    """The room of a team match."""
    whists: dict[str, str] = {}
    """The columns that the table filled in itself, to be compared."""


class Confirmed(What, frozen=True, tag="confirmed"):
    """N puts the protocol back: no claim on the line is accepted any more (PT-I.6b)."""

    table: Count
    board: Nth
    round: Nth = 0
    room: Literal["", "open", "closed"] = ""


class Corrected(What, frozen=True, tag="corrected"):
    """Another result in a line."""

    table: Count
    board: Nth
    result: str
    round: Nth = 0
    room: Literal["", "open", "closed"] = ""
    ground: Literal["claim", "error", "arithmetic"] = "error"
    """A claim of the table, an error found, or arithmetic alone. Empty: the line goes."""


Outcome: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], Word]


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The effect of a ruling on a board's scores, by entrant: one form for pairs, teams and single players."""

    artificial: dict[int, Guilt] = {}
    """The entrants with an artificial score, by guilt (PT-I.11.2.B.1)."""
    assigned: dict[int, str] = {}
    """A score instead of the reached one; they need not sum to nought (PT-I.11.2.B.2)."""
    weighted: dict[int, tuple[Outcome, ...]] = {}
    """Several scores that might have been reached, each with its weight in per cent (Law 12C1c)."""
    room: Literal["", "open", "closed"] = ""
    """The room of a match in which these scores, or the changed form of the board, count; empty: the open one. Pairs have no rooms."""
    natural: tuple[int, ...] = ()
    """The entrants who keep their result after all."""
    fouled: tuple[tuple[int, int], ...] = ()
    """At which tables the board was played in the changed form, as table and round (PT-I.10)."""
    dropped: tuple[int, ...] = ()
    """The entrants for whom the board does not count."""

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants whose scores change."""
        return (*self.artificial, *self.assigned, *self.weighted, *self.natural, *self.dropped)

    @property
    def where(self) -> Literal["open", "closed"]:
        """The room of a match in which the scores count."""
        return self.room or "open"


class AtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The ruling of the club's arbiter at a table of its own that rules on errors."""

    session: Count
    by: Word
    """The caller."""
    token: Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
    """The ruling as an event of the table's record."""
    reason: Word
    """The code of the reason, whose sentence is in `kozyr.arbiter.words`."""
    about: dict[str, str] = {}
    """The parameters of that sentence."""
    room: Literal["", "open", "closed"] = ""
    points: dict[int, str] = {}
    """The points that it gives beside the deal, by entrant, exact; the line has none of them."""
    replayed: bool = False
    """The deal was broken off, and the board is played again at the table, though some of it was seen."""


class Ruled(What, frozen=True, tag="ruled"):
    """A ruling with its rule (PT-I.13.2.3)."""

    board: Nth
    law: Word
    text: Word
    table: Nth = 0
    round: Nth = 0
    decision: Decision = Decision()
    own_error: bool = False
    """Whether the arbiter finds an own ruling wrong: then all who played the board at the table are innocent (PT-I.13.2.6)."""
    referred: bool = False
    """Whether it was referred to the committee."""
    at_table: AtTable | None = None
    """Set for a ruling at a table of the club, whose line has its result already."""
    of: Number = 0
    """The entry of such a ruling that this one completes, by points beside the deal or for a board that was played again (PT-I.11.2.A)."""
    absent: tuple[Count, ...] = ()
    """The entrants of the table who had not come `tournament.absent_min` after the round began; they are guilty, and the others innocent (PT-I.11.2.B.1)."""


class WrongBoard(What, frozen=True, tag="wrong_board"):
    """A table has played a board that was not due (PT-I.11.6). stands: none had played it, and the result may count."""

    table: Count
    board: Count
    instead: Count


class LatePlay(What, frozen=True, tag="late_play"):
    """A board of a round is played later (PT-I.11.6.A.2, PT-I.13.2.5)."""

    table: Count
    board: Count
    round: Count


class Substitute(What, frozen=True, tag="substitute"):
    """A substitute plays on for an entrant, or for a member of a pair or a team; the results stay the entrant's.

    With the name of the replaced player it means that this player is back.
    """

    entrant: Count
    name: Word
    for_: str = msgspec.field(default="", name="for")


class Penalised(What, frozen=True, tag="penalised"):
    """A procedural penalty in per cent of a board's max; the size of the regulations, if left out (PT-I.12)."""

    entrant: Count
    offence: Offence
    percent: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class Waived(What, frozen=True, tag="waived"):
    """A penalty is not taken, at the request of the innocent (PT-I.13.2.4)."""

    entry: EntryNumber
    """The number of the penalty's entry."""
    asked_by: Word


class Suspended(What, frozen=True, tag="suspended"):
    """Out of a session, from now on; the decision is final (PT-I.13.2.4)."""

    entrant: Count


class Disqualified(What, frozen=True, tag="disqualified"):
    """An entrant is out of the event, with the approval of the committee or the organisers (PT-I.13.2.4).

    Without a name it waits for a committee member.
    """

    entrant: Count
    approved_by: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Approved(What, frozen=True, tag="approved"):
    """A member of the committee approves a disqualification, or does not (PT-I.13.2.4)."""

    entry: EntryNumber
    """The number of the disqualification's entry."""
    yes: bool = True


class Elected(What, frozen=True, tag="elected"):
    """The committee of appeal, by vote from the participants (PT-0.5)."""

    members: tuple[Word, ...]


class Noticed(What, frozen=True, tag="noticed"):
    """An entrant gives notice of an appeal against a ruling: before the next deal (PT-0.6)."""

    entrant: Count
    entry: EntryNumber
    """The number of the ruling's entry."""


class Filed(What, frozen=True, tag="filed"):
    """The appeal itself: within half an hour after the session (PT-0.6)."""

    notice: EntryNumber
    """The entry of the notice."""
    facts: Word
    request: Word


class Decided(What, frozen=True, tag="decided"):
    """The decision on an appeal."""

    filed: EntryNumber
    """The number of the appeal's entry."""
    by: Literal["committee", "society"]
    """The committee, or the society's after it (PT-0.5)."""
    allowed: bool
    decision: Decision = Decision()
    correction: Corrected | None = None


class Issue(What, frozen=True, tag="issue"):
    """An entrant's issue of a cup: the whists of every deal (PT-M.2, PT-M.3).

    The issue after the last one of the qualifying is the final's. Entrants outside the final play the match of prestige
    by it (PT-M.6, PT-M.7).
    """

    entrant: Count
    issue: Count
    whists: tuple[str, ...]
    lines: tuple[str, ...] = ()
    """Contract and result of every deal; empty: it is unfinished. Older logs have none."""


class Qualified(What, frozen=True, tag="qualified"):
    """The qualifying of a cup is over, and these have reached its final, the best first (PT-M.4)."""

    finalists: tuple[Count, ...]


class Published(What, frozen=True, tag="published"):
    """The official result; the correction period begins (PT-0.7)."""


class Drawn(What, frozen=True, tag="drawn"):
    """The seed of the consolation lottery, as hexadecimal; it fits the commitment (PT-M.4)."""

    seed: str


class Closed(What, frozen=True, tag="closed"):
    """The event is over: reported to the organisers (PT-I.13.2.4)."""


AnyWhat: TypeAlias = (
    Appointed | Announced | Settled | Entered | Joined | CheckedIn | Withdrawn | Appended | SystemCard | Seated | LinedUp | RoundBegun | RoundEnded | Paused | Resumed | Warned | Row
    | Confirmed | Corrected | Ruled | WrongBoard | LatePlay | Substitute | Penalised | Waived | Suspended | Disqualified | Approved | Elected | Noticed | Filed
    | Decided | Issue | Qualified | Published | Drawn | Closed
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log."""

    at: int
    """Seconds since 1970, UTC, of the log's own clock, which never goes back."""
    who: Word
    """The author, by name."""
    entry: AnyWhat
    why: str = ""
    refused: str | msgspec.UnsetType = msgspec.UNSET
    """Why the entry does not count, in a log put together from two laptops; the entry stays an incident."""


# The entries that exercise each power; a table's own lines need none, nor do an entrant's notices and appeals.
_EXERCISES: Final[Mapping[Power, tuple[type[What], ...]]] = {
    "assistants": (Appointed,),
    "register": (Entered, Joined, CheckedIn, Withdrawn, SystemCard, Substitute),
    "conditions": (Announced, Settled, Seated, Appended, LinedUp),
    "discipline": (RoundBegun, RoundEnded, Paused, Resumed, Warned),
    "rectify": (WrongBoard, LatePlay, Corrected),
    "interpret": (Ruled,),
    "waive": (Waived,),
    "fine": (Penalised, Suspended),
    "disqualify": (Disqualified,),
    "tabulate": (Issue, Qualified),
    "report": (Elected, Published, Drawn, Closed),
}
POWERS: Final = {kind: power for power, kinds in _EXERCISES.items() for kind in kinds}


def power(what: AnyWhat) -> Power | None:
    """The power that an entry needs; None: every person at the table may write it."""
    if isinstance(what, Ruled):
        if what.referred:
            return "disputes"
        if what.decision != Decision() or what.absent:
            return "penalty"
    return POWERS.get(type(what))


def exact(text: str) -> Fraction:
    """A number of whists or points, as 52, -20 or 25/3.

    Raises:
        ValueError: it is none.
    """
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Refused("no_number", text=text[:20]) from None


def encode(entry: Entry) -> bytes:
    """An entry as a line of the log, without the line's end."""
    return msgspec.json.encode(entry)


def decode(line: bytes) -> Entry:
    """An entry of a line.

    Raises:
        ValueError: it is none; the text says why.
    """
    try:
        return msgspec.json.decode(line, type=Entry)
    except msgspec.DecodeError as error:  # a ValidationError is one
        raise Refused("unreadable", text=error) from None
